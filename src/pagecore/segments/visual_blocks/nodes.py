"""The rows of a page as VIPS sees them: which are drawn, where, and of which kind they are."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Mask, Page
from pagecore.page.layout import DISPLAYS, VISIBLE, Layout
from pagecore.page.tags import TEXT

#: Elements that show something of their own; they are never divided.
REPLACED: Final = (
    *("img", "svg svg", "video", "audio", "canvas", "iframe", "object", "embed"),
    *("input", "select", "textarea", "button"),
)
#: Kinds of element, each with its own rules.
INLINE, TABLE, TR, TD, P, OTHER = range(6)

#: A number below all coordinates, where nothing is drawn.
_NOWHERE: Final = -1e9
#: Maximum number of fonts that are told apart; the others count as one more.
_MAX_FONTS: Final = 31


def _number_displays(*names: str) -> npt.NDArray[np.bool_]:
    """Return which numbers of the column `display` have one of these names."""
    return np.array([name in names for name in DISPLAYS])


_INLINE: Final = _number_displays(
    "inline", "inline-block", "inline-flex", "inline-grid", "inline-table", "contents"
)
_TABLE: Final = _number_displays(
    *("table", "inline-table", "table-header-group", "table-row-group", "table-footer-group")
)
_ROW, _CELL = _number_displays("table-row"), _number_displays("table-cell")
_FLEX: Final = _number_displays("flex", "inline-flex")
_GRID: Final = _number_displays("grid", "inline-grid")


class ListColumn:
    """A column of the nodes as a list, which is faster to read value by value. It is an attribute
    of a class with an attribute `nodes`, converted on first access."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: Any, owner: type) -> list[Any]:
        if instance is None:
            raise AttributeError(self.name)
        values: list[Any] = operator.attrgetter(self.path)(instance.nodes).tolist()
        instance.__dict__[self.name] = values
        return values


