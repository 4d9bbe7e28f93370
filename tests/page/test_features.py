"""Declarations of features: complete, true of all values, and the list of the shipped model."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pagecore import _core, parse
from pagecore.models.model import load
from pagecore.page.features import (
    UNITS,
    Feature,
    list_block_features,
    list_page_features,
)
from pagecore.page.judging import describe_blocks, describe_choices
from tests.core.test_pages import PAGES

ALL = [*list_block_features(), *list_page_features()]
#: Units whose values may be below 0.
SIGNED = {
    *("name weight", "mean of codes", "difference"),
    *("balance", "position", "distance in blocks", "distance in the page"),
}


def test_the_shipped_model_was_trained_with_this_list() -> None:
    assert load().metadata["features"] == _core.features_digest() == "198c4e594f12b338"


@pytest.mark.parametrize("features", [list_block_features(), list_page_features()])
def test_names_are_unique(features: tuple[Feature, ...]) -> None:
    assert len({feature.name for feature in features}) == len(features)


@pytest.mark.parametrize("feature", ALL, ids=lambda feature: feature.name)
def test_every_feature_declares_meaning_unit_and_absence(feature: Feature) -> None:
    assert feature.meaning == feature.meaning.strip() != ""
    assert feature.unit in UNITS
    assert (feature.unit == "code") == bool(feature.codes)
    if feature.absence is not None:
        assert not feature.absence.meaning.startswith("that ")
    if feature.unit == "yes or no":
        assert feature.absence is not None
        # A statement, which explanations print as it is.
        assert not feature.meaning.startswith(("that ", "how "))
        denial = feature.absence.meaning
        assert (" not " in denial) != (" no " in denial)
        assert denial != feature.meaning


def test_every_unit_is_used() -> None:
    assert {feature.unit for feature in ALL} == set(UNITS)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_values_are_of_their_unit_or_absent(path: Any) -> None:
    page = parse(path.read_bytes())
    n_blocks = len(describe_blocks(page)[1])
    probability = np.linspace(0, 1, n_blocks, dtype=np.float32)
    features, _, columns = describe_blocks(page, first_pass=probability)
    of_page, rows, _ = describe_choices(page, probability)
    for feature, values in zip((*features, *of_page), (*columns, *rows.T), strict=True):
        for value in np.unique(values).tolist():
            if feature.is_absent(value):
                continue
            assert value >= 0 or feature.unit in SIGNED or feature.codes, (feature.name, value)
            if feature.codes:
                assert round(value) in feature.codes, (feature.name, value)
            if feature.unit == "probability":
                assert value <= 1 + 1e-6, (feature.name, value)
