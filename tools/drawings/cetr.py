"""CETR: the histogram of smoothed tag ratios with its threshold, and the plane with clusters."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from pagecore.explain.svg import (
    draw_circle,
    draw_line,
    draw_rect,
    draw_text,
    fit_text,
    measure_text,
    split_lines,
)
from pagecore.methods.cetr import (
    TagRatios,
    cluster_around_origin,
    find_threshold,
    keep_above_threshold,
    measure_lines,
)
from pagecore.page import Array, Mask
from pagecore.page.counts import format_count
from pagecore.registry import find_method
from tools.drawings.examples import FAILURE, Example, load_example, read_default
from tools.drawings.outcomes import Outcome
from tools.drawings.sheet import BLACK, FAINT, MARGIN, SMALL, TEXT, WIDTH, Sheet

#: Height of the histogram, and width and height of the plane, in pixels.
HEIGHT, PLANE, PLANE_HEIGHT = 190, 470, 250
#: Smoothing of the lines in the plane: that of the original. A wide one hides the change.
PLANE_RADIUS = 1
#: Colours of the clusters: that of the origin, and the other two.
CLUSTERS = ("#8c959f", "#8250df", "#0969da")


@dataclass(frozen=True)
class Measured:
    """The lines of a page, and what is known about each filled line."""

    lines: TagRatios
    content: Mask
    threshold: float
    #: Whether most characters of the line are of the article.
    article: Mask
    #: What the source has on it.
    sources: list[str]

    def name_outcome(self, at: int) -> Outcome:
        """Say what became of a line."""
        if self.content[at]:
            return Outcome.KEPT if self.article[at] else Outcome.EXCESS
        return Outcome.LOST if self.article[at] else Outcome.DROPPED


def draw(name: str) -> str:
    """Draw histogram and plane of a page."""
    example = load_example(name)
    measured = measure(example)
    sheet = Sheet(
        f"CETR on {example.title}: tag ratios of the lines of the source",
        is_failure=name == FAILURE,
    )
    sheet.note(
        "Each line of the source has a tag ratio: its characters outside tags, divided by its "
        "number of tags. Lines of an article have many characters, and lines of menus many tags. "
        "Pale bars are lines without text."
    )
    _draw_samples(sheet, measured)
    sheet.heading("Smoothed ratio of each line (variant tm)")
    sheet.legend()
    _draw_histogram(sheet, example, measured)
    cetr = find_method("cetr")
    sheet.note(example.describe_result(cetr(example.page, variant="tm")))
    sheet.heading(f"Lines in the plane of ratio and change (variant 2d, radius {PLANE_RADIUS})")
    _draw_plane(sheet, measure(example, PLANE_RADIUS))
    choice = cetr(example.page, variant="2d", radius=PLANE_RADIUS)
    sheet.note(example.describe_result(choice))
    return sheet.write()


def caption(name: str) -> str:
    """Say what the drawing of a page shows."""
    example = load_example(name)
    measured = measure(example)
    f1 = example.score(find_method("cetr")(example.page, variant="tm")).f1
    share = f"a smoothed ratio of at least {measured.threshold:.1f}"
    excess = count_excess(example, measured)
    if name != FAILURE:
        n_kept = int((measured.content & measured.article).sum())
        others = f"{excess.total()} others" if excess else "no other line with text"
        return (
            f"Lines with {share} are content: {n_kept} of the {int(measured.article.sum())} lines "
            f"of the article, and {others}. Word F1 {f1:.2f}."
        )
    listed = ", ".join(f"{part} {count}" for part, count in excess.items())
    return (
        f"A failure. Lines with {share} are content, and {excess.total()} of them are not of the "
        f"article ({listed}): sentences with few tags look like an article, wherever they are, and "
        f"smoothing carries their ratio to the lines beside them. Word F1 {f1:.2f}."
    )


def count_excess(example: Example, measured: Measured) -> Counter[str]:
    """Count the lines with text that are kept by mistake, by the part of the page they are in."""
    page, starts = example.page, measured.lines.starts[measured.lines.filled]
    is_excess = measured.content & ~measured.article & (measured.lines.n_chars > 0)
    counts: Counter[str] = Counter()
    for start in starts[is_excess]:
        # Parts are in the order of the page, so the last one around a line is the innermost.
        around = [
            label for row, label in example.parts if page.start[row] <= start < page.stop[row]
        ]
        counts[around[-1] if around else "elsewhere"] += 1
    return counts


def measure(example: Example, radius: int | None = None) -> Measured:
    """Measure the lines of a page as the method does, with the default radius if it is None."""
    page = example.page
    lines, smoothed_over, blocks = (
        read_default("cetr", name) for name in ("lines", "radius", "blocks_per_break")
    )
    lines = measure_lines(page, lines, radius or smoothed_over, blocks)
    deviations = read_default("cetr", "deviations")
    n_lines = len(lines.starts)
    inked, ours = (
        np.bincount(lines.line, lines.inked * weight, minlength=n_lines)[lines.filled]
        for weight in (np.ones(len(lines.row)), example.article[lines.row])
    )
    stops = np.append(lines.starts[1:], len(page.source))
    sources = [
        page.source[start:stop].decode().strip()
        for start, stop in zip(lines.starts, stops, strict=True)
    ]
    return Measured(
        lines,
        keep_above_threshold(lines.smoothed, deviations),
        find_threshold(lines.smoothed, deviations),
        (ours > 0) & (ours >= inked / 2),
        [source for source, filled in zip(sources, lines.filled, strict=True) if filled],
    )


def _draw_samples(sheet: Sheet, measured: Measured) -> None:
    """Show three lines of the source with their ratios."""
    lines = measured.lines
    ratio = np.where(lines.n_chars > 0, lines.ratio, np.nan)
    # The lowest ratio, the highest one of the article, and the highest one outside of it.
    chosen = {
        int(np.nanargmin(ratio)),
        int(np.nanargmax(np.where(measured.article, ratio, np.nan))),
        int(np.nanargmax(np.where(measured.article, np.nan, ratio))),
    }
    sheet.y += 8
    for at in sorted(chosen):
        sheet.y += 19
        source = fit_text(measured.sources[at], 480, SMALL, mono=True)
        sheet.text(MARGIN, sheet.y, f"line {at + 1}", size=SMALL, fill=FAINT)
        sheet.text(MARGIN + 54, sheet.y, source, size=SMALL, mono=True)
        characters = format_count(int(lines.n_chars[at]), "character")
        tags = format_count(int(lines.n_tags[at]), "tag")
        shown = f"{characters} / {tags} = {ratio[at]:.1f}"
        sheet.text(WIDTH - MARGIN, sheet.y, shown, size=TEXT, anchor="end", bold=True)
    sheet.y += 8


def _draw_histogram(sheet: Sheet, example: Example, measured: Measured) -> None:
    smoothed = measured.lines.smoothed
    left, right = MARGIN + 34, WIDTH - MARGIN
    top = sheet.y + 10
    bottom = top + HEIGHT
    highest = float(smoothed.max())
    width = (right - left) / len(smoothed)
    for value in _list_ticks(highest):
        y = bottom - HEIGHT * value / highest
        sheet.add(draw_line(left, y, right, y, stroke="#eaeef2"))
        sheet.text(left - 6, y + 4, f"{value:g}", size=SMALL, fill=FAINT, anchor="end")
    for at, value in enumerate(smoothed):
        tall = HEIGHT * float(value) / highest
        title = f"line {at + 1}: {value:.1f}"
        x = left + at * width
        # Lines without text can be neither right nor wrong.
        has_text = measured.lines.n_chars[at] > 0
        colour = measured.name_outcome(at).ink if has_text else "#c4ccd4"
        sheet.add(draw_rect(x + 0.5, bottom - tall, width - 1, tall, fill=colour, title=title))
    y = bottom - HEIGHT * measured.threshold / highest
    sheet.add(draw_line(left, y, right, y, stroke=BLACK, width=1.5, dash="6 3"))
    deviations = read_default("cetr", "deviations")
    label = f"threshold {deviations:g} · σ = {measured.threshold:.1f}"
    # The label stands above the lines that are lowest.
    n_covered = int(measure_text(label, TEXT, bold=True) / width) + 3
    room = [float(smoothed[at : at + n_covered].max()) for at in range(len(smoothed) - n_covered)]
    sheet.text(left + (int(np.argmin(room)) + 1) * width, y - 6, label, bold=True)
    sheet.add(draw_line(left, bottom, right, bottom, stroke=BLACK))
    sheet.y = bottom
    _draw_parts(sheet, example, measured, left, width)


def _draw_parts(
    sheet: Sheet, example: Example, measured: Measured, left: float, width: float
) -> None:
    """Name the parts of the page below their lines."""
    page, starts = example.page, measured.lines.starts[measured.lines.filled]
    y = sheet.y + 7
    for row, label in example.parts:
        inside = np.flatnonzero((starts >= page.start[row]) & (starts < page.stop[row]))
        # A part may begin after a line has begun.
        if not inside.size:
            continue
        x0, x1 = left + float(inside[0]) * width, left + float(inside[-1] + 1) * width
        middle = (x0 + x1) / 2 + 3
        sheet.add(draw_line(x0 + 1, y, x1 - 1, y, stroke=FAINT, width=2))
        sheet.add(draw_text(middle, y + 14, label, size=SMALL, fill=FAINT, anchor="end", turn=-30))
    sheet.y = y + 58


def _list_ticks(highest: float) -> list[float]:
    """Round values from 0 up to the highest one."""
    step = next(step for step in (5, 10, 20, 25, 50, 100, 200, 500) if highest / step <= 6)
    return [float(value) for value in range(0, int(highest) + 1, step)]


def _draw_plane(sheet: Sheet, measured: Measured) -> None:
    lines = measured.lines
    clusters, centres = cluster_around_origin(lines.smoothed, lines.change)
    left, top = MARGIN + 40, sheet.y + 14
    bottom, right = top + PLANE_HEIGHT, MARGIN + PLANE
    # Each axis has its own scale, so that the second one shows.
    x_scale = (right - left) / (1.05 * float(lines.smoothed.max()))
    y_scale = PLANE_HEIGHT / (1.1 * float(lines.change.max()))
    for value in _list_ticks((right - left) / x_scale):
        x = left + value * x_scale
        sheet.add(draw_line(x, top, x, bottom, stroke="#eaeef2"))
        sheet.text(x, bottom + 16, f"{value:g}", size=SMALL, fill=FAINT, anchor="middle")
    for value in _list_ticks(PLANE_HEIGHT / y_scale):
        y = bottom - value * y_scale
        sheet.add(draw_line(left, y, right, y, stroke="#eaeef2"))
        sheet.text(left - 6, y + 4, f"{value:g}", size=SMALL, fill=FAINT, anchor="end")
    for at, (x, y) in enumerate(zip(lines.smoothed.tolist(), lines.change.tolist(), strict=True)):
        place = left + x * x_scale, bottom - y * y_scale
        colour = CLUSTERS[int(clusters[at])]
        # A filled mark is a line of the article.
        fill = colour if measured.article[at] else "#fff"
        sheet.add(draw_circle(*place, 4.5, fill=fill, stroke=colour, title=f"line {at + 1}"))
    for number, (x, y) in enumerate(centres.T.tolist()):
        _draw_cross(sheet, left + x * x_scale, bottom - y * y_scale, CLUSTERS[number])
    sheet.add(
        draw_line(left, bottom, right, bottom, stroke=BLACK),
        draw_line(left, top, left, bottom, stroke=BLACK),
    )
    sheet.text((left + right) / 2, bottom + 34, "smoothed ratio", fill=FAINT, anchor="middle")
    sheet.add(draw_text(MARGIN + 4, (top + bottom) / 2, "change", fill=FAINT, size=TEXT, turn=-90))
    _explain_plane(sheet, measured, clusters, right + 24, top + 14)
    sheet.y = bottom + 38


def _explain_plane(
    sheet: Sheet, measured: Measured, clusters: Array, left: float, top: float
) -> None:
    y = top
    names = (
        "cluster of the origin: not content",
        "first free centre: content",
        "second free centre: content",
    )
    for number, name in enumerate(names):
        sheet.add(draw_circle(left + 6, y - 4, 5, fill=CLUSTERS[number]))
        inside = clusters == number
        n_right = int((measured.article & inside).sum())
        sheet.text(left + 18, y, name, fill=CLUSTERS[number] if number else FAINT, bold=True)
        lines = f"{int(inside.sum())} lines, {n_right} of the article"
        sheet.text(left + 18, y + 16, lines, fill=FAINT)
        y += 44
    texts = (
        "Filled marks are lines of the article; open ones are all other lines, also those without "
        "text. Crosses are the centres; one stays at the origin. The axes have different scales. "
        "Where content begins or ends, the ratio changes much, so that short lines there are still "
        "far from the origin.",
    )
    for text in texts:
        for line in split_lines(text, WIDTH - MARGIN - left, TEXT):
            sheet.text(left, y, line, fill=FAINT)
            y += 17


def _draw_cross(sheet: Sheet, x: float, y: float, colour: str) -> None:
    for stroke, width in (("#fff", 6.0), (colour if colour != CLUSTERS[0] else BLACK, 3.0)):
        sheet.add(
            draw_line(x - 7, y - 7, x + 7, y + 7, stroke=stroke, width=width),
            draw_line(x - 7, y + 7, x + 7, y - 7, stroke=stroke, width=width),
        )
