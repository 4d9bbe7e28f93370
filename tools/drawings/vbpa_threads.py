"""VBPA for threads: the theme block, the posts in it, and their columns by name."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from pagecore.explain.picture import COLOURS
from pagecore.explain.svg import draw_rect
from pagecore.page import Page
from pagecore.page.page_file import load_page
from pagecore.registry import find_method
from pagecore.segmentation import Segmentation
from pagecore.thread import Thread
from pagecore.threads.visual_posts.columns import NAMES
from pagecore.threads.visual_posts.element_blocks import build_element_tree
from tools.drawings.examples import PAGES
from tools.drawings.outcomes import Outcome
from tools.drawings.rendered_pages import PageMap
from tools.drawings.sheet import SMALL, Sheet

FOLDER: Final[Path] = PAGES / "styled" / "layouts" / "forums"
#: The pages, a success and a failure, and what they are called.
THREAD_TITLES: Final = {
    "board": "a board with signatures and an advertisement",
    "answers": "a question with answers",
}
THREAD_FAILURE: Final = "answers"
#: The columns that are drawn, with a letter for each.
LETTERS: Final = {"content": "C", "time": "T", "avatar": "A", "user": "U", "user data": "D"}


class Clusters(NamedTuple):
    """What the method finds on a page."""

    page: Page
    vips: Segmentation
    thread: Thread


@functools.cache
def find_clusters(name: str) -> Clusters:
    """Run the method on a page."""
    page = load_page(FOLDER / f"{name}.npz")
    method = find_method("vbpa-threads")
    used = method.run_used(page, {})
    return Clusters(page, used["vips"], method.run_with(page, used, {}))


def draw(name: str) -> str:
    """Draw the posts of a page and their columns."""
    page, vips, thread = find_clusters(name)
    assert page.layout is not None
    sheet = Sheet(f"VBPA for threads on {THREAD_TITLES[name]}", is_failure=name == THREAD_FAILURE)
    sheet.note(
        "Blue lines are around the blocks of the set with the posts. Letters are the columns of "
        "the later rounds, named by content: C content, T time, A avatar, U user, D user data. "
        "Grey is text outside the set."
    )
    places = PageMap(sheet, page, vips)
    tree = build_element_tree(page, page.layout)
    blocks, columns = thread.evidence["block"], thread.evidence["column"]
    grey = Outcome.DROPPED
    for row in np.flatnonzero(tree.is_text & (blocks < 0)).tolist():
        _draw_box(sheet, places, page.layout.box[row], fill=grey.shade, stroke="none")
    for block in np.unique(blocks[blocks >= 0]).tolist():
        _draw_box(sheet, places, tree.box[block], fill="none", stroke=COLOURS[0])
    labels: list[tuple[float, float]] = []
    for number, column in enumerate(NAMES[1:], 1):
        colour = COLOURS[number % len(COLOURS)]
        for block in np.unique(tree.ids[(columns == number) & tree.visible]).tolist():
            box = tree.box[block]
            _draw_box(sheet, places, box, fill=colour, stroke="none", opacity=0.25)
            x, y = _place(places, box)[:2]
            # Small blocks above each other share a letter.
            if all(abs(x - left) >= SMALL or abs(y - top) >= SMALL for left, top in labels):
                labels.append((x, y))
                sheet.text(x + 2, y + 9, LETTERS[column], size=SMALL, fill=colour, bold=True)
    sheet.note(_describe(name, thread))
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a page shows."""
    return (
        f"VBPA for threads on {THREAD_TITLES[name]}. {_describe(name, find_clusters(name).thread)}"
    )


def _describe(name: str, thread: Thread) -> str:
    n_blocks = len(np.unique(thread.evidence["block"])) - 1
    text = f"The set has {n_blocks} blocks, and {len(thread)} of them are posts"
    if name == THREAD_FAILURE:
        return f"{text}. The question is missed: its element is of another kind than an answer."
    return f"{text}; advertisement, buttons and signatures are not in the content."


def _place(places: PageMap, box: Any) -> tuple[float, float, float, float]:
    """x, y, width and height of a box on the sheet."""
    x, y, width, height = (float(value) * places.scale for value in box)
    return places.left + x, places.top + y, width, height


def _draw_box(sheet: Sheet, places: PageMap, box: Any, **looks: Any) -> None:
    sheet.add(draw_rect(*_place(places, box), **looks))
