"""A corpus: pages with their gold (the expected results), and the problems of its files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final, Literal, TypeAlias

from pagecore.errors import BadOption

MetricName: TypeAlias = Literal[
    "words",
    "words-unspaced",
    "grams",
    "snippets",
    "posts",
    "segments",
    "structure",
    "metadata",
    "records",
]


@dataclass(frozen=True)
class Corpus:
    """The pages of one collection."""

    #: The name in tables.
    name: str
    path: Path
    items: tuple[Item, ...]
    #: Faults of the files; the pages concerned are not among the items.
    problems: tuple[Problem, ...]
    #: Digest of all pages and their gold, independent of their order; see `compute_digest`.
    digest: str
    #: The main metric of the collection.
    metric: MetricName
    #: Whether models may be trained on it.
    trainable: bool = True
    #: Whether parameters of methods may be chosen on it although no model may be trained on it.
    tunable: bool = False
    #: Whether reports may show its pages.
    shown: bool = True
    #: The format it was read with; the same as the name, unless corpora share a format.
    format: str = ""
    #: A description of the selection, if these are not all pages.
    part: str = ""

    @property
    def label(self) -> str:
        """The name, with the selection."""
        return f"{self.name}, {self.part}" if self.part else self.name


@dataclass(frozen=True)
class Item:
    """A page and its gold."""

    #: Unique in the corpus; it has slashes if the pages lie in folders.
    id: str
    #: The file of the page, or its bytes if the corpus is a single file.
    source: Path | bytes
    gold: Gold
    url: str | None = None
    #: The domain or publisher; all pages of a group are in the same fold.
    group: str = ""
    #: The charset according to the corpus; None if the page declares it.
    encoding: str | None = None
    #: False without usable gold: reported separately, not counted in the means.
    in_means: bool = True
    #: The page as a browser rendered it, an `.npz` file with its layout; None if there is none.
    rendered: Path | None = None

    def html(self) -> bytes:
        """Read the page; the bytes are not cached."""
        return self.source if isinstance(self.source, bytes) else self.source.read_bytes()


#: Earlier names of fields of `Gold`, which stay in the digests of corpora.
_DIGEST_NAMES: Final = {"required_snippets": "present", "forbidden_snippets": "absent"}


@dataclass(frozen=True)
class Gold:
    """The expected results of a page, from annotators or the publisher; None if unknown."""

    text: str | None = None
    title: str | None = None
    authors: tuple[str, ...] | None = None
    #: As written in the corpus.
    date: str | None = None
    language: str | None = None
    page_type: str | None = None
    #: Snippets that the output must contain.
    required_snippets: tuple[str, ...] = ()
    #: Snippets that the output must not contain.
    forbidden_snippets: tuple[str, ...] = ()
    html: str | None = None
    #: The base URL of its links, if it is not the URL of the page.
    html_url: str | None = None
    markdown: str | None = None
    posts: tuple[GoldPost, ...] | None = None
    segments: tuple[MarkedRegion, ...] | None = None
    #: The items of a list, each with the texts of its columns; "" where it has none.
    records: tuple[tuple[str, ...], ...] | None = None

    def json(self) -> str:
        """Serialise the gold for the digest.

        Unknown fields are omitted, so that a new field does not change the digest. Fields that
        follow from others are omitted too: the text beside HTML, the base URL, and the records,
        whose cells are the text.
        """
        known = {
            _DIGEST_NAMES.get(name, name): value
            for name, value in asdict(self).items()
            if value not in (None, ())
        }
        known.pop("html_url", None)
        known.pop("records", None)
        if self.html is not None:
            known.pop("text", None)
        return json.dumps(known, sort_keys=True)


@dataclass(frozen=True)
class GoldPost:
    """A post of a thread. User, date and link are as written in the page. The user of a gold post
    is a name or the address of a profile; a post of an output has both, if they are known."""

    text: str
    user: str | None = None
    date: str | None = None
    link: str | None = None
    user_link: str | None = None


@dataclass(frozen=True)
class MarkedRegion:
    """A region of a page: an element that annotators marked."""

    #: 1 for a region of the page, 2 for a unit in it; an element may be marked as both.
    levels: tuple[int, ...]
    #: Header, Menu, Article, …
    kind: str
    #: The number of the enclosing region, or None.
    parent: int | None
    tag: str
    #: The XPath of the element, in a parse with scripting on.
    path: str
    #: Its text in the annotated page, with white space collapsed.
    text: str
    #: The same text with a double encoding corrected, if the page has one.
    text_fixed: str | None = None


@dataclass(frozen=True)
class Problem:
    """A fault of a corpus, and its file."""

    #: The file, relative to the corpus, with the line if there is one: `gold.jsonl:12`.
    where: str
    what: str


def compute_fingerprint(item: Item) -> tuple[str, str, str]:
    """Compute the id of an item, and the SHA-256 of its page and of its gold."""
    return item.id, _sha256(item.html()), _sha256(item.gold.json().encode())


def compute_digest(fingerprints: Iterable[tuple[str, str, str]]) -> str:
    """Compute a digest of 16 hex digits from the fingerprints of a corpus, ordered by id."""
    rows = "".join("\t".join(row) + "\n" for row in sorted(fingerprints))
    # A file name may contain bytes that are not UTF-8.
    return _sha256(rows.encode(errors="backslashreplace"))[:16]


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def make_names_distinct(corpora: Sequence[Corpus]) -> list[Corpus]:
    """Make the names of corpora distinct by adding the names of their folders."""
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
            raise BadOption(f"the corpus {name!r} is given twice; give each corpus once")
    return renamed
