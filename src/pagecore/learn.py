"""The verb `learn`: pages of a site in, a wrapper out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from pagecore.errors import BadOption
from pagecore.page import Html, Mask, Page, parse
from pagecore.registry import method_named
from pagecore.wrapper import Wrapper

#: The method that is used when none is named.
LEARNS = "hybrid"


def learn(
    pages: Iterable[Html | Page],
    method: str | None = None,
    content: Callable[[Page], Mask] | None = None,
    site: str | None = None,
    made: str = "",
    **parameters: object,
) -> Wrapper:
    """Learn what the pages of a site have in common.

    Args:
        pages: of one site, parsed or not; those of one kind, such as articles, serve best.
        method: a method of the family `site`; `pagecore methods` lists them.
        content: which rows of a page are content, where one knows; without it the default extractor
            says so.
        site: the host the wrapper is of; without it that of the first page with a URL.
        made: when it is learned, for the wrapper to tell.
        parameters: of the method.

    Raises:
        WrapperError: nothing could be learned of these pages.
    """
    if isinstance(pages, (str, bytes, bytearray, memoryview, Page)):
        raise BadOption("pages: expected several pages of a site")
    chosen = method_named(LEARNS if method is None else method, "site")
    chosen.options(parameters)
    hosts: list[str] = []

    def seen() -> Iterable[Page]:
        for given in pages:
            page = given if isinstance(given, Page) else parse(given)
            if page.url is not None and not hosts:
                hosts.append(urlsplit(page.url).hostname or "")
            yield page

    learned: Wrapper = chosen(seen(), content, **parameters)
    return learned.of(site if site is not None else "".join(hosts), made)
