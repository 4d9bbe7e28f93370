"""Confidence and page types beside the gold, by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from pagecore import corpora
from pagecore.corpora.corpus import Corpus, Item
from pagecore.evaluate import plots
from pagecore.evaluate.report import write_report
from pagecore.measure.calibration import (
    Bin,
    Calibration,
    ConfidentPages,
    compute_error,
    count_confusions,
    list_calibrations,
    make_bins,
    select_most_confident,
)
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.output import Output
from pagecore.measure.run import measure

PAIRS = [(0.9, 1.0), (0.1, 0.3), (0.8, 0.6), (0.2, 0.0)]


def test_bins_of_equal_count() -> None:
    low, high = make_bins(PAIRS, by="count", n_bins=2)
    assert low == pytest.approx((2, 0.15, 0.15))
    assert high == pytest.approx((2, 0.85, 0.8))


def test_bins_of_equal_width() -> None:
    # From 0 to .25, .25 to .5, .5 to .75 and .75 to 1; those between are empty.
    low, high = make_bins(PAIRS, by="width", n_bins=4)
    assert (low.pages, high.pages) == (2, 2)
    assert make_bins([(1.0, 1.0), (0.5, 0.0), (0.0, 0.0)], by="width", n_bins=2) == [
        Bin(1, 0.0, 0.0),
        Bin(2, 0.75, 0.5),
    ]


def test_bins_of_unequal_numbers_differ_by_one() -> None:
    pairs = [(at / 25, 0.5) for at in range(25)]
    assert sorted({pair.pages for pair in make_bins(pairs, by="count")}) == [2, 3]
    assert sum(pair.pages for pair in make_bins(pairs, by="count")) == 25
    assert len(make_bins(pairs[:3], by="count")) == 3


def test_error_is_the_mean_over_pages() -> None:
    # (1 · .5 + 3 · .1) / 4
    error = compute_error([Bin(1, 0.5, 0.0), Bin(3, 0.8, 0.9)])
    assert error == pytest.approx(0.2)
    assert compute_error([]) == 0
    assert compute_error(make_bins(PAIRS, by="count", n_bins=2)) == pytest.approx(0.025)


def test_error_is_not_that_of_single_pages() -> None:
    # Half of what has .5 is right: calibrated, however far single pages are.
    pairs = [(0.5, 0.0), (0.5, 1.0)]
    assert compute_error(make_bins(pairs, by="width")) == 0


def test_mean_rises_as_the_least_sure_are_left_out() -> None:
    all_pages, half, quarter = select_most_confident(PAIRS, [1.0, 0.5, 0.25, 0.1])
    assert all_pages == pytest.approx((1.0, 4, 0.1, 1.9 / 4))
    assert half == pytest.approx((0.5, 2, 0.8, 0.8))
    assert quarter == ConfidentPages(0.25, 1, 0.9, 1.0)


def test_confusion_counts_gold_in_rows() -> None:
    actual = [
        ("forum", "forum"),
        ("forum", "article"),
        ("article", "article"),
        ("forum", "listing"),
    ]
    assert count_confusions(actual) == (
        ["article", "forum", "listing"],
        [[1, 0, 0], [1, 1, 1], [0, 0, 0]],
    )
    calibration = Calibration("one", (), tuple(actual))
    assert calibration.line() == "one: page type: 2 of 4 right (50.0%)"


# ---------------------------------------------------------------- in a run


@dataclass(frozen=True)
class Sure:
    """Answers with the first word of the gold; the first page is surely an article."""

    name: str = "sure"
    kind: str = "method"
    version: str = "1"

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        for at, item in enumerate(items):
            types = {"article": 0.9, "forum": 0.1}
            text = str(item.gold.text).split()[0]
            yield Output(item.id, text, 1.0, confidence=0.5 - at / 10, page_types=types)


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    (tmp_path / "corpus").mkdir()
    for name, text in (("a", "One."), ("b", "Two three four."), ("c", "Five.")):
        (tmp_path / "corpus" / f"{name}.html").write_text(f"<p>{text}")
        (tmp_path / "corpus" / f"{name}.txt").write_text(text)
    read = corpora.load("plain", tmp_path / "corpus")
    kinds = {"a": "article", "b": "forum", "c": "news"}
    items = tuple(
        replace(item, gold=replace(item.gold, page_type=kinds[item.id])) for item in read.items
    )
    return replace(read, items=items)


def test_those_that_tell_are_measured(corpus: Corpus) -> None:
    results = measure(corpus, [Sure(), OwnMethod("paragraphs", "1")])
    (calibration,) = list_calibrations(results)
    assert calibration.contender == "sure"
    assert calibration.pairs == ((0.5, 1.0), (0.4, 0.5), (0.3, 1.0))
    # A type that it does not tell cannot be told right or wrong.
    assert calibration.types == (("article", "article"), ("forum", "article"))
    assert calibration.ece == pytest.approx((0.5 + 0.1 + 0.7) / 3)
    assert calibration.line() == (
        "sure: confidence: ECE 0.433 (10 bins of equal count; of equal width 0.433), "
        "page type: 1 of 2 right (50.0%)"
    )


def test_default_reports_both(corpus: Corpus) -> None:
    (calibration,) = list_calibrations(measure(corpus, [OwnMethod("default", "1")]))
    assert len(calibration.pairs) == 3
    assert [gold for gold, _ in calibration.types] == ["article", "forum"]


def test_report_has_a_section(corpus: Corpus, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    index = write_report(
        [measure(corpus, [Sure(), OwnMethod("paragraphs", "1")])], tmp_path / "out"
    )
    page = index.read_text(encoding="utf-8")
    assert page.count("Calibration of") == 1
    assert "Calibration of sure" in page
    rows = parquet.read_table(tmp_path / "out" / "results.parquet").to_pylist()
    actual = [(row["contender"], row["confidence"], row["predicted_page_type"]) for row in rows]
    assert actual[0] == ("sure", 0.5, "article")
    assert actual[-1] == ("paragraphs", None, None)


def test_what_was_learned_from_these_pages_is_marked(corpus: Corpus, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    measured = measure(replace(corpus, format="wcxb"), [OwnMethod("default", "1")])
    page = write_report([measured], tmp_path / "out").read_text(encoding="utf-8")
    assert "Calibration of default (in-sample)" in page
    assert "default (in-sample): confidence: ECE" in page


def test_plots_show_every_bin() -> None:
    drawn = plots.draw_reliability([(10, 0.2, 0.3), (90, 0.9, 0.95)])
    assert drawn.count("<circle") == 2
    # The more pages, the larger; the diagonal is one line more than the grid has.
    assert 'r="6.0"' in drawn
    assert drawn.count("<line") == 7
    assert plots.draw_coverage([(1.0, 0.8), (0.5, 0.9)]).count("<polyline") == 1
    assert plots.draw_coverage([]) == ""