@dataclass(frozen=True, eq=False)
class VisualNodes:
    """Columns of a page with a layout, one value per row.

    An element without a box of its own, or without an area, has the box around what is drawn in
    it. Boxes are left, top, right and bottom.
    """

    page: Page
    layout: Layout
    #: Whether flex and grid boxes have the rules of tables.
    is_modern: bool = False

    @cached_property
    def is_text(self) -> Mask:
        """Texts that are drawn and not blank."""
        is_text: Mask = (self.page.tag == TEXT) & (self.page.chars > 0) & self._is_drawn
        return is_text

    @cached_property
    def valid(self) -> Mask:
        """Rows that are drawn, and elements with such rows below them."""
        drawn = self._is_drawn & ((self.page.tag != TEXT) | (self.page.chars > 0))
        valid: Mask = self.page.below(drawn, how="any")
        return valid

    @cached_property
    def _is_drawn(self) -> Mask:
        """Visible rows with an area that is not wholly left of the page or above it."""
        left, top, width, height = np.nan_to_num(self.layout.box.astype(np.float64)).T
        seen: Mask = (self.layout.seen & VISIBLE) > 0
        has_area: Mask = (width > 0) & (height > 0) & (left + width > 0) & (top + height > 0)
        return seen & has_area

    @cached_property
    def box(self) -> npt.NDArray[np.float64]:
        """Left, top, right and bottom of each valid row; zeros for the others."""
        left, top, width, height = np.nan_to_num(self.layout.box.astype(np.float64)).T
        drawn = self._is_drawn
        edges = []
        for edge, sign in ((left, -1), (top, -1), (left + width, 1), (top + height, 1)):
            outermost = self.page.below(np.where(drawn, sign * edge, _NOWHERE), how="max")
            edges.append(np.where(drawn, edge, np.where(self.valid, sign * outermost, 0.0)))
        return np.stack(edges, axis=1)

    @cached_property
    def area(self) -> npt.NDArray[np.float64]:
        """The area of each row's box, in square pixels."""
        width, height = (self.box[:, 2:] - self.box[:, :2]).T
        area: npt.NDArray[np.float64] = width * height
        return area

    @cached_property
    def page_size(self) -> tuple[float, float]:
        """Width and height of the page: of the box of `html`, and down to the lowest row."""
        if not self.valid.any():
            return 0.0, 0.0
        root = int(np.flatnonzero(self.page.is_tag("html"))[0])
        width = float(self.box[root, 2]) or float(self.box[:, 2].max())
        return width, float(self.box[:, 3].max())

    @cached_property
    def share(self) -> npt.NDArray[np.float64]:
        """The area of each row as a share of the page's area."""
        return self.area / max(self.page_area, 1.0)

    @property
    def page_area(self) -> float:
        """The area of the page, in square pixels."""
        width, height = self.page_size
        return width * height

    # -- Kinds -----------------------------------------------------------------------------------

    @cached_property
    def replaced(self) -> Mask:
        """Drawn images, frames, form controls and the like."""
        return self.page.is_tag(*REPLACED) & self._is_drawn

    @cached_property
    def inline(self) -> Mask:
        """Elements that change looks but not lines."""
        is_inline: Mask = _INLINE.take(self.layout.display)
        is_element: Mask = self.page.tag != TEXT
        return is_inline & is_element & self.valid

    @cached_property
    def virtual_text(self) -> Mask:
        """Inline elements with nothing but text and such elements in them."""
        breaks = self.valid & (self.page.tag != TEXT) & (~self.inline | self.replaced)
        has_text = self.page.below(self.is_text, how="any")
        virtual: Mask = self.inline & has_text & ~self.page.below(breaks, how="any")
        return virtual

    @cached_property
    def kind(self) -> npt.NDArray[np.int64]:
        """The kind of each element, which decides its rules."""
        display = self.layout.display
        kind = np.full(len(self.page), OTHER)
        kind[self.page.is_tag("p")] = P
        kind[self.inline] = INLINE
        if self.is_modern:
            parent = np.maximum(self.page.parent, 0)
            holds = _FLEX.take(display) | _GRID.take(display)
            kind[holds[parent] & (self.page.parent >= 0)] = TD
            kind[_GRID.take(display)] = TABLE
            kind[_FLEX.take(display)] = np.where(self._in_row[_FLEX.take(display)], TR, TABLE)
        kind[_TABLE.take(display)] = TABLE
        kind[_ROW.take(display)] = TR
        kind[_CELL.take(display)] = TD
        return kind

    @cached_property
    def _in_row(self) -> Mask:
        """Elements with two children beside each other, as in a flex row."""
        rows = np.flatnonzero(self.valid & (self.page.parent >= 0))
        order = rows[np.argsort(self.page.parent[rows], kind="stable")]
        first, second = order[:-1], order[1:]
        siblings = self.page.parent[first] == self.page.parent[second]
        beside = (self.box[second, 0] >= self.box[first, 2] - 1) & (
            self.box[second, 1] < self.box[first, 3] - 1
        )
        in_row = np.zeros(len(self.page), np.bool_)
        in_row[self.page.parent[first[siblings & beside]]] = True
        return in_row

    # -- Children --------------------------------------------------------------------------------

    @cached_property
    def n_children(self) -> Array:
        """The number of valid children."""
        return self._count(self.valid)

    @cached_property
    def n_texts(self) -> Array:
        """The number of children that are text or virtual text."""
        return self._count(self.is_text | self.virtual_text)

    @cached_property
    def n_line_breaks(self) -> Array:
        """The number of children that are line-break nodes."""
        return self._count(self.valid & (self.page.tag != TEXT) & ~self.inline)

    @cached_property
    def n_rules(self) -> Array:
        """The number of children that are `hr`."""
        return self._count(self.page.is_tag("hr") & self.valid)

    @cached_property
    def children_area(self) -> Array:
        """The total area of the valid children."""
        return self.page.children(np.where(self.valid, self.area, 0.0))

    @cached_property
    def largest_child(self) -> npt.NDArray[np.float64]:
        """The share of the page of the largest valid child."""
        largest = np.zeros(len(self.page))
        rows = np.flatnonzero(self.valid & (self.page.parent >= 0))
        np.maximum.at(largest, self.page.parent[rows], self.share[rows])
        return largest

    def _count(self, mask: Mask) -> Array:
        return self.page.children(mask.astype(np.int64))

    @cached_property
    def children(self) -> list[list[int]]:
        """The valid children of each row."""
        lists: list[list[int]] = [[] for _ in range(len(self.page))]
        parent = self.page.parent.tolist()
        for row in np.flatnonzero(self.valid).tolist():
            if parent[row] >= 0:
                lists[parent[row]].append(row)
        return lists

    # -- Fonts -----------------------------------------------------------------------------------

    @cached_property
    def same_font(self) -> Mask:
        """Rows whose texts have the same font size and weight."""
        same = np.ones(len(self.page), np.bool_)
        for column in (self.layout.font_size, self.layout.font_weight):
            values = column.astype(np.float64)
            most = self.page.below(np.where(self.is_text, values, _NOWHERE), how="max")
            least = -self.page.below(np.where(self.is_text, -values, _NOWHERE), how="max")
            same &= (most <= least) | (most == _NOWHERE)
        return same

    @cached_property
    def _fonts(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
        """The sizes and weights of the most frequent fonts, and the number of characters in each
        before each row."""
        pairs = np.stack([self.layout.font_size, self.layout.font_weight], axis=1)
        chars = np.where(self.is_text, self.page.chars, 0)
        fonts, number = np.unique(pairs, axis=0, return_inverse=True)
        number = number.reshape(-1)
        order = np.argsort(-np.bincount(number, chars, len(fonts)), kind="stable")
        place = np.full(len(fonts), _MAX_FONTS)
        place[order[:_MAX_FONTS]] = np.arange(len(order[:_MAX_FONTS]))
        counts = np.zeros((len(self.page) + 1, min(len(fonts), _MAX_FONTS) + 1), np.int64)
        rows = np.flatnonzero(chars)
        at = np.minimum(place[number[rows]], counts.shape[1] - 1)
        counts[rows + 1, at] = chars[rows]
        return fonts[order[:_MAX_FONTS]], np.cumsum(counts, axis=0)

    def find_font(self, first: int, stop: int) -> tuple[float, float] | None:
        """Return the size and weight of most characters of a range of rows; None without text or
        with a rare font."""
        fonts, before = self._fonts
        counts = before[stop] - before[first]
        most = int(np.argmax(counts))
        if not counts[most] or most >= len(fonts):
            return None
        return float(fonts[most, 0]), float(fonts[most, 1])
