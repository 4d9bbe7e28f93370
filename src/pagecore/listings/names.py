"""Name the columns of a group: title, link, image, price, date, rating, text, or their labels."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from statistics import median
from typing import Final, NamedTuple

from pagecore.listings.table import TableColumn
from pagecore.listings.value_types import TYPES, find_column_type
from pagecore.sites.fields.text_tree import split_label

#: Minimum share of the items that have a title.
_MIN_TITLES: Final = 0.5
#: Minimum share of the values of a column that must agree with its name.
_MIN_AGREEMENT: Final = 0.6
#: Minimum share of the values of a column that have its label before them.
_MIN_LABELLED: Final = 0.5
#: Longer texts are titles only in links; still longer ones are no titles.
_MAX_SHORT: Final = 80
_MAX_TITLE: Final = 300
_MAX_LABEL_CHARS: Final = 30
_PROSE_WORDS: Final = 8
_WORD: Final = re.compile(r"[^\W_]+")


class NamedColumn(NamedTuple):
    """A column with its name and type."""

    name: str
    type: str
    column: TableColumn


def name_columns(columns: Sequence[TableColumn]) -> list[NamedColumn]:
    """Name the columns of a group; no two have the same name.

    A column of labels, such as `Seasons:` before `3-season`, becomes the name of the next one.
    """
    columns = _name_by_labels(columns)
    types = [find_column_type(column.texts) for column in columns]
    has_headings = any(column.heading for column in columns)
    title = None if has_headings else _find_title(columns, types)
    text = _find_text(columns, types, title)
    labels = [column.heading or column.label or _find_label(column) for column in columns]
    names = []
    for at, (kind, label) in enumerate(zip(types, labels, strict=True)):
        name = "field" if kind == "text" and at != text else kind
        if at == title:
            name = "title"
        elif label and (words := _WORD.findall(label.lower())):
            name = "_".join(words)
        names.append(name)
    numbered = _number_names(names, [len(column.texts) for column in columns])
    return list(map(NamedColumn, numbered, types, columns))


def _number_names(names: Sequence[str], sizes: Sequence[int]) -> list[str]:
    """Number equal names. Of several prices, dates or ratings, those that few items have come last,
    such as the price before a sale."""
    largest: dict[str, int] = {}
    for name, size in zip(names, sizes, strict=True):
        largest[name] = max(size, largest.get(name, 0))
    is_rare = [
        name in TYPES and 2 * size < largest[name] for name, size in zip(names, sizes, strict=True)
    ]
    numbered = list(names)
    taken: Counter[str] = Counter({"link": 1, "image": 1})
    for at in sorted(range(len(names)), key=lambda at: (is_rare[at], at)):
        name = names[at]
        taken[name] += 1
        while taken[name] > 1 and taken[f"{name}_{taken[name]}"]:
            taken[name] += 1
        if taken[name] > 1:
            name = f"{name}_{taken[name]}"
            taken[name] += 1
        numbered[at] = name
    return numbered


def _name_by_labels(columns: Sequence[TableColumn]) -> list[TableColumn]:
    """Leave out columns of one label each, and make it the label of the column after it."""
    kept: list[TableColumn] = []
    label = None
    for column, following in zip_longest(columns, columns[1:]):
        named = replace(column, label=label) if label else column
        label = None if named.heading else _find_own_label(column, following)
        if label is None:
            kept.append(named)
    return kept


def _find_own_label(column: TableColumn, following: TableColumn | None) -> str | None:
    """Return the label that a column consists of, if the next column has a value for each, and few
    without one."""
    texts = column.texts
    if following is None or not all(text.endswith(":") for text in texts) or len(set(texts)) > 1:
        return None
    if len(texts) < _MIN_LABELLED * len(following.texts):
        return None
    pairs = zip(column.runs, following.runs, strict=True)
    return texts[0] if all(value is not None for label, value in pairs if label) else None


def _find_title(columns: Sequence[TableColumn], types: Sequence[str]) -> int | None:
    """Find the column of titles: in headings, or else in links, or else the first text."""
    best, best_score = None, 0.0
    for at, (column, kind) in enumerate(zip(columns, types, strict=True)):
        runs = [run for run in column.runs if run is not None]
        share = len(runs) / len(column.runs)
        lengths = [len(run.text) for run in runs]
        if kind != "text" or share < _MIN_TITLES or (length := median(lengths)) > _MAX_TITLE:
            continue
        distinct = len({run.text for run in runs}) / len(runs)
        in_heading = sum(run.in_heading for run in runs) / len(runs)
        in_link = sum(run.link >= 0 for run in runs) / len(runs)
        # The first column wins a tie.
        score = share + 3 * distinct**2 + in_heading + 1.5 * in_link - 0.05 * at
        score += 0.5 * min(length / 20, 1.0) - (length > _MAX_SHORT and not in_link)
        if score > best_score:
            best, best_score = at, score
    return best


def _find_text(
    columns: Sequence[TableColumn], types: Sequence[str], title: int | None
) -> int | None:
    """Find the column with the most running text."""
    lengths = [
        sum(len(text.split()) for text in column.texts) if kind == "text" and at != title else 0
        for at, (column, kind) in enumerate(zip(columns, types, strict=True))
    ]
    if not lengths or max(lengths) < _PROSE_WORDS * len(columns[0].runs) / 2:
        return None
    return lengths.index(max(lengths))


def _find_label(column: TableColumn) -> str | None:
    """Return the label that most values begin with, as in `Price: 9 €`."""
    labels: Counter[str] = Counter()
    for text in column.texts:
        split = split_label(text)
        if split is not None and len(split.label) <= _MAX_LABEL_CHARS:
            labels[split.label] += 1
    if not labels:
        return None
    label, n = labels.most_common(1)[0]
    return label if n >= max(2, _MIN_AGREEMENT * len(column.texts)) else None
