"""ContentExtractor: pieces that are similar on several pages of a host are redundant.

S. Debnath, P. Mitra, N. Pal and C. L. Giles. "Automatic identification of informative sections of
Web pages." IEEE Trans. Knowledge and Data Engineering 17(9), 2005, 1233-1246. Implemented from the
summary in R. Shinde, A. Bolli and A. Kulkarni. "Methods for extracting content blocks from web
pages", section 2.5.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np

from pagecore.errors import WrapperError
from pagecore.page import Mask
from pagecore.page.counts import format_count
from pagecore.registry import method
from pagecore.site import Site
from pagecore.sites.digests import find_positions
from pagecore.sites.page_terms import SitePages
from pagecore.sites.piece_features import FEATURES, TAGS, find_vectors
from pagecore.sites.pieces import Hashes, Integers
from pagecore.sites.redundant_pieces import RedundantPieces, StoredPieces, select_stored
from pagecore.sites.similar_pieces import (
    N_BANDS,
    KeyIndex,
    Vectors,
    count_rows,
    find_keys,
    find_similar,
    join_vectors,
)
from pagecore.sites.template import TemplateCounter, find_marks
from pagecore.wrapper import Wrapper

#: Distinct terms of a piece that is reported if other hosts have it too.
MIN_DUPLICATE: Final = 10
#: The most duplicates that a note names.
_MAX_NAMED: Final = 5
#: Keys that are collected before they are counted.
_MAX_WAITING: Final = 1 << 21
#: Similar pairs whose pages are joined in one step.
_CHUNK: Final = 1 << 16


@method(
    "ibdf",
    paper="Debnath, Mitra, Pal and Giles 2005",
    family="site",
    bounds={
        "tags": tuple(TAGS),
        "features": FEATURES,
        "similarity": (0.5, 1.0),
        "theta": (0.0, 1.0),
    },
    developed_on=("sites",),
    sweep={
        "tags": tuple(TAGS),
        "features": FEATURES,
        "similarity": (0.6, 0.7, 0.8, 0.9),
    },
    printed={"tags": "printed", "features": "binary"},
    body=RedundantPieces,
)
def ibdf(
    site: Site,
    *,
    tags: str = "printed",
    features: str = "counts",
    similarity: float = 0.8,
    theta: float = 1.0,
) -> Wrapper:
    """Learn the pieces that are similar on several pages of a host.

    The site is iterated twice. First, the MinHash keys of pieces are counted; memory grows by 256
    bytes per piece. Then only pieces are kept that share a key with a piece of another page, which
    are few but those of the template.

    Args:
        site: at least two pages of one template.
        tags: the elements that divide a page: `table, tr, p, hr, ul`, as in the paper (printed), or
            also `div`, `li`, and containers such as `section` and `header` (today).
        features: whether each feature of a piece is 0 or 1 (binary), or grows with the logarithm of
            its frequency (counts).
        similarity: two pieces are similar if their cosine is higher.
        theta: minimum inverse block document frequency of content: 1 / number of pages with a
            similar piece, the own page included.

    Returns:
        The redundant pieces. The notes name content that several hosts have.

    Raises:
        WrapperError: no host has two pages with different texts.

    Differs:
        The summary names types of features, such as images and links. We add every term, because
        the types alone make all texts similar, and `div`, `li` and other containers of today's
        pages to the list of tags.
    """
    n_rows = count_rows(similarity, is_binary=features == "binary")
    pages = SitePages(site)
    counter = TemplateCounter()
    keys = KeyCounter()
    n_pages: Counter[str] = Counter()
    for page, host, rows, terms in pages:
        n_pages[host] += 1
        counter.add(find_marks(page, rows, terms))
        vectors = find_vectors(page, rows, terms, tags, features).with_features
        keys.add(find_keys(vectors, n_rows))
    pages.expect_two()
    if max(n_pages.values()) < 2:
        raise WrapperError(
            f"nothing was learned: each of {format_count(len(n_pages), 'host')} has one page; this "
            "method compares the pages of a host"
        )
    shared = keys.list_shared()
    store = PieceStore(sum(n_pages.values()))
    for page, host, rows, terms in pages:
        vectors = find_vectors(page, rows, terms, tags, features).with_features
        own_keys = find_keys(vectors, n_rows)
        some = np.flatnonzero((find_positions(shared, own_keys) >= 0).any(axis=1))
        store.add(host, page.url or "", vectors.take(some), own_keys[some])
    store.compare(similarity)
    body = RedundantPieces(
        select_stored(store.list_redundant(theta)),
        similarity,
        tags,
        features,
        pages.language,
        counter.make_template(),
    )
    return Wrapper("ibdf", body, notes=(*pages.list_notes(), *note_duplicates(store, theta)))


class KeyCounter:
    """Counts on how many pages keys are: one, or more."""

    def __init__(self) -> None:
        self._keys = np.zeros(0, np.uint64)
        self._is_shared = np.zeros(0, np.bool_)
        self._waiting: list[Hashes] = []
        self._n_waiting = 0

    def add(self, keys: Hashes) -> None:
        """Add the keys of a page."""
        distinct = np.unique(keys)
        self._waiting.append(distinct)
        self._n_waiting += len(distinct)
        if self._n_waiting > _MAX_WAITING:
            self._sum_up()

    def _sum_up(self) -> None:
        # A shared key counts twice, so that it stays shared.
        every = [self._keys, self._keys[self._is_shared], *self._waiting]
        self._keys, counts = np.unique(np.concatenate(every), return_counts=True)
        self._is_shared = counts > 1
        self._waiting, self._n_waiting = [], 0

    def list_shared(self) -> Hashes:
        """Return the keys that are on two pages or more."""
        self._sum_up()
        return self._keys[self._is_shared]


class PieceStore:
    """Distinct pieces of the hosts of a site, with the pages that they are on."""

    def __init__(self, n_pages: int) -> None:
        self._n_bytes = (n_pages + 7) // 8
        self._n_pages = 0
        self._numbers: dict[tuple[str, bytes], int] = {}
        self._vectors: list[Vectors] = []
        self._keys: list[Hashes] = []
        #: One bit per page.
        self._pages: list[np.ndarray[tuple[int], np.dtype[np.uint8]]] = []
        self.hosts: list[str] = []
        #: The URL of the first page of each piece.
        self.urls: list[str] = []
        self.vectors = join_vectors([])
        self.n_similar_pages: Integers = np.zeros(0, np.int64)
        self._similar: tuple[Integers, Integers] = (self.n_similar_pages, self.n_similar_pages)

    def add(self, host: str, url: str, vectors: Vectors, keys: Hashes) -> None:
        """Add the pieces of a page."""
        at_page = self._n_pages
        self._n_pages += 1
        for at in range(len(vectors)):
            part = slice(vectors.begin[at], vectors.begin[at + 1])
            digest = vectors.features[part].tobytes() + vectors.weights[part].tobytes()
            number = self._numbers.setdefault((host, digest), len(self._numbers))
            if number == len(self._vectors):
                self._vectors.append(vectors.take(np.array([at])))
                self._keys.append(keys[at])
                self._pages.append(np.zeros(self._n_bytes, np.uint8))
                self.hosts.append(host)
                self.urls.append(url)
            self._pages[number][at_page >> 3] |= 1 << (at_page & 7)

    def compare(self, similarity: float) -> None:
        """Find the similar pieces, and count the pages of the host that have one."""
        n = len(self._vectors)
        self.vectors = join_vectors(self._vectors)
        keys = np.stack(self._keys) if n else np.zeros((0, N_BANDS), np.uint64)
        one, other = find_similar(self.vectors, keys, self.vectors, KeyIndex(keys), similarity)
        # A candidate of a crowded key may have been compared in one direction only.
        every = np.unique(
            np.concatenate([one * n + other, other * n + one, np.arange(n) * (n + 1)])
        )
        one, other = np.divmod(every, max(n, 1))
        _, hosts = np.unique(self.hosts, return_inverse=True)
        is_same_host = hosts[one] == hosts[other] if n else np.zeros(0, np.bool_)
        self._similar = one[~is_same_host], other[~is_same_host]
        self.n_similar_pages = self._count_pages(one[is_same_host], other[is_same_host])

    def _count_pages(self, one: Integers, other: Integers) -> Integers:
        """The number of pages with a piece that is similar to each piece."""
        n = len(self._pages)
        counts = np.zeros(n, np.int64)
        if not n:
            return counts
        pages = np.stack(self._pages)
        # Every piece is similar to itself, so that there is a pair for each.
        begin = np.searchsorted(one, np.arange(n + 1))
        at = 0
        while at < n:
            stop = max(at + 1, int(np.searchsorted(begin, begin[at] + _CHUNK, side="right")) - 1)
            joined = np.bitwise_or.reduceat(
                pages[other[begin[at] : begin[stop]]], begin[at:stop] - begin[at], axis=0
            )
            counts[at:stop] = np.unpackbits(joined, axis=1).sum(axis=1)
            at = stop
        return counts

    def is_redundant(self, theta: float) -> Mask:
        """Whether the inverse block document frequency of each piece is too small for content."""
        mask: Mask = 1 / np.maximum(self.n_similar_pages, 1) < theta
        return mask

    def list_redundant(self, theta: float) -> StoredPieces:
        """Return the redundant pieces with their hosts and pages."""
        chosen = np.flatnonzero(self.is_redundant(theta))
        return StoredPieces(
            self.vectors.take(chosen),
            tuple(self.hosts[at] for at in chosen.tolist()),
            self.n_similar_pages[chosen],
        )

    def list_duplicates(self, theta: float) -> list[tuple[str, str]]:
        """Return the URLs of pages of different hosts with similar content, each pair once."""
        is_content = ~self.is_redundant(theta) & (self.vectors.sizes >= MIN_DUPLICATE)
        one, other = self._similar
        pairs = {
            (self.urls[a], self.urls[b])
            for a, b in zip(one.tolist(), other.tolist(), strict=True)
            if a < b and is_content[a] and is_content[b]
        }
        return sorted(pairs)


def note_duplicates(store: PieceStore, theta: float) -> tuple[str, ...]:
    """Describe content that several hosts have."""
    duplicates = store.list_duplicates(theta)
    if not duplicates:
        return ()
    listed = "; ".join(f"{one} and {other}" for one, other in duplicates[:_MAX_NAMED])
    more = f" and {len(duplicates) - _MAX_NAMED} more" if len(duplicates) > _MAX_NAMED else ""
    count = format_count(len(duplicates), "pair")
    return (f"{count} of pages of different hosts have the same content: {listed}{more}",)
