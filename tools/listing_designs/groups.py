"""The candidate groups of labelled pages, with their features and their agreement with the gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import pagecore
from pagecore.corpora.corpus import Item
from pagecore.listings.align import Aligner
from pagecore.listings.candidates import Candidates, find_candidates
from pagecore.listings.cells import MAX_ITEMS
from pagecore.listings.describe import Floats, describe_groups
from pagecore.listings.kinds import Kinds, find_kinds
from pagecore.listings.runs import TextRuns
from pagecore.listings.table import TableColumn, build_columns
from pagecore.metrics.records import match_records
from pagecore.page import Array, Page
from tools.record_pages import find_fold

N_FOLDS = 5
#: Larger groups are not compared with the gold: no page of the corpus has so many items.
_MAX_COMPARED = 400


@dataclass(frozen=True, eq=False)
class GroupedPage:
    """A page with its groups."""

    item: Item
    found: Candidates
    #: The features of each group, one row each.
    features: Floats
    #: For each group the items that match gold items, and all its items.
    matched: Array
    n_items: Array
    #: Precision and recall of the words of each group against the default extractor's content.
    in_content: Floats
    of_content: Floats

    @property
    def fold(self) -> int:
        return find_fold(self.item.group, N_FOLDS)

    @property
    def n_gold(self) -> int:
        return len(self.item.gold.records or ())

    @property
    def f1(self) -> Floats:
        """The record F1 of each group."""
        result: Floats = 2 * self.matched / np.maximum(self.n_items + self.n_gold, 1)
        return result


def group_page(item: Item) -> GroupedPage:
    """Find the groups of a page, and compare each with the gold."""
    page, kinds, found = find_groups(item)
    texts = TextRuns(page, kinds)
    gold = item.gold.records or ()
    matched, n_items = [], []
    for number in range(found.n_groups):
        first, stop = select_items(found, number)
        rows: list[list[str]] = []
        if len(first) <= _MAX_COMPARED:
            columns = build_columns(page, texts, first, stop)
            rows = [
                [run.text if (run := column.runs[at]) is not None else "" for column in columns]
                for at in range(len(first))
            ]
        filled = [row for row in rows if any(row)]
        matched.append(len(match_records(gold, filled)))
        n_items.append(len(filled) or len(first))
    in_content, of_content = _compare_content(page, found)
    return GroupedPage(
        item,
        found,
        describe_groups(page, kinds, found),
        np.array(matched, np.int64),
        np.array(n_items, np.int64),
        in_content,
        of_content,
    )


def find_groups(item: Item) -> tuple[Page, Kinds, Candidates]:
    """Parse a page and find its candidate groups."""
    page = pagecore.parse(item.html(), url=item.url)
    kinds = find_kinds(page)
    return page, kinds, find_candidates(page, kinds)


def select_items(found: Candidates, number: int) -> tuple[Array, Array]:
    """Return the first row of each item of a group, and the row after its last."""
    of_group = slice(*np.searchsorted(found.group, (number, number + 1)).tolist())
    return found.first[of_group][:MAX_ITEMS], found.stop[of_group][:MAX_ITEMS]


def read_columns(item: Item, number: int, align: Aligner) -> list[TableColumn]:
    """Return the columns of a group, aligned by a design."""
    page, kinds, found = find_groups(item)
    first, stop = select_items(found, number)
    return build_columns(page, TextRuns(page, kinds), first, stop, align)


def _compare_content(page: Page, found: Candidates) -> tuple[Floats, Floats]:
    content = pagecore.content(page).content
    totals = [
        np.concatenate(([0], np.cumsum(np.where(mask, page.words, 0))))
        for mask in (page.visible, content)
    ]
    words, inside = (
        np.bincount(found.group, total[found.stop] - total[found.first], found.n_groups)
        for total in totals
    )
    n_content = max(float(totals[1][-1]), 1.0)
    return inside / np.maximum(words, 1), inside / n_content


def score_choice(pages: Sequence[GroupedPage], choice: Sequence[int | None]) -> dict[str, float]:
    """Return precision, recall and F1 of the items of one group per page."""
    matched = n_output = n_gold = 0
    for page, at in zip(pages, choice, strict=True):
        n_gold += page.n_gold
        if at is not None:
            matched += int(page.matched[at])
            n_output += int(page.n_items[at])
    return {
        "f1": 2 * matched / max(n_output + n_gold, 1),
        "precision": matched / max(n_output, 1),
        "recall": matched / max(n_gold, 1),
    }
