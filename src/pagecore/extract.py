"""The verb `extract`: a page in, its content out."""

from __future__ import annotations

import numpy as np

from pagecore.comments import with_comments
from pagecore.document import Document, Part
from pagecore.embedded import embedded, is_stub
from pagecore.errors import BadOption
from pagecore.page import Html, Page, parse
from pagecore.registry import method_named, methods
from pagecore.walls import doubted

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
    choice = chosen(page, **options)
    kept = int(page.words[choice.content].sum())
    choice, wall = doubted(page, choice, kept)
    parts = [Part(page, choice)]
    if is_stub(choice, kept) and (wall is None or not wall.is_stand_in):
        found = embedded(page, choice, lambda inner: chosen(inner, **options))
        if found is not None:
            shown = choice.without(page, choice.content, "the page carries more of it in its data")
            parts, wall = [Part(page, shown), found], None
    if comments is not None:
        parts = [Part(page, with_comments(page, choice, bool(comments))) for page, choice in parts]
    return Document(parts, chosen.name, options, wall)
