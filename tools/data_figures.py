"""Measure typed data: the fields of products, ours and extruct's, and where they come from.

    python -m tools.data_figures

scores price, currency, SKU, brand and availability on the collection `products`, and the names of
products against the titles of the product pages of WCXB, and records the entry `data` of the
figures. extruct is run if it is installed (`pip install extruct`). Prices that are only shown come
from weights that were trained without the host of the page.
"""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, TypeAlias

import click
import numpy as np
import numpy.typing as npt

from pagecore import corpora, extract
from pagecore.corpora.corpus import Item
from pagecore.errors import BadOption
from pagecore.metadata.entities import Product
from pagecore.metadata.shown_price import SHOWN_PRICE, find_shown_product
from pagecore.metrics.metadata import compare_title
from tools.options import Tool, data_option, figures_option
from tools.price_designs import N_FOLDS, train_by_fold
from tools.record import describe_run, record, write_command
from tools.record_pages import RecordPage, find_fold, load_records

FIELDS: Final = ("price", "currency", "sku", "brand", "availability")
#: The codes that the signs of the gold stand for.
SIGNS: Final = {
    "€": "EUR", "£": "GBP", "$": "USD CAD AUD NZD TWD HKD SGD MXN CLP ARS COP", "₹": "INR",
    "zł": "PLN", "Lei": "RON", "Kn": "HRK", "тг.": "KZT", "ر.س": "SAR", "원~": "KRW",
}  # fmt: skip
#: What the words of the gold for availability include.
IN_STOCK: Final = ("in_stock", "limited", "in_store", "online", "instock", "limitedavailability")
OUT_OF_STOCK: Final = ("out_of_stock", "discontinued", "outofstock", "soldout")
_DIGITS: Final = re.compile(r"\d+(?:\.\d+)?")

