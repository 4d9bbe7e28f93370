"""The verb `parse`: bytes or text in, a `Page` out."""

from __future__ import annotations

from pagecore.errors import BadInput
from pagecore.page.core_table import Html, check_limits, check_text, parse_table
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
    """Parse a page, or a fragment of one, into a table. Any bytes can be parsed.

    Args:
        html: the page. Bytes are decoded by the first of these that applies: a byte order mark,
            `encoding`, valid UTF-8, `meta`, the pattern of UTF-16, a guess. A `str` is not decoded.
        url: the URL of the page; relative links are resolved against it. A URL of more than 2048
            bytes is ignored, with a warning.
        encoding: the charset of the HTTP header, if there was one.
        fragment: parse the source as the content of this element: `"td"`, `"svg path"`.
        max_bytes: maximum number of bytes to read.
        max_rows: maximum number of rows.
        max_attribute: maximum number of bytes of an attribute value.
        max_depth: maximum nesting depth; a deeper element becomes a sibling of the deepest one.
        max_formatting: maximum number of open formatting elements.

    Returns:
        The page. Its `warnings` report problems, guesses and truncation.
    """
    words = {"url": url, "encoding": encoding, "fragment": fragment}
    for name, word in words.items():
        if word is not None:
            check_text(name, word)
    limits = check_limits(
        max_bytes=max_bytes,
        max_rows=max_rows,
        max_attribute=max_attribute,
        max_depth=max_depth,
        max_formatting=max_formatting,
    )
    options = {"encoding": encoding, "fragment": fragment, **limits}
    return Page(parse_table(html, options), url, options)


def expect_page(verb: str, page: object) -> Page:
    """Return the page that was passed to a verb, or raise `BadInput` if it is not parsed."""
    if not isinstance(page, Page):
        raise BadInput(
            f"{verb} takes a parsed page, not {type(page).__name__}: pass the result of "
            "pagecore.parse, because the result of this call refers to its rows"
        )
    return page
