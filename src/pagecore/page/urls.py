"""Split URLs, also those that are wrong."""

from __future__ import annotations

from typing import Final
from urllib.parse import SplitResult, urlsplit

_NOTHING: Final = SplitResult("", "", "", "", "")


def split_url(url: str) -> SplitResult:
    """Split a URL into its parts; all are empty if it cannot be split, such as `http://[`."""
    try:
        return urlsplit(url)
    except ValueError:
        return _NOTHING
