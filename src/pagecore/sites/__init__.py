"""Site methods, which learn from the pages of a site: one file and one function for each."""
