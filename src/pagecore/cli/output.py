"""Where the results of a command go: standard output here, files in `batch/sinks.py`."""

from __future__ import annotations

import os
from pathlib import Path

from pagecore.batch.record import Record
from pagecore.batch.sinks import File, Folder, Sink
from pagecore.batch.tasks import FORMATS, PIECE_FORMATS, SOURCE
from pagecore.cli.messages import show
from pagecore.errors import BadOption
from pagecore.sources.source import SourceList


def open_sink(to: str, where: str | None, pages: SourceList) -> Sink:
    """Open the sink that the options ask for.

    Args:
        to: the format.
        where: the option -o.
        pages: all sources.
    """
    if where is None:
        if pages.is_many and to in ("html", "xml", SOURCE):
            raise BadOption(f"--to {to} of several pages needs a folder: pass -o FOLDER")
        if to == "jsonl":
            return PieceLines(pages.is_many)
        return Lines() if pages.is_many and to == "json" else Stream(pages.is_many)
    path = Path(where)
    if pages.is_many or path.is_dir() or where.endswith(("/", os.sep)):
        # What is cut out of pages is HTML as well.
        return Folder(path, {**FORMATS, **PIECE_FORMATS}.get(to, ".html"), pages.sources)
    return File(path, pages.sources)


class Stream:
    """Standard output; several pages have their names above them."""

    is_shown = True

    def __init__(self, is_many: bool) -> None:
        self._is_many = is_many

    def write(self, record: Record) -> None:
        if record.failure is None:
            if self._is_many:
                show(f"==> {record.source} <==")
            show(record.content)


class Lines:
    """Standard output, one line of JSON per page: its name, and the document or the error."""

    is_shown = True

    def write(self, record: Record) -> None:
        show(record.json_line())


class PieceLines:
    """Standard output, one line of JSON per segment or post; of several pages one that failed has a
    line with its error."""

    is_shown = True

    def __init__(self, is_many: bool) -> None:
        self._is_many = is_many

    def write(self, record: Record) -> None:
        if record.failure is not None:
            if self._is_many:
                show(record.json_line())
        elif record.content:
            show(record.content)
