"""Run a batch for a command: write its records, report failures and warnings, show progress, and
leave with the exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

from pagecore.batch.record import Record, Task
from pagecore.batch.sinks import Sink
from pagecore.batch.workers import Limits, process_sources
from pagecore.cli.messages import is_debug, report, tell
from pagecore.errors import PagecoreError
from pagecore.sources.source import SourceList

#: Exit codes: some pages failed, nothing could be done.
SOME_FAILED, NOTHING_DONE = 1, 2
#: Failed pages that the summary names.
NAMED: Final = 10


def run_batch(task: Task, pages: SourceList, sink: Sink, jobs: int, limits: Limits) -> None:
    """Run a task on all sources and write their records; exit where some failed.

    Args:
        task: what is done with a source.
        pages: the sources.
        sink: where records go.
        jobs: number of workers.
        limits: what one source may take.
    """
    for error in pages.errors:
        report(error)
    failed = [str(error).partition(": ")[0] for error in pages.errors]
    n_done, n_sources = 0, len(pages.sources)
    try:
        with show_progress(n_sources, is_shown=not sink.is_shown) as advance:
            for record in process_sources(
                task, pages.sources, jobs=jobs, limits=limits, with_trace=is_debug()
            ):
                if not _write(record, sink):
                    failed.append(str(record.source))
                n_done += 1
                advance()
    except KeyboardInterrupt:
        if pages.is_many:
            tell(f"interrupted; {n_done} of {n_sources} pages are done")
        raise
    leave(failed, n_sources + len(pages.errors))


def _write(record: Record, sink: Sink) -> bool:
    """Write a record and report what is wrong with it; gives whether all went well."""
    try:
        sink.write(record)
    except PagecoreError as error:
        report(error)
        return False
    if record.failure is not None:
        sys.stderr.write(record.failure.trace)
        tell(record.failure.message)
    for warning in record.warnings:
        tell(f"{record.source}: {warning.code}: {warning.message}")
    return record.failure is None


def leave(failed: Sequence[str], n_pages: int) -> None:
    """Exit with the code that says that pages failed, where some did."""
    if not failed:
        return
    if n_pages > 1:
        tell(_summarise(failed, n_pages))
    sys.exit(NOTHING_DONE if len(failed) == n_pages else SOME_FAILED)


def _summarise(failed: Sequence[str], n_pages: int) -> str:
    named = ", ".join(failed[:NAMED])
    rest = f" and {len(failed) - NAMED} more" if len(failed) > NAMED else ""
    return f"{len(failed)} of {n_pages} pages failed: {named}{rest}"


@contextmanager
def show_progress(n_pages: int, *, is_shown: bool) -> Iterator[Callable[[], None]]:
    """A progress bar on standard error, where that is a terminal and nothing else is written to it.

    Args:
        n_pages: all pages; one page has no bar.
        is_shown: whether standard output is free of results.
    """
    if n_pages < 2 or not sys.stderr.isatty() or (sys.stdout.isatty() and not is_shown):
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    console = Console(stderr=True)
    columns = TextColumn("pages"), BarColumn(None), MofNCompleteColumn(), Remaining()
    # Results that go to a file must not pass through the bar.
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=n_pages)
        yield partial(bar.advance, task)
