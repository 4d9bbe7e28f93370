"""Draw segments where they are on a rendered page, as SVG: over its screenshot, or over its texts
and backgrounds, which the layout has."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput, NeedsBrowser
from pagecore.explain.picture import COLOURS
from pagecore.explain.svg import draw_rect, draw_text, split_lines, write_number, write_svg
from pagecore.page import Array, Page
from pagecore.page.layout import VISIBLE, Layout
from pagecore.page.tags import TEXT
from pagecore.segmentation import Segmentation

#: Maximum number of texts, backgrounds and segments that are drawn.
MAX_SHAPES: Final = 20_000
#: The first bytes of a PNG file.
_PNG: Final = b"\x89PNG\r\n\x1a\n"


def draw_segments(
    page: Page, segmentation: Segmentation, *, screenshot: bytes | None = None
) -> str:
    """Draw the segments of a rendered page.

    Segments that are not divided are filled, each with its number and, if the method has it, its
    degree of coherence. The others are dashed.

    Args:
        page: a page with a layout.
        segmentation: its segments; those of methods without boxes are drawn around their rows.
        screenshot: a PNG of the page; without it, its texts and backgrounds are drawn.

    Raises:
        NeedsBrowser: the page has no layout.
        BadInput: the screenshot is not PNG.
    """
    layout = page.layout
    if layout is None:
        raise NeedsBrowser(
            "a drawing needs the layout of the page: render it with pagecore.browse, or with "
            "--browse on the command line"
        )
    if screenshot is not None and not (screenshot.startswith(_PNG) and len(screenshot) >= 24):
        raise BadInput("the screenshot is not a PNG file")
    boxes = find_boxes(layout, segmentation)
    width, height = _find_size(layout)
    if screenshot:
        # A page that is wider than the window has a wider screenshot.
        picture_width = _read_width(screenshot)
        width = max(width, picture_width)
        parts = [_embed(screenshot, picture_width)]
    else:
        parts = list(_draw_page(page, layout))
    is_divided = np.zeros(len(segmentation), np.bool_)
    is_divided[segmentation.parent[segmentation.parent >= 0]] = True
    degrees = segmentation.columns.get("doc")
    for at in np.flatnonzero(~np.isnan(boxes[:, 0]))[:MAX_SHAPES].tolist():
        parts.append(_draw_segment(at, boxes[at], degrees, is_divided=bool(is_divided[at])))
    return write_svg(parts, width, height)


def find_boxes(layout: Layout, segmentation: Segmentation) -> npt.NDArray[np.float64]:
    """Return x, y, width and height of each segment; NaN if nothing of it is drawn."""
    if "box" in segmentation.columns:
        return segmentation.columns["box"].astype(np.float64)
    n = len(segmentation)
    low, high = np.full((n, 2), np.inf), np.full((n, 2), -np.inf)
    drawn = (segmentation.ids >= 0) & ((layout.seen & VISIBLE) > 0)
    ids, box = segmentation.ids[drawn], layout.box[drawn].astype(np.float64)
    np.minimum.at(low, ids, box[:, :2])
    np.maximum.at(high, ids, box[:, :2] + box[:, 2:])
    for at in range(n - 1, 0, -1):
        above = segmentation.parent[at]
        if above >= 0:
            low[above] = np.minimum(low[above], low[at])
            high[above] = np.maximum(high[above], high[at])
    boxes = np.hstack([low, high - low])
    boxes[~np.isfinite(boxes).all(axis=1)] = np.nan
    return boxes


def _find_size(layout: Layout) -> tuple[float, float]:
    """The width of the root's box, and the height down to the lowest row; at least 1."""
    boxes = layout.box[(layout.seen & VISIBLE) > 0].astype(np.float64)
    if not len(boxes):
        return 1.0, 1.0
    return max(float(boxes[0, 2]), 1.0), max(float((boxes[:, 1] + boxes[:, 3]).max()), 1.0)


def _read_width(screenshot: bytes) -> float:
    """The width of a PNG, in pixels: a number in its first chunk."""
    return float(max(1, int.from_bytes(screenshot[16:20])))


def _embed(screenshot: bytes, width: float) -> str:
    content = base64.b64encode(screenshot).decode()
    return f'<image width="{write_number(width)}" href="data:image/png;base64,{content}"/>'


def _draw_page(page: Page, layout: Layout) -> Iterator[str]:
    """Draw backgrounds that differ from those around them, images as grey boxes, and texts."""
    seen = (layout.seen & VISIBLE) > 0
    parent = np.maximum(page.parent, 0)
    is_other = layout.background != layout.background[parent]
    is_image = page.is_tag("img", "svg svg", "video", "canvas", "iframe")
    shown = seen & ((is_other & (page.tag != TEXT)) | is_image | (page.tag == TEXT))
    for row in np.flatnonzero(shown)[:MAX_SHAPES].tolist():
        x, y, width, height = layout.box[row].tolist()
        if page.tag[row] == TEXT:
            size = float(layout.font_size[row])
            lines = split_lines(page.text(row), max(width, 3 * size), 0.8 * size)
            n_lines = max(1, round(height / (1.4 * size))) if size else 1
            for at, line in enumerate(lines[:n_lines]):
                top = y + at * height / n_lines + min(size, height)
                yield draw_text(x, top, line, fill="#666", size=0.9 * size)
        else:
            fill = "#ddd" if is_image[row] else _name_colour(int(layout.background[row]))
            yield draw_rect(x, y, width, height, fill=fill)


def _name_colour(rgba: int) -> str:
    """A colour, lightened, so that grey text can be read on it."""
    return "#" + "".join(f"{255 - (255 - (rgba >> shift & 255)) // 4:02x}" for shift in (24, 16, 8))


def _draw_segment(at: int, box: Array, degrees: Array | None, *, is_divided: bool) -> str:
    x, y, width, height = box.tolist()
    colour = COLOURS[at % len(COLOURS)]
    label = str(at) if degrees is None else f"{at} · {degrees[at]}"
    if is_divided:
        return draw_rect(x, y, width, height, stroke=colour, dash="6 4", title=label)
    shape = draw_rect(
        x, y, width, height, fill=colour, stroke=colour, stroke_width=2, opacity=0.15, title=label
    )
    # In the right corner, where it hides the end of a line and not the first words of a text.
    plate_width = 8.5 * len(label) + 6
    left = max(x, x + width - plate_width)
    plate = draw_rect(left, y, plate_width, 17, fill=colour)
    return shape + plate + draw_text(left + 4, y + 13, label, fill="#fff", size=13, bold=True)
