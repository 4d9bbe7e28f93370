"""The report of a run: one HTML page with plots, a diff for every bad page, the raw results."""

from __future__ import annotations

import difflib
import hashlib
import math
import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from pagecore.errors import NeedsExtra
from pagecore.evaluate import plots
from pagecore.evaluate.calibration import Calibration, bins, calibrations, confusion, surest
from pagecore.evaluate.metric import METRICS, Metric
from pagecore.evaluate.run import Measured, Results
from pagecore.evaluate.summary import Line, by, columns, fastest_peer, lines, values, worst

#: Words of a text that a diff looks at; a longer one is cut, and says so.
MAX_WORDS = 4000
#: Characters of a file name, which most systems cut off at 255 bytes.
MAX_NAME = 120

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
table { border-collapse: collapse } td, th { padding: .2rem .6rem; text-align: right }
td:first-child, th:first-child { text-align: left } tr:nth-child(even) { background: #f5f5f5 }
svg { width: 100%; max-width: 44rem } .legend i { display: inline-block; width: .8em; height: .8em;
margin: 0 .3em 0 1em } ins { background: #fecaca; text-decoration: none } del { background: #bbf7d0;
text-decoration: none } .two { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem }
.text { white-space: pre-wrap; overflow-wrap: anywhere }
"""


def write(
    every: Sequence[Results], folder: str | Path, *, bad_pages: int = 50, seed: int = 0
) -> Path:
    """Write the report of a run into a folder and give the page to open.

    Args:
        every: what was measured, a corpus each.
        folder: made if need be; holds `index.html`, `pages/` and `results.parquet`.
        bad_pages: how many of the worst pages of each contender are shown beside their gold.
        seed: of the intervals.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    sections = []
    for results in every:
        table = lines(results, seed=seed)
        # Of a corpus that is a figure only no page is looked at.
        count = bad_pages if results.corpus.shown else 0
        bad = {line.name: worst(results, line.name, count) for line in table}
        for pages in bad.values():
            for one in pages:
                path = folder / _page_of(results, one)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(_diff_page(results, one), encoding="utf-8")
        sections.append(_section(results, table, bad))
    names = ", ".join(results.corpus.name for results in every)
    index = folder / "index.html"
    index.write_text(_page(f"pagecore evaluate: {names}", "\n".join(sections)), encoding="utf-8")
    write_parquet(every, folder / "results.parquet")
    return index


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


def write_parquet(every: Sequence[Results], path: Path) -> None:
    """Write a row per corpus, contender and page, with a column for every number of a metric, such
    as `words.precision`."""
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
    schema = pyarrow.schema(
        [(name, pyarrow.string()) for name in texts]
        + [("in_means", pyarrow.bool_()), ("cpu_ms", pyarrow.float64())]
        + [("confidence", pyarrow.float64())]
        + [(name, pyarrow.float64()) for _, _, name in numbers]
    )
    rows = []
    for results in every:
        versions = {contender.name: contender.version for contender in results.contenders}
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
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), path)


def _section(results: Results, table: Sequence[Line], bad: dict[str, list[Measured]]) -> str:
    corpus, main = results.corpus, results.main
    names = [line.name for line in table]
    figure = f"{main.title}"
    parts = [
        f"<h1>{escape(corpus.label)}</h1>",
        f"<p>{len(corpus.items)} pages, digest <code>{corpus.digest}</code>; "
        f"{results.left_out} without gold are left out of the means."
        + (f" Learned methods: {escape(results.folds)}." if results.folds else "")
        + "</p>",
        _summary_table(results, table),
        _misses(table),
        "<h2>Quality against speed</h2>",
        plots.scatter(
            [
                (one.name, one.cpu_ms, one.value)
                for one in table
                if one.cpu_ms is not None and not math.isnan(one.value)
            ]
        ),
        f"<h2>How many pages have at most this {escape(figure)}</h2>",
        plots.distribution({name: values(results, name, main) for name in names}),
    ]
    for trait, heading in (("page_type", "page type"), ("language", "language")):
        scores = {name: by(results, name, trait) for name in names}
        groups = list(dict.fromkeys(group for of in scores.values() for group in of))
        if len(groups) > 1:
            series = {
                name: [of[group][1] if group in of else None for group in groups]
                for name, of in scores.items()
            }
            parts += [f"<h2>{escape(figure)} per {heading}</h2>", plots.bars(groups, series)]
    parts += [_metric_table(metric, table) for metric in results.metrics]
    parts += [_calibration(one) for one in calibrations(results)]
    for name, pages in bad.items():
        if not pages:
            continue
        parts.append(f"<h2>Worst pages of {escape(name)}</h2><ol>")
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
        name = f"{line.name} {line.version}"
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


def _metric_table(metric: Metric, table: Sequence[Line]) -> str:
    """All figures of a metric."""
    rows = [
        (line.name, *(_number(line.figure(metric.name, figure)) for figure in metric.figures))
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
            for kept in surest(one.pairs)
        ]
        shares = [at / 100 for at in range(100, 0, -1)]
        parts += [
            "<h3>Confidence (across) and the F1 that was reached</h3>",
            plots.reliability(bins(one.pairs, by="count")),
            "<h3>Mean F1 of the surest pages</h3>",
            plots.coverage([(kept.share, kept.f1) for kept in surest(one.pairs, shares)]),
            _table(("kept", "pages", "least confidence", "mean F1"), rows),
        ]
    if one.types:
        names, counts = confusion(one.types)
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
        if len(name) <= MAX_NAME:
            return name
        digest = hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()
        return f"{name[:MAX_NAME]}~{digest[:16]}"

    return Path(
        "pages", safe(results.corpus.name), safe(one.contender), f"{safe(one.item.id)}.html"
    )


def _diff_page(results: Results, one: Measured) -> str:
    gold, text = one.item.gold.text or "", one.output.text
    body = (
        f"<h1>{escape(one.item.id)}, {escape(one.contender)}</h1>"
        + _table(("", "", ""), _page_figures(results, one))
        + "<p><del>Green</del> is missing, <ins>red</ins> is too much.</p>"
        f'<p class="text">{"".join(_marked(gold, text))}</p>'
        f'<div class="two"><div><h2>Gold</h2><p class="text">{escape(gold)}</p></div>'
        f'<div><h2>Output</h2><p class="text">{escape(text)}</p></div></div>'
    )
    return _page(f"{one.item.id}: {one.contender}", body)


def _page_figures(results: Results, one: Measured) -> list[tuple[str, str, str]]:
    """All that the metrics say of a page."""
    return [
        (metric.name, figure, _number(value))
        for metric in results.metrics
        if metric.name in one.scores
        for figure, value in metric.pool([one.scores[metric.name]]).items()
        if not math.isnan(value)
    ]


def _marked(gold: str, text: str) -> Iterator[str]:
    """The words of both, those of one alone marked."""
    a, b = gold.split(), text.split()
    cut = len(a) > MAX_WORDS or len(b) > MAX_WORDS
    matcher = difflib.SequenceMatcher(None, a[:MAX_WORDS], b[:MAX_WORDS], autojunk=False)
    for what, a_from, a_to, b_from, b_to in matcher.get_opcodes():
        if what == "equal":
            yield escape(" ".join(a[a_from:a_to])) + " "
            continue
        if a_to > a_from:
            yield f"<del>{escape(' '.join(a[a_from:a_to]))}</del> "
        if b_to > b_from:
            yield f"<ins>{escape(' '.join(b[b_from:b_to]))}</ins> "
    if cut:
        yield f"… (the first {MAX_WORDS} words are compared)"


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style><body>{body}</body></html>\n"
    )
