"""Thread methods: how the posts of a thread are found."""
