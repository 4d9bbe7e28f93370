"""The table of methods and peers in a document, written by `pagecore evaluate --write-readme`.

It stands between two marks, and nothing outside them is touched. Figures of a method on pages it
was made on are in-sample and not published: there the cell is empty, unless it is cross-validated.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from pagecore.errors import BadInput, BadOption
from pagecore.evaluate.contenders import Contender, OwnMethod
from pagecore.evaluate.run import Results

BEGIN, END = "<!-- evaluate -->", "<!-- /evaluate -->"
WIDTH = 120


def write_readme(every: Sequence[Results], path: Path, *, command: str) -> None:
    """Write the table of several corpora between the marks of a document.

    Args:
        every: what was measured, a corpus each.
        path: the document.
        command: what wrote it, for who wants to write it again.
    """
    before, after = marked(path)
    lines = [BEGIN, *table(every), "", *textwrap.wrap(caption(every, command), WIDTH), END]
    path.write_text(before + "\n".join(lines) + after, encoding="utf-8")


def marked(path: Path, begin: str = BEGIN, end: str = END) -> tuple[str, str]:
    """What stands before and behind the marks of a document; an error says that it has none."""
    try:
        whole = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from error
    before, found_begin, rest = whole.partition(begin)
    _, found_end, after = rest.partition(end)
    if not found_begin or not found_end:
        raise BadOption(f"{path}: has no marks {begin} and {end} for the table to stand between")
    return before, after


def table(every: Sequence[Results]) -> list[str]:
    """The lines of the table, as Markdown: who, a figure a corpus, CPU ms a page, and its ratio to
    the fastest peer."""
    contenders: dict[str, list[Contender]] = {}
    for results in every:
        for contender in results.contenders:
            contenders.setdefault(contender.name, []).append(contender)
    times = {name: _cpu_ms(every, name) for name in contenders}
    peers = [times[name] for name, of in contenders.items() if of[0].kind == "peer"]
    fastest = min((ms for ms in peers if ms), default=math.nan)
    headings = ["", *(f"{one.corpus.name}, {one.main.title}" for one in every)]
    headings += ["CPU ms/page", "× fastest peer"]
    rows = ["| " + " | ".join(headings) + " |", "|---|" + "--:|" * (len(headings) - 1)]
    for name, of in contenders.items():
        figures = [_number(published(results, name), 3) for results in every]
        ms = times[name]
        # A line without a figure tells nobody anything.
        if any(figures):
            cells = [*figures, _number(ms, 2), _number(ms / fastest, 2)]
            rows.append(f"| {name} {of[0].version} | " + " | ".join(cells) + " |")
    return rows


def caption(every: Sequence[Results], command: str) -> str:
    """What the figures are of, and the command that made them."""
    corpora = "; ".join(
        f"{one.corpus.name}, {len(one.corpus.items) - one.left_out} pages, digest "
        f"`{one.corpus.digest}`" + (f", {one.folds}" if one.folds else "")
        for one in every
    )
    return (
        f"Measured on {date.today()} by `{command}` ({corpora}). An empty cell is a figure that is "
        "not published, because the method was made on those pages, or one that could not be "
        "measured; times are of all pages of one run, and of recorded outputs there are none."
    )


def published(results: Results, name: str) -> float:
    """A contender's main figure; NaN where it has none or where that is in-sample."""
    for contender in results.contenders:
        if contender.name != name:
            continue
        if isinstance(contender, OwnMethod) and contender.in_sample(results.corpus):
            break
        rows = results.rows(name, results.main.name)
        return results.main.value(rows) if rows else math.nan
    return math.nan


def _cpu_ms(every: Sequence[Results], name: str) -> float:
    """The mean over all pages of all corpora; NaN where one of them was not run now."""
    times: list[float] = []
    for results in every:
        kinds = {one.kind for one in results.contenders if one.name == name}
        if kinds != {"method"} and kinds != {"peer"}:
            return math.nan
        pages = results.of(name)
        times += [one.output.cpu_ms for one in pages if one.output.cpu_ms is not None]
    return sum(times) / len(times) if times else math.nan


def _number(value: float, digits: int) -> str:
    return "" if math.isnan(value) else f"{value:.{digits}f}"
