"""The verb `apply`: a wrapper and a page in, the page's content out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagecore.choice import Choice
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

    Where the wrapper can cut the content out of the source, that alone is parsed, and rows and
    offsets are those of the piece. Where it does not fit, the default extractor takes its place,
    and a warning says so.

    Args:
        wrapper: what `learn` gave, or the file it is in.
        html: the page: bytes, `str`, or a parsed `Page`.
        url: where it came from.
        encoding: the charset of its HTTP header, where that is known.

    Raises:
        WrapperError: the file is no wrapper.
    """
    known = wrapper if isinstance(wrapper, Wrapper) else Wrapper.load(wrapper)
    try:
        if isinstance(html, Page):
            return Document([Part(html, known.content(html))], known.method)
        if isinstance(html, str):
            # As `parse` reads it; a lone surrogate is no text.
            html, encoding = html.encode("utf-8", "replace"), "utf-8"
        piece = known.cut(bytes(html), encoding)
    except WrapperError as error:
        page = html if isinstance(html, Page) else parse(html, url=url, encoding=encoding)
        fallback = extract(page)
        return Document(
            list(fallback.parts), fallback.method, fallback.options, fallback.wall, (_note(error),)
        )
    page = parse(piece, url=url, encoding="utf-8")
    return Document([Part(page, Choice.of(page, page.visible))], known.method)


def _note(error: WrapperError) -> PageWarning:
    message = f"{error}; the default extractor took its place"
    return PageWarning("wrapper-does-not-fit", message, -1, -1, 1)
