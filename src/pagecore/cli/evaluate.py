"""The command `pagecore evaluate`: methods and peers on labelled pages."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pagecore.cli.given import command_line, corpus_options, loaded
from pagecore.errors import BadOption, CorpusError, NeedsExtra

if TYPE_CHECKING:
    from rich.console import Console

    from pagecore.evaluate.compare import Comparison
    from pagecore.evaluate.run import Results
    from pagecore.evaluate.summary import Line

#: Of the pages that failed, how many are named.
NAMED = 20
#: A table that is cut to the width of a pipe would lose figures.
PIPE_WIDTH = 160


@click.command("evaluate")
@corpus_options
@click.option(
    "--method", "methods", default="default", show_default=True, help="Methods, comma-separated."
)
@click.option(
    "--peers",
    default="none",
    show_default=True,
    help="Peers, comma-separated; all takes those that are installed.",
)
@click.option(
    "--recorded",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Outputs recorded earlier: a file (JSONL), or a folder of CORPUS/NAME.jsonl that stands "
    "in for peers that do not run; may be given again.",
)
@click.option(
    "--metric", help="The main figure; without it the corpus' own. docs/evaluate.md lists them."
)
@click.option("--report", type=click.Path(path_type=Path), help="A folder for the HTML report.")
@click.option("--compare", nargs=2, metavar="A B", help="Show page by page what B changes.")
@click.option(
    "--cv",
    metavar="N|collections",
    help="Cross-validate learned methods: in N folds by domain or publisher, or trained on the "
    "other corpora.",
)
@click.option(
    "--write-readme",
    "readme",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the table of figures that may be published between the marks of a document.",
)
@click.option("--sample", type=click.IntRange(1), help="Measure on so many pages, drawn by --seed.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Of sample, folds and intervals."
)
@click.option("--seconds", type=float, default=20.0, show_default=True, help="Of a peer's page.")
@click.pass_context
def evaluate_command(
    context: click.Context,
    layouts: tuple[str, ...],
    paths: tuple[Path, ...],
    methods: str,
    peers: str,
    recorded: tuple[Path, ...],
    metric: str | None,
    report: Path | None,
    compare: tuple[str, str] | None,
    cv: str | None,
    readme: Path | None,
    sample: int | None,
    seed: int,
    seconds: float,
) -> None:
    """Measure methods and peers on corpora of labelled pages.

    What is wrong with a corpus is named, the rest is measured, and the exit code is 1; it is 2
    where nothing could be measured.
    """
    from rich.console import Console
    from rich.progress import Progress, TaskID

    from pagecore.evaluate import evaluate_all
    from pagecore.evaluate.compare import compare as compared
    from pagecore.evaluate.metric import METRICS
    from pagecore.evaluate.readme import marked, write_readme
    from pagecore.evaluate.report import parquet, write

    console = Console() if sys.stdout.isatty() else Console(width=PIPE_WIDTH)
    if readme is not None and sample is not None:
        raise BadOption("--write-readme publishes figures of whole corpora; leave out --sample")
    # What would keep the results from being written is told before they are measured.
    if readme is not None:
        marked(readme)
    if report is not None:
        parquet()
    corpora, missing = loaded(layouts, paths)
    with Progress(transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def advance(what: str, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.advance(tasks[what])

        every = evaluate_all(
            corpora,
            methods=_split(methods),
            peers=_peers(peers),
            recorded=recorded,
            metric=metric,
            # Those that mind the order of words take seconds a page, and are shown in reports.
            metrics=None if report is None else METRICS,
            cv=int(cv) if cv is not None and cv.isdigit() else cv,
            sample=sample,
            seed=seed,
            seconds=seconds,
            progress=advance,
        )
    for results in every:
        _print(results, console, seed)
        if compare is not None:
            _print_comparison(results, compared(results, *compare, seed=seed), compare, console)
    if report is not None:
        console.print(f"report: {write(every, report, seed=seed)}")
    if readme is not None:
        write_readme(every, readme, command=command_line(context))
        console.print(f"{readme} has the table now")
    _tell(every, missing)


def _peers(names: str) -> list[str]:
    """The peers that are asked for. `all` takes those that can run here, and tells of the others
    why not; one that is asked for by its name has to run."""
    from pagecore.evaluate import peers

    if names == "none":
        return []
    known = peers.available()
    asked = list(known) if names == "all" else _split(names)
    taking_part = []
    for name in asked:
        if name not in known:
            raise BadOption(f"there is no peer {name!r}; there are: {', '.join(known)}")
        reason = known[name]
        if not isinstance(reason, str):
            taking_part.append(name)
        elif names == "all":
            click.echo(f"{name} is left out: {reason}")
        else:
            raise NeedsExtra(reason)
    return taking_part


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _tell(every: Sequence[Results], missing: Sequence[CorpusError]) -> None:
    """Name what went wrong, and end with the exit code that says so."""
    for error in missing:
        click.echo(f"pagecore: {error}", err=True)
    problems = [problem for results in every for problem in results.problems]
    for problem in problems:
        click.echo(f"pagecore: {problem.where}: {problem.what}", err=True)
    measured = [one for results in every for one in results.measured]
    misses = [one for one in measured if one.output.error is not None]
    for one in misses[:NAMED]:
        click.echo(f"pagecore: {one.contender}: {one.item.id}: {one.output.error}", err=True)
    if len(misses) > NAMED:
        click.echo(f"pagecore: and {len(misses) - NAMED} more pages failed", err=True)
    if len(misses) == len(measured) or not any(one.scores for one in measured):
        click.echo("pagecore: nothing could be measured", err=True)
        sys.exit(2)
    if problems or misses or missing:
        sys.exit(1)


def _print(results: Results, console: Console, seed: int) -> None:
    from rich.table import Table

    from pagecore.evaluate.calibration import calibrations
    from pagecore.evaluate.summary import columns, fastest_peer, lines

    made = lines(results, seed=seed)
    fastest = fastest_peer(made)
    corpus, main = results.corpus, results.main
    by_words = "" if results.folds is None else f"; {results.folds}"
    console.print(
        f"{corpus.label}, digest {corpus.digest}, by {main.title} ({main.name}){by_words}"
    )
    if not results.metrics or main is not results.wanted:
        wanted = results.wanted
        console.print(f"no output can be measured by {wanted.name}, which needs {wanted.needs}")
    if not results.metrics:
        return
    table = Table(box=None, pad_edge=False)
    table.add_column("", overflow="fold")
    shown = columns(results)
    main_heading, *headings = (heading for _, _, heading in shown)
    for heading in (main_heading, "95 %", *headings, "CPU ms", "× peer", "misses"):
        table.add_column(heading, justify="right")
    for line in made:
        ratio = line.cpu_ms / fastest if line.cpu_ms and fastest else math.nan
        cells = [_number(line.figure(metric, figure)) for metric, figure, _ in shown]
        low, high = line.interval
        cells.insert(1, "" if math.isnan(low) else f"{low:.3f}–{high:.3f}")
        name = line.name + (" (recorded)" if _says_so(line) else "")
        misses = sum(line.misses.values())
        times = [_number(math.nan if line.cpu_ms is None else line.cpu_ms, 2), _number(ratio, 2)]
        table.add_row(name, *cells, *times, str(misses))
    console.print(table)
    for trait in ("page_type", "language"):
        _print_groups(results, made, trait, console)
    for one in calibrations(results):
        console.print(one.line())
    if results.left_out:
        console.print(f"{results.left_out} pages without gold are left out of the means")
    for line in made:
        if line.misses:
            reasons = ", ".join(f"{count} {reason}" for reason, count in line.misses.items())
            console.print(f"{line.name} missed {reasons}")


def _says_so(line: Line) -> bool:
    return line.kind == "recorded" and not line.name.endswith("(recorded)")


def _print_groups(results: Results, made: list[Line], trait: str, console: Console) -> None:
    """The main figure of the pages of each type or language, these as columns."""
    from rich.table import Table

    from pagecore.evaluate.summary import by

    scores = {line.name: by(results, line.name, trait) for line in made}
    groups = {group: count for of in scores.values() for group, (count, _) in of.items()}
    if len(groups) < 2:
        return
    table = Table(box=None, pad_edge=False)
    table.add_column(trait.replace("_", " "), overflow="fold")
    for group, count in groups.items():
        table.add_column(f"{group} ({count})", justify="right", overflow="fold")
    for name, of in scores.items():
        if of:
            cells = [_number(of[group][1]) if group in of else "" for group in groups]
            table.add_row(name, *cells)
    console.print(table)


def _number(value: float, digits: int = 3) -> str:
    return "" if math.isnan(value) else f"{value:.{digits}f}"


def _print_comparison(
    results: Results, made: Comparison, names: tuple[str, str], console: Console
) -> None:
    first, second = names
    paired = made.paired
    console.print(
        f"{second} is {made.verdict} {first} by {made.metric.title}: {paired.difference:+.4f} "
        f"({paired.low:+.4f} to {paired.high:+.4f}, p {paired.p:.3f})"
    )
    if not results.corpus.shown:
        console.print(f"{results.corpus.name} is a figure only: its pages are not listed")
        return
    changed = [pair for pair in made.pages if pair.difference]
    for pair in [*changed[:10], *changed[-10:]] if len(changed) > 20 else changed:
        console.print(
            f"  {pair.item.id:12} {pair.before:.3f} → {pair.after:.3f} {pair.difference:+.3f}"
        )
