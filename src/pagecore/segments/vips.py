"""VIPS: blocks as a reader sees them, by boxes, backgrounds, fonts and the space between them.

D. Cai, S. Yu, J.-R. Wen and W.-Y. Ma. "VIPS: a vision-based page segmentation algorithm." Microsoft
Research, technical report MSR-TR-2003-79, 2003. Implemented from what is generally known of the
report.
"""

from __future__ import annotations

from typing import Final

from pagecore.page import Page, PageWarning
from pagecore.page.layout import warn_of_quality
from pagecore.registry import method
from pagecore.segmentation import Segmentation
from pagecore.segments.visual_blocks.blocks import BlockExtractor
from pagecore.segments.visual_blocks.construction import MAX_ROUNDS, TreeBuilder
from pagecore.segments.visual_blocks.nodes import VisualNodes
from pagecore.segments.visual_blocks.separators import SeparatorFinder, Weights
from pagecore.segments.visual_blocks.tree import make_segmentation

_WEIGHT: Final = (0.0, 20.0)


@method(
    "vips",
    paper="Cai, Yu, Wen and Ma 2003",
    family="segment",
    needs=("layout",),
    bounds={
        "pdoc": (1, 10),
        "rules": (12, 13),
        "scale": (0.0, 10.0),
        "gap": (0.01, 100.0),
        "hr": _WEIGHT,
        "background": _WEIGHT,
        "font": _WEIGHT,
        "structure": _WEIGHT,
        "column": _WEIGHT,
        "overlap": (0.0, 0.5),
        "min_area": (0.0, 1.0),
        "levels": (0, 64),
    },
    developed_on=("segments",),
    sweep={
        "pdoc": (7, 8, 9),
        "rules": (12, 13),
        "column": (0.0, 4.0),
        "renew": (False, True),
        "min_area": (0.0, 0.05, 0.1),
    },
)
def vips(
    page: Page,
    *,
    pdoc: int = 8,
    rules: int = 12,
    scale: float = 1.0,
    gap: float = 1.0,
    hr: float = 2.0,
    background: float = 2.0,
    font: float = 2.0,
    structure: float = 2.0,
    column: float = 4.0,
    overlap: float = 0.25,
    renew: bool = True,
    min_area: float = 0.05,
    levels: int = 0,
    modern: bool = False,
) -> Segmentation:
    """Divide a page into a tree of visual blocks, from the page down.

    Args:
        page: a page with a layout.
        pdoc: permitted degree of coherence; blocks with a lower degree are divided.
        rules: the number of rules for block extraction: 13 with rule 6a, 12 without it.
        scale: factor of the sizes below which an element is not divided.
        gap: factor of the widths at which the weight of a separator rises.
        hr: weight that an `hr` in a separator adds.
        background: weight that different backgrounds on the sides of a separator add.
        font: weight that different fonts on the sides of a horizontal separator add, twice if the
            text below is larger.
        structure: weight that a horizontal separator between blocks of the same structure loses.
        column: weight that a high column on a side of a vertical separator adds; it has at least
            30 % of the height of the page.
        overlap: boxes that overlap by less than one pixel, or by less than this share of the
            smaller one, count as touching.
        renew: compute the degree of coherence of a block again once the blocks in it are known.
        min_area: minimum share of the page's area that a block must have to be divided.
        levels: maximum depth of the tree; 0 for no limit. A depth of 2 gives the main regions of a
            page: header, columns, footer.
        modern: use the rules of tables for flex and grid boxes, and the rules of cells for their
            children.

    Returns:
        The tree of blocks as nested segments, with the degree of coherence `doc` and the `box` (x,
        y, width and height in pixels) of each. Evidence is the `rule` that kept the block of a row
        whole: its number, 13 for rule 6a, 0 for a text, -1 outside all blocks.

    Differs:
        The report gives sizes, weights and degrees of coherence only roughly. The weight of columns
        and the limit `min_area` are ours. The box of an element without an area is the box around
        its contents. The degree of coherence of a merged block follows from the heaviest separator
        in it. With `renew`, this also holds for a block that the rules kept whole before, so a list
        of similar items is not divided item by item. If blocks overlap so that no separator is
        between them, each is divided as the root of a region. Rows that are not drawn belong to the
        block beside them.
    """
    assert page.layout is not None, "the registry checks this"
    nodes = VisualNodes(page, page.layout, is_modern=modern)
    extractor = BlockExtractor(nodes, has_rule_6a=rules == 13)
    finder = SeparatorFinder(nodes, Weights(gap, hr, background, font, structure, column), overlap)
    tree, is_limited = TreeBuilder(extractor, finder, pdoc, scale, renew, min_area, levels).build()
    warnings = warn_of_quality(page.layout)
    if is_limited:
        message = f"blocks were not divided further after {MAX_ROUNDS} rounds"
        warnings += (PageWarning("limit-rounds", message, -1, -1, MAX_ROUNDS),)
    return make_segmentation(nodes, tree, warnings)
