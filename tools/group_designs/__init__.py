"""What decisions about whole groups (all posts, all items of a listing, or none) bring to the
default extractor: `python -m tools.group_designs`."""
