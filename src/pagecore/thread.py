"""A thread, the result of a thread method: the posts of a page with their authors and dates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput, show_value
from pagecore.page import Page, PageWarning
from pagecore.page.columns import (
    Array,
    Mask,
    check_evidence,
    check_list,
    check_numbers,
    check_row_numbers,
    freeze,
    is_fraction,
    is_integer,
)
from pagecore.page.counts import format_count
from pagecore.page.groups import find_spans, group_texts, list_rows
from pagecore.post import EXPLAINED, FIELDS, PagePost, Post, check_post, resolve_links


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
        warnings: limits that were reached, and doubts about the result.
    """

    ids: npt.NDArray[np.int32]
    posts: tuple[Post, ...]
    quoted: Mask
    confidence: float
    evidence: Mapping[str, Array] = field(default_factory=dict)
    warnings: tuple[PageWarning, ...] = ()

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
            check_post(at, post)
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

    def read(self, page: Page) -> tuple[PagePost, ...]:
        """Return the posts with their texts, their rows, their byte offsets in the source, and
        absolute links."""
        rows, quoted = list_rows(self.ids, len(self)), list_rows(self.ids, len(self), self.quoted)
        start, stop = find_spans(page, self.ids, len(self))
        return tuple(
            PagePost(
                **{name: getattr(post, name) for name in FIELDS} | resolve_links(page, post),
                text=text,
                rows=tuple(rows[at]),
                quoted_rows=tuple(quoted[at]),
                start=int(start[at]),
                stop=int(stop[at]),
                page=page,
            )
            for at, (post, text) in enumerate(zip(self.posts, self.texts(page), strict=True))
        )

    def __reduce__(self) -> tuple[Callable[..., Thread], tuple[Any, ...]]:
        return Thread, (
            self.ids, self.posts, self.quoted, self.confidence, dict(self.evidence), self.warnings
        )  # fmt: skip

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
        fields = ("post", *(name for name in EXPLAINED if getattr(post, name) is not None))
        missing = [name for name in fields if not post.recognised_by.get(name)]
        if missing:
            yield "evidence", f"recognised_by of post {at} lacks {', '.join(missing)}"
    if not result.evidence:
        yield "evidence", "the result has no evidence"
    for name, column in result.evidence.items():
        if not np.isfinite(column).all():
            yield "evidence", f"{name} has values that are not finite"
