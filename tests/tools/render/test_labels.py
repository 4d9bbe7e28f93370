"""Plain words for the names that the figures hold."""

from __future__ import annotations

import pytest

from tools.render.labels import name_folds, name_label, name_metric, name_metrics, name_problem


def test_a_known_label_is_replaced_and_another_kept() -> None:
    assert name_label("one look") == "one pass, soft targets"
    assert name_label("three passes") == "three passes"


def test_metrics_that_share_a_title_are_told_apart() -> None:
    assert name_metric({"metric": "words"}) == "word F1"
    assert name_metric({"metric": "words-unspaced"}) == "word F1 (unspaced)"
    assert name_metric({}) == "word F1"


def test_corpora_with_another_metric_are_named() -> None:
    spaced, unspaced = {"metric": "words"}, {"metric": "words-unspaced"}
    assert name_metrics({"tide": spaced, "ebb": unspaced}) == "unspaced except on tide"
    assert name_metrics({"tide": spaced}) == "spaced"
    assert name_metrics({"ebb": unspaced}) == "unspaced"


@pytest.mark.parametrize(
    ("folds", "n_pages", "name"),
    [
        ("5-fold by group", 5, "5-fold by site"),
        ("36-fold by group", 70, "leaving out one of 36 sites at a time"),
        ("102-fold by group", 102, "leaving out one of 102 pages at a time"),
        ("over collections", None, "over collections"),
    ],
)
def test_folds(folds: str, n_pages: int | None, name: str) -> None:
    assert name_folds(folds, n_pages) == name


def test_a_problem_of_a_site() -> None:
    stored = (
        "nothing was learned: none of 3 pages yielded a rule, because neither the block with the "
        "content (a div or td) nor an element around it has an id or a class"
    )
    assert name_problem(stored).startswith(
        "nothing was learned: on none of the 3 pages is the content"
    )
    assert name_problem("the site is empty") == "the site is empty"
