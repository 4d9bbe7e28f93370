"""The corpora: one reader per layout, `load` for all of them.

What a corpus lacks does not keep the rest from being measured: a page without gold, gold without a
page, a broken line, a wrong encoding, an id that occurs twice are each a problem that names its
file. Only where nothing can be used is a corpus refused.
"""

from __future__ import annotations

from pathlib import Path

from pagecore.corpora import (
    aeb,
    blogs,
    forums,
    fundus,
    plain,
    readability,
    segments,
    sites,
    trafilatura,
    wcxb,
)
from pagecore.corpora.corpus import Corpus, Gold, GoldPost, Item, MetricName, Problem, Segment
from pagecore.corpora.reading import CorpusLayout, Reading
from pagecore.errors import BadOption, CorpusError

__all__ = [
    "Corpus",
    "Gold",
    "GoldPost",
    "Item",
    "MetricName",
    "Problem",
    "Segment",
    "layout_named",
    "load",
    "names",
]

_LAYOUTS = {
    "wcxb": wcxb.LAYOUT,
    "aeb": aeb.LAYOUT,
    "readability": readability.LAYOUT,
    "fundus": fundus.LAYOUT,
    "forums": forums.LAYOUT,
    "segments": segments.LAYOUT,
    "blogs": blogs.LAYOUT,
    "sites": sites.LAYOUT,
    "trafilatura": trafilatura.LAYOUT,
    "plain": plain.LAYOUT,
}


def load(name: str, path: str | Path) -> Corpus:
    """Read a corpus.

    Args:
        name: its layout, one of `names()`.
        path: its folder, or its file where the layout has one.

    Returns:
        The corpus; what is wrong with it is in its `problems`. Pages are read when asked for.

    Raises:
        CorpusError: nothing there can be used.
    """
    layout = layout_named(name)
    path = Path(path)
    if not path.exists():
        raise CorpusError(
            f"{path}: there is no such folder; a corpus of the layout {name!r} has {layout.expects}"
        )
    if not path.is_dir() and not layout.one_file:
        raise CorpusError(
            f"{path}: is a file; a corpus of the layout {name!r} is a folder with {layout.expects}"
        )
    reading = Reading(path)
    layout.read(reading)
    return reading.corpus(name, layout)


def names() -> tuple[str, ...]:
    """The layouts that can be read."""
    return tuple(_LAYOUTS)


def layout_named(name: str) -> CorpusLayout:
    """A layout by its name, or `BadOption`."""
    if name not in _LAYOUTS:
        raise BadOption(f"corpus {name!r}: expected one of {', '.join(_LAYOUTS)}")
    return _LAYOUTS[name]
