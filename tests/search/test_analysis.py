"""Terms of texts: stems, stop words, pairs of characters, counts and marks."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.search import analysis
from pagecore.search.analysis import TermDigests, digest_texts, find_marks, find_terms, split_terms

CASES = [
    # what it shows          language  text                        terms
    ("stems",                "en",     "Running runs",             ["run", "run"]),
    ("stop words",           "en",     "It is the lake",           ["lake"]),
    ("another language",     "de",     "Die Häuser der Stadt",     ["haus", "stadt"]),
    ("no language",          None,     "The lakes",                ["the", "lakes"]),
    ("unknown language",     "xx",     "The lakes",                ["the", "lakes"]),
    ("Japanese",             "ja",     "湖の水位",                 ["湖の", "の水", "水位"]),
    ("Thai",                 "th",     "ภาษา",                     ["ภา", "าษ", "ษา"]),
    ("markup is text",       "en",     "<b> & &amp;",              ["b", "amp"]),
    ("nothing",              "en",     "",                         []),
    ("a surrogate",          "en",     "lake\ud800lake",           ["lake", "lake"]),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "language", "text", "terms"), CASES, ids=[c[0] for c in CASES])
def test_known_terms(shows: str, language: str | None, text: str, terms: list[str]) -> None:
    assert find_terms(text, language) == terms


def test_texts_are_kept_apart() -> None:
    texts = ["a lake", "", "two lakes", "湖", "水"]
    assert split_terms(texts, "en") == [["lake"], [], ["two", "lake"], ["湖"], ["水"]]


def test_long_lists_of_texts_are_analysed_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"word{number} lakes" for number in range(50)]
    whole = split_terms(texts, "en")
    counts, lengths = digest_texts(texts, "en").count(["lake", "word7"])
    monkeypatch.setattr(analysis, "_BATCH_CHARS", 30)
    assert split_terms(texts, "en") == whole
    in_batches, lengths_in_batches = digest_texts(texts, "en").count(["lake", "word7"])
    assert (counts == in_batches).all()
    assert (lengths == lengths_in_batches).all()


@given(
    texts=st.lists(st.text(st.sampled_from("ab 湖水のไทย.&<é"), max_size=20), max_size=5),
    language=st.sampled_from([None, "en", "ja"]),
)
def test_counts_agree_with_the_terms(texts: list[str], language: str | None) -> None:
    split = split_terms(texts, language)
    terms = sorted({term for words in split for term in words} | {"absent"})
    counts, lengths = digest_texts(texts, language).count(terms)
    assert lengths.tolist() == [len(words) for words in split]
    for row, words in zip(counts, split, strict=True):
        assert row.tolist() == [Counter(words)[term] for term in terms]


def test_counts_of_no_terms() -> None:
    counts, lengths = digest_texts(["two lakes"], "en").count([])
    assert counts.shape == (1, 0)
    assert lengths.tolist() == [2]


@pytest.mark.parametrize("texts", [[], [""], ["two lakes", "", "water of the lake"]])
def test_digests_survive_their_bytes_and_are_joined(texts: list[str]) -> None:
    digests = digest_texts(texts, "en")
    again = TermDigests.from_bytes(digests.to_bytes())
    assert again.lengths.tolist() == digests.lengths.tolist()
    assert again.digests.tolist() == digests.digests.tolist()
    twice = TermDigests.join([digests, again])
    counts, _ = twice.count(["lake"])
    assert counts[:, 0].tolist() == digests.count(["lake"])[0][:, 0].tolist() * 2
    assert TermDigests.join([]).count(["lake"])[0].shape == (0, 1)


MARKS = [
    # text                          terms                language  marked
    ("The lakes, a LAKE's water.",  ["lake"],            "en",     ["lakes", "LAKE"]),
    ("湖の水位は低い",               ["の水", "水位"],     "ja",     ["の水位"]),
    ("水位と水位",                   ["水位"],            "ja",     ["水位", "水位"]),
    ("nothing here",                ["lake"],            "en",     []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "terms", "language", "marked"), MARKS)
def test_marked_words(text: str, terms: list[str], language: str, marked: list[str]) -> None:
    assert [text[start:stop] for start, stop in find_marks(text, terms, language)] == marked


def test_texts_with_a_term_are_counted() -> None:
    digests = digest_texts(["a lake, a lake", "boats", "lake and boats", ""], "en")
    assert digests.count_texts_with(["lake", "boat", "sea"]) == {"lake": 2, "boat": 2, "sea": 0}
    assert digests.count_texts_with([]) == {}
    some = digests.choose(np.array([True, False, False, True]))
    assert some.count_texts_with(["lake", "boat"]) == {"lake": 1, "boat": 0}
    assert some.lengths.tolist() == [2, 0]
