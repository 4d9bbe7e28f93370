"""Quality by the age of the pages: methods and other extractors on the web of each time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Final

from pagecore.explain.picture import COLOURS
from pagecore.explain.svg import draw_circle, draw_line, draw_path
from pagecore.figures import Entries
from pagecore.registry import PAGE, find_method
from tools.drawings.sheet import BLACK, FAINT, MARGIN, SMALL, TEXT, WIDTH, Sheet
from tools.quality import ENTRY, MORE_ENTRY
from tools.render.labels import name_setting
from tools.render.markdown import wrap_text
from tools.settings import PRINTED, SWEPT

#: The collections of the plot, the oldest first, and when their pages were made.
AGES: Final = {
    "cleaneval": "2005 and 2006",
    "daniel": "2011 and 2012",
    "gtrends": "2017",
    "fundus": "2023 to 2026",
}
#: The file of the plot, in the folder of the documents.
FILE: Final = "quality-by-age.svg"
#: The method that both halves of the plot show.
OWN: Final = PAGE.default
#: The title of the half with the page methods.
METHODS: Final = "page methods"
#: Height of the plot, and width of the names beside a half, in pixels.
HEIGHT, NAMES = 330, 118
#: Distance of two names, in pixels.
NAME_HEIGHT = 15

#: The figures of a contender, by collection.
Series = Mapping[str, float]


def render_ages(entries: Entries) -> str:
    """The plot with its caption; a note if the figures are not there yet."""
    if MORE_ENTRY not in entries:
        return wrap_text(
            "Not measured yet; run `python -m tools.quality --collections more --peers all`."
        )
    pages = ", ".join(f"{name} ({years})" for name, years in AGES.items())
    about = (
        f"Word F1 (unspaced) on collections of different age: {pages}. The collections differ in "
        "more than their age: daniel is in Russian, Chinese, Polish and Greek, fundus in many "
        "languages, and the others in English; on cleaneval, most of the text of a page is gold. "
        "Figures on fundus are cross-validated where a method was developed on it. Methods with "
        "swept parameters have dashed lines; the others have the values that their paper prints, "
        f"or their defaults. {_describe_distance(entries)}"
    )
    return f"![Word F1 by the age of the pages]({FILE})\n\n" + wrap_text(about)


def _describe_distance(entries: Entries) -> str:
    """Say how far the methods of papers are from the default extractor on each collection."""
    own, *methods = collect_series(entries)[METHODS].items()
    papers = [
        values
        for name, values in methods
        if find_method(_read_method(name)).paper and not name.endswith(f", {SWEPT}")
    ]
    distances = []
    for collection in AGES:
        values = [of[collection] - own[1][collection] for of in papers if collection in of]
        if values and collection in own[1]:
            distances.append(f"{fmean(values):+.3f} on {collection}")
    return (
        "The mean distance of the methods of papers, as printed where a paper prints values, from "
        f"the default extractor is {', '.join(distances)}."
    )


def _name_line(row: Mapping[str, Any]) -> str:
    """The name of a line: that of the contender, with the setting unless it is as printed."""
    return name_setting(row).removesuffix(f", {PRINTED}")


def _read_method(name: str) -> str:
    """The name of a method from that of its row, which may have a setting."""
    return name.partition(",")[0]


def draw_ages(entries: Entries) -> str:
    """Draw a line for each contender: methods in one half, other extractors in the other."""
    sheet = Sheet("Word F1 by the age of the pages")
    series = collect_series(entries)
    low = min(value for of in series.values() for line in of.values() for value in line.values())
    low = int(low * 10) / 10
    half = (WIDTH - 2 * MARGIN) / 2
    top = sheet.y + 34
    for at, (title, lines) in enumerate(series.items()):
        left = MARGIN + at * half + 30
        _draw_half(sheet, title, lines, left, left + half - 30 - NAMES, top, low)
    sheet.y = top + HEIGHT + 44
    return sheet.write()


def collect_series(entries: Entries) -> dict[str, dict[str, Series]]:
    """The figures of page methods, and of peers that were run, beside the default extractor."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    for entry in (MORE_ENTRY, ENTRY):
        for row in entries[entry]["figures"]:
            if row["family"] == PAGE.name and row["kind"] in ("method", "peer"):
                of = found.setdefault((row["kind"], _name_line(row)), {})
                of |= {figure["pages"]: figure["value"] for figure in row["figures"]}
    chosen = {
        key: {name: of[name] for name in AGES if name in of}
        for key, of in found.items()
        # A single point is not a line.
        if sum(name in of for name in AGES) > 1
    }
    own = chosen[("method", OWN)]
    methods = {name: of for (kind, name), of in chosen.items() if kind == "method" and name != OWN}
    peers = {name: of for (kind, name), of in chosen.items() if kind == "peer"}
    return {
        METHODS: {OWN: own, **methods},
        "other extractors": {OWN: own, **peers},
    }


