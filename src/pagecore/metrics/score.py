"""Precision, recall and F1 of an output against the gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import NamedTuple, TypeVar

Item = TypeVar("Item", bound=Hashable)


class Score(NamedTuple):
    """Precision, recall and their harmonic mean, each 0 to 1."""

    precision: float
    recall: float
    f1: float


def score_counts(common: float, n_output: float, n_gold: float) -> Score:
    """Score an output by counts.

    If both output and gold are empty, the score is 1; if only one is, it is 0.

    Args:
        common: number of items in both.
        n_output: number of items in the output.
        n_gold: number of items in the gold.
    """
    if not n_output and not n_gold:
        return Score(1.0, 1.0, 1.0)
    if not common:
        return Score(0.0, 0.0, 0.0)
    return Score(common / n_output, common / n_gold, 2 * common / (n_output + n_gold))


def score_multisets(gold: Counter[Item], output: Counter[Item]) -> Score:
    """Score a multiset; an item that is twice in the output and once in the gold counts once."""
    return score_counts((gold & output).total(), output.total(), gold.total())
