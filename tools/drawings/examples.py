"""The pages that the drawings show, and how right a method is on them.

Both pages were written for this project. Their article is marked up with microdata, so that its
text is known exactly.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from pagecore.choice import Choice
from pagecore.metrics.words import Score, score_words
from pagecore.page import Mask, Page, parse
from pagecore.registry import find_method
from tools.drawings.outcomes import Outcome

PAGES: Final = Path(__file__).resolve().parents[2] / "tests" / "pages"
#: What the article of a page is marked up with.
ARTICLE: Final = frozenset({"headline", "description", "articleBody"})
#: Elements inside the article that do not belong to it: adverts, buttons and lists of links.
FOREIGN: Final = ("ad", "share", "read-more", "gallery")


@dataclass(frozen=True, eq=False)
class Example:
    """A page, and which of its rows are texts of the article."""

    #: What the page is called in titles.
    title: str
    page: Page
    article: Mask
    #: Parts of the page from top to bottom: an element of each, and what it is called.
    parts: tuple[tuple[int, str], ...]

    def judge(self, kept: Mask) -> dict[Outcome, Mask]:
        """Say what became of each text, as masks of text rows."""
        texts = (self.page.tag == 0) & self.page.visible
        return {
            Outcome.KEPT: texts & kept & self.article,
            Outcome.EXCESS: texts & kept & ~self.article,
            Outcome.LOST: texts & ~kept & self.article,
            Outcome.DROPPED: texts & ~kept & ~self.article,
        }

    def name_outcome(self, choice: Choice, rows: Mask) -> Outcome:
        """Say what became of most characters of some rows."""
        chars = self.page.shown(self.page.chars)
        outcomes = self.judge(choice.content)
        # Rows without text are dropped.
        names = (Outcome.DROPPED, Outcome.KEPT, Outcome.EXCESS, Outcome.LOST)
        return max(names, key=lambda name: int(chars[outcomes[name] & rows].sum()))

    def score(self, choice: Choice) -> Score:
        """Score a choice by word F1."""
        texts = self.page.tag == 0
        return score_words(self._read(self.article), self._read(choice.content & texts))

    def describe_result(self, choice: Choice) -> str:
        """Describe how right a choice is."""
        score = self.score(choice)
        return (
            f"Result: precision {score.precision:.2f}, recall {score.recall:.2f} of the words of "
            "the article."
        )

    def _read(self, rows: Mask) -> str:
        return " ".join(self.page.text(int(row)) for row in np.flatnonzero(rows))


@functools.cache
def load_example(name: str) -> Example:
    """Load a page by the name of its file."""
    page = parse((PAGES / f"{name}.html").read_bytes())
    marked = page.match_attribute("itemprop", lambda value: value in ARTICLE)
    inside = (page.above(marked) >= 0) & (page.above(page.has_class(*FOREIGN)) < 0)
    article = inside & (page.tag == 0) & page.visible
    return Example(TITLES[name], page, article, tuple(find_parts(page)))


def find_parts(page: Page) -> Iterator[tuple[int, str]]:
    """Find the elements that are known parts of a page, by id or class."""
    for row in np.flatnonzero(page.tag != 0).tolist():
        for name in (page.get(row, "id") or "", *(page.get(row, "class") or "").split()):
            if name in PARTS:
                yield row, PARTS[name]


#: The pages by the name of their file: the methods succeed on the first and fail on the second.
TITLES: Final = {"news-plain": "a plain news page", "news-today": "a news page of today"}
SUCCESS, FAILURE = TITLES
#: What parts of the pages are called, by id or class.
PARTS: Final = {
    "menu": "menu",
    "text": "article",
    "related": "related links",
    "comments": "comments",
    "footer": "footer",
    "consent": "cookie notice",
    "masthead": "menu",
    "article-head": "headline",
    "chapter": "article",
    "chapter-list": "article",
    "newsletter": "newsletter",
    "rail": "teasers",
    "site-footer": "footer",
}


def read_default(method: str, parameter: str) -> Any:
    """Read the default of a parameter of a page method."""
    return find_method(method).parameters[parameter].default


def name_element(page: Page, row: int) -> str:
    """Name an element as a selector does: `div#menu`, `p`, `div.story`."""
    name = page.name(row)
    id_, class_ = page.get(row, "id"), page.get(row, "class")
    if id_:
        return f"{name}#{id_}"
    return f"{name}.{class_.split()[0]}" if class_ and class_.split() else name


def read_text(page: Page, row: int) -> str:
    """Read the visible text below a row in one line."""
    texts = np.flatnonzero(page.under(row) & (page.tag == 0) & page.visible)
    return " ".join(" ".join(page.text(int(text)) for text in texts).split())


def join_texts(page: Page, rows: Mask) -> str:
    """Join texts of a page by blanks, because elements end words."""
    texts = np.flatnonzero(rows & (page.tag == 0)).tolist()
    return " ".join(" ".join(page.text(row) for row in texts).split())
