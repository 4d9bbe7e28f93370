"""The page that a row carries inside: `srcdoc`, HTML or text in JSON, HTML in an attribute.

Pages that are drawn by scripts often bring their text along as data: in `<script
type="application/json">`, in an assignment to a global, in a `data-` attribute. What reads like
text or HTML there becomes a page of its own: one `section` per value, named by the path to it.
Others have it in pieces over many scripts (`stream.py`).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

import numpy as np

from pagecore import _core
from pagecore.page import Page, parse
from pagecore.page.stream import chunk, parts

#: How a value is reached: the way to what holds it, and its key there.
_Way: TypeAlias = "tuple[_Way, str | int] | None"

#: A tag that only real markup has. It ends before the next `<`, so that the search stays linear.
_MARKUP: Final = re.compile(
    r"</?(?:p|div|br|h[1-6]|ul|ol|li|table|span|a|b|i|em|strong|blockquote)\b[^<>]*>"
)
#: JSON of a script that assigns it: `window.__STATE__ = {…}`.
_ASSIGNED: Final = re.compile(r"\s*(?:(?:var|let|const)\s+)?[\w.$\[\]\"']+\s*=\s*(?=[\[{])")
#: What parts paragraphs of plain text.
_BLANK_LINE: Final = re.compile(r"\n\s*\n")
#: A value with fewer words is a label or a key, not text.
_MIN_WORDS: Final = 8
#: Characters of a path that are kept, from its end: keys may be as long as the page.
_MAX_PATH: Final = 120
#: How often JSON may be packed into a string of JSON.
_MAX_PACKED: Final = 4
#: What schema.org calls the text of an article and of a post; where one is, the rest is about it.
_BODIES: Final = ("articleBody", "text")
#: An attribute that is shorter has no text worth a page.
_MIN_BYTES: Final = 200


def pages_inside(page: Page) -> Iterator[Page]:
    """All pages that a page carries in scripts, frames and long attributes."""
    attributes = page.attr_table
    names = [at for at, name in enumerate(attributes.names) if name.startswith("data-")]
    is_long = attributes.stop - attributes.start >= _MIN_BYTES
    carriers = page.is_tag("script", "iframe")
    carriers[attributes.row[is_long & np.isin(attributes.name, names)]] = True
    streamed: list[str] = []
    first = -1
    for row in np.flatnonzero(carriers).tolist():
        piece = chunk(_code(page, row)) if page.name(row) == "script" else None
        if piece is not None:
            first = row if first < 0 else first
            streamed.append(piece)
        elif (inner := page.inner(row)) is not None:
            yield inner
    if streamed and (drawn := _sections(page, _streamed("".join(streamed)))):
        yield page._inside(first, drawn)


def _streamed(stream: str) -> Iterator[tuple[_Way, str]]:
    """Way and HTML of all parts of a stream that have text."""
    for at, value in enumerate(parts(stream)):
        for _, html_inside in _texts(value):
            yield ((None, "stream"), at), html_inside


def carried(page: Page, row: int) -> str | None:
    """The HTML of the page inside a row, or None."""
    name = page.name(row)
    if name == "iframe":
        return page.get(row, "srcdoc")
    if name == "script":
        return _sections(page, _texts_of_script(page, row))
    for attribute, value in page.attributes(row).items():
        if attribute.startswith("data-") or attribute in ("content", "value"):
            data = _core.find_json(value, whole=True)
            found = _sections(page, _texts(data)) or (value if _is_html(value) else None)
            if found is not None:
                return found
    return None


def _code(page: Page, row: int) -> str:
    return "" if page.end[row] == row + 1 else page.cut(row + 1)


def _script(page: Page, row: int) -> str:
    """The code of a script, from the JSON on where it assigns some."""
    code = _code(page, row)
    assigned = _ASSIGNED.match(code)
    return code[assigned.end() :] if assigned else code


def _texts_of_script(page: Page, row: int) -> Iterable[tuple[_Way, str]]:
    """The values of a script that read like text. JSON that is declared is read however it is
    broken; other scripts are read if what they begin with, or assign, is JSON."""
    declared = (page.get(row, "type") or "").partition(";")[0].strip().lower()
    if declared == "application/ld+json":
        return _bodies(
            [text for value in _core.read_json(_code(page, row)) for text in _texts(value)]
        )
    if declared.endswith(("/json", "+json")):
        return (text for value in _core.read_json(_code(page, row)) for text in _texts(value))
    return _texts(_core.find_json(_script(page, row), whole=False))


def _bodies(texts: list[tuple[_Way, str]]) -> list[tuple[_Way, str]]:
    """Of the texts of linked data those that are the text of the page; all where none says so."""
    for name in _BODIES:
        found = [text for text in texts if text[0] is not None and text[0][1] == name]
        if found:
            return found
    return texts


def _sections(page: Page, texts: Iterable[tuple[_Way, str]]) -> str | None:
    sections = []
    # The parser reads no further than that, and says so; making more would be in vain.
    room = page._options["max_bytes"]
    for way, value in texts:
        sections.append(f'<section data-path="{html.escape(_path(way))}">{value}</section>')
        room -= len(sections[-1])
        if room < 0:
            break
    return "\n".join(sections) or None


def _texts(data: object) -> Iterator[tuple[_Way, str]]:
    """Way and HTML of every value that reads like text, in the order of the data."""
    # A stack of our own: data may nest deeper than Python's. Paths are links until one is asked
    # for, or every value would carry the keys of all that holds it.
    waiting: list[tuple[_Way, object, int]] = [(None, data, 0)]
    while waiting:
        way, value, packed = waiting.pop()
        if isinstance(value, str):
            data = _core.find_json(value, whole=True) if packed < _MAX_PACKED else None
            if data is not None:
                waiting.append((way, data, packed + 1))
            elif _is_html(value):
                if standing := _standing(value):
                    yield way, standing
            elif _is_text(value):
                yield way, _paragraphs(value)
        elif isinstance(value, dict):
            waiting.extend(((way, key), inner, packed) for key, inner in reversed(value.items()))
        elif isinstance(value, list):
            numbered = zip(range(len(value) - 1, -1, -1), reversed(value), strict=True)
            waiting.extend(((way, at), inner, packed) for at, inner in numbered)


def _path(way: _Way) -> str:
    """A way as a path, `/props/body/0`; of a long one the end."""
    parts: list[str] = []
    length = 0
    while way is not None and length <= _MAX_PATH:
        way, key = way
        parts.append(f"/{str(key)[-_MAX_PATH:]}")
        length += len(parts[-1])
    path = "".join(reversed(parts))
    return path if way is None and length <= _MAX_PATH else f"…{path[-_MAX_PATH:]}"


def _standing(value: str) -> str:
    """HTML that stands for itself: nothing of it reaches into the section behind it.

    Values are often cut off, and an open comment, `textarea`, table or link would swallow or mark
    all that follow. Whether one does is what the parser makes of a paragraph behind it; so that
    no list of such cases has to be kept. Of a value that does, the text that is shown is kept, by
    paragraphs: closing by hand what is open would need a second parser.
    """
    probe = parse(f"<section>{value}</section><p>.")
    n = len(probe)
    # html, head, body, section, what is in it; then p and its text, shown as they stand.
    is_alone = (
        n > 5
        and probe.end[3] == n - 2
        and probe.depth[n - 2 :].tolist() == [2, 3]
        and probe.hidden[n - 1] == 0
        and not probe.is_tag("base").any()
    )
    if is_alone:
        return value
    page = parse(value, fragment="section")
    text = page.render(page.visible)
    return "".join(f"<p>{html.escape(part)}</p>" for part in text.split("\n\n") if part)


def _paragraphs(text: str) -> str:
    """Text as HTML: blank lines part its paragraphs; where it has none, every line is one."""
    lines = text.split("\n")
    if not any(line.isspace() or not line for line in lines[1:-1]):
        return "".join(f"<p>{html.escape(line)}</p>" for line in lines if line.strip())
    escaped = (html.escape(part.strip()) for part in _BLANK_LINE.split(text))
    return "".join(f"<p>{part.replace(chr(10), '<br>')}</p>" for part in escaped if part)


def _is_html(value: str) -> bool:
    return "<" in value and _MARKUP.search(value) is not None


def _is_text(value: str) -> bool:
    """Sentences, not addresses, code or lists of keys."""
    if "://" in value[:8] or (value.count(" ") + 1 < _MIN_WORDS and value.isascii()):
        return False
    return len(value) >= 2 * _MIN_WORDS and not re.search(r"[{};=]{2}|function\s*\(", value)
