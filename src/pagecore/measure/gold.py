"""Find the parts of an output that the gold of a corpus has, so that they can be compared."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from pagecore.corpora.corpus import Corpus, Gold, Item

#: The gold that each part of an output is compared with.
_GOLD_PARTS: Final[Mapping[str, Callable[[Gold], object]]] = {
    "text": lambda gold: gold.text or gold.required_snippets or gold.forbidden_snippets,
    "html": lambda gold: gold.html,
    "title": lambda gold: gold.title,
    "author": lambda gold: gold.authors,
    "date": lambda gold: gold.date,
    "posts": lambda gold: gold.posts,
    "segments": lambda gold: gold.segments,
    "records": lambda gold: gold.records,
}


def can_score(parts: Collection[str], corpus: Corpus) -> bool:
    """Whether the gold of a corpus can be compared with some parts of an output."""
    return any(_GOLD_PARTS[part](item.gold) for part in parts for item in corpus.items)


def list_fields(items: Iterable[Item]) -> frozenset[str]:
    """The metadata fields that the gold of at least one page has."""
    return frozenset(
        name for item in items for name, value in read_metadata(item).items() if value is not None
    )


def read_metadata(item: Item) -> dict[str, str | tuple[str, ...] | None]:
    """The metadata of the gold, by the names of the fields of an `Output`."""
    gold = item.gold
    return {"title": gold.title, "author": gold.authors, "date": gold.date}
