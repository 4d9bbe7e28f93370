"""The collection on disk: `pages.jsonl`, `queries.jsonl`, `answers.jsonl` and `about.json`.

Pages of third parties are not copied. A line of `pages.jsonl` names the page of a corpus, and the
digest of its source without the queries. The reader takes the queries out again and compares.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from pagecore.errors import BadInput
from pagecore.page import Page
from tools.known_items.pages import SourcePage, load_pages, normalise_url
from tools.known_items.removal import Query, reparse, take_out_queries

FOLDER: Final = "known-items"
_FILES: Final = ("pages.jsonl", "queries.jsonl", "answers.jsonl")


@dataclass(frozen=True)
class CollectionPage:
    """A page of the collection."""

    id: str
    url: str | None
    #: The site or publisher.
    site: str
    language: str | None
    #: Digest of the source without the queries; empty until it is known.
    digest: str = ""


@dataclass(frozen=True)
class Collection:
    """Pages, queries, and which pages answer them."""

    part: str
    pages: tuple[CollectionPage, ...]
    queries: tuple[Query, ...]
    #: The pages that answer each query: its own page, and near duplicates of that.
    answers: Mapping[str, tuple[str, ...]]
    sources: Mapping[str, SourcePage] = field(repr=False)
    digest: str = ""

    @cached_property
    def _queries_by_page(self) -> dict[str, list[Query]]:
        queries: defaultdict[str, list[Query]] = defaultdict(list)
        for query in self.queries:
            queries[query.page].append(query)
        return dict(queries)

    @cached_property
    def _queries_by_url(self) -> dict[str, list[Query]]:
        urls = {page.id: normalise_url(page.url) for page in self.pages}
        return {
            url: queries
            for page, queries in self._queries_by_page.items()
            if (url := urls[page]) is not None
        }

    def load(self, page: CollectionPage) -> Page:
        """Parse a page without the queries.

        Raises:
            BadInput: the page is not the one that the collection was built with.
        """
        original = self.sources[page.id].load()
        own = self._queries_by_page.get(page.id, ())
        source = take_out_queries(original, own, self._queries_by_url)
        if page.digest and digest_source_text(source) != page.digest:
            raise BadInput(
                f"{page.id}: the page has changed since the collection was built; run: "
                f"python -m tools.known_items --part {self.part}"
            )
        return reparse(original, source)


def digest_source_text(source: str) -> str:
    """A short digest of a source."""
    return hashlib.sha256(source.encode(errors="replace")).hexdigest()[:16]


def write_collection(collection: Collection, folder: Path, about: Mapping[str, Any]) -> str:
    """Write a collection, and return its digest."""
    folder.mkdir(parents=True, exist_ok=True)
    rows: Iterable[Iterable[dict[str, Any]]] = (
        map(asdict, collection.pages),
        map(asdict, collection.queries),
        ({"query": query, "pages": pages} for query, pages in collection.answers.items()),
    )
    for name, records in zip(_FILES, rows, strict=True):
        lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in records]
        (folder / name).write_text("".join(lines), "utf-8")
    digest = _digest_files(folder)
    text = json.dumps({**about, "digest": digest}, indent=1)
    (folder / "about.json").write_text(text + "\n", "utf-8")
    return digest


def read_collection(part: str, data: Path) -> Collection:
    """Read a collection that `python -m tools.known_items` wrote.

    Args:
        part: `web` or `styled`.
        data: the folder of the corpora.

    Raises:
        BadInput: there is no such collection, or its files do not fit its digest.
    """
    folder = data / FOLDER / part
    try:
        about = json.loads((folder / "about.json").read_text("utf-8"))
        pages, queries, answers = (
            [json.loads(line) for line in (folder / name).read_text("utf-8").splitlines()]
            for name in _FILES
        )
    except FileNotFoundError as error:
        raise BadInput(
            f"{error.filename}: no such file; run: python -m tools.known_items --part {part}"
        ) from error
    if _digest_files(folder) != about["digest"]:
        raise BadInput(
            f"{folder}: the files do not fit their digest {about['digest']}; run: "
            f"python -m tools.known_items --part {part}"
        )
    return Collection(
        part,
        tuple(CollectionPage(**page) for page in pages),
        tuple(Query(**query) for query in queries),
        {answer["query"]: tuple(answer["pages"]) for answer in answers},
        {page.id: page for page in load_pages(part, data)},
        about["digest"],
    )


def _digest_files(folder: Path) -> str:
    digest = hashlib.sha256()
    for name in _FILES:
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()[:16]
