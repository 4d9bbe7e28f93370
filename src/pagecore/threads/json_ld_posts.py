"""Read the posts that a page declares as JSON-LD, for fields that its markup does not show."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from pagecore.page import Page
from pagecore.threads.date_reading import read_published

#: Types of schema.org whose items are posts.
_TYPES: Final = frozenset(
    {"DiscussionForumPosting", "Question", "Answer", "Comment", "Review", "SocialMediaPosting"}
)
_SIGN: Final = re.compile(rb"DiscussionForumPosting|QAPage|\"Comment\"|\"Answer\"|\"Review\"")
_TAG: Final = re.compile(r"<[^<>]{0,200}>")
#: Longer scripts are not read, in characters; neither are more values than this.
_MAX_CHARS: Final = 2_000_000
_MAX_VALUES: Final = 20_000
#: Letters and digits at the beginning of a text by which it is recognised.
_KEY: Final = 60


def declares_posts(page: Page) -> bool:
    """Whether a page may declare posts as JSON-LD."""
    source = page.source
    scripts = _find_scripts(page) if b"ld+json" in source else []
    return any(
        _SIGN.search(source, int(page.start[row]), int(page.stop[row])) is not None
        for row in scripts
    )


def _find_scripts(page: Page) -> list[int]:
    is_data = page.match_attribute("type", lambda value: "ld+json" in value)
    rows: list[int] = np.flatnonzero(page.is_tag("script") & is_data).tolist()
    return rows


def add_declared(page: Page, texts: Sequence[str], fields: Sequence[dict[str, Any]]) -> None:
    """Add the author, the date and the votes that JSON-LD declares to posts that lack them.

    Args:
        page: the page.
        texts: the texts of the posts.
        fields: the fields of the posts, which are changed.
    """
    declared: dict[str, dict[str, Any]] = {}
    for item in _list_items(page):
        key = _make_key(_TAG.sub(" ", _read_text(item, "text", "articleBody", "reviewBody")))
        if len(key) >= _KEY // 4:
            declared.setdefault(key, item)
    for text, values in zip(texts, fields, strict=True):
        item = declared.get(_make_key(text), {})
        for name, value in _read_fields(item).items():
            if values.get(name) is None and value is not None:
                values[name] = value
                if name != "published":
                    values["recognised_by"][name] = "JSON-LD"


def _list_items(page: Page) -> Iterator[dict[str, Any]]:
    """The objects that are posts, in document order."""
    for row in _find_scripts(page):
        text = "" if page.end[row] == row + 1 else page.source_of(row + 1)
        if len(text) > _MAX_CHARS:
            continue
        try:
            stack = [json.loads(text)]
        except (ValueError, RecursionError):
            continue
        for _ in range(_MAX_VALUES):
            if not stack:
                break
            value = stack.pop()
            if isinstance(value, list):
                stack += reversed(value)
            elif isinstance(value, dict):
                kinds = value.get("@type")
                if not _TYPES.isdisjoint(kinds if isinstance(kinds, list) else [str(kinds)]):
                    yield value
                stack += [part for part in value.values() if isinstance(part, dict | list)][::-1]


def _read_fields(item: dict[str, Any]) -> dict[str, Any]:
    author = item.get("author")
    author = author[0] if isinstance(author, list) and author else author
    name = author.get("name") if isinstance(author, dict) else author
    date = _read_text(item, "dateCreated", "datePublished") or None
    score = item.get("upvoteCount")
    return {
        "author": name if isinstance(name, str) and name.strip() else None,
        "date": date,
        "published": None if date is None else read_published(date, ""),
        "score": float(score) if isinstance(score, int | float) else None,
    }


def _read_text(item: dict[str, Any], *names: str) -> str:
    return next((value for name in names if isinstance(value := item.get(name), str)), "")


def _make_key(text: str) -> str:
    return "".join(c for c in text[: 4 * _KEY].casefold() if c.isalnum())[:_KEY]
