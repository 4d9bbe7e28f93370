"""Methods that find the repeated items of a page."""
