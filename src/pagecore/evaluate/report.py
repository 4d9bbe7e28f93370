"""The report of a run: one HTML page with plots, a diff for every bad page, the raw results."""

from __future__ import annotations

import difflib
import hashlib
import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from pagecore import __version__
from pagecore.errors import BadOption, NeedsExtra
from pagecore.evaluate import plots
from pagecore.evaluate.marks import FOOTNOTE, IN_SAMPLE, in_sample, shown_names, without_surrogates
from pagecore.evaluate.summary import Line, by, columns, fastest_peer, lines, values, worst
from pagecore.measure.calibration import (
    Calibration,
    count_confusions,
    list_calibrations,
    make_bins,
    select_surest,
)
from pagecore.measure.known_metrics import METRICS
from pagecore.measure.metric import Metric
from pagecore.measure.run import Measured, Results

#: Words of a text that a diff looks at; a longer one is cut, and says so.
MAX_WORDS = 4000
#: Characters of a file name, which most systems cut off at 255 bytes.
MAX_NAME = 120
#: By which a report knows the pages that another one has left in its folder.
GENERATOR = '<meta name="generator" content="pagecore evaluate">'

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
table { border-collapse: collapse } td, th { padding: .2rem .6rem; text-align: right }
td:first-child, th:first-child { text-align: left } tr:nth-child(even) { background: #f5f5f5 }
svg { width: 100%; max-width: 44rem } .legend i { display: inline-block; width: .8em; height: .8em;
margin: 0 .3em 0 1em } ins { background: #fecaca; text-decoration: none } del { background: #bbf7d0;
text-decoration: none } .two { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem }
.legend span { white-space: nowrap } .text { white-space: pre-wrap; overflow-wrap: anywhere }
"""


def prepare(folder: str | Path) -> Path:
    """Make the folder of a report if need be; `BadOption` where nothing can be written there."""
    folder = Path(folder)
    shown = without_surrogates(str(folder))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        exists = folder.exists() and not folder.is_dir()
        why = "it is a file" if exists else f"it cannot be made: {error.strerror}"
        raise BadOption(f"the report needs a folder, not {shown}: {why}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadOption(f"the report needs a folder, not {shown}: it cannot be written to")
    return folder


def write(
    every: Sequence[Results],
    folder: str | Path,
    *,
    bad_pages: int = 50,
    seed: int = 0,
    command: str | None = None,
) -> Path:
    """Write the report of a run into a folder and give the page to open.

    Args:
        every: what was measured, a corpus each.
        folder: made if need be; holds `index.html`, `pages/` and `results.parquet`. The pages of
            a report that was there before are removed; other files are left alone.
        bad_pages: how many of the worst pages of each contender are shown beside their gold.
        seed: of the run, which the report names, and of the intervals.
        command: that made it, which the report names.
    """
    folder = prepare(folder)
    _remove_pages(folder / "pages")
    sections = [_origin(seed, command)]
    for results in every:
        table = lines(results, seed=seed)
        # Of a corpus that is a figure only no page is looked at.
        count = bad_pages if results.corpus.shown else 0
        bad = {line.name: worst(results, line.name, count) for line in table}
        for pages in bad.values():
            for one in pages:
                path = folder / _page_of(results, one)
                path.parent.mkdir(parents=True, exist_ok=True)
                _write(path, _diff_page(results, one))
        sections.append(_section(results, table, bad))
    names = ", ".join(results.corpus.name for results in every)
    index = folder / "index.html"
    _write(index, _page(f"pagecore evaluate: {names}", "\n".join(sections)))
    write_parquet(every, folder / "results.parquet", seed=seed, command=command)
    return index


def _write(path: Path, page: str) -> None:
    # An id may be the name of a file, and that may be no text.
    path.write_text(without_surrogates(page), encoding="utf-8")


def _remove_pages(pages: Path) -> None:
    """Remove the pages that a report has written, and the folders that are empty then."""
    for path in pages.glob("*/*/*.html"):
        if path.is_symlink() or not path.is_file():
            continue
        with path.open("rb") as file:
            ours = GENERATOR.encode() in file.read(200)
        if ours:
            path.unlink()
    for folder in (*pages.glob("*/*"), *pages.glob("*"), pages):
        if folder.is_dir() and not folder.is_symlink() and not any(folder.iterdir()):
            folder.rmdir()


def _origin(seed: int, command: str | None) -> str:
    """What the report was made by."""
    by_command = "" if command is None else f": <code>{escape(command)}</code>"
    return f"<p>Made by pagecore {escape(__version__)} with seed {seed}{by_command}</p>"


def parquet() -> Any:
    """The library that writes Parquet; `NeedsExtra` where there is none."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise NeedsExtra(
            "results as Parquet need pyarrow: pip install 'pagecore[evaluate]'"
        ) from error
    return pyarrow


