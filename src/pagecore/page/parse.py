"""The verb `parse`: bytes or text in, a `Page` out."""

from __future__ import annotations

from pagecore.errors import BadInput
from pagecore.page.core_table import Html, checked_limits, checked_word, table_of
from pagecore.page.page import Page


def parse(
    html: Html,
    *,
    url: str | None = None,
    encoding: str | None = None,
    fragment: str | None = None,
    max_bytes: int = 64 * 2**20,
    max_rows: int = 4_000_000,
    max_attribute: int = 2**20,
    max_depth: int = 512,
    max_formatting: int = 64,
) -> Page:
    """Parse a page, or a fragment of one, into a table. Any bytes make a page.

    Args:
        html: the page. A `str` is taken as it is; bytes are decoded, in the order of a byte order
            mark, `encoding`, valid UTF-8, `meta`, the pattern of UTF-16, a guess.
        url: where the page came from; links are joined to it.
        encoding: the charset of the HTTP header, if there was one.
        fragment: parse as the content of this element: `"td"`, `"svg path"`.
        max_bytes: bytes of the source that are read.
        max_rows: rows that are made.
        max_attribute: bytes of one attribute's value that are kept.
        max_depth: levels; a deeper element becomes a sibling at the last.
        max_formatting: formatting elements that are open at once.

    Returns:
        The page. What was odd, guessed or cut off is in its `warnings`.
    """
    words = {"url": url, "encoding": encoding, "fragment": fragment}
    for name, word in words.items():
        if word is not None:
            checked_word(name, word)
    limits = checked_limits(
        max_bytes=max_bytes,
        max_rows=max_rows,
        max_attribute=max_attribute,
        max_depth=max_depth,
        max_formatting=max_formatting,
    )
    options = {"encoding": encoding, "fragment": fragment, **limits}
    return Page(table_of(html, options), url, options)


def expect_page(verb: str, page: object) -> Page:
    """Return the page that a verb was called with, or raise `BadInput` where it is not parsed."""
    if not isinstance(page, Page):
        raise BadInput(
            f"{verb} takes a parsed page, not {type(page).__name__}: parse gives one, and its rows "
            "mean nothing without it"
        )
    return page
