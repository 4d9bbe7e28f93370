"""The features that models use: name, meaning, unit and absence, as the core declares them."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from pagecore import _core


class Absence(NamedTuple):
    """The value and the meaning of a feature that has nothing to measure."""

    #: Values up to this one stand for it.
    value: float
    meaning: str


class Feature(NamedTuple):
    """A feature of a block, or of a page and a choice, as the core declares it."""

    name: str
    #: What it measures, in words; for a yes-or-no feature, a clause that starts with "that".
    meaning: str
    #: A key of `UNITS`.
    unit: str
    #: The constant that was added to a number, or before a logarithm.
    added: int
    #: The names of codes.
    codes: dict[int, str]
    #: None if there is a value for every block.
    absence: Absence | None
    #: Whether it depends on the first score of the block itself.
    is_of_itself: bool
    #: Whether a high value means that the block repeats the page's title.
    is_of_title: bool

    def is_absent(self, value: float) -> bool:
        """Return whether a value means that there is nothing to measure."""
        return self.absence is not None and value <= self.absence.value


#: Units of features, and what their values are.
UNITS: Final = {
    "number": "a count, a length or a rate, plus the constant that keeps it above 0",
    "logarithm": "the natural logarithm of a count plus the constant",
    "share": "a part of a whole, 0 to 1",
    "probability": "a probability of being content, 0 to 1",
    "yes or no": "above 0 for yes",
    "code": "one of a few named cases",
    "mean of codes": "the mean of the codes of chosen blocks",
    "difference": "the difference of two numbers",
    "element": "the kind of the element that the block is in",
    "outer element": "the kind of the element around that",
    "inner element": "the kind of the element that the text begins in",
    "name weight": "learned weights of classes and ids, above 0 for content",
    "balance": "above 0 if there is more running text than links and short lines",
    "position": "below 0 before something, 0 to 1 in it, 1 or more after it",
    "distance in blocks": "in blocks, below 0 before something, above 0 after it",
    "distance in the page": "as a share of the page, below 0 before something, above 0 after it",
}


@cache
def list_block_features() -> tuple[Feature, ...]:
    """Return all features of blocks, those of the second pass last."""
    return tuple(_convert_feature(*fields) for fields in _core.feature_lists()[0])


@cache
def list_page_features() -> tuple[Feature, ...]:
    """Return all features of a page and a choice."""
    return tuple(_convert_feature(*fields) for fields in _core.feature_lists()[1])


def _convert_feature(
    name: str,
    meaning: str,
    unit: str,
    added: int,
    codes: list[tuple[int, str]],
    absence: tuple[float, str] | None,
    *flags: bool,
) -> Feature:
    declared = None if absence is None else Absence(*absence)
    return Feature(name, meaning, unit, added, dict(codes), declared, *flags)
