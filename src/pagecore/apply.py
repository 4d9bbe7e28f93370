"""The verb `apply`: a wrapper and a page in, the page's content out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagecore.document import Document, Part
from pagecore.errors import WrapperError
from pagecore.extract import extract
from pagecore.page import Html, Page, PageWarning, parse
from pagecore.wrapper import Wrapper

if TYPE_CHECKING:
    import os


def apply(
    wrapper: Wrapper | str | os.PathLike[str],
    html: Html | Page,
    url: str | None = None,
    encoding: str | None = None,
) -> Document:
    """The content of a page, by what was learned of its site.

    The page is parsed, so that links, metadata and places are those of the whole page;
    `Wrapper.cut` is the way without a parse. Where the wrapper does not fit, the default extractor
    takes its place, and a warning says so.

    Args:
        wrapper: what `learn` gave, or the file it is in.
        html: the page: bytes, `str`, or a parsed `Page`.
        url: where it came from; a parsed page knows that itself.
        encoding: the charset of its HTTP header, where that is known.

    Raises:
        WrapperError: the file is no wrapper.
    """
    known = wrapper if isinstance(wrapper, Wrapper) else Wrapper.load(wrapper)
    page = html if isinstance(html, Page) else parse(html, url=url, encoding=encoding)
    notes = () if known.is_of(page.url) else (other_site(known, page.url),)
    try:
        return Document([Part(page, known.content(page))], known.method, notes=notes)
    except WrapperError as error:
        fallback = extract(page)
        notes = (*notes, _misfit(error))
        return Document(
            list(fallback.parts), fallback.method, fallback.options, fallback.wall, notes
        )


def other_site(wrapper: Wrapper, url: str | None) -> PageWarning:
    """That a page is of another site than the wrapper."""
    message = f"the wrapper is of {wrapper.site}, and the page is {url}"
    return PageWarning("wrapper-of-another-site", message, -1, -1, 1)


def _misfit(error: WrapperError) -> PageWarning:
    message = f"{error}; the default extractor took its place"
    return PageWarning("wrapper-does-not-fit", message, -1, -1, 1)
