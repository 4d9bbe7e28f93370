"""k-MIB: the coverage tree, drawn so that the width of an element is its share of the feature."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pagecore.choice import Choice
from pagecore.explain.svg import draw_line, draw_rect, fit_text, measure_text
from pagecore.methods.kmib import CoverageTree, build_tree, search
from pagecore.page import Array
from pagecore.registry import find_method
from tools.drawings.examples import FAILURE, Example, load_example, name_element, read_default
from tools.drawings.sheet import BLACK, BLUE, FAINT, MARGIN, SMALL, TEXT, Sheet

#: Width of the tree and height of a level, in pixels.
TREE, LEVEL = 530, 48
#: A box that is narrower has no label.
MIN_LABEL = 34


@dataclass(frozen=True)
class Taken:
    """An element that was taken from the queue."""

    number: int
    row: int
    is_candidate: bool


@dataclass(frozen=True, eq=False)
class Search:
    """The search on a page: the tree, its feature, and what was taken from the queue."""

    tree: CoverageTree
    feature: str
    f: Array
    sii: Array
    #: The feature of each leaf, 0 elsewhere.
    own: Array
    taken: tuple[Taken, ...]
    threshold: float

    def list_children(self, row: int) -> list[int]:
        """List the children of an element in the tree, in document order."""
        children = self.tree.children
        return sorted(int(child) for child in children[self.tree.above[children] == row])

    def find_place(self, row: int) -> tuple[float, float]:
        """Find where a row begins, and its width, as shares of the page."""
        total = max(float(self.f[0]), 1.0)
        return float(self.own[:row].sum()) / total, float(self.f[row]) / total

    def find_taken(self, row: int) -> Taken | None:
        """Find when an element was taken."""
        return next((taken for taken in self.taken if taken.row == row), None)


def draw(name: str) -> str:
    """Draw the coverage tree of a page."""
    example = load_example(name)
    choice = find_method("kmib")(example.page)
    found = follow_search(example, choice)
    k = read_default("kmib", "k")
    sheet = Sheet(f"k-MIB on {example.title}: the coverage tree", is_failure=name == FAILURE)
    sheet.note(
        f"The width of a box is its share of {found.feature}, the characters outside links. SII "
        "says how evenly an element spreads them over its children, from 0 to 1. The search takes "
        f"the largest element first. If its SII is below {found.threshold:g}, it is split; "
        f"otherwise it is chosen. The search ends at k = {k}."
    )
    sheet.legend()
    sheet.y += 22
    sheet.text(MARGIN, sheet.y, "page text from left to right", fill=FAINT)
    sheet.text(MARGIN + TREE + 18, sheet.y, "order of the queue", fill=FAINT)
    sheet.y += 8
    _draw_levels(sheet, example, choice, found)
    _draw_leaves(sheet, example, choice, found)
    sheet.note(example.describe_result(choice))
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a page shows."""
    example = load_example(name)
    choice = find_method("kmib")(example.page)
    found = follow_search(example, choice)
    chosen = next(taken.row for taken in found.taken if taken.is_candidate)
    parent = int(found.tree.above[chosen])
    f1 = example.score(choice).f1
    about = (
        f"`{name_element(example.page, chosen)}` is the first element whose text is spread evenly "
        f"(SII {found.sii[chosen]:.2f})"
    )
    if name != FAILURE:
        return f"{about}: paragraph beside paragraph. Word F1 {f1:.2f}."
    return (
        f"A failure. {about}. The article is in several places: of the "
        f"{len(found.list_children(parent))} children of `{name_element(example.page, parent)}`, "
        f"two hold its text, so that its SII is only {found.sii[parent]:.2f}. It is split, and the "
        f"smaller part is lost. Word F1 {f1:.2f}."
    )


def follow_search(example: Example, choice: Choice) -> Search:
    """Follow the search until it has k candidates."""
    tree = build_tree(example.page)
    feature, k = read_default("kmib", "feature"), read_default("kmib", "k")
    threshold = read_default("kmib", "threshold")
    f, sii = choice.evidence[feature], choice.evidence["SII"]
    taken: list[Taken] = []
    for number, (row, is_candidate) in enumerate(search(tree, f, sii, threshold), start=1):
        taken.append(Taken(number, int(row), bool(is_candidate)))
        if sum(step.is_candidate for step in taken) == k:
            break
    own = np.zeros(len(f))
    own[tree.leaves] = f[tree.leaves]
    return Search(tree, feature, f, sii, own, tuple(taken), threshold)


def list_levels(found: Search) -> list[list[list[int]]]:
    """List the levels of the tree that the search opened; an element with one child that has all
    of its text shares a box with it."""
    levels: list[list[list[int]]] = []
    nodes = [0]
    while nodes:
        boxes = [_extend_chain(found, node) for node in nodes]
        levels.append(boxes)
        opened = [box[-1] for box in boxes if found.find_taken(box[-1])]
        nodes = [
            child for node in opened for child in found.list_children(node) if found.f[child] > 0
        ]
    return levels


