"""The verb `segment`: from a page to its segments."""

from __future__ import annotations

from typing import Any

from pagecore.page import Page, expect_page
from pagecore.registry import SEGMENT, find_method
from pagecore.segmentation import Segmentation


def segment(page: Page, *, method: str | None = None, **parameters: object) -> Segmentation:
    """Divide a page into segments.

    Args:
        page: a parsed page; the result refers to its rows.
        method: a method of the family `segment`; `pagecore methods` lists them.
        parameters: parameters of the method.
    """
    chosen = find_method(SEGMENT.default if method is None else method, SEGMENT.name)
    options: dict[str, Any] = chosen.check_options(parameters, segment)
    segmentation: Segmentation = chosen(expect_page("segment", page), **options)
    return segmentation