def _draw_half(
    sheet: Sheet,
    title: str,
    lines: Mapping[str, Series],
    left: float,
    right: float,
    top: float,
    low: float,
) -> None:
    sheet.text(left, top - 14, title, bold=True)
    places = {
        name: left + 18 + at * (right - left - 26) / (len(AGES) - 1) for at, name in enumerate(AGES)
    }
    for step in range(round((1 - low) * 10) + 1):
        y = _find_y(low + step / 10, low, top)
        sheet.add(draw_line(left, y, right, y, stroke="#eaeef2"))
        sheet.text(left - 5, y + 4, f"{low + step / 10:.1f}", size=SMALL, fill=FAINT, anchor="end")
    for (name, years), x in zip(AGES.items(), places.values(), strict=True):
        sheet.add(draw_line(x, top, x, top + HEIGHT, stroke="#eaeef2"))
        sheet.text(x, top + HEIGHT + 16, name, size=SMALL, anchor="middle")
        shown = years.replace(" and 20", "/").replace(" to 20", "–")
        sheet.text(x, top + HEIGHT + 30, shown, size=SMALL, fill=FAINT, anchor="middle")
    labels: list[tuple[float, str, str]] = []
    order = list(dict.fromkeys(map(_read_method, lines)))
    for name, values in lines.items():
        number = order.index(_read_method(name))
        colour = BLACK if name == OWN else COLOURS[(number - 1) % len(COLOURS)]
        # The second setting of a method has the colour of the first.
        dash = "5 3" if number > len(COLOURS) or name.endswith(f", {SWEPT}") else ""
        points = [(places[of], _find_y(value, low, top)) for of, value in values.items()]
        width = 3 if name == OWN else 1.75
        sheet.add(draw_path(points, stroke=colour, width=width, dash=dash, title=name))
        for (x, y), value in zip(points, values.values(), strict=True):
            sheet.add(draw_circle(x, y, 3, fill=colour, title=f"{name}: {value:.3f}"))
        labels.append((points[-1][1], name, colour))
    _draw_names(sheet, labels, right + 4, top)


def _find_y(value: float, low: float, top: float) -> float:
    return top + HEIGHT * (1 - value) / (1 - low)


def _draw_names(
    sheet: Sheet, labels: Sequence[tuple[float, str, str]], left: float, top: float
) -> None:
    """Write the names at the ends of their lines, moved apart where they would overlap."""
    ordered = sorted(labels)
    ys = [y for y, _, _ in ordered]
    for at in range(1, len(ys)):
        ys[at] = max(ys[at], ys[at - 1] + NAME_HEIGHT)
    # Names that went below the plot push the others up.
    ys[-1] = min(ys[-1], top + HEIGHT)
    for at in range(len(ys) - 2, -1, -1):
        ys[at] = min(ys[at], ys[at + 1] - NAME_HEIGHT)
    for y, (end, name, colour) in zip(ys, ordered, strict=True):
        sheet.add(draw_line(left - 4, end, left + 6, y, stroke=colour))
        sheet.text(left + 9, y + 4, name, size=TEXT, fill=colour, bold=name == OWN)
