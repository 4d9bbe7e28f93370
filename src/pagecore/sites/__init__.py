"""Site methods, which learn from the pages of a site: one paper, one file, one function."""
