"""Pages whose counts are reals: a method may not depend on counts being whole numbers."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np

from pagecore import Page
from pagecore.page import Blocks


def real(column: str) -> Any:
    """A column of the class above, as reals."""

    def read(self: Any) -> Any:
        values = getattr(super(type(self), self), column).astype(np.float64)
        values.flags.writeable = False
        return values

    return property(read)


class RealBlocks(Blocks):
    """Blocks whose counts are reals."""

    chars = real("chars")
    words = real("words")
    punctuation = real("punctuation")
    link_chars = real("link_chars")
    link_words = real("link_words")
    lines = real("lines")
    media = real("media")


class RealPage(Page):
    """A page whose counts are reals. What numbers rows, tags and reasons stays whole: nobody
    calculates with those, and numpy takes no real as an index."""

    depth = real("depth")
    chars = real("chars")
    words = real("words")
    punctuation = real("punctuation")

    @property
    def blocks(self) -> Any:
        return _as_class(super().blocks, RealBlocks)


def real_copy(page: Page) -> Page:
    """A copy of a page, as another process gets it, whose counts are reals."""
    copy: Page = _as_class(pickle.loads(pickle.dumps(page)), RealPage)
    return copy


def _as_class(thing: Any, other: type) -> Any:
    # A page cannot be changed; past that this is the shortest way to one of another class.
    object.__setattr__(thing, "__class__", other)
    return thing
