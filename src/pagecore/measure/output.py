"""What a contender made of a page, and what it gives at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.corpora.corpus import GoldPost


@dataclass(frozen=True)
class Output:
    """What a contender made of a page; a miss has a reason and nothing else.

    What is None was not asked for or not found. Which of the two it is, all outputs of a contender
    tell together: see `given`.
    """

    id: str
    text: str
    cpu_ms: float | None
    #: Why the page is a miss: the kind of miss, a colon, and the details.
    error: str | None = None
    title: str | None = None
    #: Several are joined by "; ".
    author: str | None = None
    date: str | None = None
    #: The content as HTML.
    html: str | None = None
    posts: tuple[GoldPost, ...] | None = None
    #: For every row of the page the number of its segment, negative outside all of them.
    segments: npt.NDArray[np.int32] | None = field(default=None, compare=False)
    #: The F1 that the contender expects of its text.
    confidence: float | None = None
    #: How likely the page is of each type, the likeliest first.
    page_types: Mapping[str, float] | None = None

    @property
    def page_type(self) -> str | None:
        """The likeliest type of the page."""
        return next(iter(self.page_types or ()), None)

    @property
    def reason(self) -> str | None:
        """The kind of miss, by which misses are counted: the error without its details."""
        return None if self.error is None else self.error.partition(":")[0]


#: What a contender may give beside the text.
EXTRAS: Final = ("title", "author", "date", "html", "posts", "segments")


def given(outputs: Iterable[Output]) -> frozenset[str]:
    """What a contender gives, of `text` and `EXTRAS`: what at least one of its outputs has.

    Text is given by all but those that segment pages and extract nothing.
    """
    outputs = list(outputs)
    found = {name for name in EXTRAS for one in outputs if getattr(one, name) is not None}
    if "segments" not in found or any(one.text for one in outputs):
        found.add("text")
    return frozenset(found)
