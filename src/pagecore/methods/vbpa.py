"""VBPA: the visual block with the theme of a page, in the tree of VIPS.

R. Tan. "Web information extraction based on visual characteristics." Information Technology Journal
11(4), 2012, 408-413.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from pagecore.choice import Choice
from pagecore.methods.theme_blocks import (
    ThemeRules,
    find_theme,
    mark_descendants,
    measure_blocks,
)
from pagecore.page import Array, Page
from pagecore.page.layout import LOW_QUALITY, VISIBLE, warn_of_quality
from pagecore.registry import method
from pagecore.segmentation import Segmentation

#: The value of an infinite logarithm in evidence, which has finite numbers only.
_INFINITE: Final = 99.0


@method(
    "vbpa",
    paper="Tan 2012",
    family="page",
    needs=("layout",),
    uses=("vips",),
    bounds={
        "z_link": (0.0, 20.0),
        "t": (0.0, 1.0),
        "m": (0.0, 1.0),
        "z_text": (0.0, 20.0),
        "share": (0.5, 1.0),
        "pure": ("outside", "all"),
        "pairing": ("printed", "half"),
        "rule6": ("dense", "printed"),
    },
    developed_on=("visual",),
    sweep={
        "z_link": (6.0, 6.7),
        "t": (0.15, 0.25),
        "m": (0.02, 0.1, 0.2),
        "z_text": (7.0, 8.0),
        "share": (0.65, 0.75, 0.85),
        "fallback": (True, False),
    },
    printed={"fallback": False},
)
def vbpa(
    page: Page,
    *,
    vips: Segmentation,
    z_link: float = 6.7,
    t: float = 0.25,
    m: float = 0.02,
    z_text: float = 8.0,
    share: float = 0.75,
    pure: str = "outside",
    pairing: str = "printed",
    rule6: str = "dense",
    fallback: bool = True,
    drop_marked: bool = False,
) -> Choice:
    """Choose the visual block that holds the theme of the page, as a whole.

    Args:
        page: a page with a layout.
        vips: the tree of visual blocks.
        z_link: maximum ln(1/λ_link) of a block of links (Z_link in rule 2).
        t: maximum distance of the centre lines, as a share of the width of the block around
            (T in rule 4).
        m: minimum share of the page's area (M in rule 5).
        z_text: threshold of ln(1/λ_text) (Z_text in rule 6).
        share: minimum share of a block's pure text that a child must have to be entered.
        pure: pure text is the text `outside` links, or `all` text.
        pairing: rule 3 compares the vertical distance with the width of the block around and the
            horizontal one with its height, as `printed`, or each with `half` of the extent in its
            own direction.
        rule6: rule 6 asks for `dense` text, or for sparse text as `printed`.
        fallback: enter a child with `share` of the text even if one of the rules 1 to 3 marks it,
            or if it meets rule 5 but not the rules 4 and 6. Without it, the rules decide alone, as
            in the paper.
        drop_marked: leave out the blocks in the theme block that the rules 1 to 3 mark.

    Returns:
        The choice. Evidence is, for the block of each row, `alpha`, `beta` and `gamma` of
        definitions 1 to 3, `text` and `link`, the logarithms of 1/λ_text and 1/λ_link of
        definitions 4 and 5 (99 without text), the rule that marked it (`marked`, 0 for none), and
        the number of blocks from the page to the theme block that the row is in (`entered`).

    Differs:
        The paper has no rule for the end of the walk. Ours enters a child only if it holds most of
        the pure text. `fallback` is ours, and with it the rules 1 to 4 and 6 change no page that we
        have. Rule 6 is printed with the sign reversed. Content that the page carries as data has no
        layout; the default extractor chooses it. If the geometry of the page is not reliable, the
        confidence is low.
    """
    assert page.layout is not None, "the registry checks this"
    layout = page.layout
    rules = ThemeRules(z_link, t, m, z_text, share, pairing, rule6, fallback)
    blocks = measure_blocks(page, layout, vips, pure=pure)
    theme = find_theme(blocks, rules)
    marks = np.maximum(theme.marks, mark_descendants(blocks, rules, theme))
    chosen = (layout.seen & VISIBLE) > 0
    chosen &= vips.inside(theme.path[-1]) if theme.path else False
    if drop_marked:
        chosen &= _spread(vips, marks) == 0
    entered = sum(vips.inside(block).astype(np.int64) for block in theme.path)
    columns = {
        "alpha": blocks.alpha,
        "beta": blocks.beta,
        "gamma": blocks.gamma,
        "text": np.minimum(blocks.log_text, _INFINITE),
        "link": np.minimum(blocks.log_link, _INFINITE),
        "marked": marks,
    }
    evidence = {name: _spread(vips, column) for name, column in columns.items()}
    evidence["entered"] = np.zeros(len(page), np.int64) + entered
    choice = Choice.of(page, chosen, evidence=evidence)
    is_doubtful = layout.quality < LOW_QUALITY
    confidence = float(layout.quality) if is_doubtful else None
    return replace(choice, confidence=confidence, warnings=warn_of_quality(layout))


def _spread(vips: Segmentation, column: Array) -> Array:
    """A column of blocks as one of rows, by the innermost block of each; 0 outside all blocks."""
    return np.append(column, 0).take(vips.ids)
