"""Merge the pages of an article into one document, and keep repeated blocks once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from pagecore.choice import Part
from pagecore.document import Document
from pagecore.page import Page, PageWarning
from pagecore.page.columns import Array, Mask
from pagecore.page.images import find_images

#: The name of the merge in the log.
PAGES: Final = "pages"
#: Minimum number of words of a run of repeated blocks in the middle of a page; a short line may be
#: repeated on purpose.
_MANY_WORDS: Final = 10
#: Number of URLs that a warning names.
_NAMED: Final = 5

#: Identifies the content of a block: a digest of its words, and its images.
_Key = tuple[int, tuple[str, ...]]


def merge_pages(documents: Sequence[Document], warning: PageWarning | None = None) -> Document:
    """Merge the documents of an article's pages into one.

    Args:
        documents: the documents of the pages, in order.
        warning: why a next page was not merged, if there was one.
    """
    first = documents[0]
    warnings = () if warning is None else (warning,)
    if len(documents) == 1:
        return Document(first.parts, first.method, first.options, first.steps, warnings)
    known: dict[_Key, str] = {}
    parts: list[Part] = []
    n_repeated = 0
    for number, document in enumerate(documents, start=1):
        for page, choice in document.parts:
            if number > 1 and document.wall is not None:
                cause = f"the page seems to have no content of its own: {document.wall.cause}"
                choice = choice.drop(page, choice.content, PAGES, cause)
            keys = _make_keys(page)
            kept = page.blocks_with(choice.content)
            repeated = _find_repeated(page, kept, [key in known for key in keys])
            if number > 1 and repeated.any():
                numbers = np.flatnonzero(repeated).tolist()
                why = {at: f"duplicate of {known[keys[at]]}" for at in numbers}
                choice = choice.drop(page, page.spread(repeated), PAGES, why)
            n_repeated += int(repeated.sum()) if number > 1 else 0
            for at in np.flatnonzero(kept).tolist():
                if any(keys[at]):
                    known.setdefault(keys[at], f"block {at} of page {number}")
            parts.append(Part(page, choice))
    warnings = (_warn_of_merge(documents, n_repeated), *warnings)
    return Document(parts, first.method, first.options, first.steps, warnings)


def _warn_of_merge(documents: Sequence[Document], n_repeated: int) -> PageWarning:
    n_merged = len(documents) - 1
    urls = [document.page.url for document in documents[1:]]
    # A page without a URL of its own has that of the first page, which is not worth naming.
    named = [url for url in urls if url not in (None, documents[0].page.url)][:_NAMED]
    names = f": {', '.join(named)}" if named else ""
    more = f" and {n_merged - len(named)} more" if named and n_merged > len(named) else ""
    pages = "1 next page was merged" if n_merged == 1 else f"{n_merged} next pages were merged"
    blocks = "1 repeated block was" if n_repeated == 1 else f"{n_repeated} repeated blocks were"
    message = f"{pages}{names}{more}; {blocks} left out"
    return PageWarning("merged-pages", message, -1, -1, n_merged)


def _find_repeated(page: Page, kept: Mask, is_known: Sequence[bool]) -> Mask:
    """Find the kept blocks that repeat those of earlier pages: at the start or end of the content,
    as title and lead do, and longer runs anywhere."""
    repeated = np.zeros(len(kept), np.bool_)
    chosen = np.flatnonzero(kept).tolist()
    words = page.blocks.words
    at = 0
    while at < len(chosen):
        stop = at
        while stop < len(chosen) and is_known[chosen[stop]]:
            stop += 1
        run = chosen[at:stop]
        is_at_end = at == 0 or stop == len(chosen)
        if run and (is_at_end or int(words[run].sum()) >= _MANY_WORDS):
            repeated[run] = True
        at = max(stop, at + 1)
    return repeated


def _make_keys(page: Page) -> list[_Key]:
    """Make a key for the content of each block."""
    images: dict[int, list[str]] = {}
    for image in find_images(page):
        images.setdefault(int(page.block[image.row]), []).append(image.url or image.text)
    digests = _digest_blocks(page).tolist()
    return [(digest, tuple(images.get(at, ()))) for at, digest in enumerate(digests)]


def _digest_blocks(page: Page) -> Array:
    """Digest the words of each block, in order; 0 for a block without words."""
    # Texts without words, such as blank ones, have the digest 0.
    rows = np.flatnonzero((page.block >= 0) & (page.words > 0))
    row_digests = page.digest("text")[rows]
    digests = np.zeros(len(page.blocks), np.uint64)
    # A loop, because the rows of a block are not always consecutive.
    for block, digest in zip(page.block[rows].tolist(), row_digests.tolist(), strict=True):
        digests[block] = (int(digests[block]) * 0x9E3779B97F4A7C15 + digest) % 2**64
    return digests
