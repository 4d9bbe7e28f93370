"""Features of a page for models, and the decision of a model."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pagecore import parse
from pagecore.models.model import load
from pagecore.page.copies import find_copies
from pagecore.page.judging import (
    decide,
    describe_blocks,
    describe_choices,
    find_name_tokens,
    find_type_signs,
)
from pagecore.page.writing import render_blocks

TEXT = "It was a dark and stormy night, and the rain fell on the quay in torrents."
PAGE = parse(f"<nav class=menu><a href=/>Home</a></nav><p>{TEXT}</p><p hidden></p><img>")


def test_features_of_blocks_with_words() -> None:
    listed, blocks, values = describe_blocks(PAGE)
    assert blocks.tolist() == [0, 1]
    assert values.shape == (len(listed), 2)
    words = values[[feature.name for feature in listed].index("words")]
    assert words[1] > words[0]
    again = describe_blocks(PAGE, first_pass=np.array([0.1, 0.9], np.float32))
    assert again[0][: len(listed)] == listed
    assert len(again[0]) > len(listed)


def test_features_of_choices() -> None:
    listed, values, choices = describe_choices(PAGE, np.array([0.1, 0.9], np.float32))
    assert values.shape == (len(choices), len(listed))
    assert choices[0].tolist() == [False, True]


def test_a_decision_is_that_of_the_model() -> None:
    decision = decide(PAGE, load().core, beta=1.0)
    assert np.frombuffer(decision.rows, np.bool_).shape == (len(PAGE),)
    with pytest.raises(ValueError, match="the metadata lack `features`"):
        decide(PAGE, type(load().core)("{}", {}, {}), beta=1.0)


def test_names_and_signs() -> None:
    rows, tokens = find_name_tokens(PAGE)
    assert len(rows) == len(tokens) > 0
    assert PAGE.name(int(rows[0])) == "nav"
    assert len(find_type_signs(PAGE)) > 0


def test_copies_and_what_they_repeat() -> None:
    story = "".join(f"<p>{' '.join(f'{name}{n}' for n in range(20))}</p>" for name in "abc")
    page = parse(f"<div>{story}</div><p>between</p><div>{story}</div>")
    copies, inside, content = find_copies(page, page.leaves & page.visible)
    assert copies == {4: 0, 5: 1, 6: 2}
    assert inside == {}
    assert page.blocks_with(content).tolist() == [True] * 4 + [False] * 3
    nothing = find_copies(page, np.zeros(len(page), np.bool_))
    assert nothing.originals == {}
    assert not nothing.content.any()


def test_written_blocks_have_text_and_rows() -> None:
    blocks = list(render_blocks(PAGE, PAGE.visible))
    assert [block.text for block in blocks if block.text] == ["Home", TEXT]
    assert PAGE.name(PAGE.parent[blocks[1].first]) == "p"


def test_probabilities_of_others_decide() -> None:
    core = load().core
    first = decide(PAGE, core, beta=1.0)
    chance = np.frombuffer(first.probability, np.float32)
    same = decide(PAGE, core, beta=1.0, probability=chance)
    assert (bytes(same.rows), same.confidence) == (bytes(first.rows), first.confidence)
    nothing = decide(PAGE, core, beta=1.0, probability=np.zeros_like(chance))
    assert not np.frombuffer(nothing.rows, np.bool_).any()
    assert np.frombuffer(nothing.score, np.float32).max() == 0


@pytest.mark.parametrize(
    ("probability", "message"),
    [
        (np.zeros(0, np.float32), "probabilities"),
        (np.full(10_000, 0.5, np.float32), "probabilities"),
        (None, "between 0 and 1"),
    ],
)
def test_wrong_probabilities_are_refused(probability: Any, message: str) -> None:
    core = load().core
    n_blocks = decide(PAGE, core, beta=1.0).n_blocks
    values = np.full(n_blocks, np.nan, np.float32) if probability is None else probability
    with pytest.raises(ValueError, match=message):
        decide(PAGE, core, beta=1.0, probability=values)
