"""Patterns of rows: the name and the labels of a row, of its parent, and so on upward.

`h2 .title < div .post` is a row `h2` of the class `title` whose parent is a `div` of the class
`post`. Patterns are matched by columns, all rows of a page at once.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from pagecore.errors import WrapperError, show_value
from pagecore.page import Mask, Page
from pagecore.sites.feed_rules.collector import make_key
from pagecore.sites.feed_rules.page_view import Years
from pagecore.store.xml_elements import UNWRITABLE

#: Limits of a pattern in a wrapper.
MAX_STEPS: Final = 8
MAX_LABELS: Final = 20
#: Names of rows in patterns; `svg/title` is the title in SVG. Rows with other names have none.
_NAME: Final = re.compile(r"#text|(?:[a-z]{3,4}/)?[A-Za-z][A-Za-z0-9:_-]{0,60}")
#: Length limit of a label, in characters.
_MAX_LABEL: Final = 200


class Step(NamedTuple):
    """What one row of a pattern must have."""

    #: The name of the element, or `#text`.
    name: str
    #: Labels as `page_view.make_labels` writes them.
    labels: frozenset[str]

    def __str__(self) -> str:
        return " ".join([self.name.replace(" ", "/"), *sorted(self.labels)])


#: The row itself, its parent, and so on. An empty pattern matches nothing.
Pattern: TypeAlias = tuple[Step, ...]


def write_pattern(pattern: Pattern) -> str:
    """Write a pattern: its steps, separated by ` < `."""
    return " < ".join(map(str, pattern))


def read_pattern(text: str) -> Pattern:
    """Read a pattern.

    Raises:
        WrapperError: it is not one that `write_pattern` writes.
    """
    steps = []
    for part in text.split(" < "):
        name, *labels = part.split(" ")
        is_known = all(
            label[:1] in (".", "#") or label.partition("=")[0] in ("rel", "itemprop", "property")
            for label in labels
        )
        if not _NAME.fullmatch(name) or not is_known or len(labels) > MAX_LABELS:
            raise WrapperError(f"rows={show_value(text, 200)}: expected steps such as 'h2 .title'")
        steps.append(Step(name.replace("/", " ", 1), frozenset(labels)))
    if len(steps) > MAX_STEPS:
        raise WrapperError(f"rows={show_value(text, 200)}: expected at most {MAX_STEPS} steps")
    return tuple(steps)


class RowMatcher:
    """Matches patterns with the rows of one page; what they have in common is computed once."""

    def __init__(self, page: Page) -> None:
        """Match patterns with the rows of a page."""
        self.page = page
        self._steps: dict[Step, Mask] = {}
        self._patterns: dict[Pattern, list[int]] = {}
        self._labels: dict[str, Mask] = {}
        self._tokens: dict[str, dict[str, list[int]]] = {}
        self._texts: dict[Pattern, dict[str, list[int]]] = {}
        #: Units that were aligned with the shapes of `tree_places`.
        self.alignments: dict[Any, dict[int, int]] = {}

    def match(self, pattern: Pattern) -> Mask:
        """Return the mask of the rows that a pattern matches."""
        mask = self._match_step(pattern[0])
        if len(pattern) == 1:
            return mask
        # Few rows pass the first step, so ancestors are looked up for these only.
        rows = np.flatnonzero(mask)
        parent = self.page.parent
        above = parent[rows]
        for step in pattern[1:]:
            is_like = (above >= 0) & self._match_step(step)[above]
            rows, above = rows[is_like], parent[above[is_like]]
        mask = np.zeros(len(self.page), np.bool_)
        mask[rows] = True
        return mask

    def find(self, pattern: Pattern) -> list[int]:
        """Return the rows that a pattern matches."""
        rows = self._patterns.get(pattern)
        if rows is None:
            rows = self._patterns[pattern] = np.flatnonzero(self.match(pattern)).tolist()
        return rows

    def find_inside(self, pattern: Pattern, first: int, stop: int) -> list[int]:
        """Return the rows from `first` to before `stop` that a pattern matches."""
        rows = self.find(pattern)
        return rows[bisect_left(rows, first) : bisect_left(rows, stop)]

    def find_texts(self, pattern: Pattern) -> dict[str, list[int]]:
        """Return the rows that a pattern matches, by the letters and digits of their texts."""
        by_key = self._texts.get(pattern)
        if by_key is None:
            by_key = self._texts[pattern] = {}
            for row in self.find(pattern):
                by_key.setdefault(make_key(self.page.text(row)), []).append(row)
        return by_key

    @cached_property
    def years(self) -> Years:
        """The years in texts of the page."""
        return Years(self.page)

    def _match_step(self, step: Step) -> Mask:
        mask = self._steps.get(step)
        if mask is None:
            mask = self.page.tag == 0 if step.name == "#text" else self.page.is_tag(step.name)
            for label in step.labels:
                mask = mask & self._match_label(label)
            self._steps[step] = mask
        return mask

    def _match_label(self, label: str) -> Mask:
        mask = self._labels.get(label)
        if mask is None:
            name, token = {".": "class", "#": "id"}.get(label[0]), label[1:]
            if name is None:
                name, _, token = label.partition("=")
            ids, values = self.page.attr(name)
            passed = np.zeros(len(values) + 1, np.bool_)
            passed[self._index_tokens(name).get(token, [])] = True
            mask = self._labels[label] = passed[ids]
        return mask

    def _index_tokens(self, name: str) -> dict[str, list[int]]:
        """Return the numbers of the values of an attribute that have each token."""
        index = self._tokens.get(name)
        if index is None:
            index = self._tokens[name] = {}
            for number, value in enumerate(self.page.attr(name)[1]):
                for token in value.split():
                    index.setdefault(token, []).append(number)
        return index


def sort_patterns(counts: Counter[Pattern], most: int) -> list[Pattern]:
    """Return the most frequent patterns, the shortest first among equally frequent ones."""
    # The order of equal ones must not depend on that of a set.
    return sorted(counts, key=lambda of: (-counts[of], len(of), write_pattern(of)))[:most]


def list_patterns(
    page: Page, labels: list[frozenset[str]], stable: frozenset[str], row: int, most: int
) -> Iterator[Pattern]:
    """Yield the patterns of a row with 1, 2 and more steps; only stable labels count."""
    steps: list[Step] = []
    while row >= 0 and len(steps) < most:
        name = page.name(row)
        if name in ("html", "#document") or not _NAME.fullmatch(name.replace(" ", "/")):
            return
        kept = sorted(filter(_is_writable, labels[row] & stable))[:MAX_LABELS]
        steps.append(Step(name, frozenset(kept)))
        yield tuple(steps)
        row = int(page.parent[row])


def is_row_name(name: str) -> bool:
    """Whether a wrapper can hold the name of a row."""
    return _NAME.fullmatch(name) is not None


def _is_writable(label: str) -> bool:
    """Whether a wrapper can hold a label."""
    return len(label) <= _MAX_LABEL and " " not in label and not UNWRITABLE.search(label)
