"""The command `pagecore evaluate`: measure methods and other extractors on labelled pages."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagecore.cli.command_line import rebuild_command
from pagecore.cli.messages import print_message
from pagecore.cli.options.batch import overwrite_option
from pagecore.cli.options.corpora import corpus_options, load_corpora
from pagecore.cli.options.groups import Integer
from pagecore.cli.options.method import read_settings, setting_option
from pagecore.cli.options.steps import read_steps, without_option
from pagecore.errors import BadOption, CorpusError, PagecoreError
from pagecore.page import Page
from pagecore.page.counts import format_count
from pagecore.registry import PAGE, find_method, list_methods

if TYPE_CHECKING:
    from rich.console import Console

    from pagecore.corpora.corpus import Corpus
    from pagecore.measure.run import Results

#: Number of failed pages that are named.
MAX_NAMED_FAILURES = 20
#: Number of unknown ids that are named.
MAX_NAMED_IDS = 5
#: Maximum timeout per page, in seconds.
MAX_TIMEOUT = 86_400.0

#: The value of --method and --peers that means all of them.
ALL = "all"


class FolderPath(click.Path):
    """A path that is not empty; an empty path would be the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert a value on the command line."""
        if not str(value):
            self.fail("expected the name of a folder", param, ctx)
        return super().convert(value, param, ctx)


FOLDER = FolderPath(path_type=Path)


@click.command("evaluate")
@corpus_options
@click.option(
    "--method",
    "methods",
    default=PAGE.default,
    show_default=True,
    help="Methods, comma-separated; all for every page, segment and thread method that these "
    "corpora can measure. Site methods must be named.",
)
@setting_option
@without_option
@click.option(
    "--peers",
    default="none",
    show_default=True,
    help="Other extractors, comma-separated; all for every installed one.",
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
@overwrite_option
@click.option("--compare", nargs=2, metavar="A B", help="Compare two contenders page by page.")
@click.option(
    "--cv",
    metavar="N|collections",
    help="Cross-validate trained methods: in N folds by domain or publisher, or by training on the "
    "other corpora.",
)
@click.option(
    "--sample",
    metavar="N",
    type=Integer(1),
    help="Measure on a random sample of this size, rounded up to whole sites for site methods.",
)
@click.option(
    "--seed",
    type=Integer(0),
    metavar="N",
    default=0,
    show_default=True,
    help="Random seed of sample, folds and intervals.",
)
@click.option(
    "--timeout",
    type=float,
    metavar="N",
    default=20.0,
    show_default=True,
    help="Timeout per page of another extractor, in seconds.",
)
@click.pass_context
def evaluate_command(
    context: click.Context,
    formats: tuple[str, ...],
    paths: tuple[Path, ...],
    methods: str,
    settings: tuple[str, ...],
    without: str | None,
    peers: str,
    recorded: tuple[Path, ...],
    metric: str | None,
    report: Path | None,
    overwrite: bool,
    compare: tuple[str, str] | None,
    cv: str | None,
    sample: int | None,
    seed: int,
    timeout: float,
) -> None:
    """Measure methods and other extractors on labelled pages.

    Problems of a corpus are reported, and the rest is measured. The exit code
    is then 1, or 2 if nothing could be measured.
    """
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress, TaskID

    from pagecore.cli.print_results import open_console, print_results
    from pagecore.evaluate import evaluate_all
    from pagecore.evaluate.parquet import import_pyarrow
    from pagecore.evaluate.report import prepare_folder, write_report
    from pagecore.measure.gold import can_score
    from pagecore.measure.known_metrics import METRICS

    console = open_console()
    # Options are checked before anything is measured, which may take hours.
    if not 0 < timeout <= MAX_TIMEOUT:
        raise BadOption(f"--timeout {timeout:g}: expected more than 0 and at most {MAX_TIMEOUT:g}")
    if report is not None:
        import_pyarrow()
    method_names, peer_names = _select_methods(methods), _select_peers(peers)
    if not method_names and not peer_names and not recorded:
        raise BadOption("there is nothing to measure; pass --method, --peers or --recorded")
    parameters = _read_parameters(method_names, settings)
    if compare is not None:
        _check_names(compare, method_names, peer_names, recorded, formats)
    corpora, missing = load_corpora(formats, paths)
    if methods == ALL:
        chosen = {name: find_method(name) for name in method_names}
        method_names = [
            name
            for name, method in chosen.items()
            if any(
                can_score(method.family.outputs, corpus)
                and ("layout" not in method.needs or any(item.rendered for item in corpus.items))
                for corpus in corpora
            )
        ]
    if report is not None:
        prepare_folder(report, overwrite=overwrite)
    with Progress(
        console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
    ) as bar:
        tasks: dict[str, TaskID] = {}

        def advance(what: str, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(escape(what), total=total)
            bar.advance(tasks[what])

        all_results = evaluate_all(
            corpora,
            methods=method_names,
            peers=peer_names,
            recorded=recorded,
            metric=metric,
            # Metrics of word order take seconds per page, and only reports show them.
            metrics=None if report is None else METRICS,
            cv=int(cv) if cv is not None and cv.isdecimal() else cv,
            sample=sample,
            seed=seed,
            timeout=timeout,
            steps=read_steps(without),
            parameters=parameters,
            progress=advance,
        )
    all_results = _add_unknown_ids(all_results, corpora)
    for results in all_results:
        print_results(results, console, seed)
    code = 0 if compare is None else _compare(all_results, compare, console, seed)
    # Problems are reported before the report is written, which may fail.
    code = max(code, _report_problems(all_results, missing))
    if report is not None:
        # Reports in different folders have the same content.
        command = rebuild_command(context, without=("report", "overwrite"))
        with _report_write_errors(f"--report {report}") as errors:
            index = write_report(
                all_results, report, seed=seed, command=command, overwrite=overwrite
            )
        if errors:
            code = max(code, 1)
        else:
            console.print(f"report: {index}")
    if code:
        sys.exit(code)


@contextmanager
def _report_write_errors(option: str) -> Iterator[list[Exception]]:
    """Report errors in writing results, and collect them in a list; the results were printed
    already."""
    errors: list[Exception] = []
    try:
        yield errors
    # Such as a full disk; errors of pyarrow are among these classes.
    except (OSError, ValueError, PagecoreError) as error:
        errors.append(error)
        print_message(f"{option}: cannot be written: {error}")


def _check_names(
    compare: tuple[str, str],
    method_names: Sequence[str],
    peer_names: Sequence[str],
    recorded: Sequence[Path],
    formats: Sequence[str],
) -> None:
    """Raise `BadOption` if a contender to compare will not be measured on any corpus."""

    def list_recorded() -> Iterator[str]:
        for path in recorded:
            files = [path]
            if path.is_dir():
                files = [file for name in formats for file in path.glob(f"{name}/*.jsonl")]
            yield from (file.stem for file in files)

    known = list(dict.fromkeys((*method_names, *peer_names, *sorted(list_recorded()))))
    for name in compare:
        # A suffix in parentheses, such as (in-sample), is not part of the name.
        if name not in known and name.rpartition(" (")[0] not in known:
            raise BadOption(
                f"--compare: {name!r} is not measured; expected one of: {', '.join(known)}"
            )


def _add_unknown_ids(all_results: Sequence[Results], corpora: Sequence[Corpus]) -> list[Results]:
    """Add to the problems of results the recorded ids that no page of the corpora has."""
    from pagecore.corpora.corpus import Problem
    from pagecore.evaluate.other_contenders import RecordedContender

    # Pages outside a sample are known too.
    known = {item.id for corpus in corpora for item in corpus.items}
    checked: set[Path] = set()
    with_problems = []
    for results in all_results:
        problems = list(results.problems)
        for contender in results.contenders:
            if not isinstance(contender, RecordedContender) or contender.recording.path in checked:
                continue
            checked.add(contender.recording.path)
            if unknown := [page for page in contender.recording if page not in known]:
                first = ", ".join(map(repr, unknown[:MAX_NAMED_IDS]))
                more = ", …" if len(unknown) > MAX_NAMED_IDS else ""
                problem = f"{len(unknown)} ids belong to no page: {first}{more}"
                problems.append(Problem(str(contender.recording.path), problem))
        with_problems.append(replace(results, problems=tuple(problems)))
    return with_problems


def _compare(
    all_results: Sequence[Results], names: tuple[str, str], console: Console, seed: int
) -> int:
    """Print the comparison for every corpus with results of both; returns 1 if there is none."""
    from pagecore.cli.print_results import print_comparison
    from pagecore.evaluate.compare import compare

    has_comparison = False
    for results in all_results:
        try:
            comparison = compare(results, *names, seed=seed)
        except BadOption as error:
            console.print(f"{results.corpus.name}: nothing to compare: {error}")
            continue
        print_comparison(results, comparison, console, with_corpus=len(all_results) > 1)
        has_comparison = True
    if not has_comparison:
        both = " and ".join(names)
        print_message(f"--compare: no corpus was measured with both {both}")
    return 0 if has_comparison else 1


def _select_methods(names: str) -> list[str]:
    """Return the names of the methods to run."""
    if names == ALL:
        return [method.short_name for method in list_methods() if method.family.takes is Page]
    return [find_method(name).short_name for name in _split(names)]


def _read_parameters(names: Sequence[str], settings: Sequence[str]) -> dict[str, Any]:
    """Return the parameters in the values of --set, which is for a single method."""
    if not settings:
        return {}
    if len(names) != 1:
        raise BadOption("--set is for a single method; measure the methods one by one")
    return dict(read_settings(names[0], settings, family=find_method(names[0]).family))


def _select_peers(names: str) -> list[str]:
    """Return the names of the peers to run. A named peer must be installed; `all` skips those that
    are not, with a message."""
    from pagecore.evaluate import peers

    if names == "none":
        return []
    if names != ALL:
        return [peers.find_peer(name).name for name in _split(names)]
    selected = []
    for name, reason in peers.check_peers().items():
        if isinstance(reason, str):
            click.echo(f"{name} is skipped: {reason}")
        else:
            selected.append(name)
    return selected


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _report_problems(all_results: Sequence[Results], missing: Sequence[CorpusError]) -> int:
    """Report missing corpora, problems and failed pages; returns the exit code."""
    for error in missing:
        print_message(str(error))

    def name_corpus(results: Results) -> str:
        return f"{results.corpus.name}: " if len(all_results) > 1 else ""

    problems = [
        f"{name_corpus(results)}{problem.where}: {problem.what}"
        for results in all_results
        for problem in results.problems
    ]
    for problem in problems:
        print_message(problem)
    measured = [page for results in all_results for page in results.measured]
    failures = [
        f"{name_corpus(results)}{page.contender}: {page.item.id}: {page.output.error}"
        for results in all_results
        for page in results.measured
        if page.output.error is not None
    ]
    for failure in failures[:MAX_NAMED_FAILURES]:
        print_message(failure)
    if len(failures) > MAX_NAMED_FAILURES:
        print_message(f"and {len(failures) - MAX_NAMED_FAILURES} more pages failed")
    if len(failures) == len(measured) or not any(page.scores for page in measured):
        cause = "no metric fits the gold of the corpus"
        if failures and len(failures) == len(measured):
            cause = f"{format_count(len(failures), 'page')} failed, and none succeeded"
        print_message(f"nothing could be measured: {cause}")
        return 2
    return 1 if problems or failures or missing else 0
