"""Scripts without spaces: metrics, embedded text and titles split their words alike."""

from __future__ import annotations

import pytest

from pagecore.metrics.words import split_words
from pagecore.pagination import same_article
from pagecore.steps import embedded


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ebb tide", ["ebb", "tide"]),
        ("潮の満ち", ["潮", "の", "満", "ち"]),
        ("ｱｲ", ["ｱ", "ｲ"]),
        ("𠀀𠀁", ["𠀀", "𠀁"]),
        ("ทะเล", list("ทะเล")),
        ("tide潮", ["tide", "潮"]),
    ],
)
def test_all_users_agree(text: str, words: list[str]) -> None:
    assert split_words(text, unspaced=True) == words
    assert embedded._WORD.findall(text) == words
    assert same_article._WORD.findall(text) == words
