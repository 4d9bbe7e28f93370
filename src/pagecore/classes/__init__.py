"""Page classes: pages of a site that share a template, such as articles, lists and tag pages."""
