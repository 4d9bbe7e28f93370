"""The page that a row carries inside: `srcdoc`, HTML or text in JSON, HTML in an attribute.

Pages that are drawn by scripts often bring their text along as data: in `<script
type="application/json">`, in an assignment to a global, in a `data-` attribute. What reads like
text or HTML there becomes a page of its own: one `section` per value, named by the path to it.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pagecore.page import Page

#: A tag that only real markup has.
_MARKUP = re.compile(
    r"</?(?:p|div|br|h[1-6]|ul|ol|li|table|span|a|b|i|em|strong|blockquote)\b[^>]*>"
)
#: JSON of a script that assigns it: `window.__STATE__ = {…}`.
_ASSIGNED = re.compile(r"^\s*(?:(?:var|let|const)\s+)?[\w.$\[\]\"']+\s*=\s*(?=[\[{])")
#: A value with fewer words is a label or a key, not text.
_MIN_WORDS = 8


def carried(page: Page, row: int) -> str | None:
    """The HTML of the page inside a row, or None."""
    name = page.name(row)
    if name == "iframe":
        return page.get(row, "srcdoc")
    if name == "script":
        return _from_json(_script(page, row))
    for attribute, value in page.attributes(row).items():
        if attribute.startswith("data-") or attribute in ("content", "value"):
            found = _from_json(value) or (value if _is_html(value) else None)
            if found is not None:
                return found
    return None


def _script(page: Page, row: int) -> str:
    """The JSON of a script: all of it, or what it assigns."""
    if page.end[row] == row + 1:
        return ""
    code = page.cut(row + 1)
    return _ASSIGNED.sub("", code, count=1).rstrip().rstrip(";")


def _from_json(text: str) -> str | None:
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        # What follows the value is more script.
        data, _ = json.JSONDecoder().raw_decode(text.lstrip())
    except (ValueError, RecursionError):
        return None
    sections = [
        f'<section data-path="{html.escape(path)}">{value}</section>'
        for path, value in _texts(data)
    ]
    return "\n".join(sections) or None


def _texts(data: object) -> Iterator[tuple[str, str]]:
    """Path and HTML of every value that reads like text, in the order of the data."""
    # A stack of our own: data may nest deeper than Python's.
    waiting: list[tuple[str, object]] = [("", data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend((f"{path}/{key}", inner) for key, inner in reversed(value.items()))
        elif isinstance(value, list):
            numbered = list(enumerate(value))
            waiting.extend((f"{path}/{at}", inner) for at, inner in reversed(numbered))
        elif isinstance(value, str):
            if inside := _from_json(value):
                yield path, inside
            elif _is_html(value):
                yield path, value
            elif _is_text(value):
                yield path, f"<p>{html.escape(value)}</p>"


def _is_html(value: str) -> bool:
    return "<" in value and _MARKUP.search(value) is not None


def _is_text(value: str) -> bool:
    """Sentences, not addresses, code or lists of keys."""
    if "://" in value[:8] or (value.count(" ") + 1 < _MIN_WORDS and value.isascii()):
        return False
    return len(value) >= 2 * _MIN_WORDS and not re.search(r"[{};=]{2}|function\s*\(", value)
