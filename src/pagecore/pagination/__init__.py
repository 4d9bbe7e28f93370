"""Articles on several pages: find the next page, and merge the pages into one document."""
