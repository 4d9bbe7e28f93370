"""The pages of the collection: those of the corpora, each once."""

from __future__ import annotations

import hashlib
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore import corpora
from pagecore.corpora.corpus import Item
from pagecore.errors import BadInput
from pagecore.metrics.words import split_words
from pagecore.page import Page
from pagecore.page.page_file import load_page
from pagecore.page.parse import parse
from pagecore.page.urls import split_url

#: The collections of each part. Of pages that are in several, the first stays. `styled` has the
#: pages as a browser rendered them, with their layout.
PARTS: Final[Mapping[str, Sequence[str]]] = {
    "web": (
        *("forums", "magic", "fundus", "wcxb", "sites", "blogs", "visual", "segments"),
        *("readability", "cleaneval", "daniel", "gtrends", "small", "searchlists"),
    ),
    "styled": ("visual", "segments"),
}
#: Two pages with at least this share of their sequences of five words in common are duplicates.
COMMON: Final = 0.5
_N_WORDS, _SKETCH_SIZE, _MIN_SKETCH = 5, 128, 20

_Sketch = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class SourcePage:
    """A page of a corpus, as it is there."""

    #: Corpus and item: `wcxb/0012`.
    id: str
    item: Item
    is_rendered: bool = False

    def load(self) -> Page:
        """Parse the page, or read it as it was rendered."""
        if self.is_rendered:
            assert self.item.rendered is not None
            return load_page(self.item.rendered)
        return parse(self.item.html(), url=self.item.url, encoding=self.item.encoding)


def load_pages(part: str, data: Path) -> Iterator[SourcePage]:
    """The pages of all collections of a part, in a fixed order.

    Raises:
        BadInput: a page that has to be rendered is not.
    """
    for name in PARTS[part]:
        for item in corpora.load(name, data / name).items:
            if part == "styled" and item.rendered is None:
                raise BadInput(
                    f"{name}: {item.id} is not rendered; run: python -m tools.record_layouts {name}"
                )
            yield SourcePage(f"{name}/{item.id}", item, is_rendered=part == "styled")


def normalise_url(url: str | None) -> str | None:
    """The part of a URL that tells pages apart; None without a host."""
    parts = split_url(url or "")
    if not parts.hostname:
        return None
    path = re.sub(r"(?:/index\.\w+|/)$", "", parts.path)
    query = f"?{parts.query}" if parts.query else ""
    return parts.hostname.removeprefix("www.") + path + query


def digest_text(page: Page) -> str:
    """A digest of the words that a page shows."""
    words = " ".join(page.text(page.visible).split())
    return hashlib.sha256(words.encode(errors="replace")).hexdigest()


def sketch_text(text: str) -> _Sketch:
    """The smallest digests of the sequences of five words of a text."""
    words = np.array([_digest_word(word) for word in split_words(text, True)], np.uint64)
    if len(words) < _N_WORDS:
        return words[:0]
    sequences = np.zeros(len(words) - _N_WORDS + 1, np.uint64)
    for at in range(_N_WORDS):
        sequences = sequences * np.uint64(0x9E3779B97F4A7C15) + words[at : at + len(sequences)]
        sequences ^= sequences >> np.uint64(29)
    return np.unique(sequences)[:_SKETCH_SIZE]


@cache
def _digest_word(word: str) -> int:
    encoded = word.encode(errors="replace")
    return zlib.crc32(encoded) << 32 | zlib.adler32(encoded)


def find_duplicates(sketches: Mapping[str, _Sketch]) -> dict[str, set[str]]:
    """The near duplicates of each page that has some."""
    pages_by_digest: defaultdict[int, list[str]] = defaultdict(list)
    large = {page: sketch for page, sketch in sketches.items() if len(sketch) >= _MIN_SKETCH}
    for page, sketch in large.items():
        for digest in sketch.tolist():
            pages_by_digest[digest].append(page)
    duplicates: defaultdict[str, set[str]] = defaultdict(set)
    for page, sketch in large.items():
        shared = Counter(_list_others(sketch.tolist(), pages_by_digest, page))
        for other, n_shared in shared.items():
            if n_shared >= COMMON * max(len(sketch), len(large[other])):
                duplicates[page].add(other)
                duplicates[other].add(page)
    return dict(duplicates)


def _list_others(
    digests: Iterable[int], pages_by_digest: Mapping[int, Sequence[str]], page: str
) -> Iterator[str]:
    for digest in digests:
        # A sequence of many pages is part of a template.
        if len(pages_by_digest[digest]) <= 50:
            yield from (other for other in pages_by_digest[digest] if other != page)
