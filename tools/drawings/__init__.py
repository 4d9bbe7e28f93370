"""Drawings of methods: how each finds the content of a page on which it succeeds and of one on
which it fails.

`python -m tools.drawings` writes them into `docs/methods`; `python -m tools.render` does so too,
and writes their captions into the pages of the methods. All numbers come from the evidence of the
methods and from the functions of their modules.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from tools.drawings import cetr, coreex, econ, hybrid, kmib
from tools.drawings.examples import FAILURE, SUCCESS, TITLES


class Drawing(NamedTuple):
    """A drawing of a method on a page."""

    #: The name of its file.
    file: str
    #: What the page is called.
    page: str
    svg: str
    caption: str


class _Module(NamedTuple):
    draw: Callable[[str], str]
    caption: Callable[[str], str]


#: The page methods that have drawings of their own; the others have a list of their blocks.
METHODS: Final[Mapping[str, _Module]] = {
    "coreex": _Module(coreex.draw, coreex.caption),
    "econ": _Module(econ.draw, econ.caption),
    "cetr": _Module(cetr.draw, cetr.caption),
    "kmib": _Module(kmib.draw, kmib.caption),
    "hybrid": _Module(hybrid.draw, hybrid.caption),
}
#: The pages of the drawings, and how the names of their files end.
SUFFIXES: Final = {SUCCESS: "", FAILURE: "-fails"}


@functools.cache
def make_drawings(method: str) -> tuple[Drawing, ...]:
    """Make the drawings of a page method: a success and a failure."""
    module = METHODS[method]
    return tuple(
        Drawing(f"{method}{suffix}.svg", TITLES[page], module.draw(page), module.caption(page))
        for page, suffix in SUFFIXES.items()
    )
