"""Posts as Markdown: a heading for each post, with its author and date, and its text below."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from pagecore.page import Mask, Page
from pagecore.page.groups import list_rows
from pagecore.page.writing import leave_out_tables
from pagecore.post import Post, render_groups
from pagecore.thread import Thread

#: Characters of a heading that could be markup.
_MARKUP: Final = re.compile(r"([\\`*_\[\]<>~|$#&!])")
#: Length limit of a heading, in characters.
_MAX_HEADING: Final = 200


def write_posts(
    page: Page,
    thread: Thread,
    *,
    level: int = 2,
    content: Mask | None = None,
    tables: bool = True,
    images: bool = True,
    links: bool = True,
    readings: bool = False,
) -> str:
    """Write the posts of a page as Markdown.

    Args:
        page: the page.
        thread: its thread.
        level: the level of the headings, 1 to 6.
        content: the rows to write, also those outside posts: before, between and after them. Posts
            without such a row are left out. Without it, all posts are written and nothing else.
        tables: include data tables.
        images: include images.
        links: include the targets of links.
        readings: write the readings of `ruby` in brackets after their base.
    """
    ids, n = thread.ids, len(thread)
    written = np.ones(len(page), np.bool_) if content is None else content
    if not tables:
        written = leave_out_tables(page, written)
    chosen = (ids >= 0) & written
    posts = list_rows(ids, n, chosen)
    numbers = [number for number in range(n) if posts[number]]
    first = [posts[number][0] for number in numbers]
    rest = np.zeros(0, np.int64)
    if content is not None:
        is_rest = written & (ids < 0) & page.leaves
        rest = np.flatnonzero(is_rest & ~_find_repeated(page, thread, is_rest))
    # A row outside posts is written after the post whose text begins before it.
    place = np.full(len(page), -1)
    place[rest] = np.searchsorted(first, rest, side="right")
    beside = list_rows(place, len(numbers) + 1)
    groups = [rows for at, number in enumerate(numbers) for rows in (beside[at], posts[number])]
    texts = render_groups(page, [*groups, beside[-1]], links, images, readings)
    pieces = []
    for at, number in enumerate(numbers):
        heading = f"{'#' * level} {write_heading(thread.posts[number], number + 1)}"
        pieces += [texts[2 * at], heading, texts[2 * at + 1]]
    pieces.append(texts[-1])
    return "\n\n".join(piece for piece in pieces if piece)


def _find_repeated(page: Page, thread: Thread, rows: Mask) -> Mask:
    """Find the rows that have nothing but an author or a date, which the headings have too."""
    fields = {" ".join((post.author or "").split()) for post in thread.posts}
    fields |= {" ".join((post.date or "").split()) for post in thread.posts}
    mask = np.zeros(len(page), np.bool_)
    is_short = rows & (page.chars > 0) & (page.chars <= _MAX_HEADING)
    for row in np.flatnonzero(is_short).tolist():
        mask[row] = " ".join(page.text(row).split()) in fields
    return mask


def write_heading(post: Post, number: int) -> str:
    """Write the heading of a post: its author and date, or its number if both are unknown."""
    shown = [post.author, post.date]
    parts = [" ".join(value.split()) for value in shown if value and value.strip()]
    text = ", ".join(parts)[:_MAX_HEADING]
    if not text:
        return f"Post {post.number if post.number is not None else number}"
    if post.reply_to is not None and post.reply_to + 1 != number - 1:
        text += f" (reply to post {post.reply_to + 1})"
    return _MARKUP.sub(r"\\\1", text)
