"""Comb: the blocks of VIPS with windows in long ones, drawn where they are on the page."""

from __future__ import annotations

from typing import Final

from pagecore.explain.picture import COLOURS
from pagecore.page import Page
from pagecore.registry import find_method
from pagecore.segmentation import Segmentation
from tools.drawings.rendered_pages import (
    RENDERED_FAILURE,
    RENDERED_TITLES,
    PageMap,
    load_rendered,
)
from tools.drawings.sheet import Sheet

#: Words of a window. The pages are short, so that windows of 200 words would divide nothing.
_WORDS: Final = 40


def draw(name: str) -> str:
    """Draw the segments of a page."""
    page, segmentation = _divide(name)
    title = f"Comb on {RENDERED_TITLES[name]}: windows of {_WORDS} words"
    sheet = Sheet(title, is_failure=name == RENDERED_FAILURE)
    sheet.note(
        "Each segment has a colour and its number of words. Blocks of VIPS that are longer than a "
        "window are divided into windows."
    )
    places = PageMap(sheet, page, segmentation)
    words = segmentation.columns["words"].tolist()
    labelled: list[tuple[float, float]] = []
    for at in range(len(segmentation)):
        colour = COLOURS[at % len(COLOURS)]
        x, y, *_ = places.place(at)
        # A segment that covers another has no label if it would cover the other's.
        is_free = all(abs(x - left) > 20 or abs(y - top) > 12 for left, top in labelled)
        label = str(words[at]) if is_free else ""
        places.draw_block(at, fill=colour, stroke=colour, opacity=0.2, label=label)
        labelled.append((x, y))
    sheet.note(_describe(name))
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a page shows."""
    return f"Comb on {RENDERED_TITLES[name]}, with windows of {_WORDS} words. {_describe(name)}"


def _divide(name: str) -> tuple[Page, Segmentation]:
    page = load_rendered(name)
    segmentation: Segmentation = find_method("comb")(page, words=_WORDS)
    return page, segmentation


def _describe(name: str) -> str:
    page, segmentation = _divide(name)
    whole: Segmentation = find_method("comb")(page, words=100_000)
    counts = f"{len(whole)} blocks become {len(segmentation)} segments."
    if name == RENDERED_FAILURE:
        return f"{counts} What VIPS does not separate, such as notice and article, is cut together."
    return f"{counts} Blocks that are not longer than a window stay as they are."
