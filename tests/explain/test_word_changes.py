"""Words of two texts: which are in both, and which in one of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.explain.difference import mark_words
from pagecore.explain.word_changes import compare_words, split_words

CASES = [
    # first                      second                    marked
    ("a dark night",             "a long night",           "a [-dark-]{+long+} night"),
    ("a night",                  "a dark night",           "a {+dark+} night"),
    ("a dark night",             "a night",                "a [-dark-] night"),
    ("boats, nets",              "boats; nets",            "boats[-,-]{+;+} nets"),
    ("5.2 m",                    "5.4 m",                  "[-5.2-]{+5.4+} m"),
    ("潮が満ちる",                "潮が引く",                 "潮が[-満ちる-]{+引く+}"),
    ("हिन्दी भाषा",                 "हिन्दी कथा",                "हिन्दी [-भाषा-]{+कथा+}"),
    ("البحر هادئ",               "البحر هائج",             "البحر [-هادئ-]{+هائج+}"),
    ("one\ntwo",                 "one two",                "one two"),
    ("",                         "new",                    "{+new+}"),
    ("old",                      "",                       "[-old-]"),
    ("",                         "",                       ""),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "marked"), CASES, ids=[case[2] for case in CASES])
def test_changed_words_are_marked(a: str, b: str, marked: str) -> None:
    assert mark_words(compare_words(a, b)) == marked


def test_white_space_counts_in_code() -> None:
    runs = compare_words("a\n b", "a\n\t b\n", with_spaces=True)
    assert [(run.status, run.text) for run in runs] == [
        ("same", "a\n"),
        ("added", "\t"),
        ("same", " b"),
        ("added", "\n"),
    ]
    assert mark_words(runs) == "a {+→+}b{+↵+}"


TEXTS = st.text(alphabet="ab ,.1潮\n", max_size=30)


@given(TEXTS, TEXTS, st.booleans())
def test_runs_are_the_texts(a: str, b: str, with_spaces: bool) -> None:
    runs = compare_words(a, b, with_spaces=with_spaces)
    first = "".join(run.text for run in runs if run.status != "added")
    second = "".join(run.text for run in runs if run.status != "removed")
    assert second == b
    # White space that does not count is that of the second text.
    assert first == a if with_spaces else "".join(first.split()) == "".join(a.split())
    assert all(run.text for run in runs)
    assert "".join(split_words(a, with_spaces=with_spaces)) == a


def test_marked_lines_are_short() -> None:
    words = " ".join(f"word{at}" for at in range(200))
    line = mark_words(compare_words(f"{words} old {words}", f"{words} new {words}"), 30)
    assert line == "… word197 word198 word199 [-old-]{+new+} word0 word1 word2 word3 word4 …"
    many = [f"{at} same" for at in range(5000)]
    marked = mark_words(compare_words(" ".join(many), " old ".join(many)), 30)
    assert len(marked) < 800
    assert marked.endswith("…")
    long = mark_words(compare_words("x", words), 30)
    assert len(long) < 160
