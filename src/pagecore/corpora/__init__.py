"""Corpora of labelled pages: one reader per format, `load` for all of them.

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
    visual,
    wcxb,
)
from pagecore.corpora.corpus import Corpus, Gold, GoldPost, Item, MarkedRegion, MetricName, Problem
from pagecore.corpora.reader import CorpusFormat, CorpusReader
from pagecore.errors import BadOption, CorpusError

__all__ = [
    "Corpus",
    "Gold",
    "GoldPost",
    "Item",
    "MarkedRegion",
    "MetricName",
    "Problem",
    "find_format",
    "load",
    "names",
]

_FORMATS = {
    "wcxb": wcxb.FORMAT,
    "aeb": aeb.FORMAT,
    "readability": readability.FORMAT,
    "fundus": fundus.FORMAT,
    "forums": forums.FORMAT,
    "segments": segments.FORMAT,
    "blogs": blogs.FORMAT,
    "sites": sites.FORMAT,
    "visual": visual.FORMAT,
    **{name: collection.format for name, collection in gold_lines.COLLECTIONS.items()},
    "trafilatura": trafilatura.FORMAT,
    "plain": plain.FORMAT,
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
    corpus_format = find_format(name)
    path = Path(path)
    if not path.exists():
        raise CorpusError(
            f"{path}: no such folder; a corpus of the format {name!r} has {corpus_format.expects}"
        )
    if not path.is_dir() and not corpus_format.one_file:
        raise CorpusError(
            f"{path}: this is a file; expected a folder of the format {name!r}: "
            f"{corpus_format.expects}"
        )
    reader = CorpusReader(path)
    corpus_format.read(reader)
    return reader.build_corpus(name, corpus_format)


def names() -> tuple[str, ...]:
    """The names of the formats."""
    return tuple(_FORMATS)


def find_format(name: str) -> CorpusFormat:
    """Find a format by its name, or raise `BadOption`."""
    if name not in _FORMATS:
        raise BadOption(f"corpus {name!r}: expected one of {', '.join(_FORMATS)}")
    return _FORMATS[name]
