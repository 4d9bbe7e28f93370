"""The field `content` of a page: the one field of methods that only choose content."""

from __future__ import annotations

import numpy as np

from pagecore.choice import Choice
from pagecore.fit import Fit
from pagecore.page import Mask, Page, tags
from pagecore.records import Records


def record_content(page: Page, choice: Choice, rows: Mask) -> Records:
    """Return the content of a page as one item with one field.

    Args:
        page: the page.
        choice: its content.
        rows: the rows that hold the content. The elements around them are content too, but they
            hold more.
    """
    numbers = np.flatnonzero(choice.content & rows)
    item = {"content": (page.render(choice.content), numbers)} if numbers.size else {}
    return Records.of(page, ("content",), [item])


def refuse_empty(page: Page, fit: Fit, choice: Choice) -> tuple[Fit, Choice | None]:
    """Return a choice with its fit. Rules that choose no text of a page with text do not fit it, so
    that the page is left to another method."""
    if has_text(page, choice.content) or not has_text(page, page.visible):
        return fit, choice
    return Fit(0, f"the rules choose none of its text, although {fit.reason}"), None


def has_text(page: Page, rows: Mask) -> bool:
    """Whether one of these rows is a text that is not blank."""
    return bool((rows & page.visible & (page.tag == tags.TEXT) & (page.chars > 0)).any())


class ContentBody:
    """The body of a wrapper that only chooses content; its one field is that content."""

    def judge(self, page: Page) -> tuple[Fit, Choice | None]:
        """Return how well the rules fit a page, and its content if they fit."""
        raise NotImplementedError

    def fit(self, page: Page) -> Fit:
        """Return how well the rules fit a page."""
        return self.judge(page)[0]

    def content(self, page: Page) -> Choice | None:
        """Choose the content of a page; None if the rules do not fit the page."""
        return self.judge(page)[1]

    def fields(self, page: Page) -> Records | None:
        """Return the content as text: one item with one field."""
        choice = self.content(page)
        return None if choice is None else record_content(page, choice, page.leaves)
