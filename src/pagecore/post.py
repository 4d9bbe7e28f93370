"""A post of a thread: its fields, and how each was recognised."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from types import MappingProxyType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput, show_value
from pagecore.page import Page
from pagecore.page.columns import check_mapping, is_integer


@dataclass(frozen=True)
class Post:
    """The fields of a post. Texts, dates and links are as written in the page; unknown fields are
    None."""

    #: The displayed name.
    author: str | None = None
    #: The address of the author's profile; in a `PagePost`, it and the other links are absolute.
    author_link: str | None = None
    date: str | None = None
    #: The date in ISO 8601, with the time if the page shows it: `2024-05-01T18:30`.
    published: str | None = None
    #: The address of the post, or its anchor in the page.
    link: str | None = None
    #: The displayed number of the post.
    number: int | None = None
    #: The index of the earlier post that it answers.
    reply_to: int | None = None
    #: The address of the author's picture.
    avatar: str | None = None
    #: The author's title or group, such as `Moderator`.
    rank: str | None = None
    #: When the author joined.
    joined: str | None = None
    #: Where the author says to be.
    location: str | None = None
    #: The number of posts of the author.
    post_count: int | None = None
    #: The note about a later change: `Last edited by Ada; 2 May at 10:00`.
    edited: str | None = None
    #: Votes, likes, or stars of a review.
    score: float | None = None
    #: Whether the post is marked as the answer to the question; None if it is not.
    accepted: bool | None = None
    #: How the post and each field were recognised, in words: `{"date": "a time element"}`.
    recognised_by: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Make the mapping read-only; `Thread` checks the fields."""
        recognised_by = MappingProxyType(check_mapping("recognised_by", self.recognised_by))
        object.__setattr__(self, "recognised_by", recognised_by)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        values = {column.name: getattr(self, column.name) for column in fields(self)}
        return _make_post, ({**values, "recognised_by": dict(self.recognised_by)},)


@dataclass(frozen=True)
class PagePost(Post):
    """A post with its text and place in a page; `Thread.read` and `Document.posts` return these.
    Links are absolute if the page has a URL."""

    #: Its text, one line per block.
    text: str = ""
    #: The rows of its text, and those of them that quote another post.
    rows: tuple[int, ...] = field(default=(), repr=False)
    quoted_rows: tuple[int, ...] = field(default=(), repr=False)
    #: Byte offsets of its text in `page.source`; `stop` is one past the end.
    start: int = 0
    stop: int = 0
    page: Page | None = field(default=None, repr=False, compare=False)

    def markdown(self, *, links: bool = True, images: bool = True) -> str:
        """Render the text as Markdown.

        Args:
            links: include the targets of links.
            images: include images.
        """
        return "" if self.page is None else render_rows(self.page, self.rows, links, images)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        values = {column.name: getattr(self, column.name) for column in fields(self)}
        return _make_page_post, ({**values, "recognised_by": dict(self.recognised_by)},)


def resolve_links(page: Page, post: Post) -> dict[str, str]:
    """Return the links of a post by name, resolved as far as the page has a base URL."""
    links = {name: getattr(post, name) for name in LINKS}
    return {name: page.resolve_url(link) or link for name, link in links.items() if link}


def render_rows(
    page: Page, rows: npt.ArrayLike, links: bool, images: bool, readings: bool = False
) -> str:
    """Render some rows of a page as Markdown, without the markup of lists and quotations around
    them."""
    mask = np.zeros(len(page), np.bool_)
    numbers = np.asarray(rows, np.int64)
    if not numbers.size:
        return ""
    mask[numbers] = True
    options = {"links": links, "images": images, "readings": readings}
    text = page.render(page.below(mask, how="any"), "markdown", **options)
    for name in _list_wrappers(page, int(numbers.min()), int(numbers.max())):
        text = _unwrap(text, name)
    return text.strip()


def render_groups(
    page: Page,
    groups: Sequence[Sequence[int]],
    links: bool = True,
    images: bool = True,
    readings: bool = False,
) -> list[str]:
    """Render several groups of rows as Markdown. Each takes time for the whole page, so that those
    of a page with very many are written as plain text, without their structure."""
    if len(groups) * len(page) <= MAX_RENDERED:
        return [render_rows(page, rows, links, images, readings) for rows in groups]
    texts = (" ".join(page.text(row).split()) for rows in groups for row in rows)
    sizes = [len(rows) for rows in groups]
    return [_MARKUP.sub(r"\\\1", " ".join(islice(texts, size))) for size in sizes]


