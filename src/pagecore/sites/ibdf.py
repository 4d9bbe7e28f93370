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

from pagecore.classes.tokens import TokenCounter
from pagecore.errors import WrapperError
from pagecore.page.counts import format_count
from pagecore.registry import method
from pagecore.site import Site
from pagecore.sites.digests import find_positions
from pagecore.sites.page_terms import SitePages
from pagecore.sites.piece_features import FEATURES, TAGS, find_vectors
from pagecore.sites.piece_store import KeyCounter, PieceStore
from pagecore.sites.redundant_pieces import RedundantPieces
from pagecore.sites.similar_pieces import count_rows, find_keys
from pagecore.sites.stored_pieces import select_stored
from pagecore.sites.template import TemplateCounter
from pagecore.wrapper import Wrapper

#: The most duplicates that a note names.
_MAX_NAMED: Final = 5


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
    tokens = TokenCounter()
    keys = KeyCounter()
    n_pages: Counter[str] = Counter()
    for page, host, rows, terms in pages:
        n_pages[host] += 1
        tokens.add(page)
        vectors = find_vectors(page, rows, terms, tags, features).with_features
        keys.add(find_keys(vectors, n_rows))
    pages.expect_two()
    if max(n_pages.values()) < 2:
        raise WrapperError(
            f"nothing was learned: each of {format_count(len(n_pages), 'host')} has one page; this "
            "method compares the pages of a host"
        )
    shared = keys.list_shared()
    store = PieceStore(tokens.n_pages)
    counter = TemplateCounter(tokens.select())
    for page, host, rows, terms in pages:
        counter.add(page, rows, terms)
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
        theta,
    )
    return Wrapper("ibdf", body, notes=(*pages.list_notes(), *note_duplicates(store, theta)))


def note_duplicates(store: PieceStore, theta: float) -> tuple[str, ...]:
    """Describe content that several hosts have."""
    duplicates = store.list_duplicates(theta)
    if not duplicates:
        return ()
    listed = "; ".join(f"{left} and {right}" for left, right in duplicates[:_MAX_NAMED])
    more = f" and {len(duplicates) - _MAX_NAMED} more" if len(duplicates) > _MAX_NAMED else ""
    count = format_count(len(duplicates), "pair")
    return (f"{count} of pages of different hosts have the same content: {listed}{more}",)
