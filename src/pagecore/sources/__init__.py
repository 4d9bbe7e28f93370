"""Sources of pages: files, folders, URLs and standard input."""
