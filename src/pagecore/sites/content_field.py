"""The field `content` of a page: the one field of methods that only choose content."""

from __future__ import annotations

import numpy as np

from pagecore.choice import Choice
from pagecore.page import Mask, Page
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


class ContentBody:
    """The body of a wrapper that only chooses content; its one field is that content."""

    def content(self, page: Page) -> Choice | None:
        """Choose the content of a page; None if the rules do not fit the page."""
        raise NotImplementedError

    def fields(self, page: Page) -> Records | None:
        """Return the content as text: one item with one field."""
        choice = self.content(page)
        return None if choice is None else record_content(page, choice, page.leaves)
