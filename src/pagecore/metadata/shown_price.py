"""Find the product of a page that declares none: its title, and the price by place and shape.

A linear model scores the amounts that the page shows. Its weights are in `price_weights.json`;
`python -m tools.price_designs` trains it and compares it with other designs.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.metadata.amounts import MAX_ROWS_BESIDE, Amounts, describe_amounts
from pagecore.metadata.entities import Product
from pagecore.page import Page

#: Source of a price that is shown and not declared.
SHOWN_PRICE: Final = "text: price"
#: The probability of the page type `product` from which a product is assumed, and the same for a
#: page with a button of a shop.
MIN_PROBABILITY: Final = 0.3
MIN_PROBABILITY_OF_SHOP: Final = 0.1

#: What an amount is scored by, in the order of the columns of `measure_amounts`.
FEATURES: Final = (
    "rows below title", "rows above title", "is above title", "rows to button", "has no button",
    "named a price", "named otherwise", "labelled a price", "labelled otherwise", "crossed out",
    "in link", "in menu or footer", "strong", "amounts in such places", "same amounts",
    "has currency", "is zero", "size", "amounts before", "first below title",
)  # fmt: skip
_MANY: Final = 10
#: Amounts before and after an old price among which the price may be.
_BESIDE: Final = 2


def find_shown_product(
    page: Page,
    title: str | None,
    title_row: int,
    probability: float,
    weights: npt.NDArray[np.float64] | None = None,
) -> Product | None:
    """Return the product that a page shows, or None if it does not seem to be about one.

    Args:
        page: a page that declares no product.
        title: the title of the page, which is the name of the product.
        title_row: its row; -1 if unknown.
        probability: the probability that this is the page of a product.
        weights: the weights of the features; those of the package by default.
    """
    if title is None or probability < MIN_PROBABILITY_OF_SHOP:
        return None
    amounts = describe_amounts(page, find_heading(page, title_row))
    at = choose_price(amounts, _load_weights() if weights is None else weights)
    if at is None or amounts.currencies[at] is None:
        return None
    has_button = amounts.to_button[at] < len(page.tag)
    if probability < MIN_PROBABILITY and not has_button:
        return None
    row = int(amounts.rows[at])
    sources = {"name": "title", "price": SHOWN_PRICE, "currency": SHOWN_PRICE}
    rows = {"name": title_row, "price": row, "currency": row}
    if amounts.highest[at] is not None:
        sources["highest_price"], rows["highest_price"] = SHOWN_PRICE, row
    return Product(
        is_main=True,
        name=title,
        price=amounts.values[at],
        highest_price=amounts.highest[at],
        currency=amounts.currencies[at],
        sources=sources,
        rows=rows,
    )


def find_heading(page: Page, title_row: int) -> int:
    """Return the row of the title if it is shown, else that of the first main heading, or 0."""
    if title_row >= 0 and page.visible[title_row : page.end[title_row]].any():
        return title_row
    headings = np.flatnonzero(page.is_tag("h1") & page.visible)
    return int(headings[0]) if len(headings) else 0


def choose_price(amounts: Amounts, weights: npt.NDArray[np.float64]) -> int | None:
    """Return the number of the amount that is the price, or None without amounts.

    The price is the amount with the highest score. If the page says that nobody pays this one, such
    as an old price or a discount, it is the nearest amount beside it that is paid.
    """
    if not len(amounts):
        return None
    best = int(np.argmax(measure_amounts(amounts) @ weights))
    is_unpaid = amounts.has_other_label | amounts.is_struck | amounts.is_other
    if not is_unpaid[best]:
        return best
    beside = [
        at
        for at in range(max(best - _BESIDE, 0), min(best + _BESIDE + 1, len(amounts)))
        if not is_unpaid[at]
        and amounts.currencies[at] == amounts.currencies[best]
        and abs(int(amounts.rows[at] - amounts.rows[best])) <= MAX_ROWS_BESIDE
    ]
    return min(beside, key=lambda at: (abs(at - best), at), default=best)


def measure_amounts(amounts: Amounts) -> npt.NDArray[np.float64]:
    """Return the features of the amounts: one row per amount, one column per feature."""
    distance = amounts.distance
    n_below = np.cumsum(distance >= 0)
    n_rows = amounts.n_rows
    columns = [
        np.log1p(np.maximum(distance, 0)),
        np.log1p(np.maximum(-distance, 0)),
        distance < 0,
        np.log1p(amounts.to_button),
        amounts.to_button >= n_rows,
        amounts.is_named,
        amounts.is_other,
        amounts.has_price_label,
        amounts.has_other_label,
        amounts.is_struck,
        amounts.is_linked,
        amounts.is_aside,
        amounts.is_strong,
        np.log(amounts.n_alike),
        np.log(amounts.n_same),
        np.array([currency is not None for currency in amounts.currencies]),
        np.array([value == 0 for value in amounts.values]),
        np.log(np.maximum([float(value) for value in amounts.values], 0.01)),
        np.minimum(n_below, _MANY),
        n_below == 1,
    ]
    return np.stack([np.asarray(column, np.float64) for column in columns], axis=1)


@cache
def _load_weights() -> npt.NDArray[np.float64]:
    text = resources.files("pagecore.metadata").joinpath("price_weights.json").read_text("utf-8")
    weights = json.loads(text)
    return np.array([weights[name] for name in FEATURES], np.float64)
