"""From texts to terms: stems of words without stop words, and pairs of characters in scripts
without spaces.

The core has the stemmers and the stop words of all languages. It reads the rows of a page, so texts
are analysed as the paragraphs of a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Page, parse

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


def count_terms(
    texts: Sequence[str], terms: Sequence[str], language: str | None
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Count terms in texts, without a string for each word.

    Args:
        texts: the texts.
        terms: distinct terms, as `split_terms` returns them.
        language: the language of the texts.

    Returns:
        How often each term occurs, a row for each text and a column for each term; and the number
        of all terms of each text.
    """
    counts = np.zeros((len(texts), len(terms)))
    lengths = np.zeros(len(texts))
    # A term is analysed as itself if there is no language, so this yields its digest.
    wanted = np.concatenate(
        [np.zeros(0, np.uint64), *(_find_digests(page, None)[1] for _, page in _make_pages(terms))]
    )
    order = np.argsort(wanted)
    for first, page in _make_pages(texts):
        numbers, digests = _find_digests(page, language)
        numbers = numbers + first
        lengths += np.bincount(numbers, minlength=len(texts))
        if not wanted.size:
            continue
        places = np.searchsorted(wanted, digests, sorter=order)
        columns = order[np.minimum(places, len(order) - 1)]
        is_wanted = wanted[columns] == digests
        np.add.at(counts, (numbers[is_wanted], columns[is_wanted]), 1)
    return counts, lengths


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
            for match in re.finditer(f"(?={re.escape(term)})", word.group()):
                start = word.start() + match.start()
                spans.append((start, start + len(term)))
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
