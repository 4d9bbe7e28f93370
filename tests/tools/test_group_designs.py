"""The designs of decisions about groups: on words counted by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np

from pagecore import extract, parse
from pagecore.corpora.corpus import Corpus, Gold, Item
from tools.group_designs.__main__ import DESIGNS
from tools.group_designs.bases import leave_out
from tools.group_designs.designs import (
    ALL,
    NONE,
    decide_nothing,
    find_best,
    fit_rules,
    keep_lines,
    score_decision,
)
from tools.group_designs.page_groups import Group, MeasuredPage, Piece
from tools.group_designs.smoothing import LEVELS, MOVES, smooth

EMPTY = Piece(Counter(), Counter())


def make_page(gold: str, kept: str, left: str, *, lines: Piece = EMPTY) -> MeasuredPage:
    """A page whose only group has words that were chosen and others."""
    piece = Piece(Counter(kept.split()), Counter(left.split()))
    group = Group("posts", 3, 0.9, 0.5, piece, EMPTY, lines, (piece,))
    base = Counter(kept.split()) + lines.kept
    return MeasuredPage(
        "forums", "1", "a", "thread", Counter(gold.split()), base, {"forum": 1.0}, (group,), {}
    )


def make_item(name: str, host: str, page_type: str | None) -> Item:
    """A page of a host."""
    gold = Gold(text="a", page_type=page_type)
    return Item(name, Path(name), gold, f"https://{host}/{name}", group=host)


def make_corpus(name: str, items: tuple[Item, ...]) -> Corpus:
    """A corpus of pages without files."""
    return Corpus(name, Path(name), items, (), "0" * 16, "words")


def test_all_adds_what_was_left_and_none_removes_what_was_kept() -> None:
    page = make_page("a b c d", "a b", "c d")
    assert score_decision(page, ()) == 2 * 0.5 / 1.5
    assert score_decision(page, (((0, "whole", 0), ALL),)) == 1
    assert score_decision(page, (((0, "whole", 0), NONE),)) == 0


def test_best_is_what_the_gold_says() -> None:
    decide = find_best([])
    assert decide(make_page("a b c d", "a b", "c d")) == (((0, "whole", 0), ALL),)
    assert decide(make_page("a b", "a b", "c d")) == ()


def test_thresholds_are_those_that_pay_on_the_pages_of_the_fit() -> None:
    split = make_page("a b c d", "a b", "c d")
    decide = fit_rules([split], ("whole",))
    assert decide(split) == (((0, "whole", 0), ALL),)
    places = fit_rules([split], ("places",))
    assert places(split) == (((0, "places", 0), ALL),)
    right = make_page("a b", "a b", "c d")
    assert fit_rules([right], ("whole",))(right) == decide_nothing([right])(right) == ()


def test_lines_are_dropped_only_if_that_pays() -> None:
    lines = Piece(Counter(["ada", "may"]), Counter())
    text = make_page("a b", "a b", "", lines=lines)
    assert keep_lines([text], NONE)(text) == (((0, "lines", 0), NONE),)
    named = make_page("a b ada may", "a b", "", lines=lines)
    assert keep_lines([named], NONE)(named) == ()


def test_every_design_decides_about_pages_of_other_hosts() -> None:
    pages = [make_page("a b c d", "a b", "c d"), make_page("a", "a", "b")]
    for design in DESIGNS.values():
        decide = design(pages)
        assert all(0 <= score_decision(page, decide(page)) <= 1 for page in pages)


def test_smoothing_to_the_mean_adds_the_text_that_was_left_in_a_place() -> None:
    page = parse("".join(f"<p>{word} two three four five" for word in ("one", "six", "ten")))
    choice = extract(page, steps=()).choice
    texts = page.leaves & (page.words > 0)
    rows = np.flatnonzero(texts)
    score = np.zeros(len(page), np.float32)
    score[rows] = (0.9, 0.9, 0.3)
    content = page.below(texts & (score > 0.5), how="any")
    chosen = type(choice)(content, score)
    place = np.zeros(len(page), np.uint64)
    found = list(smooth(page, chosen, texts, [np.ones(len(page), np.bool_)], place))
    assert [(level, move) for level, move, _, _ in found] == [
        (level, move) for level in LEVELS for move in MOVES
    ]
    for _, move, added, removed in found:
        assert not removed.any()
        # At the mean, 0.7 each, all three are expected to be content.
        assert move < 1 or np.flatnonzero(added).tolist() == [int(rows[2])]


def test_a_host_is_left_out_whole_and_by_one_half_alone() -> None:
    items = tuple(make_item(f"{at}", f"f{at // 2}.example", "forum") for at in range(40))
    corpora = {
        "wcxb": make_corpus("wcxb", tuple(replace(item, in_means=False) for item in items)),
        "forums": make_corpus("forums", (make_item("t", "thread.example", None),)),
    }
    half, rest = (leave_out(name, corpora) for name in ("half", "rest"))
    hosts = [{item.group for item in of["wcxb"]} for of in (half, rest)]
    assert not hosts[0] & hosts[1]
    assert len(half["wcxb"]) + len(rest["wcxb"]) == 40
    assert len(half["wcxb"]) == 2 * len(hosts[0]) > 0 < len(hosts[1])
    assert len(half["forums"]) + len(rest["forums"]) == 1
