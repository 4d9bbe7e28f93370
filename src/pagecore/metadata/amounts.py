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
    r"(?<![a-z])old|price_?old|(?<![a-z])was(?![a-z])|list-?price|regular|strike|orig|before|retail"
    r"|msrp|rrp|uvp|cross(?!-?sell)|compare|line-through|(?<![a-z])sav(?:e|ing)|discount"
    r"|(?<![a-z])ship|deliver|credit|instal|month|unit[-_]?pri[cs]|pri[cs][a-z]{0,4}[-_]?(?:per[-_]?)?unit"
    r"|per[-_]?unit|(?<![a-z])tax|(?<![a-z])from(?![a-z])"
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
    r"|sepete ekle|(?:أضف|اضف|إضافة) (?:إلى|الى|ل)|اشتر[يِ]? الآن|افزودن به سبد"
    r"|הוסף לסל|הוספה לסל|หยิบใส่"
    r"|thêm vào giỏ|mua ngay|kosárba|lägg i varukorg|læg i kurv|legg i handle|lisää ostoskoriin"
    r"|in winkelmand|adaugă în|в кошик|додати в|masukkan keranjang|कार्ट में"
)
#: Words before an amount that a buyer pays, and before others.
_PRICE_LABEL: Final = re.compile(
    r"price|preis|prix|precio|preço|prezzo|cena|cijena|цена|ціна|hinta|hind|fiyat|가격|판매가|售價|售价"
    r"|价格|現價|现价|価格|\bnow\b|today|\bonly\b|\bbid|\bjetzt\b|\bnur\b|maintenant|\bahora\b|\bagora\b"
)
_OTHER_LABEL: Final = re.compile(
    r"\bwas\b|\bwere\b|\bsav(?:e|ed|ings?)\b|\breg\b|regular|original|\bold\b|\bbefore\b|previous"
    r"|instead|\bover\b|\babove\b|\bunder\b|more than|\bspend\b|month|/mo|instal|payments? of"
    r"|estimate\b|\bup to\b|premium\b|discount|coupon|invoice|\btrade|\bused\b|\bfrom\b|\blimit"
    r"|points\b|reward|\bfee|\btax|deposit|\bmembers?(?:hip)? (?:price|pays?\b|only)|\bclub price"
    r"|mitgliedspreis|prix (?:adhérent|membre)|会員価格|会員様"
    r"|shipping|delivery|postage|versand|lieferung|livraison|envío|frete|spedizione|verzend|dostaw"
    r"|doprav|доставк|運費|运费|送料|운임|배송|kargo|شحن"
    r"|\bab\b|statt\b|bisher|früher|ehemals|vorher|alter preis|niedrigster|\braten?\b|rabatt|sparen"
    r"|\bspare|ersparnis|au lieu|\bancien|précédemment|\bavant\b|remise|économi|mensual"
    r"|\bantes\b|\banterior|en lugar|descuento|ahorr|\bde:? r\$|desconto|economi[sz]|em vez"
    r"|\bprima\b|invece|anziché|sconto|risparm|\bvan\b|korting|bespaar|voorheen"
    r"|\bstara\b|poprzedni|najniższa|rabat\b|oszczęd|původní|předchozí|sleva|ušetř"
    r"|\bстара|раньше|\bбыло\b|скидк|\bfør|tidligere|tidigare|ordinarie|\bord\b|rabatten"
    r"|\beski\b|önceki|indirim|قبل|كان|ก่อนหน้า|通常|旧価格|割引|原价|原價|优惠|優惠|기존|할인액"
)
#: Words before the price that a maker recommends. A buyer pays it if the page shows no lower one.
_LIST_LABEL: Final = re.compile(
    r"\blist\b|msrp|\brrp|\bsrp\b|\bmrp\b|retail|recommended|suggested|catalog|uvp|\buvb|empf"
    r"|listenpreis|conseillé|indicatif|\bpvp|recomendado|sugerido|consigliato|listino|adviesprijs"
    r"|katalogow|sugerowan|doporučen|\bmoc\b|рекоменд|liste fiyat|\bovh\b|\bveil\b|定価|希望小売"
    r"|メーカー|市场价|市場價|建议零售|建議售價|정가|정상가|소비자가"
)
#: Texts after an amount that a buyer does not pay: per unit or month, a part, a discount.
_OTHER_AFTER: Final = re.compile(
    r"[\s)*]{0,3}(?:[^\W\d_]{1,3}|\W)?\s?(?:(?:/|per\b|pro\b|je\b|par\b|por\b|al?\b|za\b)\s?"
    r"(?:\d{1,4}\s?)?(?:kg|g|mg|l|ml|cl|m|m²|qm|sqm|sq|oz|lb|fl|unit|each|st(?:k|ü?ck)?|piece|pièce"
    r"|liter|litre|100|mo|month|monat|mois|mes|mese|maand|mies|měs|мес|week|day|hour|year|yr|jahr|an)"
    r"\b|off\b|rabatt|discount|shipping|delivery|versand|deposit|cash ?back"
    # A price without tax.
    r"|[(（]?\s?(?:(?:exc?l?(?:uding|\.)?|\+|plus)\s?(?:vat|gst|tax|btw)\b|(?:zzgl|exkl)\.? mwst"
    r"|netto\b|hors taxes|ht\b|bez dph|税抜|税別|税込(?:価格)?[\s:：¥￥]*$))"
)
#: Characters of text before and after an amount that may be its label, and the rows and the bytes
#: of a row that are read for them, with white space.
_LABEL_CHARS: Final = 40
_AFTER_CHARS: Final = 24
_LABEL_ROWS: Final = 4
_LABEL_BYTES: Final = 240
#: Styles that cross out.
_STRUCK_STYLE: Final = re.compile(r"line-through")
#: The least share of a recommended price that the price has; a smaller amount is something else.
_MIN_SHARE: Final = Decimal("0.2")
#: The rows from an old price to the price.
MAX_ROWS_BESIDE: Final = 30
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
    #: Whether the texts beside it label a price, or an amount that a buyer does not pay.
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
    befores, afters = _read_labels(page, rows, [beside for *_, beside in shown])
    currencies = tuple(currency for _, _, currency, *_ in shown)
    is_list = _match_labels(befores, _LIST_LABEL)
    is_unpaid = _match_labels(befores, _OTHER_LABEL) | _match_labels(afters, _OTHER_AFTER, True)
    has_other_label = is_unpaid | _find_reduced(rows, values, currencies, is_list, is_unpaid)
    buttons = np.flatnonzero(find_shop_buttons(page))
    return Amounts(
        n_rows=len(page.tag),
        rows=rows,
        values=values,
        currencies=currencies,
        highest=tuple(None if end is None else Decimal(end) for *_, end, _ in shown),
        distance=rows - title_row,
        to_button=_measure_nearest(rows, buttons, len(page.tag)),
        is_named=np.logical_or.reduce([is_named[at] for at in ancestors]),
        is_other=np.logical_or.reduce([is_other[at] for at in ancestors[:2]]),
        has_price_label=(is_list | _match_labels(befores, _PRICE_LABEL)) & ~has_other_label,
        has_other_label=has_other_label,
        is_struck=page.above(_find_struck(page))[rows] >= 0,
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


def _find_struck(page: Page) -> Mask:
    """Return the mask of elements that cross out their text."""
    by_style = page.match_attribute("style", _match(_STRUCK_STYLE))
    return page.is_tag("del", "s", "strike") | by_style


def _read_labels(
    page: Page, rows: npt.NDArray[np.int64], beside: Sequence[tuple[str, str]]
) -> tuple[list[str], list[str]]:
    """Return the text before and after each amount, in lower case, up to the amounts beside it."""
    texts = _Texts(page)
    stops = page.end[rows].tolist()
    starts = rows.tolist()
    befores, afters = [], []
    for at, (own_before, own_after) in enumerate(beside):
        before = texts.read_back(stops[at - 1] if at else 0, starts[at])
        befores.append(" ".join(f"{before} {own_before}".lower().split())[-_LABEL_CHARS:])
        last = starts[at + 1] if at + 1 < len(starts) else len(page.tag)
        after = texts.read(stops[at], last)
        afters.append(" ".join(f"{own_after} {after}".lower().split())[:_AFTER_CHARS])
    return befores, afters


class _Texts:
    """The texts of a page, with a blank between two rows."""

    def __init__(self, page: Page) -> None:
        self._rows = np.flatnonzero((page.chars > 0) & page.visible)
        self._page = page

    def read(self, start: int, stop: int) -> str:
        """Return the first texts of some rows."""
        low, high = np.searchsorted(self._rows, (start, stop))
        return self._join(int(low), min(int(low) + _LABEL_ROWS, int(high)))

    def read_back(self, start: int, stop: int) -> str:
        """Return the last texts of some rows."""
        low, high = np.searchsorted(self._rows, (start, stop))
        return self._join(max(int(high) - _LABEL_ROWS, int(low)), int(high))

    def _join(self, start: int, stop: int) -> str:
        page = self._page
        texts = []
        for row in self._rows[start:stop].tolist():
            first = int(page.text_start[row])
            last = first + min(int(page.text_stop[row]) - first, _LABEL_BYTES)
            texts.append(bytes(page.text_buffer[first:last]).decode("utf-8", "ignore"))
        return " ".join(texts)


def _find_reduced(
    rows: npt.NDArray[np.int64],
    values: Sequence[Decimal],
    currencies: Sequence[str | None],
    is_list: Mask,
    is_other: Mask,
) -> Mask:
    """Return the mask of recommended prices beside which there is a lower price."""
    reduced = np.zeros(len(values), np.bool_)
    for at in np.flatnonzero(is_list).tolist():
        for near in (at - 1, at + 1):
            is_near = 0 <= near < len(values) and abs(int(rows[near] - rows[at])) <= MAX_ROWS_BESIDE
            if is_near and not is_other[near] and not is_list[near]:
                is_lower = _MIN_SHARE * values[at] <= values[near] < values[at]
                reduced[at] |= is_lower and currencies[near] == currencies[at]
    return reduced


def _find_text_starts(page: Page, rows: npt.NDArray[np.integer[Any]]) -> list[int]:
    """Return where the first text from each row on begins in the buffer of texts."""
    text_rows = np.flatnonzero(page.chars > 0)
    starts = np.append(page.text_start[text_rows], len(page.text_buffer))
    first_starts: list[int] = starts[np.searchsorted(text_rows, rows)].tolist()
    return first_starts


def _match_labels(labels: list[str], pattern: re.Pattern[str], at_start: bool = False) -> Mask:
    search = pattern.match if at_start else pattern.search
    return np.array([search(label) is not None for label in labels], np.bool_)


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
