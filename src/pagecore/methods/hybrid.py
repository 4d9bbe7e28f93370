"""Hybrid: the block that a learned classifier selects as content.

K. Nethra, J. Anitha and G. Thilagavathi. "Web content extraction using hybrid approach." ICTACT
Journal on Soft Computing, 2014; after E. Uzun, H. V. Agun and T. Yerlikaya, "A hybrid approach for
extracting informative content from web pages", 2013.

The candidates are the `div` and `td` elements of a page. A word belongs to the nearest candidate
above it, so that no word counts twice. Six features describe each candidate.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.errors import BadInput, BadOption, ModelError
from pagecore.models.classifiers import Bayes, Classifier, Tree
from pagecore.models.model import Model, load
from pagecore.page import Array, Mask, Page
from pagecore.registry import method

#: The features of a candidate, in the order of their columns.
FEATURES: Final = (
    "words",
    "density",
    "links",
    "words in links",
    "words in links / links",
    "words in links / words",
)
#: Digest of the features, stored in models.
DIGEST: Final = hashlib.sha256("\n".join(FEATURES).encode()).hexdigest()[:16]
#: The learners: the classifier of each, and its arrays in a model.
LEARNERS: Final[dict[str, tuple[type[Tree] | type[Bayes], tuple[str, ...]]]] = {
    "c45": (Tree, ("feature", "border", "left", "right", "probability")),
    "bayes": (Bayes, ("prior", "mean", "variance")),
}
#: A candidate is labelled as content if at least this share of its words is in the gold, and if it
#: holds at least this share of the gold.
OWN_SHARE: Final = 0.5
GOLD_SHARE: Final = 0.1

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Candidates:
    """Every `div` and `td` of a page, in document order."""

    #: The row of each candidate.
    rows: npt.NDArray[np.int64]
    #: The number of the candidate that each row of the page belongs to, or -1.
    number: npt.NDArray[np.int64]
    #: One row per candidate, one column for each of `FEATURES`.
    features: Floats

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def words(self) -> Floats:
        """The number of words of each candidate."""
        return self.features[:, 0]

    def total(self, column: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Sum a column of the page over the rows of each candidate."""
        return _sum_candidates(self.number, np.asarray(column), len(self))


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
        model: a model, or its file, to use instead of the shipped model.

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
    return _find_longest(candidates, positive)


def _find_longest(candidates: Candidates, mask: Mask) -> int:
    """The row of the candidate in a mask with the most words; a tie goes to the first."""
    return int(candidates.rows[np.argmax(np.where(mask, candidates.words, -1))])


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


def find_candidates(page: Page) -> Candidates:
    """Find the candidates of a page and compute their features; hidden rows do not count."""
    is_candidate = page.is_tag("div", "td")
    rows = np.flatnonzero(is_candidate)
    # The last entry is for rows outside all candidates, whose ancestor is -1.
    row_number = np.full(len(page) + 1, -1, np.int64)
    row_number[rows] = np.arange(len(rows))
    number = row_number[page.above(is_candidate)]
    is_link = page.is_tag("a") & (page.attr("href")[0] >= 0)
    all_words = page.shown(page.words)
    words = _sum_candidates(number, all_words, len(rows))
    links = _sum_candidates(number, page.shown(is_link), len(rows))
    linked = _sum_candidates(number, all_words * (page.above(is_link) >= 0), len(rows))
    columns = (
        words,
        _ratio(words, all_words.sum()),
        links,
        linked,
        _ratio(linked, links),
        _ratio(linked, words),
    )
    return Candidates(rows, number, np.stack(columns, axis=1).astype(np.float32))


def label_candidates(words: Array, inside: Array, gold: float) -> Mask:
    """Label candidates as content or not.

    Args:
        words: number of words of each candidate.
        inside: how many of these are in the gold.
        gold: number of words of the gold.
    """
    labels: Mask = (inside > 0) & (inside >= OWN_SHARE * words) & (inside >= GOLD_SHARE * gold)
    return labels


def find_content_block(page: Page, content: Mask) -> int | None:
    """Find the candidate that holds the content of a labelled page.

    Args:
        page: any page.
        content: the content rows, chosen by hand or by another method.

    Returns:
        The row of the candidate with the most words among those labelled as content, the first of
        several; None if no candidate is labelled as content.
    """
    candidates = find_candidates(page)
    kept = page.shown(page.words) * content
    labels = label_candidates(candidates.words, candidates.total(kept), float(kept.sum()))
    return _find_longest(candidates, labels) if labels.any() else None


def _sum_candidates(
    number: npt.NDArray[np.int64], column: Array, n: int
) -> npt.NDArray[np.float64]:
    """Sum a column over the rows of each of `n` candidates."""
    # Rows outside all candidates are counted at 0, which is dropped.
    totals = np.bincount(number + 1, column.astype(np.float64), minlength=n + 1)
    return totals[1:].astype(np.float64)


def _fill_column(rows: npt.NDArray[np.int64], values: Array, n: int) -> Array:
    """A column of a page with values at some rows and 0 at the others."""
    column = np.zeros(n)
    column[rows] = values
    return column


def _ratio(numerator: Array, denominator: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Divide; the result is 0 where the denominator is 0."""
    return np.where(np.asarray(denominator) > 0, numerator / np.maximum(denominator, 1), 0.0)
