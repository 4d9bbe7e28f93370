"""The wrappers of many sites in one SQLite file: many processes read it, and one at a time writes.

The file holds each wrapper as XML, by its host, with a digest. A transaction writes a wrapper, so a
process that is killed leaves the old one or the new one. The file has a rollback journal rather
than a write-ahead log, because the latter cannot be read in a folder without write permission.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from pagecore.errors import WrapperError
from pagecore.store.file_names import make_printable
from pagecore.store.lock import lock_file

#: The name of the file in its folder.
FILE_NAME: Final = "wrappers.sqlite"
#: Version of the file's format.
VERSION: Final = 1
#: Marks the file as one of pagecore: the letters `pgcw`.
APPLICATION_ID: Final = 0x70676377
#: Seconds to wait for another process that writes.
TIMEOUT: Final = 30.0
#: Size limit of a value in the file.
MAX_BYTES: Final = 16 << 20
_PAUSE: Final = 0.05
_TABLE: Final = (
    "CREATE TABLE wrappers (host TEXT PRIMARY KEY, method TEXT NOT NULL, digest TEXT NOT NULL, "
    "xml TEXT NOT NULL)"
)
_SELECT: Final = "SELECT host, method, xml, digest FROM wrappers"
#: The numbers of the rows: from the table, from its end, and from the index of hosts alone.
_SELECT_NUMBERS: Final = (
    "SELECT rowid FROM wrappers NOT INDEXED ORDER BY rowid",
    "SELECT rowid FROM wrappers NOT INDEXED ORDER BY rowid DESC",
    "SELECT rowid FROM wrappers INDEXED BY sqlite_autoindex_wrappers_1 ORDER BY host",
)


class StoredWrapper(NamedTuple):
    """A row of the file."""

    host: str
    #: The site method that learned the wrapper.
    method: str
    #: The content of the wrapper's file.
    xml: str

    @property
    def digest(self) -> str:
        """The digest that is stored beside the row."""
        content = "\0".join(self).encode(errors="surrogatepass")
        return hashlib.blake2b(content, digest_size=16).hexdigest()


class DamagedStore(WrapperError):  # noqa: N818 - the name says what it is
    """The file is damaged; `WrapperFile.rebuild` replaces it."""


class ChangedStore(WrapperError):  # noqa: N818 - the name says what it is
    """Another process has written the wrapper of the host meanwhile."""


class WrapperFile:
    """A SQLite file with wrappers by host. Each call opens the file, so the object can be sent to
    other processes and threads."""

    def __init__(self, folder: Path, *, timeout: float = TIMEOUT) -> None:
        """Choose the file; nothing is opened yet.

        Args:
            folder: the folder of the file. Writing creates it.
            timeout: seconds to wait for another process that writes.
        """
        self.path = folder / FILE_NAME
        self._timeout = timeout
        #: The state of the file when all its hosts could be listed.
        self._checked: tuple[int, ...] | None = None

    def exists(self) -> bool:
        """Whether there is a file."""
        return os.path.lexists(self.path)

    def create(self) -> None:
        """Create the file and its folder, if they are missing.

        Raises:
            WrapperError: the file is damaged or cannot be written.
        """
        with self._lock(), self._open(for_writing=True) as connection:
            assert connection is not None
            # Written again, because only this shows whether the file can be written.
            connection.execute(f"PRAGMA user_version = {VERSION}")
            connection.commit()

    def read(self, host: str) -> StoredWrapper | None:
        """Return the wrapper of a host, or None.

        Raises:
            WrapperError: the file is damaged or cannot be read.
        """
        query = f"{_SELECT} WHERE host = ?"
        with self._open() as connection:
            row = None if connection is None else connection.execute(query, (host,)).fetchone()
        return None if row is None else self._check_row(row)

    def list_digests(self) -> dict[str, str]:
        """Return the digest of each wrapper by its host, in the order of the hosts; the wrappers
        themselves are not read.

        Raises:
            WrapperError: the file is damaged or cannot be read.
        """
        with self._open() as connection:
            if connection is None:
                return {}
            query = "SELECT host, digest FROM wrappers ORDER BY host"
            digests: dict[object, object] = dict(connection.execute(query))
        if not all(isinstance(value, str) for pair in digests.items() for value in pair):
            raise self._describe_damage("a host or a digest is not a text")
        return {str(host): str(digest) for host, digest in digests.items()}

    def read_digest(self, host: str) -> str:
        """Return the digest of the wrapper of a host, or an empty string if there is none; the
        wrapper itself is not read.

        Raises:
            WrapperError: the file is damaged or cannot be read.
        """
        with self._open() as connection:
            if connection is None:
                return ""
            digest = self._find_digest(connection, host)
        if not digest:
            self._check_hosts()
        return digest

    def _check_hosts(self) -> None:
        """Check once that all hosts can be listed: in a damaged file, a host may seem to have no
        wrapper."""
        try:
            state = os.stat(self.path)
        except OSError:
            # Another process has set it aside.
            return
        key = (state.st_ino, state.st_mtime_ns, state.st_size)
        if key != self._checked:
            self.list_digests()
            self._checked = key

    def _find_digest(self, connection: sqlite3.Connection, host: str) -> str:
        query = "SELECT digest FROM wrappers WHERE host = ?"
        row = connection.execute(query, (host,)).fetchone()
        if row is None:
            return ""
        if not isinstance(row[0], str) or not row[0]:
            raise self._describe_damage(f"the wrapper of {host[:200]!r} has no digest")
        return row[0]

    def write(self, host: str, method: str, xml: str, *, expected: str | None = None) -> None:
        """Write a wrapper; one of the same host is replaced.

        Args:
            host: the host of its pages.
            method: the site method that learned it.
            xml: the content of its file.
            expected: the digest of the wrapper to replace, from `read_digest`; None to replace any.

        Raises:
            ChangedStore: the host has another wrapper than the expected one.
            WrapperError: the file is damaged or cannot be written.
        """
        with self._lock(), self._open(for_writing=True) as connection:
            assert connection is not None
            if expected is not None and self._find_digest(connection, host) != expected:
                raise ChangedStore(
                    f"{make_printable(self.path)}: another process has written the wrapper of "
                    f"{host} meanwhile"
                )
            _insert(connection, StoredWrapper(host, method, xml))
            connection.commit()

    def remove(self, host: str) -> bool:
        """Remove the wrapper of a host; returns whether there was one.

        Raises:
            WrapperError: the file is damaged or cannot be written.
        """
        if not self.exists():
            return False
        with self._lock(), self._open(for_writing=True) as connection:
            assert connection is not None
            n_removed = connection.execute("DELETE FROM wrappers WHERE host = ?", (host,)).rowcount
            connection.commit()
        return n_removed > 0

    def rebuild(self) -> tuple[Path, int] | None:
        """Replace the file if it is damaged. It is kept under another name, and the wrappers that
        are intact are copied.

        Returns:
            The name of the damaged file, and the number of wrappers that were copied; None if the
            file is not damaged.

        Raises:
            WrapperError: the file cannot be written, or is of another version of pagecore.
        """
        if not self.exists():
            return None
        with self._lock():
            try:
                if self._is_intact():
                    return None
            except DamagedStore:
                pass
            wrappers = self._read_intact()
            kept = self._set_aside()
            with self._open(for_writing=True) as connection:
                assert connection is not None
                for wrapper in wrappers:
                    _insert(connection, wrapper)
                connection.commit()
        return kept, len(wrappers)

    # ------------------------------------------------------------ opening

    @contextmanager
    def _open(self, *, for_writing: bool = False) -> Iterator[sqlite3.Connection | None]:
        """Open the file and check its format; for writing, begin a transaction, which the caller
        commits. Yields None if there is nothing to read."""
        if not for_writing and not self.exists():
            yield None
            return
        try:
            # Not a file for reading only: a reader must be able to undo what a killed writer left.
            mode = "rwc" if for_writing else "rw"
            connection = sqlite3.connect(
                f"{self.path.absolute().as_uri()}?mode={mode}",
                uri=True,
                timeout=self._timeout,
                isolation_level=None,
            )
            with closing(connection):
                # The file may come from a stranger.
                connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_BYTES)
                connection.execute("PRAGMA trusted_schema = OFF")
                if for_writing:
                    connection.execute("BEGIN IMMEDIATE")
                else:
                    connection.execute("PRAGMA query_only = ON")
                is_new = _is_new(connection)
                if is_new and for_writing:
                    _create_table(connection)
                elif not is_new:
                    self._check_format(connection)
                yield connection if for_writing or not is_new else None
        except sqlite3.Error as error:
            raise self._translate(error) from error
        except ValueError as error:
            # A name with a NUL or an unpaired surrogate.
            raise WrapperError(f"{make_printable(self.path)}: {error}") from error

    def _check_format(self, connection: sqlite3.Connection) -> None:
        application, version = (
            _read_number(connection, name) for name in ("application_id", "user_version")
        )
        if application == APPLICATION_ID and version != VERSION:
            raise WrapperError(
                f"{make_printable(self.path)}: the store has version {version}, but this version "
                f"of pagecore reads {VERSION}; pass another folder, and learn the wrappers again"
            )
        # Nothing but this table: a view could compute anything.
        schema = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")
        if application != APPLICATION_ID or schema.fetchall() != [(_TABLE,)]:
            raise self._describe_damage("it is not a store of wrappers")

    def _check_row(self, row: tuple[object, ...]) -> StoredWrapper:
        *texts, digest = row
        if all(isinstance(text, str) for text in texts):
            wrapper = StoredWrapper(*map(str, texts))
            if wrapper.digest == digest:
                return wrapper
        raise self._describe_damage(f"the wrapper of {str(row[0])[:200]!r} has changed")

    def _translate(self, error: sqlite3.Error) -> WrapperError:
        """Return the error of pagecore for one of SQLite."""
        detailed_code = getattr(error, "sqlite_errorcode", 0)
        code = detailed_code & 0xFF
        shown = make_printable(self.path)
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return self._describe_wait()
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT):
            return self._describe_damage(str(error))
        if code == 0 or not isinstance(error, sqlite3.OperationalError):
            # A text that is too large, or that is not UTF-8, which has no code.
            return self._describe_damage(str(error))
        if detailed_code in (sqlite3.SQLITE_READONLY_ROLLBACK, sqlite3.SQLITE_READONLY_RECOVERY):
            return WrapperError(
                f"{shown}: a writer of the store was interrupted, and you may not undo what it "
                "wrote; read it once as a user who may write to the folder"
            )
        if code == sqlite3.SQLITE_READONLY:
            return WrapperError(f"{shown}: you may not write to the store; check its permissions")
        return WrapperError(f"{shown}: the store cannot be read or written: {error}")

    def _describe_damage(self, reason: str) -> DamagedStore:
        return DamagedStore(
            f"{make_printable(self.path)}: the store is damaged: {reason}; pagecore learn --store "
            "rebuilds it"
        )

    def _describe_wait(self) -> WrapperError:
        return WrapperError(
            f"{make_printable(self.path)}: another process has been writing the store for "
            f"{self._timeout:g} seconds; try again when it has ended"
        )

    # ------------------------------------------------------------ writing

    @contextmanager
    def _lock(self) -> Iterator[None]:
        """Create the folder, and keep other writers out. SQLite's own lock is not enough, because
        `rebuild` replaces the file."""
        folder = self.path.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(folder, os.O_RDONLY) if os.name == "posix" else None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise WrapperError(f"{make_printable(folder)}: {reason}") from error
        try:
            end = time.monotonic() + self._timeout
            while descriptor is not None and not lock_file(descriptor, folder):
                if time.monotonic() > end:
                    raise self._describe_wait()
                time.sleep(_PAUSE)
            yield
        finally:
            if descriptor is not None:
                os.close(descriptor)

    def _is_intact(self) -> bool:
        with self._open() as connection:
            if connection is None:
                return True
            for row in connection.execute(_SELECT):
                self._check_row(row)
            problem: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        return problem == "ok"

    def _read_intact(self) -> list[StoredWrapper]:
        """Read the wrappers of a damaged file that are intact, whatever is damaged around them."""
        numbers: set[int] = set()
        # The table in both directions, and the index: one of them is often intact.
        for query in _SELECT_NUMBERS:
            with suppress(DamagedStore), self._open() as connection:
                for (number,) in () if connection is None else connection.execute(query):
                    numbers.add(number)
        wrappers: dict[str, StoredWrapper] = {}
        query = f"{_SELECT} NOT INDEXED WHERE rowid = ?"
        with suppress(DamagedStore), self._open() as connection:
            for number in sorted(numbers):
                # Numbers were read, so there is a file. A damaged row must not end the others.
                assert connection is not None
                with suppress(DamagedStore, sqlite3.DatabaseError):
                    row = connection.execute(query, (number,)).fetchone()
                    if row is not None:
                        wrapper = self._check_row(row)
                        wrappers[wrapper.host] = wrapper
        return list(wrappers.values())

    def _set_aside(self) -> Path:
        """Give the file another name, with its journal, which must not be played into the next."""
        for number in count(1):
            kept = self.path.with_name(f"{FILE_NAME}.damaged-{number}")
            if not os.path.lexists(kept):
                break
        try:
            with suppress(FileNotFoundError):
                os.rename(f"{self.path}-journal", f"{kept}-journal")
            os.rename(self.path, kept)
        except OSError as error:
            raise WrapperError(
                f"{make_printable(self.path)}: the damaged store cannot be renamed: "
                f"{error.strerror}"
            ) from error
        return kept


def _is_new(connection: sqlite3.Connection) -> bool:
    """Whether the file is empty, as a writer leaves it that is killed at once."""
    n_entries = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    return n_entries == 0 and _read_number(connection, "application_id") == 0


def _create_table(connection: sqlite3.Connection) -> None:
    connection.execute(_TABLE)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")


def _read_number(connection: sqlite3.Connection, pragma: str) -> int:
    number: int = connection.execute(f"PRAGMA {pragma}").fetchone()[0]
    return number


def _insert(connection: sqlite3.Connection, wrapper: StoredWrapper) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO wrappers (host, method, xml, digest) VALUES (?, ?, ?, ?)",
        (*wrapper, wrapper.digest),
    )
