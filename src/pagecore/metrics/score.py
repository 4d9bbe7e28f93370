"""Precision, recall and F1 of what was found against what was wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import NamedTuple, TypeVar

Thing = TypeVar("Thing", bound=Hashable)


class Score(NamedTuple):
    """Precision, recall and their harmonic mean, each from 0 to 1."""

    precision: float
    recall: float
    f1: float


def of_counts(common: float, found: float, wanted: float) -> Score:
    """The score when `common` of `found` things are among the `wanted` ones.

    Nothing wanted and nothing found is right; where only one of the two is empty, all is 0.
    """
    if not found and not wanted:
        return Score(1.0, 1.0, 1.0)
    if not common:
        return Score(0.0, 0.0, 0.0)
    return Score(common / found, common / wanted, 2 * common / (found + wanted))


def of_multisets(gold: Counter[Thing], found: Counter[Thing]) -> Score:
    """The score of two multisets: a thing found twice and wanted once is right once."""
    return of_counts((gold & found).total(), found.total(), gold.total())
