"""Where pages come from: URLs, files, folders and standard input."""
