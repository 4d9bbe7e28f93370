"""Thread methods, which find the posts of a thread: one paper, one file, one function."""
