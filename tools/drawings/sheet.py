"""A sheet to draw on: as wide as a README, with a title and notes, and a legend of colours."""

from __future__ import annotations

from pagecore.explain.svg import (
    draw_circle,
    draw_rect,
    draw_text,
    measure_text,
    split_lines,
    write_svg,
)
from tools.drawings.outcomes import Outcome

#: Width of a sheet and its margin, in pixels.
WIDTH, MARGIN = 830, 18
#: Font sizes, in pixels: titles, texts and the smallest.
TITLE, TEXT, SMALL = 17, 12.5, 11
#: Colours of texts, faint texts, lines and marks.
BLACK, FAINT, RULE, BLUE = "#1f2328", "#57606a", "#d0d7de", "#0550ae"


class Sheet:
    """Shapes in the order in which they are drawn, and the height that is used."""

    def __init__(self, title: str, *, is_failure: bool = False) -> None:
        self.parts: list[str] = []
        self.y: float = 28
        self.text(MARGIN, self.y, title, size=TITLE, bold=True)
        if is_failure:
            left, width = WIDTH - MARGIN - 62, 62
            self.add(
                draw_rect(
                    left, 12, width, 22, fill=Outcome.LOST.shade, stroke=Outcome.LOST.ink, radius=4
                )
            )
            middle = left + width / 2
            self.text(middle, self.y, "failure", fill=Outcome.LOST.ink, anchor="middle", bold=True)
        self.y += 10

    def add(self, *shapes: str) -> None:
        """Add shapes."""
        self.parts += shapes

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = TEXT,
        fill: str = BLACK,
        anchor: str = "",
        bold: bool = False,
        italic: bool = False,
        mono: bool = False,
    ) -> None:
        """Add a text."""
        style = {"bold": bold, "italic": italic, "mono": mono}
        self.add(draw_text(x, y, text, size=size, fill=fill, anchor=anchor, **style))

    def note(self, text: str, *, fill: str = FAINT, width: float = WIDTH - 2 * MARGIN) -> None:
        """Add lines of text below what is there."""
        for line in split_lines(text, width, TEXT):
            self.y += 17
            self.text(MARGIN, self.y, line, fill=fill)
        self.y += 6

    def heading(self, text: str) -> None:
        """Add the heading of a part."""
        self.y += 24
        self.text(MARGIN, self.y, text, size=13.5, bold=True)
        self.y += 8

    def legend(self) -> None:
        """Add the meaning of the colours of outcomes, in a line."""
        self.y += 20
        x: float = MARGIN
        for outcome in Outcome:
            self.add(draw_rect(x, self.y - 10, 13, 12, fill=outcome.shade, stroke=outcome.ink))
            self.text(x + 19, self.y, outcome.meaning, fill=outcome.ink)
            x += 19 + measure_text(outcome.meaning, TEXT) + 24
        self.y += 8

    def badge(self, x: float, y: float, number: int, fill: str = BLUE) -> None:
        """Add a number in a circle."""
        self.add(draw_circle(x, y, 9, fill=fill))
        self.text(x, y + 4, str(number), size=SMALL, fill="#fff", anchor="middle", bold=True)

    def write(self) -> str:
        """Write the drawing, in a frame."""
        height = round(self.y + MARGIN)
        frame = draw_rect(0.5, 0.5, WIDTH - 1, height - 1, stroke=RULE, radius=6)
        return write_svg([*self.parts, frame], WIDTH, height) + "\n"
