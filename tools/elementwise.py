"""A table of how well contenders keep elements, kind by kind, on the same pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from pagecore.metrics import bootstrap, structure
from pagecore.metrics.score import of_multisets

#: What we are called in the table.
OWN: Final = "pagecore"
#: How long others may take for a page: a busy machine must not make them miss any.
SECONDS: Final = 300.0

#: The elements of a page by kind.
Elements: TypeAlias = Mapping[str, structure.Elements]
#: F1 page by page; NaN of a page that says nothing.
Values: TypeAlias = npt.NDArray[np.float64]


def table(
    kinds: Iterable[str], gold: Sequence[Elements], found: Mapping[str, Sequence[Elements]]
) -> list[str]:
    """F1 of each kind for each contender, the first of which is our own, and how far it is ahead of
    the best other: on pages where gold or output has such elements, and where gold has."""
    lines = [
        f"| elements | pages | {' | '.join(found)} | ahead of the best other by |",
        f"|---|--:|{'--:|' * len(found)}---|",
    ]
    for kind in kinds:
        scored = {name: _f1(kind, gold, outputs) for name, outputs in found.items()}
        known = np.array([bool(elements[kind]) for elements in gold])
        lines.append(_row(kind, scored))
        lines.append(_row(f"{kind}, where gold has some", {n: v[known] for n, v in scored.items()}))
    return lines


def _f1(kind: str, gold: Sequence[Elements], outputs: Sequence[Elements]) -> Values:
    return np.array(
        [
            of_multisets(wanted[kind], given[kind]).f1 if wanted[kind] or given[kind] else np.nan
            for wanted, given in zip(gold, outputs, strict=True)
        ]
    )


def _row(title: str, scored: Mapping[str, Values]) -> str:
    means = {name: float(np.nanmean(values)) for name, values in scored.items()}
    own, *others = scored
    best = max(others, key=lambda name: means[name])
    paired = bootstrap.paired(scored[own], scored[best])
    verdict = "" if paired.low > 0 or paired.high < 0 else ", may be chance"
    pages = int((~np.isnan(np.array(list(scored.values())))).any(axis=0).sum())
    cells = " | ".join(f"{mean:.3f}" for mean in means.values())
    lead = f"{paired.difference:+.3f} ({paired.low:+.3f} to {paired.high:+.3f}){verdict}"
    return f"| {title} | {pages} | {cells} | {lead} |"
