"""Numbers of things in words, for messages."""

from __future__ import annotations


def format_count(n: int, noun: str) -> str:
    """Format a number with its noun: `1 word`, `2 words`."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"
