"""Sinks: write the records of many pages to a file or a folder.

The sinks for standard output are in `pagecore.cli.output`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol

from pagecore.batch.record import Record
from pagecore.errors import BadOption
from pagecore.sources.source import STDIN, Source
from pagecore.store import (
    LinesFile,
    ResultsFolder,
    describe_state,
    make_printable,
    name_part,
    refuse_existing,
    write_file,
)

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

    def is_finished(self, source: Source) -> bool:
        """Whether an earlier run has written the record of a source."""

    def close(self) -> None:
        """Complete the output after the last record.

        Raises:
            PagecoreError: it cannot be written.
        """


class File:
    """A single file. A failure leaves it unchanged."""

    uses_stdout = False

    def __init__(self, path: Path, sources: Sequence[Source], *, overwrite: bool = False) -> None:
        _check_parent(path)
        _refuse_inputs([path], sources)
        if not overwrite:
            refuse_existing(path)
        self._path = path

    def write(self, record: Record) -> None:
        if record.failure is None:
            write_file(self._path, _end_line(record.content))

    def is_finished(self, source: Source) -> bool:
        return False

    def close(self) -> None:
        pass


class Lines:
    """A file with lines of JSON for all pages. A failure gets a line with its error."""

    uses_stdout = False

    def __init__(
        self,
        path: Path,
        sources: Sequence[Source],
        *,
        run: Mapping[str, object] = MappingProxyType({}),
        overwrite: bool = False,
    ) -> None:
        """Open the file; the arguments are those of `Folder`."""
        _check_parent(path)
        _refuse_inputs([path, name_part(path)], sources)
        self._file = LinesFile(path, run, overwrite=overwrite)

    def write(self, record: Record) -> None:
        source = record.source
        has_failed = record.failure is not None
        self._file.write(
            record.json_line() if has_failed else record.content,
            make_printable(source.place),
            _describe_source(source),
            is_result=not has_failed,
        )

    def is_finished(self, source: Source) -> bool:
        name, state = make_printable(source.place), _describe_source(source)
        return source.place != STDIN and self._file.is_finished(name, state)

    def close(self) -> None:
        self._file.close()

    def release(self) -> None:
        """Stop without completing the file; the next run continues."""
        self._file.release()


class Folder:
    """A folder with one file per page, with the name and subfolders of the page and the extension
    of the format. A second page of the same name gets a number. A failure gets no file."""

    uses_stdout = False

    def __init__(
        self,
        path: Path,
        extension: str,
        sources: Sequence[Source],
        *,
        run: Mapping[str, object] = MappingProxyType({}),
        overwrite: bool = False,
    ) -> None:
        """Open the folder.

        Args:
            path: the folder.
            extension: of the files.
            sources: all sources.
            run: what identifies the run, to continue it after an interruption.
            overwrite: replace files that exist.
        """
        self._results = ResultsFolder(path, run, overwrite=overwrite)
        names = [_name_file(source) for source in sources]
        # A file must not have the name of a folder that another file needs.
        taken = {str(above).casefold() for name in names for above in name.parents}
        #: The file of each source, relative to the folder.
        self.names = [_number_file(name, extension, taken) for name in names]
        _refuse_inputs([path / name for name in self.names], sources)
        self._finished = {
            source.index
            for source, name in zip(sources, self.names, strict=True)
            if self._results.is_finished(name, _describe_source(source)) and source.place != STDIN
        }

    def write(self, record: Record) -> None:
        if record.failure is None:
            source = record.source
            name = self.names[source.index]
            self._results.write(name, _end_line(record.content), _describe_source(source))

    def is_finished(self, source: Source) -> bool:
        return source.index in self._finished

    def close(self) -> None:
        pass


def _check_parent(path: Path) -> None:
    if not os.path.isdir(path.parent):
        raise BadOption(
            f"output {make_printable(path)}: the folder {path.parent} does not exist; create it"
        )


def _end_line(content: str) -> str:
    """End the last line; a result without content, such as that of a page without posts, has no
    line."""
    return f"{content}\n" if content else ""


def _describe_source(source: Source) -> str:
    """Identify the page at a place: a page that has changed is extracted again. Standard input may
    be another page each time."""
    return source.place if source.is_url else describe_state(source.place)


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
    name = (
        place.relative_to(source.folder)
        if source.folder is not None
        else Path(place.name or "page")
    )
    # The stem of `..html` is a dot.
    return name.with_name(name.stem if name.stem.strip(".") else "page")


def _number_file(name: Path, extension: str, taken: set[str]) -> Path:
    """Return a name that no other page has, even on file systems that ignore case."""
    number, path = 1, name.with_name(name.name + extension)
    while str(path).casefold() in taken:
        number += 1
        path = name.with_name(f"{name.name}-{number}{extension}")
    taken.add(str(path).casefold())
    return path


def _refuse_inputs(paths: Sequence[Path], sources: Sequence[Source]) -> None:
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
