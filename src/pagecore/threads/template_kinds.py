"""Kinds of elements: a template writes the same kind again for every post."""

from __future__ import annotations

import numpy as np

from pagecore.page import Array, Page


def number_kinds(page: Page) -> Array:
    """Number the kinds of elements: their name and first class, without digits in the class."""
    ids, values = page.attr("class")
    names = [
        "",
        *("".join(c for c in (value.split() or [""])[0] if not c.isdigit()) for value in values),
    ]
    number = {name: at for at, name in enumerate(dict.fromkeys(names))}
    class_numbers = np.array([number[name] for name in names], np.int64)
    return class_numbers.take(ids + 1) * (int(page.tag.max()) + 1) + page.tag
