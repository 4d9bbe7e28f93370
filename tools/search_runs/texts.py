"""The terms of pages and of their segments, kept in a file so that pages are extracted once."""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

import pagecore
from pagecore.extract import extract
from pagecore.search.analysis import split_terms
from pagecore.search.bm25 import BODY
from pagecore.search.page_record import PageRecord, read_page_record
from tools.known_items.collection import FOLDER, Collection

FIELDS: Final = ("title", "headings", BODY)
_PARTS: Final = ("segments", "paths")
_Numbers = npt.NDArray[np.int64]


class TermLists:
    """Lists of terms, as numbers of a vocabulary."""

    def __init__(self, numbers: npt.ArrayLike, stops: npt.ArrayLike) -> None:
        """`stops` is where each list ends."""
        self.numbers, self.stops = np.asarray(numbers, np.int32), np.asarray(stops, np.int64)

    def __len__(self) -> int:
        return len(self.stops)

    def __getitem__(self, at: int) -> npt.NDArray[np.int32]:
        return self.numbers[self.stops[at - 1] if at else 0 : self.stops[at]]


@dataclass(frozen=True, eq=False)
class IndexedTexts:
    """All pages of a collection with the segments of one method."""

    vocabulary: tuple[str, ...]
    #: By field, a list for each page.
    pages: Mapping[str, TermLists]
    #: A list for each segment, one for the headings above it, and the number of its page.
    segments: TermLists
    paths: TermLists
    owners: _Numbers

    def list_terms(self, numbers: Iterable[int]) -> list[str]:
        """The terms with these numbers."""
        return [self.vocabulary[number] for number in numbers]


def load_texts(
    collection: Collection, data: Path, methods: Sequence[str]
) -> dict[str, IndexedTexts]:
    """The terms of a collection by segment method, from files if these are of the same pages and
    of the same code.

    Args:
        collection: the pages.
        data: the folder of the corpora.
        methods: the methods of segments, with parameters after a blank, such as `vips pdoc=6`.
    """
    folder = data / FOLDER / collection.part
    paths = {method: folder / f"terms-{method.replace(' ', '-')}.npz" for method in methods}
    state = f"{collection.digest} {digest_package()}"
    texts = {method: stored for method in methods if (stored := _read(paths[method], state))}
    missing = [method for method in methods if method not in texts]
    indexers = {method: _Indexer() for method in missing}
    for page in collection.pages if missing else ():
        document = extract(collection.load(page))
        for method, indexer in indexers.items():
            name, parameters = split_method(method)
            record = read_page_record(document, segments=name, with_chunks=False, **parameters)
            indexer.add(record, page.language)
    for method, indexer in indexers.items():
        texts[method] = indexer.finish()
        _write(texts[method], paths[method], state)
    return {method: texts[method] for method in methods}


def split_method(name: str) -> tuple[str, dict[str, Any]]:
    """Split the name of a method from the values of its parameters."""
    method, *settings = name.split()
    pairs = (setting.partition("=") for setting in settings)
    return method, {key: int(value) for key, _, value in pairs}


def index_texts(records: Iterable[PageRecord], languages: Sequence[str | None]) -> IndexedTexts:
    """Analyse pages and their segments, each in its language."""
    indexer = _Indexer()
    for record, language in zip(records, languages, strict=True):
        indexer.add(record, language)
    return indexer.finish()


class _Indexer:
    """Collects the terms of pages, one after the other."""

    def __init__(self) -> None:
        names = (*FIELDS, *_PARTS)
        self._vocabulary: dict[str, int] = {}
        self._numbers: dict[str, array[int]] = {name: array("i") for name in names}
        self._stops: dict[str, list[int]] = {name: [] for name in names}
        self._owners: list[int] = []
        self._n_pages = 0

    def add(self, record: PageRecord, language: str | None) -> None:
        """Analyse a page and its segments."""
        texts = [record.title, "\n".join(record.headings)]
        texts += [of.text for of in record.segments]
        texts += ["\n".join(of.heading_path) for of in record.segments]
        title, headings, *parts = split_terms(texts, language)
        self._append("title", title)
        self._append("headings", headings)
        n_segments = len(record.segments)
        for terms, path in zip(parts[:n_segments], parts[n_segments:], strict=True):
            self._append("segments", terms)
            self._append(BODY, terms)
            self._append("paths", path)
            for name in _PARTS:
                self._stops[name].append(len(self._numbers[name]))
            self._owners.append(self._n_pages)
        for name in FIELDS:
            self._stops[name].append(len(self._numbers[name]))
        self._n_pages += 1

    def _append(self, name: str, terms: Sequence[str]) -> None:
        vocabulary = self._vocabulary
        self._numbers[name].extend([vocabulary.setdefault(term, len(vocabulary)) for term in terms])

    def finish(self) -> IndexedTexts:
        """All pages so far."""
        lists = {
            name: TermLists(np.array(of, np.int32), self._stops[name])
            for name, of in self._numbers.items()
        }
        parts = {name: lists.pop(name) for name in _PARTS}
        owners = np.array(self._owners, np.int64)
        return IndexedTexts(tuple(self._vocabulary), lists, **parts, owners=owners)


def digest_package() -> str:
    """A digest of the code and the models of the package, which decide what is extracted, and of
    this module, which decides what is kept."""
    folder, digest = Path(pagecore.__file__).parent, hashlib.sha256(Path(__file__).read_bytes())
    for path in sorted(folder.rglob("*")):
        is_code = path.suffix in (".py", ".so", ".pyd", ".json", ".bin") and path.is_file()
        if is_code and path.parent.name not in ("figures", "cli", "__pycache__"):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _write(texts: IndexedTexts, path: Path, state: str) -> None:
    vocabulary = np.frombuffer(json.dumps(texts.vocabulary).encode(), np.uint8)
    entries: dict[str, Any] = {"vocabulary": vocabulary, "owners": texts.owners}
    for name, lists in {**texts.pages, "segments": texts.segments, "paths": texts.paths}.items():
        entries |= {f"{name} numbers": lists.numbers, f"{name} stops": lists.stops}
    np.savez_compressed(path, state=np.frombuffer(state.encode(), np.uint8), **entries)


def _read(path: Path, state: str) -> IndexedTexts | None:
    """Read a file; None if it is missing or of another state."""
    if not path.is_file():
        return None
    with np.load(path) as stored:
        if bytes(stored["state"]).decode() != state:
            return None
        lists = {
            name: TermLists(stored[f"{name} numbers"], stored[f"{name} stops"])
            for name in (*FIELDS, *_PARTS)
        }
        parts = {name: lists.pop(name) for name in _PARTS}
        vocabulary = tuple(json.loads(bytes(stored["vocabulary"])))
        return IndexedTexts(vocabulary, lists, **parts, owners=stored["owners"])
