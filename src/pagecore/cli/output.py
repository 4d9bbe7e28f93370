"""Sinks of a command: standard output here, files in `pagecore.batch.sinks`."""

from __future__ import annotations

import os
from pathlib import Path

from pagecore.batch.record import Record, Task
from pagecore.batch.sinks import File, Folder, Lines, Sink
from pagecore.batch.tasks import FORMATS, LINES, PIECE_FORMATS, SOURCE
from pagecore.cli.messages import print_result
from pagecore.errors import BadOption
from pagecore.sources.find_sources import SourceList
from pagecore.sources.source import Source
from pagecore.store import make_printable


def open_sink(
    to: str,
    output: str | None,
    pages: SourceList,
    task: Task,
    *,
    overwrite: bool,
    skip_existing: bool = False,
) -> Sink:
    """Open the sink for the options of a command.

    Args:
        to: the format, from the option --to.
        output: a file or folder, from the option -o; None for standard output.
        pages: all sources.
        task: makes the records.
        overwrite: replace files that exist.
        skip_existing: keep files that exist.
    """
    if overwrite and skip_existing:
        raise BadOption("--overwrite and --skip-existing exclude each other; pass one of them")
    if output is None:
        if skip_existing:
            raise BadOption("--skip-existing has no effect without -o; remove it, or pass both")
        if pages.is_many and to in ("html", "xml", SOURCE):
            raise BadOption(f"--to {to} with several pages needs a folder: pass -o FOLDER")
        if to in LINES:
            return LineStream(pages.is_many)
        return RecordLines() if pages.is_many and to == "json" else TextStream(pages.is_many)
    path = Path(output)
    if to in LINES and path.suffix == ".jsonl" and not os.path.isdir(path):
        if skip_existing:
            raise BadOption(
                "--skip-existing has no effect with -o FILE.jsonl, which continues an interrupted "
                "run by itself; remove it"
            )
        return Lines(path, pages.sources, run=task.describe(), overwrite=overwrite)
    if pages.is_many or os.path.isdir(path) or output.endswith(("/", os.sep)):
        # The format `source` is HTML too.
        extension = {**FORMATS, **PIECE_FORMATS}.get(to, ".html")
        if path.suffix == extension and not os.path.lexists(path) and not output.endswith("/"):
            raise BadOption(
                f"output {make_printable(path)}: several pages need a folder, and this is the name "
                f"of a file; pass -o FOLDER{_advise_lines(to)}"
            )
        return Folder(
            path,
            extension,
            pages.sources,
            run=task.describe(),
            overwrite=overwrite,
            skip_existing=skip_existing,
        )
    return File(path, pages.sources, overwrite=overwrite, skip_existing=skip_existing)


def _advise_lines(to: str) -> str:
    return ", or --to jsonl -o FILE.jsonl for one file" if to == "json" else ""


class _Stdout:
    """Standard output, which holds no results of earlier runs."""

    uses_stdout = True

    def is_finished(self, source: Source) -> bool:
        return False

    def close(self) -> None:
        pass


class TextStream(_Stdout):
    """Standard output; with several pages, each follows a line with its name."""

    def __init__(self, is_many: bool) -> None:
        self._is_many = is_many

    def write(self, record: Record) -> None:
        if record.failure is None:
            if self._is_many:
                print_result(f"==> {record.source} <==")
            print_result(record.content)


class RecordLines(_Stdout):
    """Standard output, one line of JSON per page: its name, and the document or the error."""

    def write(self, record: Record) -> None:
        print_result(record.json_line())


class LineStream(_Stdout):
    """Standard output, lines of JSON; with several pages, also a line for each page that
    failed."""

    def __init__(self, is_many: bool) -> None:
        self._is_many = is_many

    def write(self, record: Record) -> None:
        if record.failure is not None:
            if self._is_many:
                print_result(record.json_line())
        elif record.content:
            print_result(record.content)
