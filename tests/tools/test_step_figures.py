"""The steps on the same pages: all of them, and none."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore import extract
from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.registry import find_method
from tools.step_figures import measure_steps

ROOT = Path(__file__).parents[2]
FILES = {
    "article": ROOT / "examples/article.html",
    "twice": ROOT / "tests/pages/twice-for-phones.html",
}


def item(name: str) -> Item:
    """A page whose gold is what `balance` extracts from it, with all steps."""
    html = FILES[name].read_bytes()
    return Item(name, html, Gold(text=extract(html, method="balance").text))


@pytest.mark.parametrize(
    ("names", "changed"),
    [(["article"], 0), (["article", "twice"], 1)],
)
def test_difference_is_that_of_the_steps(names: list[str], changed: int) -> None:
    items = tuple(map(item, names))
    corpus = Corpus("aeb", Path("aeb"), items, (), "d1", "grams", format="aeb")
    figures = measure_steps(find_method("balance"), corpus)
    assert (figures["method"], figures["corpus"]) == ("balance", "aeb")
    assert figures["metric"] == "grams"
    assert (figures["pages"], figures["changed"]) == (len(names), changed)
    assert (figures["lead"]["difference"] > 0) == bool(changed)
