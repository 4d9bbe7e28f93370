"""The output of a contender for a page, and the parts of it that the contender returns at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.corpora.corpus import GoldPost


@dataclass(frozen=True)
class Output:
    """The output of a contender for a page; a failure has an error and nothing else.

    A part that is None was not requested, or the page does not have it. All outputs of a contender
    together show which of the two it is: see `list_parts`.
    """

    id: str
    text: str
    cpu_ms: float | None
    #: Why the page failed: the kind of failure, a colon, and the details.
    error: str | None = None
    title: str | None = None
    #: Several authors are joined by "; ".
    author: str | None = None
    date: str | None = None
    #: The content as HTML.
    html: str | None = None
    posts: tuple[GoldPost, ...] | None = None
    #: The items of a list, each with the texts of its columns; "" where it has none.
    records: tuple[tuple[str, ...], ...] | None = None
    #: The segment of each row of the page, negative outside all segments.
    segments: npt.NDArray[np.int32] | None = field(default=None, compare=False)
    #: Whether these are rows of the rendered page, which may differ from those of the source.
    is_rendered: bool = False
    #: The F1 that the contender expects for its text.
    confidence: float | None = None
    #: The probability of each page type, the likeliest first.
    page_types: Mapping[str, float] | None = None

    @property
    def page_type(self) -> str | None:
        """The likeliest page type."""
        return next(iter(self.page_types or ()), None)

    @property
    def reason(self) -> str | None:
        """The kind of failure: the error without its details. Failures are counted by kind."""
        return None if self.error is None else self.error.partition(":")[0]


#: The parts of an output besides the text.
EXTRAS: Final = ("title", "author", "date", "html", "posts", "segments", "records")


def list_parts(outputs: Iterable[Output]) -> frozenset[str]:
    """The parts that a contender returns, of `text` and `EXTRAS`: those that at least one of its
    outputs has.

    All contenders return text, except those that only segment pages or find items.
    """
    outputs = list(outputs)
    parts = {name for name in EXTRAS for output in outputs if getattr(output, name) is not None}
    if parts.isdisjoint({"segments", "records"}) or any(output.text for output in outputs):
        parts.add("text")
    return frozenset(parts)
