"""Pages of sites, split into those that a site method learns from and those that measure it.

On `sites`, every second page with gold is held back from learning, kind by kind. On `blogs`, the
entry pages are split into two halves: each is measured with what was learned from the other. Their
gold is the full text of the feed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pagecore.corpora.corpus import Corpus, Item
from tools.feed_gold import read_feed_gold

#: The page kind of the entries of a blog.
ENTRY_KIND = "entry"


@dataclass(frozen=True)
class Split:
    """Pages of one kind of a site."""

    site: str
    #: Pages with gold.
    held_back: tuple[Item, ...]
    #: Pages that may be learned from; at least two.
    others: tuple[Item, ...]
    #: Whether parameters of site methods were chosen on other sites only.
    is_new: bool = False


def split_sites(corpus: Corpus) -> list[Split]:
    """Split the pages of `sites`, by site and kind."""
    splits = []
    for (site, _), items in _group_by_kind(corpus).items():
        held_back, others = hold_back(items)
        splits.append(Split(site, tuple(held_back), tuple(others)))
    return _select(splits)


def hold_back(items: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """Split the pages of a kind: every second page with gold is held back."""
    gold = [item for item in items if item.in_means]
    held_back = gold[1::2]
    kept = {item.id for item in held_back}
    return held_back, [item for item in items if item.id not in kept]


def split_blogs(corpus: Corpus, folder: Path, known: Collection[str | None]) -> list[Split]:
    """Split the entry pages of `blogs`, by blog.

    Args:
        corpus: the blogs.
        folder: their folder, which has the feeds.
        known: groups of sites that parameters were chosen on.
    """
    splits = []
    for (blog, kind), items in _group_by_kind(corpus).items():
        if kind != ENTRY_KIND:
            continue
        gold = read_feed_gold(folder / blog)
        is_new = items[0].group not in known
        for half in (0, 1):
            held_back = tuple(_add_gold(items[half::2], gold))
            splits.append(Split(blog, held_back, tuple(items[1 - half :: 2]), is_new))
    return _select(splits)


def _add_gold(items: Sequence[Item], gold: dict[str, str]) -> Iterator[Item]:
    """The pages that have gold, with it."""
    for item in items:
        text = gold.get(item.id.partition("/")[2])
        if text is not None:
            yield replace(item, gold=replace(item.gold, text=text))


def _group_by_kind(corpus: Corpus) -> dict[tuple[str, str], list[Item]]:
    groups: dict[tuple[str, str], list[Item]] = {}
    for item in corpus.items:
        kind = (item.id.partition("/")[0], item.gold.page_type or "")
        groups.setdefault(kind, []).append(item)
    return groups


def _select(splits: Sequence[Split]) -> list[Split]:
    """The splits that can be learned from and measured."""
    return [split for split in splits if split.held_back and len(split.others) > 1]
