"""The thresholds of CoreEx that tell articles from listings, on pages made of numbers."""

from __future__ import annotations

from pathlib import Path

from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.methods import coreex
from tests.packed import load_corpus
from tools.coreex_page_types import (
    ScoredPage,
    Thresholds,
    choose_thresholds,
    compute_balanced,
    predict_out_of_fold,
    read_pages,
    summarise_pages,
)


def page(kind: str, share: float, *, score: float = 0.995, fold: str = "0") -> ScoredPage:
    return ScoredPage(fold, kind, score, share)


def test_kinds_count_alike_however_many_pages_they_have() -> None:
    pages = [page("article", 0.9)] * 9 + [page("listing", 0.1)]
    assert compute_balanced(pages, ["article"] * 10) == 0.5
    assert compute_balanced(pages, ["listing"] * 10) == 0.5
    assert compute_balanced(pages, ["article"] * 9 + ["listing"]) == 1.0


def test_thresholds_part_the_kinds_and_are_the_lowest_that_do() -> None:
    pages = [page("article", 0.62)] * 9 + [page("listing", 0.4)] * 2
    assert choose_thresholds(pages) == Thresholds(0.0, 0.45)
    by_score = [page("article", 0.5, score=0.994), page("listing", 0.5, score=0.9912)]
    assert choose_thresholds(by_score) == Thresholds(0.9915, 0.0)


def test_a_page_is_decided_by_thresholds_of_other_folds() -> None:
    pages = [page("article", 0.8), page("listing", 0.6)]
    pages += [page("article", 0.5, fold="1"), page("listing", 0.3, fold="1")]
    # Those of fold 1 are parted at .35, which makes both of fold 0 articles, and the other way.
    assert predict_out_of_fold(pages) == ["article", "article", "listing", "listing"]
    figures = summarise_pages(pages)
    assert (figures["pages"], figures["right"], figures["most_frequent"]) == (4, 0.5, 0.5)


def test_pages_are_seen_by_coreex_and_those_of_other_types_left_out() -> None:
    types = ["article", "listing", "collection", "forum", None] * 2
    items = tuple(
        Item(f"{at}", b"<p>one two <a href=/>x</a>", Gold("one two", page_type=type), group=f"{at}")
        for at, type in enumerate(types)
    )
    actual = list(read_pages(Corpus("wcxb", Path(), items, (), "", "words")))
    assert [item.kind for item in actual] == ["article", "listing", "listing"] * 2
    assert {item.share for item in actual} == {2 / 3}
    assert len({item.fold for item in actual}) > 1


def test_shipped_thresholds_are_those_chosen() -> None:
    pages = list(read_pages(load_corpus("wcxb")))
    assert choose_thresholds(pages) == Thresholds(coreex.ARTICLE_SCORE, coreex.ARTICLE_SHARE)
    assert compute_balanced(pages, predict_out_of_fold(pages)) > 0.7
