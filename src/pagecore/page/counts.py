"""Counts of words, and short texts for messages."""

from __future__ import annotations

import re
from typing import Final

from pagecore import _core

#: Surrogates, which the core cannot read.
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def format_count(n: int, noun: str) -> str:
    """Format a number with its noun: `1 word`, `2 words`."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def shorten(text: str, limit: int) -> str:
    """Return a text on one line, with an ellipsis at the end if it has more than `limit`
    characters."""
    line = " ".join(text[: 4 * limit].split())
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def count_words(text: str) -> int:
    """Count the words of a text. In scripts without spaces, such as Japanese, every two characters
    are a word (`docs/data-model.md`)."""
    return _core.count_words(_SURROGATE.sub("\ufffd", text))
