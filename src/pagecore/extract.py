"""The verb `extract`: a page in, its content out."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pagecore.comments import with_comments
from pagecore.document import Document, Part
from pagecore.errors import BadOption
from pagecore.page import Html, Page, parse
from pagecore.registry import Method, Value, method_named, methods

#: The method that is used when none is named.
DEFAULT = "default"


def extract(
    html: Html | Page,
    url: str | None = None,
    method: str | None = None,
    comments: bool | None = None,
    **parameters: object,
) -> Document:
    """Find what a page is about.

    Args:
        html: the page: bytes, `str`, or a parsed `Page`.
        url: where it came from; a parsed page knows that itself.
        method: a method of the family `page`; `pagecore methods` lists them.
        comments: put reader comments in, or leave them out, where they can be told by their names
            in the page; without it they are content where the method takes them for it.
        parameters: of the method.
    """
    if comments is not None and not isinstance(comments, (bool, np.bool_)):
        raise BadOption(f"comments={comments!r}: expected True, False or None")
    chosen = method_named(DEFAULT if method is None else method)
    if chosen.family != "page":
        names = ", ".join(known.name for known in methods("page"))
        raise BadOption(f"method {chosen.name!r} does not extract; these do: {names}")
    if isinstance(html, Page):
        if url is not None:
            raise BadOption("url: a parsed page has its own; give it to parse")
        page = html
    else:
        page = parse(html, url=url)
    options = chosen.options(parameters)
    parts = [Part(page, chosen(page, **options))]
    if not parts[0].choice.content.any():
        parts += _embedded(page, chosen, options)
    if comments is not None:
        parts = [Part(page, with_comments(page, choice, bool(comments))) for page, choice in parts]
    return Document(parts, chosen.name, options)


def _embedded(page: Page, chosen: Method, options: Mapping[str, Value]) -> list[Part]:
    """What a page that shows no content carries in the data of its scripts or in a frame: of all
    that is there the part with the most words of content."""
    best: list[Part] = []
    most = 0
    for row in np.flatnonzero(page.is_tag("script", "iframe")):
        inner = page.inner(int(row))
        if inner is None:
            continue
        choice = chosen(inner, **options)
        words = int(inner.words[choice.content].sum())
        if words > most:
            best, most = [Part(inner, choice)], words
    return best
