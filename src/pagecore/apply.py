"""The verb `apply`: from a wrapper and a page to the document of its content."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pagecore.document import Document
from pagecore.extract import extract_with, parse_html
from pagecore.page import Html, Page
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
    return extract_with(loaded, parse_html(html, url, encoding), comments, steps, quotes)
