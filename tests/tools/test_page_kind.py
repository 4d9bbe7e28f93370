"""The thresholds of CoreEx that tell articles from listings, on pages made of numbers."""

from __future__ import annotations

from pathlib import Path

from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.methods import coreex
from tests.packed import load_corpus
from tools.page_kind import Seen, Thresholds, balanced, chosen, figures_of, out_of_fold, seen


def page(kind: str, share: float, *, score: float = 0.995, fold: str = "0") -> Seen:
    return Seen(fold, kind, score, share)


def test_kinds_count_alike_however_many_pages_they_have() -> None:
    pages = [page("article", 0.9)] * 9 + [page("listing", 0.1)]
    assert balanced(pages, ["article"] * 10) == 0.5
    assert balanced(pages, ["listing"] * 10) == 0.5
    assert balanced(pages, ["article"] * 9 + ["listing"]) == 1.0


def test_thresholds_part_the_kinds_and_are_the_lowest_that_do() -> None:
    pages = [page("article", 0.62)] * 9 + [page("listing", 0.4)] * 2
    assert chosen(pages) == Thresholds(0.0, 0.45)
    by_score = [page("article", 0.5, score=0.994), page("listing", 0.5, score=0.9912)]
    assert chosen(by_score) == Thresholds(0.9915, 0.0)


def test_a_page_is_told_by_thresholds_of_other_folds() -> None:
    pages = [page("article", 0.8), page("listing", 0.6)]
    pages += [page("article", 0.5, fold="1"), page("listing", 0.3, fold="1")]
    # Those of fold 1 are parted at .35, which makes both of fold 0 articles, and the other way.
    assert out_of_fold(pages) == ["article", "article", "listing", "listing"]
    figures = figures_of(pages)
    assert (figures["pages"], figures["right"], figures["most_frequent"]) == (4, 0.5, 0.5)


def test_pages_are_seen_by_coreex_and_those_of_other_types_left_out() -> None:
    types = ["article", "listing", "collection", "forum", None] * 2
    items = tuple(
        Item(f"{at}", b"<p>one two <a href=/>x</a>", Gold("one two", page_type=of), group=f"{at}")
        for at, of in enumerate(types)
    )
    found = list(seen(Corpus("wcxb", Path(), items, (), "", "words")))
    assert [one.kind for one in found] == ["article", "listing", "listing"] * 2
    assert {one.share for one in found} == {2 / 3}
    assert len({one.fold for one in found}) > 1


def test_shipped_thresholds_are_those_chosen() -> None:
    pages = list(seen(load_corpus("wcxb")))
    assert chosen(pages) == Thresholds(coreex.ARTICLE_SCORE, coreex.ARTICLE_SHARE)
    assert balanced(pages, out_of_fold(pages)) > 0.7
