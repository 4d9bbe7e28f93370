"""Measures of rankings by ir-measures, values chosen out of fold, and paired comparisons."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.metrics.bootstrap import compare_pairs

#: The names of measures in ir-measures, by the names in tables.
MEASURES: Final = {
    "MAP": "AP",
    "nDCG@10": "nDCG@10",
    "P@10": "P@10",
    "MRR": "RR",
    "success@1": "Success@1",
}
N_FOLDS: Final = 5

Table = npt.NDArray[np.float64]
#: The documents of each query, best first.
Run = Mapping[str, Sequence[str]]


def measure_run(run: Run, answers: Mapping[str, Sequence[str]]) -> Table:
    """Measure a ranking.

    Args:
        run: the documents of each query, best first.
        answers: the relevant documents of each query.

    Returns:
        A row for each query of `answers`, in its order, and a column for each of `MEASURES`.
    """
    import ir_measures

    measures = [ir_measures.parse_measure(name) for name in MEASURES.values()]
    judged = [
        ir_measures.Qrel(query, document, 1)
        for query, documents in answers.items()
        for document in documents
    ]
    ranked = [
        ir_measures.ScoredDoc(query, document, float(-place))
        for query, documents in run.items()
        for place, document in enumerate(documents)
    ]
    rows = {query: at for at, query in enumerate(answers)}
    columns = {measure: at for at, measure in enumerate(measures)}
    # A query without any result has no row in the output, and scores 0.
    table = np.zeros((len(rows), len(columns)))
    for metric in ir_measures.iter_calc(measures, judged, ranked):
        table[rows[metric.query_id], columns[metric.measure]] = metric.value
    return table


def assign_folds(groups: Sequence[str]) -> npt.NDArray[np.int64]:
    """The fold of each query; those of a group are in the same one."""
    digests = [hashlib.sha256(group.encode(errors="replace")).digest() for group in groups]
    return np.array([int.from_bytes(digest[:4], "big") % N_FOLDS for digest in digests], np.int64)


def choose_out_of_fold(
    tables: Mapping[float, Table], folds: npt.NDArray[np.int64]
) -> tuple[Table, list[float]]:
    """Choose a value for each fold on the other folds, by MAP.

    Returns:
        The measures of each query with the value of its fold, and the value of each fold.
    """
    values = list(tables)
    stacked = np.stack([tables[value] for value in values])
    chosen = np.zeros_like(stacked[0])
    by_fold = []
    for fold in range(N_FOLDS):
        others = folds != fold
        means = stacked[:, others, 0].mean(axis=1) if others.any() else stacked[:, :, 0].mean(1)
        best = int(np.argmax(np.round(means, 6)))
        chosen[~others] = stacked[best, ~others]
        by_fold.append(values[best])
    return chosen, by_fold


def describe(table: Table) -> dict[str, float]:
    """The mean of each measure."""
    means = table.mean(axis=0)
    return {name: round(float(mean), 6) for name, mean in zip(MEASURES, means, strict=True)}


def compare(first: Table, second: Table, seed: int = 0) -> dict[str, Any]:
    """The difference of two rankings in MAP, with its 95 % interval and p-value (paired bootstrap
    over queries)."""
    paired = compare_pairs(first[:, 0], second[:, 0], seed)
    return {name: round(float(value), 6) for name, value in paired._asdict().items()}
