"""Seen blocks: how each block of a rendered page looks, and where it lies, as numbers for a model.

Most columns compare a block with the main text, which is the text of the blocks that a first model
scores as content: its column (left and right edge), its font, its colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Page
from pagecore.page.layout import CLICKABLE, COVERED, IN_VIEWPORT, POSITIONS, VISIBLE, Layout
from pagecore.page.tags import TEXT

_Floats = npt.NDArray[np.float64]
_Ints = npt.NDArray[np.int64]

#: The columns, with what they mean; the unit is in brackets.
COLUMNS: Final = {
    "score": "the first model's score [log-odds]",
    "score before": "the score of the block before [log-odds]",
    "score after": "the score of the block after [log-odds]",
    "words": "its words [logarithm]",
    "links": "the share of its text in links",
    "visible": "the share of its text that is drawn",
    "covered": "the share of its text that other boxes cover",
    "first screen": "the share of its text in the first screen",
    "clickable": "the share of its text that can be clicked",
    "left": "its left edge [share of the page's width]",
    "width": "its width [share of the page's width]",
    "off centre": "distance of its middle from the page's middle [share of the width]",
    "top": "its upper edge [share of the page's height]",
    "depth": "its upper edge [logarithm of pixels]",
    "height": "its height [logarithm of pixels]",
    "font size": "its font size [share of the main text's]",
    "font weight": "its font weight, less the main text's [hundreds]",
    "same font": "the share of its text in the font, size and weight of the main text",
    "contrast": "contrast of its colours [logarithm]",
    "less contrast": "its contrast, less the main text's [logarithm]",
    "same colour": "the share of its text in the colour of the main text",
    "same background": "the share of its text on the background of the main text",
    "fixed": "whether it is in an element that stays when the page is scrolled",
    "absolute": "whether it is in an element that is positioned on its own",
    "beside": "distance from the column of the main text [share of the width]",
    "overlap": "the share of its width that lies in the column of the main text",
    "same edge": "distance of its left edge from the main text's [share of the width]",
    "above": "its distance above the first main text [logarithm of pixels]",
    "below": "its distance below the last main text [logarithm of pixels]",
    "gap before": "distance from the block before [logarithm of pixels]",
    "gap after": "distance from the block after [logarithm of pixels]",
    "column score": "mean score of the other blocks with its left edge",
    "look score": "mean score of the other blocks in its font, size, weight and colour",
    "quality": "the quality of the layout",
}
#: Left edges that differ by less are the same, in pixels.
_EDGE_PX: Final = 8
#: Log-odds are at most this.
_MAX_ODDS: Final = 8.0


def describe_seen_blocks(
    page: Page, blocks: npt.ArrayLike, probability: npt.ArrayLike
) -> npt.NDArray[np.float32]:
    """Describe blocks of a rendered page.

    Args:
        page: a page with a layout.
        blocks: numbers of blocks with words, in order.
        probability: for each, the probability that it is content.

    Returns:
        One row per column of `COLUMNS`, one column per block. Blocks that are not drawn have -1 in
        place of their geometry.
    """
    layout = page.layout
    assert layout is not None
    numbers = np.asarray(blocks, np.int64)
    chance = np.asarray(probability, np.float64)
    texts = _Texts.of(page, layout, numbers)
    words = page.blocks.words[numbers].astype(np.float64)
    main = np.where(chance >= 0.5, words * chance, 0.0)
    if not (main * texts.drawn).any():
        main = words
    columns = texts.measure_looks(page, layout, main)
    columns |= texts.measure_places(layout, main)
    columns |= texts.average_scores(layout, chance, words)
    odds = np.clip(np.log(np.maximum(chance, 1e-9) / np.maximum(1 - chance, 1e-9)), -8, _MAX_ODDS)
    columns |= {
        "score": odds,
        "score before": _shift(odds, 1, 0.0),
        "score after": _shift(odds, -1, 0.0),
        "words": np.log1p(words),
        "links": page.blocks.link_chars[numbers] / np.maximum(page.blocks.chars[numbers], 1),
        "quality": np.full(len(numbers), layout.quality),
    }
    table = np.array([columns[name] for name in COLUMNS], np.float64).reshape(len(COLUMNS), -1)
    return table.astype(np.float32)


@dataclass(frozen=True, eq=False)
class _Texts:
    """The texts of blocks: rows with the position of their block among those described."""

    rows: _Ints
    at: _Ints
    chars: _Floats
    n_blocks: int
    #: Left, top, right and bottom of what is drawn of each block; NaN where nothing is.
    bounds: _Floats
    #: The share of each block that is drawn.
    drawn: _Floats

    @classmethod
    def of(cls, page: Page, layout: Layout, blocks: _Ints) -> _Texts:
        position = np.full(len(page.blocks) + 1, -1)
        position[blocks] = np.arange(len(blocks))
        is_text = (page.tag == TEXT) & (page.chars > 0) & (page.block >= 0)
        at = np.where(is_text, position[page.block], -1)
        rows = np.flatnonzero(at >= 0)
        at = at[rows]
        chars = page.chars[rows].astype(np.float64)
        visible = (layout.seen[rows] & VISIBLE) > 0
        bounds = np.full((len(blocks), 4), np.nan)
        box = layout.box[rows[visible]].astype(np.float64)
        shown = at[visible]
        for side, edge in ((0, box[:, 0]), (1, box[:, 1])):
            np.fmin.at(bounds[:, side], shown, edge)
            np.fmax.at(bounds[:, side + 2], shown, edge + box[:, side + 2])
        made = cls(rows, at, chars, len(blocks), bounds, np.zeros(len(blocks)))
        object.__setattr__(made, "drawn", made.share(visible))
        return made

    def share(self, mask: npt.ArrayLike) -> _Floats:
        """The share of each block's text in the rows of a mask."""
        total = np.bincount(self.at, self.chars, self.n_blocks)
        held = np.bincount(self.at, self.chars * np.asarray(mask), self.n_blocks)
        return held / np.maximum(total, 1)

    def mean(self, values: npt.ArrayLike) -> _Floats:
        """The mean of values over each block's text."""
        return self.share(np.asarray(values, np.float64))

    def measure_looks(self, page: Page, layout: Layout, main: _Floats) -> dict[str, _Floats]:
        """Fonts, colours and visibility."""
        rows, seen = self.rows, layout.seen[self.rows]
        weight = main[self.at] * self.chars * ((seen & VISIBLE) > 0)
        size, bold = layout.font_size[rows], layout.font_weight[rows]
        font = _number_rows(layout.font[rows], size, bold)
        colour, background = layout.colour[rows], layout.background[rows]
        contrast = measure_contrast(colour, background)
        usual = [_find_mode(values, weight) for values in (font, colour, background)]
        is_usual = font == usual[0]
        main_size = float(size[is_usual][0]) if is_usual.any() else 16.0
        main_bold = float(bold[is_usual][0]) if is_usual.any() else 400.0
        total = max(float(weight.sum()), 1e-9)
        main_contrast = float((weight * contrast).sum() / total)
        held = self.mean(contrast)
        position = layout.position
        kinds = {name: position == POSITIONS.index(name) for name in POSITIONS}
        fixed = page.above(kinds["fixed"] | kinds["sticky"])[rows] >= 0
        absolute = page.above(kinds["absolute"])[rows] >= 0
        return {
            "visible": self.drawn,
            "covered": self.share((seen & COVERED) > 0),
            "first screen": self.share((seen & IN_VIEWPORT) > 0),
            "clickable": self.share((seen & CLICKABLE) > 0),
            "font size": self.mean(size) / max(main_size, 1.0),
            "font weight": (self.mean(bold) - main_bold) / 100,
            "same font": self.share(is_usual),
            "contrast": held,
            "less contrast": held - main_contrast,
            "same colour": self.share(colour == usual[1]),
            "same background": self.share(background == usual[2]),
            "fixed": self.share(fixed),
            "absolute": self.share(absolute),
        }

    def measure_places(self, layout: Layout, main: _Floats) -> dict[str, _Floats]:
        """Edges and distances; -1 for blocks that are not drawn."""
        left, top, right, bottom = self.bounds.T
        is_drawn = ~np.isnan(left)
        page_width, page_height = _measure_page(layout)
        weight = np.where(is_drawn, main, 0.0)
        main_left, main_right = (_find_median(edge, weight) for edge in (left, right))
        is_main = weight > 0
        first = float(top[is_main].min()) if is_main.any() else 0.0
        last = float(bottom[is_main].max()) if is_main.any() else 0.0
        # The blocks before and after that are drawn.
        drawn = np.flatnonzero(is_drawn)
        before, after = np.full(self.n_blocks, np.nan), np.full(self.n_blocks, np.nan)
        gap = np.maximum(0.0, np.abs(top[drawn][1:] - bottom[drawn][:-1]))
        before[drawn[1:]], after[drawn[:-1]] = gap, gap
        overlap = np.minimum(right, main_right) - np.maximum(left, main_left)
        places = {
            "left": left / page_width,
            "width": (right - left) / page_width,
            "off centre": np.abs((left + right) / 2 - page_width / 2) / page_width,
            "top": top / page_height,
            "depth": np.log1p(np.maximum(top, 0)),
            "height": np.log1p(bottom - top),
            "beside": np.maximum(0, np.maximum(left - main_right, main_left - right)) / page_width,
            "overlap": np.maximum(0, overlap) / np.maximum(right - left, 1),
            "same edge": np.abs(left - main_left) / page_width,
            "above": np.log1p(np.maximum(0, first - bottom)),
            "below": np.log1p(np.maximum(0, top - last)),
            "gap before": np.log1p(before),
            "gap after": np.log1p(after),
        }
        return {name: np.where(np.isnan(values), -1.0, values) for name, values in places.items()}

    def average_scores(self, layout: Layout, chance: _Floats, words: _Floats) -> dict[str, _Floats]:
        """Mean scores of the other blocks in the same column, and of those that look the same."""
        edge = np.where(np.isnan(self.bounds[:, 0]), -1e6, self.bounds[:, 0])
        first = np.full(self.n_blocks, -1)
        first[self.at[::-1]] = self.rows[::-1]
        rows = np.maximum(first, 0)
        look = _number_rows(
            layout.font[rows], layout.font_size[rows], layout.font_weight[rows], layout.colour[rows]
        )
        return {
            "column score": _average_others(np.round(edge / _EDGE_PX), chance, words),
            "look score": _average_others(look, chance, words),
        }


