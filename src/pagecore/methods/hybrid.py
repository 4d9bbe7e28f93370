"""Hybrid: the block that a learned classifier takes for the content.

K. Nethra, J. Anitha and G. Thilagavathi. "Web content extraction using hybrid approach." ICTACT
Journal on Soft Computing, 2014; after E. Uzun, H. V. Agun and T. Yerlikaya, "A hybrid approach for
extracting informative content from web pages", 2013.

Pages are divided by `div` and `td`: a word belongs to the nearest of these above it, so that no two
of them count the same word. Six numbers describe each.
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

#: What describes a candidate, in the order of its columns.
FEATURES: Final = (
    "words",
    "density",
    "links",
    "words in links",
    "words in links / links",
    "words in links / words",
)
#: Of the features, for models to name.
DIGEST: Final = hashlib.sha256("\n".join(FEATURES).encode()).hexdigest()[:16]
#: The learners there are, and the arrays of a model that each is made of.
LEARNERS: Final[dict[str, tuple[type[Tree] | type[Bayes], tuple[str, ...]]]] = {
    "c45": (Tree, ("feature", "border", "left", "right", "probability")),
    "bayes": (Bayes, ("prior", "mean", "variance")),
}
#: A candidate is labelled as content when this share of its words is in the gold, and it holds this
#: share of the gold.
OWN_SHARE: Final = 0.5
GOLD_SHARE: Final = 0.1

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Candidates:
    """Every `div` and `td` of a page, in document order."""

    #: Their rows.
    rows: npt.NDArray[np.int64]
    #: For every row of the page the number of the candidate it belongs to, or -1.
    of: npt.NDArray[np.int64]
    #: What describes them: a row for each, a column for each of `FEATURES`.
    features: Floats

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def words(self) -> Floats:
        """The words that belong to each."""
        return self.features[:, 0]

    def total(self, column: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """A column of the page's rows added up for each candidate, over what belongs to it."""
        return _total(self.of, np.asarray(column), len(self))


@method(
    "hybrid",
    paper="Nethra, Anitha and Thilagavathi 2014",
    family="page",
    bounds={"learner": tuple(LEARNERS)},
    made_on=("wcxb", "fundus", "readability"),
    trainer="pagecore.train.hybrid:TRAINER",
)
def hybrid(page: Page, *, learner: str = "c45", model: Model | None = None) -> Choice:
    """Choose all of the `div` or `td` that a classifier takes for the content.

    Args:
        page: any page; needs no layout.
        learner: who learned to tell content: a decision tree (c45) or naive Bayes (bayes).
        model: another model than the one that comes with the package, or the file it is in.

    Returns:
        The choice, with the features of every candidate and its `probability` as evidence, 0 at
        other rows; as score every row has the probability of the candidate it belongs to.
    """
    blocks = candidates(page)
    used = load(method="hybrid") if model is None else model
    found = classifier(used, learner).probability(blocks.features)
    # A block without words has nothing to say, and nothing is said of it.
    probability = np.where(blocks.words > 0, found, 0.0)
    best = chosen(blocks, probability)
    kept = np.zeros(len(page), np.bool_) if best is None else page.under(best) & page.visible
    columns = {name: blocks.features[:, at] for at, name in enumerate(FEATURES)}
    return Choice.of(
        page,
        kept,
        score=np.append(probability, 0.0)[blocks.of],
        evidence={
            name: _at(blocks.rows, column, len(page))
            for name, column in {**columns, "probability": probability}.items()
        },
    )


def chosen(blocks: Candidates, probability: Array) -> int | None:
    """The row of a page's block: of those that are rather content than not the one with most words;
    where there is none, of all with words the one with the highest probability, of several that
    with most words, the first of these. None where no candidate has a word."""
    if not blocks.words.any():
        return None
    asked = np.where(blocks.words > 0, probability, -1.0)
    positive = asked > 0.5
    if not positive.any():
        positive = asked == asked.max()
    return int(blocks.rows[np.argmax(np.where(positive, blocks.words, -1))])


def classifier(model: Model, learner: str) -> Classifier:
    """What a model has learned, checked.

    Raises:
        ModelError: it is another method's, or not what it should be.
    """
    made_for = model.metadata.get("method")
    if made_for != "hybrid":
        raise ModelError(
            f"{model.source}: it is a model of {made_for!r}, not of 'hybrid'; "
            "give one that `pagecore train hybrid` wrote"
        )
    model.expect(DIGEST)
    made_of, names = LEARNERS[learner]
    try:
        return made_of.of({name: model.array(name) for name in names}, len(FEATURES))
    except (BadInput, BadOption) as error:
        raise ModelError(f"{model.source}: {error}; train it again") from None


def candidates(page: Page) -> Candidates:
    """The blocks that a page is divided into, with their features; hidden rows count nothing."""
    is_candidate = page.is_tag("div", "td")
    rows = np.flatnonzero(is_candidate)
    # One more for the rows outside of all, whose nearest is -1.
    number = np.full(len(page) + 1, -1, np.int64)
    number[rows] = np.arange(len(rows))
    of = number[page.above(is_candidate)]
    is_link = page.is_tag("a") & (page.attr("href")[0] >= 0)
    all_words = page.shown(page.words)
    words = _total(of, all_words, len(rows))
    links = _total(of, page.shown(is_link), len(rows))
    linked = _total(of, all_words * (page.above(is_link) >= 0), len(rows))
    columns = (
        words,
        _ratio(words, all_words.sum()),
        links,
        linked,
        _ratio(linked, links),
        _ratio(linked, words),
    )
    return Candidates(rows, of, np.stack(columns, axis=1).astype(np.float32))


def is_content(words: Array, inside: Array, gold: float) -> Mask:
    """Which candidates are labelled as content.

    Args:
        words: of each candidate.
        inside: how many of these are in the gold.
        gold: words of the gold.
    """
    found: Mask = (inside > 0) & (inside >= OWN_SHARE * words) & (inside >= GOLD_SHARE * gold)
    return found


def winner(page: Page, content: Mask) -> int | None:
    """The row of the block that a page's content is labelled with.

    Args:
        page: any page.
        content: the rows that are content, by hand or by another method.

    Returns:
        The row of the candidate with most words of those labelled as content, of several the
        first; None where none is.
    """
    blocks = candidates(page)
    kept = page.shown(page.words) * content
    labelled = is_content(blocks.words, blocks.total(kept), float(kept.sum()))
    if not labelled.any():
        return None
    return int(blocks.rows[np.argmax(np.where(labelled, blocks.words, -1))])


def _total(of: npt.NDArray[np.int64], column: Array, n: int) -> npt.NDArray[np.float64]:
    # What is outside of all is counted first, and left out.
    totals = np.bincount(of + 1, column.astype(np.float64), minlength=n + 1)
    return totals[1:].astype(np.float64)


def _at(rows: npt.NDArray[np.int64], values: Array, n: int) -> Array:
    """A column of a page that has values at some rows, and 0 at others."""
    column = np.zeros(n)
    column[rows] = values
    return column


def _ratio(above: Array, below: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """One number divided by another, 0 where that is 0."""
    return np.where(np.asarray(below) > 0, above / np.maximum(below, 1), 0.0)
