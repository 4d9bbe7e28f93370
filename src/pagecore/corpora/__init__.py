"""Corpora of labelled pages: one reader per layout, `load` for all of them.

A faulty part of a corpus does not prevent the use of the rest: a page without gold, gold without a
page, a broken line, a wrong encoding or a duplicate id is a problem that names its file. A corpus
is refused only if no page can be used.
"""

from __future__ import annotations

from pathlib import Path

from pagecore.corpora import (
    aeb,
    blogs,
    forums,
    fundus,
    gold_lines,
    plain,
    readability,
    segments,
    sites,
    trafilatura,
    wcxb,
)
from pagecore.corpora.corpus import Corpus, Gold, GoldPost, Item, MarkedRegion, MetricName, Problem
from pagecore.corpora.reader import CorpusLayout, CorpusReader
from pagecore.errors import BadOption, CorpusError

__all__ = [
    "Corpus",
    "Gold",
    "GoldPost",
    "Item",
    "MarkedRegion",
    "MetricName",
    "Problem",
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
    **{name: collection.layout for name, collection in gold_lines.COLLECTIONS.items()},
    "trafilatura": trafilatura.LAYOUT,
    "plain": plain.LAYOUT,
}


def load(name: str, path: str | Path) -> Corpus:
    """Read a corpus.

    Args:
        name: its format, one of `names()`.
        path: its folder, or its file if the format is a single file.

    Returns:
        The corpus; its `problems` list the faults. Pages are read on access.

    Raises:
        CorpusError: no page can be used.
    """
    layout = layout_named(name)
    path = Path(path)
    if not path.exists():
        raise CorpusError(
            f"{path}: no such folder; a corpus of the format {name!r} has {layout.expects}"
        )
    if not path.is_dir() and not layout.one_file:
        raise CorpusError(
            f"{path}: this is a file; expected a folder of the format {name!r}: {layout.expects}"
        )
    reader = CorpusReader(path)
    layout.read(reader)
    return reader.build_corpus(name, layout)


def names() -> tuple[str, ...]:
    """The names of the layouts."""
    return tuple(_LAYOUTS)


def layout_named(name: str) -> CorpusLayout:
    """Find a layout by its name, or raise `BadOption`."""
    if name not in _LAYOUTS:
        raise BadOption(f"corpus {name!r}: expected one of {', '.join(_LAYOUTS)}")
    return _LAYOUTS[name]
