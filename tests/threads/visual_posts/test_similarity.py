"""Definitions 6 to 10 of VBPA, each with values computed by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.threads.visual_posts.clustering import label_sets
from pagecore.threads.visual_posts.similarity import (
    SpeechBlocks,
    compare_areas,
    compare_blocks,
    compare_contents,
    compare_positions,
    compare_sets,
    weigh_areas,
    weigh_contents,
)

#: Left, area, area of the parent, letters and text area of a block.
Facts = tuple[float, float, float, float, float]


def make_blocks(*facts: Facts) -> SpeechBlocks:
    return SpeechBlocks(*np.array(facts, np.float64).reshape(-1, 5).T)


def of(value: float) -> object:
    return pytest.approx(value, abs=5e-4)


#: A post, a shorter one and a pager in a block of 1000×2000, all at its left edge.
A, B, C = (
    (0.0, 400_000.0, 2_000_000.0, 600.0, 96_000.0),
    (0.0, 200_000.0, 2_000_000.0, 150.0, 24_000.0),
    (0.0, 30_000.0, 2_000_000.0, 40.0, 6_400.0),
)

POSITIONS = [
    # what it shows               left  other  δ
    ("a third",                   10,   30,    1 / 3),
    ("the order does not matter", 30,   10,    1 / 3),
    ("both at the edge",          0,    0,     1.0),
    ("one at the edge",           0,    30,    0.0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("shows", "left", "other", "ratio"), POSITIONS, ids=[case[0] for case in POSITIONS]
)
def test_definition_6_position(shows: str, left: float, other: float, ratio: float) -> None:
    one, two = make_blocks((left, 1, 1, 1, 1)), make_blocks((other, 1, 1, 1, 1))
    assert compare_positions(one, two)[0] == of(ratio)


def test_definition_7_area() -> None:
    one, other = make_blocks((0, 300, 1000, 0, 0)), make_blocks((0, 100, 600, 0, 0))
    assert compare_areas(one, other)[0] == of(1 / 3)
    # The sum of the areas by the sum of the areas of the two parents.
    assert weigh_areas(one, other)[0] == of(400 / 1600)


def test_definition_8_content() -> None:
    one, other = make_blocks((0, 300, 1, 50, 60)), make_blocks((0, 100, 1, 200, 40))
    assert compare_contents(one, other)[0] == of(0.25)
    assert weigh_contents(one, other)[0] == of(100 / 400)


def test_nothing_is_like_nothing() -> None:
    empty = make_blocks((0, 0, 0, 0, 0))
    assert compare_areas(empty, empty)[0] == compare_contents(empty, empty)[0] == 1
    assert weigh_areas(empty, empty)[0] == weigh_contents(empty, empty)[0] == 0
    assert compare_blocks(empty, empty)[0] == of(0.3)


PAIRS = [
    # pair    sim    normalised
    ((A, B), 0.425, 0.654),
    ((A, C), 0.324, 0.502),
    ((B, C), 0.344, 0.702),
]


@pytest.mark.parametrize(("pair", "similarity", "normalised"), PAIRS, ids=["AB", "AC", "BC"])
def test_definition_9_similarity(
    pair: tuple[Facts, Facts], similarity: float, normalised: float
) -> None:
    one, other = make_blocks(pair[0]), make_blocks(pair[1])
    assert compare_blocks(one, other)[0] == of(similarity)
    assert compare_blocks(one, other, normalise=True)[0] == of(normalised)


def test_similarity_is_at_most_two_and_three_tenths() -> None:
    whole = make_blocks((5, 100, 100, 9, 100))
    assert compare_blocks(whole, whole)[0] == of(2.3)
    assert compare_blocks(whole, whole, normalise=True)[0] == of(1.0)


def test_definition_10_similarity_to_a_set_is_the_mean() -> None:
    similarity = np.array([0.4, 0.2, 0.9])
    assert compare_sets(similarity, np.array([0, 0, 1]), 2).tolist() == [of(0.3), of(0.9)]


def test_pager_opens_a_set_of_its_own() -> None:
    assert label_sets(make_blocks(A, B, C), 0.36).tolist() == [0, 0, 1]


def test_normalised_pager_joins_the_short_post() -> None:
    # Its mean similarity to A and B is (.502 + .702) / 2 = .602.
    assert label_sets(make_blocks(A, B, C), 0.6, normalise=True).tolist() == [0, 0, 0]
    assert label_sets(make_blocks(A, B, C), 0.68, normalise=True).tolist() == [0, 1, 1]


def test_member_must_exceed_the_threshold() -> None:
    same = make_blocks((0, 0, 0, 0, 0), (0, 0, 0, 0, 0))
    assert label_sets(same, 0.3).tolist() == [0, 1]
    assert label_sets(same, 0.2999).tolist() == [0, 0]


# ---------------------------------------------------------------- the definition as loops


def find_ratio(one: float, other: float) -> float:
    return 1.0 if one == other == 0 else min(one, other) / max(one, other)


def similarity_by_definition(one: Facts, other: Facts, *, normalise: bool) -> float:
    total = one[1] + other[1]
    around = one[2] + other[2]
    position, area, content = (find_ratio(one[at], other[at]) for at in (0, 1, 3))
    area_weight = total / around if around else 0.0
    content_weight = (one[4] + other[4]) / total if total else 0.0
    similarity = 0.3 * position + area_weight * area + content_weight * content
    return similarity / (0.3 + area_weight + content_weight) if normalise else similarity


def sets_by_definition(facts: list[Facts], m_sim: float, *, normalise: bool) -> list[list[int]]:
    sets: list[list[int]] = []
    for at, one in enumerate(facts):
        means = [
            sum(similarity_by_definition(facts[member], one, normalise=normalise) for member in of)
            / len(of)
            for of in sets
        ]
        if means and max(means) > m_sim:
            sets[means.index(max(means))].append(at)
        else:
            sets.append([at])
    return sets


@st.composite
def block_facts(draw: st.DrawFn) -> Facts:
    area = draw(st.integers(0, 40)) * 100.0
    around = area + draw(st.integers(0, 40)) * 100.0
    text = area * draw(st.integers(0, 4)) / 4
    return (draw(st.integers(0, 5)) * 8.0, area, around, float(draw(st.integers(0, 60))), text)


@given(
    facts=st.lists(block_facts(), max_size=12),
    m_sim=st.sampled_from([0.1, 0.361, 0.61]),
    normalise=st.booleans(),
)
def test_agrees_with_definition(facts: list[Facts], m_sim: float, *, normalise: bool) -> None:
    labels = label_sets(make_blocks(*facts), m_sim, normalise=normalise).tolist()
    expected = sets_by_definition(facts, m_sim, normalise=normalise)
    sets = [
        [at for at, label in enumerate(labels) if label == number]
        for number in range(len(expected))
    ]
    assert sets == expected
