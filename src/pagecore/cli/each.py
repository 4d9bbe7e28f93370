"""One command over many pages: each is read, made and written, and what fails stops no other."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

from pagecore.cli.jobs import in_order
from pagecore.cli.messages import report, tell
from pagecore.cli.output import Output, output
from pagecore.cli.sources import Source, found
from pagecore.errors import BadInput, BadOption, FetchError, LimitError, PagecoreError
from pagecore.page import PageWarning

#: Exit codes: some pages failed, nothing could be done.
SOME_FAILED, NOTHING_DONE = 1, 2
#: Pages that the summary names.
NAMED: Final = 10


@dataclass(frozen=True)
class Given:
    """The pages that a command is given."""

    sources: Sequence[Source]
    #: What is wrong with folders.
    wrong: Sequence[BadInput]
    #: Whether there may be several.
    many: bool

    @classmethod
    def of(cls, pages: Sequence[str], url: str | None) -> Given:
        """The pages at places; a URL can be said of one alone."""
        sources, wrong = found(pages)
        many = len(pages) > 1 or any(source.folder is not None for source in sources)
        if url is not None and many:
            raise BadOption("--url is of one page; give the pages one by one")
        return cls(sources, wrong, many)

    def output(self, to: str, where: str | None) -> Output:
        """Where what is made of them goes."""
        return output(to, where, self.sources, many=self.many)


@dataclass(frozen=True)
class Made:
    """What was made of a page: its content, or why there is none."""

    source: Source
    content: str = ""
    warnings: tuple[str, ...] = ()
    error: str | None = None
    trace: str = ""


def made(
    source: Source, make: Callable[[Source], tuple[str, tuple[PageWarning, ...]]], *, is_debug: bool
) -> Made:
    """What is made of a page: what is written, and warnings to tell."""
    try:
        content, warnings = make(source)
    except (BadInput, FetchError, LimitError) as error:
        return _failed(source, error, str(error), is_debug)
    except (MemoryError, RecursionError) as error:
        return _failed(source, error, f"{source}: it takes more memory than there is", is_debug)
    told = tuple(f"{source}: {warning.code}: {warning.message}" for warning in warnings)
    return Made(source, content, told)


def _failed(source: Source, error: BaseException, said: str, is_debug: bool) -> Made:
    trace = "".join(traceback.format_exception(error)) if is_debug else ""
    return Made(source, error=said, trace=trace)


def _lost(source: Source) -> Made:
    return Made(source, error=f"{source}: the process that read it ended")


def each(work: Callable[[Source], Made], given: Given, target: Output, jobs: int) -> None:
    """Make something of each page and write it; then leave, where some failed.

    Args:
        work: what is done with a page; with several jobs it is sent to other processes.
        given: the pages.
        target: where results go.
        jobs: processes to work in.
    """
    for error in given.wrong:
        report(error)
    failed = [str(error).partition(": ")[0] for error in given.wrong]
    n_done = 0
    try:
        with progress(len(given.sources), is_shown=not target.is_shown) as advance:
            for one in in_order(work, given.sources, jobs, _lost):
                if not _is_written(one, target):
                    failed.append(str(one.source))
                for warning in one.warnings:
                    tell(warning)
                n_done += 1
                advance()
    except KeyboardInterrupt:
        if given.many:
            tell(f"interrupted; {n_done} of {len(given.sources)} pages are done")
        raise
    leave(failed, len(given.sources) + len(given.wrong))


def _is_written(one: Made, target: Output) -> bool:
    """Write what was made of a page, or tell why there is none, or why it cannot be written."""
    if one.error is not None:
        target.fail(one.source, one.error)
        sys.stderr.write(one.trace)
        tell(one.error)
        return False
    try:
        target.write(one.source, one.content)
    except PagecoreError as error:
        report(error)
        return False
    return True


def leave(failed: Sequence[str], n_pages: int) -> None:
    """Leave with the exit code that says that pages failed, where some did."""
    if not failed:
        return
    if n_pages > 1:
        tell(_summary(failed, n_pages))
    sys.exit(NOTHING_DONE if len(failed) == n_pages else SOME_FAILED)


def _summary(failed: Sequence[str], n_pages: int) -> str:
    named = ", ".join(failed[:NAMED])
    rest = f" and {len(failed) - NAMED} more" if len(failed) > NAMED else ""
    return f"{len(failed)} of {n_pages} pages failed: {named}{rest}"


@contextmanager
def progress(n_pages: int, *, is_shown: bool) -> Iterator[Callable[[], None]]:
    """A bar on standard error, where that is a terminal and nothing else is written to it."""
    if n_pages < 2 or not sys.stderr.isatty() or (sys.stdout.isatty() and not is_shown):
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    console = Console(stderr=True)
    columns = TextColumn("pages"), BarColumn(None), MofNCompleteColumn(), Remaining()
    # What is written to a file is none of its business.
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=n_pages)
        yield partial(bar.advance, task)
