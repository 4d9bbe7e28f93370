"""Methods that learn the pages of a site: one paper, one file, one function."""
