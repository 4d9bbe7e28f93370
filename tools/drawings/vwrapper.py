"""V-Wrapper: the inner blocks that the first step finds, and the labels of the leaf blocks in
them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pagecore.explain.picture import COLOURS
from pagecore.explain.svg import fit_text, measure_text
from pagecore.methods.visual_features import describe_blocks
from pagecore.methods.visual_tree import VisualTree
from pagecore.methods.vwrapper import BODY, HEADLINE, OTHER, label_leaves, predict
from pagecore.models.model import load
from pagecore.page import Array, Mask, Page
from pagecore.registry import find_method
from pagecore.segmentation import Segmentation
from tools.drawings.outcomes import Outcome
from tools.drawings.rendered_pages import (
    RENDERED_FAILURE,
    RENDERED_TITLES,
    PageMap,
    load_rendered,
)
from tools.drawings.sheet import SMALL, Sheet


class BlockSteps(NamedTuple):
    """Both steps on a page, each with one value per block."""

    tree: VisualTree
    inner: Array
    positive: Mask
    candidate: Mask
    label: Array


def draw(name: str) -> str:
    """Draw both steps on a page."""
    page = load_rendered(name)
    steps = run_steps(page)
    title = f"V-Wrapper on {RENDERED_TITLES[name]}: both steps"
    sheet = Sheet(title, is_failure=name == RENDERED_FAILURE)
    sheet.note(
        "Lines are around the inner blocks that the first step tests: dashed blue if a block is "
        "positive, solid grey if it is negative; nothing in a negative block is a candidate. "
        "Shaded blocks are leaf blocks, with the label of the second step: green for body, blue "
        "for the headline, grey for others."
    )
    tree = steps.tree
    places = PageMap(sheet, page, _convert(tree))
    reached, labels = _find_reached(steps), _Labels(places)
    grey = Outcome.DROPPED
    for block in np.flatnonzero(tree.is_leaf).tolist():
        if not steps.candidate[block]:
            continue
        shade, ink, word = {
            OTHER: (grey.shade, grey.ink, "other"),
            HEADLINE: (COLOURS[0], COLOURS[0], "headline"),
            BODY: (Outcome.KEPT.shade, Outcome.KEPT.ink, "body"),
        }[int(steps.label[block])]
        label = labels.fit(block, f"{word}: {places.name_block(block)}")
        opacity = 0.3 if word == "headline" else 1
        places.draw_block(block, fill=shade, stroke=ink, label=label, opacity=opacity)
    for block in np.flatnonzero(reached & ~tree.is_page).tolist():
        if steps.positive[block]:
            places.draw_block(block, fill="none", stroke=COLOURS[0], dash="6 4")
        else:
            name_and_odds = f"negative ({steps.inner[block]:.2f}): {places.name_block(block)}"
            label = labels.fit(block, name_and_odds)
            places.draw_block(block, fill="none", stroke=grey.ink, label=label)
    sheet.note(_describe(name, steps))
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a page shows."""
    steps = run_steps(load_rendered(name))
    return f"V-Wrapper on {RENDERED_TITLES[name]}. {_describe(name, steps)}"


def run_steps(page: Page) -> BlockSteps:
    """Both steps with the shipped model and the default thresholds."""
    assert page.layout is not None
    parameters = find_method("vwrapper").parameters
    floor, least = (float(parameters[name].default) for name in ("floor", "least"))  # type: ignore[arg-type]  # Numbers.
    tree = VisualTree.of(page, page.layout)
    predicted = predict(tree, describe_blocks(tree), load(method="vwrapper"))
    positive = predicted.inner >= floor
    candidate = tree.list_candidates(positive)
    label = label_leaves(candidate, predicted, least)
    return BlockSteps(tree, predicted.inner, positive, candidate, label)


class _Labels:
    """The labels on a map; where blocks overlap, only the first has one."""

    def __init__(self, places: PageMap) -> None:
        self.places = places
        self.boxes: list[tuple[float, float, float, float]] = []

    def fit(self, block: int, label: str) -> str:
        """The label of a block, or nothing if another label is in its place."""
        x, y, width, _ = self.places.place(block)
        text = fit_text(label, width - 8, SMALL)
        box = (x, y, x + 8 + measure_text(text, SMALL), y + SMALL + 6)
        for left, top, right, bottom in self.boxes:
            if box[0] < right and left < box[2] and box[1] < bottom and top < box[3]:
                return ""
        self.boxes.append(box)
        return label


def _find_reached(steps: BlockSteps) -> Mask:
    """The inner blocks that the recursion reaches: all inner blocks above them are positive."""
    reached = np.zeros(len(steps.tree), np.bool_)
    for block, above in enumerate(steps.tree.parent.tolist()):
        reached[block] = above < 0 or (reached[above] and steps.positive[above])
    return reached & ~steps.tree.is_leaf


def _convert(tree: VisualTree) -> Segmentation:
    """The blocks as segments, which a map of the page shows."""
    box = tree.box.copy()
    box[:, 2:] -= box[:, :2]
    ids, parent = tree.block_of_row.astype(np.int32), tree.parent.astype(np.int32)
    return Segmentation(ids, parent, {"box": box}, {"block": ids}, ())


def _describe(name: str, steps: BlockSteps) -> str:
    n_inner = int((_find_reached(steps) & ~steps.tree.is_page).sum())
    n_positive = int((_find_reached(steps) & ~steps.tree.is_page & steps.positive).sum())
    n_body = int((steps.label == BODY).sum())
    counts = (
        f"Of {n_inner} inner blocks that are tested, {n_positive} are positive; "
        f"{n_body} leaf blocks are labelled as body."
    )
    if name == RENDERED_FAILURE:
        return f"{counts} The notice looks like the article, and its paragraphs are kept with it."
    return f"{counts} These are the paragraphs of the article."
