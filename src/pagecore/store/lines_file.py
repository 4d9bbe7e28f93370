"""A file with the lines of many results, which an interrupted run continues.

Until the run is complete, the lines are in a file beside it, `NAME.part`. There, a line that begins
with `#` follows the lines of each result and says which source they belong to. The first line
identifies the run. The end of the run copies the lines of the results to the file.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from typing import IO, Any, Final

from pagecore.errors import BadOption, PagecoreError
from pagecore.store.file_names import make_printable
from pagecore.store.lock import lock_file
from pagecore.store.whole_file import is_stream, refuse_existing, replace_file

_MARK: Final = b"# "


class LinesFile:
    """A file with lines of JSON, several or none for each source."""

    def __init__(
        self,
        path: Path,
        run: Mapping[str, object],
        *,
        overwrite: bool = False,
        convert: Callable[[Iterator[bytes]], Iterator[bytes]] = iter,
    ) -> None:
        """Read the lines of an interrupted run, if there are some.

        Args:
            path: the file.
            run: what identifies the run: its options and the version of the package.
            overwrite: replace an existing file, and forget an interrupted run.
            convert: converts the lines of the complete run to the content of the file.

        Raises:
            BadOption: the file exists, or the file for an interrupted run is not of this run, or
                another process writes it.
            PagecoreError: the file cannot be written.
        """
        self._path, self._part, self._overwrite = path, name_part(path), overwrite
        self._convert = convert
        self._check_path()
        self._header = _MARK + json.dumps(run, default=str, sort_keys=True).encode() + b"\n"
        #: The last mark of each source of an interrupted run.
        self._old: dict[str, dict[str, Any]] = {}
        #: Sources with results in this run, including those of an interrupted run.
        self._sources: set[str] = set()
        #: Number of results that could not be written.
        self._n_missing = 0
        with self._report_errors():
            self._file = self._open_part()
            try:
                self._lock(self._file)
                self._length = 0 if overwrite else self._read_results()
                self._file.truncate(self._length)
                if not self._length:
                    self._append(self._header)
            except BaseException:
                self._file.close()
                raise
        #: How often the run was begun. Of each source, the lines of the last time count.
        self._attempt = 1 + max((int(mark["attempt"]) for mark in self._old.values()), default=0)

    def is_finished(self, source: str, state: str) -> bool:
        """Whether an interrupted run has written the result of a source that has not changed.

        Args:
            source: the name of the source.
            state: identifies its state.
        """
        mark = self._old.get(source)
        if mark is None or not mark["is_result"] or mark["state"] != state:
            return False
        self._sources.add(source)
        return True

    def list_data(self) -> Iterator[tuple[str, object]]:
        """List the finished sources of an interrupted run, each with the data of its result."""
        for source, mark in self._old.items():
            if mark["is_result"]:
                yield source, mark.get("data")

    def write(
        self,
        lines: str,
        source: str,
        state: str,
        *,
        is_result: bool = True,
        data: object = None,
    ) -> None:
        """Add the lines of a source.

        Args:
            lines: the lines, without the last line end; empty for none.
            source: the name of the source.
            state: identifies its state.
            is_result: whether the source is finished; a failed one is tried again by the next run.
            data: what the next run needs to know of the result, as JSON; it is not in the file.
        """
        mark: dict[str, object] = {
            "source": source, "state": state, "is_result": is_result, "attempt": self._attempt
        }  # fmt: skip
        if data is not None:
            mark["data"] = data
        content = f"{lines}\n" if lines else ""
        # If this fails, the result is missing.
        self._n_missing += 1
        with self._report_errors():
            self._append(content.encode(errors="replace") + _write_mark(mark))
        self._n_missing -= 1
        self._sources.add(source)

    def close(self) -> None:
        """Give the complete file its name.

        Raises:
            PagecoreError: it cannot be written, or a result could not be written. The next run
                continues this one.
        """
        try:
            if self._n_missing:
                raise PagecoreError(
                    f"output {make_printable(self._path)} is not complete: results that could not "
                    f"be written: {self._n_missing}; the others are in "
                    f"{make_printable(self._part)}, and the same command continues"
                )
            self._check_path()
            with self._report_errors():
                replace_file(self._path, self._convert(self._list_lines()))
                if sys.platform == "win32":
                    # An open file cannot be removed there.
                    self.release()
                self._part.unlink()
        finally:
            self.release()

    def release(self) -> None:
        """Stop without completing the file; the next run continues."""
        self._file.close()

    def discard(self) -> None:
        """Stop, and forget what was written."""
        self.release()
        with self._report_errors():
            self._part.unlink(missing_ok=True)

    def _check_path(self) -> None:
        if is_stream(self._path):
            raise BadOption(
                f"output {make_printable(self._path)} is a device or pipe; leave -o out, which "
                "writes the lines to standard output"
            )
        if not self._overwrite:
            refuse_existing(self._path)

    def _open_part(self) -> FileIO:
        if self._overwrite:
            self._remove_part()
        # Windows has the last, other systems the one before it.
        names = "O_RDWR", "O_CREAT", "O_APPEND", "O_NOFOLLOW", "O_BINARY"
        flags = sum(getattr(os, name, 0) for name in names)
        file = FileIO(os.open(self._part, flags, 0o666), "a+")
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            file.close()
            raise self._refuse_part("is not a regular file; remove it")
        return file

    def _remove_part(self) -> None:
        """Remove the part of an interrupted run; a link itself, not what it leads to."""
        if self._part.is_file() and not self._part.is_symlink():
            with self._part.open("rb") as file:
                self._lock(file)
        self._part.unlink(missing_ok=True)

    def _lock(self, file: IO[bytes] | FileIO) -> None:
        """Keep other processes from writing the part."""
        if not lock_file(file.fileno(), self._part):
            raise self._refuse_part("is written by another run; wait for its end")

    def _read_results(self) -> int:
        """Read the marks of an interrupted run; returns the length up to the last one."""
        with self._part.open("rb") as part:
            header = part.readline()
            if header != self._header:
                # A run may be killed while it writes its first line.
                if not self._header.startswith(header):
                    raise self._refuse_part(
                        "is not of this command; pass --overwrite to replace it"
                    )
                return 0
            length = at = len(header)
            for line in part:
                at += len(line)
                if (mark := _read_mark(line)) is not None:
                    self._old[mark["source"]] = mark
                    length = at
        return length

    def _list_lines(self) -> Iterator[bytes]:
        """List the lines of all sources of this run, without those that were written again."""
        last: dict[str, bytes] = {}
        with self._part.open("rb") as part:
            part.readline()
            for line in part:
                if (mark := _read_mark(line)) is not None:
                    last[mark["source"]] = line
            part.seek(len(self._header))
            lines: list[bytes] = []
            for line in part:
                if (mark := _read_mark(line)) is None:
                    lines.append(line)
                    continue
                if mark["source"] in self._sources and line == last[mark["source"]]:
                    yield from lines
                lines = []

    def _append(self, data: bytes) -> None:
        """Add to the part, all or nothing."""
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except BaseException:
            self._file.truncate(self._length)
            raise
        self._length += len(data)

    def _refuse_part(self, reason: str) -> BadOption:
        return BadOption(f"output {make_printable(self._part)} {reason}, or pass another name")

    @contextmanager
    def _report_errors(self) -> Iterator[None]:
        """Raise `PagecoreError` for what the file system does not allow."""
        try:
            yield
        except (OSError, ValueError) as error:
            if isinstance(error, PagecoreError):
                raise
            reason = getattr(error, "strerror", None) or error
            raise PagecoreError(f"output {make_printable(self._path)}: {reason}") from error


def name_part(path: Path) -> Path:
    """Return the file for the lines of a run that is not complete."""
    return path.with_name(f"{path.name}.part")


def _write_mark(mark: Mapping[str, object]) -> bytes:
    return _MARK + json.dumps(mark).encode() + b"\n"


def _read_mark(line: bytes) -> dict[str, Any] | None:
    """Read the line after the lines of a result; None for other lines, and for a part of one."""
    if not line.startswith(_MARK) or not line.endswith(b"\n"):
        return None
    try:
        mark = json.loads(line.removeprefix(_MARK))
    except ValueError:
        return None
    types = {"source": str, "state": str, "is_result": bool, "attempt": int}
    is_mark = isinstance(mark, dict) and all(
        isinstance(mark.get(name), kind) for name, kind in types.items()
    )
    return mark if is_mark else None
