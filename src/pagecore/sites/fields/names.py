"""Names of columns: by values that the user labelled, page metadata, label texts, and shapes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from pagecore._core import find_dates
from pagecore.errors import show_value
from pagecore.metadata import Metadata, read_metadata
from pagecore.site import RESERVED_NAMES
from pagecore.sites.fields.aligned_tree import AlignedTree
from pagecore.sites.fields.columns import FieldColumn, Values, holds_value
from pagecore.sites.fields.text_tree import split_label
from pagecore.sites.fields.titles import (
    MIN_AGREEMENT,
    LearnedPage,
    agrees,
    find_title,
    fold_text,
)

_MAX_LABEL_WORDS: Final = 4
_MAX_LABEL_CHARS: Final = 40
#: Most texts in an element that holds only a label and its value.
_MAX_TEXTS: Final = 3
#: Longer texts have none of the shapes.
_MAX_CHARS: Final = 60
_WORD: Final = re.compile(r"[^\W_]+")
#: Most characters beside the date in a text that is a date, such as those of a time.
_MAX_BESIDE: Final = 12
_CURRENCY: Final = r"(?:US\$|[$€£¥₹₽₩]|(?:USD|EUR|GBP|CHF|JPY|Rs\.?|kr\.?|zł|Kč|руб\.?)(?!\w))"
_AMOUNT: Final = re.compile(
    rf"{_CURRENCY}\s?\d[\d.,' ]{{0,14}}|\d[\d.,' ]{{0,14}}\s?{_CURRENCY}", re.IGNORECASE
)
_SHAPES: Final[Mapping[str, re.Pattern[str]]] = {
    "price": _AMOUNT,
    "email": re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}"),
    "url": re.compile(r"(?:https?://|www\.)\S{3,}"),
    "phone": re.compile(r"\+?\(?\d{1,4}\)?(?:[\s./-]{1,3}\(?\d{2,6}\)?){2,5}"),
}

#: The reason of a column that the user labelled.
LABELLED: Final = "a labelled value"


class ColumnName(NamedTuple):
    """The name of a column, and what it was named by."""

    name: str
    reason: str


def name_columns(
    columns: Sequence[FieldColumn],
    tree: AlignedTree,
    template_texts: Mapping[int, str],
    pages: Sequence[LearnedPage],
) -> dict[int, ColumnName]:
    """Name the columns; no two have the same name.

    Args:
        columns: the columns, in the order of their rank.
        tree: the aligned tree.
        template_texts: the texts that are the same on all pages, by their nodes.
        pages: the pages that it was made from.

    Returns:
        The name of each column, by its node.
    """
    labels = _LabelFinder(tree, template_texts)
    names = _name_by_values(columns, pages, labels)
    metadata = [read_metadata(page.page) for page in pages]
    title = find_title(columns, metadata, pages)
    for column in columns:
        if column.node not in names:
            is_title = column.node == title
            names[column.node] = _name_column(column, metadata, labels, is_title=is_title)
    # Labelled columns come first, so they keep the names that the user chose.
    return _number_names(names)


def _name_by_values(
    columns: Sequence[FieldColumn], pages: Sequence[LearnedPage], labels: _LabelFinder
) -> dict[int, ColumnName]:
    """Name the columns that hold a labelled value. Of several, it is the one that holds such values
    on the most pages, then one whose label is the name, then the first by rank."""
    names: dict[int, ColumnName] = {}
    for at, page in enumerate(pages):
        for name, texts in page.values.items():
            for text in texts:
                matches = [of for of in columns if holds_value(of.values[at], text)]
                # Of equal ranks, the first is the greatest.
                ranks = [_rate_match(of, name, pages, labels) for of in matches]
                if matches:
                    match = matches[ranks.index(max(ranks))]
                    names.setdefault(match.node, ColumnName(name, LABELLED))
    return names


def _rate_match(
    column: FieldColumn, name: str, pages: Sequence[LearnedPage], labels: _LabelFinder
) -> tuple[int, bool]:
    """Return the number of pages on which a column holds a value that is labelled with a name, and
    whether its label is the name."""
    n_pages = sum(
        any(holds_value(cell, text) for text in page.values.get(name, ()))
        for cell, page in zip(column.values, pages, strict=True)
    )
    return n_pages, fold_text(labels.find(column) or "") == fold_text(name)


def find_unmatched(
    columns: Sequence[FieldColumn], names: Mapping[int, ColumnName], at: int, values: Values
) -> list[str]:
    """Return the labelled values of a page that no column of their name holds; `at` is the place of
    the page."""
    return [
        f"{name}={show_value(text)}"
        for name, texts in values.items()
        for text in texts
        if not any(
            holds_value(column.values[at], text) and _is_name(names[column.node].name, name)
            for column in columns
        )
    ]


def _is_name(name: str, labelled: str) -> bool:
    """Whether a column has a labelled name, with or without a number."""
    number = name.removeprefix(f"{labelled}_")
    return name == labelled or (number != name and number.isdecimal())


def _name_column(
    column: FieldColumn, metadata: Sequence[Metadata], labels: _LabelFinder, *, is_title: bool
) -> ColumnName:
    if column.kind == "body":
        return ColumnName("body", "most of the running text")
    if is_title:
        return ColumnName("title", "it is the title of the pages")
    if agrees(column, [{fold_text(name) for name in of.authors} for of in metadata]):
        return ColumnName("author", "it is the author of the pages")
    label = labels.find(column)
    if label is not None:
        return ColumnName("_".join(_WORD.findall(label.lower())), f"the label {label!r}")
    if _has_shape(column, lambda text: _is_date(text, metadata[0].language)):
        return ColumnName("date", "its values are dates")
    for name, shape in _SHAPES.items():
        if _has_shape(column, lambda text, shape=shape: bool(shape.fullmatch(text))):  # type: ignore[misc]  # The default binds the loop variable.
            return ColumnName(name, f"the shape of its values is that of a {name}")
    return ColumnName("text", "no label or shape was recognised")


def _has_shape(column: FieldColumn, test: Callable[[str], bool]) -> bool:
    matches = [len(text) <= _MAX_CHARS and test(text) for text in column.texts]
    return sum(matches) >= max(1, MIN_AGREEMENT * len(matches))


def _is_date(text: str, language: str | None) -> bool:
    dates = find_dates(text, language or "")
    return len(dates) == 1 and len(text) - (dates[0][2] - dates[0][1]) <= _MAX_BESIDE


class _LabelFinder:
    """Finds the label of a column: in its own texts, as in `Price: 9 €`, or in the text of the
    template before it."""

    def __init__(self, tree: AlignedTree, template_texts: Mapping[int, str]) -> None:
        self._tree, self._template_texts = tree, template_texts
        #: Number of texts below each node.
        self._n_texts = [int(node.is_text) for node in tree.nodes]
        for node in range(len(tree) - 1, 0, -1):
            self._n_texts[tree.nodes[node].parent] += self._n_texts[node]

    def find(self, column: FieldColumn) -> str | None:
        """Return the label of a column; None if it has none."""
        own = {split.label if (split := split_label(text)) else "" for text in column.texts}
        label = own.pop() if len(own) == 1 else ""
        return label or self._find_before(column.node)

    def _find_before(self, node: int) -> str | None:
        before = node - 1
        while before > 0 and not self._tree.nodes[before].is_text:
            before -= 1
        text = self._template_texts.get(before, "")
        label = text.rstrip(" :：=")
        is_short = len(label) <= _MAX_LABEL_CHARS and len(label.split()) <= _MAX_LABEL_WORDS
        if not is_short or not any(map(str.isalpha, label)):
            return None
        is_beside = self._n_texts[self._find_common(before, node)] <= _MAX_TEXTS
        return label if is_beside or label != text.rstrip() else None

    def _find_common(self, first: int, second: int) -> int:
        """Return the lowest node above two nodes."""
        while first != second:
            # Nodes are in document order, so the later one is the one to climb from.
            if first > second:
                first = self._tree.nodes[first].parent
            else:
                second = self._tree.nodes[second].parent
        return first


def _number_names(names: Mapping[int, ColumnName]) -> dict[int, ColumnName]:
    """Add numbers to names that occur twice, and to all of those without a meaning."""
    numbered: dict[int, ColumnName] = {}
    taken = set(RESERVED_NAMES)
    for node, (name, reason) in names.items():
        number, unique = 1, "text_1" if name == "text" else name
        while unique in taken:
            number += 1
            unique = f"{name}_{number}"
        taken.add(unique)
        numbered[node] = ColumnName(unique, reason)
    return numbered
