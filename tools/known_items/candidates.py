"""Texts of a page that may become queries: its title, its headings, its links, its questions.

They are read from the markup and the gold, never from what an extractor chose, so that no extractor
is favoured.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from pagecore.corpora.corpus import Item
from pagecore.page import Mask, Page
from tools.known_items.pages import normalise_url
from tools.known_items.phrases import split_phrase

#: Where a query comes from.
TITLE, HEADING, ANCHOR, QUESTION = KINDS = ("title", "heading", "anchor", "question")
#: Words that must follow a heading before the next one.
MIN_WORDS_BELOW: Final = 40
MAX_LENGTH: Final = 150
_SEPARATOR: Final = re.compile(r"\s+[-–—:~/]+\s+|\s*[|»«·•›]+\s*")
_QUESTION: Final = re.compile(r"[^.?!。？！\n]{15,150}[?？؟]")
_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
_OUTSIDE: Final = ("nav", "aside", "footer", "header", "form", "figure", "table", "a", "button")
#: Page types of lists in the corpora. They are noise, and answer no query: nobody looks for them by
#: the words of their items.
_LISTS: Final = (
    *("list", "listing", "collection", "tag", "category", "archive", "home", "author", "error"),
    *("comments", "other"),
)
#: Names of classes of links to neighbouring pages and in menus.
_PAGER: Final = re.compile(r"prev|next|pag(?:er|ing|inat)|nav|menu|breadcrumb|sidebar", re.I)
#: Page types of threads and question pages in the corpora.
_THREADS: Final = ("forum", "qa")


@dataclass(frozen=True)
class Candidates:
    """What may become queries of one page, or of the pages that it links to."""

    title_parts: tuple[str, ...]
    main_headings: tuple[str, ...]
    #: Headings inside the page that have text below them.
    headings: tuple[str, ...]
    #: Questions of the first post of a thread.
    questions: tuple[str, ...]
    #: Texts of links, by their normalised target.
    links: Mapping[str, tuple[str, ...]]
    #: All texts of titles, headings and links, as phrases.
    labels: frozenset[tuple[str, ...]]


def find_candidates(page: Page, item: Item) -> Candidates:
    """Read the candidates of a page."""
    title_parts = tuple(_split_title(page))
    levels = {name: page.is_tag(name) & page.visible for name in _HEADINGS}
    texts = {
        name: [clean(page.text(int(row))) for row in np.flatnonzero(mask)]
        for name, mask in levels.items()
    }
    links: dict[str, list[str]] = {}
    labels = {split_phrase(text) for of in texts.values() for text in of}
    labels |= {split_phrase(text) for text in title_parts}
    in_menu = _find_menus(page)
    for link in page.links():
        key, text = normalise_url(link.url), clean(link.text)
        labels.add(split_phrase(text))
        if key and len(text) <= MAX_LENGTH and not in_menu[link.row] and is_bare_text(text):
            links.setdefault(key, []).append(text)
    return Candidates(
        title_parts,
        tuple(texts["h1"]),
        tuple(_find_headings(page, item)),
        tuple(_find_questions(item)),
        {key: tuple(of) for key, of in links.items()},
        frozenset(labels),
    )


def choose_title(candidates: Candidates, site: str, site_parts: Iterable[str]) -> str | None:
    """The title without the name of the site: a main heading that the title contains, else its
    longest part that is not on other pages of the site."""
    name = re.compile(rf"{re.escape(site)}\s*:\s*", re.IGNORECASE)
    parts = [name.sub("", part) for part in candidates.title_parts if part not in site_parts]
    whole = " ".join(parts).lower()
    for heading in candidates.main_headings:
        if heading and heading.lower() in whole:
            return heading
    return max(parts, key=len, default=None)


def clean(text: str) -> str:
    """A text on one line, without marks of links to headings."""
    return re.sub(r"\s+", " ", text).strip(" ¶#§\N{ZERO WIDTH SPACE}")


def _split_title(page: Page) -> Iterator[str]:
    for row in np.flatnonzero(page.is_tag("title"))[:1]:
        yield from filter(None, map(clean, _SEPARATOR.split(page.text(int(row)))))


def _find_menus(page: Page) -> Mask:
    """Links in menus, and to neighbouring pages."""
    is_menu = page.is_tag("nav", "footer", "aside", "header")
    for name in ("class", "id", "rel"):
        is_menu |= page.match_attribute(name, lambda value: bool(_PAGER.search(value)))
    # Names of the whole page, such as `has-sidebar`, say nothing about a link.
    is_menu &= page.depth > 2
    return page.above(is_menu) >= 0


def _find_headings(page: Page, item: Item) -> Iterator[str]:
    """Headings below the main one that are no links, outside navigation, with text below them; if
    the page has a gold text, only its headings."""
    gold = None if item.gold.text is None else split_phrase(item.gold.text)
    words = None if gold is None else f" {' '.join(gold)} "
    is_heading = page.is_tag(*_HEADINGS)
    is_outside = page.above(page.is_tag(*_OUTSIDE)) >= 0
    words_before = np.cumsum(page.shown(page.words))
    has_link = page.below(page.is_tag("a") & (page.below(page.words) > 0), how="any")
    rows = np.flatnonzero(is_heading & page.visible)
    for at, row in enumerate(rows.tolist()):
        if page.is_tag("h1")[row] or is_outside[row] or has_link[row]:
            continue
        after = rows[at + 1] if at + 1 < len(rows) else len(page)
        n_below = words_before[after - 1] - words_before[page.end[row] - 1]
        text = clean(page.text(row))
        if words is not None and f" {' '.join(split_phrase(text))} " not in words:
            continue
        if n_below >= MIN_WORDS_BELOW and len(text) <= MAX_LENGTH:
            yield text


def _find_questions(item: Item) -> Iterator[str]:
    """The questions of the first post of a thread, or at the start of its gold text."""
    text = ""
    if item.gold.posts:
        text = item.gold.posts[0].text
    elif item.gold.page_type in _THREADS and item.gold.text:
        text = item.gold.text[:2000]
    for match in _QUESTION.finditer(text):
        # Lines of code and of logs are no questions.
        if not re.search(r"[={}<>\[\]|\\]|\d{4}", match.group()):
            yield clean(match.group())


def is_bare_text(text: str) -> bool:
    """Whether the text of a link is a sentence or a name: not cut off, no arrow, no address."""
    return bool(text) and not re.search(r"(?:\.\.\.|…)$|^\S*[/@]\S*$|^https?:|[«»‹›←→⟵⟶<>]", text)


def can_answer(item: Item) -> bool:
    """Whether queries may be about a page: not if it is known to be a list of others."""
    return item.gold.page_type not in _LISTS


def contains_phrase(phrase: tuple[str, ...], inner: tuple[str, ...]) -> bool:
    """Whether a phrase contains another one, and more than that."""
    return len(phrase) > len(inner) > 0 and f" {' '.join(inner)} " in f" {' '.join(phrase)} "
