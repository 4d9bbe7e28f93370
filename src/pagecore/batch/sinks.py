"""Sinks: where the records of many pages go. Here are files; standard output is the command's."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

from pagecore.batch.record import Record
from pagecore.errors import BadOption, PagecoreError
from pagecore.sources.source import STDIN, Source, printable

#: Characters of a file name that is made of a URL.
_MAX_NAME: Final = 120


class Sink(Protocol):
    """Takes the records of sources, in their order."""

    #: Whether it writes to standard output, which a progress bar would disturb.
    is_shown: bool

    def write(self, record: Record) -> None:
        """Write a record.

        Raises:
            PagecoreError: it cannot be written.
        """


class File:
    """One file. A failure leaves it as it was."""

    is_shown = False

    def __init__(self, path: Path, sources: Sequence[Source]) -> None:
        if not path.parent.is_dir():
            raise BadOption(f"output {printable(path)}: there is no folder {path.parent}")
        _refuse_overwriting([path], sources)
        self._path = path

    def write(self, record: Record) -> None:
        if record.failure is None:
            write_text(self._path, record.content)


class Folder:
    """A folder with one file per page: under the page's name, in the same folders below, with the
    extension of the format. A second page of the same name gets a number. Failures get no file."""

    is_shown = False

    def __init__(self, path: Path, extension: str, sources: Sequence[Source]) -> None:
        if path.exists() and not path.is_dir():
            raise BadOption(f"output {printable(path)} is a file; several pages need a folder")
        names = [_name_file(source) for source in sources]
        # A file must not have the name of a folder that another file needs.
        taken = {str(above).casefold() for name in names for above in name.parents}
        self.paths = [path / _number_file(name, extension, taken) for name in names]
        _refuse_overwriting(self.paths, sources)

    def write(self, record: Record) -> None:
        if record.failure is None:
            write_text(self.paths[record.source.number], record.content)


def write_text(path: Path, content: str) -> None:
    """Write a file, with the folders it needs.

    Raises:
        PagecoreError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content + "\n", encoding="utf-8", errors="replace", newline="\n")
    except OSError as error:
        raise PagecoreError(f"output {printable(path)}: {error.strerror}") from error


def _name_file(source: Source) -> Path:
    """The name of a page's file, without an extension."""
    if source.place == STDIN:
        return Path("stdin")
    if source.is_url:
        # All have a scheme, so it is left out.
        words = re.sub(r"[^\w.-]+", "-", source.place.partition("://")[2].replace("?", "-"))
        stem = re.sub(r"\.x?html?$", "", words.strip("-."), flags=re.IGNORECASE)
        return Path(stem[:_MAX_NAME].rstrip("-.") or "page")
    place = Path(source.place)
    # Folders above the one that was named, or above a named file, are no part of the name.
    name = place.relative_to(source.folder) if source.folder is not None else Path(place.name)
    return name.with_name(name.stem) if name.stem else Path("page")


def _number_file(name: Path, extension: str, taken: set[str]) -> Path:
    """A name that no other page has, also on file systems that ignore case."""
    number, path = 1, name.with_name(name.name + extension)
    while str(path).casefold() in taken:
        number += 1
        path = name.with_name(f"{name.name}-{number}{extension}")
    taken.add(str(path).casefold())
    return path


def _refuse_overwriting(paths: Sequence[Path], sources: Sequence[Source]) -> None:
    """Refuse to write over a page that is read."""
    read = {}
    for source in sources:
        if source.place != STDIN and not source.is_url and (same := _identify(source.place)):
            read[same] = source
    for path in paths:
        if (same := _identify(path)) in read:
            raise BadOption(
                f"output {printable(path)} would write over the page {read[same]}; name another"
            )


def _identify(path: str | Path) -> tuple[int, int] | None:
    """Device and inode, the same for two paths to one file; None where there is no file."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino
