"""The price at the beginning of Markdown."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest

import pagecore
from pagecore.metadata.data import Data
from pagecore.metadata.entities import Product
from pagecore.write.price import write_price

CASES = [
    (Product(price=Decimal("19.90"), currency="EUR"), "**Price:** 19.90 EUR"),
    (Product(price=Decimal(5)), "**Price:** 5"),
    (
        Product(price=Decimal(5), highest_price=Decimal(9), currency="USD"),
        "**Price:** 5 – 9 USD",
    ),
    (Product(name="Cup"), ""),
]


@pytest.mark.parametrize(("product", "line"), CASES)
def test_price(product: Product, line: str) -> None:
    assert write_price(product) == line


def test_the_price_follows_the_title_of_a_product_page(monkeypatch: pytest.MonkeyPatch) -> None:
    page = "<h1>Blue cup</h1><p>" + "A cup for tea and coffee, made by hand. " * 5
    product = Product(is_main=True, name="Blue cup", price=Decimal(5), currency="USD")
    document = pagecore.extract(page)
    vars(document)["data"] = Data(products=(product,))
    monkeypatch.setattr(pagecore.Document, "page_type", "article")
    assert document.markdown().startswith("# Blue cup\n\nA cup")
    monkeypatch.setattr(pagecore.Document, "page_type", "product")
    assert document.markdown().startswith("# Blue cup\n\n**Price:** 5 USD\n\nA cup")
    assert "Price" not in document.markdown(title=False)


@pytest.mark.parametrize(
    ("source", "is_written"), [("json-ld: offers.price", True), ("text: price", False)]
)
def test_a_declared_price_is_enough(
    source: str, is_written: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = "<!-- Product --><h1>Blue cup</h1><p>" + "A cup for tea and coffee, made by hand. " * 5
    product = Product(is_main=True, price=Decimal(5), sources={"price": source})
    document = pagecore.extract(page)
    vars(document)["data"] = Data(products=(product,))
    monkeypatch.setattr(pagecore.Document, "page_type", "listing")
    assert ("**Price:** 5" in document.markdown()) == is_written


def test_a_price_of_meta_elements_leads_the_markdown() -> None:
    html = (
        "<title>Blue mug</title><meta property=product:price:amount content=19.99>"
        "<meta property=product:price:currency content=EUR><h1>Blue mug</h1>"
        "<p>A mug of clay for coffee and tea, made by hand in the old town and burnt twice.</p>"
    )
    assert pagecore.extract(html).markdown().startswith("# Blue mug\n\n**Price:** 19.99 EUR\n\n")


def test_a_paywall_is_no_product() -> None:
    article = {
        "@type": "NewsArticle",
        "headline": "The mill burns",
        "isPartOf": {"@type": ["CreativeWork", "Product"], "name": "News", "productID": "n:basic"},
    }
    script = f"<script type=application/ld+json>{json.dumps(article)}</script>"
    document = pagecore.extract(f"<title>The mill burns</title>{script}<p>The mill burned down.")
    assert document.data.product is None
    assert document.data.products == ()
