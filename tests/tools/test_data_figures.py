"""How values of products are compared with gold."""

from __future__ import annotations

import pytest

from tools.data_figures import _judge

CASES = [
    # field          gold            value                         judged
    ("price", ["259"], "259", "right"),
    ("price", ["131990 "], "131990", "right"),
    ("price", ["36.99"], "36.9", "wrong"),
    ("price", ["36.99"], None, "missing"),
    ("currency", ["€"], "EUR", "right"),
    ("currency", ["$"], "CAD", "right"),
    ("currency", ["EUR"], "EUR", "right"),
    ("currency", ["£"], "EUR", "wrong"),
    ("availability", ["InStock"], "limited", "right"),
    ("availability", ["InStock"], "http://schema.org/InStock", "right"),
    ("availability", ["OutOfStock"], "in_stock", "wrong"),
    ("sku", ["A-17", "18"], "a17", "right"),
    ("brand", ["Bo"], "Bob", "wrong"),
]


@pytest.mark.parametrize(("field", "gold", "value", "judged"), CASES)
def test_values_are_compared(field: str, gold: list[str], value: str | None, judged: str) -> None:
    assert _judge(field, gold, value) == judged
