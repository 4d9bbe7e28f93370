"""Redundant pieces of a site: the body of the wrappers of the site method `ibdf`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Self
from xml.etree.ElementTree import Element

import numpy as np

from pagecore.choice import Choice
from pagecore.errors import WrapperError, show_value
from pagecore.fit import Fit
from pagecore.page import Page
from pagecore.site import Site
from pagecore.sites.content_field import ContentBody, refuse_empty
from pagecore.sites.digests import (
    find_positions,
    read_digests,
    read_language,
    read_number,
    write_digests,
    write_number,
)
from pagecore.sites.page_terms import SitePages, find_host
from pagecore.sites.piece_features import FEATURES, TAGS, PieceVectors, find_vectors
from pagecore.sites.piece_store import KeyCounter, PieceStore
from pagecore.sites.pieces import Floats, Hashes, Integers, follow_neighbours
from pagecore.sites.similar_pieces import (
    KeyIndex,
    Vectors,
    count_rows,
    find_keys,
    find_similar,
    join_vectors,
)
from pagecore.sites.stored_pieces import PIECE_COST, StoredPieces, select_stored
from pagecore.sites.template import MAX_PAGES, Template, TemplateCounter
from pagecore.sites.terms import find_terms
from pagecore.store.xml_elements import check_element

_ATTRIBUTES: Final = ("pages", "similarity", "tags", "features", "language", "names", "theta")


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
    #: Minimum inverse block document frequency of content.
    theta: float

    def judge(self, page: Page) -> tuple[Fit, Choice | None]:
        """Compare the template of the site with the page, and choose the pieces that are not
        redundant; the evidence is `IBDF`."""
        rows, terms = find_terms(page, self.language)
        fit = self.template.fit(page, rows, terms)
        if not fit:
            return fit, None
        piece_vectors = find_vectors(page, rows, terms, self.tags, self.features)
        frequency = self.measure_pieces(page, piece_vectors)
        is_known = piece_vectors.vectors.sizes > 0
        is_content = follow_neighbours((frequency == 1).astype(np.float64), is_known) >= 0.5
        values = piece_vectors.pieces.spread(follow_neighbours(frequency, is_known))
        chosen = page.visible & piece_vectors.pieces.spread(is_content)
        choice = Choice.of(page, chosen, score=values, evidence={"IBDF": values})
        return refuse_empty(page, fit, choice)

    def measure_pieces(self, page: Page, piece_vectors: PieceVectors) -> Floats:
        """The inverse block document frequency of each piece: 1 / number of pages with a similar
        piece, and 1 if the wrapper holds none."""
        vectors = piece_vectors.with_features
        keys = find_keys(vectors, self.n_rows)
        left, right = self.find_known(find_host(page), vectors, keys)
        n_pages = np.ones(len(piece_vectors.pieces))
        np.maximum.at(n_pages, piece_vectors.has_features[left], self.stored.n_pages[right])
        frequency: Floats = 1 / n_pages
        return frequency

    def shorten(self, share: float) -> RedundantPieces:
        """Return the pieces on the most pages, and a share of the template."""
        n_features = int(self.stored.vectors.sizes.sum()) + PIECE_COST * len(self.stored.hosts)
        stored = select_stored(self.stored, int(share * n_features))
        return replace(self, stored=stored, template=self.template.shorten(share))

    def find_known(self, host: str, vectors: Vectors, keys: Hashes) -> tuple[Integers, Integers]:
        """Find the stored pieces of a host, or of all if it is not known, that are similar to some
        vectors; returns the places of the vectors and of the stored pieces, pair by pair."""
        chosen, of_host, index = self._by_host.get(host) or self._by_host[None]
        left, right = find_similar(vectors, keys, of_host, index, self.similarity)
        return left, chosen[right]

    def add_pages(self, site: Site) -> RedundantPieces:
        """Return the pieces with further pages of the template.

        A piece that is similar to a stored one adds to the number of its pages. The others are
        compared with each other as in `ibdf`; content of the pages that were learned from is not
        known.
        """
        pages = SitePages(site, self.language)
        counter = TemplateCounter(self.template.names, self.template)
        keys = KeyCounter()
        n_more = np.zeros(len(self.stored.hosts), np.int64)
        for page, host, rows, terms in pages:
            counter.add(page, rows, terms)
            vectors = find_vectors(page, rows, terms, self.tags, self.features).with_features
            own_keys = find_keys(vectors, self.n_rows)
            known, stored = self.find_known(host, vectors, own_keys)
            n_more[np.unique(stored)] += 1
            keys.add(np.delete(own_keys, np.unique(known), axis=0))
        if not pages.n_compared:
            return self
        shared = keys.list_shared()
        store = PieceStore(pages.n_compared)
        for page, host, rows, terms in pages:
            vectors = find_vectors(page, rows, terms, self.tags, self.features).with_features
            own_keys = find_keys(vectors, self.n_rows)
            is_new = np.array((find_positions(shared, own_keys) >= 0).any(axis=1))
            is_new[self.find_known(host, vectors, own_keys)[0]] = False
            some = np.flatnonzero(is_new)
            store.add(host, page.url or "", vectors.take(some), own_keys[some])
        store.compare(self.similarity)
        new = store.list_redundant(self.theta)
        pieces = StoredPieces(
            join_vectors([self.stored.vectors, new.vectors]),
            (*self.stored.hosts, *new.hosts),
            np.concatenate([self.stored.n_pages + n_more, new.n_pages]),
        )
        return replace(self, stored=select_stored(pieces), template=counter.make_template())

    @property
    def n_rows(self) -> int:
        """The number of hashes of a MinHash key."""
        return count_rows(self.similarity, is_binary=self.features == "binary")

    @cached_property
    def _by_host(self) -> dict[str | None, tuple[Integers, Vectors, KeyIndex]]:
        """The places of the pieces of each host, those on the most pages first, with their vectors
        and the index of their MinHash keys; all pieces at None."""
        n = len(self.stored.hosts)
        order = np.argsort(-self.stored.n_pages, kind="stable")
        groups: dict[str | None, Integers] = {None: order}
        for host in dict.fromkeys(self.stored.hosts):
            groups[host] = np.array([at for at in range(n) if self.stored.hosts[at] == host])
        by_host: dict[str | None, tuple[Integers, Vectors, KeyIndex]] = {}
        for name, chosen in groups.items():
            vectors = self.stored.vectors.take(chosen)
            by_host[name] = chosen, vectors, KeyIndex(find_keys(vectors, self.n_rows))
        return by_host

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
            Template.read(others, root.get("names", ""), n_pages),
            read_number(root, "theta", 0, 1),
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
            names=" ".join(self.template.names),
            theta=write_number(self.theta),
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
        return (*stored, *options, self.template, self.theta)

    def __reduce__(self) -> tuple[type[RedundantPieces], tuple[object, ...]]:
        # The keys are computed again.
        options = (self.similarity, self.tags, self.features, self.language)
        return RedundantPieces, (self.stored, *options, self.template, self.theta)


def _read_hosts(hosts: list[Element], features: str, n_pages: int) -> StoredPieces:
    names: list[str] = []
    pages: list[int] = []
    hashes: list[Hashes] = []
    weights: list[Floats] = []
    for host in hosts:
        check_element(host, ("name",))
        for element in host:
            if element.tag != "piece":
                raise WrapperError(f"'host' has an unknown element {show_value(element.tag)}")
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
