"""React's stream: `self.__next_f.push([1, "…"])`, in chunks over many scripts of a page.

The chunks together form a list of rows. A row has a number, then JSON, or a length in bytes and
text of that length: `1a:T4f0,…`. Elements are lists: `["$", "p", key, {"children": …}]`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any, Final

from pagecore import _core

#: The start of a script that pushes a chunk, up to its list.
_PUSH: Final = re.compile(r"\s*self\.__next_f\.push\((?=\[)")
#: The start of a row: its number, then the length of its text, or a code for its kind.
_ROW: Final = re.compile(rb"[0-9a-f]{1,8}:(?:T([0-9a-f]{1,8}),|[A-Z]{0,2})")
#: Elements that are written as HTML; of all others, only the content is.
_WRITTEN: Final = re.compile(
    "a|article|b|blockquote|code|dd|div|dl|dt|em|figcaption|h[1-6]|i|li|main|ol|p|pre|section|span"
    "|strong|table|tbody|td|th|thead|tr|ul"
)


def read_chunk(code: str) -> str | None:
    """Return the chunk that a script pushes, empty if it is not text; None for other scripts."""
    begin = _PUSH.match(code)
    if begin is None:
        return None
    pushed = _core.find_json(code[begin.end() :], whole=False)
    if pushed is None:
        return None
    is_text = len(pushed) == 2 and isinstance(pushed[1], str)
    return pushed[1] if is_text else ""


def read_stream(stream: str) -> Iterator[object]:
    """Yield the value of each row: its text, or the HTML of its elements and its strings."""
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
            yield None if data is None else _write_elements(data)
        at = stop + 1


def _write_elements(data: object) -> list[str]:
    """Return the HTML of the elements in data, then the strings outside elements."""
    markup: list[str] = []
    other_strings: list[str] = []
    # Each value with two flags: whether it is in an element, and whether it is markup already.
    stack: list[tuple[Any, bool, bool]] = [(data, False, False)]
    while stack:
        value, in_element, is_markup = stack.pop()
        if isinstance(value, str):
            # A string that starts with $ is a reference to another row.
            text = "" if value.startswith("$") else value
            if in_element:
                markup.append(text if is_markup else html.escape(text))
            else:
                other_strings.append(text)
        elif isinstance(value, list) and len(value) >= 4 and value[0] == "$":
            stack.extend(reversed(_split_element(value)))
        elif isinstance(value, list):
            stack.extend((inner, in_element, False) for inner in reversed(value))
        elif isinstance(value, dict):
            stack.extend((inner, False, False) for inner in reversed(value.values()))
    return ["".join(markup), *other_strings]


def _split_element(element: list[Any]) -> list[tuple[Any, bool, bool]]:
    """Return the tags of an element around its children, then its other properties."""
    name, properties = element[1], element[3]
    if not isinstance(properties, dict):
        return []
    children = (properties.get("children"), True, False)
    if isinstance(name, str) and _WRITTEN.fullmatch(name):
        inside = [(f"<{name}>", True, True), children, (f"</{name}>", True, True)]
    else:
        inside = [children]
    others = (value for key, value in properties.items() if key != "children")
    return [*inside, *((value, False, False) for value in others)]
