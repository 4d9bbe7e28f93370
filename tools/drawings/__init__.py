"""Drawings of methods: how each finds the content of a page, or of the pages of a site, on which it
succeeds and of one on which it fails.

`python -m tools.drawings` writes them into `docs/methods`; `python -m tools.render` does so too,
and writes their captions into the pages of the methods. All numbers come from the evidence of the
methods and from the functions of their modules.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from tools.drawings import (
    cetr,
    comb,
    coreex,
    cst,
    econ,
    entropy,
    hybrid,
    ibdf,
    kmib,
    rtdm,
    vbpa,
    vbpa_threads,
    vips,
    vwrapper,
    wtm,
)  # fmt: skip
from tools.drawings.example_sites import COMMENTED_TITLES, SITE_TITLES
from tools.drawings.examples import FAILURE, SUCCESS, TITLES
from tools.drawings.rendered_pages import RENDERED_TITLES


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
    #: What the examples are called, by name: a success and a failure.
    titles: Mapping[str, str] = TITLES


#: The page methods that have drawings of their own; the others have a list of their blocks.
METHODS: Final[Mapping[str, _Module]] = {
    "coreex": _Module(coreex.draw, coreex.caption),
    "econ": _Module(econ.draw, econ.caption),
    "cetr": _Module(cetr.draw, cetr.caption),
    "kmib": _Module(kmib.draw, kmib.caption),
    "hybrid": _Module(hybrid.draw, hybrid.caption),
    "vbpa": _Module(vbpa.draw, vbpa.caption, RENDERED_TITLES),
    "vwrapper": _Module(vwrapper.draw, vwrapper.caption, RENDERED_TITLES),
}
#: The same for segment methods.
SEGMENT_METHODS: Final[Mapping[str, _Module]] = {
    "comb": _Module(comb.draw, comb.caption, RENDERED_TITLES),
    "vips": _Module(vips.draw, vips.caption, RENDERED_TITLES),
}
#: The same for thread methods.
THREAD_METHODS: Final[Mapping[str, _Module]] = {
    "vbpa-threads": _Module(vbpa_threads.draw, vbpa_threads.caption, vbpa_threads.THREAD_TITLES),
}
#: The same for site methods.
SITE_METHODS: Final[Mapping[str, _Module]] = {
    "cst": _Module(cst.draw, cst.caption, SITE_TITLES),
    "entropy": _Module(entropy.draw, entropy.caption, COMMENTED_TITLES),
    "ibdf": _Module(ibdf.draw, ibdf.caption, COMMENTED_TITLES),
    "rtdm": _Module(rtdm.draw, rtdm.caption, SITE_TITLES),
    "wtm": _Module(wtm.draw, wtm.caption, wtm.BLOG_TITLES),
}
#: The pages of the drawings, and how the names of their files end.
SUFFIXES: Final = {SUCCESS: "", FAILURE: "-fails"}


@functools.cache
def make_drawings(method: str) -> tuple[Drawing, ...]:
    """Make the drawings of a method: a success and a failure."""
    module = {**METHODS, **SEGMENT_METHODS, **THREAD_METHODS, **SITE_METHODS}[method]
    return tuple(
        Drawing(f"{method}{suffix}.svg", title, module.draw(name), module.caption(name))
        for (name, title), suffix in zip(module.titles.items(), SUFFIXES.values(), strict=True)
    )
