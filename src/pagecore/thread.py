"""A thread, the result of a thread method: the posts of a page with their authors and dates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput, show_value
from pagecore.page import Page
from pagecore.page.columns import (
    Array,
    Mask,
    check_evidence,
    check_list,
    check_mapping,
    check_numbers,
    check_row_numbers,
    freeze,
    is_fraction,
    is_integer,
)
from pagecore.page.counts import format_count
from pagecore.page.groups import group_texts


@dataclass(frozen=True)
class Post:
    """The fields of a post. Author, date and links are as written in the page; unknown fields are
    None."""

    #: The displayed name.
    author: str | None = None
    #: The address of the author's profile; `page.resolve_url` resolves it.
    author_link: str | None = None
    date: str | None = None
    #: The address of the post, or its anchor in the page.
    link: str | None = None
    #: The displayed number of the post.
    number: int | None = None
    #: The index of the earlier post that it answers.
    reply_to: int | None = None
    #: How the post and each field were recognised, in words: `{"date": "a time element"}`.
    recognised_by: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make the mapping read-only; `Thread` checks the fields."""
        recognised_by = MappingProxyType(check_mapping("recognised_by", self.recognised_by))
        object.__setattr__(self, "recognised_by", recognised_by)

    def __reduce__(self) -> tuple[Callable[..., Post], tuple[Any, ...]]:
        *values, recognised_by = (getattr(self, column.name) for column in fields(self))
        return Post, (*values, dict(recognised_by))


@dataclass(frozen=True, eq=False)
class Thread:
    """The posts of a page, in the order of their first rows.

    Attributes:
        ids: the post whose text each row is, -1 outside all posts. A row belongs to one post: a
            reply nested in a post is not part of that post.
        posts: the posts.
        quoted: the mask of rows that quote another post.
        confidence: the method's confidence in the thread, 0 to 1.
        evidence: the method's own quantities, one value per row of the page.
    """

    ids: npt.NDArray[np.int32]
    posts: tuple[Post, ...]
    quoted: Mask
    confidence: float
    evidence: Mapping[str, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check the invariants, and make the columns read-only."""
        ids = check_row_numbers("ids", self.ids)
        posts = check_list("posts", self.posts, "a list of Post")
        n = len(ids)
        numbers, first = np.unique(ids[ids >= 0], return_index=True)
        if (ids < -1).any() or numbers.tolist() != list(range(len(posts))):
            raise BadInput(f"ids: expected rows of each of the {len(posts)} posts, and -1 outside")
        if (np.diff(first) < 0).any():
            raise BadInput("posts are not in the order of their first rows")
        quoted = check_numbers("quoted", self.quoted, n).astype(np.bool_)
        if (quoted & (ids < 0)).any():
            raise BadInput("quoted: a row outside all posts cannot be quoted in one")
        if not is_fraction(self.confidence):
            raise BadInput(
                f"confidence={show_value(self.confidence, 200)}: expected a number, 0 to 1"
            )
        for at, post in enumerate(posts):
            _check_post(at, post)
        evidence = check_evidence(self.evidence, n)
        object.__setattr__(self, "ids", freeze(ids))
        object.__setattr__(self, "posts", posts)
        object.__setattr__(self, "quoted", freeze(quoted))
        object.__setattr__(self, "evidence", evidence)

    def __len__(self) -> int:
        return len(self.posts)

    def rows(self, post: int) -> Mask:
        """Return the mask of a post's text, by the index of the post."""
        if not is_integer(post):
            raise BadInput(f"post {show_value(post)}: expected an integer")
        if not 0 <= post < len(self):
            raise IndexError(
                f"post {show_value(post)} is out of range: there are {len(self)} posts"
            )
        mask: Mask = self.ids == post
        return mask

    def texts(self, page: Page) -> list[str]:
        """Return the text of each post, one line per block."""
        return group_texts(page, self.ids, len(self))

    def __reduce__(self) -> tuple[Callable[..., Thread], tuple[Any, ...]]:
        return Thread, (self.ids, self.posts, self.quoted, self.confidence, dict(self.evidence))

    def __repr__(self) -> str:
        return f"<Thread: {format_count(len(self), 'post')}, confidence {self.confidence:.2f}>"


def check_thread(page: Page, result: object) -> Iterator[tuple[str, str]]:
    """Check the result of a thread method; yield each broken rule with a description.

    `Thread` checks its invariants when it is created.
    """
    if not isinstance(result, Thread):
        yield "result", f"expected a Thread, not {type(result).__name__}"
        return
    if len(result.ids) != len(page):
        yield "result", f"the result has {len(result.ids)} rows, but the page has {len(page)}"
    for at, post in enumerate(result.posts):
        fields = ("post", *(name for name in _FIELDS if getattr(post, name) is not None))
        missing = [name for name in fields if not post.recognised_by.get(name)]
        if missing:
            yield "evidence", f"recognised_by of post {at} lacks {', '.join(missing)}"
    if not result.evidence:
        yield "evidence", "the result has no evidence"
    for name, column in result.evidence.items():
        if not np.isfinite(column).all():
            yield "evidence", f"{name} has values that are not finite"


#: The fields of a post that need an entry in `recognised_by`.
_FIELDS = ("author", "date", "link", "number", "reply_to")


def _check_post(at: int, post: Post) -> None:
    if not isinstance(post, Post):
        raise BadInput(f"post {at}: expected a Post, not {type(post).__name__}")
    for name in ("author", "author_link", "date", "link"):
        value = getattr(post, name)
        if value is not None and not isinstance(value, str):
            raise BadInput(f"post {at}: {name}={show_value(value, 200)}: expected a text, or None")
    reply_to, number = post.reply_to, post.number
    if reply_to is not None and not (is_integer(reply_to) and 0 <= reply_to < at):
        raise BadInput(
            f"post {at}: reply_to={show_value(reply_to)}: expected the index of an earlier post"
        )
    if number is not None and not (is_integer(number) and number >= 0):
        raise BadInput(
            f"post {at}: number={show_value(number, 200)}: expected an integer, 0 or more"
        )
    if unknown := set(post.recognised_by) - {"post", *_FIELDS}:
        raise BadInput(f"post {at}: recognised_by has {sorted(unknown)}: expected names of fields")
