"""Merge the pages of an article into one document: blocks of several pages come out once."""

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
#: Least words of a run of repeated blocks between others: a short line may be repeated on purpose.
_MANY_WORDS: Final = 10
#: URLs that a warning names.
_NAMED: Final = 5

#: The content of a block: its words, and its images.
_Key = tuple[int, tuple[str, ...]]


def merge_pages(documents: Sequence[Document], ended: PageWarning | None = None) -> Document:
    """Merge the documents of an article's pages, in their order, into one.

    Args:
        documents: of the pages, one each.
        ended: why there are no more, where one more was named.
    """
    first = documents[0]
    notes = () if ended is None else (ended,)
    if len(documents) == 1:
        return Document(first.parts, first.method, first.options, first.steps, notes)
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
                choice = choice.drop(page, page.spread(repeated, fill=False), PAGES, why)
            n_repeated += int(repeated.sum()) if number > 1 else 0
            for at in np.flatnonzero(kept).tolist():
                if any(keys[at]):
                    known.setdefault(keys[at], f"block {at} of page {number}")
            parts.append(Part(page, choice))
    notes = (_warn_of_merge(documents, n_repeated), *notes)
    return Document(parts, first.method, first.options, first.steps, notes)


def _warn_of_merge(documents: Sequence[Document], n_repeated: int) -> PageWarning:
    n_joined = len(documents) - 1
    urls = [document.page.url for document in documents[1:]]
    # Pages whose own URL is not known have that of the first.
    named = [url for url in urls if url not in (None, documents[0].page.url)][:_NAMED]
    listed = f": {', '.join(named)}" if named else ""
    more = f" and {n_joined - len(named)} more" if named and n_joined > len(named) else ""
    what = "1 page was joined to it" if n_joined == 1 else f"{n_joined} pages were joined to it"
    blocks = "1 block that was" if n_repeated == 1 else f"{n_repeated} blocks that were"
    message = f"{what}{listed}{more}; {blocks} there before left out"
    return PageWarning("joined-pages", message, -1, -1, n_joined)


def _find_repeated(page: Page, kept: Mask, is_known: Sequence[bool]) -> Mask:
    """The kept blocks that repeat those of earlier pages: at the beginning or the end of the
    content, as title and lead do, and runs of several words anywhere."""
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
    """A key for the content of each block: a digest of its words in their order, and its images."""
    shown: dict[int, list[str]] = {}
    for image in find_images(page):
        block = int(page.block[image.row])
        if block >= 0:
            shown.setdefault(block, []).append(image.url or image.text)
    return [(digest, tuple(shown.get(at, ()))) for at, digest in enumerate(_digests(page).tolist())]


def _digests(page: Page) -> Array:
    """A digest of the words of each block, in their order; 0 where it has none."""
    # Texts without words, blank ones for example, have the digest 0.
    rows = np.flatnonzero((page.block >= 0) & (page.tag == 0) & (page.words > 0))
    digests = page.digest("text")[rows]
    of_block = np.zeros(len(page.blocks), np.uint64)
    # Rows of a block may stand apart, so one by one.
    for block, digest in zip(page.block[rows].tolist(), digests.tolist(), strict=True):
        of_block[block] = (int(of_block[block]) * 0x9E3779B97F4A7C15 + digest) % 2**64
    return of_block
