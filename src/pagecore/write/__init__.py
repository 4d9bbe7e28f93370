"""Writers: chosen rows, rendered. A writer never changes which rows are chosen."""
