"""Units of a page as the core renders them: what chunks are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from pagecore import _core

if TYPE_CHECKING:
    from pagecore.page.columns import Mask
    from pagecore.page.page import Page

#: A part of the text: its first and last unit, its offsets, and whether the head of the table that
#: it begins in is repeated.
Span: TypeAlias = tuple[int, int, int, int, bool]


class Unit(NamedTuple):
    """A block with text outside of tables, or a row of a table."""

    #: As in JSON output, or `row`.
    kind: str
    level: int
    #: The first and the last row of the page.
    first: int
    last: int
    #: Offsets in the text; white space before the unit belongs to it.
    start: int
    stop: int
    #: For a row of a table with a head: the number of that unit; else None.
    head: int | None


@dataclass(frozen=True)
class PageUnits:
    """The units of chosen rows."""

    #: The plain text of all units, without images and targets of links.
    text: str
    units: Sequence[Unit]
    #: Units that should stay together: the first one, and the one after the last.
    groups: Sequence[tuple[int, int]]
    #: Offsets where a sentence begins inside a unit, if the unit may be cut there.
    sentences: Sequence[int]
    #: None for plain text, whose units are Markdown as they are.
    _core_units: _core.Units | None

    def read_heading(self, unit: Unit) -> str:
        """Return the text of a heading."""
        text = self.text[unit.start : unit.stop].strip()
        return text if self._core_units is not None else text.strip("#").strip()

    def render_markdown(self, spans: Sequence[Span]) -> list[str]:
        """Render parts of the text as Markdown, each complete; their starts are in order."""
        if self._core_units is None:
            return [self.text[start:stop].strip("\n").rstrip() for _, _, start, stop, _ in spans]
        return self._core_units.markdown(spans)


def list_units(
    page: Page, rows: Mask, *, images: bool, links: bool, readings: bool = False
) -> PageUnits:
    """List the units of chosen rows.

    Args:
        page: the page.
        rows: a mask that is closed upward.
        images: include images in Markdown.
        links: include the targets of links in Markdown.
        readings: include the readings of `ruby`, in brackets after their base.
    """
    units = page._table.units(
        rows.view(np.uint8), url=page.address, images=images, links=links, readings=readings
    )
    text, listed = units.text, units.list_units()
    stops = [*(start for *_, start, _ in listed), len(text)][1:]
    return PageUnits(
        text,
        [
            Unit(kind, level, first, last, start, stop, head)
            for (kind, level, first, last, start, head), stop in zip(listed, stops, strict=True)
        ],
        units.groups,
        units.sentences,
        units,
    )
