"""Explain the score of a model for each block: the features that moved it most, in words.

A forest's score is a sum over its features (A. Saabas, "Interpreting random forests", 2014); see
`Model.contributions`. One feature of the second pass is the first score of the block itself. Its
contribution is distributed over the features that moved the first score, because a score is not a
reason for itself.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.explain.values import describe_feature, find_named
from pagecore.models.model import Model
from pagecore.page import Page
from pagecore.page.features import Feature
from pagecore.page.judging import Floats, describe_blocks

#: Maximum number of reasons for a block, and of reasons against it.
MAX_REASONS: Final = 3
#: Minimum contribution of a reason: in log-odds, and as a share of the strongest one.
MIN_CONTRIBUTION: Final = 0.1
MIN_SHARE: Final = 0.1
#: Minimum share for reasons against the decision; weak ones confuse more than they explain.
MIN_SHARE_AGAINST: Final = 0.25
#: Maximum number of blocks of a page that are explained, so that time and memory are bounded. In
#: our corpora, fewer than 1 of 500 pages have more blocks.
MAX_BLOCKS: Final = 3000
#: The common meaning of all features about names of elements, which are merged into one reason.
NAMES: Final = "the names of the elements around it"


class Reason(NamedTuple):
    """A feature that moved the score of a block."""

    #: The name of the feature, and its meaning.
    feature: str
    meaning: str
    #: The value in readable form; empty if it adds nothing to the meaning.
    value: str
    #: The amount added to the log-odds of being content.
    log_odds: float

    @property
    def side(self) -> str:
        """Whether it is a reason `for` or `against` the block."""
        return "for" if self.log_odds > 0 else "against"

    @property
    def words(self) -> str:
        """The meaning with the value."""
        return f"{self.meaning}: {self.value}" if self.value else self.meaning

    def __str__(self) -> str:
        return f"{self.side}: {self.words}"


def find_reasons(page: Page, model: Model) -> dict[int, tuple[Reason, ...]]:
    """Find the reasons for the score of each block that the model judged, strongest first.

    Only blocks with numbers below `MAX_BLOCKS` are explained.
    """
    features, blocks, columns, moved = measure_contributions(page, model)
    feature_meanings = [
        NAMES if feature.unit == "name weight" else feature.meaning for feature in features
    ]
    meanings = list(dict.fromkeys(feature_meanings))
    meaning = np.array([meanings.index(says) for says in feature_meanings])
    merged = np.zeros((len(meanings), len(blocks)), np.float32)
    # A feature with the same value for all blocks does not distinguish them.
    if len(blocks) > 1:
        moved = np.where(columns.min(axis=1) == columns.max(axis=1), 0, moved)
    moved = np.where(_is_misleading(features, columns, moved), 0, moved)
    np.add.at(merged, meaning, moved.T)
    reasons_by_block = {}
    named = find_named(page)
    for at, block in enumerate(blocks.tolist()):
        reasons: dict[tuple[str, str, bool], Reason] = {}
        for number in _find_strongest(merged[:, at]):
            # Among features with the same meaning, the one that moved the score most in this
            # direction provides the value.
            same = np.flatnonzero(meaning == number)
            side = np.sign(merged[number, at])
            best = int(same[(moved[at, same] * side).argmax()])
            feature = features[best]._replace(meaning=meanings[number])
            value = float(columns[best, at])
            says, shown_value = describe_feature(page, block, feature, value, side > 0, named)
            reason = Reason(feature.name, says, shown_value, float(merged[number, at]))
            # Several features may have the same description, such as that there is no list.
            key = (says, shown_value, bool(side > 0))
            if (other := reasons.get(key)) is not None:
                reason = other._replace(log_odds=other.log_odds + reason.log_odds)
            reasons[key] = reason
        ordered = sorted(reasons.values(), key=lambda reason: -abs(reason.log_odds))
        reasons_by_block[block] = tuple(ordered)
    return reasons_by_block


def _is_misleading(
    features: tuple[Feature, ...], columns: Floats, moved: Floats
) -> npt.NDArray[np.bool_]:
    """Mark contributions that contradict what a reader would expect of the value. For example, low
    scores of neighbours raise the score of a block where even lower ones were expected."""
    misleads = np.zeros(moved.shape, np.bool_)
    for at, feature in enumerate(features):
        # The block's own first score remains a reason if the second pass overruled it.
        if feature.unit == "probability" and not feature.is_of_itself:
            low, high = (columns[at] >= 0) & (columns[at] < 0.5), columns[at] >= 0.5
        elif feature.unit == "balance":
            low, high = columns[at] <= 0, columns[at] > 0
        else:
            continue
        misleads[:, at] = low & (moved[:, at] > 0) | high & (moved[:, at] < 0)
    return misleads


def measure_contributions(
    page: Page, model: Model
) -> tuple[tuple[Feature, ...], npt.NDArray[np.uint32], Floats, Floats]:
    """Measure how much each feature moved the score of each block below `MAX_BLOCKS`.

    Returns:
        The features; the numbers of the judged blocks; the values, one row per feature; and the
        contributions, one row per block.
    """
    names = (model.array("near names"), model.array("far names"))
    _, blocks, first = describe_blocks(page, names=names)
    n_first, n_second = model.shape("blocks")[0], model.shape("context")[0]
    odds = np.exp(-model.predict("blocks", first[:n_first]))
    first_scores: Floats = np.divide(1, 1 + odds, dtype=np.float32)
    # Blocks are in order. The values of the others are freed before the second pass.
    n_explained = int(np.searchsorted(blocks, MAX_BLOCKS))
    first = first[:n_first, :n_explained].copy()
    features, blocks, second = describe_blocks(page, names=names, first_pass=first_scores)
    features, blocks = features[:n_second], blocks[:n_explained]
    first_scores, second = first_scores[:n_explained], second[:n_second, :n_explained].copy()
    rows = np.arange(n_explained)
    moved = model.contributions("context", second, rows)[0].copy()
    first_moved = model.contributions("blocks", first, rows)[0]
    for at, feature in enumerate(features):
        if feature.is_of_itself:
            is_own_score = np.ones(len(blocks), np.bool_)
        elif feature.unit == "probability":
            # The heading of a block, for example, may be the block itself.
            is_own_score = np.isclose(second[at], first_scores)
        else:
            continue
        shares = np.where(is_own_score[:, None], _distribute(moved[:, at], first_moved), 0)
        moved[:, at] -= shares.sum(axis=1)
        moved[:, :n_first] += shares
    return features, blocks, second, moved


def _distribute(moved: Floats, first_moved: Floats) -> Floats:
    """Distribute the contribution of a first score over the features that moved that score.

    It is distributed in proportion to all of them. If that would exceed their sum or reverse their
    signs, only those with the same sign get a share. Without any, nothing is distributed.

    Args:
        moved: the contribution of the first score to each block.
        first_moved: the contributions of features to the first score, one row per block.
    """
    total = first_moved.sum(axis=1)
    same_sign = np.where(first_moved * moved[:, None] > 0, first_moved, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = moved / total
        fits = (share > 0) & (share <= 1)
        shares = np.where(
            fits[:, None],
            share[:, None] * first_moved,
            (moved / same_sign.sum(axis=1))[:, None] * same_sign,
        )
    finite: Floats = np.nan_to_num(shares, posinf=0, neginf=0).astype(np.float32)
    return finite


def _find_strongest(moved: Floats) -> list[int]:
    """Return the numbers of the strongest contributions in either direction, strongest first."""
    order = np.argsort(-np.abs(moved), kind="stable")
    strongest = float(np.abs(moved).max(initial=0))
    share = np.where(moved * moved.sum() < 0, MIN_SHARE_AGAINST, MIN_SHARE)
    order = order[np.abs(moved[order]) >= np.maximum(MIN_CONTRIBUTION, share * strongest)[order]]
    kept = np.concatenate(
        [order[moved[order] > 0][:MAX_REASONS], order[moved[order] < 0][:MAX_REASONS]]
    )
    return [int(at) for at in sorted(kept, key=lambda at: -abs(moved[at]))]
