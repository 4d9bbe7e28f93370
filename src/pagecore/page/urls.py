"""Join and split URLs, also those that are wrong."""

from __future__ import annotations

from typing import Final
from urllib.parse import SplitResult, urlsplit

from pagecore import _core

_NOTHING: Final = SplitResult("", "", "", "", "")


def split_url(url: str) -> SplitResult:
    """Split a URL into its parts; all are empty if it cannot be split, such as `http://[`."""
    try:
        return urlsplit(url)
    except ValueError:
        return _NOTHING


def join_url(base: str | None, reference: str) -> str | None:
    """Return the absolute URL of a reference in its standard form; None if it is not a URL, such as
    a text with lone surrogates."""
    try:
        return _core.join_url(base, reference)
    except UnicodeEncodeError:
        return None


def check_web_url(url: str) -> str | None:
    """Return an `http` or `https` URL in its standard form, or None for anything else."""
    absolute = join_url(None, url.strip())
    is_web = absolute is not None and absolute.startswith(("http://", "https://"))
    return absolute if is_web else None
