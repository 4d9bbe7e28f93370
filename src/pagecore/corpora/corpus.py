"""A corpus: pages with what people found in them, the gold, and what is wrong with either."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal, TypeAlias

from pagecore.errors import BadOption

MetricName: TypeAlias = Literal[
    "words", "words-unspaced", "grams", "snippets", "posts", "segments", "structure", "metadata"
]


@dataclass(frozen=True)
class Corpus:
    """Pages of one collection, as a reader found them in a folder or a file."""

    #: What it is called in tables.
    name: str
    path: Path
    items: tuple[Item, ...]
    #: What is wrong with the files; what they are about is not among the items.
    problems: tuple[Problem, ...]
    #: Of all pages and their gold, whatever their order; see `digest_of`.
    digest: str
    #: What the collection is measured by first.
    metric: MetricName
    #: Whether models may learn from it; what may not be trained on is only ever measured on.
    trainable: bool = True
    #: Whether its pages may be looked at; of one that is a figure only, reports show no page.
    shown: bool = True
    #: By which it was read; the name, unless that tells more.
    layout: str = ""
    #: Which of its pages these are, in words, where it is not all of them.
    part: str = ""

    @property
    def label(self) -> str:
        """The name, with what part of it this is."""
        return f"{self.name}, {self.part}" if self.part else self.name


@dataclass(frozen=True)
class Item:
    """A page and its gold."""

    #: One of its kind in the corpus; where pages lie in folders it has slashes.
    id: str
    #: Where the page lies, or the page itself where the corpus is one file.
    source: Path | bytes
    gold: Gold
    url: str | None = None
    #: The domain or publisher, which stays in one fold.
    group: str = ""
    #: The charset the corpus vouches for; None where the page must tell.
    encoding: str | None = None
    #: False where there is nothing to measure by: reported apart, left out of the means.
    in_means: bool = True

    def html(self) -> bytes:
        """The page, read anew at every call."""
        return self.source if isinstance(self.source, bytes) else self.source.read_bytes()


@dataclass(frozen=True)
class Gold:
    """What people, or the makers of a page, say is in it; None where they say nothing."""

    text: str | None = None
    title: str | None = None
    authors: tuple[str, ...] | None = None
    #: As the corpus writes it.
    date: str | None = None
    language: str | None = None
    page_type: str | None = None
    #: Texts that must be found in what is extracted.
    present: tuple[str, ...] = ()
    #: Texts that must not.
    absent: tuple[str, ...] = ()
    html: str | None = None
    #: What its links are joined to, where that is not the page's own address.
    html_url: str | None = None
    markdown: str | None = None
    posts: tuple[GoldPost, ...] | None = None
    segments: tuple[Segment, ...] | None = None

    def json(self) -> str:
        """The gold in a form that is the same everywhere; what is not known is left out, so that
        a new field changes no digest. Text beside HTML is made from it, and is left out too, and so
        is what its links are joined to."""
        known = {name: value for name, value in asdict(self).items() if value not in (None, ())}
        known.pop("html_url", None)
        if self.html is not None:
            known.pop("text", None)
        return json.dumps(known, sort_keys=True)


@dataclass(frozen=True)
class GoldPost:
    """A post of a thread. User, date and link are as the page writes them."""

    text: str
    user: str | None = None
    date: str | None = None
    link: str | None = None


@dataclass(frozen=True)
class Segment:
    """An element that people marked as a segment of the page."""

    #: 1 for a region of the page, 2 for a unit in it; an element may be marked as both.
    levels: tuple[int, ...]
    #: Header, Menu, Article, …
    kind: str
    #: The number of the segment around it, or None.
    parent: int | None
    tag: str
    #: The XPath of the element, in a parse with scripting on.
    path: str
    #: Its text in the marked page, white space collapsed.
    text: str
    #: The same without the page's double encoding, where it has that.
    text_fixed: str | None = None


@dataclass(frozen=True)
class Problem:
    """What is wrong with a corpus, and in which file."""

    #: The file below the corpus' folder, with the line where there is one: `gold.jsonl:12`.
    where: str
    what: str


def fingerprint(item: Item) -> tuple[str, str, str]:
    """The id of a page, and the SHA-256 of the page and of its gold."""
    return item.id, _sha256(item.html()), _sha256(item.gold.json().encode())


def digest_of(fingerprints: Iterable[tuple[str, str, str]]) -> str:
    """16 hex digits over the fingerprints of a corpus, in the order of the ids."""
    rows = "".join("\t".join(row) + "\n" for row in sorted(fingerprints))
    # A file name may hold bytes that are no text.
    return _sha256(rows.encode(errors="backslashreplace"))[:16]


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def name_apart(corpora: Sequence[Corpus]) -> list[Corpus]:
    """Give corpora of the same layout distinct names, by adding their folders."""
    names = [corpus.name for corpus in corpora]
    renamed = [
        corpus
        if names.count(corpus.name) == 1
        else replace(corpus, name=f"{corpus.name} {corpus.path.name}")
        for corpus in corpora
    ]
    distinct = [corpus.name for corpus in renamed]
    for name in distinct:
        if distinct.count(name) > 1:
            raise BadOption(f"the corpus {name!r} is given twice; their results would be one")
    return renamed
