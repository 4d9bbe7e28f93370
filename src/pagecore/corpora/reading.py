"""How a corpus is read: what can be used becomes an item, what cannot becomes a problem."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from pagecore.corpora.corpus import (
    Corpus,
    Item,
    MetricName,
    Problem,
    digest_of,
    fingerprint,
)
from pagecore.errors import CorpusError

_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class CorpusLayout:
    """A way in which corpora lie on disk."""

    metric: MetricName
    #: The files, in words, for who has named the wrong folder.
    expects: str
    read: Callable[[Reading], None]
    #: Whether the corpus may be one file instead of a folder.
    one_file: bool = False
    #: See `Corpus`.
    trainable: bool = True
    shown: bool = True


class Reading:
    """A corpus while it is read: the items and the problems so far."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._items: dict[str, tuple[str, Item]] = {}
        self._problems: list[Problem] = []
        self._claimed: set[Path] = set()

    def corpus(self, name: str, layout: CorpusLayout) -> Corpus:
        """What was read, with its digest; `CorpusError` where nothing can be used."""
        items, fingerprints = [], []
        for where, item in self._items.values():
            try:
                fingerprints.append(fingerprint(item))
                items.append(item)
            except OSError as error:
                self.note(where, f"the page cannot be read: {error}")
        if not items:
            first = "".join(f" ({one.where}: {one.what})" for one in self._problems[:1])
            raise CorpusError(
                f"{self.path}: no page with gold can be used{first}; a corpus of the layout "
                f"{name!r} has {layout.expects}"
            )
        digest = digest_of(fingerprints)
        problems = tuple(self._problems)
        return Corpus(
            name,
            self.path,
            tuple(items),
            problems,
            digest,
            layout.metric,
            trainable=layout.trainable,
            shown=layout.shown,
            layout=name,
        )

    def add(self, where: str | Path, item: Item) -> None:
        """Take an item, unless another has its id."""
        place = self._place(where)
        if item.id in self._items:
            first, _ = self._items[item.id]
            self.note(where, f"the id {item.id!r} is also that of {first}; the first counts")
        else:
            self._items[item.id] = (place, item)

    def note(self, where: str | Path, what: str) -> None:
        """Take down a problem."""
        self._problems.append(Problem(self._place(where), what))

    def _place(self, where: str | Path) -> str:
        if isinstance(where, str):
            return where
        return where.relative_to(self.path).as_posix() if where != self.path else where.name

    # -- Pages ---------------------------------------------------------------------------------

    def page(self, where: str | Path, folder: Path, name: str) -> Path | None:
        """The page that gold is about; None, and a problem, where it is not there."""
        if not _stays_inside(name):
            self.note(where, f"the page {name!r} would lie outside the corpus")
            return None
        path = folder / name
        if not os.path.isfile(path):
            self.note(where, f"gold without page: there is no {self._place(path)}")
            return None
        self.claim(path)
        return path

    def claim(self, path: Path) -> None:
        """Take down that a page belongs to some gold, be it broken."""
        self._claimed.add(path)

    def note_unclaimed(self, pages: list[Path], what: str = "page without gold") -> None:
        """Take down the pages that no gold is about."""
        for path in pages:
            if path not in self._claimed:
                self.note(path, what)

    def files(self, folder: Path, *suffixes: str, deep: bool = False) -> list[Path]:
        """The files of a folder, or of all below it, that end so, in the order of their names."""
        if not folder.is_dir():
            self.note(folder, "there is no such folder")
            return []
        found = folder.rglob("*") if deep else folder.iterdir()
        return sorted(
            path
            for path in found
            if path.suffix.lower() in suffixes and not path.name.startswith(".") and path.is_file()
        )

    def folders(self) -> list[Path]:
        """The corpus' folders, in the order of their names."""
        inside = self.path.iterdir()
        return sorted(path for path in inside if path.is_dir() and not path.name.startswith("."))

    # -- Gold ----------------------------------------------------------------------------------

    def text(self, path: Path) -> str | None:
        """A file of UTF-8 text; None, and a problem, where it is not one."""
        try:
            return self._decoded(path, path.read_bytes())
        except FileNotFoundError:
            self.note(path, "there is no such file")
        except OSError as error:
            self.note(path, f"cannot be read: {error}")
        return None

    def record(self, path: Path) -> Record | None:
        """A file that holds one JSON object; None, and a problem, where it does not."""
        text = self.text(path)
        return None if text is None else self._parsed(self._place(path), text)

    def lines(self, path: Path) -> Iterator[Record]:
        """The JSON objects of a file that has one a line; a broken line costs no other."""
        try:
            with path.open("rb") as file:
                for number, line in enumerate(file, 1):
                    where = f"{self._place(path)}:{number}"
                    text = self._decoded(where, line)
                    record = self._parsed(where, text) if text and text.strip() else None
                    if record is not None:
                        yield record
        except FileNotFoundError:
            self.note(path, "there is no such file")
        except OSError as error:
            self.note(path, f"cannot be read: {error}")

    def _decoded(self, where: str | Path, data: bytes) -> str | None:
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self.note(where, f"not UTF-8: {error.reason} at byte {error.start}; save it as UTF-8")
            return None

    def _parsed(self, where: str, text: str) -> Record | None:
        twice: list[str] = []

        def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
            members: dict[str, Any] = {}
            for name, value in pairs:
                if name in members:
                    twice.append(name)
                else:
                    members[name] = value
            return members

        try:
            data = json.loads(text, object_pairs_hook=once)
        except (ValueError, RecursionError) as error:
            self.note(where, f"broken JSON: {error}")
            return None
        for name in twice:
            self.note(where, f"the key {name!r} is there twice; the first counts")
        if not isinstance(data, dict):
            self.note(where, f"expected a JSON object, found {_kind(data)}")
            return None
        return Record(self, where, data)


