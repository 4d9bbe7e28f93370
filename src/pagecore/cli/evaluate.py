"""The command `pagecore evaluate`: methods and peers on labelled pages."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pagecore.errors import BadOption

if TYPE_CHECKING:
    from rich.console import Console

    from pagecore.evaluate.compare import Comparison
    from pagecore.evaluate.corpora.corpus import Corpus
    from pagecore.evaluate.run import Contender, Output, Results


@click.command("evaluate")
@click.option("--corpus", required=True, help="The layout of the corpus, such as wcxb or plain.")
@click.option(
    "--path", type=click.Path(path_type=Path), required=True, help="Where the corpus lies."
)
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
    help="A file of outputs recorded earlier (JSONL); may be given again.",
)
@click.option("--report", type=click.Path(path_type=Path), help="A folder for the HTML report.")
@click.option("--compare", nargs=2, metavar="A B", help="Show page by page what B changes.")
@click.option("--sample", type=click.IntRange(1), help="Measure on so many pages, drawn by --seed.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of sample and intervals.")
@click.option("--seconds", type=float, default=20.0, show_default=True, help="Of a peer's page.")
def evaluate_command(
    corpus: str,
    path: Path,
    methods: str,
    peers: str,
    recorded: tuple[Path, ...],
    report: Path | None,
    compare: tuple[str, str] | None,
    sample: int | None,
    seed: int,
    seconds: float,
) -> None:
    """Measure methods and peers on a corpus of labelled pages.

    What is wrong with the corpus is named, the rest is measured, and the exit code is 1.
    """
    from rich.console import Console

    from pagecore.evaluate import corpora
    from pagecore.evaluate.compare import compare as compared
    from pagecore.evaluate.report import write
    from pagecore.evaluate.run import Recorded

    # A table that is cut to the width of a pipe would lose figures.
    console = Console() if sys.stdout.isatty() else Console(width=120)
    pages = corpora.load(corpus, path)
    if sample is not None and sample < len(pages.items):
        drawn = set(random.Random(seed).sample(range(len(pages.items)), sample))
        kept = tuple(item for at, item in enumerate(pages.items) if at in drawn)
        name = f"{pages.name}, {sample} of {len(pages.items)} pages by seed {seed}"
        pages = replace(pages, name=name, items=kept)
    files = [Recorded.of(file) for file in recorded]
    contenders: list[Contender] = [*_own(methods), *_peers(peers, seconds), *files]
    problems = [
        *pages.problems,
        *(problem for file in files for problem in file.recording.problems),
    ]
    results = _measured(pages, contenders)
    _print(results, console, seed)
    if compare is not None:
        _print_comparison(compared(results, *compare, seed=seed), compare, console)
    if report is not None:
        console.print(f"report: {write(results, report, seed=seed)}")
    for problem in problems:
        click.echo(f"pagecore: {problem.where}: {problem.what}", err=True)
    misses = [one for one in results.measured if one.output.error is not None]
    for one in misses[:20]:
        click.echo(f"pagecore: {one.contender}: {one.item.id}: {one.output.error}", err=True)
    if len(misses) > 20:
        click.echo(f"pagecore: and {len(misses) - 20} more pages failed", err=True)
    if problems or misses:
        sys.exit(1)


def _own(names: str) -> list[Contender]:
    from pagecore import __version__
    from pagecore.evaluate.run import OwnMethod
    from pagecore.registry import method_named

    return [OwnMethod(method_named(name).name, __version__) for name in _split(names)]


def _peers(names: str, seconds: float) -> list[Contender]:
    from pagecore.evaluate import peers
    from pagecore.evaluate.run import Peer

    if names == "none":
        return []
    known = peers.available()
    asked = list(known) if names == "all" else _split(names)
    taking_part: list[Contender] = []
    for name in asked:
        if name not in known:
            raise BadOption(f"there is no peer {name!r}; there are: {', '.join(known)}")
        reason = known[name]
        if isinstance(reason, str):
            click.echo(f"{name} is left out: {reason}")
        else:
            taking_part.append(Peer(name, peers.version(name), seconds))
    return taking_part


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _measured(pages: Corpus, contenders: list[Contender]) -> Results:
    from rich.progress import Progress

    from pagecore.evaluate.run import measure

    with Progress(transient=True) as bar:
        tasks = {one.name: bar.add_task(one.name, total=len(pages.items)) for one in contenders}

        def advance(contender: Contender, _: Output) -> None:
            bar.advance(tasks[contender.name])

        return measure(pages, contenders, progress=advance)


def _print(results: Results, console: Console, seed: int) -> None:
    from rich.table import Table

    from pagecore.evaluate.summary import lines

    made = lines(results, seed=seed)
    times = [line.cpu_ms for line in made if line.kind == "peer" and line.cpu_ms]
    fastest = min(times, default=None)
    table = Table(box=None, pad_edge=False)
    table.add_column(f"{results.corpus.name} {results.corpus.digest}", overflow="fold")
    for heading in ("F1", "95 %", "P", "R", "left in", "CPU ms", "× peer", "misses"):
        table.add_column(heading, justify="right")
    for line in made:
        ratio = line.cpu_ms / fastest if line.cpu_ms and fastest else None
        table.add_row(
            line.name + (" (recorded)" if line.kind == "recorded" else ""),
            f"{line.f1:.3f}",
            f"{line.interval[0]:.3f}–{line.interval[1]:.3f}",
            f"{line.precision:.3f}",
            f"{line.recall:.3f}",
            "" if line.absent is None else f"{line.absent:.1%}",
            "" if line.cpu_ms is None else f"{line.cpu_ms:.2f}",
            "" if ratio is None else f"{ratio:.2f}",
            str(line.misses),
        )
    console.print(table)
    apart = sum(not item.in_means for item in results.corpus.items)
    if apart:
        console.print(f"{apart} pages without gold are left out of the means")


def _print_comparison(made: Comparison, names: tuple[str, str], console: Console) -> None:
    first, second = names
    paired = made.paired
    console.print(
        f"{second} is {made.verdict} {first}: {paired.difference:+.4f} "
        f"({paired.low:+.4f} to {paired.high:+.4f}, p {paired.p:.3f})"
    )
    changed = [pair for pair in made.pages if pair[0].words.f1 != pair[1].words.f1]
    for before, after in [*changed[:10], *changed[-10:]] if len(changed) > 20 else changed:
        difference = after.words.f1 - before.words.f1
        console.print(
            f"  {before.item.id:12} {before.words.f1:.3f} → {after.words.f1:.3f} {difference:+.3f}"
        )
