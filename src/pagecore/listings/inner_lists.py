"""Lists inside items: texts of one path that follow each other, such as tags or authors.

A short list, or one of the same length in all items, has a column for each entry. A long list of
varying length is one text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import Final

from pagecore.listings.runs import Run

#: Entries of the longest list from which on lists of varying length are joined.
_MIN_ENTRIES: Final = 7
_SENTENCE_ENDS: Final = (".", "!", "?", "…")


def join_lists(items: Sequence[Sequence[Run]]) -> list[list[Run]]:
    """Return the texts of items, with the entries of long lists joined."""
    lengths: defaultdict[int, set[int]] = defaultdict(set)
    for runs in items:
        for path, entries in groupby(runs, _get_path):
            lengths[path].add(sum(1 for _ in entries))
    joined = {path for path, of in lengths.items() if max(of) >= _MIN_ENTRIES and len(of) > 1}
    if not joined:
        return [list(runs) for runs in items]
    return [_join_item(runs, joined) for runs in items]


def _join_item(runs: Sequence[Run], joined: set[int]) -> list[Run]:
    result: list[Run] = []
    for path, group in groupby(runs, _get_path):
        entries = list(group)
        result += [join_runs(entries)] if path in joined else entries
    return result


def join_runs(runs: Sequence[Run]) -> Run:
    """Join texts to one."""
    if len(runs) == 1:
        return runs[0]
    text = runs[0].text
    for before, run in pairwise(runs):
        text += f" {run.text}" if before.text.endswith(_SENTENCE_ENDS) else f", {run.text}"
    rows = tuple(row for run in runs for row in run.rows)
    link = next((run.link for run in runs if run.link >= 0), -1)
    return runs[0]._replace(text=text, rows=rows, link=link)


def _get_path(run: Run) -> int:
    return run.path
