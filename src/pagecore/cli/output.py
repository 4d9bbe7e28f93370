"""Sinks of a command: standard output here, files in `pagecore.batch.sinks`."""

from __future__ import annotations

import os
from pathlib import Path

from pagecore.batch.record import Record
from pagecore.batch.sinks import File, Folder, Sink
from pagecore.batch.tasks import FORMATS, PIECE_FORMATS, SOURCE
from pagecore.cli.messages import print_result
from pagecore.errors import BadOption
from pagecore.sources.source import SourceList


def open_sink(to: str, output: str | None, pages: SourceList) -> Sink:
    """Open the sink for the options of a command.

    Args:
        to: the format, from the option --to.
        output: a file or folder, from the option -o; None for standard output.
        pages: all sources.
    """
    if output is None:
        if pages.is_many and to in ("html", "xml", SOURCE):
            raise BadOption(f"--to {to} with several pages needs a folder: pass -o FOLDER")
        if to == "jsonl":
            return PieceLines(pages.is_many)
        return RecordLines() if pages.is_many and to == "json" else TextStream(pages.is_many)
    path = Path(output)
    if pages.is_many or path.is_dir() or output.endswith(("/", os.sep)):
        # The format `source` is HTML too.
        return Folder(path, {**FORMATS, **PIECE_FORMATS}.get(to, ".html"), pages.sources)
    return File(path, pages.sources)


class TextStream:
    """Standard output; with several pages, each follows a line with its name."""

    uses_stdout = True

    def __init__(self, is_many: bool) -> None:
        self._is_many = is_many

    def write(self, record: Record) -> None:
        if record.failure is None:
            if self._is_many:
                print_result(f"==> {record.source} <==")
            print_result(record.content)


class RecordLines:
    """Standard output, one line of JSON per page: its name, and the document or the error."""

    uses_stdout = True

    def write(self, record: Record) -> None:
        print_result(record.json_line())


class PieceLines:
    """Standard output, one line of JSON per segment or post; with several pages, also a line for
    each page that failed."""

    uses_stdout = True

    def __init__(self, is_many: bool) -> None:
        self._is_many = is_many

    def write(self, record: Record) -> None:
        if record.failure is not None:
            if self._is_many:
                print_result(record.json_line())
        elif record.content:
            print_result(record.content)
