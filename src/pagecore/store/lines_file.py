"""A file with the lines of many results, which an interrupted run continues.

Until the run is complete, the lines are in a file beside it, `NAME.part`. There, a line that begins
with `#` follows the lines of each result and says which source they belong to. The first line
identifies the run. The end of the run removes these lines and gives the file its name.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any

from pagecore.errors import PagecoreError
from pagecore.store.file_names import make_printable
from pagecore.store.whole_file import refuse_existing

_MARK = b"# "


class LinesFile:
    """A file with lines of JSON, several or none for each source."""

    def __init__(self, path: Path, run: Mapping[str, object], *, overwrite: bool = False) -> None:
        """Read the lines of an interrupted run, if there are some.

        Args:
            path: the file.
            run: what identifies the run: its options and the version of the package.
            overwrite: replace an existing file, and forget an interrupted run.

        Raises:
            BadOption: the file exists.
            PagecoreError: the file cannot be written.
        """
        if not overwrite:
            refuse_existing(path)
        self._path = path
        self._part = path.with_name(f"{path.name}.part")
        #: The next version of either file, until it is complete.
        self._next = path.with_name(f"{path.name}.next")
        self._run = json.dumps(run, default=str, sort_keys=True).encode()
        #: The sources with a result, and the state of each.
        self._finished: dict[str, str] = {}
        results = iter(()) if overwrite else self._read_results()
        self._replace(self._part, chain([_MARK + self._run + b"\n"], results))

    def is_finished(self, source: str, state: str) -> bool:
        """Whether an interrupted run has written the result of a source that has not changed."""
        return self._finished.get(source) == state

    def write(self, lines: str, source: str, state: str, *, is_result: bool = True) -> None:
        """Add the lines of a source.

        Args:
            lines: the lines, without the last line end; empty for none.
            source: the name of the source.
            state: identifies its state.
            is_result: whether the source is finished; a failed one is tried again by the next run.
        """
        mark = {"source": source, "state": state, "is_result": is_result}
        content = f"{lines}\n" if lines else ""
        with self._report_errors(), self._part.open("ab") as file:
            file.write(content.encode(errors="replace"))
            file.write(_MARK + json.dumps(mark).encode() + b"\n")

    def close(self) -> None:
        """Give the complete file its name."""
        with self._report_errors(), self._part.open("rb") as part:
            self._replace(self._path, (line for line in part if not line.startswith(_MARK)))
            self._part.unlink()

    def _replace(self, path: Path, lines: Iterator[bytes]) -> None:
        """Write a file as a whole; a link at its place, or at that of the next version, is
        replaced."""
        with self._report_errors():
            try:
                self._next.unlink(missing_ok=True)
                with self._next.open("xb") as file:
                    file.writelines(lines)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(self._next, path)
            except BaseException:
                with suppress(OSError):
                    self._next.unlink()
                raise

    def _read_results(self) -> Iterator[bytes]:
        """Read the results of an interrupted run of the same kind, and note their sources."""
        try:
            part = None if self._part.is_symlink() else self._part.open("rb")
        except OSError:
            return
        if part is None:
            return
        with part:
            if part.readline() != _MARK + self._run + b"\n":
                return
            lines: list[bytes] = []
            for line in part:
                lines.append(line)
                if not line.startswith(_MARK):
                    continue
                mark = _read_mark(line)
                if mark.get("is_result"):
                    self._finished[str(mark.get("source"))] = str(mark.get("state"))
                    yield from lines
                lines = []

    @contextmanager
    def _report_errors(self) -> Iterator[None]:
        """Raise `PagecoreError` for what the file system does not allow."""
        try:
            yield
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise PagecoreError(f"output {make_printable(self._path)}: {reason}") from error


def _read_mark(line: bytes) -> dict[str, Any]:
    try:
        mark = json.loads(line.removeprefix(_MARK))
    except ValueError:
        return {}
    return mark if isinstance(mark, dict) else {}
