"""From the columns of posts to a thread: the rows of each post, and its fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Mask
from pagecore.post import Post
from pagecore.threads.fields import read_fields
from pagecore.threads.visual_posts.block_tree import BlockTree
from pagecore.threads.visual_posts.columns import (
    NAMES,
    Column,
    find_avatars,
    find_short_links,
)

_Numbers = npt.NDArray[np.int64]

#: Length limit of a field, in characters.
_MAX_FIELD: Final = 1000


def number_columns(tree: BlockTree, columns: Sequence[Column]) -> _Numbers:
    """For each row the number of the name of its column, 0 for none."""
    blocks = [(block, NAMES.index(of.name)) for of in columns for block in of.members]
    owners = tree.find_owners([block for block, _ in blocks])
    return np.array([*(number for _, number in blocks), 0], np.int64)[owners]


def read_posts(
    tree: BlockTree,
    post_of: Array,
    column: Array,
    bodies: Mask,
    numbers: Mapping[int, int],
    outer: Mapping[int, int],
) -> tuple[Post, ...]:
    """Read the fields of the posts.

    Args:
        tree: the tree of blocks.
        post_of: for each row the first row of its post, -1 outside all posts.
        column: the number of the column of each row.
        bodies: the mask of the texts of posts.
        numbers: the index of each post with a text, by its first row.
        outer: the first row of the post around a reply, by that of the reply.
    """
    page = tree.page
    fields = read_fields(page, post_of, bodies)
    times = read_fields(page, np.where(column == NAMES.index("time"), post_of, -1), bodies)
    users = _find_first(find_short_links(page) & (column == NAMES.index("user")), post_of)
    avatars = _find_first(find_avatars(tree) & ~bodies, post_of)
    n_posts = len(numbers)
    posts: list[Post] = [Post()] * n_posts
    for first, at in numbers.items():
        values = dict(fields.get(first, {}))
        reasons = dict(values.pop("recognised_by", {}))
        if "author" not in reasons and first in users:
            row = users[first]
            values |= {"author": _read_text(tree, row), "author_link": page.get(row, "href")}
            reasons["author"] = "the first short link in a column"
        time: dict[str, Any] = times.get(first, {})
        if "date" not in reasons and time.get("date"):
            values["date"] = time["date"]
            reasons["date"] = "in the column of times"
        if first in avatars and (source := page.get(avatars[first], "src")):
            values["avatar"] = source
            reasons["avatar"] = "a near-square image"
        reasons["post"] = f"one of {n_posts} similar blocks"
        if (answered := numbers.get(outer.get(first, -1), at)) < at:
            values["reply_to"] = answered
            reasons |= {"post": "inside another post", "reply_to": "inside that post"}
        posts[at] = Post(**{**values, "recognised_by": reasons})
    return tuple(posts)


def _find_first(rows: Mask, post_of: Array) -> dict[int, int]:
    """The first row of each post in a mask, by the first row of the post."""
    at = np.flatnonzero(rows & (post_of >= 0))
    posts, first = np.unique(post_of[at], return_index=True)
    return dict(zip(posts.tolist(), at[first].tolist(), strict=True))


def _read_text(tree: BlockTree, row: int) -> str:
    return " ".join(tree.page.text(row)[:_MAX_FIELD].split())
