"""The command `pagecore evaluate`: methods and peers on labelled pages."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagecore.cli.options import corpus_options, load_corpora, rebuild_command
from pagecore.errors import BadOption, CorpusError, PagecoreError
from pagecore.page import Page
from pagecore.registry import PAGE, method_named
from pagecore.registry import methods as registered_methods

if TYPE_CHECKING:
    from rich.console import Console

    from pagecore.corpora.corpus import Corpus
    from pagecore.measure.run import Results

#: Of the pages that failed, how many are named.
NAMED = 20
#: Of the recorded ids that no page has.
NAMED_IDS = 5
#: Longer than anybody waits for a page, and short enough for every clock.
MOST_SECONDS = 86_400.0


#: What stands for all methods, or for all peers.
ALL = "all"


class Folder(click.Path):
    """A path, but not the empty one, which would be the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path of a word."""
        if not str(value):
            self.fail("expected the name of a folder", param, ctx)
        return super().convert(value, param, ctx)


FOLDER = Folder(path_type=Path)


@click.command("evaluate")
@corpus_options
@click.option(
    "--method",
    "methods",
    default=PAGE.default,
    show_default=True,
    help="Methods, comma-separated, or all for all that take a page and that the corpora have gold "
    "for.",
)
@click.option(
    "--peers",
    default="none",
    show_default=True,
    help="Other extractors, comma-separated, or all for all that are installed.",
)
@click.option(
    "--recorded",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Recorded outputs: a JSONL file, or a folder of CORPUS/NAME.jsonl that replaces "
    "extractors that cannot run. Repeatable.",
)
@click.option(
    "--metric", help="Main metric (default: that of the corpus); docs/evaluate.md lists all."
)
@click.option("--report", type=FOLDER, help="Write an HTML report to this folder.")
@click.option("--compare", nargs=2, metavar="A B", help="Compare two contenders page by page.")
@click.option(
    "--cv",
    metavar="N|collections",
    help="Cross-validate trained methods: in N folds by domain or publisher, or by training on the "
    "other corpora.",
)
@click.option(
    "--sample", metavar="N", type=click.IntRange(1), help="Measure on a random sample of this size."
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="Random seed of sample, folds and intervals.",
)
@click.option(
    "--seconds",
    type=float,
    default=20.0,
    show_default=True,
    help="Timeout per page of another extractor, in seconds.",
)
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
    sample: int | None,
    seed: int,
    seconds: float,
) -> None:
    """Measure methods and other extractors on labelled pages.

    Problems of a corpus are reported, and the rest is measured. The exit code
    is then 1, or 2 if nothing could be measured.
    """
    from rich.markup import escape
    from rich.progress import Progress, TaskID

    from pagecore.cli.print_results import open_console, print_results
    from pagecore.evaluate import evaluate_all
    from pagecore.evaluate.report import parquet, prepare, write
    from pagecore.measure.metric import METRICS, can_score

    console = open_console()
    # What would keep the results from being made or written is told before they are measured.
    if not 0 < seconds <= MOST_SECONDS:
        raise BadOption(f"--seconds {seconds:g}: expected more than 0 and at most {MOST_SECONDS:g}")
    if report is not None:
        parquet()
    own, live = _own(methods), _peers(peers)
    if not own and not live and not recorded:
        raise BadOption("there is nothing to measure; pass --method, --peers or --recorded")
    if compare is not None:
        _check_names(compare, own, live, recorded, layouts)
    corpora, missing = load_corpora(layouts, paths)
    if methods == ALL:
        outputs = {name: method_named(name).family.outputs for name in own}
        own = [name for name in own if any(can_score(outputs[name], of) for of in corpora)]
    if report is not None:
        prepare(report)
    with Progress(transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def advance(what: str, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(escape(what), total=total)
            bar.advance(tasks[what])

        every = evaluate_all(
            corpora,
            methods=own,
            peers=live,
            recorded=recorded,
            metric=metric,
            # Those that mind the order of words take seconds a page, and are shown in reports.
            metrics=None if report is None else METRICS,
            cv=int(cv) if cv is not None and cv.isdecimal() else cv,
            sample=sample,
            seed=seed,
            seconds=seconds,
            progress=advance,
        )
    every = _with_unknown_ids(every, corpora)
    for results in every:
        print_results(results, console, seed)
    code = 0 if compare is None else _compare(every, compare, console, seed)
    # All that was measured is told before anything is written, which may fail.
    code = max(code, _tell(every, missing))
    if report is not None:
        # The same report may be written anywhere.
        command = rebuild_command(context, without=("report",))
        with _told_late(f"--report {report}") as failed:
            index = write(every, report, seed=seed, command=command)
        if failed:
            code = max(code, 1)
        else:
            console.print(f"report: {index}")
    if code:
        sys.exit(code)


@contextmanager
def _told_late(what: str) -> Iterator[list[Exception]]:
    """What keeps results from being written, behind a run that has printed them, is told, and is
    in the list."""
    failed: list[Exception] = []
    try:
        yield failed
    # A full disk, say; those of pyarrow are among them.
    except (OSError, ValueError, PagecoreError) as error:
        failed.append(error)
        click.echo(f"pagecore: {what}: cannot be written: {error}", err=True)


def _check_names(
    compare: tuple[str, str],
    own: Sequence[str],
    live: Sequence[str],
    recorded: Sequence[Path],
    layouts: Sequence[str],
) -> None:
    """An error for a name to compare that will take no part on any corpus."""

    def stems() -> Iterator[str]:
        for path in recorded:
            files = [path]
            if path.is_dir():
                files = [file for layout in layouts for file in path.glob(f"{layout}/*.jsonl")]
            yield from (file.stem for file in files)

    known = list(dict.fromkeys((*own, *live, *sorted(stems()))))
    for name in compare:
        # What is written behind it in parentheses tells how it takes part.
        if name not in known and name.rpartition(" (")[0] not in known:
            raise BadOption(f"--compare: {name!r} is not measured; these are: {', '.join(known)}")


def _with_unknown_ids(every: Sequence[Results], corpora: Sequence[Corpus]) -> list[Results]:
    """The results, their problems with the recorded ids that no page of the corpora has."""
    from pagecore.corpora.corpus import Problem
    from pagecore.evaluate.contenders import Recorded

    # Pages that were not drawn for a sample are known all the same.
    known = {item.id for corpus in corpora for item in corpus.items}
    told: set[Path] = set()
    made = []
    for results in every:
        problems = list(results.problems)
        for one in results.contenders:
            if not isinstance(one, Recorded) or one.recording.path in told:
                continue
            told.add(one.recording.path)
            if unknown := [page for page in one.recording if page not in known]:
                first = ", ".join(map(repr, unknown[:NAMED_IDS]))
                more = ", …" if len(unknown) > NAMED_IDS else ""
                what = f"{len(unknown)} ids belong to no page: {first}{more}"
                problems.append(Problem(str(one.recording.path), what))
        made.append(replace(results, problems=tuple(problems)))
    return made


def _compare(every: Sequence[Results], names: tuple[str, str], console: Console, seed: int) -> int:
    """Print the comparison for every corpus on which both took part; 1 where there is none."""
    from pagecore.cli.print_results import print_comparison
    from pagecore.evaluate.compare import compare

    done = False
    for results in every:
        try:
            made = compare(results, *names, seed=seed)
        except BadOption as error:
            console.print(f"{results.corpus.name}: nothing to compare: {error}")
            continue
        print_comparison(results, made, console, with_corpus=len(every) > 1)
        done = True
    if not done:
        click.echo("pagecore: --compare: no corpus has results of both", err=True)
    return 0 if done else 1


def _own(names: str) -> list[str]:
    """The methods to run."""
    if names == ALL:
        return [known.short_name for known in registered_methods() if known.family.takes is Page]
    return [method_named(name).short_name for name in _split(names)]


def _peers(names: str) -> list[str]:
    """The peers to run. One that is named has to be installed; of all, those that are not are left
    out, and it is told why."""
    from pagecore.evaluate import peers

    if names == "none":
        return []
    if names != ALL:
        return [peers.named(name).name for name in _split(names)]
    taking_part = []
    for name, reason in peers.available().items():
        if isinstance(reason, str):
            click.echo(f"{name} is skipped: {reason}")
        else:
            taking_part.append(name)
    return taking_part


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _tell(every: Sequence[Results], missing: Sequence[CorpusError]) -> int:
    """Name what went wrong, and give the exit code that says so."""
    for error in missing:
        click.echo(f"pagecore: {error}", err=True)

    def of(results: Results) -> str:
        return f"{results.corpus.name}: " if len(every) > 1 else ""

    problems = [
        f"{of(results)}{problem.where}: {problem.what}"
        for results in every
        for problem in results.problems
    ]
    for problem in problems:
        click.echo(f"pagecore: {problem}", err=True)
    measured = [one for results in every for one in results.measured]
    misses = [
        f"{of(results)}{one.contender}: {one.item.id}: {one.output.error}"
        for results in every
        for one in results.measured
        if one.output.error is not None
    ]
    for miss in misses[:NAMED]:
        click.echo(f"pagecore: {miss}", err=True)
    if len(misses) > NAMED:
        click.echo(f"pagecore: and {len(misses) - NAMED} more pages failed", err=True)
    if len(misses) == len(measured) or not any(one.scores for one in measured):
        click.echo("pagecore: nothing could be measured", err=True)
        return 2
    return 1 if problems or misses or missing else 0
