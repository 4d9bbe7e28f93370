"""Designs for repeated text and other articles: composite pages, and how designs are measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.figures import load_figures
from tools.repeat_designs.__main__ import ENTRY, RULES, measure_rule
from tools.repeat_designs.composites import KINDS, make_composites

PAGES = Path(__file__).parents[1] / "pages"
PARAGRAPHS = [
    " ".join(f"{name}{number}" for number in range(30)) + "."
    for name in ("ice", "ferry", "road", "pier", "bread")
]


def make_item(name: str) -> Item:
    paragraphs = [f"In {name}, {text}" for text in PARAGRAPHS]
    story = "".join(f"<p>{text}</p>" for text in paragraphs)
    html = (
        f"<title>The lake of {name}</title><body><nav><a href=/>Home</a></nav><main>"
        f"<article class=post><h1>The lake of {name}</h1><p class=byline>By Ann Lee</p>"
        f"{story}</article></main>"
    )
    gold = Gold(text="\n".join([f"The lake of {name}", *paragraphs]), page_type="article")
    return Item(name, html.encode(), gold, group="lake")


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    items = tuple(make_item(name) for name in ("north", "south"))
    return Corpus("lakes", tmp_path, items, (), "0" * 16, "words")


def test_composites_repeat_the_article(corpus: Corpus) -> None:
    composites = list(make_composites([corpus]))
    assert {composite.kind for composite in composites} == set(KINDS)
    for composite in composites:
        is_other = composite.kind == "other article"
        assert composite.html.count("<article") == (2 if is_other else 3)
        assert composite.html.count("The lake of north</h1>") + composite.html.count(
            "The lake of south</h1>"
        ) == (2 if is_other else 3)
    assert any("insertion39" in made.html for made in composites if made.kind == "other middle")


@pytest.mark.parametrize("step", RULES)
def test_designs_are_measured(step: str, corpus: Corpus) -> None:
    designs, kinds = RULES[step]
    composites = list(make_composites([corpus]))
    rows = measure_rule(step, designs, kinds, [corpus], composites)
    assert [row["design"] for row in rows] == list(designs)
    assert rows[0]["better"] == rows[0]["worse"] == rows[-1]["worse"] == 0
    for row in rows:
        assert list(row["f1"]) == ["lakes", *kinds]
        n_composites = [sum(made.kind == kind for made in composites) for kind in kinds]
        assert list(row["pages"].values()) == [2, *n_composites]


def test_designs_are_recorded() -> None:
    rows = load_figures()[ENTRY]["figures"]
    wanted = [(step, name) for step, (designs, _) in RULES.items() for name in designs]
    assert [(row["rule"], row["design"]) for row in rows] == wanted
    for row in rows:
        if row["design"].endswith("(kept)"):
            assert row["better"] >= row["worse"]
