"""The designs for prices that are only shown."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pagecore
from pagecore.metadata.amounts import describe_amounts
from pagecore.metadata.shown_price import FEATURES, choose_price
from tools.price_designs import DESIGNS, PricedPage, train
from tools.record_pages import find_fold, load_records

PAGE = (
    "<h1>Cup</h1><p>$9</p><del>$8</del><b class=price>$5</b><b>$5</b><i>$5</i>"
    + "<li><a href=/>$7</a></li>" * 4
)


def test_each_design_looks_at_something_else() -> None:
    amounts = describe_amounts(pagecore.parse(PAGE), 0)
    chosen = {name: amounts.values[design(amounts) or 0] for name, design in DESIGNS.items()}
    assert chosen == {"place": Decimal(9), "names": Decimal(5), "vote": Decimal(5)}
    empty = describe_amounts(pagecore.parse("<p>None."), 0)
    assert [design(empty) for design in DESIGNS.values()] == [None] * len(DESIGNS)


def test_training_learns_what_prices_have_in_common() -> None:
    amounts = describe_amounts(pagecore.parse(PAGE), 0)
    pages = [PricedPage("x", f"host {at}", amounts, frozenset({Decimal(5)})) for at in range(3)]
    weights = train(pages)
    assert weights[FEATURES.index("named a price")] > 0
    at = choose_price(amounts, weights)
    assert at is not None
    assert amounts.values[at] == 5


def test_records_are_loaded(tmp_path: Path) -> None:
    row = {"id": "1", "url": None, "host": "a", "record": {"price": ["5"]}}
    (tmp_path / "html").mkdir()
    (tmp_path / "html/1.html").write_text("<p>$5")
    (tmp_path / "gold.jsonl").write_text(json.dumps(row) + "\n")
    (page,), corpus = load_records(tmp_path)
    assert (page.html(), page.record) == (b"<p>$5", {"price": ["5"]})
    assert (len(corpus.items), corpus.items[0].group) == (1, "a")
    (tmp_path / "html/1.html").write_text("<p>$6")
    assert load_records(tmp_path)[1].digest != corpus.digest


def test_folds_stay_the_same() -> None:
    assert [find_fold(host, 5) for host in ("a.example", "b.example")] == [
        find_fold(host, 5) for host in ("a.example", "b.example")
    ]
    assert {find_fold(str(at), 5) for at in range(100)} == set(range(5))
