"""4-gram F1: by hand, by what must hold, and by the peers' figures on AEB."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.metrics import bootstrap, grams
from tests.metrics import recorded

CASES = [
    # what it shows          gold           text             common, found, wanted
    ("the same",             "a b c d e",   "a, b; c d e.",  (2, 2, 2)),
    ("case is kept",         "a b c d e",   "A b c d e",     (1, 2, 2)),
    ("more found",           "a b c d",     "a b c d e f",   (1, 3, 1)),
    ("order matters",        "a b c d",     "d c b a",       (0, 1, 1)),
    ("twice, wanted once",   "x x x x",     "x x x x x",     (1, 2, 1)),
    ("short texts",          "a b",         "a b",           (1, 1, 1)),
    ("short and long",       "a b",         "a b c d",       (0, 1, 1)),
    ("no output",            "a b c d",     "",              (0, 0, 1)),
    ("no gold",              " ",           "a b c d e",     (0, 2, 0)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "text", "counts"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_by_hand(gold: str, text: str, counts: tuple[int, int, int]) -> None:
    assert grams.count_grams(gold, text) == counts


def test_f1_is_of_the_means() -> None:
    # Precision 1/2 and 1, recall 1 and 1/4: means 3/4 and 5/8, and not the mean of 2/3 and 2/5.
    pages = [grams.GramCounts(1, 2, 1), grams.GramCounts(1, 1, 4)]
    assert grams.compute_f1(pages) == pytest.approx(2 * (3 / 4) * (5 / 8) / (3 / 4 + 5 / 8))


def test_page_without_output_has_no_precision() -> None:
    pages = [grams.GramCounts(2, 2, 2), grams.GramCounts(0, 0, 3)]
    assert grams.compute_f1(pages) == pytest.approx(2 * 1 * (1 / 2) / (1 + 1 / 2))
    assert np.isnan(pages[1].precision)
    assert pages[1].recall == 0
    assert np.isnan(grams.GramCounts(0, 1, 0).recall)


@pytest.mark.parametrize("pages", [[], [grams.GramCounts(0, 0, 1)], [grams.GramCounts(0, 2, 2)]])
def test_nothing_right_is_0(pages: list[grams.GramCounts]) -> None:
    assert grams.compute_f1(pages) == 0


TEXTS = st.text(alphabet="ab ", max_size=25)


@given(a=TEXTS, b=TEXTS)
def test_what_holds(a: str, b: str) -> None:
    there, back = grams.count_grams(a, b), grams.count_grams(b, a)
    assert there == (back.common, back.n_gold, back.n_output)
    assert there.common <= min(there.n_output, there.n_gold)
    assert (
        grams.count_grams(a, a).common
        == grams.count_grams(a, a).n_output
        == grams.count_grams(a, a).n_gold
    )


@pytest.mark.parametrize(
    ("peer", "figure", "digits"),
    [
        ("trafilatura", 0.9525, 4),
        ("resiliparse", 0.880, 3),
        ("rs-trafilatura", 0.956, 3),
        ("readability-lxml", 0.954, 3),
        # It has no output on eight pages, so it shows that they are left out of the precision.
        ("turbohtml", 0.880, 3),
    ],
)
def test_peers_on_aeb(peer: str, figure: float, digits: int) -> None:
    outputs = recorded.outputs("aeb", peer)
    pages = [
        grams.count_grams(gold, outputs[name]["text"]) for name, gold in recorded.aeb_gold().items()
    ]
    assert len(pages) == 181
    assert round(grams.compute_f1(pages), digits) == figure
    low, high = bootstrap.compute_interval(grams.stack_columns(pages), n=200, of=grams.f1_of_means)
    assert low < figure < high
    assert high - low < 0.1
