"""Hybrid: the text of the blocks that a learned classifier selects as content.

K. Nethra, J. Anitha and G. Thilagavathi. "Web content extraction using hybrid approach." ICTACT
Journal on Soft Computing, 2014; after E. Uzun, H. V. Agun and T. Yerlikaya, "A hybrid approach for
extracting informative content from web pages", 2013.

The candidates are the `div` and `td` elements of a page. A word belongs to the nearest candidate
above it, so that no word counts twice. Six features describe each candidate. A classifier separates
the informative candidates from the noisy ones, and the text of the informative ones is the content.
"""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np

from pagecore.choice import Choice
from pagecore.errors import BadInput, BadOption, ModelError
from pagecore.methods.candidates import (
    CANDIDATE_TAGS,
    FEATURES,
    Candidates,
    find_candidates,
    find_longest,
)
from pagecore.models.classifiers import Bayes, Classifier, DecisionTree
from pagecore.models.model import Model, load
from pagecore.page import Array, Mask, Page
from pagecore.registry import method

#: Digest of the features, stored in models.
DIGEST: Final = hashlib.sha256("\n".join(FEATURES).encode()).hexdigest()[:16]
#: The learners: the classifier of each, and its arrays in a model.
LEARNERS: Final[dict[str, tuple[type[DecisionTree] | type[Bayes], tuple[str, ...]]]] = {
    "c45": (DecisionTree, ("feature", "border", "left", "right", "probability")),
    "bayes": (Bayes, ("prior", "mean", "variance")),
}
#: What is kept of the candidates.
KEEPS: Final = ("positive", "winner")


@method(
    "hybrid",
    paper="Nethra, Anitha and Thilagavathi 2014",
    family="page",
    bounds={"learner": tuple(LEARNERS), "keep": KEEPS, "candidates": tuple(CANDIDATE_TAGS)},
    developed_on=("wcxb", "fundus", "readability"),
    sweep={"learner": tuple(LEARNERS), "keep": KEEPS, "candidates": tuple(CANDIDATE_TAGS)},
    printed={"keep": "positive", "candidates": "div-td"},
    trainer="pagecore.train.hybrid:TRAINER",
)
def hybrid(
    page: Page,
    *,
    learner: str = "c45",
    keep: str = "positive",
    candidates: str = "div-td",
    model: Model | None = None,
) -> Choice:
    """Choose the own text of every block that a classifier selects as content.

    Args:
        page: any page; needs no layout.
        learner: the classifier: a decision tree (c45) or naive Bayes (bayes).
        keep: `positive` keeps the text of all positive candidates, each without the candidates
            inside it; `winner` keeps the positive candidate with the most words as a whole.
        candidates: the elements that are candidates: `div` and `td` (div-td), or also `article`,
            `section`, `main` and `body` (containers).
        model: used instead of the shipped model.

    Returns:
        The choice. The evidence of a row is that of its candidate: its features, its
        `probability`, and whether it was kept, under the value of `keep`. Rows outside all
        candidates have 0. The score of a row is the probability.

    Differs:
        The candidates `containers` are not in the paper. If no candidate is positive, the one with
        the highest probability is kept in place of the positive ones.
    """
    blocks = find_candidates(page, CANDIDATE_TAGS[candidates])
    used = load(method="hybrid") if model is None else model
    predicted = load_classifier(used, learner, candidates).probability(blocks.features)
    # A candidate without words cannot be content.
    probability = np.where(blocks.words > 0, predicted, 0.0)
    positive = select_positive(blocks, probability)
    kept = blocks.spread(positive)
    if keep == "winner":
        winner = find_longest(blocks, positive) if positive.any() else None
        kept = np.zeros(len(page), np.bool_) if winner is None else page.under(winner)
    columns = {name: blocks.features[:, at] for at, name in enumerate(FEATURES)}
    evidence = {
        name: blocks.spread(column)
        for name, column in {**columns, "probability": probability}.items()
    }
    return Choice.of(
        page,
        kept & page.visible,
        score=evidence["probability"],
        evidence={**evidence, keep: kept},
    )


def select_positive(candidates: Candidates, probability: Array) -> Mask:
    """Select the positive candidates of a page, those with a probability above 0.5.

    If there are none, the candidate with the highest probability is selected, and among equals the
    one with the most words; a tie goes to the first. Candidates without words are never selected.
    """
    has_words = candidates.words > 0
    positive: Mask = has_words & (probability > 0.5)
    if has_words.any() and not positive.any():
        most = probability[has_words].max()
        best = find_longest(candidates, has_words & (probability == most))
        positive = candidates.rows == best
    return positive


def load_classifier(model: Model, learner: str, candidates: str = "div-td") -> Classifier:
    """Load the classifier of a learner for a set of candidates from a model.

    Raises:
        ModelError: the model is for another method, or invalid.
    """
    method_name = model.metadata.get("method")
    if method_name != "hybrid":
        raise ModelError(
            f"{model.source}: this is a model for the method {method_name!r}, not for 'hybrid'; "
            "expected a model that `pagecore train hybrid` wrote"
        )
    model.expect(DIGEST)
    classifier, names = LEARNERS[learner]
    try:
        arrays = {name: model.array(name_array(candidates, name)) for name in names}
        return classifier.of(arrays, len(FEATURES))
    except (BadInput, BadOption) as error:
        raise ModelError(f"{model.source}: {error}; train it again") from None


def name_array(candidates: str, name: str) -> str:
    """The name that an array of a classifier has in a model: each set of candidates has its own."""
    return f"{candidates} {name}"