def _extend_chain(found: Search, node: int) -> list[int]:
    chain = [node]
    while found.find_taken(chain[-1]):
        children = [child for child in found.list_children(chain[-1]) if found.f[child] > 0]
        if len(children) != 1 or not found.find_taken(children[0]):
            break
        chain += children
    return chain


def _draw_levels(sheet: Sheet, example: Example, choice: Choice, found: Search) -> None:
    for boxes in list_levels(found):
        y = sheet.y
        taken = [step for box in boxes for row in box if (step := found.find_taken(row))]
        height = max(LEVEL, 30 * len(taken) + 6)
        for box in boxes:
            _draw_box(sheet, example, choice, found, box, y, height - 8)
        for at, step in enumerate(taken):
            _describe_step(sheet, example, found, step, y + at * 30)
        sheet.y += height
    sheet.y += 4


def _draw_box(
    sheet: Sheet,
    example: Example,
    choice: Choice,
    found: Search,
    box: list[int],
    y: float,
    height: float,
) -> None:
    page, row = example.page, box[-1]
    at, share = found.find_place(row)
    x, width = MARGIN + at * TREE, share * TREE
    step = found.find_taken(row)
    is_leaf = page.tag[row] == 0 or row not in found.tree.elements
    rows = page.block == page.block[row] if is_leaf else page.under(row)
    outcome = example.name_outcome(choice, rows)
    is_chosen = step is not None and step.is_candidate
    fill = "#fff" if step is not None and not is_chosen else outcome.shade
    stroke, thickness = (BLUE, 2.5) if is_chosen else ("#6e7781", 1)
    label = "text" if is_leaf else " › ".join(name_element(page, node) for node in box)
    title = f"{label}: {found.feature} {found.f[row]:.0f}, SII {found.sii[row]:.2f}"
    sheet.add(
        draw_rect(
            x + 0.5,
            y,
            max(width - 1, 1),
            height,
            fill=fill,
            stroke=stroke,
            stroke_width=thickness,
            title=title,
        )
    )
    if width < MIN_LABEL:
        return
    colour = BLACK if step is not None else outcome.ink
    size = f"{found.f[row]:.0f}"
    if step is not None:
        size = f"{found.feature} {size} · SII {found.sii[row]:.2f}"
    if measure_text(label, TEXT, bold=True) > width - 10:
        label = label[label.find(".") :] if "." in label else label
    sheet.text(x + 6, y + 16, fit_text(label, width - 10, TEXT, bold=True), fill=colour, bold=True)
    sheet.text(x + 6, y + 32, fit_text(size, width - 10, SMALL), size=SMALL, fill=colour)


def _describe_step(sheet: Sheet, example: Example, found: Search, step: Taken, y: float) -> None:
    x = MARGIN + TREE + 18
    sheet.badge(x + 9, y + 12, step.number)
    page, children = example.page, found.list_children(step.row)
    sign = "≥" if step.is_candidate else "<"
    verdict = "chosen" if step.is_candidate else "split"
    name = fit_text(name_element(page, step.row), 160, TEXT, bold=True)
    sheet.text(
        x + 26, y + 11, f"{name}: {verdict}", bold=True, fill=BLUE if step.is_candidate else BLACK
    )
    number = "1 child" if len(children) == 1 else f"{len(children)} children"
    about = f"SII {found.sii[step.row]:.2f} {sign} {found.threshold:g}, {number}"
    sheet.text(x + 26, y + 25, about, size=SMALL, fill=FAINT)


def _draw_leaves(sheet: Sheet, example: Example, choice: Choice, found: Search) -> None:
    """Draw what became of each text, below the tree."""
    page = example.page
    for row in found.tree.leaves.tolist():
        at, share = found.find_place(row)
        if share:
            outcome = example.name_outcome(choice, page.block == page.block[row])
            x, width = MARGIN + at * TREE, share * TREE
            sheet.add(draw_rect(x + 0.5, sheet.y, max(width - 1, 1), 14, fill=outcome.ink))
    sheet.text(MARGIN + TREE + 18, sheet.y + 11, "result, text by text", fill=FAINT)
    sheet.y += 14
    _draw_part_names(sheet, example, found)


def _draw_part_names(sheet: Sheet, example: Example, found: Search) -> None:
    """Name the parts of the page below their texts, where there is room."""
    used = 0.0
    for row, label in example.parts:
        at, share = found.find_place(row)
        x, width = MARGIN + at * TREE, share * TREE
        shown = fit_text(label, max(width, 40), SMALL)
        if share > 0 and x >= used and shown == label:
            sheet.add(draw_line(x + 1, sheet.y + 5, x + width - 1, sheet.y + 5, stroke=FAINT))
            sheet.text(x, sheet.y + 18, label, size=SMALL, fill=FAINT)
            used = x + max(width, 40) + 4
    sheet.y += 22
