"""Draw the difference of two pages as a web page: the second page, with the removed blocks of the
first at their places, coloured by what happened to them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, Final

from pagecore.explain.html_boxes import (
    MAX_LISTS,
    Boxes,
    Drawn,
    count_lists,
    count_shared,
    make_drawn,
    nest_blocks,
    wrap_text,
)
from pagecore.explain.html_frame import write_bar, write_page
from pagecore.explain.html_report import STYLE, draw_head, find_title
from pagecore.explain.word_changes import compare_words
from pagecore.page import Page
from pagecore.page.counts import format_count

if TYPE_CHECKING:
    from pagecore.explain.difference import BlockSide, ComparedBlock, Difference
    from pagecore.explain.word_changes import WordRun

#: The sign of each status, which tells them apart without colours.
_SIGNS: Final = {"unchanged": "", "changed": "~", "removed": "−", "added": "+"}
#: The elements of words that only one of the pages has.
_ELEMENTS: Final = {"removed": "del", "added": "ins"}


def draw_difference(difference: Difference) -> str:
    """Return the whole file."""
    page = difference.pages[1]
    title = find_title(page)
    facts = {"similarity": f"{difference.similarity:.3f}"}
    facts |= {status: str(count) for status, count in difference.counts.items()}
    warnings = [
        replace(warning, message=f"{letter}: {warning.message}") if letter else warning
        for letter, warning in difference.all_warnings
    ]
    names = zip("AB", difference.names, strict=True)
    notes = [f"{letter}: {name}" for letter, name in names if name]
    notes += [difference.offset_note] if difference.offset_note else []
    head = draw_head(None, title, facts, warnings, notes)
    return write_page(
        title=f"Difference: {title}",
        style=STYLE + _STYLE,
        head=head + _draw_titles(*difference.titles),
        bar=write_bar(_draw_filters(difference.blocks), _KEY),
        content=nest_blocks(page, _draw_blocks(difference), "unchanged"),
    )


def _draw_titles(a: str, b: str) -> str:
    """Draw the titles of the pages, if they differ."""
    return "" if a == b else f'<p dir="auto">title: {_mark_words(compare_words(a, b))}</p>'


def _draw_filters(blocks: Sequence[ComparedBlock]) -> str:
    """Draw buttons that show only some blocks; radio buttons work without scripts."""
    counts = {"all": len(blocks)} | dict.fromkeys(("changed", "removed", "added", "unchanged"), 0)
    for block in blocks:
        counts[block.status] += 1
    return "".join(
        f'<label class="{name}"><input type="radio" name="show" id="show-{name}"'
        f"{' checked' if name == 'all' else ''}>{name} <b>{count}</b></label>"
        for name, count in counts.items()
    )


# ---------------------------------------------------------------- the blocks


def _draw_blocks(difference: Difference) -> Iterator[tuple[Sequence[int], Drawn]]:
    """Draw the blocks, each with the boxes of the second page around it."""
    pages = difference.pages
    lists = [count_lists(page) for page in pages]
    for block, boxes in zip(difference.blocks, _find_boxes(difference), strict=True):
        at, side = (0, block.a) if block.b is None else (1, block.b)
        assert side is not None
        owner = _find_owner(pages[at], side)
        n_lists = int(lists[at][owner])
        html = _mark_words(block.changes) if block.changes else escape(side.text)
        drawn = _draw_block(block, wrap_text(pages[at].name(owner), html, n_lists), n_lists)
        yield boxes, make_drawn(drawn, side.text, block.status == "unchanged")


def _find_owner(page: Page, side: BlockSide) -> int:
    return int(page.blocks.owner[side.block])


def _find_boxes(difference: Difference) -> list[Sequence[int]]:
    """Find the boxes of the second page around each block.

    A removed block is drawn in the box of its neighbour, if both were in the same box of the first
    page, and else in the boxes that its neighbours share.
    """
    blocks = difference.blocks
    first, second = (
        [
            None if side is None else boxes.find_around(_find_owner(page, side))
            for side in (getattr(block, letter) for block in blocks)
        ]
        for letter, page, boxes in zip(
            "ab", difference.pages, map(Boxes, difference.pages), strict=True
        )
    )
    # The next block of the second page, from every block on.
    following: list[int | None] = [None] * (len(blocks) + 1)
    for at in range(len(blocks) - 1, -1, -1):
        following[at] = following[at + 1] if second[at] is None else at
    placed: list[Sequence[int]] = []
    before: int | None = None
    for at in range(len(blocks)):
        boxes = second[at]
        if boxes is None:
            neighbours = [near for near in (before, following[at]) if near is not None]
            placed.append(_place_removed(first[at], neighbours, first, second))
        else:
            before = at
            placed.append(boxes)
    return placed


def _place_removed(
    own: Sequence[int] | None,
    neighbours: Sequence[int],
    first: Sequence[Sequence[int] | None],
    second: Sequence[Sequence[int] | None],
) -> Sequence[int]:
    """Return the boxes of the second page for a removed block.

    Args:
        own: its boxes in the first page.
        neighbours: the blocks of the second page before and after it.
        first: the boxes of each block in the first page.
        second: the boxes of each block in the second page.
    """
    for near in neighbours:
        if first[near] == own:
            return second[near] or ()
    around = [second[near] or () for near in neighbours]
    return around[0][: count_shared(*around)] if len(around) == 2 else ()


def _mark_words(runs: Sequence[WordRun]) -> str:
    """Draw words as HTML, with those of one page in `del` and `ins`; the white space after them
    is outside."""
    parts = []
    for status, text in runs:
        words = text.rstrip()
        if status == "same":
            parts.append(escape(text))
        elif not words:
            # White space counts in code. A line end alone would not be seen.
            shown = text.replace("\n", "↵\n")
            parts.append(f"<{_ELEMENTS[status]}>{shown}</{_ELEMENTS[status]}>")
        else:
            marked = f"<{_ELEMENTS[status]}>{escape(words)}</{_ELEMENTS[status]}>"
            parts.append(marked + text[len(words) :])
    return "".join(parts)


def _draw_block(block: ComparedBlock, text: str, n_lists: int) -> str:
    """Draw a block: its text, and details that open on a click."""
    # The tab key goes to the differences first, one after the other.
    order = "" if block.status == "unchanged" else ' tabindex="1"'
    indent = f' style="--l:{min(n_lists, MAX_LISTS)}"' if n_lists else ""
    sides = {"A": block.a, "B": block.b}
    places = [
        f"{letter}: {side.xpath}, bytes {side.start} to {side.stop}"
        for letter, side in sides.items()
        if side is not None
    ]
    hover = escape("\n".join([block.status, *filter(None, [block.place]), *places]))
    sign = _SIGNS[block.status] + (" moved" if block.place else "")
    return (
        f'<details class="b {block.status}"{indent}>'
        f'<summary title="{hover}"{order}><i>{sign}</i>{text}</summary>'
        f"{_draw_details(block, sides)}</details>"
    )


def _draw_details(block: ComparedBlock, sides: Mapping[str, BlockSide | None]) -> str:
    places = "".join(
        f"<p>{letter}: <code>{escape(side.xpath)}</code><br>block {side.block}, "
        f"{format_count(side.words, 'word')}, rows {side.row} to {side.last_row}, "
        f"bytes {side.start} to {side.stop}</p>"
        for letter, side in sides.items()
        if side is not None
    )
    return f'<div class="why"><p><b>{block.status}</b> {block.place}</p>{places}</div>'


# ---------------------------------------------------------------- the file

_KEY: Final = """<span class="removed">− removed</span><span class="added">+ added</span>
<span class="changed">~ changed</span> open a block for its places; the tab key goes to the next
difference"""

_STYLE: Final = """
:root { --change: 176 136 0; --same: 128 136 144; }
@media (prefers-color-scheme: dark) { :root { --change: 227 179 65; } }
details.b { --s: .6; }
details.unchanged { --c: var(--same); --s: 0; }
details.changed { --c: var(--change); }
details.removed { --c: var(--drop); border-inline-start-style: dotted; }
details.b summary > i { min-width: 1.5ch; font-weight: 700; font-size: .85rem; }
.key .added { background: rgb(var(--keep) / .3); }
.key .removed { background: rgb(var(--drop) / .3); }
.key .changed { background: rgb(var(--change) / .3); }
del, ins { border-radius: 2px; padding: 0 .1em; }
del { background: rgb(var(--drop) / .35); text-decoration: line-through; }
ins { background: rgb(var(--keep) / .35); text-decoration: underline; }
body:has(#show-unchanged:checked) .run > .folded { display: block; }
body:has(#show-unchanged:checked) .run > label, body:has(#show-changed:checked) .run,
body:has(#show-removed:checked) .run, body:has(#show-added:checked) .run,
body:has(#show-unchanged:checked) .b:not(.unchanged),
body:has(#show-changed:checked) .b:not(.changed),
body:has(#show-removed:checked) .b:not(.removed),
body:has(#show-added:checked) .b:not(.added),
body:has(#show-unchanged:checked) .box:not(:has(.unchanged)),
body:has(#show-changed:checked) .box:not(:has(.changed)),
body:has(#show-removed:checked) .box:not(:has(.removed)),
body:has(#show-added:checked) .box:not(:has(.added)) { display: none; }
"""
