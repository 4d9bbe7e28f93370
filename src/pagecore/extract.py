"""The verbs `extract`, a page in and its content out, and `content`, the rows that it is in."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from pagecore.choice import Choice
from pagecore.document import Document, Part
from pagecore.errors import BadOption
from pagecore.page import Html, Page, expect_page, parse
from pagecore.pagination.merge import joined
from pagecore.registry import PAGE, Method, Value, method_named
from pagecore.sources.signatures import check_is_page
from pagecore.steps.comments import with_comments
from pagecore.steps.embedded import embedded, is_stub
from pagecore.steps.walls import doubted


def extract(
    html: Html | Page,
    url: str | None = None,
    method: str | None = None,
    comments: bool | None = None,
    pages: Iterable[Html | Page] = (),
    **parameters: object,
) -> Document:
    """Find what a page is about.

    Args:
        html: the page: bytes, `str`, or a parsed `Page`.
        url: where it came from; a parsed page knows that itself.
        method: a method of the family `page`; `pagecore methods` lists them.
        comments: put reader comments in, or leave them out, where they can be told by their names
            in the page; without it they are content where the method takes them for it.
        pages: the next pages of an article, which are joined to the first. What stands on several,
            such as the title, comes out once. Those that are not parsed get the URL that the page
            before leads on to, or else that of the first.
        parameters: of the method.

    Raises:
        BadInput: the bytes are those of a PDF, an image, an archive or the like.
    """
    chosen, options = _method(method, comments, parameters)
    if isinstance(html, Page) and url is not None:
        raise BadOption("url: a parsed page has its own; give it to parse")
    page = _parsed(html, url)
    document = _extracted(page, chosen, options, comments)
    if pages == ():
        return document
    others = [_extracted(other, chosen, options, comments) for other in _others(page, pages)]
    return joined([document, *others]) if others else document


def content(
    page: Page,
    *,
    method: str | None = None,
    comments: bool | None = None,
    **parameters: object,
) -> Choice:
    """Find which rows of a page are content: the choice that `extract` makes of it.

    Where a page carries its content in its data, that is a page of its own, and no row of this one
    is content; `extract` has both as parts.

    Args:
        page: a parsed page; rows mean nothing without it.
        method: as in `extract`.
        comments: as in `extract`.
        parameters: of the method.
    """
    chosen, options = _method(method, comments, parameters)
    return _extracted(expect_page("content", page), chosen, options, comments).choice


def _method(
    name: str | None, comments: object, parameters: dict[str, object]
) -> tuple[Method, dict[str, Value]]:
    """The method that is asked for, with its options, all checked."""
    if comments is not None and not isinstance(comments, (bool, np.bool_)):
        raise BadOption(f"comments={comments!r}: expected True, False or None")
    chosen = method_named(PAGE.default if name is None else name, PAGE.name)
    return chosen, chosen.check_options(parameters)


def _others(first: Page, pages: Iterable[Html | Page]) -> list[Page]:
    """The next pages; where no URL is given with one, its links are joined to that which the page
    before leads on to."""
    # Text and bytes can be gone through as well, and are one page.
    is_one = isinstance(pages, (str, bytes, bytearray, memoryview, Page))
    if is_one or not isinstance(pages, Iterable):
        raise BadOption("pages: expected a list of pages")
    # Few have several pages, and the import would take all others time.
    from pagecore.pagination.next_page import next_page

    parsed, before = [], first
    for number, other in enumerate(pages, start=1):
        if not isinstance(other, Page):
            found = next_page(before, number=number)
            other = _parsed(other, first.url if found is None else found.url)
        parsed.append(other)
        before = other
    return parsed


def _parsed(html: Html | Page, url: str | None = None) -> Page:
    """The page. To `parse` any bytes are one; here those of a file of another kind are refused."""
    if isinstance(html, Page):
        return html
    if isinstance(html, (bytes, bytearray, memoryview)):
        check_is_page(html)
    return parse(html, url=url)


def _extracted(
    page: Page, chosen: Method, options: dict[str, Value], comments: bool | None
) -> Document:
    """The content of one page, by a method with checked options."""

    def choose(page: Page) -> Choice:
        choice: Choice = chosen(page, **options)
        return choice.once(page)

    choice = choose(page)
    kept = int(page.words[choice.content].sum())
    choice, wall = doubted(page, choice, kept)
    parts = [Part(page, choice)]
    if is_stub(choice, kept) and (wall is None or not wall.is_stand_in):
        found = embedded(page, choice, choose)
        if found is not None:
            shown = choice.without(page, choice.content, "the page carries more of it in its data")
            parts, wall = [Part(page, shown), found], None
    if comments is not None:
        parts = [Part(page, with_comments(page, choice, bool(comments))) for page, choice in parts]
    return Document(parts, chosen.name, options, wall)
