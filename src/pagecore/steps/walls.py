"""The step `walls`: detect pages without content of their own, such as sign-in forms, challenges,
errors, dialogs and empty shells.

Trained methods know only pages with content, so on other pages they choose what little text there
is. Walls are detected by technical names and numbers, not by words, so that no language has
an advantage. A page with a long choice is never a wall.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

import numpy as np

from pagecore.choice import Choice, Part, Wall
from pagecore.page import Page
from pagecore.page.columns import Mask
from pagecore.page.confidence import DOUBTFUL_CONFIDENCE, FEW_WORDS, limit_confidence
from pagecore.page.forms import find_password_fields
from pagecore.page.numbers import parse_number
from pagecore.steps.step import Parts, Request

#: The name of the step in the log.
WALLS: Final = "walls"
#: A choice with this many words is content, whatever else the page has.
MANY_WORDS: Final = 300
#: Maximum number of chosen words of a wall, and of a page with nothing but a message.
_WALL_WORDS: Final = 150
_MESSAGE_WORDS: Final = 40
#: Maximum number of visible words of a wall, of a page with a captcha or an empty root, and of a
#: page with nothing but a message. On a page with more text, the sign is only a box.
_WALL_SHOWN: Final = 500
_BARE_SHOWN: Final = 150
_MESSAGE_SHOWN: Final = 100
#: Minimum share of a choice inside bars or layers that counts as most of it, and minimum share
#: inside an element for the element to be examined.
_MOSTLY: Final = 0.6
_PART: Final = 0.1
_MAX_ROWS: Final = 1000
#: Maximum delay of a redirect, in seconds; a reader could read the page if it were longer.
_MAX_DELAY: Final = 5

#: Elements and roles of bars around the content, and of layers on top of it.
_BARS: Final = frozenset(
    {"nav", "header", "footer", "navigation", "menu", "menubar", "banner", "contentinfo"}
)
_DIALOGS: Final = frozenset({"dialog", "alertdialog"})
#: Names of consent layers: those of vendors, and common ones.
_CONSENT: Final = re.compile(
    r"onetrust|cookiebot|didomi|usercentrics|qc-cmp2|truste|sp_message_container|iubenda-cs|klaro"
    r"|borlabs|cmplz|osano|tarteaucitron|fc-consent|cky-|cc-window|gdpr|cookie-?law"
    r"|cookies?[_-]?(?:consent|banner|notice|bar|layer|dialog|popup|modal|wall|message|overlay)"
    r"|consent[_-]?(?:banner|notice|bar|layer|dialog|popup|modal|wall|manager|overlay|container)",
)
#: Addresses of captchas.
_CAPTCHA: Final = re.compile(
    r"hcaptcha\.|/recaptcha/|challenges\.cloudflare\.|geetest|arkoselabs|funcaptcha|mtcaptcha"
    r"|friendlycaptcha|smartcaptcha",
    re.I,
)
#: Byte strings in the source of pages that only challenge or refuse the reader.
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
#: Number of bytes at the start of a page to search for these; such pages are short.
_CHALLENGE_BYTES: Final = 50_000
#: An HTTP status on its own, not inside a number, an amount or a model name.
_STATUS: Final = re.compile(
    r"(?<![\w.,$€£#-])(40[0-9]|410|429|451|50[0-4]|52[0-6])(?![\w%-]|[.,]\d)"
)
#: Maximum number of words in a title or heading about a status.
_STATUS_WORDS: Final = 12
#: Maximum number of words between a password field and the chosen text.
_BESIDE: Final = 25
#: Length limit of classes and ids, in characters.
_NAME_CHARS: Final = 400
#: Ids of elements that scripts draw an application into.
_ROOTS: Final = frozenset({"root", "app", "__next", "__nuxt", "__gatsby", "app-root", "react-root"})


def detect_wall(parts: Parts, request: Request) -> Parts:
    """Detect parts whose pages are walls.

    If the method estimates its confidence, the confidence is lowered, and navigation and dialogs
    are removed if they are most of the choice. The choice of other methods and of wrappers is not
    changed.
    """
    return tuple(judge_part(part) for part in parts)


def judge_part(part: Part) -> Part:
    """Set the wall of a part, if its page is one, and lower the confidence of walls and of choices
    with few words."""
    page, choice = part
    n_words, confidence = part.n_words, part.choice.confidence
    if n_words >= MANY_WORDS:
        return part
    if n_words >= _WALL_WORDS:
        # A text of this length may be about a status, or be the links that an error page offers.
        status = _find_status(page)
        if status is None or not _is_mostly_links(page, choice, n_words):
            return part
        wall: Wall | None = _make_status_wall(status)
    elif confidence is None:
        wall = _find_wall(page, choice)
    else:
        choice, bars = _drop_bars(page, choice)
        wall = _find_wall(page, choice) or bars
    if wall is None and n_words >= FEW_WORDS:
        return part
    if confidence is not None:
        highest = confidence if wall is None else min(confidence, DOUBTFUL_CONFIDENCE)
        confidence = limit_confidence(highest, page.count_words(choice.content))
    judged = replace(choice, confidence=confidence, wall=wall)
    return Part(page, judged if wall is None else judged.note(WALLS, wall.cause))


def find_stand_in(page: Page) -> str | None:
    """Return why a page with little text seems to stand for another one, whatever is chosen on it:
    an HTTP status in its title or heading, a challenge or a redirect; None if there is no sign."""
    if page.count_words(page.visible) >= _WALL_SHOWN:
        return None
    status = _find_status(page)
    if status is not None:
        return f"status {status}"
    if _is_challenge(page):
        return "a challenge"
    return "a redirect" if _redirects(page) else None


def _drop_bars(page: Page, choice: Choice) -> tuple[Choice, Wall | None]:
    """Remove dialogs, or navigation and footers, if they are most of the choice.

    Returns:
        The choice, and the wall if something was removed.
    """
    # An element with most words of the choice contains the middle word. Most pages end here.
    if not any(mask.any() for mask in _find_bars(page, _find_middle(page, choice))):
        return choice, None
    words = np.where(choice.content, page.words, 0)
    # Elements with a smaller part of the choice make no difference, and there are many of them.
    holders = np.flatnonzero(page.below(words) > _PART * words.sum())
    layers, bars = _find_bars(page, holders[page.tag[holders] != 0].tolist())
    for inside, name in (
        (page.above(layers) >= 0 if layers.any() else layers, "a dialog"),
        (_find_rows_in_bars(page, bars) if bars.any() else bars, "navigation"),
    ):
        n_words = words[inside].sum()
        if n_words and n_words >= _MOSTLY * words.sum():
            dropped = choice.drop(page, inside, WALLS, f"it is {name}")
            return dropped, Wall(f"its visible text is {name}")
    return choice, None


def _find_middle(page: Page, choice: Choice) -> list[int]:
    """Find the elements around the text with the middle word of a choice, outermost first."""
    texts = np.flatnonzero(choice.content & (page.words > 0))
    if not len(texts):
        return []
    n_words = np.cumsum(page.words[texts])
    row = int(page.parent[texts[np.searchsorted(n_words, n_words[-1] / 2)]])
    rows = []
    while row >= 0:
        rows.append(row)
        row = int(page.parent[row])
    return rows[::-1]


def _find_bars(page: Page, rows: list[int]) -> tuple[Mask, Mask]:
    """Find layers and bars among some rows.

    An element that contains the body, a main part, an article or a main heading is the page itself
    and does not count because of its class or id.

    Returns:
        The masks of layers (dialogs, consent layers) and bars (navigation, headers, footers).
    """
    layers, bars = np.zeros(len(page), np.bool_), np.zeros(len(page), np.bool_)
    named: list[int] = []
    # The innermost rows, in case of thousands of nested elements.
    for row in rows[-_MAX_ROWS:]:
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
    """Whether classes or ids are those of a footer or bar, and not of an element that has one."""
    for name in names.split():
        if name.endswith(("footer", "navbar", "sidebar", "menu")) and not name.startswith(
            ("has", "with", "no-")
        ):
            return True
    return False


def _find_rows_in_bars(page: Page, bars: Mask) -> Mask:
    """Find the rows inside bars, except in an article inside a bar and in headers of articles."""
    parts = page.is_tag("main", "article")
    bars = bars & ~(page.is_tag("header") & (page.above(parts) >= 0))
    near = page.above(bars | parts)
    inside: Mask = (near >= 0) & bars[near]
    return inside


def _find_wall(page: Page, choice: Choice) -> Wall | None:
    """Find the wall that a page probably is, or None."""
    status = _find_status(page)
    if status is not None:
        return _make_status_wall(status)
    n_kept, n_shown = page.count_words(choice.content), page.count_words(page.visible)
    if n_shown >= _WALL_SHOWN:
        return None
    if _asks_for_password(page, choice.content):
        return Wall("it asks for a password", is_stand_in=True)
    if _is_challenge(page) or (n_shown < _BARE_SHOWN and _has_captcha(page)):
        return Wall("it is a challenge or captcha", is_stand_in=True)
    if _redirects(page):
        return Wall("it redirects to another page", is_stand_in=True)
    if n_shown < _BARE_SHOWN and (root := _find_empty_root(page)) is not None:
        return Wall(f"{page.xpath(root)} is empty and filled by scripts")
    if 0 < n_kept < _MESSAGE_WORDS and n_shown < _MESSAGE_SHOWN and _is_message(page):
        return Wall("it has only a short message")
    return None


def _make_status_wall(status: str) -> Wall:
    return Wall(f"its title or heading has the status {status}", is_stand_in=True)


def _is_mostly_links(page: Page, choice: Choice, n_words: int) -> bool:
    """Whether most words of a choice are in links, such as those that an error page offers."""
    n_linked = page.count_words(choice.content & (page.above(page.is_tag("a")) >= 0))
    return 2 * n_linked > n_words


def _has_value(page: Page, attribute: str, values: frozenset[str] | set[str]) -> Mask:
    """Return the mask of rows with one of these values of an attribute, in any case."""
    return page.match_attribute(attribute, lambda value: value.strip().lower() in values)


def _asks_for_password(page: Page, chosen: Mask) -> bool:
    """Whether the page shows a password field near the chosen text, outside layers, bars and
    asides."""
    is_field = find_password_fields(page)
    # A field is a form control and therefore hidden, so its parent decides.
    is_field &= page.visible[page.parent]
    if not is_field.any():
        return False
    around = np.flatnonzero(page.below(is_field, how="any") & (page.tag != 0))
    layers, bars = _find_bars(page, around.tolist())
    excluded = layers | bars | page.is_tag("aside")
    rows = np.flatnonzero(is_field & (page.above(excluded) < 0))
    texts = np.flatnonzero(chosen & (page.words > 0))
    if not len(rows) or not len(texts):
        return len(rows) > 0
    before = np.cumsum(page.shown(page.words))
    at = np.searchsorted(texts, rows)
    previous, following = texts[np.maximum(at - 1, 0)], texts[np.minimum(at, len(texts) - 1)]
    n_between = np.minimum(
        np.where(at > 0, before[rows] - before[previous], before[-1]),
        np.where(at < len(texts), before[following - 1] - before[rows], before[-1]),
    )
    return bool(n_between.min() <= _BESIDE)


def _is_challenge(page: Page) -> bool:
    begin = page.source[:_CHALLENGE_BYTES]
    return any(name in begin for name in _CHALLENGES)


def _has_captcha(page: Page) -> bool:
    return any(_CAPTCHA.search(value) for value in page.attr("src")[1])


def _redirects(page: Page) -> bool:
    for row in np.flatnonzero(page.is_tag("meta") & _has_value(page, "http-equiv", {"refresh"})):
        delay, _, target = (page.get(int(row), "content") or "").partition(";")
        seconds = parse_number(delay.strip())
        if target.strip() and seconds is not None and seconds <= _MAX_DELAY:
            return True
    return False


def _find_status(page: Page) -> str | None:
    """Find an HTTP status in a short title or main heading."""
    for text in _read_titles(page):
        status = _STATUS.search(text)
        if status is not None and len(text.split()) <= _STATUS_WORDS:
            return status[1]
    return None


def _read_titles(page: Page) -> list[str]:
    """Return the start of the page's title and of its first main headings."""
    titles = np.flatnonzero(page.is_tag("title"))[:1].tolist()
    headings = np.flatnonzero(page.is_tag("h1") & page.visible)[:3].tolist()
    return [" ".join(page.text(row)[:400].split()) for row in titles + headings]


def _find_empty_root(page: Page) -> int | None:
    """Find an empty element that scripts would draw the page into."""
    if not page.is_tag("script").any():
        return None
    roots = _has_value(page, "id", _ROOTS) & (page.below(page.shown(page.words)) == 0)
    return next(iter(np.flatnonzero(roots).tolist()), None)


def _is_message(page: Page) -> bool:
    """Whether the page looks like a bare message: its title starts with the main heading, or it is
    marked `noindex`, and it has no article or time."""
    if page.is_tag("article", "time").any():
        return False
    title, *headings = _read_titles(page) or [""]
    if headings and headings[0] and title.casefold().startswith(headings[0].casefold()):
        return True
    robots = np.flatnonzero(page.is_tag("meta") & _has_value(page, "name", {"robots"}))
    return any("noindex" in (page.get(int(row), "content") or "").lower() for row in robots)
