"""The verb `apply`: a wrapper and a page in, the page's content out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pagecore.choice import Part
from pagecore.document import Document
from pagecore.errors import WrapperError
from pagecore.extract import make_request, parse_html
from pagecore.page import Html, Page, PageWarning
from pagecore.registry import PAGE, method_named
from pagecore.steps.pipeline import run_steps
from pagecore.wrapper import Wrapper

if TYPE_CHECKING:
    import os


def apply(
    wrapper: Wrapper | str | os.PathLike[str],
    html: Html | Page,
    url: str | None = None,
    encoding: str | None = None,
    comments: bool | None = None,
    steps: Iterable[str] | None = None,
) -> Document:
    """Extract the content of a page by a wrapper of its site.

    The page is parsed, so that links, metadata and places are those of the whole page, and the same
    steps follow as in `extract`; `Wrapper.cut` is the way without a parse. Where the wrapper does
    not fit, the default extractor takes its place, and a warning says so.

    Args:
        wrapper: what `learn` gave, or the file it is in.
        html: the page: bytes, `str`, or a parsed `Page`.
        url: the URL of the page; a parsed page has its own.
        encoding: the charset of its HTTP header, where that is known.
        comments: as in `extract`.
        steps: as in `extract`.

    Raises:
        BadInput: the bytes are those of a PDF, an image, an archive or the like.
        WrapperError: the file is no wrapper.
    """
    known = wrapper if isinstance(wrapper, Wrapper) else Wrapper.load(wrapper)
    # Pages inside the page are not of the site's layout, so the default extractor reads them.
    default = method_named(PAGE.default, PAGE.name)
    request = make_request(default, {}, comments, steps)
    page = parse_html(html, url, encoding)
    notes = () if known.is_of(page.url) else (warn_of_other_site(known, page.url),)
    try:
        method, choice = known.method, known.content(page)
    except WrapperError as error:
        method, choice = default.name, request.choose(page)
        notes = (*notes, _warn_of_misfit(error))
    parts = run_steps((Part(page, choice),), request)
    return Document(parts, method, None, request.names, notes)


def warn_of_other_site(wrapper: Wrapper, url: str | None) -> PageWarning:
    """The warning that a page is of another site than the wrapper."""
    message = f"the wrapper is of {wrapper.site}, and the page is {url}"
    return PageWarning("wrapper-of-another-site", message, -1, -1, 1)


def _warn_of_misfit(error: WrapperError) -> PageWarning:
    message = f"{error}; the default extractor took its place"
    return PageWarning("wrapper-does-not-fit", message, -1, -1, 1)
