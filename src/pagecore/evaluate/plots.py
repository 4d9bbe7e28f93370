"""Plots as SVG, so that a report needs no library to be viewed."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping, Sequence
from html import escape

from pagecore.explain.picture import COLOURS
from pagecore.explain.svg import draw_line, draw_text, measure_text, write_svg

WIDTH, HEIGHT, MARGIN = 640, 320, 56
#: Contenders that share a colour, because there are few colours, differ by these.
DASHES = ("", "7 3", "2 2", "8 3 2 3")
BORDERS = ("", "solid", "dashed", "dotted")
MARKS = (
    '<circle cx="{x:.1f}" cy="{y:.1f}" r="5" {fill}>{title}</circle>',
    '<path d="M{x:.1f} {y:.1f}m-5-5h10v10h-10z" {fill}>{title}</path>',
    '<path d="M{x:.1f} {y:.1f}m0-6l6 11h-12z" {fill}>{title}</path>',
    '<path d="M{x:.1f} {y:.1f}m0-7l6 7-6 7-6-7z" {fill}>{title}</path>',
)


def draw_scatter(contenders: Sequence[tuple[str, float | None, float]]) -> str:
    """Draw quality against speed: name, CPU ms per page (on a logarithmic axis), F1.

    A contender without time or F1 is left out and keeps its colour for the other plots.
    """
    points = [
        (at, name, ms, f1)
        for at, (name, ms, f1) in enumerate(contenders)
        if ms is not None and not math.isnan(f1)
    ]
    if not points:
        return ""
    logs = [math.log10(max(ms, 1e-3)) for _, _, ms, _ in points]
    low, high = math.floor(min(logs)), max(math.ceil(max(logs)), math.floor(min(logs)) + 1)
    least = math.floor(min(f1 for _, _, _, f1 in points) * 10) / 10
    parts = []
    for power in range(low, high + 1):
        x = _x((power - low) / (high - low))
        parts.append(draw_line(x, MARGIN / 2, x, HEIGHT - MARGIN))
        parts.append(_label(x, HEIGHT - MARGIN + 18, f"{10.0**power:g} ms"))
    for tenth in range(round(least * 10), 11):
        y = _y((tenth / 10 - least) / (1 - least or 1))
        parts.append(draw_line(MARGIN, y, WIDTH - MARGIN / 2, y))
        parts.append(_label(MARGIN - 6, y + 4, f"{tenth / 10:.1f}", anchor="end"))
    labels: list[tuple[float, float]] = []
    for (at, name, ms, f1), log in zip(points, logs, strict=True):
        x, y = _x((log - low) / (high - low)), _y((f1 - least) / (1 - least or 1))
        colour, again = _style(at)
        title = f"<title>{escape(name)}: {f1:.3f}, {ms:.2f} ms</title>"
        parts.append(MARKS[again].format(x=x, y=y, fill=f'fill="{colour}"', title=title))
        # Names that would overlap are moved down.
        while any(abs(x - at_x) < 120 and abs(y - at_y) < 12 for at_x, at_y in labels):
            y += 2
        labels.append((x, y))
        right = x > 0.75 * WIDTH
        parts.append(_label(x + (-8 if right else 8), y + 4, name, "end" if right else "start"))
    return _svg(parts)


def draw_bars(groups: Sequence[str], series: Mapping[str, Sequence[float | None]]) -> str:
    """Draw F1 per group, with a bar for each contender."""
    parts = []
    for tenth in range(0, 11, 2):
        y = _y(tenth / 10)
        parts.append(draw_line(MARGIN, y, WIDTH - MARGIN / 2, y))
        parts.append(_label(MARGIN - 6, y + 4, f"{tenth / 10:.1f}", anchor="end"))
    space = (WIDTH - 1.5 * MARGIN) / max(len(groups), 1)
    thick = 0.8 * space / max(len(series), 1)
    for at, group in enumerate(groups):
        left = MARGIN + at * space + 0.1 * space
        parts.append(_label(left + 0.4 * space, HEIGHT - MARGIN + 18, group))
        for number, (name, values) in enumerate(series.items()):
            value = values[at]
            if value is None:
                continue
            top = _y(value)
            parts.append(
                f'<rect x="{left + number * thick:.1f}" y="{top:.1f}" width="{thick * 0.9:.1f}" '
                f'height="{_y(0) - top:.1f}" {_bar_attributes(number)}>'
                f"<title>{escape(name)}: {escape(group)} {value:.3f}</title></rect>"
            )
    return _svg(parts) + _legend(list(series), _box)


def draw_distribution(series: Mapping[str, Sequence[float]]) -> str:
    """Draw the share of pages with at most each F1, with a line per contender."""
    parts = []
    for tenth in range(0, 11, 2):
        x, y = _x(tenth / 10), _y(tenth / 10)
        parts.append(draw_line(MARGIN, y, WIDTH - MARGIN / 2, y))
        parts.append(_label(MARGIN - 6, y + 4, f"{tenth * 10} %", anchor="end"))
        parts.append(_label(x, HEIGHT - MARGIN + 18, f"{tenth / 10:.1f}"))
    for number, (name, values) in enumerate(series.items()):
        ordered = sorted(values)
        points = " ".join(
            f"{_x(value):.1f},{_y((at + 1) / len(ordered)):.1f}" for at, value in enumerate(ordered)
        )
        parts.append(
            f'<polyline points="{points}" fill="none" {_line_attributes(number)}>'
            f"<title>{escape(name)}</title></polyline>"
        )
    return _svg(parts) + _legend(list(series), _stroke)


def draw_lines(
    labels: Sequence[str], series: Mapping[str, Sequence[float]], gaps: Sequence[int] = (0,)
) -> str:
    """Draw F1 by tried value, with a line for each collection that is interrupted at each gap."""
    known = [value for values in series.values() for value in values]
    low, high = math.floor(min(known) * 20) / 20, math.ceil(max(known) * 20) / 20
    width = max(high - low, 0.05)
    parts = []
    for step in range(round(width * 20) + 1):
        y = _y(step / 20 / width)
        parts.append(draw_line(MARGIN, y, WIDTH - MARGIN / 2, y))
        parts.append(_label(MARGIN - 6, y + 4, f"{low + step / 20:.2f}", anchor="end"))
    xs = [_x((at + 0.5) / len(labels)) for at in range(len(labels))]
    for x, label in zip(xs, labels, strict=True):
        y = HEIGHT - MARGIN + 12
        parts.append(draw_text(x, y, label, size=10, anchor="end", turn=-30))
    for number, values in enumerate(series.values()):
        for first, last in itertools.pairwise([*gaps, len(labels)]):
            points = [
                f"{x:.1f},{_y((value - low) / width):.1f}"
                for x, value in zip(xs[first:last], values[first:last], strict=True)
            ]
            parts.append(
                f'<polyline points="{" ".join(points)}" fill="none" {_line_attributes(number)}/>'
            )
    # The names are above the lines, which they would cover otherwise.
    x = WIDTH - MARGIN / 2
    for number, name in reversed(list(enumerate(series))):
        parts.append(draw_text(x, MARGIN / 2 - 12, name, fill=_style(number)[0], anchor="end"))
        x -= measure_text(name, 12) + 16
    return _svg(parts)


def draw_reliability(bins: Sequence[tuple[int, float, float]]) -> str:
    """Draw F1 against confidence: number of pages, mean confidence and mean F1 of each bin.

    A bin on the diagonal is calibrated.
    """
    parts = _unit_square()
    parts.append(draw_line(_x(0), _y(0), _x(1), _y(1)))
    most = max((pages for pages, _, _ in bins), default=1)
    for pages, confidence, f1 in bins:
        radius = 2 + 4 * math.sqrt(pages / most)
        parts.append(
            f'<circle cx="{_x(confidence):.1f}" cy="{_y(f1):.1f}" r="{radius:.1f}" '
            f'fill="{COLOURS[0]}"/>'
        )
    return _svg(parts)


def draw_coverage(kept: Sequence[tuple[float, float]]) -> str:
    """Draw the mean F1 of the pages with the highest confidence against their share."""
    if not kept:
        return ""
    least = math.floor(min(f1 for _, f1 in kept) * 10) / 10
    parts = []
    for step in range(6):
        x, y = _x(step / 5), _y(step / 5)
        parts.append(draw_line(MARGIN, y, WIDTH - MARGIN / 2, y))
        f1 = least + step / 5 * (1 - least)
        parts.append(_label(MARGIN - 6, y + 4, f"{f1:.2f}", anchor="end"))
        parts.append(_label(x, HEIGHT - MARGIN + 18, f"{step * 20} %"))
    points = " ".join(
        f"{_x(share):.1f},{_y((f1 - least) / (1 - least or 1)):.1f}" for share, f1 in kept
    )
    parts.append(
        f'<polyline points="{points}" fill="none" stroke="{COLOURS[0]}" stroke-width="2"/>'
    )
    return _svg(parts)


def _unit_square() -> list[str]:
    """Grid lines and labels from 0 to 1 on both axes."""
    parts = []
    for tenth in range(0, 11, 2):
        x, y = _x(tenth / 10), _y(tenth / 10)
        parts.append(draw_line(MARGIN, y, WIDTH - MARGIN / 2, y))
        parts.append(_label(MARGIN - 6, y + 4, f"{tenth / 10:.1f}", anchor="end"))
        parts.append(_label(x, HEIGHT - MARGIN + 18, f"{tenth / 10:.1f}"))
    return parts


def _x(share: float) -> float:
    return MARGIN + share * (WIDTH - 1.5 * MARGIN)


def _y(share: float) -> float:
    return HEIGHT - MARGIN - share * (HEIGHT - 1.5 * MARGIN)


def _label(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return draw_text(x, y, text, anchor=anchor)


def _style(at: int) -> tuple[str, int]:
    """The colour of a contender, and how many contenders before it have that colour."""
    return COLOURS[at % len(COLOURS)], at // len(COLOURS) % len(DASHES)


def _line_attributes(at: int) -> str:
    """The attributes of a contender's line."""
    colour, again = _style(at)
    dash = f' stroke-dasharray="{DASHES[again]}"' if again else ""
    return f'stroke="{colour}" stroke-width="2"{dash}'


def _bar_attributes(at: int) -> str:
    """The attributes of a contender's bar; bars of one colour differ by their outline."""
    colour, again = _style(at)
    if not again:
        return f'fill="{colour}"'
    dash = f' stroke-dasharray="{("", "", "4 2", "1 2")[again]}"' if again > 1 else ""
    return f'fill="{colour}" fill-opacity="0.2" stroke="{colour}"{dash}'


def _box(at: int) -> str:
    """A bar in a legend."""
    colour, again = _style(at)
    look = f"border:2px {BORDERS[again]} {colour}" if again else f"background:{colour}"
    return f'<i style="{look}"></i>'


def _stroke(at: int) -> str:
    """A line in a legend."""
    return (
        '<svg style="width:2.5em;height:.8em;margin-left:1em" viewBox="0 0 40 12">'
        f'<path d="M0 6h40" {_line_attributes(at)}/></svg> '
    )


def _legend(names: Sequence[str], sign: Callable[[int], str]) -> str:
    marks = (f"<span>{sign(at)}{escape(name)}</span>" for at, name in enumerate(names))
    return f'<p class="legend">{" ".join(marks)}</p>'


def _svg(parts: Sequence[str]) -> str:
    return write_svg(parts, WIDTH, HEIGHT)
