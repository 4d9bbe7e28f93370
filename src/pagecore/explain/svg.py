"""Shapes of SVG as text: what pictures, plots and drawings consist of.

Every drawing has a background of its own, so that it can be read on white and on dark pages. Texts
are measured with the widths of a wide font, so that they fit in other fonts too.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

#: Font families.
SANS: Final = "Helvetica, Arial, DejaVu Sans, sans-serif"
MONO: Final = "Menlo, Consolas, DejaVu Sans Mono, monospace"
#: The width of a character of the monospaced font, and of characters of the other, as a share of
#: the font size.
MONO_WIDTH: Final = 0.602
_WIDTHS: Final = {
    **dict.fromkeys("ijl.,:;'|!‘’·", 0.3),
    **dict.fromkeys('ftr()[]-/ “”"', 0.4),
    **dict.fromkeys("mMwW—…%×≥≤", 0.95),
    **dict.fromkeys("ABCDEGHKNOPQRSUVXYZ&", 0.73),
}
_OTHER_WIDTH: Final = 0.63


def write_svg(
    parts: Sequence[str], width: float, height: float, *, font: str = SANS, size: int = 12
) -> str:
    """Write a drawing with a white background.

    Args:
        parts: its shapes.
        width: in pixels; a document scales the drawing to its own width.
        height: in pixels.
        font: font family of the texts.
        size: font size of texts that have none, in pixels.
    """
    return (
        f'<svg viewBox="0 0 {write_number(width)} {write_number(height)}" role="img" '
        f'xmlns="http://www.w3.org/2000/svg" font-family="{escape(font)}" font-size="{size}">'
        f'<rect width="{write_number(width)}" height="{write_number(height)}" fill="#fff"/>'
        + "".join(parts)
        + "</svg>"
    )


def draw_text(
    x: float,
    y: float,
    text: str,
    *,
    fill: str = "",
    size: float | None = None,
    anchor: str = "",
    bold: bool = False,
    italic: bool = False,
    mono: bool = False,
    turn: float = 0,
) -> str:
    """Write a text whose baseline begins, ends or has its middle at a point.

    Args:
        x, y: the point.
        text: any text; it is escaped.
        fill: colour.
        size: font size in pixels.
        anchor: `start`, `middle` or `end`.
        bold, italic, mono: the style.
        turn: degrees by which the text is turned around the point.
    """
    attributes = {
        "fill": fill,
        "font-size": "" if size is None else write_number(size),
        "text-anchor": anchor,
        "font-weight": "bold" if bold else "",
        "font-style": "italic" if italic else "",
        "font-family": MONO if mono else "",
        "transform": f"rotate({write_number(turn)} {write_number(x)} {write_number(y)})"
        if turn
        else "",
    }
    return f"<text {_place(x=x, y=y)}{_write_attributes(attributes)}>{escape(text)}</text>"


def draw_rect(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: str = "none",
    stroke: str = "",
    stroke_width: float = 1,
    dash: str = "",
    radius: float = 0,
    opacity: float = 1,
    title: str = "",
) -> str:
    """Write a rectangle; browsers show the title beside the pointer."""
    attributes = {
        "fill": fill,
        "stroke": stroke,
        "stroke-width": write_number(stroke_width) if stroke and stroke_width != 1 else "",
        "stroke-dasharray": dash,
        "rx": write_number(radius) if radius else "",
        "fill-opacity": write_number(opacity, 2) if opacity != 1 else "",
    }
    place = _place(x=x, y=y, width=width, height=height)
    return _close("rect", place + _write_attributes(attributes), title)


def draw_circle(
    x: float, y: float, r: float, *, fill: str, stroke: str = "", title: str = ""
) -> str:
    """Write a circle."""
    attributes = {"fill": fill, "stroke": stroke}
    return _close("circle", _place(cx=x, cy=y, r=r) + _write_attributes(attributes), title)


def draw_line(
    x1: float,
    y1: float,
    x2: float,
    y2: float,
    *,
    stroke: str = "#ddd",
    width: float = 1,
    dash: str = "",
) -> str:
    """Write a line; the default colour is that of a grid."""
    attributes = {
        "stroke": stroke,
        "stroke-width": write_number(width) if width != 1 else "",
        "stroke-dasharray": dash,
    }
    return f"<line {_place(x1=x1, y1=y1, x2=x2, y2=y2)}{_write_attributes(attributes)}/>"


def draw_path(
    points: Sequence[tuple[float, float]],
    *,
    stroke: str,
    width: float = 1,
    dash: str = "",
    title: str = "",
) -> str:
    """Write a line through points."""
    attributes = {
        "fill": "none",
        "stroke": stroke,
        "stroke-width": write_number(width) if width != 1 else "",
        "stroke-dasharray": dash,
    }
    place = " ".join(f"{write_number(x)},{write_number(y)}" for x, y in points)
    return _close("polyline", f'points="{place}"' + _write_attributes(attributes), title)


def measure_text(text: str, size: float, *, bold: bool = False, mono: bool = False) -> float:
    """Estimate the width of a text in pixels; most fonts need less."""
    if mono:
        return MONO_WIDTH * size * len(text)
    width = sum(_WIDTHS.get(character, _OTHER_WIDTH) for character in text)
    return width * size * (1.12 if bold else 1)


def fit_text(
    text: str, width: float, size: float, *, bold: bool = False, mono: bool = False
) -> str:
    """Shorten a text so that it fits into a width; without room for a few letters, it is empty."""
    if measure_text(text, size, bold=bold, mono=mono) <= width:
        return text
    while text and measure_text(text + "…", size, bold=bold, mono=mono) > width:
        text = text[:-1]
    return text.rstrip(" ,.") + "…" if len(text) > 2 else ""


def split_lines(text: str, width: float, size: float) -> list[str]:
    """Split a text between words into lines that fit into a width."""
    lines: list[str] = []
    for word in text.split():
        if lines and measure_text(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def write_number(value: float, digits: int = 1) -> str:
    """Write a number with at most so many decimals; the same number always has the same text."""
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def _place(**values: float) -> str:
    return " ".join(f'{name}="{write_number(value)}"' for name, value in values.items())


def _write_attributes(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items() if value)


def _close(name: str, attributes: str, title: str) -> str:
    """An element, with a title inside if there is one."""
    if not title:
        return f"<{name} {attributes}/>"
    return f"<{name} {attributes}><title>{escape(title)}</title></{name}>"
