"""Thread methods, which find the posts of a thread: one file and one function for each."""
