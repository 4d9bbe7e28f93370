"""The verb `posts`: from a page to its thread."""

from __future__ import annotations

import operator
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import numpy as np

from pagecore._core import FEW_WORDS
from pagecore.choice import Choice
from pagecore.errors import BadOption, show_value
from pagecore.page import Page, PageWarning, expect_page
from pagecore.page.counts import format_count
from pagecore.registry import THREAD, find_method
from pagecore.thread import Thread


def posts(
    page: Page,
    *,
    method: str | None = None,
    now: datetime | str | None = None,
    **parameters: object,
) -> Thread:
    """Find the posts of a thread, such as a forum thread, comments, or questions and answers.

    Args:
        page: a parsed page; the result refers to its rows.
        method: a method of the family `thread`; `pagecore methods` lists them.
        now: when the page was fetched, for dates such as `3 hours ago` and `March 30`: a datetime
            or ISO 8601. Without it, `published` of such dates is None.
        parameters: parameters of the method.

    Returns:
        The thread. Without posts, it has the warning `no-posts`. `thread.read(page)` returns the
        posts with their texts and with absolute links.
    """
    chosen = find_method(THREAD.default if method is None else method, THREAD.name)
    options: dict[str, Any] = chosen.check_options(parameters, posts)
    reference = read_reference(now)
    thread: Thread = chosen(expect_page("posts", page), **options)
    return _complete(page, thread, reference)


#: The page type of threads, and the minimum confidence and share of the content's words in posts
#: for a document to be one.
THREAD_TYPE: Final = "forum"
MIN_CONFIDENCE: Final = 0.5
MIN_SHARE: Final = 0.7


def find_thread(page: Page, choice: Choice, page_type: str | None) -> Thread | None:
    """Find the thread of an extracted page, or None if the page is no thread: its type is another,
    the confidence is low, or the posts have too few words of the content."""
    if page_type != THREAD_TYPE:
        return None
    thread = posts(page)
    if thread.confidence < MIN_CONFIDENCE:
        return None
    n_words = int(page.words[choice.content].sum())
    n_in_posts = int(page.words[choice.content & (thread.ids >= 0)].sum())
    return thread if n_in_posts >= MIN_SHARE * n_words else None


def read_reference(now: datetime | str | None) -> np.datetime64 | None:
    """Return the reference time of relative dates, in its own time zone, or raise `BadOption`."""
    if now is None:
        return None
    try:
        moment = datetime.fromisoformat(now) if isinstance(now, str) else now
        return np.datetime64(moment.replace(tzinfo=None), "s")
    except (ValueError, AttributeError):
        raise BadOption(
            f"now={show_value(now, 200)}: expected a datetime, or ISO 8601 such as 2024-05-01T18:30"
        ) from None


def _complete(page: Page, thread: Thread, now: np.datetime64 | None) -> Thread:
    """Add the dates in ISO 8601 that the method has not read, and warn if there are no posts."""
    # Imported here, because most programs read no posts.
    from pagecore.threads.date_reading import read_published
    from pagecore.threads.post_fields import read_language

    language = read_language(page)
    completed = []
    for post in thread.posts:
        published = post.published
        if post.date is not None and published is None:
            published = read_published(post.date, language, now)
        is_new = published != post.published
        completed.append(replace(post, published=published) if is_new else post)
    warnings = thread.warnings if completed else (*thread.warnings, _warn_of_none(page))
    if warnings == thread.warnings and all(map(operator.is_, completed, thread.posts)):
        return thread
    return replace(thread, posts=tuple(completed), warnings=warnings)


def _warn_of_none(page: Page) -> PageWarning:
    n_words = page.count_words(page.visible)
    if n_words < FEW_WORDS:
        shown = "no text" if n_words == 0 else f"almost no text, {format_count(n_words, 'word')}"
        has_scripts = bool(page.is_tag("script").any())
        cause = f"it may {'need scripts or ' if has_scripts else ''}be an error page"
        message = f"no posts were found: the page shows {shown}; {cause}"
    else:
        message = (
            f"no posts were found: the page shows {format_count(n_words, 'word')}, but no elements "
            "that look like posts, with authors or dates"
        )
    return PageWarning("no-posts", message, -1, -1, n_words)
