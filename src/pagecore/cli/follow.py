"""`pagecore apply --follow`: write the entries of a whole blog, using a wrapper of its lists."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from pagecore import _core
from pagecore.batch.field_tables import CONVERTERS, check_parquet
from pagecore.cli.batch import exit_if_failed
from pagecore.cli.messages import print_message, print_result
from pagecore.cli.options.batch import BatchOptions
from pagecore.cli.options.groups import Integer, group_options
from pagecore.cli.options.places import PlaceOptions
from pagecore.errors import BadOption, WrapperError
from pagecore.follow import FileJournal, FollowOptions, LineJournal, PoliteClient, Walk, WalkEvent
from pagecore.follow.entries import LINK
from pagecore.follow.walk import MAX_PAGES
from pagecore.page import Page
from pagecore.page.counts import format_count
from pagecore.records import Records
from pagecore.sources.read import ReadOptions
from pagecore.sources.source import is_url
from pagecore.store import LinesFile
from pagecore.wrapper import Wrapper

#: Formats of entries; all but the first need a file.
_FORMATS: Final = ("jsonl", "csv", "parquet")


def _read_options(follow: str | None, max_pages: int | None) -> FollowOptions | None:
    if follow is None:
        if max_pages is not None:
            raise BadOption("--max-pages has no effect without --follow; remove it, or pass both")
        return None
    return FollowOptions(follow == "entries", MAX_PAGES if max_pages is None else max_pages)


#: Adds the options for following a blog; the argument is `follow_options`, None without --follow.
follow_options = group_options(
    "follow_options",
    _read_options,
    click.option(
        "--follow",
        type=click.Choice(["archive", "entries"]),
        metavar="archive|entries",
        help="Start at this URL, and write the entries of all next pages and archives of the blog, "
        "each once; with entries, also read the page of each entry. The wrapper needs a field "
        "link. robots.txt is obeyed, and no other host is read.",
    ),
    click.option(
        "--max-pages",
        type=Integer(1),
        metavar="N",
        help=f"Maximum number of pages to read, with --follow (default: {MAX_PAGES}).",
    ),
)


def follow_blog(
    wrapper: Wrapper,
    places: PlaceOptions,
    follow: FollowOptions,
    to: str,
    names: Sequence[str] | None,
    batch_options: BatchOptions,
    read_options: ReadOptions,
) -> None:
    """Walk over the pages of a blog and write their entries; exit if a page failed.

    Args:
        wrapper: finds the entries of a page.
        places: the URL to start at.
        follow: what to read.
        to: the format.
        names: the fields to write; None for all.
        batch_options: the output.
        read_options: timeout, pause and private addresses.
    """
    url = _check_options(wrapper, places, to, batch_options, read_options)
    client = PoliteClient(url, read_options)
    journal: LineJournal | FileJournal
    file = None
    if batch_options.output is None:
        journal = LineJournal(print_result)
    else:
        file = _open_file(wrapper, client.start, follow, to, names, batch_options)
        journal = FileJournal(file)
    walk = Walk(client, _select_fields(wrapper, names), journal, follow)
    report = _Report(walk)
    try:
        with _show_walk(is_stdout_free=file is not None) as show:
            for event in walk.run():
                report.add(event)
                show(report, event)
    except BaseException as error:
        if file is not None:
            file.release()
        if isinstance(error, KeyboardInterrupt):
            advice = "; the same command continues" if file is not None else ""
            print_message(f"interrupted; {report.summarise()}{advice}")
        raise
    if file is not None and report.n_entries:
        file.close()
    elif file is not None:
        file.discard()
    if not report.n_entries and not report.failed:
        pages = format_count(walk.n_pages, "page")
        raise WrapperError(f"{url}: there are no entries: the wrapper finds none on {pages}")
    report.finish()


def _check_options(
    wrapper: Wrapper,
    places: PlaceOptions,
    to: str,
    batch_options: BatchOptions,
    read_options: ReadOptions,
) -> str:
    """Return the URL to start at; raise `BadOption` for options that have no effect."""
    if len(places.pages) != 1 or places.reads_list or not is_url(places.pages[0]):
        raise BadOption("--follow starts at one URL; pass it as the only PAGE")
    if LINK not in wrapper.columns:
        known = ", ".join(wrapper.columns) or "content"
        raise BadOption(
            f"--follow needs a wrapper with the field {LINK!r}, as the method wtm learns it; the "
            f"fields of this one, of the method {wrapper.method!r}, are: {known}"
        )
    if to not in _FORMATS:
        raise BadOption(
            f"--to {to} has no effect with --follow, which writes {', '.join(_FORMATS)}"
        )
    if batch_options.output is None and to != _FORMATS[0]:
        raise BadOption(f"--to {to} with --follow needs a file: pass -o FILE.{to}")
    idle = {
        "--jobs": batch_options.jobs > 1,
        "--skip-existing": batch_options.skip_existing,
        "--max-seconds": batch_options.limits.max_seconds is not None,
        "--max-memory": batch_options.limits.max_memory_mib is not None,
        "--url": read_options.url is not None,
    }
    for option, is_passed in idle.items():
        if is_passed:
            raise BadOption(f"{option} has no effect with --follow; remove it")
    return places.pages[0]


def _open_file(
    wrapper: Wrapper,
    url: str,
    follow: FollowOptions,
    to: str,
    names: Sequence[str] | None,
    batch_options: BatchOptions,
) -> LinesFile:
    if to == "parquet":
        check_parquet()
    columns = ("page", *(wrapper.columns if names is None else names))
    run = {
        "task": "follow",
        "pagecore": _core.__version__,
        "wrapper": hashlib.blake2b(wrapper.xml().encode(), digest_size=16).hexdigest(),
        "url": url,
        "with_entries": follow.with_entries,
        "columns": columns,
    }

    def convert(lines: Iterator[bytes]) -> Iterator[bytes]:
        return lines if to not in CONVERTERS else CONVERTERS[to](lines, columns)

    path = Path(str(batch_options.output))
    return LinesFile(path, run, overwrite=batch_options.overwrite, convert=convert)


def _select_fields(wrapper: Wrapper, names: Sequence[str] | None) -> Callable[[Page], Records]:
    """Return the function that finds the entries of a page, with some of their fields."""
    if names is None:
        return wrapper.fields

    def read_records(page: Page) -> Records:
        records = wrapper.fields(page)
        columns = tuple(name for name in records.columns if name in {LINK, *names})
        items = [{name: of[name] for name in columns if name in of} for of in records]
        return Records(columns, tuple(items))

    return read_records


class _Report:
    """Reports what happens to pages, and counts."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self.n_entries = 0
        self.failed: list[str] = []
        self._n_old = 0
        #: Entries whose own page could not be used.
        self._n_misfits = 0

    def add(self, event: WalkEvent) -> None:
        """Count a page; report its failure or note. Of notes on entries, only the first is
        reported."""
        self.n_entries += event.n_entries
        self._n_old += event.is_old
        if event.failure:
            self.failed.append(event.url)
            print_message(event.failure)
        if event.note:
            if not event.is_entry or not self._n_misfits:
                print_message(event.note)
            self._n_misfits += event.is_entry

    def summarise(self) -> str:
        entries = "1 entry" if self.n_entries == 1 else f"{self.n_entries} entries"
        return f"{entries} of {format_count(self._walk.n_pages, 'page')}"

    def finish(self) -> None:
        """Print the summary, and exit if a page failed."""
        if self._n_old:
            print_message(f"an interrupted run had read {format_count(self._n_old, 'page')}")
        if self._n_misfits > 1:
            print_message(f"the pages of {self._n_misfits} entries added nothing to their lists")
        if self._walk.stop_reason:
            print_message(self._walk.stop_reason)
        print_message(self.summarise())
        exit_if_failed(self.failed, self._walk.n_pages)


@contextmanager
def _show_walk(*, is_stdout_free: bool) -> Iterator[Callable[[_Report, WalkEvent], None]]:
    """Show the progress on standard error if it is a terminal and results do not go there too.

    Yields:
        A function to call after each page.
    """
    if not sys.stderr.isatty() or (sys.stdout.isatty() and not is_stdout_free):
        yield lambda report, event: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

    columns = (
        SpinnerColumn(),
        TextColumn("{task.completed} pages, {task.fields[entries]} entries"),
        BarColumn(None),
        TextColumn("{task.fields[waiting]} pages known"),
    )
    console = Console(stderr=True)
    # Results must not pass through the bar, even if standard output is redirected to a file.
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=None, entries=0, waiting=1)

        def show(report: _Report, event: WalkEvent) -> None:
            done = bar.tasks[task].completed + 1
            bar.update(
                task,
                completed=done,
                total=done + event.n_waiting,
                entries=report.n_entries,
                waiting=event.n_waiting,
            )

        yield show
