"""The command `pagecore extract`: the content of pages, in several formats."""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import click

from pagecore.cli.documents import document_of, firsts
from pagecore.cli.given import (
    choosing_options,
    following_options,
    parameters_of,
    reading_options,
)
from pagecore.cli.jobs import in_order
from pagecore.cli.messages import debug_option, is_debug, report, tell
from pagecore.cli.output import ENDINGS, Output, output
from pagecore.cli.sources import Reading, Source, found
from pagecore.document import Document
from pagecore.errors import BadInput, BadOption, FetchError, LimitError, PagecoreError

#: Exit codes: some pages failed, nothing could be done.
SOME_FAILED, NOTHING_DONE = 1, 2
#: Pages that the summary names.
NAMED: Final = 10


@click.command("extract")
@click.argument("pages", metavar="PAGE...", nargs=-1, required=True)
@click.option(
    "--to",
    type=click.Choice(list(ENDINGS)),
    metavar="FORMAT",
    default="text",
    show_default=True,
    help="text, markdown, html, json or xml.",
)
@click.option(
    "-o",
    "where",
    metavar="FILE|FOLDER",
    help="Write to this file; of several pages, to files in this folder, under their names.",
)
@choosing_options
@click.option(
    "--tables/--no-tables",
    default=None,
    help="Write tables of data, as without it, or leave them out.",
)
@click.option(
    "--images/--no-images",
    default=None,
    help="Write images, or leave them out, as text does without it.",
)
@click.option(
    "--links/--no-links",
    default=None,
    help="Write where links lead, or leave that out, as text does without it.",
)
@following_options
@reading_options
@click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    default=1,
    show_default=True,
    help="Processes to work in.",
)
@debug_option
def extract_command(
    pages: tuple[str, ...],
    to: str,
    where: str | None,
    method: str,
    given: tuple[str, ...],
    model: str | None,
    comments: bool | None,
    following: bool,
    limit: int,
    url: str | None,
    seconds: float,
    pause: float,
    private: bool,
    jobs: int,
    **rendering: bool | None,
) -> None:
    """Write the content of pages.

    PAGE is a file, a folder (all *.html, *.htm and *.xhtml in it and below), a
    URL, or - for standard input. A page that fails is named, and the others are
    written: the exit code is 1, or 2 where no page could be read. Of several
    pages, JSON is a line each: {"page": ..., "document": ...}.
    """
    sources, wrong = found(pages)
    many = len(pages) > 1 or any(source.folder is not None for source in sources)
    if url is not None and many:
        raise BadOption("--url is of one page; give the pages one by one")
    reading = Reading(url, seconds, private, pause)
    work = Work(
        to,
        _accepted(to, rendering),
        {"method": method, "comments": comments, **parameters_of(method, given, model)},
        reading,
        limit if following else 1,
        is_debug(),
    )
    if work.limit > 1:
        sources = firsts(sources, reading, limit)
    target = output(to, where, sources, many=many)
    for error in wrong:
        report(error)
    failed = [str(error).partition(": ")[0] for error in wrong]
    n_done = 0
    try:
        with _progress(len(sources), is_shown=where is not None) as advance:
            for made in in_order(work, sources, jobs, _lost):
                if not _is_written(made, target):
                    failed.append(str(made.source))
                for warning in made.warnings:
                    tell(warning)
                n_done += 1
                advance()
    except KeyboardInterrupt:
        if many:
            tell(f"interrupted; {n_done} of {len(sources)} pages are done")
        raise
    if failed:
        n_pages = len(sources) + len(wrong)
        if n_pages > 1:
            tell(_summary(failed, n_pages))
        sys.exit(NOTHING_DONE if len(failed) == n_pages else SOME_FAILED)


def _is_written(made: Made, target: Output) -> bool:
    """Write what was made of a page, or tell why there is none, or why it cannot be written."""
    if made.error is not None:
        target.fail(made.source, made.error)
        sys.stderr.write(made.trace)
        tell(made.error)
        return False
    try:
        target.write(made.source, made.content)
    except PagecoreError as error:
        report(error)
        return False
    return True


def _accepted(to: str, rendering: Mapping[str, bool | None]) -> dict[str, bool]:
    """The rendering options that are given, each of which the format's writer has to know."""
    writer = getattr(Document, _WRITERS.get(to, to))
    given = {name: value for name, value in rendering.items() if value is not None}
    known = inspect.signature(writer).parameters
    for name in given:
        if name not in known:
            raise BadOption(f"--{name} does nothing for --to {to}; leave it out")
    return given


#: Names of writers of `Document` that are not those of their formats.
_WRITERS: Final = {"text": "to_text"}
#: What a file needs before what its writer gives: HTML that a browser opens, its encoding.
_BEFORE: Final = {"html": '<!DOCTYPE html>\n<meta charset="utf-8">\n'}


# ---------------------------------------------------------------- one page


@dataclass(frozen=True)
class Made:
    """What was made of a page: its content, or why there is none."""

    source: Source
    content: str = ""
    warnings: tuple[str, ...] = ()
    error: str | None = None
    trace: str = ""


@dataclass(frozen=True)
class Work:
    """What is done with every page."""

    to: str
    rendering: dict[str, bool]
    choosing: dict[str, Any]
    reading: Reading
    #: Pages of an article, at most.
    limit: int
    is_debug: bool

    def __call__(self, source: Source) -> Made:
        try:
            document = document_of(source, self.reading, self.choosing, self.limit)
            content = getattr(document, _WRITERS.get(self.to, self.to))(**self.rendering)
            content = _BEFORE.get(self.to, "") + content
        except (BadInput, FetchError, LimitError) as error:
            return self._failed(source, error, str(error))
        except (MemoryError, RecursionError) as error:
            return self._failed(source, error, f"{source}: it takes more memory than there is")
        told = tuple(
            f"{source}: {warning.code}: {warning.message}" for warning in document.warnings
        )
        return Made(source, content, told)

    def _failed(self, source: Source, error: BaseException, said: str) -> Made:
        trace = "".join(traceback.format_exception(error)) if self.is_debug else ""
        return Made(source, error=said, trace=trace)


def _lost(source: Source) -> Made:
    return Made(source, error=f"{source}: the process that read it ended")


# ---------------------------------------------------------------- many pages


def _summary(failed: Sequence[str], n_pages: int) -> str:
    named = ", ".join(failed[:NAMED])
    rest = f" and {len(failed) - NAMED} more" if len(failed) > NAMED else ""
    return f"{len(failed)} of {n_pages} pages failed: {named}{rest}"


@contextmanager
def _progress(n_pages: int, *, is_shown: bool) -> Iterator[Callable[[], None]]:
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
