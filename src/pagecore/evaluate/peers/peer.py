"""What a peer is: another extractor with a name and the usual call of its manual."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

#: The oldest Python that pagecore runs on, and with it most peers.
OLDEST = (3, 11)


@dataclass(frozen=True)
class PeerResult:
    """What an extractor made of a page.

    Args:
        text: the main text; empty when it found none.
        title: of the page.
        author: several are joined by "; ".
        date: as the extractor writes it.
        html: the main content as HTML, where the usual call gives it.
        metadata_error: why title, author and date are missing although the text is there.
    """

    text: str
    title: str | None = None
    author: str | None = None
    date: str | None = None
    html: str | None = None
    metadata_error: str | None = None


#: From the bytes of a page and its address to the result.
Extract = Callable[[bytes, str | None], PeerResult]


@dataclass(frozen=True)
class Peer:
    """An extractor that is measured beside ours.

    It is sent to another process, so its calls are functions of a module. They import the
    library when they run: a `Peer` can be had without it.

    Args:
        name: as the tables show it and the command line takes it.
        extract: the usual call, from bytes to text; this is what is timed.
        metadata: a second call for title, author and date, where the first does not give them.
            It is not timed, and its text is not looked at.
        distribution: what pip installs; the name when empty.
        modules: what must be there to be imported.
        python: the oldest Python it runs on.
    """

    name: str
    extract: Extract
    metadata: Extract | None = None
    distribution: str = ""
    modules: tuple[str, ...] = ()
    python: tuple[int, int] = OLDEST
