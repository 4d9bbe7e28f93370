"""Posts of a thread: how many match the gold, and whether their user, date and link are right.

A post of the output and a gold post match if their word F1 is at least 0.8. Each matches one post.
A user is right if the name or the address of the profile is that of the gold, a date if it is equal
as written. Addresses are compared resolved; an anchor is the address `#anchor`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from pagecore.metrics import words
from pagecore.metrics.score import Score, score_counts, score_multisets
from pagecore.page.urls import join_url

#: Minimum word F1 of two posts that match.
MIN_MATCH_F1: Final = 0.8
FIELDS: Final = ("user", "date", "link")


class PostFields(Protocol):
    """The attributes of a post that are compared; `corpora.GoldPost` has them."""

    @property
    def text(self) -> str: ...
    @property
    def user(self) -> str | None: ...
    @property
    def date(self) -> str | None: ...
    @property
    def link(self) -> str | None: ...
    @property
    def user_link(self) -> str | None: ...


class PostPair(NamedTuple):
    """A gold post and the matching post of the output, by their positions, and their word F1."""

    gold: int
    output: int
    f1: float


@dataclass(frozen=True, slots=True)
class PostCounts:
    """Counts of the posts of one page, or the sum over several pages.

    `right` counts the matched posts with the right value for each of `FIELDS`, and `in_gold` those
    whose gold post has a value. A missing value is wrong.
    """

    matched: int = 0
    n_output: int = 0
    n_gold: int = 0
    right: tuple[int, ...] = (0,) * len(FIELDS)
    in_gold: tuple[int, ...] = (0,) * len(FIELDS)

    def __add__(self, other: PostCounts) -> PostCounts:
        return PostCounts(
            self.matched + other.matched,
            self.n_output + other.n_output,
            self.n_gold + other.n_gold,
            tuple(a + b for a, b in zip(self.right, other.right, strict=True)),
            tuple(a + b for a, b in zip(self.in_gold, other.in_gold, strict=True)),
        )

    @property
    def score(self) -> Score:
        """Precision, recall and F1 over posts."""
        return score_counts(self.matched, self.n_output, self.n_gold)

    @property
    def accuracy(self) -> dict[str, float]:
        """For each field, the share of matched posts where it is right; NaN without gold."""
        return {
            field: right / in_gold if in_gold else float("nan")
            for field, right, in_gold in zip(FIELDS, self.right, self.in_gold, strict=True)
        }


def count_posts(
    gold: Sequence[PostFields],
    output: Sequence[PostFields],
    unspaced: bool = False,
    url: str | None = None,
) -> PostCounts:
    """Compare the posts of one page.

    Args:
        gold: the posts of the gold.
        output: the posts of the output.
        unspaced: as in `words.split_words`.
        url: the URL of the page, for resolving addresses.
    """
    pairs = match_posts(gold, output, unspaced)
    right, in_gold = [0] * len(FIELDS), [0] * len(FIELDS)
    for pair in pairs:
        for number, field in enumerate(FIELDS):
            expected = getattr(gold[pair.gold], field)
            if _normalise(expected):
                in_gold[number] += 1
                right[number] += _is_right(field, expected, output[pair.output], url)
    return PostCounts(len(pairs), len(output), len(gold), tuple(right), tuple(in_gold))


def match_posts(
    gold: Sequence[PostFields], output: Sequence[PostFields], unspaced: bool = False
) -> list[PostPair]:
    """Match gold posts with posts of the output, the most similar first; a tie goes to the first.

    The pairs are in the order of the gold posts.
    """
    gold_words = [words.count_words(post.text, unspaced) for post in gold]
    output_words = [words.count_words(post.text, unspaced) for post in output]
    output_sizes = [counts.total() for counts in output_words]
    similar = []
    for gold_at, counts in enumerate(gold_words):
        size = counts.total()
        for at, other in enumerate(output_words):
            # The sizes bound the F1, which saves most comparisons.
            if 2 * min(size, output_sizes[at]) >= MIN_MATCH_F1 * (size + output_sizes[at]):
                f1 = score_multisets(counts, other).f1
                if f1 >= MIN_MATCH_F1:
                    similar.append(PostPair(gold_at, at, f1))
    pairs: list[PostPair] = []
    gold_matched: set[int] = set()
    output_matched: set[int] = set()
    for pair in sorted(similar, key=lambda pair: (-pair.f1, pair.gold, pair.output)):
        if pair.gold not in gold_matched and pair.output not in output_matched:
            gold_matched.add(pair.gold)
            output_matched.add(pair.output)
            pairs.append(pair)
    return sorted(pairs)


def _is_right(field: str, expected: str, post: PostFields, url: str | None) -> bool:
    """Whether a field of a post is that of the gold."""
    value = getattr(post, field)
    if _normalise(expected) == _normalise(value):
        return True
    address = {"user": post.user_link, "link": post.link}.get(field)
    return address is not None and not _resolve(expected, url).isdisjoint(_resolve(address, url))


def _resolve(address: str, url: str | None) -> set[str]:
    """The URLs that an address may mean: it may be the name of an anchor."""
    references = (address, address if "#" in address else f"#{address}")
    return {join_url(url, reference) or reference for reference in references}


def _normalise(value: str | None) -> str:
    """Normalise a field, so that case and the kind of white space do not matter."""
    return " ".join(unicodedata.normalize("NFKC", value or "").casefold().split())
