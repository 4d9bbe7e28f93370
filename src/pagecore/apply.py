"""The verb `apply`: from a wrapper and a page to the document of its content."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pagecore.document import Document
from pagecore.extract import extract, extract_with, parse_html
from pagecore.page import Html, Page
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
    page = parse_html(html, url, encoding)
    if isinstance(wrapper, WrapperStore):
        return extract_from_store(wrapper, page, comments=comments, steps=steps, quotes=quotes)
    loaded = wrapper if isinstance(wrapper, Wrapper) else Wrapper.load(wrapper)
    return extract_with(loaded, page, comments=comments, steps=steps, quotes=quotes)


def extract_from_store(store: WrapperStore, page: Page, **options: Any) -> Document:
    """Extract the content of a page with the wrapper of its host, or with a page method if there is
    none or it does not fit.

    Args:
        store: the wrappers.
        page: the page.
        options: the other arguments of `extract`; those of the method are for pages that no wrapper
            fits.
    """
    wrapper = store.find(page.address)
    if wrapper is None:
        return extract(page, **options)
    return extract_with(wrapper, page, **options)
