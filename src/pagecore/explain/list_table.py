"""A table for a terminal, whose last column has several lines per row.

The tables of rich measure and style every cell several times, which takes a millisecond and more
per row. Here the widths are known, and only long lines are wrapped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

_WORD: Final = re.compile(r"\S+\s*|\s+")
#: Blanks between two columns.
_GAP: Final = "  "


class Styled(NamedTuple):
    """A text with a style of rich; an empty style is the usual one."""

    text: str
    style: str = ""


class Row(NamedTuple):
    """A row: the short cells, then the lines of the last cell."""

    cells: Sequence[Styled]
    lines: Sequence[Styled]


@dataclass(frozen=True)
class ListTable:
    """A table that rich can print."""

    #: The name of each column.
    names: Sequence[str]
    rows: Sequence[Row]
    #: In characters of the terminal.
    width: int

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Render the table line by line."""
        from rich.segment import Segment

        widths = [
            max([len(name), *(len(row.cells[at].text) for row in self.rows)])
            for at, name in enumerate(self.names[:-1])
        ]
        rest = self.width - sum(widths) - len(_GAP) * len(widths)
        head = Row(
            [Styled(name, "bold") for name in self.names[:-1]], [Styled(self.names[-1], "bold")]
        )
        blank = " " * (self.width - rest)
        for row in (head, *self.rows):
            before = [
                Styled(f"{cell.text.rjust(widths[at])}{_GAP}", cell.style)
                for at, cell in enumerate(row.cells)
            ]
            for line in _wrap_lines(row.lines, rest) or [Styled("")]:
                for text, style in (*before, line):
                    yield Segment(text, console.get_style(style) if style else None)
                yield Segment.line()
                before = [Styled(blank)]


def _wrap_lines(lines: Sequence[Styled], width: int) -> list[Styled]:
    return [
        Styled(part, style)
        for text, style in lines
        for line in text.splitlines()
        for part in wrap_line(line, width)
    ]


def wrap_line(line: str, width: int) -> Iterator[str]:
    """Wrap a line between words to lines of at most `width` columns; a longer word is cut.

    Letters of some scripts have two columns.
    """
    from rich.cells import cell_len, chop_cells

    if cell_len(line) <= width:
        yield line
        return
    begun, n_columns = "", 0
    for word in _WORD.findall(line):
        n_word = cell_len(word.rstrip())
        if n_columns + n_word > width:
            if begun:
                yield begun.rstrip()
            begun, n_columns = "", 0
        if n_word > width:
            *whole, word = chop_cells(word, width)
            yield from whole
        begun, n_columns = begun + word, n_columns + cell_len(word)
    if begun.strip():
        yield begun.rstrip()