#: The values of a product by field; missing ones are left out.
Values: TypeAlias = Mapping[str, str]


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure typed data, and record the figures."""
    pages, corpus = load_records(data / "products")
    wcxb = corpora.load("wcxb", data / "wcxb")
    items = [item for item in wcxb.items if item.gold.page_type == "product"]
    weights = train_by_fold(data)
    products = {
        page.id: _read_product(page.html(), page.url, weights[find_fold(page.host, N_FOLDS)])
        for page in pages
    }
    own = {page: _values_of(product) for page, product in products.items()}
    declared = {page: _leave_out_shown(products[page], values) for page, values in own.items()}
    rows = [_score("pagecore", pages, own), _score("pagecore, declared", pages, declared)]
    names = [_score_names(items)]
    versions = {}
    if importlib.util.find_spec("extruct") is not None:
        versions["extruct"] = version("extruct")
        peer = {page.id: _read_with_extruct(page.html(), page.url) for page in pages}
        rows.append(_score("extruct", pages, peer))
        titles = {item.id: _read_with_extruct(item.html(), item.url).get("name") for item in items}
        names.append(_count_names("extruct", items, titles))
    measured = {
        "pages": len(pages),
        "rows": rows,
        "sources": _count_sources(filter(None, products.values())),
        "names": names,
    }
    for row in [*rows, *names]:
        click.echo(row)
    run = describe_run(
        write_command(context, "tools.data_figures"), [corpus, wcxb], versions=versions
    )
    record("data", measured, provenance=run, path=figures)


def _read_product(
    html: bytes, url: str | None, weights: npt.NDArray[np.float64] | None = None
) -> Product | None:
    """The product of a page; other weights for shown prices replace those of the package."""
    document = extract(html, url=url)
    product = document.data.product
    if product is None or weights is None or product.sources.get("price") != SHOWN_PRICE:
        return product
    row = document.metadata.rows.get("title", -1)
    probability = document.page_types["product"]
    return find_shown_product(document.page, document.title, row, probability, weights)


def _values_of(product: Product | None) -> Values:
    values = {} if product is None else {name: getattr(product, name) for name in FIELDS}
    return {name: str(value) for name, value in values.items() if value is not None}


def _leave_out_shown(product: Product | None, values: Values) -> Values:
    """Leave out values that are only shown."""
    sources = {} if product is None else product.sources
    return {name: value for name, value in values.items() if "text" not in sources[name]}


# -- Fields ----------------------------------------------------------------------------------------


def _score(name: str, pages: Sequence[RecordPage], values: Mapping[str, Values]) -> dict[str, Any]:
    """The numbers of right and wrong values, by field, and how many pages have gold."""
    counts = {field: Counter[str]() for field in FIELDS}
    for page in pages:
        for field in FIELDS:
            gold = page.record.get(field)
            if gold:
                value = values[page.id].get(field)
                counts[field]["gold"] += 1
                counts[field][_judge(field, gold, value)] += 1
    return {"name": name, "fields": {field: dict(of) for field, of in counts.items()}}


def _judge(field: str, gold: Sequence[str], value: str | None) -> str:
    if value is None:
        return "missing"
    return "right" if any(_is_same(field, text.strip(), value) for text in gold) else "wrong"


def _is_same(field: str, gold: str, value: str) -> bool:
    if field == "price":
        number = _DIGITS.search(value.replace(",", ""))
        return number is not None and float(number[0]) == float(gold)
    if field == "currency":
        return value in SIGNS.get(gold, gold).split() or value == gold
    if field == "availability":
        words = IN_STOCK if gold == "InStock" else OUT_OF_STOCK
        return value.rpartition("/")[2].lower() in words
    return _squeeze(gold) == _squeeze(value)


def _squeeze(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def _count_sources(products: Iterable[Product]) -> list[dict[str, Any]]:
    """How many values of each field come from each kind of declaration."""
    counts: dict[str, Counter[str]] = {field: Counter() for field in ("name", *FIELDS)}
    for product in products:
        for field, of in counts.items():
            if field in product.sources:
                of[product.sources[field].partition(":")[0]] += 1
    return [{"field": field, "sources": dict(of.most_common())} for field, of in counts.items()]


# -- Names -----------------------------------------------------------------------------------------


def _score_names(items: Sequence[Item]) -> dict[str, Any]:
    names = {}
    for item in items:
        product = _read_product(item.html(), item.url)
        names[item.id] = None if product is None else product.name
    return _count_names("pagecore", items, names)


def _count_names(
    name: str, items: Sequence[Item], names: Mapping[str, str | None]
) -> dict[str, Any]:
    """How often a product has the title of its page as its name, among all pages with gold."""
    counts = Counter[str]()
    for item in items:
        value = names[item.id]
        compared = compare_title(item.gold.title, value)
        counts["gold"] += compared.in_gold
        counts["right"] += compared.right
        counts["missing"] += compared.in_gold and value is None
    return {"name": name, **counts}


# -- extruct ---------------------------------------------------------------------------------------


def _read_with_extruct(html: bytes, url: str | None) -> Values:
    """The first product that extruct finds, with the values as they are declared."""
    import extruct

    try:
        declared = extruct.extract(
            html,
            base_url=url,
            syntaxes=["json-ld", "microdata", "rdfa"],
            uniform=True,
            errors="log",
        )
    except (ValueError, RecursionError) as error:
        raise BadOption(f"extruct: {error}") from error
    things = [
        thing for kind in ("json-ld", "microdata", "rdfa") for thing in declared.get(kind, [])
    ]
    product = next(filter(None, map(_find_product, things)), None)
    if product is None:
        return {}
    offer = _first(product.get("offers")) or {}
    if not isinstance(offer, dict):
        offer = {}
    brand = _first(product.get("brand"))
    values = {
        "name": _first(product.get("name")),
        "price": _first(offer.get("price") or offer.get("lowPrice")),
        "currency": _first(offer.get("priceCurrency")),
        "availability": _first(offer.get("availability")),
        "sku": _first(product.get("sku") or product.get("productID")),
        "brand": _first(brand.get("name")) if isinstance(brand, dict) else brand,
    }
    return {name: str(value).strip() for name, value in values.items() if value}


def _find_product(thing: Any) -> dict[str, Any] | None:
    """The thing, or the first in its graph, that is a product."""
    if not isinstance(thing, dict):
        return None
    types = thing.get("@type")
    if "Product" in (types if isinstance(types, list) else [types]):
        return thing
    return next(filter(None, map(_find_product, thing.get("@graph", []))), None)


def _first(value: Any) -> Any:
    if isinstance(value, list):
        return value[0] if value else None
    return value


if __name__ == "__main__":
    main()
