"""The column with the titles of the pages: by their metadata, by the links to them, or as a part of
the title in their head."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pagecore.metadata import Metadata
from pagecore.page import Page
from pagecore.sites.fields.columns import FieldColumn, Values

#: Minimum share of the values of a column that must agree with its name.
MIN_AGREEMENT: Final = 0.6
#: Minimum share of the words of a head's title, without what pages share, that a value must have.
_MIN_PART: Final = 0.5
#: Words of a head's title that are read.
_MAX_WORDS: Final = 60
_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class LearnedPage:
    """What is known of a page besides its tree."""

    page: Page
    #: Values that the user labelled.
    values: Values
    #: Texts of links to the page on other pages of the site.
    link_texts: frozenset[str] = frozenset()


def find_title(
    columns: Sequence[FieldColumn], metadata: Sequence[Metadata], pages: Sequence[LearnedPage]
) -> int | None:
    """Find the node of the column that has the titles of the pages: to the letter if there is one,
    or else the texts of links to them, or else most words of the titles in their heads."""
    titles = [[of.title] if of.title else [] for of in metadata]
    link_texts = [list(page.link_texts) for page in pages]
    for expected in (titles, link_texts):
        for fold in (_join_words, fold_text):
            folded = [{fold(text) for text in texts} for texts in expected]
            for column in columns:
                if agrees(column, folded, fold):
                    return column.node
    return _find_part(columns, [_HeadTitle.of(page.page) for page in pages])


def agrees(
    column: FieldColumn,
    expected: Sequence[set[str]],
    fold: Callable[[str], str] = lambda text: fold_text(text),
) -> bool:
    """Whether most values of a column, at least two, are among those expected of their page."""
    matches = [
        fold(value) in of_page
        for value, of_page in zip(column.values, expected, strict=True)
        if value is not None
    ]
    return sum(matches) >= max(2, MIN_AGREEMENT * len(matches))


@dataclass(frozen=True)
class _HeadTitle:
    """The words of the title in the head of a page."""

    words: tuple[str, ...]

    @classmethod
    def of(cls, page: Page) -> _HeadTitle:
        # The first one: drawings have titles too.
        rows = page.is_tag("title").nonzero()[0][:1].tolist()
        words = _WORD.findall(" ".join(page.text(row) for row in rows).lower())
        return cls(tuple(words[:_MAX_WORDS]))

    def measure_part(self, text: str, start: int, stop: int) -> float:
        """Return the share of the words from `start` to `stop` that a text has, if its words are in
        the title one after the other; else 0."""
        words = tuple(_WORD.findall(text.lower()))
        # A number alone, such as that of a list's page, is no title.
        if not any(map(str.isalpha, text)):
            return 0.0
        shares = [
            (min(at + len(words), stop) - max(at, start)) / max(stop - start, 1)
            for at in range(len(self.words) - len(words) + 1)
            if self.words[at : at + len(words)] == words
        ]
        return max(shares, default=0.0)


def _find_part(columns: Sequence[FieldColumn], titles: Sequence[_HeadTitle]) -> int | None:
    """Find the column that has most words of the titles, without those that all pages have before
    and after them, such as the name of the site."""
    all_words = [title.words for title in titles]
    start = _count_shared(all_words)
    rests = [words[start:] for words in all_words]
    n_after = _count_shared([words[::-1] for words in rests])
    best, best_share = None, 0.0
    for column in columns:
        if column.kind != "text":
            continue
        shares = [
            title.measure_part(value, start, len(title.words) - n_after)
            for value, title in zip(column.values, titles, strict=True)
            if value is not None
        ]
        n_parts = sum(share >= _MIN_PART for share in shares)
        mean = sum(shares) / max(len(shares), 1)
        if n_parts >= max(2, MIN_AGREEMENT * len(shares)) and mean > best_share:
            best, best_share = column.node, mean
    return best


def _count_shared(titles: Sequence[Sequence[str]]) -> int:
    """Return the number of words that all titles begin with."""
    n_shared = 0
    for words in zip(*titles, strict=False):
        if len(set(words)) > 1:
            break
        n_shared += 1
    return n_shared


def fold_text(text: str) -> str:
    """Return the words of a text in lower case."""
    return " ".join(_WORD.findall(text.lower()))


def _join_words(text: str) -> str:
    return " ".join(text.split())
