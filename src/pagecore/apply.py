"""The verb `apply`: from a wrapper and a page to the document of its content."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pagecore.choice import Part
from pagecore.document import Document
from pagecore.errors import WrapperError
from pagecore.extract import extract, make_request, parse_html
from pagecore.page import Html, Page, PageWarning
from pagecore.registry import PAGE, SITE, Method, find_method
from pagecore.steps.step import Parts
from pagecore.wrapper import Wrapper
from pagecore.wrapper_store import WrapperStore

if TYPE_CHECKING:
    import os


def apply(
    wrapper: Wrapper | WrapperStore | str | os.PathLike[str],
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
        wrapper: a wrapper that `learn` returned, or its file; or a store of wrappers, of which that
            of the page's host is used, and the default extractor if there is none.
        html: the page: bytes, `str`, or a parsed `Page`.
        url: the URL of the page; a parsed page has its own.
        encoding: the charset of the HTTP header, if it is known.
        comments: as in `extract`.
        steps: as in `extract`.
        quotes: as in `extract`.

    Raises:
        BadInput: the bytes are a PDF, an image, an archive or another file type.
        WrapperError: the file is not a valid wrapper, or the store is damaged.
    """
    if not isinstance(wrapper, (Wrapper, WrapperStore)):
        wrapper = Wrapper.load(wrapper)
    page = parse_html(html, url, encoding)
    return apply_or_extract(wrapper, page, comments=comments, quotes=quotes, steps=steps)


def apply_or_extract(
    wrapper: Wrapper | WrapperStore,
    page: Page,
    *,
    method: str | None = None,
    comments: bool | None = None,
    quotes: bool = False,
    steps: Iterable[str] | None = None,
    **parameters: object,
) -> Document:
    """Extract the content of a page with a wrapper, or with a page method if it does not fit.

    Args:
        wrapper: a wrapper, or a store, of which that of the page's host is used.
        page: the page.
        method: the page method for pages that no wrapper fits; the other arguments are those of
            `extract`.
        comments: as in `extract`.
        quotes: as in `extract`.
        steps: as in `extract`.
        parameters: parameters of the page method.
    """
    loaded = wrapper.find(page.address) if isinstance(wrapper, WrapperStore) else wrapper
    fallback = find_method(PAGE.default if method is None else method, PAGE.name)
    options: dict[str, Any] = fallback.check_options(parameters, extract)
    if loaded is None:
        return extract(
            page, method=fallback.name, comments=comments, quotes=quotes, steps=steps, **options
        )
    # An embedded page does not have the template of the site, so the fallback reads it.
    request = make_request(fallback, options, comments, steps, quotes)
    warnings = () if loaded.matches_site(page.url) else (warn_of_other_site(loaded, page.url),)
    try:
        name, choice = f"{SITE.name}/{loaded.method}", loaded.content(page)
        options = {}
    except WrapperError as error:
        name, choice = fallback.name, request.choose(page)
        warnings = (*warnings, _warn_of_misfit(error, fallback))
    parts: Parts = (Part(page, choice),)
    for step in request.steps:
        parts = step.run(parts, request)
    return Document(parts, name, options, request.names, warnings)


def warn_of_other_site(wrapper: Wrapper, url: str | None) -> PageWarning:
    """Return the warning that a page belongs to another site than the wrapper."""
    message = f"the wrapper was learned from {wrapper.site}, but the page is {url}"
    return PageWarning("wrapper-of-another-site", message, -1, -1, 1)


def _warn_of_misfit(error: WrapperError, fallback: Method) -> PageWarning:
    is_default = fallback.name == PAGE.default
    used = "default extractor" if is_default else f"method {fallback.name!r}"
    message = f"the {used} was used: {error}"
    return PageWarning("wrapper-does-not-fit", message, -1, -1, 1)
