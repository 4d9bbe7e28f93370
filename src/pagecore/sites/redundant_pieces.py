"""Redundant pieces of a site: the body of the wrappers of the site method `ibdf`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self
from xml.etree.ElementTree import Element

import numpy as np

from pagecore.choice import Choice
from pagecore.errors import WrapperError, show_value
from pagecore.fit import Fit
from pagecore.page import Page
from pagecore.sites.content_field import ContentBody
from pagecore.sites.digests import (
    read_digests,
    read_language,
    read_number,
    write_digests,
    write_number,
)
from pagecore.sites.page_terms import find_host
from pagecore.sites.piece_features import FEATURES, TAGS, PieceVectors, find_vectors
from pagecore.sites.pieces import Floats, Hashes, Integers, follow_neighbours
from pagecore.sites.similar_pieces import KeyIndex, Vectors, count_rows, find_keys, find_similar
from pagecore.sites.template import MAX_PAGES, Template, find_marks
from pagecore.sites.terms import find_terms
from pagecore.store.xml_elements import check_element

#: The most features of all pieces that a wrapper holds.
MAX_FEATURES: Final = 120_000
_MAX_COUNT: Final = 10**6
_ATTRIBUTES: Final = ("pages", "similarity", "tags", "features", "language")


@dataclass(frozen=True)
class StoredPieces:
    """Vectors of pieces, with the host of each and the number of pages that have a similar one."""

    vectors: Vectors
    hosts: tuple[str, ...]
    n_pages: Integers

    def take(self, chosen: Integers) -> StoredPieces:
        """Return some of the pieces."""
        hosts = tuple(self.hosts[at] for at in chosen.tolist())
        return StoredPieces(self.vectors.take(chosen), hosts, self.n_pages[chosen])


def select_stored(pieces: StoredPieces) -> StoredPieces:
    """Sort pieces by host, those on the most pages first; keep as many as a wrapper can hold."""
    begin = pieces.vectors.begin
    texts = [
        pieces.vectors.features[begin[at] : begin[at + 1]].tobytes()
        for at in range(len(pieces.hosts))
    ]

    def rank(at: int) -> tuple[int, bytes, str]:
        return -int(pieces.n_pages[at]), texts[at], pieces.hosts[at]

    ranked = np.array(sorted(range(len(texts)), key=rank), np.int64)
    is_kept = np.cumsum(pieces.vectors.sizes[ranked]) <= MAX_FEATURES
    is_kept &= pieces.vectors.sizes[ranked] > 0
    kept = ranked[is_kept].tolist()
    return pieces.take(
        np.array(sorted(kept, key=lambda at: (pieces.hosts[at], rank(at))), np.int64)
    )


@dataclass(frozen=True, eq=False)
class RedundantPieces(ContentBody):
    """The redundant pieces of a site. A piece of another page is content unless it is similar to
    one of its host, or of any if the host is not known."""

    stored: StoredPieces
    similarity: float
    tags: str
    features: str
    #: The language of stems and stop words; empty for none.
    language: str
    template: Template

    def fit(self, page: Page) -> Fit:
        """Compare the template of the site with the page."""
        return self.template.fit(find_marks(page, *find_terms(page, self.language)))

    def content(self, page: Page) -> Choice | None:
        """Choose the pieces that are not redundant; the evidence is `IBDF`."""
        if not self.fit(page):
            return None
        rows, terms = find_terms(page, self.language)
        found = find_vectors(page, rows, terms, self.tags, self.features)
        frequency = self.measure_pieces(page, found)
        is_known = found.vectors.sizes > 0
        is_content = follow_neighbours((frequency == 1).astype(np.float64), is_known) >= 0.5
        values = found.pieces.spread(follow_neighbours(frequency, is_known))
        chosen = page.visible & found.pieces.spread(is_content)
        return Choice.of(page, chosen, score=values, evidence={"IBDF": values})

    def measure_pieces(self, page: Page, found: PieceVectors) -> Floats:
        """The inverse block document frequency of each piece: 1 / number of pages with a similar
        piece, and 1 if the wrapper holds none."""
        host = find_host(page)
        stored, index = self._by_host.get(host) or self._by_host[None]
        vectors = found.with_features
        keys = find_keys(vectors, self._n_rows)
        one, other = find_similar(vectors, keys, stored.vectors, index, self.similarity)
        n_pages = np.ones(len(found.pieces))
        np.maximum.at(n_pages, found.has_features[one], stored.n_pages[other])
        frequency: Floats = 1 / n_pages
        return frequency

    @property
    def _n_rows(self) -> int:
        return count_rows(self.similarity, is_binary=self.features == "binary")

    @cached_property
    def _by_host(self) -> dict[str | None, tuple[StoredPieces, KeyIndex]]:
        """The pieces of each host, those on the most pages first, with the index of their MinHash
        keys; all pieces at None."""
        n = len(self.stored.hosts)
        order = np.argsort(-self.stored.n_pages, kind="stable")
        groups: dict[str | None, Integers] = {None: order}
        for host in dict.fromkeys(self.stored.hosts):
            groups[host] = np.array([at for at in range(n) if self.stored.hosts[at] == host])
        pieces = {host: self.stored.take(chosen) for host, chosen in groups.items()}
        return {
            host: (of, KeyIndex(find_keys(of.vectors, self._n_rows))) for host, of in pieces.items()
        }

    # ------------------------------------------------------------ as XML

    @classmethod
    def read(cls, elements: Iterable[Element]) -> Self:
        """Read the body of a wrapper."""
        body = list(elements)
        if [element.tag for element in body] != ["pieces"]:
            raise WrapperError("'wrapper' must contain exactly one element 'pieces'")
        root = body[0]
        check_element(root, _ATTRIBUTES)
        n_pages = int(read_number(root, "pages", 2, MAX_PAGES, is_integer=True))
        for name, known in (("tags", tuple(TAGS)), ("features", FEATURES)):
            if root.get(name) not in known:
                raise WrapperError(
                    f"{name}={show_value(root.get(name), 200)}: expected one of {', '.join(known)}"
                )
        features = root.get("features", "")
        hosts = root.findall("host")
        names = [host.get("name", "") for host in hosts]
        if len(set(names)) < len(names):
            raise WrapperError("two elements 'host' have the same name")
        others = [element for element in root if element.tag != "host"]
        return cls(
            _read_hosts(hosts, features, n_pages),
            read_number(root, "similarity", 0.5, 1),
            root.get("tags", ""),
            features,
            read_language(root),
            Template.read(others, n_pages),
        )

    def write(self) -> Iterable[Element]:
        """Return the body of a wrapper."""
        body = Element(
            "pieces",
            pages=str(self.template.n_pages),
            similarity=write_number(self.similarity),
            tags=self.tags,
            features=self.features,
            language=self.language,
        )
        stored, parent = self.stored, None
        for at, host in enumerate(stored.hosts):
            if parent is None or parent.get("name") != host:
                parent = Element("host", name=host)
                body.append(parent)
            part = slice(stored.vectors.begin[at], stored.vectors.begin[at + 1])
            attributes = {"pages": str(stored.n_pages[at])}
            if self.features == "counts":
                counts = np.rint(np.expm1(stored.vectors.weights[part])).astype(np.int64)
                attributes["counts"] = " ".join(map(str, counts.tolist()))
            parent.append(write_digests("piece", stored.vectors.features[part], attributes))
        body.extend(self.template.write())
        return [body]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RedundantPieces) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        vectors = self.stored.vectors
        columns = (vectors.begin, vectors.features, vectors.weights, self.stored.n_pages)
        stored = (*(column.tobytes() for column in columns), self.stored.hosts)
        options = (self.similarity, self.tags, self.features, self.language)
        return (*stored, *options, self.template)

    def __reduce__(self) -> tuple[type[RedundantPieces], tuple[object, ...]]:
        # The keys are computed again.
        options = (self.similarity, self.tags, self.features, self.language)
        return RedundantPieces, (self.stored, *options, self.template)


def _read_hosts(hosts: list[Element], features: str, n_pages: int) -> StoredPieces:
    names: list[str] = []
    pages: list[int] = []
    hashes: list[Hashes] = []
    weights: list[Floats] = []
    for host in hosts:
        check_element(host, ("name",))
        for element in host:
            if element.tag != "piece":
                raise WrapperError(f"'host' has an unknown element {element.tag!r}")
            attributes = ("pages", "counts") if features == "counts" else ("pages",)
            hashes.append(read_digests(element, attributes))
            weights.append(_read_weights(element, len(hashes[-1]), features))
            pages.append(int(read_number(element, "pages", 1, n_pages, is_integer=True)))
            names.append(host.get("name", ""))
    sizes = [len(some) for some in hashes]
    vectors = Vectors(
        np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)]),
        np.concatenate([np.zeros(0, np.uint64), *hashes]),
        np.concatenate([np.zeros(0), *weights]),
    )
    return StoredPieces(vectors, tuple(names), np.array(pages, np.int64))


def _read_weights(element: Element, n: int, features: str) -> Floats:
    if features == "binary":
        return np.ones(n)
    words = element.get("counts", "").split(" ")
    is_valid = all(word.isdecimal() and word.isascii() and len(word) <= 7 for word in words)
    if len(words) != n or not is_valid or "0" in words:
        raise WrapperError(
            f"counts={show_value(element.get('counts'), 60)}: expected {n} positive integers"
        )
    weights: Floats = np.log1p(np.array(words, np.int64))
    return weights
