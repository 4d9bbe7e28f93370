"""Methods that choose rows of one page: one paper, one file, one function."""
