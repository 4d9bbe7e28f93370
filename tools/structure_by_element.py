"""Measure how well contenders keep the elements of pages, by kind, on the same pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from pagecore.metrics import bootstrap, structure
from pagecore.metrics.score import score_multisets
from tools.record import describe_lead, round_value

#: What our own output is called in the table.
OWN: Final = "pagecore"
#: Timeout per page of others, in seconds: a busy machine must not make them miss any.
TIMEOUT: Final = 300.0

#: The elements of a page by kind.
Elements: TypeAlias = Mapping[str, structure.Elements]
#: F1 page by page; NaN for a page that has no such elements.
Values: TypeAlias = npt.NDArray[np.float64]


def compare_elements(
    kinds: Iterable[str], gold: Sequence[Elements], outputs: Mapping[str, Sequence[Elements]]
) -> list[dict[str, Any]]:
    """F1 of each kind for each contender, the first of which is our own, and its lead over the best
    other: on pages where gold or output has such elements, then on those where gold has some."""
    rows = []
    for kind in kinds:
        scores = {name: _f1(kind, gold, pages) for name, pages in outputs.items()}
        in_gold = np.array([bool(elements[kind]) for elements in gold])
        rows.append(_row(kind, scores))
        some = {name: values[in_gold] for name, values in scores.items()}
        rows.append(_row(f"{kind}, where gold has some", some))
    return rows


def _f1(kind: str, gold: Sequence[Elements], pages: Sequence[Elements]) -> Values:
    return np.array(
        [
            score_multisets(wanted[kind], kept[kind]).f1 if wanted[kind] or kept[kind] else np.nan
            for wanted, kept in zip(gold, pages, strict=True)
        ]
    )


def _row(title: str, scores: Mapping[str, Values]) -> dict[str, Any]:
    means = {name: float(np.nanmean(values)) for name, values in scores.items()}
    own, *others = scores
    best = max(others, key=lambda name: means[name])
    n_pages = int((~np.isnan(np.array(list(scores.values())))).any(axis=0).sum())
    return {
        "elements": title,
        "pages": n_pages,
        "f1": {name: round_value(mean) for name, mean in means.items()},
        "lead": describe_lead(bootstrap.compare_pairs(scores[own], scores[best])),
    }