def write_parquet(
    every: Sequence[Results], path: Path, *, seed: int = 0, command: str | None = None
) -> None:
    """Write a row per corpus, contender and page, with a column for every number of a metric, such
    as `words.precision`. The metadata of the file has version, seed and command."""
    pyarrow = parquet()
    used = {metric.name for results in every for metric in results.metrics}
    numbers = [
        (metric.name, at, f"{metric.name}.{column.replace(' ', '_')}")
        for metric in METRICS.values()
        if metric.name in used
        for at, column in enumerate(metric.columns)
    ]
    texts = ["corpus", "corpus_digest", "contender", "version", "id", "group", "page_type"]
    texts += ["language", "error", "text", "title", "author", "date", "told_page_type"]
    origin = {"pagecore": __version__, "seed": str(seed)}
    if command is not None:
        origin["command"] = without_surrogates(command)
    schema = pyarrow.schema(
        [(name, pyarrow.string()) for name in texts]
        + [("in_means", pyarrow.bool_()), ("in_sample", pyarrow.bool_())]
        + [("cpu_ms", pyarrow.float64()), ("confidence", pyarrow.float64())]
        + [(name, pyarrow.float64()) for _, _, name in numbers],
        metadata=origin,
    )
    rows: list[dict[str, object]] = []
    for results in every:
        versions = {contender.name: contender.version for contender in results.contenders}
        inside = in_sample(results)
        for one in results.measured:
            rows.append(
                {
                    "corpus": results.corpus.name,
                    "corpus_digest": results.corpus.digest,
                    "contender": one.contender,
                    "version": versions[one.contender],
                    "id": one.item.id,
                    "group": one.item.group,
                    "page_type": one.item.gold.page_type,
                    "language": one.item.gold.language,
                    "in_means": one.item.in_means,
                    "in_sample": one.contender in inside,
                    "cpu_ms": one.output.cpu_ms,
                    "confidence": one.output.confidence,
                    "told_page_type": one.output.page_type,
                    "error": one.output.error,
                    "text": one.output.text if results.corpus.shown else None,
                    "title": one.output.title if results.corpus.shown else None,
                    "author": one.output.author if results.corpus.shown else None,
                    "date": one.output.date if results.corpus.shown else None,
                    **{name: one.scores[of][at] for of, at, name in numbers if of in one.scores},
                }
            )
    for row in rows:
        for name in texts:
            if isinstance(value := row[name], str):
                row[name] = without_surrogates(value)
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), path)


