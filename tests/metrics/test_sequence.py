"""ROUGE-LSum and Levenshtein: by hand, by their definitions as plain tables, by what must hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.metrics import sequence, words
from pagecore.metrics.score import Score, score_counts
from tests.metrics import recorded

ROUGE = [
    # what it shows                  gold             text               hits, found, wanted
    ("the same",                     "a b\nc",        "A b.\n\nC",        (3, 3, 3)),
    ("order in a line",              "a b c d",       "d a b",            (2, 3, 4)),
    ("order of lines is free",       "a b\nc d",      "c d\na b",         (4, 4, 4)),
    # Lin's own example: w1 w2 and w1 w3 w5 make the union w1 w2 w3 w5 of five words.
    ("union of two lines",           "1 2 3 4 5",     "1 2 6 7 8\n1 3 8 9 5", (4, 10, 5)),
    ("equal lines",                  "a\na",          "a a",              (2, 2, 2)),
    ("no word counts twice",         "a\na b",        "a",                (1, 1, 3)),
    ("no output",                    "a b",           "",                 (0, 0, 2)),
    ("both empty",                   "",              "\n",               (0, 0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "text", "counts"), [case[1:] for case in ROUGE], ids=[case[0] for case in ROUGE]
)
def test_rouge_by_hand(gold: str, text: str, counts: tuple[int, int, int]) -> None:
    assert sequence.rouge_lsum(gold, text) == pytest.approx(score_counts(*counts))


LEVENSHTEIN = [
    # what it shows       gold         text           similarity
    ("the same",          "A b",       "a, b",        1),
    ("one replaced",      "a b c d",   "a x c d",     3 / 4),
    ("one inserted",      "a b c",     "a b x c",     3 / 4),
    ("one deleted",       "a b c d e", "a b d e",     4 / 5),
    ("two exchanged",     "a b",       "b a",         0),
    # kitten and sitting: three edits, seven letters.
    ("letters as words",  "k i t t e n", "s i t t i n g", 4 / 7),
    ("nothing in common", "a b",       "x",           0),
    ("no output",         "a b",       "",            0),
    ("both empty",        "",          "–",           1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "text", "similarity"),
    [case[1:] for case in LEVENSHTEIN],
    ids=[case[0] for case in LEVENSHTEIN],
)
def test_levenshtein_by_hand(gold: str, text: str, similarity: float) -> None:
    assert sequence.levenshtein(gold, text) == pytest.approx(similarity)


def test_scripts_without_spaces() -> None:
    assert sequence.levenshtein("犬が鳴く", "犬が泣く") == 0
    assert sequence.levenshtein("犬が鳴く", "犬が泣く", unspaced=True) == 3 / 4
    assert sequence.rouge_lsum("犬が鳴く", "犬が泣く", unspaced=True).f1 == 3 / 4


def rouge_by_definition(gold: str, text: str) -> Score:
    """Line by line with the full table, and the way back through it that `rouge_score` takes."""
    expected = [words.split_words(line) for line in gold.split("\n")]
    actual = [words.split_words(line) for line in text.split("\n")]
    left = Counter(word for line in actual for word in line)
    hits = 0
    for line in expected:
        union = set().union(*(subsequence_by_definition(line, other) for other in actual))
        for place in sorted(union):
            if left[line[place]]:
                left[line[place]] -= 1
                hits += 1
    return score_counts(hits, sum(map(len, actual)), sum(map(len, expected)))


def subsequence_by_definition(a: Sequence[str], b: Sequence[str]) -> set[int]:
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            if a[i - 1] == b[j - 1]:
                table[i][j] = table[i - 1][j - 1] + 1
            else:
                table[i][j] = max(table[i - 1][j], table[i][j - 1])
    places = set()
    i, j = len(a), len(b)
    while i and j:
        if a[i - 1] == b[j - 1]:
            i, j = i - 1, j - 1
            places.add(i)
        elif table[i][j - 1] > table[i - 1][j]:
            j -= 1
        else:
            i -= 1
    return places


def distance_by_definition(a: Sequence[str], b: Sequence[str]) -> int:
    row = list(range(len(b) + 1))
    for i, word in enumerate(a, 1):
        corner, row[0] = row[0], i
        for j, other in enumerate(b, 1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (word != other))
    return row[-1]


TEXTS = st.text(alphabet="abcd \n", max_size=60).map(lambda text: " ".join(text))


@given(a=TEXTS, b=TEXTS)
def test_rouge_agrees_with_definition(a: str, b: str) -> None:
    assert sequence.rouge_lsum(a, b) == pytest.approx(rouge_by_definition(a, b))


@given(a=st.text("abc", max_size=90), b=st.text("abc", max_size=90))
def test_distance_agrees_with_definition(a: str, b: str) -> None:
    assert sequence.edit_distance(a, b) == distance_by_definition(a, b)


@given(a=TEXTS, b=TEXTS)
def test_what_holds(a: str, b: str) -> None:
    assert sequence.levenshtein(a, a) == 1
    assert sequence.levenshtein(a, b) == sequence.levenshtein(b, a)
    assert 0 <= sequence.levenshtein(a, b) <= 1
    assert sequence.rouge_lsum(a, a) == (1, 1, 1)
    # What keeps its order is at most what is there at all.
    assert sequence.rouge_lsum(a, b).f1 <= words.score_words(a, b).f1 + 1e-9


def test_words_beyond_the_cap_are_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence, "MAX_WORDS", 4)
    assert sequence.levenshtein("a b c d", "a b c d") == 1
    # Four of six words are compared and two are not.
    assert sequence.levenshtein("a b c d e f", "a b c d e f") == pytest.approx(4 / 6)
    assert sequence.levenshtein("x a b c d", "a b c d") == pytest.approx(1 - 3 / 5)
    # Of the second line only the first word is within the cap.
    assert sequence.rouge_lsum("a b c\nd e f", "a b c\nd e f") == pytest.approx((4 / 6,) * 3)


def test_real_pages_agree_with_definition() -> None:
    outputs = recorded.outputs("wcxb", "resiliparse")
    compared = 0
    for name in ("0001", "0002", "0003", "0005"):
        gold, text = recorded.wcxb_gold()[name]["main_content"][:4000], outputs[name]["text"][:4000]
        assert sequence.rouge_lsum(gold, text) == pytest.approx(rouge_by_definition(gold, text))
        a, b = words.split_words(gold), words.split_words(text)
        assert sequence.edit_distance(a, b) == distance_by_definition(a, b)
        compared += min(len(a), len(b))
    assert compared > 1000