@dataclass(frozen=True)
class Record:
    """A JSON object of a gold file. A member of the wrong kind is a problem, and counts as none."""

    reading: Reading
    where: str
    data: dict[str, Any]

    def string(self, name: str) -> str | None:
        """A member that is a text."""
        value = self._member(name, str)
        # Half a character can be written neither as UTF-8 nor as Parquet.
        return None if value is None else _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", value)

    def label(self, name: str) -> str | None:
        """A member that is a short text, trimmed; an empty one is none."""
        return (self.string(name) or "").strip() or None

    def needed(self, name: str) -> str | None:
        """A text that must be there; that it is not is a problem."""
        self.require(name)
        return self.string(name)

    def require(self, name: str) -> None:
        """Take down a problem where a member is missing."""
        if self.data.get(name) is None:
            self.reading.note(self.where, f"there is no {name!r}")

    def number(self, name: str) -> int | None:
        """A member that is a whole number."""
        value: int | None = self._member(name, int)
        return value

    def strings(self, name: str) -> tuple[str, ...]:
        """A member that is a list of texts, or one text."""
        value = self.data.get(name)
        members = [value] if isinstance(value, str) else self._list(name)
        numbered = {f"{name}[{number}]": member for number, member in enumerate(members)}
        texts = map(Record(self.reading, self.where, numbered).string, numbered)
        return tuple(text for text in texts if text is not None)

    def inner(self, name: str) -> Record | None:
        """A member that is an object."""
        value = self._member(name, dict)
        return None if value is None else Record(self.reading, f"{self.where}, {name}", value)

    def each(self, name: str) -> Iterator[Record]:
        """The objects of a member that is a list of them."""
        for number, value in enumerate(self._list(name)):
            where = f"{self.where}, {name}[{number}]"
            if isinstance(value, dict):
                yield Record(self.reading, where, value)
            else:
                self.reading.note(where, f"expected an object, found {_kind(value)}")

    def members(self) -> Iterator[tuple[str, Record]]:
        """The members of an object that has nothing but objects."""
        for name in self.data:
            member = self.inner(name)
            if member is not None:
                yield name, member
            elif self.data[name] is None:
                self.reading.note(f"{self.where}, {name}", "expected an object, found nothing")

    def _member(self, name: str, kind: type[Any]) -> Any:
        value = self.data.get(name)
        if value is None or (isinstance(value, kind) and not isinstance(value, bool)):
            return value
        expected = {str: "a text", int: "a whole number", dict: "an object"}[kind]
        self.reading.note(self.where, f"{name!r}: expected {expected}, found {_kind(value)}")
        return None

    def _list(self, name: str) -> list[Any]:
        value = self.data.get(name)
        if value is None or isinstance(value, list):
            return value or []
        self.reading.note(self.where, f"{name!r}: expected a list, found {_kind(value)}")
        return []


def domain(url: str | None) -> str | None:
    """The host of a URL, without `www.`; None where it has none."""
    try:
        host = urlsplit(url or "").hostname
    except ValueError:
        return None
    return (host or "").removeprefix("www.") or None


def has_text(text: str | None) -> bool:
    """Whether there is more than white space to measure by."""
    return bool(text and not text.isspace())


def _stays_inside(name: str) -> bool:
    path = PurePosixPath(name)
    return bool(name) and not path.is_absolute() and ".." not in path.parts and "\0" not in name


def _kind(value: object) -> str:
    names = {str: "a text", bool: "true or false", int: "a number", float: "a number"}
    names |= {list: "a list", dict: "an object", type(None): "nothing", bytes: "bytes"}
    return names.get(type(value), type(value).__name__)