def _section(results: Results, table: Sequence[Line], bad: dict[str, list[Measured]]) -> str:
    corpus, main = results.corpus, results.main
    names = [line.name for line in table]
    shown = shown_names(results)
    figure = f"{main.title}"
    parts = [
        f"<h1>{escape(corpus.label)}</h1>",
        f"<p>{len(corpus.items)} pages, digest <code>{corpus.digest}</code>; "
        f"{results.left_out} without gold are left out of the means."
        + (f" Learned methods: {escape(results.folds)}." if results.folds else "")
        + "</p>",
        _summary_table(results, table),
        f"<p>{escape(FOOTNOTE)}.</p>" if in_sample(results) else "",
        _misses(table),
        "<h2>Quality against speed</h2>",
        plots.scatter([(shown[one.name], one.cpu_ms, one.value) for one in table]),
        f"<h2>How many pages have at most this {escape(figure)}</h2>",
        plots.distribution({shown[name]: values(results, name, main) for name in names}),
    ]
    for trait, heading in (("page_type", "page type"), ("language", "language")):
        scores = {name: by(results, name, trait) for name in names}
        groups = list(dict.fromkeys(group for of in scores.values() for group in of))
        if len(groups) > 1:
            series = {
                shown[name]: [of[group][1] if group in of else None for group in groups]
                for name, of in scores.items()
            }
            parts += [f"<h2>{escape(figure)} per {heading}</h2>", plots.bars(groups, series)]
    parts += [_metric_table(metric, table, shown) for metric in results.metrics]
    for told in list_calibrations(results):
        parts.append(_calibration(replace(told, contender=shown[told.contender])))
    for name, pages in bad.items():
        if not pages:
            continue
        parts.append(f"<h2>Worst pages of {escape(shown[name])}</h2><ol>")
        for one in pages:
            note = f" ({escape(one.output.error)})" if one.output.error else ""
            parts.append(
                f'<li><a href="{escape(_page_of(results, one).as_posix())}">{escape(one.item.id)}'
                f"</a> {one.value(main.name):.3f}{note}</li>"
            )
        parts.append("</ol>")
    if not corpus.shown:
        parts.append("<p>This corpus is a figure only: its pages are not shown.</p>")
    if results.problems:
        parts.append("<h2>What is wrong with the input</h2><ul>")
        parts += [
            f"<li><code>{escape(problem.where)}</code>: {escape(problem.what)}</li>"
            for problem in results.problems
        ]
        parts.append("</ul>")
    return "\n".join(parts)


def _summary_table(results: Results, table: Sequence[Line]) -> str:
    shown = columns(results)
    inside = in_sample(results)
    fastest = fastest_peer(table)
    main_heading, *headings = (heading for _, _, heading in shown)
    head = ("", main_heading, "95 %", *headings, "CPU ms", "× peer", "misses")
    rows = []
    for line in table:
        first, *rest = (_number(line.figure(metric, figure)) for metric, figure, _ in shown)
        low, high = line.interval
        ratio = line.cpu_ms / fastest if line.cpu_ms and fastest else math.nan
        interval = "" if math.isnan(low) else f"{low:.3f}–{high:.3f}"
        ms = _number(math.nan if line.cpu_ms is None else line.cpu_ms, 2)
        misses = str(sum(line.misses.values()))
        # That it is recorded the version says.
        name = f"{line.name} {line.version}" + (f" {IN_SAMPLE}" if line.name in inside else "")
        rows.append((name, first, interval, *rest, ms, _number(ratio, 2), misses))
    return _table(head, rows)


def _misses(table: Sequence[Line]) -> str:
    told = [
        f"<li>{escape(line.name)}: "
        + escape(", ".join(f"{count} {reason}" for reason, count in line.misses.items()))
        + "</li>"
        for line in table
        if line.misses
    ]
    return f"<h2>Misses</h2><ul>{''.join(told)}</ul>" if told else ""


def _metric_table(metric: Metric, table: Sequence[Line], shown: Mapping[str, str]) -> str:
    """All figures of a metric."""
    rows = [
        (
            shown[line.name],
            *(_number(line.figure(metric.name, figure)) for figure in metric.figures),
        )
        for line in table
        if metric.name in line.figures
    ]
    heading = f"<h2>{escape(metric.title)} <code>{metric.name}</code></h2>"
    about = f"<p>{escape(metric.about[0].upper() + metric.about[1:])}.</p>"
    return heading + about + _table(("", *metric.figures), rows)


