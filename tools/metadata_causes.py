"""Classify why titles, authors and dates are wrong, by rules over gold and page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pagecore.corpora.corpus import Item
from pagecore.metadata import Metadata
from pagecore.metrics import metadata as compare
from pagecore.page import parse


def _mozilla_title(item: Item, about: Metadata) -> str:
    gold, title = _words(item.gold.title or ""), _words(about.title or "")
    if len(title) < len(gold) and title in (gold[: len(title)], gold[-len(title) :]):
        return "gold is the title that was taken, with the site's name or more"
    if about.sources.get("title") == "h1":
        return "gold is a declared title; the heading differs"
    return "another"


def _mozilla_author(item: Item, about: Metadata) -> str:
    gold = set(_words(" ".join(item.gold.authors or ())))
    authors = set(_words(" ".join(about.authors)))
    if not authors:
        return "none found"
    return "gold is the names with more of their line" if authors < gold else "another"


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text.casefold()).split()


def _text(item: Item) -> str:
    page = parse(item.html(), url=item.url, encoding=item.encoding)
    return " ".join(page.text(page.visible.nonzero()[0]).split()).casefold()


def _title_cause(item: Item, about: Metadata) -> str:
    gold, title = item.gold.title or "", about.title or ""
    page = parse(item.html(), url=item.url, encoding=item.encoding)
    headings = [page.text(int(row)) for row in page.is_tag("h1").nonzero()[0]]
    if any(compare.is_same_title(gold, heading) for heading in headings):
        return "gold is another heading, or a declared title was taken for one"
    words, wanted = title.casefold().split(), gold.casefold().split()
    if wanted and words[: len(wanted)] == wanted:
        return "gold is the beginning of the title that was taken"
    if words and wanted[: len(words)] == words:
        return "gold has more behind the title that was taken"
    if about.sources.get("title") == "h1":
        return "gold is not the heading, but (a part of) a declared title"
    return "gold differs from all titles of the page"


def _author_cause(item: Item, about: Metadata) -> str:
    gold = compare.split_names(item.gold.authors)
    authors = compare.split_names(about.authors)
    text = _text(item)
    shown = all(" ".join(name) in text for name in gold)
    if not authors:
        return "none found; the page shows it" if shown else "none found; the page does not show it"
    if gold < authors:
        return "more than gold"
    if gold > authors:
        return "fewer than gold"
    return "another; the page shows gold" if shown else "another; the page does not show gold"


def _date_cause(item: Item, about: Metadata) -> str:
    gold = item.gold.date or ""
    if about.modified is not None and compare.is_same_day(gold, about.modified):
        return "gold is when the page was changed"
    if about.date is None:
        return "none found"
    year, _, day = gold[:10].split("-")
    text = _text(item)
    is_shown = year in text and str(int(day)) in text
    return "another; the page may show gold" if is_shown else "another; the page does not show gold"


CAUSES: Final[dict[str, Callable[[Item, Metadata], str]]] = {
    "title": _title_cause,
    "author": _author_cause,
    "date": _date_cause,
}
MOZILLA_CAUSES: Final[dict[str, Callable[[Item, Metadata], str]]] = {
    "title": _mozilla_title,
    "author": _mozilla_author,
    "date": _date_cause,
}
