"""VBPA: the walk from the page to the theme block, and the blocks that its rules mark."""

from __future__ import annotations

from pagecore.explain.picture import COLOURS
from pagecore.methods.theme_blocks import Theme, ThemeRules, find_theme, measure_blocks
from pagecore.page import Page
from pagecore.registry import find_method
from pagecore.segmentation import Segmentation
from tools.drawings.outcomes import Outcome
from tools.drawings.rendered_pages import (
    RENDERED_FAILURE,
    RENDERED_TITLES,
    PageMap,
    load_rendered,
)
from tools.drawings.sheet import Sheet


def draw(name: str) -> str:
    """Draw the walk on a page."""
    page = load_rendered(name)
    segmentation: Segmentation = find_method("vips")(page)
    theme = walk(page, segmentation)
    title = f"VBPA on {RENDERED_TITLES[name]}: the walk"
    sheet = Sheet(title, is_failure=name == RENDERED_FAILURE)
    sheet.note(
        "The walk begins with the page and enters the block with most of the text outside links, "
        "as long as one block has 75 % of it. Blue lines are around the blocks that are entered, "
        "and the last one is the theme. Grey blocks were tested and not entered; the number is "
        "that of the rule that marks a block as links or as a strip."
    )
    places = PageMap(sheet, page, segmentation)
    parents = segmentation.parent.tolist()
    for at in range(1, len(segmentation)):
        if at not in theme.path and parents[at] in theme.path[:-1]:
            mark = f"rule {theme.marks[at]}: " if theme.marks[at] else ""
            label = mark + places.name_block(at)
            grey = Outcome.DROPPED
            places.draw_block(at, fill=grey.shade, stroke=grey.ink, label=label)
    for at in theme.path[:-1]:
        places.draw_block(at, fill="none", stroke=COLOURS[0], dash="6 4")
    last = theme.path[-1]
    label = f"theme: {places.name_block(last)}"
    places.draw_block(last, fill=COLOURS[0], stroke=COLOURS[0], opacity=0.2, label=label)
    sheet.note(_describe(name, theme))
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a page shows."""
    page = load_rendered(name)
    segmentation: Segmentation = find_method("vips")(page)
    theme = walk(page, segmentation)
    return f"VBPA on {RENDERED_TITLES[name]}. {_describe(name, theme)}"


def walk(page: Page, segmentation: Segmentation) -> Theme:
    """The walk with the default thresholds of the method."""
    assert page.layout is not None
    names = ("z_link", "t", "m", "z_text", "share", "pairing", "rule6", "fallback")
    parameters = find_method("vbpa").parameters
    values = {name: parameters[name].default for name in names}
    blocks = measure_blocks(page, page.layout, segmentation, pure="outside")
    return find_theme(blocks, ThemeRules(**values))  # type: ignore[arg-type]  # Defaults fit.


def _describe(name: str, theme: Theme) -> str:
    steps = f"The walk enters {len(theme.path) - 1} blocks"
    if name == RENDERED_FAILURE:
        return f"{steps}. Its block holds the article and the notice, which no separator divides."
    return f"{steps} and ends at the article, without navigation, links and footer."
