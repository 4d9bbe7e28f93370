"""Posts of a thread: which were found, and whether their user, date and link are right.

A found and a gold post match when their word F1 is at least .8, one to one.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from pagecore.metrics import words
from pagecore.metrics.score import Score, of_counts, of_multisets

#: The least word F1 of two posts that are the same.
LEAST: Final = 0.8
FIELDS: Final = ("user", "date", "link")


class PostFields(Protocol):
    """What is asked of a post; `corpora.GoldPost` has it."""

    @property
    def text(self) -> str: ...
    @property
    def user(self) -> str | None: ...
    @property
    def date(self) -> str | None: ...
    @property
    def link(self) -> str | None: ...


class Pair(NamedTuple):
    """A gold post and the post found for it, by their places, and their word F1."""

    gold: int
    found: int
    f1: float


@dataclass(frozen=True, slots=True)
class Counts:
    """Posts of one page, or of many: counts add up, and shares are of all posts together.

    `right` and `asked` are, in the order of `FIELDS`, how often a field of a matched post is right
    and how often gold has it; a missing answer is wrong.
    """

    matched: int = 0
    found: int = 0
    wanted: int = 0
    right: tuple[int, ...] = (0,) * len(FIELDS)
    asked: tuple[int, ...] = (0,) * len(FIELDS)

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.matched + other.matched,
            self.found + other.found,
            self.wanted + other.wanted,
            tuple(a + b for a, b in zip(self.right, other.right, strict=True)),
            tuple(a + b for a, b in zip(self.asked, other.asked, strict=True)),
        )

    @property
    def score(self) -> Score:
        """Precision, recall and F1 over posts."""
        return of_counts(self.matched, self.found, self.wanted)

    @property
    def accuracy(self) -> dict[str, float]:
        """For every field the share of matched posts that have it right; NaN without gold."""
        return {
            field: right / asked if asked else float("nan")
            for field, right, asked in zip(FIELDS, self.right, self.asked, strict=True)
        }


def counts(
    gold: Sequence[PostFields], found: Sequence[PostFields], unspaced: bool = False
) -> Counts:
    """Compare the posts of one page."""
    pairs = match(gold, found, unspaced)
    right, asked = [0] * len(FIELDS), [0] * len(FIELDS)
    for pair in pairs:
        for number, field in enumerate(FIELDS):
            wanted = _flat(getattr(gold[pair.gold], field))
            if wanted:
                asked[number] += 1
                right[number] += wanted == _flat(getattr(found[pair.found], field))
    return Counts(len(pairs), len(found), len(gold), tuple(right), tuple(asked))


def match(
    gold: Sequence[PostFields], found: Sequence[PostFields], unspaced: bool = False
) -> list[Pair]:
    """Pair gold posts with found ones: the most alike first, on a tie the first in the page.

    The pairs come in the order of the gold posts.
    """
    wanted_bags = [words.bag(post.text, unspaced) for post in gold]
    found_bags = [words.bag(post.text, unspaced) for post in found]
    found_sizes = [bag.total() for bag in found_bags]
    alike = []
    for at, wanted in enumerate(wanted_bags):
        size = wanted.total()
        for place, bag in enumerate(found_bags):
            # The F1 is never above what the sizes allow, which saves most comparisons.
            if 2 * min(size, found_sizes[place]) >= LEAST * (size + found_sizes[place]):
                f1 = of_multisets(wanted, bag).f1
                if f1 >= LEAST:
                    alike.append(Pair(at, place, f1))
    pairs: list[Pair] = []
    gold_taken: set[int] = set()
    found_taken: set[int] = set()
    for pair in sorted(alike, key=lambda pair: (-pair.f1, pair.gold, pair.found)):
        if pair.gold not in gold_taken and pair.found not in found_taken:
            gold_taken.add(pair.gold)
            found_taken.add(pair.found)
            pairs.append(pair)
    return sorted(pairs)


def _flat(value: str | None) -> str:
    """A field as it is compared: case and kind of white space apart."""
    return " ".join(unicodedata.normalize("NFKC", value or "").casefold().split())
