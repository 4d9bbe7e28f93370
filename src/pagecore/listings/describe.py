"""Describe candidate groups: the quantities that groups are ranked by."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.listings.candidates import MIXED_SOURCES, SOURCES, Candidates
from pagecore.listings.kinds import Kinds, find_matches, mix
from pagecore.page import Array, Mask, Page

Floats = npt.NDArray[np.float64]

#: The features of a group, in the order of the columns of `describe_groups`.
FEATURES: Final = (
    "items", "few items", "share of words", "words per item", "uneven", "linked words",
    "with link", "with heading", "with image", "with prose", "with digits", "distinct links",
    "distinct texts", "similarity", "texts per item", "one text", "in navigation", "in main",
    "words before", "purity", "named item", "named other", "has around", "items per around",
    "coverage of around", "around", "repeated inside", "links per item",
    "begins with link or image", "prose", "list or table", "mixed", "runs", "several parents",
    "same first", "headings per item",
)  # fmt: skip

#: Words in classes and ids of items and of the elements around them.
_ITEM: Final = re.compile(
    r"result|item|product|entry|listing|story|card|article|teaser|tile|hit|post|record|thread"
    r"|row|topic|book|video|recipe|news|offer|event|job"
)
_OTHER: Final = re.compile(
    r"nav|menu|foot|header|sidebar|facet|filter|refine|crumb|pag(?:er|inat|ing|es)|tag|share|social"
    r"|sort|toolbar|tab|cookie|banner|comment|related|popular|trend|widget|categor|lang|option"
    r"|login|dropdown|button|meta|rating|star|action|review|faq|accordion|testimonial|reference"
    r"|footnote|policy"
)
_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
_PROSE_WORDS: Final = 8


def describe_groups(page: Page, kinds: Kinds, found: Candidates) -> Floats:
    """Return the features of each group, one row per group."""
    n = found.n_groups
    if not n:
        return np.zeros((0, len(FEATURES)))
    return np.column_stack(list(_Description(page, kinds, found).columns().values()))


class _Description:
    """Computes features by sums over the ranges of items."""

    def __init__(self, page: Page, kinds: Kinds, found: Candidates) -> None:
        self.page, self.kinds, self.found = page, kinds, found
        self.is_read = kinds.is_read
        self.n_items = np.bincount(found.group, minlength=found.n_groups).astype(np.float64)

    def count(self, values: Array) -> Array:
        """Sum a column over each item."""
        total = np.concatenate(([0], np.cumsum(values)))
        result: Array = total[self.found.stop] - total[self.found.first]
        return result

    def mean(self, values: Array) -> Floats:
        """Average a value of items over each group."""
        sums = np.bincount(self.found.group, values, self.found.n_groups)
        result: Floats = sums / self.n_items
        return result

    def share_distinct(self, values: npt.NDArray[np.uint64], known: Mask) -> Floats:
        """Return the number of distinct values of a group, as a share of the known ones."""
        group = self.found.group[known]
        key = np.unique(mix(values[known], 8) ^ mix(group.astype(np.uint64), 9), return_index=True)
        n_distinct = np.bincount(group[key[1]], minlength=self.found.n_groups)
        n_known = np.bincount(group, minlength=self.found.n_groups)
        result: Floats = n_distinct / np.maximum(n_known, 1)
        return result

    def columns(self) -> dict[str, Floats]:
        page, found = self.page, self.found
        shown_words = np.where(self.is_read, page.words, 0)
        in_link = self.kinds.link >= 0
        has_href = self.kinds.link == np.arange(len(page))
        words = self.count(shown_words)
        mean_words = self.mean(words)
        linked = self.count(np.where(in_link, shown_words, 0))
        n_links, n_images = self.count(has_href & self.is_read), self.count(page.is_tag("img"))
        n_headings = self.count(page.is_tag(*_HEADINGS) & self.kinds.filled)
        is_text = self.is_read & (page.chars > 0)
        n_texts = self.count(is_text)
        # A block of running text that is not a link.
        free = np.where(in_link, 0, shown_words)
        in_block = page.block >= 0
        free_of_block = np.bincount(page.block[in_block], free[in_block], max(len(page.blocks), 1))
        prose_block = np.where(free_of_block >= _PROSE_WORDS, 1, 0)
        is_prose = np.zeros(len(page), np.int64)
        starts = np.flatnonzero(np.diff(page.block, prepend=-1) != 0)
        starts = starts[page.block[starts] >= 0]
        is_prose[starts] = prose_block[page.block[starts]]
        n_prose = self.count(is_prose)
        prose_words = self.count(np.where(in_block & (prose_block.take(page.block) > 0), free, 0))
        total = max(float(shown_words.sum()), 1.0)
        before = np.concatenate(([0], np.cumsum(shown_words)))
        group_words = np.bincount(found.group, words, found.n_groups)
        variance = np.maximum(self.mean(words.astype(np.float64) ** 2) - mean_words**2, 0)
        first_of_group = np.unique(found.group, return_index=True)[1]
        last_of_group = np.append(first_of_group[1:], len(found.group)) - 1
        span = before[found.stop[last_of_group]] - before[found.first[first_of_group]]
        hidden_digits = self.count(self._find_digits(is_text))
        first_links, link_known = self._find_first_links(has_href)
        digest = page.digest("text")
        text_digest = digest[found.first]
        first_text, text_known = self._find_first_texts(is_text, digest)
        named = self._find_names()
        source = found.source
        log = np.log1p
        return {
            "items": log(self.n_items),
            "few items": (self.n_items < 3).astype(np.float64),
            "share of words": group_words / total,
            "words per item": log(mean_words),
            "uneven": np.sqrt(variance) / np.maximum(mean_words, 1),
            "linked words": np.bincount(found.group, linked, found.n_groups)
            / np.maximum(group_words, 1),
            "with link": self.mean(n_links > 0),
            "with heading": self.mean(n_headings > 0),
            "with image": self.mean(n_images > 0),
            "with prose": self.mean(n_prose > 0),
            "with digits": self.mean(hidden_digits > 0),
            "distinct links": self.share_distinct(first_links, link_known),
            "distinct texts": self.share_distinct(text_digest, words > 0),
            "similarity": self._measure_similarity(),
            "texts per item": log(self.mean(n_texts)),
            "one text": self.mean(n_texts <= 1),
            "in navigation": self._share_below("nav", "header", "footer", "aside", "form"),
            "in main": self._share_below("main", "article"),
            "words before": before[found.first[first_of_group]] / total,
            "purity": group_words / np.maximum(span, 1),
            "named item": named[0],
            "named other": named[1],
            **self._compare_levels(words),
            "links per item": log(self.mean(n_links)),
            "begins with link or image": self.mean(self._begins(is_text, in_link)),
            "prose": np.bincount(found.group, prose_words, found.n_groups)
            / np.maximum(group_words, 1),
            "list or table": self.mean(page.is_tag("li", "tr", "article", "dt").take(found.first)),
            "mixed": MIXED_SOURCES[source].astype(np.float64),
            "runs": (source >= SOURCES.index("run")).astype(np.float64),
            "several parents": self._count_parents(),
            "same first": self.share_distinct(first_text, text_known),
            "headings per item": log(self.mean(n_headings)),
        }

    def _find_digits(self, is_text: Mask) -> Array:
        """Return the mask of texts with a digit."""
        page = self.page
        buffer = np.frombuffer(page.text_buffer, np.uint8)
        is_digit = (buffer >= 48) & (buffer <= 57)
        total = np.concatenate(([0], np.cumsum(is_digit)))
        result: Array = is_text & (total[page.text_stop] > total[page.text_start])
        return result

    def _find_first_links(self, has_href: Mask) -> tuple[npt.NDArray[np.uint64], Mask]:
        links = np.append(np.flatnonzero(has_href), len(self.page))
        # A link around the item counts too.
        following = links[np.searchsorted(links, self.found.first)]
        known = following < self.found.stop
        ids = np.append(self.page.attr("href")[0], -1)
        return ids[following].astype(np.int64).view(np.uint64), known

    def _find_first_texts(
        self, is_text: Mask, of_rows: npt.NDArray[np.uint64]
    ) -> tuple[npt.NDArray[np.uint64], Mask]:
        texts = np.append(np.flatnonzero(is_text), len(self.page))
        following = texts[np.searchsorted(texts, self.found.first)]
        known = following < self.found.stop
        digest = np.append(of_rows, np.uint64(0))
        return digest[following], known

    def _begins(self, is_text: Mask, in_link: Mask) -> Array:
        page = self.page
        filled = np.append(np.flatnonzero(is_text | page.is_tag("img")), len(page))
        following = filled[np.searchsorted(filled, self.found.first)]
        is_linked = np.append(in_link | page.is_tag("img"), False)
        result: Array = is_linked[following] & (following < self.found.stop)
        return result

    def _measure_similarity(self) -> Floats:
        """Return the mean similarity of neighbouring items."""
        found, signature = self.found, self.kinds.signature
        same = found.group[1:] == found.group[:-1]
        pairs = (signature[found.first[1:]] == signature[found.first[:-1]]).mean(axis=1)
        sums = np.bincount(found.group[1:][same], pairs[same], found.n_groups)
        result: Floats = sums / np.maximum(self.n_items - 1, 1)
        return result

    def _share_below(self, *names: str) -> Floats:
        mask = self.page.above(self.page.is_tag(*names))
        return self.mean(mask[self.found.parent] >= 0)

    def _find_names(self) -> tuple[Floats, Floats]:
        """Return how many of item, parent and grandparent have names of items, and other names."""
        page, found = self.page, self.found
        first = np.unique(found.group, return_index=True)[1]
        # The second item, because the first one is often special.
        row = found.first[np.minimum(first + 1, len(found.first) - 1)]
        parent = np.maximum(page.parent[row], 0)
        levels = (row, parent, np.maximum(page.parent[parent], 0))
        sums = np.zeros((2, found.n_groups))
        for attribute in ("class", "id"):
            ids, values = page.attr(attribute)
            used = np.unique(np.concatenate([ids[rows] for rows in levels]))
            numbers = used[used >= 0].tolist()
            names = [values[at] for at in numbers]
            for number, pattern in enumerate((_ITEM, _OTHER)):
                mask = np.zeros(len(values) + 1, np.bool_)
                for at in find_matches(pattern, names):
                    mask[numbers[at]] = True
                for rows, weight in zip(levels, (1.0, 0.5, 0.25), strict=True):
                    sums[number] += weight * mask[ids[rows]]
        return sums[0], sums[1]

    def _compare_levels(self, words: Array) -> dict[str, Floats]:
        """Compare each group with the repeated siblings around and inside its items. A section has
        a list with most of its words inside. A tag has a record around it, of whose words it has
        few."""
        page, found = self.page, self.found
        below = page.below(np.where(self.is_read, page.words, 0))
        rows = np.flatnonzero(self.kinds.filled & (page.tag != 0) & (page.parent > 0))
        key = mix(page.parent[rows].astype(np.uint64), 1) ^ self.kinds.kind[rows]
        _, number, counts = np.unique(key, return_inverse=True, return_counts=True)
        repeated_words = np.bincount(number, below[rows])
        many = rows[(counts[number] >= 3) & (below[rows] > 0)]
        # Around: the nearest row above that is one of three siblings or more.
        is_repeated = np.zeros(len(page), np.bool_)
        is_repeated[many] = True
        around = page.above(is_repeated)[found.parent]
        has_around = around >= 0
        key = mix(around.astype(np.int64).view(np.uint64), 2) ^ found.group.astype(np.uint64)
        first = np.unique(key[has_around], return_index=True)[1]
        group = found.group[has_around][first]
        n_around = np.bincount(group, minlength=found.n_groups)
        around_words = np.bincount(group, below[around[has_around][first]], found.n_groups)
        own = np.bincount(found.group[has_around], words[has_around], found.n_groups)
        # Inside: the most words of repeated siblings of one parent.
        largest = np.zeros(len(page), np.int64)
        of_row = np.where(counts[number] >= 3, repeated_words[number], 0).astype(np.int64)
        np.maximum.at(largest, page.parent[rows], of_row)
        inside = page.below(largest, how="max")[found.first]
        return {
            "has around": self.mean(has_around),
            "items per around": np.log1p(
                np.bincount(found.group[has_around], minlength=found.n_groups)
                / np.maximum(n_around, 1)
            ),
            "coverage of around": own / np.maximum(around_words, 1),
            "around": np.log1p(n_around),
            "repeated inside": self.mean(np.minimum(inside / np.maximum(words, 1), 1)),
        }

    def _count_parents(self) -> Floats:
        found = self.found
        same = found.group[1:] == found.group[:-1]
        changes = (found.parent[1:] != found.parent[:-1]) & same
        counts = np.bincount(found.group[1:][changes], minlength=found.n_groups)
        result: Floats = counts / self.n_items
        return result
