"""Draw the blocks of a page nested as in the original: in boxes for its sections, runs folded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import groupby
from typing import Final, NamedTuple

import numpy as np

from pagecore.page import Page
from pagecore.page.columns import Array
from pagecore.page.counts import shorten
from pagecore.page.images import find_images

#: Elements that are drawn as boxes, and rows of tables, which are drawn as lines.
_BOXES: Final = ("nav", "header", "main", "article", "aside", "footer", "section", "form", "dialog")
_ROW: Final = "tr"
#: Maximum nesting of boxes; deeper ones are not drawn.
_MAX_BOXES: Final = 6
#: Maximum indentation of lists, in levels.
MAX_LISTS: Final = 6
#: Elements with a style of their own.
_STYLED: Final = frozenset(
    {"h1", "h2", "h3", "h4", "h5", "h6", "pre", "blockquote", "th", "td", "dt", "dd", "figcaption"}
    | {"title"}
)
#: Length limit of a box's name, in characters.
_MAX_NAME: Final = 40
#: A run of at least this many blocks is folded, and its first words are shown.
_MIN_FOLDED: Final = 3
_MAX_BEGINNING: Final = 60


class Drawn(NamedTuple):
    """A block or a box with its content, as HTML."""

    html: str
    #: The number of blocks in it, and the beginning of the first one.
    n_blocks: int
    beginning: str
    #: Whether all blocks in it may be folded.
    is_folded: bool


def draw_boxes(
    page: Page,
    blocks: Iterable[int],
    draw: Callable[[int, str, str, int], str],
    is_folded: Callable[[int], bool] = lambda block: False,
) -> str:
    """Draw the blocks of a page inside their boxes.

    Args:
        page: the page.
        blocks: the numbers of the blocks, in reading order.
        draw: draws a block; takes its number, the name of its owner, its text, and the number of
            lists around it.
        is_folded: whether a block is hidden at first, if its neighbours are hidden too.
    """
    texts, lists = read_texts(page), count_lists(page)
    boxes = Boxes(page)

    def draw_block(block: int) -> tuple[Sequence[int], Drawn]:
        owner = int(page.blocks.owner[block])
        html = draw(block, page.name(owner), texts[block], int(lists[owner]))
        return boxes.find_around(owner), make_drawn(html, texts[block], is_folded(block))

    return nest_blocks(page, map(draw_block, blocks), "dropped")


def make_drawn(html: str, text: str, is_folded: bool) -> Drawn:
    """Return a drawn block; a folded run shows the beginning of the text of its first block."""
    return Drawn(html, 1, shorten(text, _MAX_BEGINNING), is_folded)


def nest_blocks(page: Page, blocks: Iterable[tuple[Sequence[int], Drawn]], folded_as: str) -> str:
    """Put drawn blocks into their boxes, and fold runs of them.

    Args:
        page: the page that the boxes belong to.
        blocks: the boxes around each block, outermost first, and the drawn block.
        folded_as: the word for folded blocks, such as `dropped`.
    """
    open_boxes: list[int] = []
    # What is drawn so far, outside of all boxes and in each open box.
    contents: list[list[Drawn]] = [[]]

    def close_boxes(n_left: int) -> None:
        while len(open_boxes) > n_left:
            box = open_boxes.pop()
            contents[-2].append(_draw_box(page, box, contents.pop(), folded_as))

    for boxes, drawn in blocks:
        same = count_shared(boxes, open_boxes)
        close_boxes(same)
        open_boxes += boxes[same:]
        contents += [[] for _ in boxes[same:]]
        contents[-1].append(drawn)
    close_boxes(0)
    return _fold_runs(contents[0], folded_as)


def count_shared(boxes: Sequence[int], others: Sequence[int]) -> int:
    """Count the outermost boxes that two lists share."""
    pairs = enumerate(zip(boxes, others, strict=False))
    return next((at for at, (box, other) in pairs if box != other), min(len(boxes), len(others)))


class Boxes:
    """The boxes around the rows of a page."""

    def __init__(self, page: Page) -> None:
        """Find the nearest box of each row."""
        self._parent = page.parent
        self._near = page.above(page.is_tag(*_BOXES, _ROW))
        # The boxes around each box, itself included.
        self._boxes_of: dict[int, list[int]] = {-1: []}

    def find_around(self, row: int) -> list[int]:
        """Find the boxes around a row, outermost first."""
        new_boxes = []
        at = int(self._near[row])
        while at not in self._boxes_of:
            new_boxes.append(at)
            above = int(self._parent[at])
            at = int(self._near[above]) if above >= 0 else -1
        boxes = self._boxes_of[at]
        for at in reversed(new_boxes):
            boxes = self._boxes_of[at] = [*boxes, at][:_MAX_BOXES]
        return boxes


def _draw_box(page: Page, row: int, content: Sequence[Drawn], folded_as: str) -> Drawn:
    is_folded = all(drawn.is_folded for drawn in content)
    # A box is folded as a whole, and the cells of a row are beside each other.
    if is_folded or page.name(row) == _ROW:
        inside = "".join(drawn.html for drawn in content)
    else:
        inside = _fold_runs(content, folded_as)
    html = f"{_open_box(page, row)}{inside}</div>"
    return Drawn(html, sum(drawn.n_blocks for drawn in content), content[0].beginning, is_folded)


def _fold_runs(content: Sequence[Drawn], folded_as: str) -> str:
    """Put runs of blocks and boxes that may be folded into boxes that open on a click."""
    parts = []
    for is_folded, run in groupby(content, key=lambda drawn: drawn.is_folded):
        drawn_run = list(run)
        html = "".join(drawn.html for drawn in drawn_run)
        n_blocks = sum(drawn.n_blocks for drawn in drawn_run)
        if is_folded and n_blocks >= _MIN_FOLDED:
            html = (
                f'<div class="run"><label><input type="checkbox">{n_blocks} {folded_as} blocks '
                f'<span dir="auto">{escape(drawn_run[0].beginning)}</span></label>'
                f'<div class="folded">{html}</div></div>'
            )
        parts.append(html)
    return "".join(parts)


def _open_box(page: Page, row: int) -> str:
    name = page.name(row)
    if name == _ROW:
        return '<div class="row">'
    for attribute, mark in (("id", "#"), ("class", ".")):
        words = (page.get(row, attribute) or "").split()
        if words:
            name += mark + words[0]
            break
    return f'<div class="box" data-name="{escape(name[:_MAX_NAME])}">'


def count_lists(page: Page) -> Array:
    """Count the lists around every row."""
    rows = np.flatnonzero(page.is_tag("ul", "ol", "dl"))
    change = np.zeros(len(page) + 1, np.int64)
    np.add.at(change, rows, 1)
    np.add.at(change, page.end[rows], -1)
    return np.cumsum(change)[:-1]


def draw_text(owner: str, text: str, n_lists: int) -> str:
    """Draw the text of a block in the style of its element: a heading, a list item, code."""
    if not text:
        return '<span class="t none">no text</span>'
    return wrap_text(owner, escape(text), n_lists)


def wrap_text(owner: str, html: str, n_lists: int) -> str:
    """Put the text of a block, which is HTML already, into an element with its style."""
    style = owner if owner in _STYLED else "li" if n_lists and owner == "li" else "p"
    return f'<span class="t {style}" dir="auto">{html}</span>'


def read_texts(page: Page) -> list[str]:
    """Return the full text of every block; a block with only an image has its alternative text."""
    texts = page.block_lines()
    for image in find_images(page):
        at = int(page.block[image.row])
        if at >= 0 and not texts[at]:
            texts[at] = f"[image: {image.text}]" if image.text else "[image]"
    return texts
