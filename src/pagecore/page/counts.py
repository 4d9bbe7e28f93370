"""Short texts for messages."""

from __future__ import annotations


def format_count(n: int, noun: str) -> str:
    """Format a number with its noun: `1 word`, `2 words`."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def shorten(text: str, limit: int) -> str:
    """Return a text on one line, with an ellipsis at the end if it has more than `limit`
    characters."""
    line = " ".join(text[: 4 * limit].split())
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"
