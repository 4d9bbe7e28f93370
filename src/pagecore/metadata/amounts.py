"""The amounts of money that a page shows, with what tells a price from other amounts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Page
from pagecore.page.columns import Mask
from pagecore.page.metadata import collect_amounts

#: Words for prices in names of classes and ids, in the languages of the web's larger shops.
_PRICE: Final = re.compile(
    r"price|preis|prix|preci|preco|prezzo|cena|cijena|pris(?!m)|fiyat|hinta|prijs|amount|цен|prc"
)
#: Words for amounts that a buyer does not pay.
_OTHER: Final = re.compile(
    r"old|was(?![a-z])|list-?price|regular|strike|orig|before|retail|msrp|rrp|uvp|cross|compare"
    r"|line-through|sav(?:e|ing)|discount|ship|deliver|credit|instal|month|unit|tax|from"
)
#: Names and texts of the button or the form of a shop.
_BUY_NAME: Final = re.compile(
    r"add[-_ ]?(?:to[-_ ]?)?(?:cart|basket|bag|trolley)|(?:cart|basket)[-_/]?add|button-cart"
    r"|buy[-_ ]?(?:now|box|button|btn|it|form|product)|/buy\b|/kupi\b|purchase[-_]?(?:btn|button)"
)
_BUY_TEXT: Final = re.compile(
    r"add to (?:cart|basket|bag|trolley)|buy (?:it )?now|warenkorb|ajouter au panier|al carrito"
    r"|al carrello|do koszyka|do košík|в корзину|купить|ao carrinho|winkelwagen|ostukorvi|în coș"
    r"|v košarico|u košaricu|カートに|加入購物車|加入购物车|立即購買|立即购买|장바구니|구매하기"
    r"|sepete ekle"
)
#: Words before an amount that a buyer pays, and before others.
_PRICE_LABEL: Final = re.compile(
    r"price|preis|prix|precio|preço|prezzo|cena|cijena|цена|hinta|hind|가격|售價|价格|価格|msrp|now"
    r"|today|only|bid"
)
_OTHER_LABEL: Final = re.compile(
    r"list|was\b|save|saving|you save|reg\b|regular|retail|rrp|uvp|statt|instead|shipping|delivery"
    r"|versand|over|above|under|more than|month|/mo|discount|coupon|off\b|invoice|trade|used|from"
    r"|ab \d|доставк|운임|배송|運費|limit|points|reward|fee|tax"
)
#: Bytes of text before an amount that may be its label.
_LABEL_BYTES: Final = 40
#: Characters of the text of a button.
_MAX_BUTTON: Final = 40
_NAMES: Final = ("class", "id")
#: Ancestors whose names describe an amount.
_LEVELS: Final = 3


@dataclass(frozen=True, eq=False)
class Amounts:
    """The amounts of a page, in its order; one entry of each array per amount."""

    #: The number of rows of the page.
    n_rows: int
    rows: npt.NDArray[np.int64]
    values: tuple[Decimal, ...]
    currencies: tuple[str | None, ...]
    #: The end of the range of prices that begins with the amount.
    highest: tuple[Decimal | None, ...]
    #: Rows from the title to the amount; negative above it.
    distance: npt.NDArray[np.int64]
    #: Rows to the nearest button of a shop; the number of rows of the page without one.
    to_button: npt.NDArray[np.int64]
    #: Whether a class or an id names a price, or an amount that a buyer does not pay.
    is_named: Mask
    is_other: Mask
    #: Whether the text before it labels a price, or an amount that a buyer does not pay.
    has_price_label: Mask
    has_other_label: Mask
    #: Whether it is crossed out, in a link, or in a menu, an aside or a footer.
    is_struck: Mask
    is_linked: Mask
    is_aside: Mask
    #: Whether it is in a heading or emphasised.
    is_strong: Mask
    #: The number of amounts in the same kind of place, and of the same value.
    n_alike: npt.NDArray[np.int64]
    n_same: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.values)


def describe_amounts(page: Page, title_row: int) -> Amounts:
    """Describe the amounts that a page shows.

    Args:
        page: the page.
        title_row: the row of its title.
    """
    shown = collect_amounts(page)
    rows = np.array([row for row, *_ in shown], np.int64)
    values = tuple(Decimal(amount) for _, amount, *_ in shown)
    is_named = _match_names(page, _PRICE)
    is_other = _match_names(page, _OTHER)
    classes, _ = page.attr("class")
    ancestors = [rows]
    for _ in range(_LEVELS):
        ancestors.append(np.maximum(page.parent[ancestors[-1]], 0))
    places = [
        tuple(row)
        for row in np.stack(
            [column for at in ancestors for column in (page.tag[at], classes[at])], -1
        ).tolist()
    ]
    labels = _read_labels(page, rows)
    buttons = np.flatnonzero(find_shop_buttons(page))
    return Amounts(
        n_rows=len(page.tag),
        rows=rows,
        values=values,
        currencies=tuple(currency for _, _, currency, _ in shown),
        highest=tuple(None if end is None else Decimal(end) for *_, end in shown),
        distance=rows - title_row,
        to_button=_measure_nearest(rows, buttons, len(page.tag)),
        is_named=np.logical_or.reduce([is_named[at] for at in ancestors]),
        is_other=np.logical_or.reduce([is_other[at] for at in ancestors[:2]]),
        has_price_label=_match_labels(labels, _PRICE_LABEL),
        has_other_label=_match_labels(labels, _OTHER_LABEL),
        is_struck=page.above(page.is_tag("del", "s", "strike"))[rows] >= 0,
        is_linked=page.above(page.is_tag("a"))[rows] >= 0,
        is_aside=page.above(page.is_tag("nav", "aside", "footer"))[rows] >= 0,
        is_strong=np.logical_or.reduce(
            [page.is_tag("h1", "h2", "h3", "b", "strong", "big")[at] for at in ancestors]
        ),
        n_alike=_count_same(places),
        n_same=_count_same(values),
    )


def find_shop_buttons(page: Page) -> Mask:
    """Return the mask of elements that put a product into a cart, by their names or texts."""
    buttons = np.zeros(len(page.tag), np.bool_)
    for name in ("class", "id", "name", "action"):
        buttons |= page.match_attribute(name, _match(_BUY_NAME))
    for name in ("value", "title", "aria-label"):
        buttons |= page.match_attribute(name, _match(_BUY_TEXT))
    # The text of a button is hidden from the content, so it is not asked for here.
    is_control = page.is_tag("button", "a")
    n_chars = page.below(page.chars)
    rows = np.flatnonzero(is_control & (n_chars > 0) & (n_chars <= _MAX_BUTTON))
    text, starts = bytes(page.text_buffer), _find_text_starts(page, rows)
    stops = _find_text_starts(page, page.end[rows])
    for row, start, stop in zip(rows, starts, stops, strict=True):
        button = text[start : min(stop, start + 4 * _MAX_BUTTON)].decode("utf-8", "ignore")
        buttons[row] |= _BUY_TEXT.search(button.lower()) is not None
    return buttons


def _match(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda value: pattern.search(value.lower()) is not None


def _match_names(page: Page, pattern: re.Pattern[str]) -> Mask:
    masks = [page.match_attribute(name, _match(pattern)) for name in _NAMES]
    mask: Mask = np.logical_or.reduce(masks)
    return mask


def _read_labels(page: Page, rows: npt.NDArray[np.int64]) -> list[str]:
    """Return the text before each amount, in lower case."""
    text = bytes(page.text_buffer)
    stops = _find_text_starts(page, rows)
    starts = [max(stop - _LABEL_BYTES, 0) for stop in stops]
    return [
        text[start:stop].decode("utf-8", "ignore").lower()
        for start, stop in zip(starts, stops, strict=True)
    ]


def _find_text_starts(page: Page, rows: npt.NDArray[np.integer[Any]]) -> list[int]:
    """Return where the first text from each row on begins in the buffer of texts."""
    text_rows = np.flatnonzero(page.chars > 0)
    starts = np.append(page.text_start[text_rows], len(page.text_buffer))
    first_starts: list[int] = starts[np.searchsorted(text_rows, rows)].tolist()
    return first_starts


def _match_labels(labels: list[str], pattern: re.Pattern[str]) -> Mask:
    return np.array([pattern.search(label) is not None for label in labels], np.bool_)


def _count_same(values: Sequence[object]) -> npt.NDArray[np.int64]:
    counts: dict[object, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return np.array([counts[value] for value in values], np.int64)


def _measure_nearest(
    rows: npt.NDArray[np.int64], others: npt.NDArray[np.int64], missing: int
) -> npt.NDArray[np.int64]:
    """Return the distance of each row to the nearest other."""
    if not len(others):
        return np.full(len(rows), missing, np.int64)
    after = np.searchsorted(others, rows)
    nearest: npt.NDArray[np.int64] = np.minimum(
        np.abs(others[np.minimum(after, len(others) - 1)] - rows),
        np.abs(others[np.maximum(after - 1, 0)] - rows),
    )
    return nearest
