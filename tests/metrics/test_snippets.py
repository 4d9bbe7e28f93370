"""Snippets: by hand, and by the peers' figures on WCXB."""

from __future__ import annotations

import math

import pytest

from pagecore.metrics import snippets
from pagecore.metrics.snippets import SnippetCounts
from tests.metrics import recorded

FOUND = [
    # what it shows              snippet          text                 found
    ("as it is",                 "a dog",         "This is a dog.",    True),
    ("case",                     "A Dog",         "this is A DOG",     True),
    ("white space",              " a\n dog ",     "is a\u00a0\tdog!",  True),
    ("inside a word",            "do",            "dog",               True),
    ("no white space",           "a dog",         "adog",              False),
    ("blank",                    " \n",           "a dog",             False),
    ("empty text",               "a",             "",                  False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("snippet", "text", "output"), [case[1:] for case in FOUND], ids=[case[0] for case in FOUND]
)
def test_found(snippet: str, text: str, output: bool) -> None:
    assert snippets.find_snippets([snippet], text) == [output]


def test_score_by_hand() -> None:
    counts = snippets.count_snippets(["one", "two", "three"], ["menu", "cookie"], "One two. Menu")
    assert counts == SnippetCounts(tp=2, fp=1, fn=1, tn=1)
    assert counts.precision == pytest.approx(2 / 3)
    assert counts.recall == pytest.approx(2 / 3)
    assert counts.f1 == pytest.approx(2 / 3)
    assert counts.accuracy == pytest.approx(3 / 5)
    assert counts.left_in == pytest.approx(1 / 2)


def test_pages_are_pooled() -> None:
    both = sum([SnippetCounts(1, 0, 0, 1), SnippetCounts(1, 2, 3, 4)], SnippetCounts())
    assert both == SnippetCounts(2, 2, 3, 5)


def test_no_snippet_has_no_share() -> None:
    counts = snippets.count_snippets([], [], "text")
    assert counts == SnippetCounts()
    shares = (counts.precision, counts.recall, counts.f1, counts.accuracy, counts.left_in)
    assert all(math.isnan(share) for share in shares)


def test_trafilatura_on_wcxb() -> None:
    outputs = recorded.outputs("wcxb", "trafilatura")
    pooled = SnippetCounts()
    for name, gold in recorded.wcxb_gold().items():
        pooled += snippets.count_snippets(gold["with"], gold["without"], outputs[name]["text"])
    assert round(pooled.left_in, 3) == 0.064
