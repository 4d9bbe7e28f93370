"""The step `articles`: leave out other articles that follow the page's own article in full.

Sites load further articles below the one that a page is about. They share its template: elements
of one kind beside each other, each with a heading and a date (`time`) of its own. The page's own
article is the one whose heading is the title of the page.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Final

import numpy as np

from pagecore.choice import Choice, Part
from pagecore.metadata import read_metadata
from pagecore.page import Page
from pagecore.page.columns import Mask
from pagecore.steps.step import Parts, Request

#: The name of the step in the log, and its reason.
ARTICLES: Final = "articles"
ANOTHER: Final = "another article, which follows the page's own"

#: Minimum number of chosen words of an article.
_MIN_WORDS: Final = 80
#: Minimum share of the words of title and heading that both have, for the own article.
_MIN_SIMILARITY: Final = 0.5
#: Elements that may hold an article.
_CONTAINERS: Final = ("article", "div", "section", "li")
_HEADINGS: Final = ("h1", "h2", "h3")


def drop_other_articles(parts: Parts, request: Request) -> Parts:
    """Remove other articles that follow the page's own."""
    return tuple(Part(page, keep_own_article(page, choice)) for page, choice in parts)


def keep_own_article(page: Page, choice: Choice) -> Choice:
    """Remove the articles of a choice that follow the page's own and share its template. Pages
    that are lists of articles, by their type or title, stay whole."""
    if choice.types and max(choice.types, key=choice.types.__getitem__) != "article":
        return choice
    for articles in _find_templates(page, choice.content):
        titles = [_read_heading(page, row, choice.content) for row in articles]
        own = _find_own(read_metadata(page).title, titles)
        if own is not None and own + 1 < len(articles):
            others = np.zeros(len(page), np.bool_)
            for row in articles[own + 1 :]:
                others[row : page.end[row]] = True
            return choice.drop(page, others, ARTICLES, ANOTHER)
    return choice


def _find_templates(page: Page, content: Mask) -> list[list[int]]:
    """Find groups of elements with the same parent, tag and class, each with a chosen heading of
    one level and a date of its own."""
    headings = np.flatnonzero(page.is_tag(*_HEADINGS) & content)
    dates = np.flatnonzero(page.is_tag("time"))
    if headings.size < 2 or dates.size < 2:
        return []
    words = page.below(np.where(content, page.shown(page.words), 0))
    codes, _ = page.attr("class")
    groups: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for row in np.flatnonzero(page.is_tag(*_CONTAINERS) & (words >= _MIN_WORDS)).tolist():
        groups[int(page.parent[row]), int(page.tag[row]), int(codes[row])].append(row)
    templates = []
    for rows in groups.values():
        if len(rows) < 2:
            continue
        ends = page.end[rows]
        first_heading = np.searchsorted(headings, rows)
        first_date = np.searchsorted(dates, rows)
        has_heading = (first_heading < headings.size) & (
            headings[np.minimum(first_heading, headings.size - 1)] < ends
        )
        has_date = (first_date < dates.size) & (
            dates[np.minimum(first_date, dates.size - 1)] < ends
        )
        if has_heading.all() and has_date.all():
            levels = page.tag[headings[first_heading]]
            if (levels == levels[0]).all():
                templates.append(rows)
    return templates


def _read_heading(page: Page, article: int, content: Mask) -> str:
    inside = np.arange(article, page.end[article])
    headings = inside[(page.is_tag(*_HEADINGS) & content)[inside]]
    return page.text(int(headings[0]))


def _find_own(title: str | None, headings: list[str]) -> int | None:
    """Find the article whose heading is the title; None if there is none, or more than one."""
    wanted = _split_words(title or "")
    matches = [
        number
        for number, heading in enumerate(map(_split_words, headings))
        if len(wanted & heading) >= _MIN_SIMILARITY * max(len(wanted | heading), 1)
    ]
    return matches[0] if len(matches) == 1 else None


def _split_words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
