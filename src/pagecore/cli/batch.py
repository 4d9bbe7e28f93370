"""Run a task on all pages of a command: write the records, report failures and warnings, show
progress, and exit with the right code.

`pagecore.batch.workers` processes the pages; the sinks are in `output.py` and
`pagecore.batch.sinks`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final

import click

from pagecore.batch.record import Record, Task
from pagecore.batch.sinks import LinesSink, Sink
from pagecore.batch.workers import process_sources
from pagecore.cli.exit_codes import NOTHING_DONE, SOME_FAILED
from pagecore.cli.messages import is_debug, print_message, report_error
from pagecore.cli.options.batch import BatchOptions
from pagecore.cli.options.reading import refuse_url
from pagecore.cli.output import open_sink
from pagecore.errors import BadOption, PagecoreError, SearchError
from pagecore.page.counts import format_count
from pagecore.sources.find_sources import SourceList, format_skipped
from pagecore.sources.source import Source

#: Number of failed pages that the summary names.
MAX_NAMED_FAILURES: Final = 10
#: Warnings that most saved pages have; of several pages, their number is reported.
_NOTICES: Final = {
    "url-declared": "no URL was passed; the one that the page declares is used",
    "url-from-comment": "no URL was passed; the one in a comment of the browser is used",
}


def run_batch(
    task: Task,
    pages: SourceList,
    to: str,
    options: BatchOptions,
    sink: Sink | None = None,
    advice: str = "--overwrite extracts them again",
) -> None:
    """Run a task on all sources and write their records; exit if any failed.

    Args:
        task: makes the record of a source.
        pages: the sources; their records are written in this order.
        to: the format, from the option --to.
        options: output, worker processes and limits.
        sink: receives the records; None for the sink of the format and the output.
        advice: how to process pages again that have results of an earlier run.
    """
    if task.container_options.render is not None and options.limits.max_memory_mib is not None:
        raise BadOption(
            "--max-memory limits worker processes, and browsers need more: remove it, or --browse"
        )
    keeps_sink = sink is not None
    chosen = sink or _open_sink(task, pages, to, options)
    _run(task, pages, to, options, chosen, keeps_sink=keeps_sink, advice=advice)


def _open_sink(task: Task, pages: SourceList, to: str, options: BatchOptions) -> Sink:
    return open_sink(
        to,
        options.output,
        pages,
        task,
        overwrite=options.overwrite,
        skip_existing=options.skip_existing,
    )


def _run(
    task: Task,
    pages: SourceList,
    to: str,
    options: BatchOptions,
    sink: Sink,
    *,
    keeps_sink: bool,
    advice: str,
) -> None:
    for error in pages.errors:
        report_error(error)
    failed = [str(error).partition(": ")[0] for error in pages.errors]
    sources = [source for source in pages.sources if not sink.is_finished(source)]
    n_done = n_finished = len(pages.sources) - len(sources)
    notices: Counter[str] = Counter()

    def is_finished(page: Source) -> bool:
        nonlocal n_done, n_finished
        finished = sink.is_finished(page)
        n_finished += finished
        n_done += finished
        return finished

    try:
        with show_progress(len(sources), is_stdout_free=not sink.uses_stdout) as advance:
            for record in process_sources(
                task,
                sources,
                jobs=options.jobs,
                limits=options.limits,
                with_trace=is_debug(),
                is_finished=is_finished,
                with_containers=pages.is_many,
            ):
                if record.container is not None and not pages.is_many:
                    # A URL or standard input turned out to be a container.
                    refuse_url(task.container_options)
                    several = replace(pages, sources=[record.container], is_many=True)
                    # A file of lines is open already, and takes those of several pages too.
                    if not isinstance(sink, LinesSink) and not keeps_sink:
                        sink.close()
                        sink = _open_sink(task, several, to, options)
                    return _run(
                        task, several, to, options, sink, keeps_sink=keeps_sink, advice=advice
                    )
                if not _write_record(record, sink, notices if pages.is_many else None):
                    failed.append(str(record.source))
                # A container is not a page itself.
                n_done += record.container is None or record.failure is not None
                advance()
        sink.close()
    except KeyboardInterrupt:
        if pages.is_many:
            n_pages = max(n_done, len(pages.sources))
            print_message(f"interrupted; {n_done} of {n_pages} pages are done")
        raise
    if n_finished:
        _report_finished(n_finished, n_done, options, advice)
    for code, n_pages in notices.items():
        print_message(f"{code}: {format_count(n_pages, 'page')}: {_NOTICES[code]}")
    if pages.skipped:
        n_skipped = sum(pages.skipped.values())
        print_message(
            f"{format_count(n_skipped, 'file')} in folders skipped, because they are not pages: "
            f"{format_skipped(pages.skipped)}"
        )
    exit_if_failed(failed, n_done + len(pages.errors))


def _report_finished(n_finished: int, n_pages: int, options: BatchOptions, advice: str) -> None:
    reason = f"have results of an earlier run of this command; {advice}"
    if options.skip_existing:
        reason = "have output files, which are kept"
    print_message(f"{n_finished} of {n_pages} pages {reason}")


def _write_record(record: Record, sink: Sink, notices: Counter[str] | None) -> bool:
    """Write a record, and report its failure and warnings; returns whether it succeeded. If a
    counter is passed, notices are counted instead."""
    try:
        # The pages of a container were written before its own record, which reports its failure.
        if record.container is None or record.failure is not None:
            sink.write(record)
    except SearchError:
        # Nothing more can be written to the index.
        raise
    except PagecoreError as error:
        report_error(error)
        return False
    if record.failure is not None:
        sys.stderr.write(record.failure.trace)
        print_message(record.failure.message)
    for warning in record.warnings:
        if notices is not None and warning.code in _NOTICES:
            notices[warning.code] += 1
        else:
            print_message(f"{record.source}: {warning.code}: {warning.message}")
    return record.failure is None


def report_failure(source: Source, error: BaseException) -> None:
    """Write what a page raised to standard error, in one line with its type; with --debug after its
    traceback."""
    failure = Record.of_failure(source, error, with_trace=is_debug()).failure
    assert failure is not None
    if failure.trace:
        click.echo(failure.trace, err=True, nl=False)
    print_message(failure.message)


def exit_if_failed(failed: Sequence[str], n_pages: int) -> None:
    """Exit with an error code if any page failed."""
    if not failed:
        return
    if n_pages > 1:
        print_message(_summarise_failures(failed, n_pages))
    sys.exit(NOTHING_DONE if len(failed) == n_pages else SOME_FAILED)


def _summarise_failures(failed: Sequence[str], n_pages: int) -> str:
    named = ", ".join(failed[:MAX_NAMED_FAILURES])
    rest = (
        f" and {len(failed) - MAX_NAMED_FAILURES} more" if len(failed) > MAX_NAMED_FAILURES else ""
    )
    return f"{len(failed)} of {n_pages} pages failed: {named}{rest}"


@contextmanager
def show_progress(n_pages: int, *, is_stdout_free: bool) -> Iterator[Callable[[], None]]:
    """Show a progress bar on standard error if it is a terminal and results do not go there too.

    Args:
        n_pages: number of pages; a single page has no bar.
        is_stdout_free: whether the results go elsewhere than to standard output.

    Yields:
        A function to call after each page.
    """
    with _open_bar("pages", n_pages, is_stdout_free=is_stdout_free) as bar:
        yield bar.advance


@contextmanager
def show_reading(n_pages: int, *, is_stdout_free: bool) -> Iterator[PageBar]:
    """Show a progress bar as `show_progress` does, for pages that are read several times. It counts
    the pages of all iterations; `begin` adds those of one to the total.

    Args:
        n_pages: number of pages; a single page has no bar.
        is_stdout_free: whether the results go elsewhere than to standard output.
    """
    with _open_bar("pages read", n_pages, is_stdout_free=is_stdout_free) as bar:
        bar.n_pages = 0
        yield bar


@dataclass
class PageBar:
    """Counts pages, and shows how many there are."""

    n_pages: int
    n_done: int = 0
    #: Shows the number of pages that are done, and of all.
    show: Callable[[int, int], None] = field(default=lambda n_done, n_pages: None)

    def begin(self, n_pages: int) -> None:
        """Expect more pages. Those that an earlier iteration left out are no longer expected."""
        self.n_pages = self.n_done + n_pages
        self.show(self.n_done, self.n_pages)

    def advance(self) -> None:
        """Count a page."""
        self.n_done += 1
        self.show(self.n_done, self.n_pages)


@contextmanager
def _open_bar(label: str, n_pages: int, *, is_stdout_free: bool) -> Iterator[PageBar]:
    if n_pages < 2 or not sys.stderr.isatty() or (sys.stdout.isatty() and not is_stdout_free):
        yield PageBar(n_pages)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    console = Console(stderr=True)
    columns = TextColumn(label), BarColumn(None), MofNCompleteColumn(), Remaining()
    # Results must not pass through the bar, even if standard output is redirected to a file.
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=n_pages)
        yield PageBar(
            n_pages,
            show=lambda n_done, n_all: bar.update(task, completed=n_done, total=n_all),
        )