def _calibration(one: Calibration) -> str:
    """What confidence and page types of a contender are worth."""
    parts = [f"<h2>What {escape(one.contender)} knows of itself</h2><p>{escape(one.line())}.</p>"]
    if one.pairs:
        rows = [
            (f"{kept.share:.0%}", str(kept.pages), _number(kept.confidence), _number(kept.f1))
            for kept in select_surest(one.pairs)
        ]
        shares = [at / 100 for at in range(100, 0, -1)]
        parts += [
            "<h3>Confidence (across) and the F1 that was reached</h3>",
            plots.reliability(make_bins(one.pairs, by="count")),
            "<h3>Mean F1 of the surest pages</h3>",
            plots.coverage([(kept.share, kept.f1) for kept in select_surest(one.pairs, shares)]),
            _table(("kept", "pages", "least confidence", "mean F1"), rows),
        ]
    if one.types:
        names, counts = count_confusions(one.types)
        parts += [
            "<h3>Page types: gold in rows, told in columns</h3>",
            _table(
                ("", *names, "all"),
                [
                    (name, *(str(count) for count in of), str(sum(of)))
                    for name, of in zip(names, counts, strict=True)
                ],
            ),
        ]
    return "\n".join(parts)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    heads = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{heads}</tr>{body}</table>"


def _number(value: float, digits: int = 3) -> str:
    return "" if math.isnan(value) else f"{value:.{digits}f}"


def _page_of(results: Results, one: Measured) -> Path:
    def safe(text: str) -> str:
        """A file name for it, another for every text."""
        name = re.sub(r"[^\w.-]", lambda found: f"~{ord(found[0]):x}", text, flags=re.ASCII)
        if not name.strip("."):
            return f"~{name}"
        if len(name) <= MAX_NAME:
            return name
        digest = hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()
        return f"{name[:MAX_NAME]}~{digest[:16]}"

    return Path(
        "pages", safe(results.corpus.name), safe(one.contender), f"{safe(one.item.id)}.html"
    )


def _diff_page(results: Results, one: Measured) -> str:
    gold, text = one.item.gold.text or "", one.output.text
    missing, superfluous = _differences(gold, text)
    cut = max(len(gold.split()), len(text.split())) > MAX_WORDS
    note = f" Only the first {MAX_WORDS} words of each are compared." if cut else ""
    marked_gold, marked_text = _marked(gold, missing, "del"), _marked(text, superfluous, "ins")
    name = shown_names(results)[one.contender]
    body = (
        f"<h1>{escape(one.item.id)}, {escape(name)}</h1>"
        + _table(("", "", ""), _page_figures(results, one))
        + f"<p><del>Green</del> is missing, <ins>red</ins> is too much.{note}</p>"
        f'<div class="two"><div><h2>Gold</h2><p class="text">{"".join(marked_gold)}</p></div>'
        f'<div><h2>Output</h2><p class="text">{"".join(marked_text)}</p></div></div>'
    )
    return _page(f"{one.item.id}: {name}", body)


def _page_figures(results: Results, one: Measured) -> list[tuple[str, str, str]]:
    """All that the metrics say of a page."""
    return [
        (metric.name, figure, _number(value))
        for metric in results.metrics
        if metric.name in one.scores
        for figure, value in metric.pool([one.scores[metric.name]]).items()
        if not math.isnan(value)
    ]


def _differences(gold: str, text: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Which words of the gold are missing in the text, and which of the text are not in the gold:
    from which to which."""
    a, b = gold.split()[:MAX_WORDS], text.split()[:MAX_WORDS]
    changes = [
        change
        for change in difflib.SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
        if change[0] != "equal"
    ]
    missing = [(start, end) for _, start, end, _, _ in changes if start < end]
    superfluous = [(start, end) for _, _, _, start, end in changes if start < end]
    return missing, superfluous


def _marked(text: str, words: Sequence[tuple[int, int]], tag: str) -> Iterator[str]:
    """The text as it stands, some of its words in an element."""
    places = [found.span() for found in re.finditer(r"\S+", text)]
    done = 0
    for start, end in words:
        begin, until = places[start][0], places[end - 1][1]
        yield f"{escape(text[done:begin])}<{tag}>{escape(text[begin:until])}</{tag}>"
        done = until
    yield escape(text[done:])


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8">{GENERATOR}'
        f"<title>{escape(title)}</title>"
        f"<style>{_STYLE}</style><body>{body}</body></html>\n"
    )
