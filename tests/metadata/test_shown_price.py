"""The product of a page that declares none."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

import pagecore
from pagecore.metadata import shown_price
from pagecore.metadata.amounts import describe_amounts
from pagecore.metadata.shown_price import FEATURES, find_shown_product, measure_amounts

PAGE = (
    "<title>Cup</title><nav><a href=/>$1 deals</a></nav><h1>Blue cup</h1>"
    "<del>$9.00</del> <b class=price>$5.00</b><form class=add-to-cart><button>Add to cart</button>"
    "</form><h2>Others</h2>" + "<li><a href=/x>Cup</a> <i class=price>$7.00</i></li>" * 5
)


def find(html: str, probability: float = 0.9) -> object:
    page = pagecore.parse(html)
    (row,) = page.is_tag("h1").nonzero()[0].tolist()
    return find_shown_product(page, "Blue cup", row, probability)


def test_the_price_beside_the_title_is_found() -> None:
    product = find(PAGE)
    assert isinstance(product, pagecore.metadata.entities.Product)
    assert (product.name, product.price, product.currency) == ("Blue cup", Decimal(5), "USD")
    assert product.is_main
    assert product.sources["price"] == shown_price.SHOWN_PRICE


SHOWN = [
    # what the page shows                  price, highest price, currency
    ("1 299:-",                            ("1299", None, "SEK")),
    ("UVP 49,99 € 39,99 €",                ("39.99", None, "EUR")),
    ("UVP <s>49,99 €</s> <b>39,99 €</b>",  ("39.99", None, "EUR")),
    ("$39.<sup>99</sup>",                  ("39.99", None, "USD")),
    ("$39<sup>99</sup>",                   ("39.99", None, "USD")),
    ("$19 – $29",                          ("19", "29", "USD")),
    ("<b>$19.00</b> – <b>$29.00</b>",      ("19", "29", "USD")),
]  # fmt: skip


PAID = [
    # what the page shows                                                     price
    ("<b class=uvp>UVP 49,99 €</b><b class=current>39,99 €</b>",              "39.99"),
    ("<b>statt 49,99 €</b> <b>nur 39,99 €</b>",                               "39.99"),
    ("<b>nur 39,99 €</b> <b>statt 49,99 €</b>",                               "39.99"),
    ("<b>Was £49.99</b><b>Now £39.99</b>",                                    "39.99"),
    ("<b>Now £39.99</b><b>Was £49.99</b>",                                    "39.99"),
    ("<b>Prix conseillé 49,99 €</b> <b>39,99 €</b>",                          "39.99"),
    ("<b>定価 ¥5,000</b><b>販売価格 ¥3,980</b>",                               "3980"),
    ("<b>원래 정가 50,000원</b><b>판매가 39,000원</b>",                        "39000"),
    ("<b>39€99</b>",                                                          "39.99"),
    ("<b>39<sup>€99</sup></b>",                                               "39.99"),
    ("<b>١٬٢٩٩ ر.س</b>",                                                      "1299"),
    ("<del>$49.99</del> <b>$39.99</b>",                                       "39.99"),
    ("<b style='text-decoration: line-through'>$49.99</b> <b>$39.99</b>",     "39.99"),
    ("<p>List price: <b>$49.99</b></p><p>Price: <b>$39.99</b></p>",           "39.99"),
    ("<p>MSRP: $49.99</p><p>$39.99</p>",                                      "39.99"),
    ("<p>MSRP: $49.99</p>",                                                   "49.99"),
    ("<i>Regular price</i> <b>$49.99</b> <i>Sale price</i> <b>$39.99</b>",    "39.99"),
    ("<i>Sale price</i> <b>$39.99</b> <i>Regular price</i> <b>$49.99</b>",    "39.99"),
    ("<p>ab 39,99 €</p>",                                                     "39.99"),
    ("<p>from $39.99</p>",                                                    "39.99"),
    ("<p>1,99 €/kg</p><p>39,99 €</p>",                                        "39.99"),
    ("<p>$1.99 per oz</p><p>$39.99</p>",                                      "39.99"),
    ("<p>12 x 9,99 €</p><p>99,99 €</p>",                                      "99.99"),
    ("<p>99,99 €</p><p>ou 12x de 9,99 €</p>",                                 "99.99"),
    ("<p>or 4 payments of $9.99</p><p>$39.99</p>",                            "39.99"),
    ("<p>Shipping $4.99</p><p>$39.99</p>",                                    "39.99"),
    ("<p>You save $10.00</p><p>$39.99</p>",                                   "39.99"),
    ("<b>Van € 49,99</b> <b>voor € 39,99</b>",                                "39.99"),
    ("<p>Van € 49,99 voor € 39,99</p>",                                       "39.99"),
    ("<p>£33.33 ex VAT £39.99 inc VAT</p>",                                   "39.99"),
    ("<b>£33.33</b> <i>ex VAT</i> <b>£39.99</b> <i>inc VAT</i>",              "39.99"),
    ("<b>£39.99</b> <i>inc VAT</i> <b>£33.33</b> <i>ex VAT</i>",              "39.99"),
    ("<p>£33.33 ex VAT</p>",                                                  "33.33"),
    ("<p>3,636円（税込 3,999円）</p>",                                         "3999"),
    ("<p><b>3,636円</b>（税込 <b>3,999円</b>）</p>",                           "3999"),
    ("<p>3,999円（税込）</p>",                                                 "3999"),
    ("<p>Member price $35.99</p><p>$39.99</p>",                               "39.99"),
    ("<p>$39.99</p><p>Member price $35.99</p>",                               "39.99"),
    ("<s>49 € 99</s> <b>39 € 99</b>",                                         "39.99"),
    ("<p>$10 off</p><p>$39.99</p>",                                           "39.99"),
    ("<p>Free shipping over $50</p><p>$39.99</p>",                            "39.99"),
    ("<p>Crossover, 16% off</p><b>$39.99</b> <b>$49.99</b>",                  "39.99"),
]  # fmt: skip


@pytest.mark.parametrize(("prices", "expected"), PAID)
def test_old_prices_and_other_amounts_are_not_the_price(prices: str, expected: str) -> None:
    text = "<p>A cup for tea, made in our own workshop. It holds a quarter of a litre.</p>"
    button = "<form class=add-to-cart><button>Add to cart</button></form>"
    product = find(f"<h1>Blue cup</h1>{prices}{text}{button}")
    assert isinstance(product, pagecore.metadata.entities.Product)
    assert product.price == Decimal(expected)


@pytest.mark.parametrize(("price", "expected"), SHOWN)
def test_prices_of_several_forms(price: str, expected: tuple[str, str | None, str]) -> None:
    button = "<form class=add-to-cart><button>Add to cart</button></form>"
    product = find(f"<h1>Blue cup</h1><p class=price>{price}</p>{button}")
    assert isinstance(product, pagecore.metadata.entities.Product)
    amount, highest, currency = expected
    assert (product.price, product.currency) == (Decimal(amount), currency)
    assert product.highest_price == (None if highest is None else Decimal(highest))
    assert ("highest_price" in product.sources) == (highest is not None)


def test_a_page_of_another_kind_has_no_product() -> None:
    assert find(PAGE, probability=0.05) is None
    assert find(PAGE, probability=0.2) is not None
    without_button = PAGE.replace("Add to cart", "Go").replace("add-to-cart", "x")
    assert find(without_button, probability=0.2) is None
    assert find("<h1>Blue cup</h1><p>No price.") is None


def test_every_feature_has_a_weight() -> None:
    page = pagecore.parse(PAGE)
    assert measure_amounts(describe_amounts(page, 0)).shape[1] == len(FEATURES)
    assert shown_price._load_weights().shape == (len(FEATURES),)


def test_declared_data_comes_first() -> None:
    thing = json.dumps({"@type": "Product", "name": "Pot", "offers": {"price": 3}})
    document = pagecore.extract(PAGE + f"<script type=application/ld+json>{thing}</script>")
    assert [product.name for product in document.data.products] == ["Pot"]
