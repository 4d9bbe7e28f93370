"""The verbs `extract`, a page in and its content out, and `content`, the rows that it is in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

import numpy as np

from pagecore.choice import Choice, Part
from pagecore.document import Document
from pagecore.errors import BadOption
from pagecore.page import Html, Page, expect_page, parse
from pagecore.pagination.merge import merge_pages
from pagecore.registry import PAGE, Method, method_named
from pagecore.sources.signatures import check_is_page
from pagecore.steps.pipeline import run_steps, select_steps
from pagecore.steps.step import Request


def extract(
    html: Html | Page,
    url: str | None = None,
    method: str | None = None,
    comments: bool | None = None,
    pages: Iterable[Html | Page] = (),
    steps: Iterable[str] | None = None,
    **parameters: object,
) -> Document:
    """Extract the content of a page.

    Args:
        html: the page: bytes, `str`, or a parsed `Page`.
        url: the URL of the page; a parsed page has its own.
        method: a method of the family `page`; `pagecore methods` lists them.
        comments: whether reader comments are content, where they can be recognised by their names
            in the markup; None leaves that to the method.
        pages: the following pages of an article, which are merged with the first. Blocks that
            several pages have, such as the title, come out once. A page that is not parsed gets the
            URL that the page before it leads on to, or else that of the first.
        steps: names of the steps to take after the method, such as `("copies", "walls")`; None
            takes all, and `()` gives the choice of the bare method. `docs/extract.md` lists them.
        parameters: of the method.

    Raises:
        BadInput: the bytes are those of a PDF, an image, an archive or the like.
    """
    chosen = method_named(PAGE.default if method is None else method, PAGE.name)
    options = chosen.check_options(parameters)
    request = make_request(chosen, options, comments, steps)
    part = choose_part(html, url, request)
    document = _make_document(part, request, chosen.name, options)
    if pages == ():
        return document
    others = [choose_part(other, None, request) for other in _parse_following(part.page, pages)]
    documents = [_make_document(other, request, chosen.name, options) for other in others]
    return merge_pages([document, *documents]) if documents else document


def content(
    page: Page,
    *,
    method: str | None = None,
    comments: bool | None = None,
    steps: Iterable[str] | None = None,
    **parameters: object,
) -> Choice:
    """Choose the rows of a page that are content, as `extract` does.

    Where a page carries its content in its data, that is a page of its own, and no row of this one
    is content; `extract` has both as parts.

    Args:
        page: a parsed page; rows mean nothing without it.
        method: as in `extract`.
        comments: as in `extract`.
        steps: as in `extract`.
        parameters: of the method.
    """
    chosen = method_named(PAGE.default if method is None else method, PAGE.name)
    request = make_request(chosen, chosen.check_options(parameters), comments, steps)
    part = Part(expect_page("content", page), request.choose(page))
    return run_steps((part,), request)[0].choice


def choose_part(html: Html | Page, url: str | None, request: Request) -> Part:
    """A page and the choice of the method, before any step."""
    if request.from_html is None or isinstance(html, Page):
        page = parse_html(html, url)
        return Part(page, request.choose(page))
    refuse_other_types(html)
    page, choice = request.from_html(html, url)
    return Part(page, request.undo_steps(page, choice))


def _make_document(
    part: Part, request: Request, method: str, options: Mapping[str, object]
) -> Document:
    """The document of one page, after all steps."""
    return Document(run_steps((part,), request), method, options, request.names)


def make_request(
    method: Method, options: Mapping[str, object], comments: object, steps: Iterable[str] | None
) -> Request:
    """What steps have to know of a call, checked."""
    if comments is not None and not isinstance(comments, (bool, np.bool_)):
        raise BadOption(f"comments={comments!r}: expected True, False or None")
    is_wanted = None if comments is None else bool(comments)
    read = None if method.from_html is None else partial(method.from_html, **options)
    return Request(partial(method, **options), select_steps(steps), is_wanted, read)


def parse_html(html: Html | Page, url: str | None, encoding: str | None = None) -> Page:
    """The page; bytes of other file types are refused, which `parse` alone would take.

    Raises:
        BadInput: the bytes are those of a PDF, an image, an archive or the like.
        BadOption: a parsed page comes with a URL or an encoding.
    """
    if isinstance(html, Page):
        if url is not None or encoding is not None:
            name = "url" if url is not None else "encoding"
            raise BadOption(f"{name}: a parsed page has its own; give it to parse")
        return html
    refuse_other_types(html)
    return parse(html, url=url, encoding=encoding)


def refuse_other_types(html: Html) -> None:
    """Refuse the bytes of a PDF, an image, an archive or the like."""
    if isinstance(html, (bytes, bytearray, memoryview)):
        check_is_page(html)


def _parse_following(first: Page, pages: Iterable[Html | Page]) -> list[Page]:
    """The following pages; one that is not parsed gets the URL that the page before leads on to."""
    # Text and bytes can be gone through as well, and are one page.
    is_one = isinstance(pages, (str, bytes, bytearray, memoryview, Page))
    if is_one or not isinstance(pages, Iterable):
        raise BadOption("pages: expected a list of pages")
    # Few articles have several pages, and the import would cost all others time.
    from pagecore.pagination.next_page import find_next_page

    parsed, before = [], first
    for number, page in enumerate(pages, start=1):
        if not isinstance(page, Page):
            following = find_next_page(before, number=number)
            page = parse_html(page, first.url if following is None else following.url)
        parsed.append(page)
        before = page
    return parsed
