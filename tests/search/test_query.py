"""Queries: words, phrases and excluded words, and their terms by language."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.errors import BadInput
from pagecore.search.query import LanguageQuery, Query, analyse_query, read_query

CASES = [
    # query                        what it asks for
    ("old clock",                  Query("old clock")),
    ('old "clock tower"',          Query("old clock tower", ("clock tower",))),
    ("clock -tower",               Query("clock", (), ("tower",))),
    ('clock -"old tower"',         Query("clock", (), ("old tower",))),
    ("well-known - e-mail",        Query("well-known - e-mail")),
    ('say"clock"now',              Query("say clock now", ("clock",))),
    ('clock ""',                   Query("clock ", ("",))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "query"), CASES, ids=[text for text, _ in CASES])
def test_known_queries(text: str, query: Query) -> None:
    assert read_query(text) == query


@given(st.text(st.sampled_from('ab "-\n湖.'), max_size=30))
def test_any_text_is_a_query_or_a_clear_error(text: str) -> None:
    is_sound = text.count('"') % 2 == 0
    with suppress(BadInput):
        query = read_query(text)
        assert is_sound
        assert '"' not in query.text


def test_query_must_be_a_string() -> None:
    with pytest.raises(BadInput, match="is not a string"):
        read_query(3)  # type: ignore[arg-type]  # What a user may pass.


def test_languages_with_the_same_terms_share_a_query() -> None:
    query = read_query('lakes lakes "blue boats" -"old house"')
    english, others = analyse_query(query, {"en": 1, "xx": 1, "yy": 1})
    assert english == LanguageQuery(
        ("en",), {"lake": 2.0, "blue": 1.0, "boat": 1.0}, (("blue", "boat"),), (("old", "hous"),)
    )
    assert others.languages == ("xx", "yy")
    assert others.weights == {"lakes": 2.0, "blue": 1.0, "boats": 1.0}


def test_languages_in_which_all_words_are_stop_words_are_left_out() -> None:
    queries = analyse_query(read_query("the"), {"en": 2, "xx": 2})
    assert [of.languages for of in queries] == [("xx",)]


@pytest.mark.parametrize("n_pages", [{"en": 1}, {"en": 3, "de": 1, "ja": 1}, {"en": 3, "xx": 2}])
def test_query_of_stop_words_of_most_pages(n_pages: dict[str, int]) -> None:
    with pytest.raises(BadInput, match="only stop words, such as `the`; add other words"):
        analyse_query(read_query("the and"), n_pages)
    # One other word is enough.
    assert analyse_query(read_query("the lake"), n_pages)


def test_phrase_of_stop_words_is_ignored() -> None:
    (query,) = analyse_query(read_query('lake "of the"'), {"en": 1})
    assert query.phrases == ()
