"""Word F1: by hand, by what must hold, and by the peers' figures."""

from __future__ import annotations

from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.metrics import words
from tests.metrics import recorded

CASES = [
    # what it shows                gold             text               precision, recall, F1
    ("the same",                   "A dog.",        "a DOG",           (1, 1, 1)),
    ("order does not matter",      "a b c",         "c a b",           (1, 1, 1)),
    ("one word too often",         "a b",           "a a b",           (2 / 3, 1, 4 / 5)),
    ("one word missing",           "a b c d",       "a b d",           (1, 3 / 4, 6 / 7)),
    ("nothing found",              "a",             "",                (0, 0, 0)),
    ("both empty",                 "",              " – ",             (1, 1, 1)),
    ("Japanese has no spaces",     "犬が鳴く",      "犬が",            (0, 0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "text", "score"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_by_hand(gold: str, text: str, score: tuple[float, float, float]) -> None:
    assert words.score_words(gold, text) == pytest.approx(score)


TOKENS = [
    ("犬がアーと鳴く。", ["犬", "が", "ア", "ー", "と", "鳴", "く"]),
    ("東京2020Go・々", ["東", "京", "2020go", "・", "々"]),
    ("𠮷野家", ["𠮷", "野", "家"]),
    ("กขค๑ ກຂ", ["ก", "ข", "ค", "๑", "ກ", "ຂ"]),
    ("ကခ၊ កខ។", ["က", "ခ", "၊", "ក", "ខ", "។"]),
    ("Fuß_1 über 한국어", ["fuß_1", "über", "한국어"]),
]


@pytest.mark.parametrize(("text", "tokens"), TOKENS)
def test_scripts_without_spaces(text: str, tokens: list[str]) -> None:
    assert words.split_words(text, unspaced=True) == tokens


def test_unspaced_score() -> None:
    assert words.score_words("犬が鳴く", "犬が", unspaced=True) == pytest.approx((1, 1 / 2, 2 / 3))


TEXTS = st.text(alphabet="abAB é犬が .\n", max_size=30)


@given(a=TEXTS, b=TEXTS, unspaced=st.booleans())
def test_what_holds(a: str, b: str, unspaced: bool) -> None:
    assert words.score_words(a, a, unspaced) == (1, 1, 1)
    there, back = words.score_words(a, b, unspaced), words.score_words(b, a, unspaced)
    assert there.f1 == pytest.approx(back.f1)
    assert (there.precision, there.recall) == pytest.approx((back.recall, back.precision))
    assert all(0 <= value <= 1 for value in there)


@pytest.mark.parametrize(
    ("peer", "figure"),
    [("trafilatura", 0.8274), ("resiliparse", 0.7758), ("rs-trafilatura", 0.8591)],
)
def test_peers_on_wcxb(peer: str, figure: float) -> None:
    scores = recorded.word_f1s(peer)
    assert len(scores) == 1476
    assert round(fmean(scores), 4) == figure
