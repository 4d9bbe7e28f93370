"""The terms of a page: language, stems, stop words, and scripts without spaces."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import parse
from pagecore.errors import BadInput, BadOption
from pagecore.sites.terms import find_language, find_terms

ENGLISH = (
    "The boats were leaving the harbour before dawn, because the tide was turning early, and "
    "nobody who had worked there would have wanted to wait for the weather to change. "
)
GERMAN = "Die Boote verließen den Hafen vor der Dämmerung, weil sich die Flut früh wendete. "


def test_forms_of_a_word_are_one_term() -> None:
    page = parse(f"<html lang=en><p>{ENGLISH * 3}<p>boat<p>Boats<p>BOATING<p>the<p>tides")
    rows, terms = find_terms(page)
    texts = {page.text(row): terms[rows == row].tolist() for row in set(rows.tolist())}
    assert texts["boat"] == texts["Boats"] == texts["BOATING"]
    assert len(texts["boat"]) == 1
    assert texts["tides"] != texts["boat"]
    # A stop word is no term.
    assert "the" not in texts


@pytest.mark.parametrize(
    ("html", "language"),
    [
        (f"<p>{GERMAN * 3}", "de"),
        (f"<html lang=en><p>{GERMAN * 3}", "de"),
        ("<html lang=de-AT><p>Boot", "de"),
        ("<html xml:lang=fr><p>Bateau", "fr"),
        (f"<p hidden>{GERMAN * 3}</p><p>{ENGLISH * 3}", "en"),
        ("<p>12", None),
        ("", None),
    ],
)
def test_language_is_that_of_the_visible_text(html: str, language: str | None) -> None:
    assert find_language(parse(html)) == language


def test_stop_words_are_those_of_the_language() -> None:
    german, english = (
        find_terms(parse(f"<html lang={code}><p>die Boote"))[1] for code in ("de", "en")
    )
    assert len(german) == 1
    assert len(english) == 2


def test_scripts_without_spaces_have_pairs_of_characters() -> None:
    pages = (parse(f"<html lang=ja><p>{text}") for text in ("湖の水位", "の水", "水"))
    whole, pair, single = (find_terms(page)[1] for page in pages)
    assert len(whole) == 3
    assert whole[1] == pair[0]
    assert len(single) == 1


def test_hidden_text_and_pages_without_text_have_no_terms() -> None:
    for html in ("", "<p hidden>boats</p>", "<img src=a alt=boats>", "<p>!?</p>"):
        rows, terms = find_terms(parse(html))
        assert rows.tolist() == terms.tolist() == []


def test_digests_are_stable() -> None:
    page = parse("<p>boats")
    rows, terms = page.term_digests(page.visible, "en")
    # XXH3 of "boat".
    assert [f"{term:x}" for term in terms] == ["5e9d0c14fd9f1406"]
    assert rows.dtype == np.int32
    with pytest.raises(BadInput, match="mask"):
        page.term_digests([True], "en")
    with pytest.raises(BadOption, match="language"):
        page.term_digests(page.visible, 7)  # type: ignore[arg-type]  # That is what is tested.
