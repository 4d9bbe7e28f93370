"""Page methods, which choose the content rows of a page: one paper, one file, one function."""
