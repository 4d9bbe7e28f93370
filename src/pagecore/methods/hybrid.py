"""Hybrid: the `div` or `td` that a learned classifier selects as content.

K. Nethra, J. Anitha and G. Thilagavathi. "Web content extraction using hybrid approach." ICTACT
Journal on Soft Computing, 2014; after E. Uzun, H. V. Agun and T. Yerlikaya, "A hybrid approach for
extracting informative content from web pages", 2013.

The candidates are the `div` and `td` elements of a page. A word belongs to the nearest candidate
above it, so that no word counts twice. Six features describe each candidate.
"""

from __future__ import annotations

import hashlib
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.errors import BadInput, BadOption, ModelError
from pagecore.methods.candidates import FEATURES, Candidates, find_candidates, find_longest
from pagecore.models.classifiers import Bayes, Classifier, DecisionTree
from pagecore.models.model import Model, load
from pagecore.page import Array, Page
from pagecore.registry import method

#: Digest of the features, stored in models.
DIGEST: Final = hashlib.sha256("\n".join(FEATURES).encode()).hexdigest()[:16]
#: The learners: the classifier of each, and its arrays in a model.
LEARNERS: Final[dict[str, tuple[type[DecisionTree] | type[Bayes], tuple[str, ...]]]] = {
    "c45": (DecisionTree, ("feature", "border", "left", "right", "probability")),
    "bayes": (Bayes, ("prior", "mean", "variance")),
}


@method(
    "hybrid",
    paper="Nethra, Anitha and Thilagavathi 2014",
    family="page",
    bounds={"learner": tuple(LEARNERS)},
    developed_on=("wcxb", "fundus", "readability"),
    trainer="pagecore.train.hybrid:TRAINER",
)
def hybrid(page: Page, *, learner: str = "c45", model: Model | None = None) -> Choice:
    """Choose the whole `div` or `td` that a classifier selects as content.

    Args:
        page: any page; needs no layout.
        learner: the classifier: a decision tree (c45) or naive Bayes (bayes).
        model: used instead of the shipped model.

    Returns:
        The choice, with the features and the `probability` of each candidate as evidence (0 at
        other rows). The score of a row is the probability of its candidate.
    """
    candidates = find_candidates(page)
    used = load(method="hybrid") if model is None else model
    predicted = load_classifier(used, learner).probability(candidates.features)
    # A candidate without words cannot be content.
    probability = np.where(candidates.words > 0, predicted, 0.0)
    best = choose_candidate(candidates, probability)
    kept = np.zeros(len(page), np.bool_) if best is None else page.under(best) & page.visible
    columns = {name: candidates.features[:, at] for at, name in enumerate(FEATURES)}
    return Choice.of(
        page,
        kept,
        score=np.append(probability, 0.0)[candidates.number],
        evidence={
            name: _fill_column(candidates.rows, column, len(page))
            for name, column in {**columns, "probability": probability}.items()
        },
    )


def choose_candidate(candidates: Candidates, probability: Array) -> int | None:
    """Choose one candidate of a page and return its row; None if no candidate has a word.

    The choice is the candidate with the most words among those with a probability above 0.5, or
    else among those with the highest probability. A tie goes to the first.
    """
    if not candidates.words.any():
        return None
    probability = np.where(candidates.words > 0, probability, -1.0)
    positive = probability > 0.5
    if not positive.any():
        positive = probability == probability.max()
    return find_longest(candidates, positive)


def load_classifier(model: Model, learner: str) -> Classifier:
    """Load the classifier of a learner from a model.

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
        return classifier.of({name: model.array(name) for name in names}, len(FEATURES))
    except (BadInput, BadOption) as error:
        raise ModelError(f"{model.source}: {error}; train it again") from None


def _fill_column(rows: npt.NDArray[np.int64], values: Array, n: int) -> Array:
    """A column of a page with values at some rows and 0 at the others."""
    column = np.zeros(n)
    column[rows] = values
    return column
