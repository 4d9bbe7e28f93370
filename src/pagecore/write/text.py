"""Plain text, written by the core."""

from __future__ import annotations

import numpy as np

from pagecore.choice import Choice
from pagecore.page import Page


def plain_text(page: Page, choice: Choice) -> str:
    """The chosen rows as a person would copy them from the screen: blocks on lines of their own,
    items marked, cells parted by tabs, code as it stands."""
    return page._table.plain_text(choice.content.view(np.uint8))
