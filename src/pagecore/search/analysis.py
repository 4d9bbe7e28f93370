"""From texts to terms: stems of words without stop words, and pairs of characters in scripts
without spaces.

The core has the stemmers and the stop words of all languages. It reads the rows of a page, so texts
are analysed as the paragraphs of a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, Self

import numpy as np
import numpy.typing as npt

from pagecore.page import Page, parse

_Numbers = npt.NDArray[np.float64]

#: Characters of texts that are analysed at once, far below the limits of a page.
_BATCH_CHARS: Final = 4_000_000
_WORD: Final = re.compile(r"\w+")
#: Surrogates, which the core cannot read.
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def find_terms(text: str, language: str | None) -> list[str]:
    """Find the terms of a text, in its order; `split_terms` describes them."""
    return split_terms([text], language)[0]


def split_terms(texts: Sequence[str], language: str | None) -> list[list[str]]:
    """Find the terms of several texts, each in its order.

    A term is the stem of a lower-cased word that is no stop word of the language. In scripts
    without spaces, such as Chinese and Thai, terms are pairs of neighbouring characters.

    Args:
        texts: the texts.
        language: the ISO 639-1 code of their language. If it is None or has no stemmer or no list
            of stop words, words are not stemmed, or none is left out.
    """
    terms: list[list[str]] = [[] for _ in texts]
    for first, page in _make_pages(texts):
        numbers, digests = _find_digests(page, language)
        words = page.term_texts(np.ones(len(page), np.bool_), language)
        for number, digest in zip((numbers + first).tolist(), digests.tolist(), strict=True):
            terms[number].append(words[digest])
    return terms


@dataclass(frozen=True, eq=False)
class TermDigests:
    """The terms of several texts as numbers, to count terms without a string for each word."""

    #: The number of terms of each text.
    lengths: npt.NDArray[np.uint32]
    #: 32 bits of the digest of each term, text by text.
    digests: npt.NDArray[np.uint32]

    def count(self, terms: Sequence[str]) -> tuple[_Numbers, _Numbers]:
        """Count terms.

        Args:
            terms: distinct terms, as `split_terms` returns them.

        Returns:
            How often each term occurs, a row for each text and a column for each term; and the
            number of all terms of each text.
        """
        counts = np.zeros((len(self.lengths), len(terms)))
        np.add.at(counts, self._find(terms), 1)
        return counts, self.lengths.astype(np.float64)

    def count_texts_with(self, terms: Sequence[str]) -> dict[str, int]:
        """Count the texts that have each of some terms, which `split_terms` has returned."""
        texts, columns = self._find(terms)
        # A matrix of many texts and terms would be too large.
        pairs = np.unique(texts.astype(np.int64) * max(len(terms), 1) + columns)
        n_texts = np.bincount(pairs % max(len(terms), 1), minlength=len(terms))
        return dict(zip(terms, n_texts.tolist(), strict=True))

    def _find(self, terms: Sequence[str]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Find all occurrences of terms: the text and the number of the term of each."""
        # A term is analysed as itself if there is no language, so this yields its digest.
        wanted = digest_texts(terms, None).digests
        if not wanted.size:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        order = np.argsort(wanted)
        columns = order[
            np.minimum(np.searchsorted(wanted, self.digests, sorter=order), len(order) - 1)
        ]
        places = np.flatnonzero(wanted[columns] == self.digests)
        return np.searchsorted(np.cumsum(self.lengths), places, side="right"), columns[places]

    @classmethod
    def join(cls, several: Sequence[Self]) -> Self:
        """Join the texts of several objects."""
        empty = np.zeros(0, np.uint32)
        return cls(
            np.concatenate([empty, *(of.lengths for of in several)]),
            np.concatenate([empty, *(of.digests for of in several)]),
        )

    def choose(self, texts: npt.NDArray[np.bool_]) -> Self:
        """Return some of the texts."""
        return type(self)(self.lengths[texts], self.digests[np.repeat(texts, self.lengths)])

    def to_bytes(self) -> bytes:
        """Return the number of texts, their lengths and the digests as bytes."""
        head = np.array([len(self.lengths)], "<u4")
        return b"".join(of.astype("<u4").tobytes() for of in (head, self.lengths, self.digests))

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """Read what `to_bytes` has written."""
        numbers = np.frombuffer(content, "<u4").astype(np.uint32, copy=False)
        end = 1 + int(numbers[0])
        return cls(numbers[1:end], numbers[end:])


def digest_texts(texts: Sequence[str], language: str | None) -> TermDigests:
    """Find the digests of the terms of texts; the arguments are those of `split_terms`."""
    lengths = np.zeros(len(texts), np.uint32)
    found = [np.zeros(0, np.uint32)]
    for first, page in _make_pages(texts):
        numbers, digests = _find_digests(page, language)
        counts = np.bincount(numbers)
        lengths[first : first + len(counts)] += counts.astype(np.uint32)
        found.append((digests & np.uint64(0xFFFFFFFF)).astype(np.uint32))
    return TermDigests(lengths, np.concatenate(found))


def find_marks(text: str, terms: Sequence[str], language: str | None) -> list[tuple[int, int]]:
    """Find the words of a text whose terms are among some terms.

    Returns:
        Where each word, or run of characters in scripts without spaces, starts and ends.
    """
    words = list(_WORD.finditer(text))
    wanted = set(terms)
    spans: list[tuple[int, int]] = []
    analysed = split_terms([word.group() for word in words], language)
    for word, word_terms in zip(words, analysed, strict=True):
        matches = wanted.intersection(word_terms)
        if not matches:
            continue
        if len(word_terms) == 1:
            spans.append(word.span())
            continue
        # Pairs of characters are in the text as they are.
        for term in matches:
            start = text.find(term, *word.span())
            while start >= 0:
                spans.append((start, start + len(term)))
                start = text.find(term, start + 1, word.end())
    return _merge_spans(spans)


def _merge_spans(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, stop in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(stop, merged[-1][1])
        else:
            merged.append((start, stop))
    return merged


def _make_pages(texts: Sequence[str]) -> Iterator[tuple[int, Page]]:
    """Make pages with one paragraph for each text; yield the number of the first text of each."""
    first, paragraphs, n_chars = 0, list[str](), 0
    for number, text in enumerate(texts):
        if paragraphs and n_chars + len(text) > _BATCH_CHARS:
            yield first, parse("".join(paragraphs))
            first, paragraphs, n_chars = number, [], 0
        paragraphs.append(f"<p>{escape(_SURROGATE.sub(' ', text), quote=False)}")
        n_chars += len(text)
    if paragraphs:
        yield first, parse("".join(paragraphs))


def _find_digests(
    page: Page, language: str | None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint64]]:
    """Find the number of the paragraph and the digest of each term."""
    rows, digests = page.term_digests(np.ones(len(page), np.bool_), language)
    paragraphs = np.cumsum(page.is_tag("p")) - 1
    return paragraphs[rows], digests
