"""Choose the values of parameters for each page on all other pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Scores = npt.NDArray[np.float64]
Values = Mapping[str, Any]


def choose_out_of_fold(scores: Scores) -> npt.NDArray[np.int64]:
    """For each page, the values with the highest mean over all other pages.

    Args:
        scores: by page and values; NaN for pages that have no score.
    """
    known = ~np.isnan(scores)
    filled = np.where(known, scores, 0.0)
    totals, counts = filled.sum(axis=0) - filled, known.sum(axis=0) - known
    best: npt.NDArray[np.int64] = np.argmax(np.round(totals / np.maximum(counts, 1), 4), axis=1)
    return best


def choose_stepwise(
    measure: Callable[[Values], Scores], start: Values, tried: Mapping[str, Sequence[Any]]
) -> list[Values]:
    """For each page, values that are chosen on all other pages, one parameter after another.

    Each parameter gets the value with the highest mean, beside those chosen before it and the first
    values of the others. A tie keeps the value as it was.

    Args:
        measure: returns the score of each page with some values; NaN for pages that have none.
        start: the first values.
        tried: the values of each parameter, in the order of the steps.
    """
    is_known = ~np.isnan(measure(start))
    chosen = []
    for page in range(len(is_known)):
        others = is_known.copy()
        others[page] = False
        values: Values = dict(start)
        for name, every in tried.items():
            new = [value for value in every if value != values[name]]
            options = [values, *({**values, name: value} for value in new)]
            means = [measure(option)[others].mean() for option in options]
            values = options[int(np.argmax(np.round(means, 4)))]
        chosen.append(values)
    return chosen
