"""Writers: render the chosen rows. A writer never changes which rows are chosen."""
