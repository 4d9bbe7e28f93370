"""A peer: another extractor, with a name and the usual call of its manual."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

#: The oldest Python version that pagecore and most peers run on.
OLDEST = (3, 11)


@dataclass(frozen=True)
class PeerResult:
    """The result of an extractor for a page.

    Args:
        text: the main text; empty if there is none.
        title: the title of the page.
        author: several authors are joined by "; ".
        date: as the extractor writes it.
        html: the main content as HTML, if the usual call returns it.
        metadata_error: why there is a text but no title, author and date.
    """

    text: str
    title: str | None = None
    author: str | None = None
    date: str | None = None
    html: str | None = None
    metadata_error: str | None = None


#: From the bytes of a page and its URL to the result.
Extract = Callable[[bytes, str | None], PeerResult]


@dataclass(frozen=True)
class Peer:
    """Another extractor.

    It is sent to another process, so its calls are functions of a module. They import the library
    when they run, so a `Peer` can be used without it.

    Args:
        name: the name in tables and on the command line.
        extract: the usual call, from bytes to text. Only this call is timed.
        metadata: a second call for title, author and date, if the first does not return them. Its
            text is ignored.
        distribution: the name on PyPI, if it differs from `name`.
        modules: the modules that it imports.
        python: the oldest Python version that it runs on.
    """

    name: str
    extract: Extract
    metadata: Extract | None = None
    distribution: str = ""
    modules: tuple[str, ...] = ()
    python: tuple[int, int] = OLDEST
