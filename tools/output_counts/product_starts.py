"""Product pages whose Markdown begins with the name and the price of the product."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from pagecore import Document


def count_product_start(document: Document, counts: Counter[str]) -> Iterator[str]:
    """Add a page of a product; yields the start of a page that has a price and lacks it there."""
    product = document.data.product
    counts["pages"] += 1
    counts["with a price"] += product is not None and product.price is not None
    if product is None or product.price is None:
        return
    price = f"{product.price:f}"
    now = _read_start(document.markdown())
    before = _read_start(document.markdown(title=False))
    name = product.name or document.title or ""
    counts["before"] += _begins_with(before, name, price)
    counts["now"] += _begins_with(now, name, price)
    counts["name alone, before"] += _has_name(before, name)
    counts["name alone, now"] += _has_name(now, name)
    if not _begins_with(now, name, price):
        yield f"{name!r}, {price}: {now}"


def _read_start(markdown: str) -> list[str]:
    """The first two lines with text."""
    return [line for line in markdown.split("\n") if line.strip()][:2]


def _begins_with(lines: list[str], name: str, price: str) -> bool:
    return _has_name(lines, name) and len(lines) > 1 and price in lines[1]


def _has_name(lines: list[str], name: str) -> bool:
    """Whether the first line is a heading with the name; it may be longer than the name, or lack
    the brand."""
    if not lines or not lines[0].startswith("#"):
        return False
    heading, wanted = _squeeze(lines[0]), _squeeze(name)
    return bool(heading) and (heading in wanted or wanted in heading)


def _squeeze(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())
