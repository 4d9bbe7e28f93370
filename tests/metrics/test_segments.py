"""B-cubed: by hand, and by its definition character by character."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.errors import BadOption
from pagecore.metrics import segments

CASES = [
    # what it shows                gold              found             precision, recall
    ("the same, other numbers",    [0, 0, 1],        [7, 7, 3],        (1, 1)),
    ("all in one segment",         [0, 0, 1, 1],     [5, 5, 5, 5],     (1 / 2, 1)),
    ("all apart",                  [0, 0, 1, 1],     [0, 1, 2, 3],     (1, 1 / 2)),
    # Precision: 2/3 for two, 1/3 for one, 1 for one. Recall: 1 for two, 1/2 for two.
    ("one strays",                 [0, 0, 1, 1],     [0, 0, 0, 1],     (2 / 3, 3 / 4)),
    ("outside gold is no item",    [0, 0, -1],       [4, 4, 4],        (1, 1)),
    ("outside all segments",       [0, 0, 0, 0],     [1, 1, -1, -1],   (1, 3 / 8)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "output", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_by_hand(gold: list[int], output: list[int], expected: tuple[float, float]) -> None:
    score = segments.bcubed(gold, output)
    assert score is not None
    assert (score.precision, score.recall) == pytest.approx(expected)
    assert score.f1 == pytest.approx(2 * expected[0] * expected[1] / sum(expected))


def test_weight_stands_for_characters() -> None:
    # Three characters of block 0 and one of block 1, all in one segment: (3 * 3/4 + 1 * 1/4) / 4.
    score = segments.bcubed([0, 1, 1], [2, 2, 2], weight=[3, 1, 0])
    assert score is not None
    assert (score.precision, score.recall) == pytest.approx((10 / 16, 1))


@pytest.mark.parametrize("gold", [[], [-1, -1]])
def test_no_item(gold: list[int]) -> None:
    assert segments.bcubed(gold, [0] * len(gold)) is None


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(BadOption, match=r"gold has the shape \(2,\), output \(1,\)"):
        segments.bcubed([0, 1], [0])
    with pytest.raises(BadOption, match=r"weight has the value -1"):
        segments.bcubed([0, 1], [0, 1], weight=[1, -1])


def bcubed_by_definition(gold: list[int], output: list[int]) -> tuple[float, float]:
    items = [i for i, block in enumerate(gold) if block >= 0]
    precision = recall = 0.0
    for i in items:
        segment = [j for j in items if i == j or (output[i] == output[j] and output[i] >= 0)]
        block = [j for j in items if gold[j] == gold[i]]
        both = len(set(segment) & set(block))
        precision += both / len(segment) / len(items)
        recall += both / len(block) / len(items)
    return precision, recall


ITEMS = st.lists(
    st.tuples(st.integers(-1, 3), st.integers(-2, 3), st.integers(0, 3)), min_size=1, max_size=12
)


@given(items=ITEMS)
def test_agrees_with_definition(items: list[tuple[int, int, int]]) -> None:
    gold, actual, weight = (list(column) for column in zip(*items, strict=True))
    score = segments.bcubed(gold, actual, weight)
    # Every item as so many characters; all segments below 0 are the same to the definition.
    characters = np.repeat(np.array([gold, actual]), weight, axis=1).tolist()
    if score is None:
        assert all(block < 0 for block in characters[0])
    else:
        expected = bcubed_by_definition(*characters)
        assert (score.precision, score.recall) == pytest.approx(expected)


@given(items=ITEMS)
def test_what_holds(items: list[tuple[int, int, int]]) -> None:
    blocks, others = [abs(item[0]) for item in items], [abs(item[1]) for item in items]
    assert segments.bcubed(blocks, blocks) == pytest.approx((1, 1, 1))
    there, back = segments.bcubed(blocks, others), segments.bcubed(others, blocks)
    assert there is not None
    assert back is not None
    assert (there.precision, there.recall) == pytest.approx((back.recall, back.precision))
