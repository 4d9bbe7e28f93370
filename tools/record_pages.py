"""Pages with gold records, as the collections `products` and `swde` have them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.errors import CorpusError


@dataclass(frozen=True)
class RecordPage:
    """A page and the values of its gold record, by field."""

    id: str
    path: Path
    url: str | None
    #: The host, or what stands for it: pages of one host are in one fold.
    host: str
    record: Mapping[str, Sequence[str]]

    def html(self) -> bytes:
        """Read the page."""
        return self.path.read_bytes()


def load_records(folder: Path) -> tuple[list[RecordPage], Corpus]:
    """Read the pages of a collection with records, and describe it for the provenance of figures.

    Raises:
        CorpusError: there is no such collection.
    """
    gold = folder / "gold.jsonl"
    if not gold.is_file():
        raise CorpusError(f"{folder}: no gold.jsonl; unpack the collection {folder.name!r} there")
    pages = []
    digest = hashlib.blake2b(digest_size=8)
    for line in gold.read_text("utf-8").splitlines():
        row = json.loads(line)
        path = folder / "html" / f"{row['id']}.html"
        pages.append(
            RecordPage(row["id"], path, row.get("url"), row["host"], row.get("record", {}))
        )
        digest.update(line.encode() + hashlib.blake2b(path.read_bytes()).digest())
    items = tuple(Item(page.id, page.path, Gold(), page.url, page.host) for page in pages)
    return pages, Corpus(folder.name, folder, items, (), digest.hexdigest(), "metadata")


def find_fold(host: str, n_folds: int) -> int:
    """Return the fold of a host, the same in every run."""
    return int.from_bytes(hashlib.blake2b(host.encode(), digest_size=8).digest()) % n_folds
