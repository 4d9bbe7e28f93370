"""Designs that lost, beside those of the package: what each removes from a choice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Final

import numpy as np

from pagecore import Choice, Page
from pagecore.metadata import read_metadata
from pagecore.steps.articles import keep_own_article
from pagecore.steps.copies import remove_copies

_MIN_WORDS: Final = 30
_MIN_SHARE: Final = 0.1
_RUN: Final = 5


def keep_all(page: Page, choice: Choice) -> Choice:
    """Remove nothing."""
    return choice


def drop_repeated_blocks(page: Page, choice: Choice) -> Choice:
    """Remove every block of 15 words or more whose words an earlier block has."""
    digests = _digest_blocks(page)
    kept = page.blocks_with(choice.content) & (page.blocks.words >= 15)
    seen: set[int] = set()
    repeated = np.zeros(len(kept), np.bool_)
    for block in np.flatnonzero(kept).tolist():
        digest = digests[block]
        repeated[block] = digest in seen
        seen.add(digest)
    return choice.drop(page, page.spread(repeated), "design", "repeated")


def drop_containers_by_shingles(page: Page, choice: Choice) -> Choice:
    """Remove the later of two elements beside each other that share most runs of five words."""
    rows, digests = page.word_digests(choice.content & page.leaves)
    n_runs = len(digests) - _RUN + 1
    if n_runs <= 0:
        return choice
    runs = np.zeros(n_runs, np.uint64)
    for shift in range(_RUN):
        runs = runs * np.uint64(0x9E3779B97F4A7C15) + digests[shift : shift + n_runs]
    last: dict[int, int] = {}
    shared: Counter[tuple[int, int]] = Counter()
    for at, run in enumerate(runs.tolist()):
        earlier = last.get(run)
        last[run] = at
        if earlier is not None and rows[earlier] != rows[at]:
            shared[_split(page, int(rows[earlier]), int(rows[at]))] += 1
    words = page.below(np.where(choice.content, page.words, 0))
    dropped = np.zeros(len(page), np.bool_)
    for (first, second), n_shared in shared.items():
        is_long = n_shared >= max(_MIN_WORDS, _MIN_SHARE * int(words[0]))
        if is_long and n_shared >= 0.6 * min(int(words[first]), int(words[second])):
            dropped[second : page.end[second]] = True
    return choice.drop(page, dropped, "design", "shingles")


def drop_after_second_heading(page: Page, choice: Choice) -> Choice:
    """Remove the containers of further main headings with the class of the title's heading."""
    return _drop_articles(page, choice, has_template=False)


def drop_siblings_with_headings(page: Page, choice: Choice) -> Choice:
    """Remove later elements with the tag and class of the own article that have a heading."""
    return _drop_articles(page, choice, has_template=True)


#: The designs by rule: the first removes nothing, the last is that of the package.
COPIES: Final[dict[str, Callable[[Page, Choice], Choice]]] = {
    "no rule": keep_all,
    "repeated blocks by hash": drop_repeated_blocks,
    "containers by shingles": drop_containers_by_shingles,
    "containers by blocks and classes (kept)": remove_copies,
}
ARTICLES: Final[dict[str, Callable[[Page, Choice], Choice]]] = {
    "no rule": keep_all,
    "second main heading": drop_after_second_heading,
    "siblings with a heading": drop_siblings_with_headings,
    "template, heading and byline (kept)": keep_own_article,
}


def _drop_articles(page: Page, choice: Choice, *, has_template: bool) -> Choice:
    title = _split_words(read_metadata(page).title or "")
    headings = np.flatnonzero(page.is_tag("h1", "h2", "h3") & page.visible).tolist()[:64]
    own = [
        row
        for row in headings
        if len(title & _split_words(page.text(row)))
        >= 0.5 * max(len(title | _split_words(page.text(row))), 1)
    ]
    if not own:
        return choice
    classes, _ = page.attr("class")
    words = page.below(np.where(choice.content, page.words, 0))
    dropped = np.zeros(len(page), np.bool_)
    for row in headings:
        if row <= own[0] or row in own:
            continue
        first, second = _split(page, own[0], row)
        is_alike = page.tag[first] == page.tag[second] and classes[first] == classes[second]
        is_main = page.tag[row] == page.tag[own[0]] and page.name(row) == "h1"
        if words[second] >= 60 and (is_alike if has_template else is_main):
            dropped[second : page.end[second]] = True
    return choice.drop(page, dropped, "design", "article")


def _split(page: Page, first: int, second: int) -> tuple[int, int]:
    """Find the children of the nearest common ancestor that hold two rows."""
    while int(page.parent[first]) >= 0 and page.end[page.parent[first]] <= second:
        first = int(page.parent[first])
    while page.parent[second] != page.parent[first]:
        second = int(page.parent[second])
    return first, second


def _digest_blocks(page: Page) -> list[int]:
    digests = [0] * len(page.blocks)
    rows = np.flatnonzero((page.block >= 0) & (page.words > 0))
    for block, digest in zip(
        page.block[rows].tolist(), page.digest("text")[rows].tolist(), strict=True
    ):
        digests[block] = (digests[block] * 0x9E3779B97F4A7C15 + digest) % 2**64
    return digests


def _split_words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
