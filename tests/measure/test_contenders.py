"""Methods as contenders of an evaluation."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pagecore import Choice, Page, method
from pagecore.corpora.corpus import Corpus
from pagecore.measure.contenders import OwnMethod

TRAINABLE = Corpus("wcxb", Path("wcxb"), (), (), "0", "words", format="wcxb")
SITES = replace(TRAINABLE, name="sites", format="sites", trainable=False, tunable=True)
KEPT_BACK = replace(SITES, name="aeb", format="aeb", tunable=False)


@pytest.mark.usefixtures("own_registry")
@pytest.mark.parametrize(
    ("developed_on", "in_sample"),
    [
        (None, ["wcxb"]),
        ((), []),
        (("wcxb",), ["wcxb"]),
        (("sites",), ["sites"]),
        (("aeb",), []),
    ],
)
def test_a_method_is_in_sample_where_it_was_developed(
    developed_on: tuple[str, ...] | None, in_sample: list[str]
) -> None:
    @method("toy", paper="Toy 2026", family="page", developed_on=developed_on)
    def toy(page: Page) -> Choice:
        """Keep everything."""
        return Choice.of(page, page.leaves, evidence={"words": page.words})

    contender = OwnMethod("toy", "0")
    corpora = (TRAINABLE, SITES, KEPT_BACK)
    assert [corpus.name for corpus in corpora if contender.in_sample(corpus)] == in_sample
