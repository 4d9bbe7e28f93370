"""What React streams to a page: `self.__next_f.push([1, "…"])`, in pieces over many scripts.

The pieces make one text of rows. A row has a number and then JSON, or as many bytes of text as it
says: `1a:T4f0,…`. Elements are lists, `["$", "p", key, {"children": …}]`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any, Final

from pagecore import _core

#: A script that hands over a piece, up to its list.
_PUSH: Final = re.compile(r"\s*self\.__next_f\.push\((?=\[)")
#: How a row begins: its number; then the length of its text, or what kind it is.
_ROW: Final = re.compile(rb"[0-9a-f]{1,8}:(?:T([0-9a-f]{1,8}),|[A-Z]{0,2})")
#: Elements that are drawn; of all others what is in them.
_DRAWN: Final = re.compile(
    "a|article|b|blockquote|code|dd|div|dl|dt|em|figcaption|h[1-6]|i|li|main|ol|p|pre|section|span"
    "|strong|table|tbody|td|th|thead|tr|ul"
)


def chunk(code: str) -> str | None:
    """The piece that a script hands over, or None; empty where it is no text."""
    begin = _PUSH.match(code)
    if begin is None:
        return None
    pushed = _core.find_json(code[begin.end() :], whole=False)
    if pushed is None:
        return None
    is_text = len(pushed) == 2 and isinstance(pushed[1], str)
    return pushed[1] if is_text else ""


def parts(stream: str) -> Iterator[object]:
    """The value of each row: its text, or the HTML of its elements and its strings."""
    source = stream.encode(errors="replace")
    at = 0
    while at < len(source):
        row = _ROW.match(source, at)
        if row is not None and row[1] is not None:
            stop = row.end() + int(row[1], 16)
            yield source[row.end() : stop].decode(errors="replace")
            at = stop
            continue
        stop = source.find(b"\n", at) % (len(source) + 1)
        if row is not None and row.end() < stop:
            text = source[row.end() : stop].decode(errors="replace")
            # A row may be a single string, so it is read as the member of a list.
            data = _core.find_json(f"[{text}]", whole=True)
            yield None if data is None else _drawn(data)
        at = stop + 1


def _drawn(data: object) -> list[str]:
    """The HTML of the elements in data, and behind it the strings that are no part of one."""
    written: list[str] = []
    given: list[str] = []
    # Of every value, whether it is drawn, and whether it is markup already.
    waiting: list[tuple[Any, bool, bool]] = [(data, False, False)]
    while waiting:
        value, is_drawn, is_markup = waiting.pop()
        if isinstance(value, str):
            # What begins so is a reference to another row.
            text = "" if value.startswith("$") else value
            (written if is_drawn else given).append(text if is_markup else _shown(text, is_drawn))
        elif isinstance(value, list) and len(value) >= 4 and value[0] == "$":
            waiting.extend(reversed(_opened(value)))
        elif isinstance(value, list):
            waiting.extend((inner, is_drawn, False) for inner in reversed(value))
        elif isinstance(value, dict):
            waiting.extend((inner, False, False) for inner in reversed(value.values()))
    return ["".join(written), *given]


def _shown(text: str, is_drawn: bool) -> str:
    return html.escape(text) if is_drawn else text


def _opened(element: list[Any]) -> list[tuple[Any, bool, bool]]:
    """What an element is made of: its tags around what is in it, then what else it is given."""
    name, properties = element[1], element[3]
    if not isinstance(properties, dict):
        return []
    children = (properties.get("children"), True, False)
    if isinstance(name, str) and _DRAWN.fullmatch(name):
        inside = [(f"<{name}>", True, True), children, (f"</{name}>", True, True)]
    else:
        inside = [children]
    others = (value for key, value in properties.items() if key != "children")
    return [*inside, *((value, False, False) for value in others)]
