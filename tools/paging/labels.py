"""The pages of the corpora, and the labels of their links."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from pagecore import corpora
from pagecore.page import Page, parse
from pagecore.pagination.pager_links import normalise_address
from tools.record_pages import load_records

HERE: Final = Path(__file__).parent
#: What is labelled.
LINKS: Final = ("next", "previous", "numbered")


@dataclass(frozen=True)
class LabelledPage:
    """A page and the addresses of its links."""

    id: str
    page: Page
    language: str
    #: All pages of a host are in one fold.
    host: str
    #: `article`, `list`, or `none` for a page without links to other pages.
    kind: str
    #: By name of `LINKS`. A next or previous page may have several addresses.
    links: dict[str, frozenset[str]]
    reason: str


def read_paging(folder: Path) -> tuple[list[LabelledPage], dict[str, Any]]:
    """Read the corpus `paging` with our labels; also its provenance."""
    record_pages, corpus = load_records(folder)
    gold = (folder / "gold.jsonl").read_text("utf-8")
    records = {record["id"]: record for record in map(json.loads, gold.splitlines())}
    urls = {page.id: (page.url, page.path) for page in record_pages}
    pages = []
    for row in read_rows(HERE / "labels.tsv"):
        record = records[row["id"]]
        url, path = urls[row["id"]]
        page = parse(path.read_bytes(), url=url, encoding=record.get("encoding"))
        links = {name: frozenset(map(make_key, row[name].split())) for name in LINKS}
        pages.append(
            LabelledPage(
                row["id"], page, record["language"], record["host"], row["kind"], links,
                row["reason"],
            )
        )  # fmt: skip
    # The labels are ours, and not in the digest of the corpus.
    labels = hashlib.sha256((HERE / "labels.tsv").read_bytes()).hexdigest()[:16]
    return pages, {"pages": len(pages), "digest": corpus.digest, "labels": labels}


def read_threads(folder: Path) -> tuple[list[LabelledPage], dict[str, Any]]:
    """Read the corpus `forums` with our labels of next pages; also its provenance."""
    corpus = corpora.load("forums", folder)
    rows = {row["id"]: row for row in read_rows(HERE / "threads.tsv")}
    pages = [
        LabelledPage(
            item.id,
            parse(item.html(), url=item.url, encoding=item.encoding),
            "",
            item.group,
            "list",
            {"next": frozenset(map(make_key, rows[item.id]["next"].split()))},
            "",
        )
        for item in corpus.items
    ]
    return pages, {"pages": len(pages), "digest": corpus.digest}


def read_rows(path: Path) -> Iterator[dict[str, str]]:
    """Read a table with a row of names; cells are separated by tabs."""
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def make_key(url: str) -> str:
    """Return an address as it is compared: decoded, without scheme, `www.` and trailing slash."""
    return unquote(normalise_address(url.partition("#")[0]))
