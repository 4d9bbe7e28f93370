"""The results of a walk, which an interrupted one continues with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Final, Protocol, Self

from pagecore.follow.entries import Entry
from pagecore.store import LinesFile

#: Pages are not read again, so their state does not matter.
_STATE: Final = ""


@dataclass(frozen=True)
class PageResult:
    """The result of one page of the walk."""

    #: The URL of the page, after redirects.
    url: str
    #: The keys of the entries that no earlier page had.
    keys: tuple[str, ...] = ()
    #: The URLs of the next page, or empty, and of archives.
    next: str = ""
    archives: tuple[str, ...] = ()
    #: Identifies the source of the page.
    digest: str = ""
    #: The new entries, if their own pages are read too; else those that are short.
    entries: tuple[Entry, ...] = field(default=(), repr=False)

    @classmethod
    def read(cls, data: object) -> Self | None:
        """Read what `write` returned; None if it is something else."""
        if not isinstance(data, dict):
            return None
        texts = [data.get(name, "") for name in ("url", "next", "digest")]
        keys, archives, entries = (data.get(name, []) for name in ("keys", "archives", "entries"))
        if not _are_texts(texts) or not _are_texts(keys) or not _are_texts(archives):
            return None
        if not isinstance(entries, list) or not all(
            isinstance(entry, dict) and _are_texts(list(entry.values())) for entry in entries
        ):
            return None
        url, next_url, digest = texts
        return cls(url, tuple(keys), next_url, tuple(archives), digest, tuple(entries))

    def write(self) -> dict[str, object]:
        """Return the result as JSON values."""
        return {name: value for name, value in asdict(self).items() if value not in ("", ())}


def _are_texts(values: object) -> bool:
    return isinstance(values, list) and all(isinstance(value, str) for value in values)


class Journal(Protocol):
    """Receives the entries of a walk, page by page."""

    def list_results(self) -> Iterable[PageResult]:
        """List the pages that an interrupted walk has read."""

    def find(self, url: str) -> PageResult | None:
        """Return the result of a page that an interrupted walk has read; else None."""

    def write(
        self, url: str, entries: Sequence[Entry], result: PageResult, *, is_complete: bool = True
    ) -> None:
        """Write the entries of a page.

        Args:
            url: the URL of the page, as it was linked.
            entries: the entries, written as lines.
            result: what the page led to.
            is_complete: whether the page was read; else the next run reads it again.
        """


class LineJournal:
    """Passes each entry on as a line of JSON, and keeps nothing."""

    def __init__(self, write_line: Callable[[str], None]) -> None:
        """Take the function that writes a line."""
        self._write_line = write_line

    def list_results(self) -> Iterable[PageResult]:
        return ()

    def find(self, url: str) -> PageResult | None:
        return None

    def write(
        self, url: str, entries: Sequence[Entry], result: PageResult, *, is_complete: bool = True
    ) -> None:
        for entry in entries:
            self._write_line(format_line(result.url, entry))


class FileJournal:
    """Writes the entries to a file. Until the walk is complete, its results are in `NAME.part`."""

    def __init__(self, file: LinesFile) -> None:
        """Read the results of an interrupted walk."""
        self._file = file
        read = ((url, PageResult.read(data)) for url, data in file.list_data())
        self._results = {url: result for url, result in read if result is not None}

    def list_results(self) -> Iterable[PageResult]:
        return self._results.values()

    def find(self, url: str) -> PageResult | None:
        result = self._results.get(url)
        return result if result is not None and self._file.is_finished(url, _STATE) else None

    def write(
        self, url: str, entries: Sequence[Entry], result: PageResult, *, is_complete: bool = True
    ) -> None:
        lines = "\n".join(format_line(result.url, entry) for entry in entries)
        self._file.write(lines, url, _STATE, is_result=is_complete, data=result.write())


def format_line(url: str, entry: Mapping[str, str]) -> str:
    """Return an entry as a line of JSON, which begins with the page that lists it."""
    return json.dumps({"page": url, **entry}, ensure_ascii=False)
