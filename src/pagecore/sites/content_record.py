"""The content of a page as a record: one item with the field `content`."""

from __future__ import annotations

import numpy as np

from pagecore.choice import Choice
from pagecore.page import Mask, Page
from pagecore.records import Records


def make_content_record(page: Page, choice: Choice, rows: Mask) -> Records:
    """Make a record of the content of a page.

    Args:
        page: the page.
        choice: the content; its text is the text of the field.
        rows: the rows of the field among those of the content, without elements that hold more.
    """
    numbers = np.flatnonzero(choice.content & rows)
    item = {"content": (page.render(choice.content), numbers)} if numbers.size else {}
    return Records.of(page, ("content",), [item])
