"""Designs of the condensation of k-MIB: what each drops."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pagecore import parse
from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.methods import kmib
from pagecore.methods.kmib import build_tree
from tools.kmib_designs import DESIGNS, measure_designs

LINK = "<a href=/>{}</a>".format
#: A list of links in the candidate, one further down, and one with text of its own.
PAGE = (
    f"<div><p>{'tide ' * 20}</p><ul><li>{LINK('menu')}</ul>"
    f"<section>{'ebbs ' * 20}<ol><li>{LINK('deeper')}</ol></section>"
    f"<aside>a {LINK('with text of its own')}</aside></div>"
)


@pytest.mark.parametrize(
    ("design", "dropped"),
    [
        ("any depth", ["ul", "ol"]),
        (
            "any depth, also elements with text of their own",
            ["ul", "li", "ol", "li", "aside"],
        ),
        ("children of a candidate only", ["ul"]),
        ("no condensation", []),
    ],
)
def test_what_a_design_drops(design: str, dropped: list[str]) -> None:
    page = parse(PAGE)
    tree = build_tree(page)
    mask = DESIGNS[design](page, tree, tree.clen, page.is_tag("div"))
    assert [page.name(row) for row in np.flatnonzero(mask).tolist()] == dropped


def test_designs_take_the_place_of_the_method_s_own() -> None:
    text = "tide " * 20 + "ebbs " * 20
    items = tuple(
        Item(
            f"{at}",
            PAGE.encode(),
            Gold(text=f"{text}menu deeper a with text of its own"),
            group=f"{at}.example",
        )
        for at in range(6)
    )
    corpus = Corpus("plain", Path(), items, (), "d1", "words", format="plain")
    shipped = kmib.condense
    rows = measure_designs([corpus])
    assert kmib.condense is shipped
    assert [row["design"] for row in rows] == list(DESIGNS)
    f1 = {row["design"]: row["corpora"]["plain"]["f1"] for row in rows}
    # The gold has the menus, so that keeping them is best here.
    assert f1["no condensation"] > f1["children of a candidate only"] > f1["any depth"]
