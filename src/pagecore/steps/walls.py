"""Walls: pages without content of their own, such as sign-in forms, challenges, errors, dialogs and
empty shells.

Learned methods know pages with content, and on a page without they choose what little there is.
Walls are recognised by technical names and numbers, not by words, so that no language is at an
advantage. A page of which much was chosen is never a wall.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import numpy as np

from pagecore.choice import Choice, Part, Wall
from pagecore.page import Page
from pagecore.page.columns import Mask
from pagecore.page.confidence import DOUBT, FEW_WORDS, limit_confidence
from pagecore.steps.step import Parts, Request

#: The name of the step in the log.
WALLS: Final = "walls"
#: A choice of as many words is content, whatever else the page has.
MANY_WORDS: Final = 300
#: What a wall says of itself, and what one with nothing around it says.
_WALL_WORDS: Final = 150
_MESSAGE_WORDS: Final = 40
#: Words that a page shows at most if it is a wall for all who come, not only a box in a page.
_WALL_SHOWN: Final = 500
_BARE_SHOWN: Final = 150
_MESSAGE_SHOWN: Final = 100
#: The share of a choice in bars, or in layers, from which on it is nothing else.
_MOSTLY: Final = 0.6
_PART: Final = 0.1
_MOST_ROWS: Final = 1000
#: Seconds after which a page that sends on is read by nobody.
_AT_ONCE: Final = 5

#: Roles and elements of what is around content, and of what lies before it.
_BARS: Final = frozenset(
    {"nav", "header", "footer", "navigation", "menu", "menubar", "banner", "contentinfo"}
)
_DIALOGS: Final = frozenset({"dialog", "alertdialog"})
#: Names of consent layers: those of their makers, and what everybody calls them.
_CONSENT: Final = re.compile(
    r"onetrust|cookiebot|didomi|usercentrics|qc-cmp2|truste|sp_message_container|iubenda-cs|klaro"
    r"|borlabs|cmplz|osano|tarteaucitron|fc-consent|cky-|cc-window|gdpr|cookie-?law"
    r"|cookies?[_-]?(?:consent|banner|notice|bar|layer|dialog|popup|modal|wall|message|overlay)"
    r"|consent[_-]?(?:banner|notice|bar|layer|dialog|popup|modal|wall|manager|overlay|container)",
)
#: Addresses of what tells people from machines.
_CAPTCHA: Final = re.compile(
    r"hcaptcha\.|/recaptcha/|challenges\.cloudflare\.|geetest|arkoselabs|funcaptcha|mtcaptcha"
    r"|friendlycaptcha|smartcaptcha",
    re.I,
)
#: What only pages have that are nothing but such a test, or the refusal behind it.
_CHALLENGES: Final = (
    b"_cf_chl_opt",
    b"cf-error-details",
    b"cf-browser-verification",
    b"captcha-delivery.com",
    b"_Incapsula_Resource",
    b"px-captcha",
    b"/_sec/cp_challenge",
    b"errors.edgesuite.net",
    b"awswaf.com",
)
#: Bytes of a page in which they are looked for: such pages are short.
_CHALLENGE_BYTES: Final = 50_000
#: A status of HTTP that stands alone, not in a number, an amount or the name of a model.
_STATUS: Final = re.compile(
    r"(?<![\w.,$€£#-])(40[0-9]|410|429|451|50[0-4]|52[0-6])(?![\w%-]|[.,]\d)"
)
#: Words of a heading or title that is about a status.
_STATUS_WORDS: Final = 12
#: Words between a field and the text that it belongs to.
_BESIDE: Final = 25
#: Characters of a class or id that are read.
_NAME_CHARS: Final = 400
_ROOTS: Final = frozenset({"root", "app", "__next", "__nuxt", "__gatsby", "app-root", "react-root"})


def detect_wall(parts: Parts, request: Request) -> Parts:
    """Recognise parts whose pages are walls. The choice of a method that estimates its confidence
    loses navigation and dialogs where it is little else, and its confidence is lowered; the choice
    of any other method, or of a wrapper, stays as it is."""
    return tuple(judge_part(part) for part in parts)


def judge_part(part: Part) -> Part:
    """The part with the wall that its page is, where it is one; a few words are hardly to be
    trusted on any page."""
    page, choice = part
    n_words, confidence = part.n_words, part.choice.confidence
    if n_words >= MANY_WORDS:
        return part
    if n_words >= _WALL_WORDS:
        # So much may be written about a status, or be what an error page offers instead.
        status = _find_status(page)
        if status is None or not _is_links(page, choice, n_words):
            return part
        wall: Wall | None = _wall_of_status(status)
    elif confidence is None:
        wall = _find_wall(page, choice)
    else:
        choice, bars = _drop_bars(page, choice)
        wall = _find_wall(page, choice) or bars
    if wall is None and n_words >= FEW_WORDS:
        return part
    if confidence is not None:
        highest = confidence if wall is None else min(confidence, DOUBT)
        confidence = limit_confidence(highest, page.count_words(choice.content))
    judged = replace(choice, confidence=confidence, wall=wall)
    return Part(page, judged if wall is None else judged.note(WALLS, wall.cause))


def _drop_bars(page: Page, choice: Choice) -> tuple[Choice, Wall | None]:
    """The choice without dialogs, or without navigation and footers, where it is little else; and
    the wall that the page is then."""
    # What holds most words of the choice holds the middle one. Few pages get further.
    if not any(mask.any() for mask in _around(page, _above_middle(page, choice))):
        return choice, None
    words = np.where(choice.content, page.words, 0)
    # What holds less of the choice makes no difference, and there is much of it.
    holders = np.flatnonzero(page.below(words) > _PART * words.sum())
    layers, bars = _around(page, holders[page.tag[holders] != 0].tolist())
    for inside, what in (
        (page.above(layers) >= 0 if layers.any() else layers, "a dialog"),
        (_in_bars(page, bars) if bars.any() else bars, "navigation"),
    ):
        n_words = words[inside].sum()
        if n_words and n_words >= _MOSTLY * words.sum():
            dropped = choice.drop(page, inside, WALLS, f"it is {what}")
            return dropped, Wall(f"what it shows is {what}")
    return choice, None


def _above_middle(page: Page, choice: Choice) -> list[int]:
    """The elements above the text with the middle word of a choice."""
    texts = np.flatnonzero(choice.content & (page.words > 0))
    if not len(texts):
        return []
    passed = np.cumsum(page.words[texts])
    row = int(page.parent[texts[np.searchsorted(passed, passed[-1] / 2)]])
    rows = []
    while row >= 0:
        rows.append(row)
        row = int(page.parent[row])
    return rows[::-1]


def _around(page: Page, rows: list[int]) -> tuple[Mask, Mask]:
    """Masks of those rows that are dialogs or consent layers, and of those that are navigation,
    headers and footers. What is the page by its elements is neither by its names."""
    layers, bars = np.zeros(len(page), np.bool_), np.zeros(len(page), np.bool_)
    named: list[int] = []
    # The innermost, where somebody has nested thousands.
    for row in rows[-_MOST_ROWS:]:
        tag, attributes = page.name(row), page.attributes(row)
        role = attributes.get("role", "").lower()
        names = f"{attributes.get('class', '')} {attributes.get('id', '')}"[:_NAME_CHARS].lower()
        by_name = (_CONSENT.search(names) is not None, _is_bar(names))
        layers[row] = by_name[0] or tag == "dialog" or role in _DIALOGS
        layers[row] |= attributes.get("aria-modal") == "true"
        bars[row] = by_name[1] or tag in _BARS or role in _BARS
        if layers[row] or (by_name[1] and tag not in _BARS):
            named.append(row)
    if named:
        holds = page.below(page.is_tag("body", "main", "article", "h1"), how="any")[named]
        layers[named] &= ~holds
        bars[named] &= ~holds
    return layers, bars


def _is_bar(names: str) -> bool:
    """Whether names of a row are those of a footer or a bar, and not of what has one."""
    for name in names.split():
        if name.endswith(("footer", "navbar", "sidebar", "menu")) and not name.startswith(
            ("has", "with", "no-")
        ):
            return True
    return False


def _in_bars(page: Page, bars: Mask) -> Mask:
    """The rows in bars, but for what is content inside one and for the header of an article."""
    parts = page.is_tag("main", "article")
    bars = bars & ~(page.is_tag("header") & (page.above(parts) >= 0))
    near = page.above(bars | parts)
    inside: Mask = (near >= 0) & bars[near]
    return inside


def _find_wall(page: Page, choice: Choice) -> Wall | None:
    """The wall that a page is likely to be, or None."""
    status = _find_status(page)
    if status is not None:
        return _wall_of_status(status)
    kept, shown = page.count_words(choice.content), page.count_words(page.visible)
    if shown >= _WALL_SHOWN:
        return None
    if _asks_for_password(page, choice.content):
        return Wall("it asks for a password", is_stand_in=True)
    if _is_challenge(page) or (shown < _BARE_SHOWN and _has_captcha(page)):
        return Wall("it wants to tell people from machines", is_stand_in=True)
    if _sends_on(page):
        return Wall("it sends on to another page", is_stand_in=True)
    if shown < _BARE_SHOWN and (root := _empty_root(page)) is not None:
        return Wall(f"{page.xpath(root)} is empty, and scripts would fill it")
    if 0 < kept < _MESSAGE_WORDS and shown < _MESSAGE_SHOWN and _is_message(page):
        return Wall("it has a message and nothing else")
    return None


def _wall_of_status(status: str) -> Wall:
    return Wall(f"its title or heading has the status {status}", is_stand_in=True)


def _is_links(page: Page, choice: Choice, n_words: int) -> bool:
    """Whether most words of a choice are in links: what an error page offers instead."""
    in_links = page.count_words(choice.content & (page.above(page.is_tag("a")) >= 0))
    return 2 * in_links > n_words


def _has(page: Page, attribute: str, wanted: frozenset[str] | set[str]) -> Mask:
    """The rows whose value of an attribute is one of these words, in any case."""
    return page.where(attribute, lambda value: value.strip().lower() in wanted)


def _asks_for_password(page: Page, chosen: Mask) -> bool:
    """Whether the page shows a field for a password beside what was chosen; not in a layer, or in a
    box elsewhere."""
    asks = page.is_tag("input") & _has(page, "type", {"password"})
    # The field itself is a control, and no text of the page.
    asks &= page.visible[page.parent]
    if not asks.any():
        return False
    around = np.flatnonzero(page.below(asks, how="any") & (page.tag != 0))
    layers, bars = _around(page, around.tolist())
    beside = layers | bars | page.is_tag("aside")
    rows = np.flatnonzero(asks & (page.above(beside) < 0))
    texts = np.flatnonzero(chosen & (page.words > 0))
    if not len(rows) or not len(texts):
        return len(rows) > 0
    before = np.cumsum(page.shown(page.words))
    at = np.searchsorted(texts, rows)
    behind, ahead = texts[np.maximum(at - 1, 0)], texts[np.minimum(at, len(texts) - 1)]
    between = np.minimum(
        np.where(at > 0, before[rows] - before[behind], before[-1]),
        np.where(at < len(texts), before[ahead - 1] - before[rows], before[-1]),
    )
    return bool(between.min() <= _BESIDE)


def _is_challenge(page: Page) -> bool:
    begin = page.source[:_CHALLENGE_BYTES]
    return any(name in begin for name in _CHALLENGES)


def _has_captcha(page: Page) -> bool:
    return any(_CAPTCHA.search(value) for value in page.attr("src")[1])


def _sends_on(page: Page) -> bool:
    for row in np.flatnonzero(page.is_tag("meta") & _has(page, "http-equiv", {"refresh"})):
        delay, _, target = (page.get(int(row), "content") or "").partition(";")
        if target.strip() and delay.strip().isdigit() and int(delay.strip()[:9]) <= _AT_ONCE:
            return True
    return False


def _find_status(page: Page) -> str | None:
    """The status of HTTP that a short title or main heading has."""
    for text in _titles(page):
        status = _STATUS.search(text)
        if status is not None and len(text.split()) <= _STATUS_WORDS:
            return status[1]
    return None


def _titles(page: Page) -> list[str]:
    """The page's title, then its main headings; few, and their beginnings."""
    titles = np.flatnonzero(page.is_tag("title"))[:1].tolist()
    headings = np.flatnonzero(page.is_tag("h1") & page.visible)[:3].tolist()
    return [" ".join(page.text(row)[:400].split()) for row in titles + headings]


def _empty_root(page: Page) -> int | None:
    """The element that an application of scripts would draw into, where it is empty."""
    if not page.is_tag("script").any():
        return None
    roots = _has(page, "id", _ROOTS) & (page.below(page.shown(page.words)) == 0)
    return next(iter(np.flatnonzero(roots).tolist()), None)


def _is_message(page: Page) -> bool:
    """Whether the main heading is what the title begins with, or the page is not to be indexed; a
    page with an article or a time has more to say."""
    if page.is_tag("article", "time").any():
        return False
    title, *headings = _titles(page) or [""]
    if headings and headings[0] and title.casefold().startswith(headings[0].casefold()):
        return True
    robots = np.flatnonzero(page.is_tag("meta") & _has(page, "name", {"robots"}))
    return any("noindex" in (page.get(int(row), "content") or "").lower() for row in robots)
