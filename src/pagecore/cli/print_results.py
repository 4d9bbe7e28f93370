"""Print the results of `pagecore evaluate`: tables of figures, and comparisons page by page."""

from __future__ import annotations

import io
import math
import sys
from dataclasses import replace

from rich.console import Console
from rich.table import Table

from pagecore.evaluate.compare import Comparison
from pagecore.evaluate.marks import FOOTNOTE, IN_SAMPLE, find_in_sample, label_names
from pagecore.evaluate.summary import (
    SummaryLine,
    find_fastest_peer,
    group_figures,
    list_columns,
    summarise_results,
)
from pagecore.measure.calibration import list_calibrations
from pagecore.measure.run import Results

#: Width of tables if standard output is not a terminal; rich would use 80 and cut figures off.
PIPE_WIDTH = 160


def open_console() -> Console:
    """Open the console for tables; names are printed without interpreting markup or emoji."""
    # File names may contain bytes, and results characters, that the terminal cannot encode.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    width = None if sys.stdout.isatty() else PIPE_WIDTH
    return Console(width=width, markup=False, emoji=False)


def print_results(results: Results, console: Console, seed: int) -> None:
    """Print the figures of all contenders on a corpus."""
    lines = summarise_results(results, seed=seed)
    names = label_names(results)
    fastest = find_fastest_peer(lines)
    corpus, main = results.corpus, results.main
    folds = "" if results.folds is None else f"; {results.folds}"
    console.print(f"{corpus.label}, digest {corpus.digest}, by {main.title} ({main.name}){folds}")
    if not results.metrics or main is not results.requested_metric:
        metric = results.requested_metric
        console.print(f"no output can be measured by {metric.name}, which needs {metric.needed}")
    if not results.metrics:
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("", overflow="fold")
    shown = list_columns(results)
    main_heading, *headings = (heading for _, _, heading in shown)
    for heading in (main_heading, "95 %", *headings, "CPU ms", "× peer", "failed"):
        table.add_column(heading, justify="right")
    for line in lines:
        ratio = line.cpu_ms / fastest if line.cpu_ms and fastest else math.nan
        cells = [_format_number(line.figure(metric, figure)) for metric, figure, _ in shown]
        low, high = line.interval
        cells.insert(1, "" if math.isnan(low) else f"{low:.3f}–{high:.3f}")
        failures = sum(line.failures.values())
        cpu_ms = math.nan if line.cpu_ms is None else line.cpu_ms
        times = [_format_number(cpu_ms, 2), _format_number(ratio, 2)]
        table.add_row(names[line.name], *cells, *times, str(failures))
    console.print(table)
    if find_in_sample(results):
        console.print(FOOTNOTE)
    for trait in ("page_type", "language"):
        _print_groups(results, lines, trait, console)
    for calibration in list_calibrations(results):
        console.print(replace(calibration, contender=names[calibration.contender]).line())
    if results.left_out:
        console.print(f"{results.left_out} pages without gold text are excluded from the means")
    for line in lines:
        if line.failures:
            reasons = ", ".join(f"{count} {reason}" for reason, count in line.failures.items())
            console.print(f"{line.name} failed on {reasons}")


def _print_groups(results: Results, lines: list[SummaryLine], trait: str, console: Console) -> None:
    """Print the main figure for each page type or language, one column each."""
    names = label_names(results)
    figures = {line.name: group_figures(results, line.name, trait) for line in lines}
    groups = {
        group: count for by_group in figures.values() for group, (count, _) in by_group.items()
    }
    if len(groups) < 2:
        return
    table = Table(box=None, pad_edge=False)
    table.add_column(trait.replace("_", " "), overflow="fold")
    for group, count in groups.items():
        table.add_column(f"{group} ({count})", justify="right", overflow="fold")
    for name, by_group in figures.items():
        if by_group:
            cells = [
                _format_number(by_group[group][1]) if group in by_group else "" for group in groups
            ]
            table.add_row(names[name], *cells)
    console.print(table)


def _format_number(value: float, digits: int = 3) -> str:
    return "" if math.isnan(value) else f"{value:.{digits}f}"


def print_comparison(
    results: Results, comparison: Comparison, console: Console, *, with_corpus: bool
) -> None:
    """Print the comparison of two contenders, and the pages that changed."""
    paired = comparison.paired
    corpus = f"{results.corpus.name}: " if with_corpus else ""
    console.print(
        f"{corpus}{comparison.second} is {comparison.verdict} {comparison.first} by "
        f"{comparison.metric.title}: {paired.difference:+.4f} "
        f"({paired.low:+.4f} to {paired.high:+.4f}, p {paired.p:.3f})"
    )
    if comparison.first.endswith(IN_SAMPLE) != comparison.second.endswith(IN_SAMPLE):
        console.print(FOOTNOTE)
    if not results.corpus.shown:
        console.print(f"{results.corpus.name} is a held-out test set: its pages are not listed")
        return
    changed = [pair for pair in comparison.pages if pair.difference]
    for pair in [*changed[:10], *changed[-10:]] if len(changed) > 20 else changed:
        console.print(
            f"  {pair.item.id:12} {pair.before:.3f} → {pair.after:.3f} {pair.difference:+.3f}"
        )
