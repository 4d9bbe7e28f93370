"""The section of a report about one corpus: tables, plots, calibration and the worst pages."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape

from pagecore.evaluate import plots
from pagecore.evaluate.diff_page import name_file
from pagecore.evaluate.html import write_number, write_table
from pagecore.evaluate.marks import FOOTNOTE, IN_SAMPLE, find_in_sample, label_names
from pagecore.evaluate.summary import (
    SummaryLine,
    find_fastest_peer,
    group_figures,
    list_columns,
    list_values,
)
from pagecore.measure.calibration import (
    Calibration,
    count_confusions,
    list_calibrations,
    make_bins,
    select_most_confident,
)
from pagecore.measure.metric import Metric
from pagecore.measure.run import MeasuredPage, Results


def write_section(
    results: Results, table: Sequence[SummaryLine], worst: Mapping[str, Sequence[MeasuredPage]]
) -> str:
    """Write the section of a corpus.

    Args:
        results: what was measured.
        table: a line per contender.
        worst: the pages to link to, by contender.
    """
    corpus, main = results.corpus, results.main
    names = [line.name for line in table]
    shown = label_names(results)
    parts = [
        f"<h1>{escape(corpus.label)}</h1>",
        f"<p>{len(corpus.items)} pages, digest <code>{corpus.digest}</code>; "
        f"{results.left_out} without gold are excluded from the means."
        + (f" Learned methods: {escape(results.folds)}." if results.folds else "")
        + "</p>",
        _write_summary(results, table),
        f"<p>{escape(FOOTNOTE)}.</p>" if find_in_sample(results) else "",
        _write_failures(table),
        "<h2>Quality against speed</h2>",
        plots.draw_scatter([(shown[line.name], line.cpu_ms, line.value) for line in table]),
        f"<h2>How many pages have at most this {escape(main.title)}</h2>",
        plots.draw_distribution({shown[name]: list_values(results, name, main) for name in names}),
    ]
    for trait, heading in (("page_type", "page type"), ("language", "language")):
        scores = {name: group_figures(results, name, trait) for name in names}
        groups = list(dict.fromkeys(group for of in scores.values() for group in of))
        if len(groups) > 1:
            series = {
                shown[name]: [of[group][1] if group in of else None for group in groups]
                for name, of in scores.items()
            }
            parts += [
                f"<h2>{escape(main.title)} per {heading}</h2>",
                plots.draw_bars(groups, series),
            ]
    parts += [_write_metric(metric, table, shown) for metric in results.metrics]
    for calibration in list_calibrations(results):
        labelled = replace(calibration, contender=shown[calibration.contender])
        parts.append(_write_calibration(labelled))
    for name, pages in worst.items():
        if not pages:
            continue
        parts.append(f"<h2>Worst pages of {escape(shown[name])}</h2><ol>")
        for page in pages:
            note = f" ({escape(page.output.error)})" if page.output.error else ""
            link = escape(name_file(results, page).as_posix())
            parts.append(
                f'<li><a href="{link}">{escape(page.item.id)}</a> '
                f"{page.value(main.name):.3f}{note}</li>"
            )
        parts.append("</ol>")
    if not corpus.shown:
        parts.append("<p>This corpus is a held-out test set: its pages are not shown.</p>")
    if results.problems:
        parts.append("<h2>Problems of the input</h2><ul>")
        parts += [
            f"<li><code>{escape(problem.where)}</code>: {escape(problem.what)}</li>"
            for problem in results.problems
        ]
        parts.append("</ul>")
    return "\n".join(parts)


def _write_summary(results: Results, table: Sequence[SummaryLine]) -> str:
    shown = list_columns(results)
    in_sample = find_in_sample(results)
    fastest = find_fastest_peer(table)
    main_heading, *headings = (heading for _, _, heading in shown)
    head = ("", main_heading, "95 %", *headings, "CPU ms", "× peer", "failed")
    rows = []
    for line in table:
        first, *rest = (write_number(line.figure(metric, figure)) for metric, figure, _ in shown)
        low, high = line.interval
        ratio = line.cpu_ms / fastest if line.cpu_ms and fastest else math.nan
        interval = "" if math.isnan(low) else f"{low:.3f}–{high:.3f}"
        ms = write_number(math.nan if line.cpu_ms is None else line.cpu_ms, 2)
        failures = str(sum(line.failures.values()))
        # The version says whether the outputs were recorded.
        name = f"{line.name} {line.version}" + (f" {IN_SAMPLE}" if line.name in in_sample else "")
        rows.append((name, first, interval, *rest, ms, write_number(ratio, 2), failures))
    return write_table(head, rows)


def _write_failures(table: Sequence[SummaryLine]) -> str:
    items = [
        f"<li>{escape(line.name)}: "
        + escape(", ".join(f"{count} {reason}" for reason, count in line.failures.items()))
        + "</li>"
        for line in table
        if line.failures
    ]
    return f"<h2>Failed pages</h2><ul>{''.join(items)}</ul>" if items else ""


def _write_metric(metric: Metric, table: Sequence[SummaryLine], shown: Mapping[str, str]) -> str:
    """A table of all figures of a metric."""
    rows = [
        (
            shown[line.name],
            *(write_number(line.figure(metric.name, figure)) for figure in metric.figures),
        )
        for line in table
        if metric.name in line.figures
    ]
    heading = f"<h2>{escape(metric.title)} <code>{metric.name}</code></h2>"
    about = f"<p>{escape(metric.about[0].upper() + metric.about[1:])}.</p>"
    return heading + about + write_table(("", *metric.figures), rows)


def _write_calibration(calibration: Calibration) -> str:
    """Tables and plots of the confidence and the page types of a contender."""
    heading = f"<h2>Calibration of {escape(calibration.contender)}</h2>"
    parts = [f"{heading}<p>{escape(calibration.line())}.</p>"]
    if calibration.pairs:
        rows = [
            (
                f"{kept.share:.0%}",
                str(kept.pages),
                write_number(kept.confidence),
                write_number(kept.f1),
            )
            for kept in select_most_confident(calibration.pairs)
        ]
        curve = select_most_confident(calibration.pairs, [at / 100 for at in range(100, 0, -1)])
        parts += [
            "<h3>Confidence (horizontal) and F1</h3>",
            plots.draw_reliability(make_bins(calibration.pairs, by="count")),
            "<h3>Mean F1 of the pages with the highest confidence</h3>",
            plots.draw_coverage([(kept.share, kept.f1) for kept in curve]),
            write_table(("share", "pages", "lowest confidence", "mean F1"), rows),
        ]
    if calibration.types:
        names, counts = count_confusions(calibration.types)
        parts += [
            "<h3>Page types: gold in rows, predicted in columns</h3>",
            write_table(
                ("", *names, "all"),
                [
                    (name, *(str(count) for count in of), str(sum(of)))
                    for name, of in zip(names, counts, strict=True)
                ],
            ),
        ]
    return "\n".join(parts)
