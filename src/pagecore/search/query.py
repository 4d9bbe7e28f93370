"""Queries: words, phrases in quotation marks, and words to exclude; and their terms by language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pagecore.errors import BadInput, show_value
from pagecore.search.analysis import find_terms

#: The longest query, in characters.
MAX_QUERY_CHARS: Final = 10_000
#: A phrase or a word, after a hyphen if it is excluded.
_PART: Final = re.compile(r'(?P<minus>(?<!\S)-)?(?:"(?P<phrase>[^"]*)"|(?P<word>[^\s"]+))')


_Terms = tuple[str, ...]
_Sequences = tuple[_Terms, ...]


@dataclass(frozen=True)
class Query:
    """What a user asks for."""

    #: All words that count, those of phrases included.
    text: str
    #: Words that must follow each other.
    phrases: tuple[str, ...] = ()
    #: Words and phrases that must not occur.
    excluded: tuple[str, ...] = ()


@dataclass(frozen=True)
class LanguageQuery:
    """A query as terms, for the pages of some languages."""

    #: ISO 639 codes; an empty one for pages whose language is not clear.
    languages: tuple[str, ...]
    #: The weight of each term.
    weights: dict[str, float]
    phrases: _Sequences = ()
    excluded: _Sequences = ()


def read_query(text: str) -> Query:
    """Read a query such as `old clock "church tower" -bell`.

    Raises:
        BadInput: it is empty or too long, a quotation mark is missing, or it only excludes words.
    """
    if not isinstance(text, str):
        raise BadInput(f"the query {show_value(text)} is not a string")
    if len(text) > MAX_QUERY_CHARS:
        raise BadInput(
            f"the query has {len(text)} characters; the limit is {MAX_QUERY_CHARS}; pass the "
            "important words only"
        )
    if text.count('"') % 2:
        at = text.rindex('"') + 1
        raise BadInput(
            f"the query has an unmatched quotation mark at character {at}; add another one, or "
            "remove it"
        )
    wanted, phrases, excluded = [], [], []
    for part in _PART.finditer(text):
        words = part["word"] if part["phrase"] is None else part["phrase"]
        if part["minus"]:
            excluded.append(words)
            continue
        wanted.append(words)
        if part["phrase"] is not None:
            phrases.append(words)
    if not any(map(_has_word, wanted)):
        if any(map(_has_word, excluded)):
            raise BadInput("the query only excludes words; add words to search for")
        raise BadInput("the query has no words; pass at least one")
    return Query(" ".join(wanted), tuple(phrases), tuple(excluded))


def _has_word(text: str) -> bool:
    return re.search(r"\w", text) is not None


def analyse_query(query: Query, n_pages: Mapping[str, int]) -> list[LanguageQuery]:
    """Find the terms of a query in each language of an index. Languages with the same terms share a
    result.

    Args:
        query: the query.
        n_pages: the number of pages by language.

    Raises:
        BadInput: all words are stop words in the languages of more than half of the pages.
    """
    by_terms: dict[tuple[_Terms, _Sequences, _Sequences], list[str]] = {}
    n_without_terms = 0
    for language, n in n_pages.items():
        terms = tuple(find_terms(query.text, language or None))
        phrases = _find_sequences(query.phrases, language)
        excluded = _find_sequences(query.excluded, language)
        if terms:
            by_terms.setdefault((terms, phrases, excluded), []).append(language)
        else:
            n_without_terms += n
    # `the` is a word like others in German, but the few German pages that have it are no answer.
    if not by_terms or 2 * n_without_terms > sum(n_pages.values()):
        raise BadInput(
            "the query has only stop words, such as `the`; add other words, or choose a language"
        )
    return [
        LanguageQuery(
            tuple(names), {term: float(n) for term, n in Counter(terms).items()}, phrases, excluded
        )
        for (terms, phrases, excluded), names in by_terms.items()
    ]


def _find_sequences(texts: Sequence[str], language: str) -> _Sequences:
    sequences = (tuple(find_terms(text, language or None)) for text in texts)
    return tuple(filter(None, sequences))
