"""The rendered pages that the drawings of visual methods show, and their boxes on a sheet.

Both pages were written for this project; `pagecore browse` rendered them into the `.npz` files
beside them.
"""

from __future__ import annotations

import functools
from typing import Final

import numpy as np

from pagecore.explain.svg import draw_rect, fit_text
from pagecore.page import Page
from pagecore.page.page_file import load_page
from pagecore.segmentation import Segmentation
from tools.drawings.examples import PAGES
from tools.drawings.sheet import BLACK, MARGIN, RULE, SMALL, WIDTH, Sheet

#: The pages, a success and a failure, and what they are called.
RENDERED_TITLES: Final = {
    "magazine": "a designed article page",
    "notice": "a page with a notice over its article",
}
RENDERED_SUCCESS, RENDERED_FAILURE = RENDERED_TITLES


@functools.cache
def load_rendered(name: str) -> Page:
    """Read a rendered page of the tests."""
    return load_page(PAGES / "rendered" / f"{name}.npz")


class PageMap:
    """The place of a page on a sheet."""

    def __init__(self, sheet: Sheet, page: Page, segmentation: Segmentation) -> None:
        assert page.layout is not None
        self.sheet, self.page, self.segmentation = sheet, page, segmentation
        x, y, width, height = segmentation.columns["box"].T
        self.scale = (WIDTH - 2 * MARGIN) / float((x + width).max())
        self.left, self.top = MARGIN, sheet.y + 12
        self.height = float((y + height).max()) * self.scale
        frame = draw_rect(MARGIN, self.top, WIDTH - 2 * MARGIN, self.height, stroke=RULE)
        sheet.add(frame)
        sheet.y = self.top + self.height + 4

    def place(self, at: int) -> tuple[float, float, float, float]:
        """x, y, width and height of a block on the sheet."""
        x, y, width, height = (self.segmentation.columns["box"][at] * self.scale).tolist()
        return self.left + x, self.top + y, width, height

    def draw_block(
        self,
        at: int,
        *,
        fill: str,
        stroke: str,
        dash: str = "",
        label: str = "",
        opacity: float = 1,
    ) -> None:
        """Draw a block, with a label in its upper left corner if there is room for it."""
        x, y, width, height = self.place(at)
        self.sheet.add(
            draw_rect(x, y, width, height, fill=fill, stroke=stroke, dash=dash, opacity=opacity)
        )
        text = fit_text(label, width - 8, SMALL)
        if text and height >= 14:
            self.sheet.text(x + 4, y + min(12.5, height - 3), text, size=SMALL, fill=BLACK)

    def name_block(self, at: int) -> str:
        """The first words of a block."""
        rows = np.flatnonzero(self.segmentation.inside(at) & (self.page.tag == 0))
        words = [word for row in rows.tolist() for word in self.page.text(row).split()]
        return " ".join(words[:8])


def find_leaves(segmentation: Segmentation) -> list[int]:
    """The blocks that are not divided."""
    divided = set(segmentation.parent.tolist())
    return [at for at in range(len(segmentation)) if at not in divided]
