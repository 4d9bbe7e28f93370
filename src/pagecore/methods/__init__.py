"""Page methods, which choose the content rows of a page: one file and one function for each."""
