"""The output of a page, with what the counts of faults read of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from pagecore import Document, Page
from pagecore.corpora.corpus import Gold
from pagecore.page.columns import Mask
from pagecore.page.writing import WrittenBlock, render_blocks

#: The places that a class concerns, and how many of them are faults.
Count: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Output:
    """A document with what the counts read of it."""

    document: Document
    #: The expected results; None to count by the page alone.
    gold: Gold | None = None

    @property
    def page(self) -> Page:
        """The page of the last part, which is the embedded page if there is one."""
        return self.document.parts[-1].page

    @property
    def content(self) -> Mask:
        """The chosen rows of that page."""
        return self.document.parts[-1].choice.content

    @cached_property
    def text(self) -> str:
        """The plain text."""
        return self.document.text

    @cached_property
    def markdown(self) -> str:
        """The Markdown."""
        return self.document.markdown()

    @cached_property
    def blocks(self) -> list[WrittenBlock]:
        """The written blocks."""
        return list(render_blocks(self.page, self.content))

    @cached_property
    def words(self) -> str:
        """The text on one line."""
        return " ".join(self.text.split())

    @cached_property
    def words_with_images(self) -> str:
        """The text with images on one line."""
        return " ".join(self.document.to_text(images=True).split())

    @cached_property
    def gold_words(self) -> str | None:
        """The words of the gold text, as `join_words` writes them."""
        text = None if self.gold is None else self.gold.text
        return None if text is None else join_words(text)

    def count_in_gold(self, text: str) -> int | None:
        """How often the gold has a text; None without gold."""
        words = join_words(text)
        return None if self.gold_words is None else self.gold_words.count(words)

    def rows(self, *tags: str) -> list[int]:
        """The chosen rows with one of these tags."""
        return [int(row) for row in np.flatnonzero(self.page.is_tag(*tags) & self.content)]

    def line(self, row: int) -> str:
        """The text of an element on one line."""
        return " ".join(self.page.text(row).split())

    def chosen_line(self, row: int) -> str:
        """The chosen text of an element on one line."""
        chosen = np.arange(row, self.page.end[row])
        return " ".join(self.page.text(chosen[self.content[chosen]]).split())

    @cached_property
    def ids(self) -> dict[str, int]:
        """The first row with each id or anchor name."""
        rows: dict[str, int] = {}
        for name in ("id", "name"):
            codes, values = self.page.attr(name)
            for row in np.flatnonzero(codes >= 0):
                if name == "id" or self.page.name(int(row)) == "a":
                    rows.setdefault(values[codes[row]], int(row))
        return rows


def join_words(text: str) -> str:
    """Join the words of a text, each between spaces of its own, so that texts can be counted."""
    return "".join(f" {word} " for word in re.findall(r"\w+", text.lower()))