def measure_contrast(colour: npt.ArrayLike, background: npt.ArrayLike) -> _Floats:
    """The logarithm of the contrast ratio of colours, as WCAG 2 defines it; colours are RGBA."""
    lights = [_measure_luminance(np.asarray(values, np.int64)) for values in (colour, background)]
    ratio: _Floats = (np.maximum(*lights) + 0.05) / (np.minimum(*lights) + 0.05)
    return np.log(ratio)


def _measure_luminance(colour: _Ints) -> _Floats:
    channels = np.stack([(colour >> shift) & 0xFF for shift in (24, 16, 8)]) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    luminance: _Floats = np.tensordot([0.2126, 0.7152, 0.0722], linear, axes=1)
    return luminance


def _measure_page(layout: Layout) -> tuple[float, float]:
    """Width and height of what is drawn, in pixels; at least 1."""
    box = layout.box[(layout.seen & VISIBLE) > 0].astype(np.float64)
    if not len(box):
        return 1.0, 1.0
    return tuple(max(1.0, float((box[:, at] + box[:, at + 2]).max())) for at in (0, 1))  # type: ignore[return-value]


def _number_rows(*columns: npt.ArrayLike) -> _Ints:
    """Number the different rows of columns."""
    table = np.stack([np.asarray(column, np.float64) for column in columns], axis=1)
    if not len(table):
        return np.zeros(0, np.int64)
    return np.unique(table, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _find_mode(values: npt.ArrayLike, weight: _Floats) -> float:
    """The value of most weight; -1 without values."""
    known, number = np.unique(np.asarray(values), return_inverse=True)
    if not len(known):
        return -1.0
    return float(known[np.bincount(number.reshape(-1), weight).argmax()])


def _find_median(values: _Floats, weight: _Floats) -> float:
    """The weighted median; 0 without weight."""
    order = np.argsort(np.where(weight > 0, values, np.inf), kind="stable")
    total = np.cumsum(weight[order])
    if not len(total) or total[-1] <= 0:
        return 0.0
    return float(values[order[np.searchsorted(total, total[-1] / 2)]])


def _average_others(group: npt.ArrayLike, chance: _Floats, words: _Floats) -> _Floats:
    """Mean chance of the other blocks of each block's group, by words; -1 without others."""
    number = np.unique(np.asarray(group), return_inverse=True)[1].reshape(-1)
    others = np.bincount(number, words)[number] - words if len(words) else words
    held = np.bincount(number, words * chance)[number] - words * chance if len(words) else words
    average: _Floats = np.where(others > 0, held / np.maximum(others, 1e-9), -1.0)
    return average


def _shift(values: _Floats, by: int, fill: float) -> _Floats:
    shifted = np.roll(values, by)
    if len(values):
        shifted[0 if by > 0 else -1] = fill
    return shifted
