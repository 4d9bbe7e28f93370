"""Options that several commands share, and functions that check and convert their values."""
