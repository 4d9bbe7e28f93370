"""Describe values of features in words, by the unit that the core declares for each feature."""

from __future__ import annotations

import math
from typing import Final

from pagecore.page import Array, Page
from pagecore.page.features import Feature

#: Why a block that repeats the title is dropped, although a reader would call it content.
IS_TITLE: Final = "it repeats the page's title, which is not part of the text"
#: Descriptions of first scores up to a value.
_PROBABILITIES: Final = (
    (0.1, "no content"), (0.4, "mostly no content"), (0.6, "in doubt"), (0.9, "mostly content"),
    (1.1, "content"),
)  # fmt: skip
#: Longest name of an element, in characters.
_MAX_NAME: Final = 30


def describe_feature(
    page: Page,
    block: int,
    feature: Feature,
    value: float,
    is_for: bool,
    named: Array | None = None,
) -> tuple[str, str]:
    """Return the meaning of a feature for a block, and its value in words.

    The value is empty if the meaning is enough: for a yes-or-no feature, and if there is nothing to
    measure.

    Args:
        page: the page.
        block: number of the block.
        feature: the feature.
        value: its value for the block.
        is_for: whether it is a reason for the block.
        named: what `find_named` returns for the page; found anew if it is None.
    """
    if feature.absence is not None and feature.is_absent(value):
        return feature.absence.meaning, ""
    if feature.unit == "yes or no":
        return feature.meaning, ""
    words = describe_value(page, block, feature, value, named)
    if feature.is_of_title and value >= 0.5 and not is_for:
        return IS_TITLE, words
    return feature.meaning, words


def describe_value(
    page: Page, block: int, feature: Feature, value: float, named: Array | None = None
) -> str:
    """Return a value in words; the arguments are those of `describe_feature`."""
    unit = feature.unit
    if unit == "code":
        return feature.codes[round(value)]
    if unit in ("element", "outer element", "inner element"):
        return f"<{_name_element(page, block, unit)}>"
    if unit == "name weight":
        return _find_name(page, block, find_named(page) if named is None else named)
    return _describe_number(feature, value)


def _describe_number(feature: Feature, value: float) -> str:
    match feature.unit:
        case "balance":
            return "more" if value > 0 else "less"
        case "position":
            return "before it" if value < 0 else "after it" if value >= 1 else f"{value:.0%} down"
        case "distance in blocks":
            return _describe_distance(value, f"{abs(value):.0f} blocks")
        case "distance in the page":
            return _describe_distance(value, f"{abs(value):.0%} of the page")
        case "probability":
            words = next(words for most, words in _PROBABILITIES if value <= most)
            return f"{words} ({value:.2f})"
        case "share":
            # Hidden text is part of some shares, but not of the whole.
            return f"{min(value, 1):.0%}"
        case "logarithm":
            value = math.exp(value)
    value -= feature.added
    return f"{value:.0f}" if value == round(value) or abs(value) >= 10 else f"{value:.2f}"


def _describe_distance(value: float, length: str) -> str:
    return "there" if value == 0 else f"{length} {'before it' if value < 0 else 'after it'}"


def find_named(page: Page) -> Array:
    """Return for every row the nearest element at or above it that has an id or a class, or -1."""
    is_named = [
        page.match_attribute(name, lambda value: bool(value.split())) for name in ("id", "class")
    ]
    return page.above(is_named[0] | is_named[1])


def _find_name(page: Page, block: int, named: Array) -> str:
    """Return the nearest element around a block that has a name, as a CSS selector."""
    row = int(named[page.blocks.owner[block]])
    if row < 0:
        return "there are none"
    names = [f"#{name}" for name in (page.get(row, "id") or "").split()]
    names += [f".{name}" for name in (page.get(row, "class") or "").split()]
    name = page.name(row) + names[0]
    return name if len(name) <= _MAX_NAME else name[: _MAX_NAME - 1] + "…"


def _name_element(page: Page, block: int, unit: str) -> str:
    """Return the name of an element; the value is only a code that several elements share."""
    owner = int(page.blocks.owner[block])
    if unit == "element":
        return page.name(owner)
    around = page.parent[owner if unit == "outer element" else page.blocks.first[block]]
    return page.name(max(int(around), 0))
