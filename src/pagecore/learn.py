"""The verb `learn`: pages of a site in, a wrapper out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from urllib.parse import urlsplit

import numpy as np

from pagecore.errors import BadOption
from pagecore.page import Html, Mask, Page, parse
from pagecore.page.columns import numeric
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
    is_one = isinstance(pages, (str, bytes, bytearray, memoryview, Page))
    if is_one or not isinstance(pages, Iterable):
        raise BadOption("pages: expected several pages of a site")
    chosen = method_named(LEARNS if method is None else method, "site")
    chosen.options(parameters)
    hosts: dict[str, None] = {}

    def seen() -> Iterator[Page]:
        for given in pages:
            page = given if isinstance(given, Page) else parse(given)
            if page.url is not None:
                hosts[urlsplit(page.url).hostname or ""] = None
            yield page

    learned: Wrapper = chosen(seen(), content and _checked(content), **parameters)
    several = [f"the pages are of several hosts: {', '.join(hosts)}"] if len(hosts) > 1 else []
    return learned.of(next(iter(hosts), "") if site is None else site, made, tuple(several))


def _checked(content: Callable[[Page], Mask]) -> Callable[[Page], Mask]:
    """What says which rows are content, held to say so of every row."""

    def checked(page: Page) -> Mask:
        return numeric("content", content(page), len(page)).astype(np.bool_)

    return checked