def _list_wrappers(page: Page, first: int, last: int) -> list[str]:
    """The list items and quotations around some rows, the outermost first."""
    wrappers: list[str] = []
    row = first if page.tag[first] != 0 else int(page.parent[first])
    for _ in range(_MAX_LEVELS):
        if row < 0:
            break
        name = page.names[page.tag[row]]
        if page.end[row] > last and name in ("li", "blockquote"):
            wrappers.append(name)
        row = int(page.parent[row])
    return wrappers[::-1]


def _unwrap(text: str, name: str) -> str:
    """Remove the mark of a list item, or those of a quotation, if the whole text is in it."""
    lines = text.split("\n")
    if name == "blockquote":
        is_quoted = all(line.startswith(">") or not line for line in lines)
        return "\n".join(_QUOTED.sub("", line) for line in lines) if is_quoted else text
    match = _ITEM.match(lines[0])
    if match is None:
        return text
    width = match.end()
    indent = " " * width
    is_item = all(line.startswith(indent) or not line.strip() for line in lines[1:])
    return "\n".join(line[width:] for line in lines) if is_item else text


#: Maximum number of posts times rows of the page that are rendered with their structure.
MAX_RENDERED: Final = 200_000_000
#: Characters that could be markup.
_MARKUP: Final = re.compile(r"([\\`*_\[\]<>~|$#&!])")
_ITEM: Final = re.compile(r"(?:[-*+]|\d{1,9}[.)])\s+")
_QUOTED: Final = re.compile(r"^> ?")
#: Elements around a post that are looked at.
_MAX_LEVELS: Final = 256

#: All fields.
FIELDS: Final = tuple(column.name for column in fields(Post))
#: The fields that are addresses.
LINKS: Final = ("link", "author_link", "avatar")
#: The fields that are texts.
TEXTS: Final = (
    "author", "author_link", "date", "link", "published", "avatar", "rank", "joined", "location",
    "edited",
)  # fmt: skip
#: The fields that need an entry in `recognised_by`. The link of an author belongs to the author,
#: and the date in ISO 8601 to the date.
EXPLAINED: Final = (
    "author", "date", "link", "number", "reply_to", "avatar", "rank", "joined", "location",
    "post_count", "edited", "score", "accepted",
)  # fmt: skip


def check_post(at: int, post: object) -> None:
    """Raise `BadInput` if a post, the one with the index `at`, is not valid."""
    if not isinstance(post, Post):
        raise BadInput(f"post {at}: expected a Post, not {type(post).__name__}")
    for name in TEXTS:
        value = getattr(post, name)
        if value is not None and not isinstance(value, str):
            raise BadInput(f"post {at}: {name}={show_value(value, 200)}: expected a text, or None")
    reply_to = post.reply_to
    if reply_to is not None and not (is_integer(reply_to) and 0 <= reply_to < at):
        raise BadInput(
            f"post {at}: reply_to={show_value(reply_to)}: expected the index of an earlier post"
        )
    for name in ("number", "post_count"):
        value = getattr(post, name)
        if value is not None and not (is_integer(value) and value >= 0):
            raise BadInput(
                f"post {at}: {name}={show_value(value, 200)}: expected an integer, 0 or more"
            )
    if post.score is not None and not _is_number(post.score):
        raise BadInput(f"post {at}: score={show_value(post.score, 200)}: expected a finite number")
    if post.accepted is not None and not isinstance(post.accepted, bool):
        raise BadInput(f"post {at}: accepted={show_value(post.accepted, 200)}: expected a bool")
    if unknown := set(post.recognised_by) - {"post", *EXPLAINED}:
        raise BadInput(f"post {at}: recognised_by has {sorted(unknown)}: expected names of fields")


def _is_number(value: object) -> bool:
    is_finite = isinstance(value, float) and abs(value) < float("inf")
    return is_finite or is_integer(value)


def _make_post(values: Mapping[str, Any]) -> Post:
    return Post(**values)


def _make_page_post(values: Mapping[str, Any]) -> PagePost:
    return PagePost(**values)
