"""Articles that are spread over several pages: the next page, and all of them as one document."""
