"""Why a model judged a block as it did: the features that moved its score most, in words.

A forest's score is a sum over its features (A. Saabas, "Interpreting random forests", 2014); see
`Model.contributions`. The second look knows how the first one judged the block itself, and what
that adds is laid on the features that moved the first look: that a block was judged so is no reason
to judge it so.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.explain.values import describe_feature
from pagecore.models.model import Model
from pagecore.page import Page
from pagecore.page.features import Feature
from pagecore.page.judging import Floats, describe_blocks

#: So many features are named for and against a block.
NAMED: Final = 3
#: What moved a score by less is no reason: in log-odds, and beside the strongest.
LEAST: Final = 0.1
LEAST_SHARE: Final = 0.1
#: The same for what speaks against what became of the block: little of that puzzles more than it
#: tells.
LEAST_OTHER: Final = 0.25
#: What features of the names of elements say together; a person tells fewer apart.
NAMES: Final = "the names of the elements around it"


class Reason(NamedTuple):
    """A feature that moved the score of a block."""

    #: Its name, and what it says.
    feature: str
    says: str
    #: Its value, as a person would write it; empty where it adds nothing to what the feature says.
    value: str
    #: What it added to the log-odds of being content.
    moved: float

    @property
    def side(self) -> str:
        """Whether it spoke for the block or against it."""
        return "for" if self.moved > 0 else "against"

    @property
    def words(self) -> str:
        """What it says, with its value."""
        return f"{self.says} ({self.value})" if self.value else self.says

    def __str__(self) -> str:
        return f"{self.side}: {self.words}"


def reasons(page: Page, model: Model) -> dict[int, tuple[Reason, ...]]:
    """For each block that the model judged what moved its score, the strongest first."""
    features, blocks, columns, moved = contributions(page, model)
    meant = [NAMES if one.unit == "name weight" else one.meaning for one in features]
    meanings = list(dict.fromkeys(meant))
    meaning = np.array([meanings.index(says) for says in meant])
    merged = np.zeros((len(meanings), len(blocks)), np.float32)
    # What is the same for all blocks of a page tells none of them from the others.
    if len(blocks) > 1:
        moved = np.where(columns.min(axis=1) == columns.max(axis=1), 0, moved)
    moved = np.where(_misleads(features, columns, moved), 0, moved)
    np.add.at(merged, meaning, moved.T)
    found = {}
    for at, block in enumerate(blocks.tolist()):
        told: dict[tuple[str, str, bool], Reason] = {}
        for number in _strongest(merged[:, at]):
            # Of features that say the same the one that moved most to this side has the value.
            same = np.flatnonzero(meaning == number)
            side = np.sign(merged[number, at])
            best = int(same[(moved[at, same] * side).argmax()])
            feature = features[best]._replace(meaning=meanings[number])
            value = float(columns[best, at])
            says, written = describe_feature(page, block, feature, value, side > 0)
            made = Reason(feature.name, says, written, float(merged[number, at]))
            # Where there is no list, for example, all that describes it says the same.
            other = told.get((says, written, side > 0))
            if other is not None:
                made = other._replace(moved=other.moved + made.moved)
            told[says, written, side > 0] = made
        found[block] = tuple(sorted(told.values(), key=lambda reason: -abs(reason.moved)))
    return found


def _misleads(
    features: tuple[Feature, ...], columns: Floats, moved: Floats
) -> npt.NDArray[np.bool_]:
    """Where a feature stands on the side that its value speaks against, by what a person reads in
    it: that neighbours were judged to be no content moves a score up where worse was expected."""
    misleads = np.zeros(moved.shape, np.bool_)
    for at, feature in enumerate(features):
        # The block's own first score stays a reason where the second look overruled it.
        if feature.unit == "chance" and not feature.is_of_itself:
            low, high = (columns[at] >= 0) & (columns[at] < 0.5), columns[at] >= 0.5
        elif feature.unit == "balance":
            low, high = columns[at] <= 0, columns[at] > 0
        else:
            continue
        misleads[:, at] = low & (moved[:, at] > 0) | high & (moved[:, at] < 0)
    return misleads


def contributions(
    page: Page, model: Model
) -> tuple[tuple[Feature, ...], npt.NDArray[np.uint32], Floats, Floats]:
    """The features, the blocks judged, the features' values as columns, and what each added to the
    score of each block: a row for each block."""
    names = (model.array("near names"), model.array("far names"))
    _, blocks, first = describe_blocks(page, names=names)
    n_first = model.shape("blocks")[0]
    first = first[:n_first]
    look = 1 / (1 + np.exp(-model.predict("blocks", first)))
    features, blocks, second = describe_blocks(
        page, names=names, first_look=look.astype(np.float32)
    )
    n_second = model.shape("context")[0]
    every = np.arange(len(blocks))
    moved = model.contributions("context", second[:n_second], every)[0].copy()
    by_first = model.contributions("blocks", first, every)[0]
    features = features[:n_second]
    for at, feature in enumerate(features):
        if feature.is_of_itself:
            of_itself = np.ones(len(blocks), np.bool_)
        elif feature.unit == "chance":
            # A heading, for example, is its own heading.
            of_itself = np.isclose(second[at], look)
        else:
            continue
        laid = np.where(of_itself[:, None], _laid(moved[:, at], by_first), 0)
        moved[:, at] -= laid.sum(axis=1)
        moved[:, :n_first] += laid
    return features, blocks, second[:n_second], moved


def _laid(moved: Floats, by_first: Floats) -> Floats:
    """What the first look moved, laid on the features behind it: on all of them in proportion; but
    where that would be more than these moved, or to the other side, on those of the same side. It
    stays where it is where there are none."""
    total = by_first.sum(axis=1)
    same = np.where(by_first * moved[:, None] > 0, by_first, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = moved / total
        fits = (share > 0) & (share <= 1)
        laid = np.where(
            fits[:, None], share[:, None] * by_first, (moved / same.sum(axis=1))[:, None] * same
        )
    finite: Floats = np.nan_to_num(laid, posinf=0, neginf=0).astype(np.float32)
    return finite


def _strongest(moved: Floats) -> list[int]:
    """The numbers of what moved a score most in either direction, the strongest first."""
    order = np.argsort(-np.abs(moved), kind="stable")
    strongest = float(np.abs(moved).max(initial=0))
    share = np.where(moved * moved.sum() < 0, LEAST_OTHER, LEAST_SHARE)
    order = order[np.abs(moved[order]) >= np.maximum(LEAST, share * strongest)[order]]
    kept = np.concatenate([order[moved[order] > 0][:NAMED], order[moved[order] < 0][:NAMED]])
    return [int(at) for at in sorted(kept, key=lambda at: -abs(moved[at]))]
