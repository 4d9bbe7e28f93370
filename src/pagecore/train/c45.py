"""C4.5: a decision tree over columns of numbers, grown by gain ratio and pruned by pessimism.

J. R. Quinlan. "C4.5: programs for machine learning." 1993. Rows have two classes and
weights. Of his two ways to prune, subtrees are replaced by leaves; none is raised to the place of
its parent.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.models.classifiers import DecisionTree, Floats, Reals

#: Minimum weight of the rows on either side of a border.
SMALLEST: Final = 2.0
#: Confidence of the estimated errors of a leaf; a lower value prunes more.
CONFIDENCE: Final = 0.25
#: Gains with a smaller difference are equal: sums of the same numbers differ in the last digit.
EQUAL: Final = 1e-9


class Split(NamedTuple):
    """A test that splits rows in two."""

    feature: int
    border: np.float32
    gain: float
    ratio: float


@dataclass
class GrowingNode:
    """A node while the tree grows: the weights of its rows, and the numbers of its children."""

    positive: float
    total: float
    split: Split | None = None
    left: int = -1
    right: int = -1


def compute_entropy(positive: npt.ArrayLike, total: npt.ArrayLike) -> Reals:
    """Compute the entropy of two classes, in bits; 0 without rows.

    Args:
        positive: weight of the rows of the first class.
        total: weight of all rows.
    """
    share = np.asarray(positive, np.float64) / np.where(np.asarray(total) > 0, total, 1)
    return _bits(share) + _bits(1 - share)


def _bits(share: Reals) -> Reals:
    bits: Reals = -share * np.log2(np.where(share > 0, share, 1))
    return bits


def split_column(
    values: Floats, positive: npt.NDArray[np.bool_], weight: Reals, feature: int = 0
) -> Split | None:
    """Find the border of one column with the largest gain, or the lowest of equal ones.

    Borders lie halfway between neighbouring values, and leave `SMALLEST` on both sides.
    """
    order = np.argsort(values, kind="stable")
    value, weighed = values[order], weight[order]
    totals = np.cumsum(weighed)
    positives = np.cumsum(weighed * positive[order])
    total, all_positive = totals[-1], positives[-1]
    below = np.flatnonzero(value[1:] != value[:-1])
    below = below[(totals[below] >= SMALLEST) & (total - totals[below] >= SMALLEST)]
    if not len(below):
        return None
    left, left_positive = totals[below], positives[below]
    right, right_positive = total - left, all_positive - left_positive
    parts = left * compute_entropy(left_positive, left) + right * compute_entropy(
        right_positive, right
    )
    gain = compute_entropy(all_positive, total) - parts / total
    best = int(np.flatnonzero(gain >= gain.max() - EQUAL)[0])
    at = below[best]
    ratio = gain[best] / compute_entropy(left[best], total)
    return Split(feature, _find_middle(value[at], value[at + 1]), float(gain[best]), float(ratio))


def _find_middle(low: np.float32, high: np.float32) -> np.float32:
    middle = np.float32((float(low) + float(high)) / 2)
    # The middle of two adjacent 32-bit numbers is one of them.
    return middle if middle < high else low


def find_best_split(rows: Floats, positive: npt.NDArray[np.bool_], weight: Reals) -> Split | None:
    """Among the best splits of all columns whose gain is at least average, find that with the
    largest gain ratio, or the first of equal ones; None if no split gains anything."""
    splits = [
        split
        for feature in range(rows.shape[1])
        if (split := split_column(rows[:, feature], positive, weight, feature)) is not None
    ]
    mean = math.fsum(split.gain for split in splits) / max(len(splits), 1)
    fit = [split for split in splits if split.gain >= mean - EQUAL and split.gain > EQUAL]
    most = max((split.ratio for split in fit), default=0.0)
    return next((split for split in fit if split.ratio >= most - EQUAL), None)


def estimate_errors(errors: float, total: float) -> float:
    """Estimate the errors of a leaf on new rows, which are more than those on its own rows.

    The upper limit of the binomial distribution, by the approximation of Quinlan's program.

    Args:
        errors: weight of its rows of the wrong class.
        total: weight of all its rows.
    """
    none = total * (1 - math.exp(math.log(CONFIDENCE) / total))
    if errors <= 0:
        return none
    if errors < 1:
        return none + errors * (estimate_errors(1.0, total) - none)
    if errors + 0.5 >= total:
        return errors + max(0.67 * (total - errors), 0.0)
    z = NormalDist().inv_cdf(1 - CONFIDENCE)
    seen = errors + 0.5
    spread = math.sqrt(z**2 * (seen * (1 - seen / total) + z**2 / 4))
    return total * (seen + z**2 / 2 + spread) / (total + z**2)


def fit_tree(
    rows: Floats,
    positive: npt.NDArray[np.bool_],
    weight: Reals | None = None,
    *,
    pruned: bool = True,
) -> DecisionTree:
    """Learn a tree.

    Args:
        rows: a row for each example, a column for each feature.
        positive: the class of each.
        weight: what each counts; 1 without it.
        pruned: False keeps all that has grown.
    """
    weighed = np.ones(len(rows)) if weight is None else weight
    nodes = _grow(rows, positive, weighed)
    if pruned:
        _prune(nodes)
    return _tree(nodes)


def _grow(rows: Floats, positive: npt.NDArray[np.bool_], weight: Reals) -> list[GrowingNode]:
    """All nodes, parents before their children."""
    nodes = [_node(positive, weight)]
    waiting = [(0, np.arange(len(rows)))]
    while waiting:
        at, inside = waiting.pop()
        node = nodes[at]
        if not 0 < node.positive < node.total:
            continue
        node.split = find_best_split(rows[inside], positive[inside], weight[inside])
        if node.split is None:
            continue
        is_left = rows[inside, node.split.feature] <= node.split.border
        node.left, node.right = len(nodes), len(nodes) + 1
        for part in (inside[is_left], inside[~is_left]):
            waiting.append((len(nodes), part))
            nodes.append(_node(positive[part], weight[part]))
    return nodes


def _node(positive: npt.NDArray[np.bool_], weight: Reals) -> GrowingNode:
    return GrowingNode(float(weight[positive].sum()), float(weight.sum()))


def _prune(nodes: list[GrowingNode]) -> None:
    """Replace subtrees by leaves if they are not expected to make fewer errors."""
    expected = [0.0] * len(nodes)
    for at in range(len(nodes) - 1, -1, -1):
        node = nodes[at]
        alone = estimate_errors(min(node.positive, node.total - node.positive), node.total)
        if node.split is None:
            expected[at] = alone
            continue
        below = expected[node.left] + expected[node.right]
        expected[at] = min(alone, below)
        if alone <= below + EQUAL:
            node.split = None


def _tree(nodes: list[GrowingNode]) -> DecisionTree:
    """The nodes that can be reached from the root, parents before their children."""
    kept, number = [0], {0: 0}
    for at in kept:
        if nodes[at].split is not None:
            for child in (nodes[at].left, nodes[at].right):
                number[child] = len(kept)
                kept.append(child)
    splits = [nodes[at].split for at in kept]
    return DecisionTree(
        np.array([-1 if split is None else split.feature for split in splits], np.int64),
        np.array([0 if split is None else split.border for split in splits], np.float32),
        np.array([number.get(nodes[at].left, 0) for at in kept], np.int64),
        np.array([number.get(nodes[at].right, 0) for at in kept], np.int64),
        # One more row of each class, so that small leaves are less certain (Laplace).
        np.array([(nodes[at].positive + 1) / (nodes[at].total + 2) for at in kept], np.float32),
    )
