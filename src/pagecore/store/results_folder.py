"""A folder with the results of a run, and a list of those that are finished.

The list is a file such as `.pagecore-3f9a….jsonl`, with a digest of the options of the run. Its
first line has these options, and each further line a result. A second run with the same options
keeps the finished results, so an interrupted run is continued by repeating the command. Files that
are not in the list are never overwritten without request. Only one run at a time writes to a
folder.
"""

from __future__ import annotations

import hashlib
import json
import os
import weakref
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from pagecore.errors import BadOption, PagecoreError
from pagecore.store.file_names import make_printable
from pagecore.store.lock import lock_folder
from pagecore.store.whole_file import refuse_existing, write_file

#: The beginning and end of the name of the list.
PREFIX: Final = ".pagecore-"
SUFFIX: Final = ".jsonl"


@dataclass(frozen=True)
class _Result:
    """A line of the list."""

    #: Digest of the content of the file.
    digest: str
    #: What identifies the state of the source, such as its size and time of change.
    state: str

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        return cls(str(line.get("digest")), str(line.get("state")))


class ResultsFolder:
    """A folder with results, one file each."""

    def __init__(
        self,
        path: Path,
        run: Mapping[str, object],
        *,
        overwrite: bool = False,
        skip_existing: bool = False,
    ) -> None:
        """Create the folder if it is missing, lock it, and read the list of results, if there is
        one.

        Args:
            path: the folder.
            run: what identifies the run: its options and the version of the package.
            overwrite: replace existing files.
            skip_existing: keep existing files, whatever wrote them.

        Raises:
            BadOption: the path is a file, or another process writes to the folder.
            PagecoreError: the folder cannot be created or opened.
        """
        if os.path.exists(path) and not os.path.isdir(path):
            raise BadOption(
                f"output {make_printable(path)} is a file; pass a folder for several pages"
            )
        self._path, self._overwrite, self._skip_existing = path, overwrite, skip_existing
        self._is_new = not os.path.isdir(path)
        create_subfolder(path, Path())
        #: Ends the lock; also at the end of this object.
        self._unlock = weakref.finalize(self, os.close, lock_folder(path))
        self._run = json.dumps(run, default=str, sort_keys=True)
        self._list = path / f"{PREFIX}{_digest(self._run.encode())}{SUFFIX}"
        self._results = {} if overwrite else self._read_list()
        self._is_begun = bool(self._results)

    def is_finished(self, name: Path, state: str) -> bool:
        """Whether an earlier run has written a result, and its source has not changed since.

        Args:
            name: the file, relative to the folder.
            state: identifies the state of the source; empty if it is unknown.

        Raises:
            BadOption: there is a file that is not a result of this kind of run.
        """
        path, result = self._path / name, self._results.get(str(name))
        if self._skip_existing and os.path.lexists(path):
            return True
        if result is None or not _has_digest(path, result.digest):
            if not self._overwrite:
                refuse_existing(path)
            return False
        return result.state == state

    def write(self, name: Path, content: str, state: str) -> None:
        """Write a result, and add it to the list.

        Args:
            name: the file, relative to the folder.
            content: its content.
            state: identifies the state of the source.

        Raises:
            PagecoreError: it cannot be written.
        """
        path = self._path / name
        create_subfolder(self._path, name.parent)
        line = {"file": str(name), "digest": _digest(content.encode(errors="replace"))}
        # The line is first: if the process ends between the two, the file is missing and the line
        # does not count.
        self._add_line(json.dumps(line | {"state": state}))
        write_file(path, content)

    def close(self) -> None:
        """End the lock. A folder that this run has created is removed if it has no results."""
        if self._unlock.alive and self._is_new:
            with suppress(OSError):
                self._path.rmdir()
        self._unlock()

    def _add_line(self, line: str) -> None:
        mode = "a" if self._is_begun else "w"
        try:
            if self._list.is_symlink():
                self._list.unlink()
            with self._list.open(mode, encoding="utf-8", errors="surrogatepass") as file:
                # The last line of an interrupted run may be incomplete.
                file.write("\n" if self._is_begun else self._run + "\n")
                file.write(line + "\n")
        except OSError as error:
            raise PagecoreError(f"output {make_printable(self._list)}: {error.strerror}") from error
        self._is_begun = True

    def _read_list(self) -> dict[str, _Result]:
        """Read the results of an earlier run of the same kind; a broken line is left out."""
        if os.path.islink(self._list):
            return {}
        try:
            lines = self._list.read_bytes().split(b"\n")
        except OSError:
            return {}
        results = {}
        for line in lines[1:]:
            try:
                result = json.loads(line)
            except ValueError:
                continue
            if isinstance(result, dict):
                results[str(result.get("file"))] = _Result.read(result)
        return results


def create_subfolder(folder: Path, inside: Path) -> None:
    """Create a folder inside the folder of results, if it is missing.

    Args:
        folder: the folder of results, which may be a symbolic link.
        inside: the folder to create, relative to it.

    Raises:
        PagecoreError: it cannot be created, or a folder on the way is a symbolic link.
    """
    for above in (inside, *inside.parents):
        if above.name and os.path.islink(folder / above):
            shown = make_printable(folder / above)
            raise PagecoreError(f"output {shown} is a symbolic link; links are not followed")
    try:
        (folder / inside).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PagecoreError(
            f"output {make_printable(folder / inside)}: {error.strerror}"
        ) from error


def describe_state(path: str | os.PathLike[str]) -> str:
    """Identify the state of a file by its size and time of change; empty if there is none."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return ""
    return f"{status.st_size} {status.st_mtime_ns}"


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _has_digest(path: Path, digest: str) -> bool:
    try:
        return not os.path.islink(path) and _digest(path.read_bytes()) == digest
    except OSError:
        return False
