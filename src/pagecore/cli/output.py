"""Sinks of a command: standard output here, files in `pagecore.batch.sinks`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pagecore.batch.field_items import FIELD_FORMATS, FieldsTask
from pagecore.batch.field_tables import CONVERTERS, check_parquet, convert_to_csv
from pagecore.batch.listing_items import RECORD_FORMATS, RecordsTask
from pagecore.batch.record import Record, Task
from pagecore.batch.sinks import FileSink, FolderSink, LinesSink, Sink
from pagecore.batch.tasks import DRAWING_FORMATS, FORMATS, LINES, PIECE_FORMATS, SOURCE
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
        if isinstance(task, FieldsTask) and to == "csv":
            return CsvStream(task.columns)
        if isinstance(task, RecordsTask) and to == "csv":
            return CsvAtEnd()
        if to == "parquet":
            raise BadOption("--to parquet needs a file: pass -o FILE.parquet")
        if to in LINES:
            return LineStream(pages.is_many)
        return RecordLines() if pages.is_many and to == "json" else TextStream(pages.is_many)
    path = Path(output)
    if isinstance(task, FieldsTask | RecordsTask) and to in CONVERTERS:
        return _open_table(path, pages, task, overwrite=overwrite, skip_existing=skip_existing)
    if to in LINES and path.suffix == ".jsonl" and not os.path.isdir(path):
        if skip_existing:
            raise BadOption(
                "--skip-existing has no effect with -o FILE.jsonl, which continues an interrupted "
                "run by itself; remove it"
            )
        return LinesSink(path, pages.sources, run=task.describe(), overwrite=overwrite)
    if pages.is_many or os.path.isdir(path) or output.endswith(("/", os.sep)):
        # The format `source` is HTML too.
        extensions = {
            **FORMATS, **PIECE_FORMATS, **DRAWING_FORMATS, **FIELD_FORMATS, **RECORD_FORMATS,
        }  # fmt: skip
        extension = extensions.get(to, ".html")
        if path.suffix == extension and not os.path.lexists(path) and not output.endswith("/"):
            raise BadOption(
                f"output {make_printable(path)}: several pages need a folder, and this is the name "
                f"of a file; pass -o FOLDER{_advise_lines(to)}"
            )
        return FolderSink(
            path,
            extension,
            pages.sources,
            run=task.describe(),
            overwrite=overwrite,
            skip_existing=skip_existing,
        )
    return FileSink(path, pages.sources, overwrite=overwrite, skip_existing=skip_existing)


def _open_table(
    path: Path,
    pages: SourceList,
    task: FieldsTask | RecordsTask,
    *,
    overwrite: bool,
    skip_existing: bool,
) -> LinesSink:
    """Open a file for the fields or records of all pages."""
    if skip_existing:
        raise BadOption(
            f"--skip-existing has no effect with --to {task.to}, which continues an interrupted "
            "run by itself; remove it"
        )
    if os.path.isdir(path):
        raise BadOption(
            f"output {make_printable(path)} is a folder: --to {task.to} writes one file for all "
            f"pages; pass -o FILE{FIELD_FORMATS[task.to]}"
        )
    if task.to == "parquet":
        check_parquet()
    to_table, columns = CONVERTERS[task.to], task.columns
    return LinesSink(
        path,
        pages.sources,
        run=task.describe(),
        overwrite=overwrite,
        convert=lambda lines: to_table(lines, columns),
    )


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


class CsvStream(_Stdout):
    """Standard output, lines of CSV; the first has the names of the columns."""

    def __init__(self, columns: Sequence[str]) -> None:
        self._columns, self._with_names = columns, True

    def write(self, record: Record) -> None:
        lines = [record.json_line()] if record.failure is not None else record.content.splitlines()
        rows = convert_to_csv(lines, self._columns, with_names=self._with_names)
        self._with_names = False
        for row in rows:
            print_result(row.decode().removesuffix("\n"))


class CsvAtEnd(_Stdout):
    """Standard output, lines of CSV. They are written at the end, when all columns are known."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def write(self, record: Record) -> None:
        if record.failure is not None:
            self._lines.append(record.json_line())
        else:
            self._lines += record.content.splitlines()

    def close(self) -> None:
        for row in convert_to_csv(self._lines, None):
            print_result(row.decode().removesuffix("\n"))


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
