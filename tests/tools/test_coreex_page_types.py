"""The rule of CoreEx that tells articles from listings, on pages made of numbers."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.methods import coreex
from tests.packed import load_corpus
from tools.coreex_page_types import (
    SCORES,
    SHARES,
    WEIGHTS,
    Best,
    Rule,
    ScoredPage,
    choose_rule,
    compute_balanced,
    predict_out_of_fold,
    read_pages,
    summarise_pages,
)


def page(kind: str, share: float, *, score: float = 0.995, fold: str = "0") -> ScoredPage:
    return ScoredPage(fold, kind, dict.fromkeys(WEIGHTS, Best(score, share)))


def test_kinds_count_alike_however_many_pages_they_have() -> None:
    pages = [page("article", 0.9)] * 9 + [page("listing", 0.1)]
    assert compute_balanced(pages, ["article"] * 10) == 0.5
    assert compute_balanced(pages, ["listing"] * 10) == 0.5
    assert compute_balanced(pages, ["article"] * 9 + ["listing"]) == 1.0


def test_rule_parts_the_kinds_and_is_the_lowest_that_does() -> None:
    pages = [page("article", 0.62)] * 9 + [page("listing", 0.4)] * 2
    assert choose_rule(pages) == Rule(0.01, 0.0, 0.45)
    by_score = [page("article", 0.5, score=0.994), page("listing", 0.5, score=0.9912)]
    assert choose_rule(by_score) == Rule(0.01, 0.992, 0.0)


def test_weight_is_chosen_and_each_measured_alone() -> None:
    """With the weight .1 alone the kinds differ."""
    pages = []
    for at, kind in enumerate(("article", "listing") * 6):
        best = dict.fromkeys(WEIGHTS, Best(1.0, 0.5))
        best[0.1] = Best(1.0, 0.8 if kind == "article" else 0.2)
        pages.append(ScoredPage(str(at // 2 % 3), kind, best))
    assert choose_rule(pages) == Rule(0.1, 0.0, 0.25)
    figures = summarise_pages(pages)
    assert (figures["weight"], figures["right"], figures["balanced"]) == (0.1, 1.0, 1.0)
    assert figures["weights"] == [
        {"weight": weight, "right": 1.0 if weight == 0.1 else 0.5}
        | {"balanced": 1.0 if weight == 0.1 else 0.5}
        for weight in WEIGHTS
    ]


def test_best_rule_by_definition() -> None:
    random = Random(3)
    pages = [
        ScoredPage(
            "0",
            random.choice(["article", "listing"]),
            {weight: Best(random.uniform(0.7, 1), random.random()) for weight in WEIGHTS},
        )
        for _ in range(40)
    ]
    rules = [Rule(*values) for values in product(WEIGHTS, SCORES, SHARES)]
    accuracy = [compute_balanced(pages, [rule.classify(of) for of in pages]) for rule in rules]
    assert choose_rule(pages) == rules[accuracy.index(max(accuracy))]


def test_a_page_is_decided_by_the_rule_of_other_folds() -> None:
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
    assert {item.best[0.1].share for item in actual} == {2 / 3}
    assert len({item.fold for item in actual}) > 1


def test_shipped_rule_is_the_one_chosen() -> None:
    pages = list(read_pages(load_corpus("wcxb")))
    shipped = Rule(coreex.KIND_TEXT_WEIGHT, coreex.ARTICLE_SCORE, coreex.ARTICLE_SHARE)
    assert choose_rule(pages) == shipped
    assert compute_balanced(pages, predict_out_of_fold(pages)) > 0.85
