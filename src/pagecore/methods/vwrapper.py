"""V-Wrapper: the leaf blocks of a visual tree that two learned steps label as the body of an
article.

S. Zheng, R. Song and J.-R. Wen. "Template-independent news extraction based on visual consistency."
Proc. AAAI 2007; as described by S. Sirsat, "Extraction of core contents from web pages".

The first step looks at inner blocks from afar and finds those with target information. The second
looks closely at the leaf blocks in them, and labels each as headline, body or other. Both look at
the rendered page only: position, size, format and counts, and how a block differs from the block
around it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.errors import ModelError
from pagecore.methods.visual_features import (
    DIGEST,
    INNER_FEATURES,
    LEAF_FEATURES,
    describe_blocks,
    select_features,
)
from pagecore.methods.visual_looks import Columns, Reals
from pagecore.methods.visual_tree import VisualTree
from pagecore.models.model import Model, load
from pagecore.page import Mask, Page
from pagecore.page.layout import LOW_QUALITY, VISIBLE, warn_of_quality
from pagecore.registry import method

#: The labels of leaf blocks, by their numbers in evidence.
LABELS: Final = ("other", "headline", "body")
OTHER, HEADLINE, BODY = range(3)
#: The forests of a model, with the features of each.
FORESTS: Final = {
    "inner": INNER_FEATURES,
    "headline": LEAF_FEATURES,
    "body": LEAF_FEATURES,
}
#: The signs of an article in the paper, which are evidence.
SIGNS: Final = ("area_beside", "heading_on_top", "paragraph_run", "off_centre")


class Probabilities(NamedTuple):
    """The results of both steps, each with one value per block; 0 for blocks of the other kind."""

    inner: Reals
    headline: Reals
    body: Reals


@method(
    "vwrapper",
    paper="Zheng, Song and Wen 2007",
    family="page",
    needs=("layout",),
    bounds={"floor": (0.0, 1.0), "least": (0.0, 1.0)},
    developed_on=("visual",),
    sweep={"floor": (0.0, 0.05, 0.1, 0.2, 0.3, 0.5), "least": (0.3, 0.4, 0.5, 0.6)},
    trainer="pagecore.train.vwrapper:TRAINER",
)
def vwrapper(
    page: Page, *, floor: float = 0.1, least: float = 0.5, model: Model | None = None
) -> Choice:
    """Choose the leaf blocks that are labelled as the body.

    Args:
        page: a page with a layout.
        floor: least probability of a positive inner block. A low value favours recall, because a
            missed block loses everything in it; with 0 there is one step instead of two.
        least: least probability of a leaf block that is labelled as headline or body.
        model: used instead of the shipped model.

    Returns:
        The choice. Evidence is, for the innermost inner block of each row, its probability
        (`inner`) and the signs of an article in the paper: its area as a share of its siblings'
        (`area_beside`), whether a large or bold line is on top (`heading_on_top`), the logarithm of
        the number of consecutive paragraphs (`paragraph_run`), and the distance of its centre from
        the page's (`off_centre`); and for its leaf block, whether it is a `candidate`, the
        probabilities of being `headline` and `body`, and its `label` (0 other, 1 headline, 2
        body). The score of a row is the probability of being body, 0 outside candidates.

    Differs:
        The survey prints the features by their kinds only, and no learner; ours are described in
        docs/methods/vwrapper.md. Text beside other blocks is a leaf block, and so is `pre`. At most
        one candidate is the headline, which is not content. A layout has no style of fonts and no
        lines below text, so italic and underlined are known by tags only. Images among the
        candidates are content between the first and the last leaf block of the body. If the
        geometry of the page is not reliable, the confidence is low.
    """
    assert page.layout is not None, "the registry checks this"
    tree = VisualTree.of(page, page.layout)
    columns = describe_blocks(tree)
    predicted = predict(tree, columns, load(method="vwrapper") if model is None else model)
    candidate = tree.list_candidates(predicted.inner >= floor)
    label = label_leaves(candidate, predicted, least)
    chosen = (label == BODY) | (candidate & _find_pictures(tree, label))
    is_drawn = (page.layout.seen & VISIBLE) > 0
    inner = np.where(tree.is_leaf, np.maximum(tree.parent, 0), np.arange(len(tree)))
    evidence = {
        "inner": tree.spread(predicted.inner[inner]),
        **{name: tree.spread(columns[name][inner]) for name in SIGNS},
        "candidate": tree.spread(candidate, leaves=True),
        "headline": tree.spread(predicted.headline, leaves=True),
        "body": tree.spread(predicted.body, leaves=True),
        "label": tree.spread(label, leaves=True),
    }
    choice = Choice.of(
        page,
        tree.spread(chosen, leaves=True) & is_drawn,
        score=evidence["body"] * evidence["candidate"],
        evidence=evidence,
    )
    is_doubtful = page.layout.quality < LOW_QUALITY
    confidence = float(page.layout.quality) if is_doubtful else None
    return replace(choice, confidence=confidence, warnings=warn_of_quality(page.layout))


def predict(tree: VisualTree, columns: Columns, model: Model) -> Probabilities:
    """Predict the probabilities of both steps. The page block is always positive.

    Args:
        tree: the blocks.
        columns: their features.
        model: a model of this method.

    Raises:
        ModelError: the model is for another method, or invalid.
    """
    check_model(model)
    has_text = tree.total(tree.nodes.is_text) > 0
    probabilities = {}
    for name, features in FORESTS.items():
        of_step = ~tree.is_leaf if name == "inner" else tree.is_leaf & has_text
        blocks = np.flatnonzero(of_step)
        scores = model.predict(name, select_features(columns, features, blocks).T)
        probabilities[name] = np.zeros(len(tree))
        probabilities[name][blocks] = compute_probability(scores)
    probabilities["inner"][tree.is_page] = 1.0
    return Probabilities(**probabilities)


def compute_probability(scores: npt.ArrayLike) -> Reals:
    """Turn logarithms of odds into probabilities."""
    odds = np.clip(np.asarray(scores, np.float64), -700, 700)
    probability: Reals = 1 / (1 + np.exp(-odds))
    return probability


def label_leaves(candidate: Mask, predicted: Probabilities, least: float) -> npt.NDArray[np.int64]:
    """Label the candidates; all other blocks are labelled as other.

    The headline is the candidate that is most probably the headline, even if it is more probably
    body: a page has one headline, and its body has other blocks. A tie goes to the first.
    """
    label = np.where(candidate & (predicted.body >= least), BODY, OTHER)
    headline = np.where(candidate, predicted.headline, 0.0)
    if len(headline) and headline.max() > 0 and headline.max() >= least:
        label[headline.argmax()] = HEADLINE
    return label


def _find_pictures(tree: VisualTree, label: npt.NDArray[np.int64]) -> Mask:
    """Images, frames and the like between the first and the last block of the body."""
    page, places = tree.page, np.arange(len(tree))
    body = np.flatnonzero(label == BODY)
    shows = tree.nodes.replaced & ~page.is_tag("input", "select", "textarea", "button")
    is_between = (places > body[0]) & (places < body[-1]) if len(body) else places < 0
    pictures: Mask = tree.is_leaf & shows[tree.first] & is_between
    return pictures


def check_model(model: Model) -> None:
    """Raise `ModelError` if a model is for another method, or was trained with other features."""
    name = model.metadata.get("method")
    if name != "vwrapper":
        raise ModelError(
            f"{model.source}: this is a model for the method {name!r}, not for 'vwrapper'; "
            "expected a model that `pagecore train vwrapper` wrote"
        )
    model.expect(DIGEST)
    for forest, features in FORESTS.items():
        if forest not in model.forests or model.shape(forest)[:2] != (len(features), 1):
            raise ModelError(
                f"{model.source}: it has no forest {forest!r} for {len(features)} features; train "
                "it again"
            )
