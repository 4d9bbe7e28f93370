"""The pages that are counted: those of all collections but AEB."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from rich.progress import Progress

from pagecore import corpora
from pagecore.corpora.corpus import Corpus, Item
from tools.record_pages import load_records

#: A page with its URL and encoding; not the page itself.
CountedPage: TypeAlias = Item

LAYOUTS: Final = (
    "wcxb", "fundus", "readability", "sites", "blogs", "forums", "segments", "magic", "searchlists",
    "cleaneval", "daniel", "gtrends", "small",
)  # fmt: skip
#: Collections with a file `gold.jsonl` that other tools read as records, too.
COLLECTIONS: Final = ("swde", "paging", "products", "defuddle")
NAMES: Final = ",".join((*LAYOUTS, *COLLECTIONS))


def load_all(data: Path, names: str) -> list[Corpus]:
    """Load corpora and collections by their names.

    Raises:
        CorpusError: one is missing.
    """
    return [
        corpora.load(name, data / name) if name in LAYOUTS else load_records(data / name)[1]
        for name in names.split(",")
    ]


def track_pages(
    loaded: Iterable[Corpus], bar: Progress, step: int
) -> Iterator[tuple[str, CountedPage]]:
    """Go through the pages with a progress bar, each with the name of its corpus."""
    for corpus in loaded:
        items: Sequence[Item] = corpus.items[::step]
        for item in bar.track(items, description=corpus.name):
            yield corpus.name, item
