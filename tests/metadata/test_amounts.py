"""The amounts of money that a page shows, and what is known about each."""

from __future__ import annotations

from decimal import Decimal

import pytest

import pagecore
from pagecore.metadata.amounts import Amounts, describe_amounts, find_shop_buttons
from tests.growth import check_ends

CASES = [
    # what it shows                 page                                         amounts
    ("sign before", "<p>$5", [("5", "USD")]),
    ("sign after", "<p>1.299,00 €", [("1299", "EUR")]),
    ("sign beside", "<p><b>€</b><i>5</i>", [("5", "EUR")]),
    ("cents apart", "<p>$<b>19</b><sup>99</sup>", [("19.99", "USD")]),
    ("cents without currency", "<p>4.50", [("4.50", None)]),
    ("a number is none", "<p>12 cups", []),
    ("a length is none", "<p>12 ft", []),
    ("words in capitals are none", "<p>2010 ALL rights", [("2010", "ALL")]),
    ("hidden", "<p hidden>$5", []),
    ("several", "<p>$5</p><p>$6</p>", [("5", "USD"), ("6", "USD")]),
    ("a sentence", f"<p>{'word ' * 60} $5", []),
]


def describe(html: str) -> Amounts:
    return describe_amounts(pagecore.parse(html), 0)


@pytest.mark.parametrize(("page", "amounts"), [case[1:] for case in CASES])
def test_amounts(page: str, amounts: list[tuple[str, str | None]]) -> None:
    shown = describe(page)
    expected = [(Decimal(value), currency) for value, currency in amounts]
    assert list(zip(shown.values, shown.currencies, strict=True)) == expected


def test_amounts_are_described() -> None:
    amounts = describe(
        "<h1>Cup</h1><del>$9</del><b class=price>$5</b><a href=/>$5</a><nav>$1</nav>"
        "<p>You save <span>$4</span></p><p class=old-price>$8</p><form class=add-to-cart>"
    )
    assert amounts.values == tuple(map(Decimal, ("9", "5", "5", "1", "4", "8")))
    assert amounts.is_struck.tolist() == [True] + [False] * 5
    assert amounts.is_named.tolist() == [False, True, False, False, False, True]
    assert amounts.is_other.tolist() == [False] * 5 + [True]
    assert amounts.is_linked.tolist() == [False, False, True, False, False, False]
    assert amounts.is_aside.tolist() == [False, False, False, True, False, False]
    assert amounts.has_other_label.tolist()[4]
    assert amounts.n_same.tolist() == [1, 2, 2, 1, 1, 1]
    assert (amounts.to_button < amounts.n_rows).all()


LABELS = [
    # what it shows                page                                          unpaid amounts
    ("in the same text",           "<b>was $9</b><b>$5</b>",                     [True, False]),
    ("not that of another",        "<b>was $9</b> <b>now $5</b>",                [True, False]),
    ("in another element",         "<i>Was</i><b>$9</b><i>Now</i><b>$5</b>",     [True, False]),
    ("after the amount",           "<b>$9</b><i>/kg</i><b>$5</b>",               [True, False]),
    ("part of a word",             "<i>Crossover</i><b>$5</b>",                  [False]),
    ("recommended, lower beside",  "<b>RRP $9</b><b>$5</b>",                     [True, False]),
    ("recommended, higher beside", "<b>RRP $9</b><b>$12</b>",                    [False, False]),
    ("recommended, alone",         "<b>RRP $9</b>",                              [False]),
    ("recommended, a part beside", "<b>RRP $9</b><b>$1</b>",                     [False, False]),
]  # fmt: skip


@pytest.mark.parametrize(("page", "unpaid"), [case[1:] for case in LABELS])
def test_labels_of_amounts_that_nobody_pays(page: str, unpaid: list[bool]) -> None:
    assert describe(page).has_other_label.tolist() == unpaid


@pytest.mark.parametrize(
    ("name", "is_other"),
    [
        ("old-price", True),
        ("priceOld", True),
        ("unit-price", True),
        ("was", True),
        ("bold", False),
        ("number_unit", False),
        ("membership", False),
    ],
)
def test_names_of_amounts_that_nobody_pays(name: str, is_other: bool) -> None:
    assert describe(f"<b class={name}>$9</b>").is_other.tolist() == [is_other]


@pytest.mark.parametrize(
    ("page", "n_buttons"),
    [
        ("<button>Add to cart</button>", 1),
        ("<form action=/cart/add><input value='Buy now'></form>", 2),
        ("<a class=add-to-cart>+</a>", 1),
        ("<a>In den Warenkorb</a>", 1),
        ("<p>Add to cart</p><a href=/cart>Cart</a>", 0),
    ],
)
def test_buttons(page: str, n_buttons: int) -> None:
    assert find_shop_buttons(pagecore.parse(page)).sum() == n_buttons


def test_many_amounts_are_read_in_linear_time() -> None:
    page = pagecore.parse("<div><b>$5</b>" * 100_000)
    assert len(check_ends(lambda: describe_amounts(page, 0))) <= 2000
