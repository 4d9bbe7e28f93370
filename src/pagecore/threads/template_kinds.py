"""Kinds of elements: a template writes the same kind again for every post."""

from __future__ import annotations

import numpy as np

from pagecore import _core
from pagecore.page import Array, Page


def number_kinds(page: Page) -> Array:
    """Number the kinds of elements: their name and first class, without digits in the class and
    without classes that alternate from row to row, such as `odd`."""
    return np.frombuffer(_core.number_kinds(page._table), np.int64)
