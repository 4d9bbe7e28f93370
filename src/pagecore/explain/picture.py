"""Draw results as SVG for the documents: the blocks of a page from top to bottom, with the score,
segment, post or item of each."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

import numpy as np

from pagecore.choice import Choice
from pagecore.explain.svg import draw_rect, draw_text, write_svg
from pagecore.listing import Listing
from pagecore.page import Array, Page
from pagecore.segmentation import Segmentation
from pagecore.thread import Thread
from pagecore.wrapper import Wrapper

#: Colours that are easy to distinguish on white.
COLOURS: Final = (
    "#2563eb", "#dc2626", "#059669", "#d97706", "#7c3aed", "#0891b2", "#be185d", "#4d7c0f",
)  # fmt: skip
#: Maximum number of blocks that are drawn.
MAX_BLOCKS: Final = 44
#: Width of the picture, height of a line and width of a bar, in pixels.
WIDTH, LINE, BAR = 760, 18, 80
#: Length limit of a text, in characters.
MAX_TEXT: Final = 80


def draw_choice(page: Page, choice: Choice) -> str:
    """Draw for each block its score and the first quantity of the evidence as bars, and its text,
    which is dark if the block is kept."""
    blocks = _find_blocks(page)
    columns: dict[str, Array] = {"score": choice.score}
    columns |= dict(itertools.islice(choice.evidence.items(), 1))
    lines = [_draw_names(list(columns))]
    maxima = [1.0, *(_find_maximum(page, blocks, column) for column in list(columns.values())[1:])]
    for at, block in enumerate(blocks, start=1):
        values = [_read_value(page, block, column) for column in columns.values()]
        kept = bool(_read_value(page, block, choice.content))
        shares = [value / maximum for value, maximum in zip(values, maxima, strict=True)]
        bars = _draw_bars(LINE * at, values, shares, kept=kept)
        lines.append(bars + _draw_text(page, block, LINE * at, len(values), is_dark=kept))
    return _draw_frame(lines)


def draw_segmentation(page: Page, segmentation: Segmentation) -> str:
    """Draw the segment of each block as a bar with its number, in a colour of its own."""
    return _draw_groups(page, segmentation.ids, "segment")


def draw_thread(page: Page, thread: Thread) -> str:
    """Draw the post of each block as a bar with its number, in a colour of its own."""
    return _draw_groups(page, thread.ids, "post")


def draw_listing(page: Page, listing: Listing) -> str:
    """Draw the item of each block as a bar with its number, in a colour of its own."""
    return _draw_groups(page, listing.ids, "item")


def draw_wrapper(page: Page, wrapper: Wrapper) -> str:
    """Draw what a wrapper chooses in a page."""
    return draw_choice(page, wrapper.content(page))


def _draw_groups(page: Page, ids: Array, name: str) -> str:
    lines = [_draw_names([name])]
    for at, block in enumerate(_find_blocks(page), start=1):
        top, number = LINE * at, int(_read_value(page, block, ids + 1)) - 1
        colour = COLOURS[number % len(COLOURS)]
        bar = draw_rect(8, top + 1, BAR, LINE - 2, fill=colour)
        bar += draw_text(14, top + LINE - 5, str(number), fill="#fff")
        shown = bar if number >= 0 else ""
        lines.append(shown + _draw_text(page, block, top, 1, is_dark=number >= 0))
    return _draw_frame(lines)


def _find_blocks(page: Page) -> list[int]:
    """Find the first visible blocks with words."""
    has_words = (page.blocks.hidden == 0) & (page.blocks.words > 0)
    return [int(block) for block in np.flatnonzero(has_words)[:MAX_BLOCKS]]


def _read_value(page: Page, block: int, column: Array) -> float:
    """Return the largest value of a block's leaves; values of elements may include other blocks."""
    first, last = int(page.blocks.first[block]), int(page.blocks.last[block])
    rows = slice(first, last + 1)
    is_leaf = page.end[rows] == np.arange(first + 1, last + 2)
    return float(column[rows][is_leaf].max(initial=0))


def _find_maximum(page: Page, blocks: Sequence[int], column: Array) -> float:
    return max((_read_value(page, block, column) for block in blocks), default=0) or 1.0


def _draw_frame(lines: Sequence[str]) -> str:
    return write_svg(lines, WIDTH, LINE * len(lines) + LINE // 2)


def _draw_names(names: Sequence[str]) -> str:
    return "".join(
        draw_text(8 + at * (BAR + 8), LINE - 5, name, fill="#666") for at, name in enumerate(names)
    )


def _draw_bars(top: int, values: Sequence[float], shares: Sequence[float], *, kept: bool) -> str:
    return "".join(
        draw_rect(
            8 + at * (BAR + 8),
            top + 3,
            BAR * share,
            LINE - 6,
            fill=COLOURS[at] if kept else "#bbb",
            title=f"{value:.3f}",
        )
        for at, (value, share) in enumerate(zip(values, shares, strict=True))
    )


def _draw_text(page: Page, block: int, top: int, n_bars: int, *, is_dark: bool) -> str:
    rows = range(int(page.blocks.first[block]), int(page.blocks.last[block]) + 1)
    text = " ".join("".join(page.text(row) for row in rows if page.tag[row] == 0).split())
    shown = text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"
    left, colour = 16 + n_bars * (BAR + 8), "#111" if is_dark else "#999"
    return draw_text(left, top + LINE - 5, shown, fill=colour)
