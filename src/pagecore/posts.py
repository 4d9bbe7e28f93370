"""The verb `posts`: from a page to its thread."""

from __future__ import annotations

from typing import Any

from pagecore.page import Page, expect_page
from pagecore.registry import THREAD, find_method
from pagecore.thread import Thread


def posts(page: Page, *, method: str | None = None, **parameters: object) -> Thread:
    """Find the posts of a thread, such as a forum thread, comments, or questions and answers.

    Args:
        page: a parsed page; the result refers to its rows.
        method: a method of the family `thread`; `pagecore methods` lists them.
        parameters: parameters of the method.
    """
    chosen = find_method(THREAD.default if method is None else method, THREAD.name)
    options: dict[str, Any] = chosen.check_options(parameters, posts)
    thread: Thread = chosen(expect_page("posts", page), **options)
    return thread
