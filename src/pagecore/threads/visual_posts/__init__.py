"""Visual blocks of a thread: how similar they are, sets of similar ones, and what is in a set."""
