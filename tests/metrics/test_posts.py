"""Posts: pairs, scores and fields by hand, and pairing by its definition."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.metrics import posts, words
from pagecore.metrics.posts import PostCounts


@dataclass(frozen=True)
class FakePost:
    text: str
    user: str | None = None
    date: str | None = None
    link: str | None = None
    user_link: str | None = None


def make_posts(*texts: str) -> list[FakePost]:
    return [FakePost(text) for text in texts]


CASES = [
    # what it shows                gold                   output                pairs
    ("the same",                   ["a b", "c d"],        ["a b", "c d"],      [(0, 0), (1, 1)]),
    ("another order",              ["a b", "c d"],        ["c d", "a b"],      [(0, 1), (1, 0)]),
    # Four of five words in five: F1 .8 is enough. Three of four in four is .75 and is not.
    ("just enough",                ["a b c d e"],         ["a b c d x"],       [(0, 0)]),
    ("not enough",                 ["a b c d"],           ["a b c x"],         []),
    # The first gold post is like both, the second is one of them.
    ("the most alike first",       ["a b c d e", "a b c d x"], ["a b c d x"],  [(1, 0)]),
    ("one to one",                 ["ok", "ok", "ok"],    ["ok", "ok"],        [(0, 0), (1, 1)]),
    ("one post for all",           ["a b", "c d"],        ["a b c d"],         []),
    ("nothing found",              ["a"],                 [],                  []),
    ("nothing wanted",             [],                    ["a"],               []),
    ("a post without words",       ["", "a"],             ["a", ""],           [(0, 1), (1, 0)]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "output", "pairs"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_pairs(gold: list[str], output: list[str], pairs: list[tuple[int, int]]) -> None:
    matched = posts.match_posts(make_posts(*gold), make_posts(*output))
    assert [(pair.gold, pair.output) for pair in matched] == pairs


def test_counts_by_hand() -> None:
    gold = [
        FakePost("one two three", user="Ann", date="1 May", link="#p1"),
        FakePost("four five six", user="Bob", date=None, link="#p2"),
        FakePost("seven eight", user="Cy", date="3 May", link=None),
    ]
    actual = [
        FakePost("Four five six", user="bob ", date="2 May", link=None),
        FakePost("one two three", user="Ann", date="1  may", link="#p7"),
        FakePost("menu"),
        FakePost("footer"),
    ]
    counts = posts.count_posts(gold, actual)
    # Users: both right. Dates: one asked, right. Links: two asked, one wrong and one missing.
    assert counts == PostCounts(2, 4, 3, right=(2, 1, 0), in_gold=(2, 1, 2))
    assert counts.score == pytest.approx((2 / 4, 2 / 3, 4 / 7))
    assert counts.accuracy == {"user": 1, "date": 1, "link": 0}


FIELD_CASES = [
    # what it shows            field   gold            name or link, link of the user     right
    ("name",                   "user", "Ann",          ("ann", "/u/1"),                   True),
    ("profile",                "user", "/u/1",         ("Ann", "http://x.test/u/1"),      True),
    ("another profile",        "user", "/u/1",         ("Ann", "/u/2"),                   False),
    ("name as written",        "user", "Ann",          ("Ann B", None),                   False),
    ("link resolved",          "link", "./t?p=2#p2",   ("http://x.test/t?p=2#p2", None),  True),
    ("anchor",                 "link", "#p2",          ("p2", None),                      True),
    ("link to another post",   "link", "#p2",          ("#p3", None),                     False),
    ("date as written",        "date", "1 May",        ("1 May 2020", None),              False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("field", "gold", "values", "is_right"),
    [case[1:] for case in FIELD_CASES],
    ids=[case[0] for case in FIELD_CASES],
)
def test_fields(field: str, gold: str, values: tuple[str, str | None], is_right: bool) -> None:
    expected = FakePost("one", **{field: gold})
    actual = FakePost("one", **{field: values[0]}, user_link=values[1])
    counts = posts.count_posts([expected], [actual], url="http://x.test/t?p=2")
    assert dict(zip(posts.FIELDS, counts.right, strict=True))[field] == is_right


def test_pages_are_pooled() -> None:
    both = PostCounts(1, 2, 3, (1, 0, 0), (1, 1, 0)) + PostCounts(2, 2, 2, (0, 2, 0), (2, 2, 0))
    assert both == PostCounts(3, 4, 5, (1, 2, 0), (3, 3, 0))
    assert both.score == pytest.approx((3 / 4, 3 / 5, 2 / 3))
    assert math.isnan(both.accuracy["link"])


def test_scripts_without_spaces() -> None:
    gold, output = make_posts("犬が鳴く夜に"), make_posts("犬が鳴く夜は")
    assert posts.match_posts(gold, output) == []
    (pair,) = posts.match_posts(gold, output, unspaced=True)
    assert pair[:2] == (0, 0)
    assert pair[2] == pytest.approx(5 / 6)


def match_by_definition(gold: list[FakePost], output: list[FakePost]) -> list[tuple[int, int]]:
    """Take the best of all pairs that are left, again and again."""
    left = {
        (i, j): words.score_words(a.text, b.text).f1
        for i, a in enumerate(gold)
        for j, b in enumerate(output)
    }
    taken = []
    while left:
        best = max(left, key=lambda pair: (left[pair], -pair[0], -pair[1]))
        if left[best] < 0.8:
            break
        taken.append(best)
        left = {
            pair: f1 for pair, f1 in left.items() if not {*enumerate(pair)} & {*enumerate(best)}
        }
    return sorted(taken)


POSTS = st.lists(st.text("ab ", max_size=12).map(lambda text: FakePost(" ".join(text))), max_size=6)


@given(gold=POSTS, output=POSTS)
def test_match_agrees_with_definition(gold: list[FakePost], output: list[FakePost]) -> None:
    matched = [(pair.gold, pair.output) for pair in posts.match_posts(gold, output)]
    assert matched == match_by_definition(gold, output)
    assert posts.count_posts(gold, gold).matched == len(gold)


def test_gold_of_the_forums_matches_itself(corpus: Callable[[str], Path]) -> None:
    total = PostCounts()
    for line in (corpus("forums") / "gold.jsonl").read_text("utf-8").splitlines():
        page = [
            FakePost(post["text"], post["user"], post["date"], post["link"])
            for post in json.loads(line)["posts"]
        ]
        total += posts.count_posts(page, page)
    assert total.matched == total.n_output == total.n_gold == 938
    assert total.score.f1 == 1
    # Posts with the same words in one page may be paired crosswise.
    assert min(total.accuracy.values()) > 0.99
