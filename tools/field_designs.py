"""Designs of fields: ways to decide which texts of different pages are one field.

Each is learned from some pages and finds fields on others. The first is in use; the others are
measured beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from pagecore import Page, Wrapper, learn
from pagecore.errors import WrapperError
from pagecore.page import tags
from pagecore.sites.fields.text_tree import read_text

#: The text of each field of a page.
Fields: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, eq=False)
class TextPage:
    """A page and its visible texts by row."""

    page: Page
    texts: Mapping[int, str]

    @classmethod
    def of(cls, page: Page) -> TextPage:
        """Read the texts of a page."""
        rows = np.flatnonzero((page.tag == tags.TEXT) & page.visible & (page.chars > 0)).tolist()
        return cls(page, {row: read_text(page, row) for row in rows})


@dataclass(frozen=True)
class Rules:
    """What a design learned: for each field, on how many pages it is, and its values there."""

    find: Callable[[TextPage], Fields]
    #: The fields in document order, with their values on the pages that were learned from.
    values: Mapping[str, list[str]]


def learn_aligned(pages: Sequence[TextPage]) -> Rules:
    """Texts that RTDM maps to each other (in use)."""
    wrapper = learn([page.page for page in pages], fields=True, classes="one")
    rules: Any = wrapper.body

    def find(page: TextPage) -> Fields:
        return {
            name: " ".join(text.split()) for name, text in find_fields(wrapper, page.page).items()
        }

    found = [find(page) for page in pages]
    by_node = sorted(rules.field_rules.fields, key=lambda of: of.node)
    return Rules(find, _collect([of.name for of in by_node], found))


def find_fields(wrapper: Wrapper, page: Page) -> Fields:
    """Return the values of a page as `apply` writes them; none if the wrapper does not fit."""
    try:
        return wrapper.fields(page).texts()[0]
    except WrapperError:
        return {}


def learn_by_xpath(pages: Sequence[TextPage]) -> Rules:
    """Texts with the same XPath, positions included."""
    return _learn_keys(pages, _list_xpaths)


def learn_by_label(pages: Sequence[TextPage]) -> Rules:
    """Texts with the same path of names and CSS classes after the same template text, which is a
    text on two pages or more."""
    counts: Counter[Hashable] = Counter()
    for page in pages:
        counts.update(set(zip(_list_paths(page), page.texts.values(), strict=True)))
    template = {key for key, n_pages in counts.items() if n_pages > 1}

    def list_keys(page: TextPage) -> list[Hashable]:
        keys: list[Hashable] = []
        label: Hashable = None
        seen: Counter[Hashable] = Counter()
        for path, text in zip(_list_paths(page), page.texts.values(), strict=True):
            if (path, text) in template:
                label, seen = (path, text), Counter()
                keys.append(None)
            else:
                seen[path] += 1
                keys.append((label, path, seen[path]))
        return keys

    return _learn_keys(pages, list_keys)


def _learn_keys(
    pages: Sequence[TextPage], list_keys: Callable[[TextPage], Sequence[Hashable]]
) -> Rules:
    """Make rules from the key of each text: texts of two pages with one key are one field."""
    values: dict[Hashable, list[str]] = {}
    for page in pages:
        keyed = dict(zip(list_keys(page), page.texts.values(), strict=True))
        for key, text in keyed.items():
            values.setdefault(key, []).append(text)
    order = {key: at for page in reversed(pages) for at, key in enumerate(list_keys(page))}
    varying = [key for key, of in values.items() if key is not None and len(set(of)) > 1]
    names = {key: str(at) for at, key in enumerate(sorted(varying, key=order.__getitem__))}

    def find(page: TextPage) -> Fields:
        keyed = zip(list_keys(page), page.texts.values(), strict=True)
        return {names[key]: text for key, text in keyed if key in names}

    return Rules(find, {name: values[key] for key, name in names.items()})


def _list_xpaths(page: TextPage) -> list[Hashable]:
    return list(page.page.xpaths(list(page.texts)))


def _list_paths(page: TextPage) -> list[str]:
    """Return the names and classes of the elements around each text."""
    numbers, values = page.page.attr("class")
    paths: list[str] = []
    for row, parent in enumerate(page.page.parent.tolist()):
        name = page.page.name(row)
        words = f"{name}.{values[numbers[row]]}" if numbers[row] >= 0 else name
        paths.append(f"{paths[parent]}/{words}" if parent >= 0 else words)
    return [paths[row] for row in page.texts]


def _collect(names: Sequence[str], found: Sequence[Fields]) -> dict[str, list[str]]:
    return {name: [fields[name] for fields in found if name in fields] for name in names}


def rank_by_pages(rules: Rules) -> list[str]:
    """Fields on the most pages, then by document order (in use)."""
    return sorted(rules.values, key=lambda name: -len(rules.values[name]))


def rank_by_order(rules: Rules) -> list[str]:
    """By document order."""
    return list(rules.values)


def rank_by_difference(rules: Rules) -> list[str]:
    """Fields on the most pages, then with the most different values, then by document order."""
    values = rules.values
    return sorted(values, key=lambda name: (-len(values[name]), -len(set(values[name]))))


def rank_by_length(rules: Rules) -> list[str]:
    """Fields on the most pages, then of up to 30 words, then by document order."""
    values = rules.values

    def is_long(name: str) -> bool:
        return sum(len(text.split()) for text in values[name]) > 30 * len(values[name])

    return sorted(values, key=lambda name: (-len(values[name]), is_long(name)))


DESIGNS: Final[Mapping[str, Callable[[Sequence[TextPage]], Rules]]] = {
    "aligned": learn_aligned,
    "xpath": learn_by_xpath,
    "label": learn_by_label,
}
RANKINGS: Final[Mapping[str, Callable[[Rules], list[str]]]] = {
    "pages": rank_by_pages,
    "order": rank_by_order,
    "difference": rank_by_difference,
    "length": rank_by_length,
}
