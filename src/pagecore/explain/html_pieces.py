"""Draw segments or posts as a web page: the blocks of the page, in one colour per piece."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Final

import numpy as np

from pagecore.explain.html_boxes import MAX_LISTS, draw_boxes, draw_text
from pagecore.explain.html_frame import write_page
from pagecore.explain.html_report import STYLE, draw_head, find_title
from pagecore.page.counts import format_count

if TYPE_CHECKING:
    from pagecore.explain.pieces import Piece, Pieces

#: Degrees between the hues of two neighbours, so that hues do not repeat and neighbours differ.
GOLDEN_ANGLE: Final = 137.508
#: Length limit of a field, in characters; every block of a piece shows it.
_MAX_FIELD: Final = 200


def draw_pieces(pieces: Pieces) -> str:
    """Return the whole file."""
    page = pieces.page
    title = find_title(page)
    by_block = _map_blocks(pieces)
    # The details of a piece, which all its blocks show.
    details: dict[int, str] = {}

    def draw(block: int, owner: str, text: str, n_lists: int) -> str:
        piece, shown = by_block.get(block), draw_text(owner, text, n_lists)
        if piece is None:
            return _draw_outside(shown, n_lists)
        is_first = piece.index not in details
        if is_first:
            details[piece.index] = _draw_details(piece)
        return _draw_block(piece.index, shown, n_lists, details[piece.index], is_first=is_first)

    facts = {"method": pieces.method, pieces.kind: str(len(pieces.pieces))}
    if pieces.confidence is not None:
        facts["confidence"] = f"{pieces.confidence:.2f}"
    return write_page(
        style=STYLE + _STYLE,
        title=title,
        head=draw_head(page.url, title, facts, page.warnings, []),
        content=draw_boxes(page, range(len(page.blocks)), draw),
    )


def _map_blocks(pieces: Pieces) -> Mapping[int, Piece]:
    """Return the piece of each block: that of its first row in a piece."""
    page = pieces.page
    rows = np.flatnonzero((page.block >= 0) & (pieces.ids >= 0))[::-1]
    numbers = zip(page.block[rows].tolist(), pieces.ids[rows].tolist(), strict=True)
    return {block: pieces.pieces[number] for block, number in numbers}


def _draw_outside(shown: str, n_lists: int) -> str:
    return f'<div class="outside" style="{_draw_indent(n_lists)}">{shown}</div>'


def _draw_indent(n_lists: int) -> str:
    return f"--l:{min(n_lists, MAX_LISTS)};" if n_lists else ""


def _draw_block(index: int, shown: str, n_lists: int, details: str, *, is_first: bool) -> str:
    hue = index * GOLDEN_ANGLE % 360
    number = f"<i>{index}</i>" if is_first else "<i></i>"
    return (
        f'<details class="piece" style="{_draw_indent(n_lists)}--h:{hue:.0f}">'
        f"<summary>{number}{shown}</summary>{details}</details>"
    )


def _draw_details(piece: Piece) -> str:
    fields = "".join(
        f"<p>{escape(name)}: {escape(_shorten(str(value)))}</p>"
        for name, value in piece.fields.items()
    )
    return (
        f'<div class="why"><p>{escape(piece.reason)}</p>{fields}'
        f"<p><code>{escape(piece.xpath)}</code></p>"
        f"<p>{format_count(piece.words, 'word')}, rows {piece.row} to {piece.last_row}, "
        f"bytes {piece.start} to {piece.stop}</p></div>"
    )


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_FIELD else f"{text[: _MAX_FIELD - 1]}…"


_STYLE: Final = """
details.piece { background: hsl(var(--h) 60% 50% / .14);
  border-inline-start-color: hsl(var(--h) 60% 45%); }
details.piece summary > i { min-width: 2ch; color: hsl(var(--h) 60% 40%); font-weight: 700; }
.outside { margin: .2rem 0; margin-inline-start: calc(var(--l, 0) * 1rem); padding: .15rem .6rem;
  color: var(--faint); display: flex; }
"""
