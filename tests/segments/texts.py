"""The texts of segments, for tests that name them."""

from __future__ import annotations

import numpy as np

from pagecore import Page, Segmentation


def texts_of(page: Page, segmentation: Segmentation) -> list[str]:
    """The text of each segment, white space collapsed."""
    is_text = page.tag == 0
    return [
        " ".join(word for row in rows.tolist() for word in page.text(row).split())
        for rows in (
            np.flatnonzero(segmentation.inside(at) & is_text) for at in range(len(segmentation))
        )
    ]
