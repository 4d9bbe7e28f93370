"""VIPS: the tree of visual blocks, drawn where the blocks are on the page."""

from __future__ import annotations

from pagecore.explain.picture import COLOURS
from pagecore.registry import find_method
from pagecore.segmentation import Segmentation
from tools.drawings.rendered_pages import (
    RENDERED_FAILURE,
    RENDERED_TITLES,
    PageMap,
    find_leaves,
    load_rendered,
)
from tools.drawings.sheet import Sheet


def draw(name: str) -> str:
    """Draw the blocks of a page."""
    page = load_rendered(name)
    segmentation: Segmentation = find_method("vips")(page)
    title = f"VIPS on {RENDERED_TITLES[name]}: the visual blocks"
    sheet = Sheet(title, is_failure=name == RENDERED_FAILURE)
    sheet.note(
        "Each block that is not divided further has a colour, its degree of coherence and its "
        "first words. Dashed lines are around blocks that were divided where the space, the "
        "background or the font between their parts differs most."
    )
    places = PageMap(sheet, page, segmentation)
    leaves = find_leaves(segmentation)
    degrees = segmentation.columns["doc"].tolist()
    for at in range(len(segmentation)):
        colour = COLOURS[at % len(COLOURS)]
        if at in leaves:
            label = f"{degrees[at]}: {places.name_block(at)}"
            places.draw_block(at, fill=colour, stroke=colour, opacity=0.2, label=label)
        else:
            places.draw_block(at, fill="none", stroke=colour, dash="6 4")
    sheet.note(f"{len(leaves)} blocks. {_describe(name)}")
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a page shows."""
    segmentation: Segmentation = find_method("vips")(load_rendered(name))
    n_blocks = len(find_leaves(segmentation))
    return f"VIPS divides {RENDERED_TITLES[name]} into {n_blocks} blocks. {_describe(name)}"


def _describe(name: str) -> str:
    if name == RENDERED_FAILURE:
        return (
            "A notice covers parts of the article and of the column of links. No straight line "
            "separates them, so parts of all three are in one block."
        )
    return "The columns are separated, and the paragraphs of the article stay together."
