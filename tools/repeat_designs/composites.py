"""Composite pages: pages of the corpora with a copy of their content, or with another article."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from pagecore import Page, extract, parse
from pagecore.corpora.corpus import Corpus, Item
from pagecore.metadata import read_metadata
from pagecore.metrics.words import score_words

#: The kinds of composite pages.
KINDS: Final = ("same", "other middle", "other article")
#: Minimum word F1 of a page that composites are made from.
_MIN_F1: Final = 0.9
_MIN_WORDS: Final = 120
_MIN_PARAGRAPHS: Final = 5
#: Pages of a site that are used.
_MAX_OF_SITE: Final = 3
_PARAGRAPH: Final = re.compile(r"<p\b[^>]*>.*?</p>", re.IGNORECASE | re.DOTALL)
_MIDDLE: Final = f"<p>{' '.join(f'insertion{number}' for number in range(40))}</p>"


@dataclass(frozen=True)
class Composite:
    """A composite page with the gold text of the page it is made from."""

    kind: str
    html: str
    url: str | None
    gold: str


@dataclass(frozen=True)
class _Piece:
    """A page and its main container."""

    item: Item
    source: str
    start: int
    stop: int

    @property
    def html(self) -> str:
        return self.source[self.start : self.stop]

    def insert(self, html: str) -> str:
        """Insert text after the container."""
        return self.source[: self.stop] + html + self.source[self.stop :]


def make_composites(corpora: Sequence[Corpus]) -> Iterator[Composite]:
    """Make composite pages of articles: several versions of a page, and several pages of a site."""
    for corpus in corpora:
        by_site: dict[str, list[_Piece]] = defaultdict(list)
        for item in corpus.items:
            of_site = by_site[item.group]
            if len(of_site) < _MAX_OF_SITE and (piece := _find_piece(item)) is not None:
                of_site.append(piece)
        for pieces in by_site.values():
            yield from _combine(pieces)


def _combine(pieces: Sequence[_Piece]) -> Iterator[Composite]:
    for number, piece in enumerate(pieces):
        gold, url = piece.item.gold.text or "", piece.item.url
        paragraphs = list(_PARAGRAPH.finditer(piece.html))
        if number == 0 and len(paragraphs) >= _MIN_PARAGRAPHS:
            middle = paragraphs[len(paragraphs) // 2]
            other = piece.html[: middle.start()] + _MIDDLE + piece.html[middle.end() :]
            for kind, version in (("same", piece.html), ("other middle", other)):
                versions = "".join(f'<div class="version{n}">{version}</div>' for n in range(2))
                yield Composite(kind, piece.insert(versions), url, gold)
        others = "".join(other.html for other in pieces if other is not piece)
        if others:
            yield Composite("other article", piece.insert(others), url, gold)


def _find_piece(item: Item) -> _Piece | None:
    """Find the main container of an article: it holds nearly all content and the title."""
    if item.gold.text is None or not item.in_means:
        return None
    if item.gold.page_type not in ("article", "entry", "news"):
        return None
    page = parse(item.html(), url=item.url, encoding=item.encoding)
    document = extract(page)
    if len(document.parts) > 1 or document.parts[0].n_words < _MIN_WORDS:
        return None
    if score_words(item.gold.text, document.text, unspaced=True).f1 < _MIN_F1:
        return None
    row = _find_container(page, document.choice.content)
    if row is None:
        return None
    source = page.source
    start, stop = int(page.start[row]), int(page.stop[row])
    text = source.decode("utf-8", "replace")
    before = source[:start].decode("utf-8", "replace")
    inside = source[start:stop].decode("utf-8", "replace")
    return _Piece(item, text, len(before), len(before) + len(inside))


def _find_container(page: Page, content: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> int | None:
    words = page.below(np.where(content, page.words, 0))
    all_words = page.below(page.shown(page.words))
    title = _split_words(read_metadata(page).title or "")
    headings = [
        row
        for row in np.flatnonzero(page.is_tag("h1", "h2", "h3") & page.visible).tolist()
        if len(title & _split_words(page.text(row))) >= 0.5 * max(len(title), 1)
    ]
    row = int(np.flatnonzero(words >= 0.9 * words[0])[-1])
    while row > 0:
        is_element = page.name(row) in ("article", "div", "section", "main")
        if is_element and any(row <= heading < page.end[row] for heading in headings):
            return row if all_words[row] <= 2 * words[0] else None
        row = int(page.parent[row])
    return None


def _split_words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
