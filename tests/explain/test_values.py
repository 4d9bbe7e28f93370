"""Values of features in words."""

from __future__ import annotations

from typing import Any

import pytest

from pagecore import Page, parse
from pagecore.explain.reasons import measure_contributions
from pagecore.explain.values import describe_feature, describe_value, find_named
from pagecore.models import model
from pagecore.page.features import Feature, list_block_features
from tests.core.test_pages import PAGES
from tests.growth import count_calls

FEATURES = {feature.name: feature for feature in list_block_features()}
PAGE = parse("<p>one")
VALUES = [
    # feature               value   in words
    ("words",               12.0,   "12"),
    ("word length",         4.5,    "4.50"),
    ("link steps 3",        5.0,    "1"),
    ("link folder 2",       0.0,    "1"),
    ("alike link length",   0.0,    "0"),
    ("place in best",       2.0,    "after it"),
    ("place in best",       1.0,    "after it"),
    ("place in best",       -0.5,   "before it"),
    ("place in best",       0.25,   "25% down"),
    ("alike share",         5.73,   "100%"),
    ("title found",         1.1,    "100%"),
    ("from best",           -0.4,   "40% of the page before it"),
    ("text from title",     0.08,   "8% of the page after it"),
    ("from title",          -42.0,  "42 blocks before it"),
    ("balance 1",           0.4,    "more"),
    ("balance 1",           -0.4,   "less"),
    ("first look before",   0.04,   "no content (0.04)"),
    ("first look before",   0.5,    "in doubt (0.50)"),
    ("first look before",   1.0,    "content (1.00)"),
    ("words better",        1.44,   "1.44"),
    ("ends",                5.0,    "the end of a sentence"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "words"), VALUES)
def test_values_in_words(name: str, value: float, words: str) -> None:
    assert describe_value(PAGE, 0, FEATURES[name], value) == words


@pytest.mark.parametrize("feature", FEATURES.values(), ids=lambda feature: feature.name)
def test_what_is_printed_is_what_the_core_declares(feature: Feature) -> None:
    above = 0.0 if feature.absence is None else feature.absence.value + 1
    says, words = describe_feature(PAGE, 0, feature, above, True)
    assert says == feature.meaning
    assert (words == "") == (feature.unit == "yes or no")
    if feature.absence is not None:
        absence = (feature.absence.meaning, "")
        assert describe_feature(PAGE, 0, feature, feature.absence.value, True) == absence
    for code, name in feature.codes.items():
        assert describe_value(PAGE, 0, feature, code) == name


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_shares_are_between_0_and_100_percent(path: Any) -> None:
    page = parse(path.read_bytes())
    features, blocks, columns, _ = measure_contributions(page, model.load())
    for feature, values in zip(features, columns, strict=True):
        for value in set(values.tolist()):
            _, words = describe_feature(page, int(blocks[0]), feature, value, True)
            if words.endswith("%"):
                assert 0 <= float(words[:-1]) <= 100, feature.name


def test_names_of_elements_are_found_without_a_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    page = parse("<main id=a>" + "<div>" * 200 + "<p>one</p><p class='b c'>two</p>")
    named = find_named(page)
    feature = next(feature for feature in FEATURES.values() if feature.unit == "name weight")
    reads = count_calls(monkeypatch, Page, "get")
    words = [describe_value(page, block, feature, 1.0, named) for block in range(2)]
    assert words == ["main#a", "p.b"]
    assert len(reads) <= 4
