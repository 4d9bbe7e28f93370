"""The price of a product as a line of Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pagecore.metadata.entities import Product


def write_price(product: Product) -> str:
    """Write the price of a product: `**Price:** 19.99 EUR`; empty without a price."""
    if product.price is None:
        return ""
    price = f"{product.price:f}"
    if product.highest_price is not None:
        price += f" – {product.highest_price:f}"
    return f"**Price:** {price} {product.currency or ''}".rstrip()
