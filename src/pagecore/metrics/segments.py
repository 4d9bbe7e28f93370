"""B-cubed: how well a segmentation of a page agrees with its annotated regions.

The items are the characters inside annotated regions. The precision of an item is the share of the
items of its segment that are in its region; its recall is the share of the items of its region that
are in its segment. The figures of a page are means over items, those of a corpus means over pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadOption
from pagecore.metrics.score import Score
from pagecore.page import Page
from pagecore.page.tags import TEXT

#: Values of `page.hidden` that annotators do not see as text: scripts and styles, `noscript`.
_UNREAD: Final = (2, 4)


class RegionFields(Protocol):
    """The attributes of an annotated region; `corpora.MarkedRegion` has them."""

    @property
    def levels(self) -> tuple[int, ...]: ...
    @property
    def path(self) -> str: ...


def bcubed(
    gold: npt.ArrayLike, output: npt.ArrayLike, weight: npt.ArrayLike | None = None
) -> Score | None:
    """Compare the regions and segments of a page's characters, or of its rows.

    Args:
        gold: the number of the annotated region of each item; negative values are outside all
            regions and do not count.
        output: the number of the segment of each item; negative values are outside all segments,
            where each character is a segment of its own.
        weight: number of characters of each item, without white space; 1 by default.

    Returns:
        Precision, recall and their harmonic mean; None without items.
    """
    regions, segments = np.asarray(gold, np.int64), np.asarray(output, np.int64)
    weights = np.ones(len(regions)) if weight is None else np.asarray(weight, np.float64)
    if not regions.shape == segments.shape == weights.shape or regions.ndim != 1:
        raise BadOption(
            f"gold has the shape {regions.shape}, output {segments.shape}, weight {weights.shape}: "
            "expected one number per item in each"
        )
    if (weights < 0).any():
        raise BadOption(f"weight has the value {weights.min()}: expected no negative values")
    items = (regions >= 0) & (weights > 0)
    if not items.any():
        return None
    regions, segments, weights = regions[items], segments[items], weights[items]
    region_total = _total(regions, weights)
    alone = segments < 0
    both = np.stack([regions, segments], axis=1)
    common = np.where(alone, 1.0, _total(both, weights))
    segment_total = np.where(alone, 1.0, _total(segments, weights))
    precision = float(np.average(common / segment_total, weights=weights))
    recall = float(np.average(common / region_total, weights=weights))
    # Both are above 0, because an item shares its region and its segment with itself.
    return Score(precision, recall, 2 * precision * recall / (precision + recall))


def _total(
    groups: npt.NDArray[np.int64], weights: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """For each item, the total weight of its group."""
    _, at = np.unique(groups, axis=0, return_inverse=True)
    at = at.reshape(-1)
    return np.asarray(np.bincount(at, weights)[at], np.float64)


def label_rows(
    page: Page, regions: Sequence[RegionFields], level: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Find the annotated region of each row, and count its characters.

    Args:
        page: the annotated page.
        regions: its regions; a region whose path does not exist in the page is skipped.
        level: the level of regions that count; of nested regions the innermost counts.

    Returns:
        The number of the region of each row, -1 outside all regions; and the number of characters
        of its own text, without white space, scripts, styles and `noscript`, as in the gold.
    """
    rows = {page.xpath(int(row)): int(row) for row in np.flatnonzero(page.tag != TEXT)}
    marked = np.full(len(page), -1, np.int64)
    for number, region in enumerate(regions):
        if level in region.levels and region.path in rows:
            marked[rows[region.path]] = number
    nearest = page.above(marked >= 0)
    inside = np.where(nearest >= 0, marked[nearest], -1)
    characters = np.zeros(len(page), np.int64)
    read = (page.tag == TEXT) & ~np.isin(page.hidden, _UNREAD)
    for row in np.flatnonzero(read):
        text = str(page.text_buffer[page.text_start[row] : page.text_stop[row]], "utf-8")
        characters[row] = sum(map(len, text.split()))
    return inside, characters
