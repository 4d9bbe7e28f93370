"""The terms of pages and of their segments, kept in a file so that pages are extracted once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

import pagecore
from pagecore.search.analysis import split_terms
from pagecore.search.bm25 import BODY
from pagecore.search.page_record import PageRecord, read_page_record
from tools.known_items.collection import FOLDER, Collection

FIELDS: Final = ("title", "headings", BODY)
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
    #: A list for each segment, and the number of its page.
    segments: TermLists
    owners: _Numbers

    def list_terms(self, numbers: Iterable[int]) -> list[str]:
        """The terms with these numbers."""
        return [self.vocabulary[number] for number in numbers]

    def iterate_pages(self) -> Iterator[dict[str, list[str]]]:
        """The terms of each page, by field."""
        for at in range(len(self.pages[BODY])):
            yield {name: self.list_terms(of[at]) for name, of in self.pages.items()}

    def iterate_segments(self) -> Iterator[dict[str, list[str]]]:
        """The terms of each segment."""
        for at in range(len(self.segments)):
            yield {BODY: self.list_terms(self.segments[at])}


def load_texts(collection: Collection, data: Path, method: str, **parameters: Any) -> IndexedTexts:
    """The terms of a collection, from its file if that is of the same pages and of the same code.

    Args:
        collection: the pages.
        data: the folder of the corpora.
        method: the method of segments.
        parameters: its parameters.
    """
    name = "-".join([method, *(f"{key}{value}" for key, value in parameters.items())])
    path = data / FOLDER / collection.part / f"terms-{name}.npz"
    state = f"{collection.digest} {digest_package()}"
    if path.is_file():
        with np.load(path) as stored:
            if bytes(stored["state"]).decode() == state:
                return _unpack(stored)
    records = (
        read_page_record(collection.load(page), segments=method, with_chunks=False, **parameters)
        for page in collection.pages
    )
    texts = index_texts(records, [page.language for page in collection.pages])
    np.savez_compressed(path, state=np.frombuffer(state.encode(), np.uint8), **_pack(texts))
    return texts


def index_texts(records: Iterable[PageRecord], languages: Sequence[str | None]) -> IndexedTexts:
    """Analyse pages and their segments, each in its language."""
    vocabulary: dict[str, int] = {}
    numbers: dict[str, list[int]] = {name: [] for name in (*FIELDS, "segments")}
    stops: dict[str, list[int]] = {name: [] for name in numbers}
    owners: list[int] = []

    def add(name: str, terms: Sequence[str]) -> None:
        numbers[name] += [vocabulary.setdefault(term, len(vocabulary)) for term in terms]

    for page, (record, language) in enumerate(zip(records, languages, strict=True)):
        texts = [record.title, "\n".join(record.headings), *(of.text for of in record.segments)]
        title, headings, *segments = split_terms(texts, language)
        add("title", title)
        add("headings", headings)
        for terms in segments:
            add("segments", terms)
            add(BODY, terms)
            stops["segments"].append(len(numbers["segments"]))
            owners.append(page)
        for name in FIELDS:
            stops[name].append(len(numbers[name]))
    lists = {name: TermLists(numbers[name], stops[name]) for name in numbers}
    segments_of = lists.pop("segments")
    return IndexedTexts(tuple(vocabulary), lists, segments_of, np.array(owners, np.int64))


def digest_package() -> str:
    """A digest of the code and the models of the package, which decide what is extracted."""
    folder, digest = Path(pagecore.__file__).parent, hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        is_code = path.suffix in (".py", ".so", ".pyd", ".json", ".bin") and path.is_file()
        if is_code and path.parent.name not in ("figures", "cli", "__pycache__"):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _pack(texts: IndexedTexts) -> dict[str, Any]:
    vocabulary = np.frombuffer(json.dumps(texts.vocabulary).encode(), np.uint8)
    entries = {"vocabulary": vocabulary, "owners": texts.owners}
    for name, lists in {**texts.pages, "segments": texts.segments}.items():
        entries |= {f"{name} numbers": lists.numbers, f"{name} stops": lists.stops}
    return entries


def _unpack(stored: Mapping[str, Any]) -> IndexedTexts:
    lists = {
        name: TermLists(stored[f"{name} numbers"], stored[f"{name} stops"])
        for name in (*FIELDS, "segments")
    }
    segments = lists.pop("segments")
    vocabulary = tuple(json.loads(bytes(stored["vocabulary"])))
    return IndexedTexts(vocabulary, lists, segments, stored["owners"])
