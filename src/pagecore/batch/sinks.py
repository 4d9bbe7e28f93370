"""Sinks: write the records of many pages to a file or a folder.

The sinks for standard output are in `pagecore.cli.output`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

from pagecore.batch.record import Record
from pagecore.errors import BadOption, PagecoreError
from pagecore.sources.source import STDIN, Source, make_printable

#: Length limit of a file name that is made from a URL.
_MAX_NAME: Final = 120


class Sink(Protocol):
    """Receives the records of sources, in their order."""

    #: Whether it writes to standard output, which a progress bar would disturb.
    uses_stdout: bool

    def write(self, record: Record) -> None:
        """Write a record.

        Raises:
            PagecoreError: it cannot be written.
        """


class File:
    """A single file. A failure leaves it unchanged."""

    uses_stdout = False

    def __init__(self, path: Path, sources: Sequence[Source]) -> None:
        if not path.parent.is_dir():
            raise BadOption(
                f"output {make_printable(path)}: the folder {path.parent} does not exist; create it"
            )
        _refuse_overwriting([path], sources)
        self._path = path

    def write(self, record: Record) -> None:
        if record.failure is None:
            write_text(self._path, record.content)


class Folder:
    """A folder with one file per page, with the name and subfolders of the page and the extension
    of the format. A second page of the same name gets a number. A failure gets no file."""

    uses_stdout = False

    def __init__(self, path: Path, extension: str, sources: Sequence[Source]) -> None:
        if path.exists() and not path.is_dir():
            raise BadOption(
                f"output {make_printable(path)} is a file; pass a folder for several pages"
            )
        names = [_name_file(source) for source in sources]
        # A file must not have the name of a folder that another file needs.
        taken = {str(above).casefold() for name in names for above in name.parents}
        self.paths = [path / _number_file(name, extension, taken) for name in names]
        _refuse_overwriting(self.paths, sources)

    def write(self, record: Record) -> None:
        if record.failure is None:
            write_text(self.paths[record.source.index], record.content)


def write_text(path: Path, content: str) -> None:
    """Write a file, and create its folder if necessary.

    Raises:
        PagecoreError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content + "\n", encoding="utf-8", errors="replace", newline="\n")
    except OSError as error:
        raise PagecoreError(f"output {make_printable(path)}: {error.strerror}") from error


def _name_file(source: Source) -> Path:
    """Return the name of a page's file, without an extension."""
    if source.place == STDIN:
        return Path("stdin")
    if source.is_url:
        # Every URL has a scheme, so it is left out.
        words = re.sub(r"[^\w.-]+", "-", source.place.partition("://")[2].replace("?", "-"))
        stem = re.sub(r"\.x?html?$", "", words.strip("-."), flags=re.IGNORECASE)
        return Path(stem[:_MAX_NAME].rstrip("-.") or "page")
    place = Path(source.place)
    # Folders above the argument of the command are not part of the name.
    name = place.relative_to(source.folder) if source.folder is not None else Path(place.name)
    return name.with_name(name.stem) if name.stem else Path("page")


def _number_file(name: Path, extension: str, taken: set[str]) -> Path:
    """Return a name that no other page has, even on file systems that ignore case."""
    number, path = 1, name.with_name(name.name + extension)
    while str(path).casefold() in taken:
        number += 1
        path = name.with_name(f"{name.name}-{number}{extension}")
    taken.add(str(path).casefold())
    return path


def _refuse_overwriting(paths: Sequence[Path], sources: Sequence[Source]) -> None:
    """Raise `BadOption` if an output file is one of the sources."""
    inputs = {}
    for source in sources:
        if source.place != STDIN and not source.is_url and (identity := _identify(source.place)):
            inputs[identity] = source
    for path in paths:
        if (identity := _identify(path)) in inputs:
            raise BadOption(
                f"output {make_printable(path)} would overwrite the page {inputs[identity]}; pass "
                "another name"
            )


def _identify(path: str | Path) -> tuple[int, int] | None:
    """Return the device and inode of a file, which identify it; None if it does not exist."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino
