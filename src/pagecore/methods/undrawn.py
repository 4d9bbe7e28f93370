"""Undrawn text: what the source of a rendered page has, and a reader does not see.

Pages hide text until a script shows it: slides, answers to questions, whole pages that fade in. So
text that is not drawn says something only if the scripts of the page ran, or if it has none.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Page, PageWarning
from pagecore.page.columns import Mask
from pagecore.page.layout import LOW_QUALITY, VISIBLE, Layout
from pagecore.page.tags import TEXT

#: The share of the chosen words that is left without undrawn text at least. A page that leaves less
#: is hidden for other reasons, and keeps its text.
MIN_DRAWN: Final = 0.5


def find_undrawn(page: Page, layout: Layout) -> Mask:
    """Find the texts that are not drawn anywhere on a page; none if its layout is not reliable, or
    if its scripts did not run.

    A closed `details` hides its contents until a reader opens it, so they count as drawn.
    """
    is_final = layout.has_run_scripts or not has_scripts(page)
    if layout.quality < LOW_QUALITY or not is_final:
        return np.zeros(len(page), np.bool_)
    is_text = (page.tag == TEXT) & (page.chars > 0)
    in_details = page.above(page.is_tag("details")) >= 0
    undrawn: Mask = is_text & ~in_details & ((layout.seen & VISIBLE) == 0)
    return undrawn


def has_scripts(page: Page) -> bool:
    """Whether a page has scripts that browsers run, not only data in `script` elements."""
    kinds, names = page.attr("type")
    runs = np.array([_is_program(name) for name in names], np.bool_)
    kind = kinds[page.is_tag("script")]
    return bool((kind < 0).any() or runs[kind[kind >= 0]].any())


def _is_program(kind: str) -> bool:
    """Whether a `script` with this type is run."""
    name = kind.strip().lower()
    return name in ("", "module") or name.endswith(("javascript", "ecmascript", "jscript"))


def measure_drawn(page: Page, undrawn: Mask) -> npt.NDArray[np.float32]:
    """Measure the share of each block's text that is drawn; 1 for blocks without text."""
    n_blocks = len(page.blocks)
    is_text = (page.tag == TEXT) & (page.block >= 0)
    blocks, chars = page.block[is_text], page.chars[is_text].astype(np.float64)
    total = np.bincount(blocks, chars, n_blocks)
    hidden = np.bincount(blocks, chars * undrawn[is_text], n_blocks)
    return (1 - hidden / np.maximum(total, 1)).astype(np.float32)


def warn_of_hidden_content(share: float) -> PageWarning:
    """Return the warning that most of the content is not drawn, and was kept."""
    message = (
        f"{share:.0%} of the content is not drawn, and was kept: the page may wait for something "
        "that did not happen"
    )
    return PageWarning("content-not-drawn", message, -1, -1, 1)
