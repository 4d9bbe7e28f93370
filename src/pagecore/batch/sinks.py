"""Sinks: write the records of many pages to a file or a folder.

The sinks for standard output are in `pagecore.cli.output`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol

from pagecore.batch.record import Record
from pagecore.errors import BadOption, PagecoreError
from pagecore.sources.kinds import drop_packed_extension
from pagecore.sources.source import STDIN, Source
from pagecore.store import (
    LinesFile,
    ResultsFolder,
    describe_state,
    make_printable,
    name_part,
    refuse_existing,
    shorten_name,
    write_file,
)

#: Length limit of a file name that is made from a URL, in characters.
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


class FileSink:
    """A single file. A failure leaves it unchanged."""

    uses_stdout = False

    def __init__(
        self,
        path: Path,
        sources: Sequence[Source],
        *,
        overwrite: bool = False,
        skip_existing: bool = False,
    ) -> None:
        _check_parent(path)
        _refuse_inputs([path], _identify_inputs(sources))
        self._is_finished = skip_existing and os.path.lexists(path)
        if not overwrite and not self._is_finished:
            refuse_existing(path)
        self._path = path

    def write(self, record: Record) -> None:
        if record.failure is None:
            write_file(self._path, _end_line(record.content))

    def is_finished(self, source: Source) -> bool:
        return self._is_finished

    def close(self) -> None:
        pass


class LinesSink:
    """A file with lines of JSON for all pages. A failure gets a line with its error."""

    uses_stdout = False

    def __init__(
        self,
        path: Path,
        sources: Sequence[Source],
        *,
        run: Mapping[str, object] = MappingProxyType({}),
        overwrite: bool = False,
        convert: Callable[[Iterator[bytes]], Iterator[bytes]] = iter,
    ) -> None:
        """Open the file; the arguments are those of `FolderSink`, and a function that converts the
        lines to the content of the file."""
        _check_parent(path)
        _refuse_inputs([path, name_part(path)], _identify_inputs(sources))
        self._file = LinesFile(path, run, overwrite=overwrite, convert=convert)

    def write(self, record: Record) -> None:
        source = record.source
        has_failed = record.failure is not None
        self._file.write(
            record.json_line() if has_failed else record.content,
            str(source),
            describe_source(source),
            is_result=not has_failed,
        )

    def is_finished(self, source: Source) -> bool:
        name, state = str(source), describe_source(source)
        return source.place != STDIN and self._file.is_finished(name, state)

    def close(self) -> None:
        self._file.close()

    def release(self) -> None:
        """Stop without completing the file; the next run continues."""
        self._file.release()


class FolderSink:
    """A folder with one file per page, with the name and subfolders of the page and the extension
    of the format. Pages of a container are in a subfolder with its name. A second page of the same
    name gets a number. A failure gets no file."""

    uses_stdout = False

    def __init__(
        self,
        path: Path,
        extension: str,
        sources: Sequence[Source],
        *,
        run: Mapping[str, object] = MappingProxyType({}),
        overwrite: bool = False,
        skip_existing: bool = False,
    ) -> None:
        """Open the folder.

        Args:
            path: the folder.
            extension: of the files.
            sources: all sources.
            run: what identifies the run, to continue it after an interruption.
            overwrite: replace files that exist.
            skip_existing: keep all files that exist.

        Raises:
            BadOption: a file exists or is a source, or another process writes to the folder.
        """
        self._path, self._skip_existing = path, skip_existing
        names = [_name_file(source) for source in sources]
        #: The subfolder for the pages of each source, if it is a container.
        self._folders = {source.index: name for source, name in zip(sources, names, strict=True)}
        # A file must not have the name of a folder that another file needs.
        taken = {str(above).casefold() for name in names for above in name.parents}
        containers = [source.index for source in sources if source.is_container]
        taken |= {str(self._folders[index]).casefold() for index in containers}
        self._file_names = _FileNames(extension, taken)
        #: The file of each source, relative to the folder.
        self.names = [self._file_names.add(name) for name in names]
        self._inputs = _identify_inputs(sources)
        _refuse_inputs([path / name for name in self.names], self._inputs)
        #: The files of pages in containers.
        self._page_names: dict[tuple[int, ...], Path] = {}
        #: Pages in containers whose file exists and is not ours.
        self._refused: dict[tuple[int, ...], PagecoreError] = {}
        self._results = ResultsFolder(path, run, overwrite=overwrite, skip_existing=skip_existing)
        try:
            self._finished = {
                source.index
                for source, name in zip(sources, self.names, strict=True)
                if not source.is_container and self._is_result(source, name)
            }
        except BaseException:
            self._results.close()
            raise

    def write(self, record: Record) -> None:
        if record.failure is None and record.container is None:
            source = record.source
            key = (source.index, *source.position)
            if key in self._refused:
                raise self._refused.pop(key)
            name = self._find_name(source)
            self._page_names.pop(key, None)
            self._results.write(name, _end_line(record.content), describe_source(source))

    def is_finished(self, source: Source) -> bool:
        if not source.position:
            return source.index in self._finished
        name = self._find_name(source)
        try:
            _refuse_inputs([self._path / name], self._inputs)
            return self._is_result(source, name)
        except PagecoreError as error:
            # Known only now, so it is a failure of the page and not of the run.
            self._refused[source.index, *source.position] = error
            return False

    def _is_result(self, source: Source, name: Path) -> bool:
        """Whether the file of a source is kept. Standard input may be another page each time."""
        is_kept = self._results.is_finished(name, describe_source(source))
        return is_kept and (self._skip_existing or source.place != STDIN)

    def _find_name(self, source: Source) -> Path:
        if not source.position:
            return self.names[source.index]
        key = (source.index, *source.position)
        if key not in self._page_names:
            page_name = self._folders[source.index] / _name_page(source)
            self._page_names[key] = self._file_names.add(page_name)
        return self._page_names[key]

    def close(self) -> None:
        self._results.close()


def _check_parent(path: Path) -> None:
    if not os.path.isdir(path.parent):
        raise BadOption(
            f"output {make_printable(path)}: the folder {path.parent} does not exist; create it"
        )


def _end_line(content: str) -> str:
    """End the last line; a result without content, such as that of a page without posts, has no
    line."""
    return f"{content}\n" if content else ""


def describe_source(source: Source) -> str:
    """Identify the page at a place: a page that has changed is extracted again. Standard input may
    be another page each time."""
    state = source.place if source.is_url else describe_state(source.place)
    return state if source.name_in_container is None else f"{state} {source.name_in_container}"


def _name_file(source: Source) -> Path:
    """Return the name of a page's file, without an extension."""
    if source.place == STDIN:
        return Path("stdin")
    if source.is_url:
        return _name_url(source.place)
    place = drop_packed_extension(Path(source.place))
    # Folders above the argument of the command are not part of the name.
    name = (
        place.relative_to(source.folder)
        if source.folder is not None
        else Path(place.name or "page")
    )
    # The stem of `..html` is a dot.
    return name.with_name(name.stem if name.stem.strip(".") else "page")


