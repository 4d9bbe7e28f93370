"""The result of a thread method: the posts of a page, and what is known of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput
from pagecore.page import Page
from pagecore.page.columns import Array, Mask, frozen, numeric, whole
from pagecore.page.groups import group_texts


@dataclass(frozen=True)
class Post:
    """What is known of a post. Author, date and links are as the page writes them."""

    #: The name that is shown.
    author: str | None = None
    #: The address of the author's profile; `page.join` makes a URL of it.
    author_link: str | None = None
    date: str | None = None
    #: The address of the post itself, or the anchor it has in the page.
    link: str | None = None
    #: The number that the page gives it.
    number: int | None = None
    #: The earlier post that it answers, by its place in the thread.
    reply_to: int | None = None
    #: What the post and each field were recognised by, in words: `{"date": "a time element"}`.
    recognised_by: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Thread:
    """The posts of a page, in the order of their first rows.

    Attributes:
        ids: for each row the number of the post whose text it is, -1 outside all posts. A row
            belongs to one post: what a reply says is no part of the post it stands in.
        posts: the table of posts.
        quoted: the rows that repeat another post.
        confidence: how sure the method is that this is the thread, 0 to 1.
        evidence: the method's own quantities, one value per row of the page.
    """

    ids: npt.NDArray[np.int32]
    posts: tuple[Post, ...]
    quoted: Mask
    confidence: float
    evidence: Mapping[str, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check what always holds, and make the columns read-only."""
        ids, posts = whole("ids", self.ids).astype(np.int32), tuple(self.posts)
        if ids.ndim != 1:
            raise BadInput(f"ids has the shape {ids.shape}: expected one dimension")
        n = len(ids)
        known, first = np.unique(ids[ids >= 0], return_index=True)
        if (ids < -1).any() or known.tolist() != list(range(len(posts))):
            raise BadInput(f"ids: expected rows of each of the {len(posts)} posts, and -1 outside")
        if (np.diff(first) < 0).any():
            raise BadInput("posts are not in the order of their first rows")
        quoted = numeric("quoted", self.quoted, n).astype(np.bool_)
        if (quoted & (ids < 0)).any():
            raise BadInput("quoted: a row outside all posts cannot be quoted in one")
        if not 0 <= self.confidence <= 1:
            raise BadInput(f"confidence={self.confidence!r}: expected a number, 0 to 1")
        for at, post in enumerate(posts):
            _check_post(at, post)
        evidence = {
            name: frozen(numeric(name, values, n)) for name, values in self.evidence.items()
        }
        object.__setattr__(self, "ids", frozen(ids))
        object.__setattr__(self, "posts", posts)
        object.__setattr__(self, "quoted", frozen(quoted))
        object.__setattr__(self, "evidence", MappingProxyType(evidence))

    def __len__(self) -> int:
        return len(self.posts)

    def rows(self, post: int) -> Mask:
        """The rows of a post's text, by its place in the thread."""
        if not 0 <= post < len(self):
            raise IndexError(f"post {post} of {len(self)}")
        mask: Mask = self.ids == post
        return mask

    def texts(self, page: Page) -> list[str]:
        """The text of each post, blocks on lines of their own."""
        return group_texts(page, self.ids, len(self))

    def __reduce__(self) -> tuple[Callable[..., Thread], tuple[Any, ...]]:
        return Thread, (self.ids, self.posts, self.quoted, self.confidence, dict(self.evidence))

    def __repr__(self) -> str:
        return f"<Thread: {len(self)} posts, confidence {self.confidence:.2f}>"


def check_thread(page: Page, result: object) -> Iterator[tuple[str, str]]:
    """Yield each rule that the result of a thread method breaks, with what is wrong. What holds for
    every `Thread` is checked when it is made."""
    if not isinstance(result, Thread):
        yield "result", f"expected a Thread, not {type(result).__name__}"
        return
    if len(result.ids) != len(page):
        yield "result", f"it has {len(result.ids)} rows, and the page has {len(page)}"
    for at, post in enumerate(result.posts):
        fields = ("post", *(name for name in _FIELDS if getattr(post, name) is not None))
        missing = [name for name in fields if not post.recognised_by.get(name)]
        if missing:
            yield "evidence", f"post {at} does not say what {', '.join(missing)} was recognised by"
    if not result.evidence:
        yield "evidence", "there is none"
    for name, column in result.evidence.items():
        if not np.isfinite(column).all():
            yield "evidence", f"{name} has values that are not finite"


#: The fields of a post that say what they were recognised by.
_FIELDS = ("author", "date", "link", "number", "reply_to")


def _check_post(at: int, post: Post) -> None:
    if not isinstance(post, Post):
        raise BadInput(f"post {at}: expected a Post, not {type(post).__name__}")
    if post.reply_to is not None and not 0 <= post.reply_to < at:
        raise BadInput(
            f"post {at}: reply_to={post.reply_to!r}: expected the place of an earlier one"
        )
    if post.number is not None and post.number < 0:
        raise BadInput(f"post {at}: number={post.number!r}: expected 0 or more")
    if unknown := set(post.recognised_by) - {"post", *_FIELDS}:
        raise BadInput(f"post {at}: recognised_by has {sorted(unknown)}: expected names of fields")
