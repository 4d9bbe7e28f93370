"""Read the files of a corpus: usable pages become items, everything else becomes a problem."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from pagecore.corpora.corpus import (
    Corpus,
    Item,
    MetricName,
    Problem,
    compute_digest,
    compute_fingerprint,
)
from pagecore.corpora.gold_record import GoldRecord, name_kind
from pagecore.corpora.rendered import find_rendered
from pagecore.errors import CorpusError
from pagecore.page.urls import split_url


@dataclass(frozen=True)
class CorpusFormat:
    """A format of corpora: which files hold pages and gold."""

    metric: MetricName
    #: The expected files, for error messages.
    expects: str
    read: Callable[[CorpusReader], None]
    #: Whether the corpus may be one file instead of a folder.
    one_file: bool = False
    #: See `Corpus`.
    trainable: bool = True
    tunable: bool = False
    shown: bool = True


class CorpusReader:
    """Reads a corpus and collects its items and problems."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._items: dict[str, tuple[str, Item]] = {}
        self._problems: list[Problem] = []
        self._used: set[Path] = set()

    def build_corpus(self, name: str, corpus_format: CorpusFormat) -> Corpus:
        """Build the corpus; raise `CorpusError` if no page can be used."""
        items, fingerprints = [], []
        for where, item in self._items.values():
            try:
                fingerprints.append(compute_fingerprint(item))
                items.append(item)
            except OSError as error:
                self.note(where, f"the page cannot be read: {error}")
        if not items:
            first = "".join(f" ({problem.where}: {problem.what})" for problem in self._problems[:1])
            raise CorpusError(
                f"{self.path}: no page with gold can be used{first}; a corpus of the format "
                f"{name!r} has {corpus_format.expects}"
            )
        digest = compute_digest(fingerprints)
        rendered = find_rendered(self.path, name)
        items = [replace(item, rendered=rendered.get(item.id)) for item in items]
        problems = tuple(self._problems)
        return Corpus(
            name,
            self.path,
            tuple(items),
            problems,
            digest,
            corpus_format.metric,
            trainable=corpus_format.trainable,
            tunable=corpus_format.tunable,
            shown=corpus_format.shown,
            format=name,
        )

    def add(self, where: str | Path, item: Item) -> None:
        """Add an item, unless another item has its id."""
        place = self._locate(where)
        if item.id in self._items:
            first, _ = self._items[item.id]
            self.note(where, f"the id {item.id!r} is also used by {first}; the first counts")
        else:
            self._items[item.id] = (place, item)

    def note(self, where: str | Path, what: str) -> None:
        """Note a problem."""
        self._problems.append(Problem(self._locate(where), what))

    def _locate(self, where: str | Path) -> str:
        if isinstance(where, str):
            return where
        return where.relative_to(self.path).as_posix() if where != self.path else where.name

    # -- Pages ---------------------------------------------------------------------------------

    def find_page(self, where: str | Path, folder: Path, name: str) -> Path | None:
        """Find the page of some gold; None, and a problem, if it is missing."""
        if not _is_inside(name):
            self.note(where, f"the page {name!r} is outside the corpus folder")
            return None
        path = folder / name
        if not os.path.isfile(path):
            self.note(where, f"gold without page: there is no {self._locate(path)}")
            return None
        self.mark_used(path)
        return path

    def mark_used(self, path: Path) -> None:
        """Mark a page as used by some gold, even if the gold is broken."""
        self._used.add(path)

    def note_unused(self, pages: list[Path], what: str = "page without gold") -> None:
        """Note a problem for each page without gold."""
        for path in pages:
            if path not in self._used:
                self.note(path, what)

    def list_files(self, folder: Path, *suffixes: str, deep: bool = False) -> list[Path]:
        """List the files of a folder with these suffixes, by name; `deep` includes subfolders."""
        if not folder.is_dir():
            self.note(folder, "there is no such folder")
            return []
        paths = folder.rglob("*") if deep else folder.iterdir()
        return sorted(
            path
            for path in paths
            if path.suffix.lower() in suffixes and not path.name.startswith(".") and path.is_file()
        )

    def list_folders(self) -> list[Path]:
        """List the folders of the corpus, by name."""
        inside = self.path.iterdir()
        return sorted(path for path in inside if path.is_dir() and not path.name.startswith("."))

    # -- Gold ----------------------------------------------------------------------------------

    def read_text(self, path: Path) -> str | None:
        """Read a file of UTF-8 text; None, and a problem, if that fails."""
        try:
            return self._decode(path, path.read_bytes())
        except FileNotFoundError:
            self.note(path, "there is no such file")
        except OSError as error:
            self.note(path, f"cannot be read: {error}")
        return None

    def read_record(self, path: Path) -> GoldRecord | None:
        """Read a file with one JSON object; None, and a problem, if that fails."""
        text = self.read_text(path)
        return None if text is None else self._parse(self._locate(path), text)

    def read_lines(self, path: Path) -> Iterator[GoldRecord]:
        """Read a file with one JSON object per line; a broken line is a problem and is skipped."""
        try:
            with path.open("rb") as file:
                for number, line in enumerate(file, 1):
                    where = f"{self._locate(path)}:{number}"
                    text = self._decode(where, line)
                    record = self._parse(where, text) if text and text.strip() else None
                    if record is not None:
                        yield record
        except FileNotFoundError:
            self.note(path, "there is no such file")
        except OSError as error:
            self.note(path, f"cannot be read: {error}")

    def _decode(self, where: str | Path, data: bytes) -> str | None:
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self.note(where, f"not UTF-8: {error.reason} at byte {error.start}; save it as UTF-8")
            return None

    def _parse(self, where: str, text: str) -> GoldRecord | None:
        duplicates: list[str] = []

        def keep_first(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
            members: dict[str, Any] = {}
            for name, value in pairs:
                if name in members:
                    duplicates.append(name)
                else:
                    members[name] = value
            return members

        try:
            data = json.loads(text, object_pairs_hook=keep_first)
        except (ValueError, RecursionError) as error:
            self.note(where, f"broken JSON: {error}")
            return None
        for name in duplicates:
            self.note(where, f"the key {name!r} occurs twice; the first counts")
        if not isinstance(data, dict):
            self.note(where, f"expected a JSON object, found {name_kind(data)}")
            return None
        return GoldRecord(self.note, where, data)


def read_domain(url: str | None) -> str | None:
    """The host of a URL, without `www.`; None if it has no host."""
    host = split_url(url or "").hostname
    return (host or "").removeprefix("www.") or None


def has_text(text: str | None) -> bool:
    """Whether a text has more than white space."""
    return bool(text and not text.isspace())


def _is_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return bool(name) and not path.is_absolute() and ".." not in path.parts and "\0" not in name
