"""The verb `apply`: from a wrapper and a page to the document of its content."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pagecore.choice import Part
from pagecore.document import Document
from pagecore.errors import WrapperError
from pagecore.extract import make_request, parse_html
from pagecore.page import Html, Page, PageWarning
from pagecore.registry import PAGE, SITE, find_method
from pagecore.steps.step import Parts
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
    quotes: bool = False,
) -> Document:
    """Extract the content of a page with a wrapper of its site.

    The page is parsed and the steps of `extract` are run; `Wrapper.cut` works without parsing. If
    the wrapper does not fit the page, the default extractor is used, with a warning.

    Args:
        wrapper: a wrapper that `learn` returned, or its file.
        html: the page: bytes, `str`, or a parsed `Page`.
        url: the URL of the page; a parsed page has its own.
        encoding: the charset of the HTTP header, if it is known.
        comments: as in `extract`.
        steps: as in `extract`.
        quotes: as in `extract`.

    Raises:
        BadInput: the bytes are a PDF, an image, an archive or another file type.
        WrapperError: the file is not a valid wrapper.
    """
    loaded = wrapper if isinstance(wrapper, Wrapper) else Wrapper.load(wrapper)
    # An embedded page does not have the template of the site, so the default extractor reads it.
    default = find_method(PAGE.default, PAGE.name)
    request = make_request(default, {}, comments, steps, quotes)
    page = parse_html(html, url, encoding)
    warnings = () if loaded.matches_site(page.url) else (warn_of_other_site(loaded, page.url),)
    try:
        method, choice = f"{SITE.name}/{loaded.method}", loaded.content(page)
    except WrapperError as error:
        method, choice = default.name, request.choose(page)
        warnings = (*warnings, _warn_of_misfit(error))
    parts: Parts = (Part(page, choice),)
    for step in request.steps:
        parts = step.run(parts, request)
    return Document(parts, method, None, request.names, warnings)


def warn_of_other_site(wrapper: Wrapper, url: str | None) -> PageWarning:
    """Return the warning that a page belongs to another site than the wrapper."""
    message = f"the wrapper was learned from {wrapper.site}, but the page is {url}"
    return PageWarning("wrapper-of-another-site", message, -1, -1, 1)


def _warn_of_misfit(error: WrapperError) -> PageWarning:
    message = f"the default extractor was used: {error}"
    return PageWarning("wrapper-does-not-fit", message, -1, -1, 1)
