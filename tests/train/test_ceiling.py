"""The ceiling of labels: small pages whose loss is known, and the table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pagecore import parse
from pagecore.corpora.labels import align_gold
from pagecore.train.ceiling import Ceiling, compute_ceiling, find_best_choice

#: Ten words each, none twice.
ONE = "The harbour was quiet when first boats came home early"
TWO = "Nets lay mended on our quay while gulls argued loudly"
MORE = "Nobody expected such weather during that long grey winter season"


def test_all_is_found() -> None:
    about = compute_ceiling(parse(f"<nav>Home</nav><p>{ONE}<p>{TWO}"), f"{ONE}\n{TWO}")
    assert about == Ceiling(1, 1, 1, 0, 0, 0, 0)
    assert about.nowhere == 0


def test_gold_that_is_nowhere() -> None:
    about = compute_ceiling(parse(f"<p>{ONE}"), f"{ONE}\n{TWO}")
    assert (about.reach, about.nowhere, about.unaligned) == (0.5, 0.5, 0)
    assert about.f1 == pytest.approx(2 / 3)


def test_gold_that_is_not_aligned() -> None:
    # The words of the second sentence are there, each in a block with others.
    scattered = "".join(f"<p>{word} and {n} other things" for n, word in enumerate(TWO.split()))
    about = compute_ceiling(parse(f"<p>{ONE}{scattered}"), f"{ONE}\n{TWO}")
    assert (about.reach, about.unaligned, about.cut) == (1, 0.5, 0)


def test_gold_in_a_block_with_much_else() -> None:
    page = parse(f"<p>{ONE}<p>{TWO} {MORE} {MORE}")
    about = compute_ceiling(page, f"{ONE}\n{TWO}")
    assert (about.cut, about.extra) == (0.5, 0)
    assert about.f1 == pytest.approx(2 / 3)


def test_block_with_more_than_the_gold() -> None:
    about = compute_ceiling(parse(f"<p>{ONE} {MORE[:16]}"), ONE)
    assert about.cut == 0
    assert about.extra == pytest.approx(0.2)


def test_words_that_the_text_glues() -> None:
    about = compute_ceiling(parse(f"<p>{ONE}<span>{TWO}</span>"), f"{ONE}\n{TWO}")
    assert (about.reach, about.glued) == (1, 0.1)
    assert about.f1 < 1


def test_best_choice_takes_a_block_below_a_half() -> None:
    # 10 of 24 words are wanted, and there is nothing better.
    alignment = align_gold(parse(f"<p>{TWO} {MORE} one two three four<p>{ONE[:20]}"), TWO)
    assert alignment.label.tolist() == [np.float32(10 / 24), 0]
    assert find_best_choice(alignment).tolist() == [True, False]


def test_best_choice_leaves_out_what_costs_more_than_it_brings() -> None:
    page = parse(f"<p>{ONE}<p>{TWO}<p>Winter season {MORE} {MORE} {MORE}")
    alignment = align_gold(page, f"{ONE}\n{TWO}\nWinter season nobody expected such weather")
    assert alignment.label[2] > 0
    assert find_best_choice(alignment).tolist() == [True, True, False]


def test_best_choice_of_nothing() -> None:
    assert find_best_choice(align_gold(parse(""), ONE)).tolist() == []
    assert find_best_choice(align_gold(parse(f"<p>{ONE}"), "")).tolist() == [False]


def test_words_are_those_of_the_corpus(tmp_path: Path) -> None:
    # In WCXB a run of Han is one word: half of a sentence is nothing of it.
    page = parse("<p>港は静かで最初の船が夜明け前に<p>帰ってきた。")
    gold = "港は静かで最初の船が夜明け前に帰ってきた。"
    assert compute_ceiling(page, gold).f1 == 1
    assert compute_ceiling(page, gold, unspaced=False).f1 == 0