def _name_page(source: Source) -> Path:
    """Return the name of the file of a page in a container: after its URL, or its number."""
    url = source.url or (source.place if source.name_in_container is None else None)
    return Path(f"page-{source.position[-1]}") if url is None else _name_url(url)


def _name_url(url: str) -> Path:
    # Every URL has a scheme, so it is left out.
    words = re.sub(r"[^\w.-]+", "-", url.partition("://")[2].replace("?", "-"))
    stem = re.sub(r"\.x?html?$", "", words.strip("-."), flags=re.IGNORECASE)
    return Path(shorten_name(stem[:_MAX_NAME]).rstrip("-.") or "page")


class _FileNames:
    """The names of output files; no two are the same, even on file systems that ignore case."""

    def __init__(self, extension: str, taken: set[str]) -> None:
        self._extension, self._taken = extension, taken
        #: The last number that was added to each name.
        self._numbers: dict[str, int] = {}

    def add(self, name: Path) -> Path:
        """Return the file of a page, with a number if another page has the name."""
        path = name.with_name(shorten_name(name.name, self._extension))
        # Names that differ only after the limit share their numbers.
        key = str(path).casefold()
        while str(path).casefold() in self._taken:
            self._numbers[key] = number = self._numbers.get(key, 1) + 1
            path = name.with_name(shorten_name(name.name, f"-{number}{self._extension}"))
        self._taken.add(str(path).casefold())
        return path


def _identify_inputs(sources: Sequence[Source]) -> dict[tuple[int, int], Source]:
    """Return the sources that are files, by what identifies them."""
    files = [source for source in sources if source.place != STDIN and not source.is_url]
    identities = [(_identify(source.place), source) for source in files]
    return {identity: source for identity, source in identities if identity is not None}


def _refuse_inputs(paths: Sequence[Path], inputs: Mapping[tuple[int, int], Source]) -> None:
    """Raise `BadOption` if an output file is one of the sources."""
    for path in paths:
        identity = _identify(path)
        if identity is not None and identity in inputs:
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
