"""Embedded pages, which a row carries as data (`srcdoc`, HTML or text in JSON or an attribute).

Pages that scripts draw often carry their text as data: in `<script type="application/json">`, in
an assignment to a global variable, in a `data-` attribute. Values that look like text or HTML
become a page of their own, with one `section` per value, named by the path to the value. Other
pages have the data in pieces over many scripts (`stream.py`).
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

import numpy as np

from pagecore import _core
from pagecore.page import Page, PageWarning, parse
from pagecore.page.react_stream import read_chunk, read_stream

#: The path to a value in JSON, as a linked list: the path to its container, and its key there.
_Path: TypeAlias = "tuple[_Path, str | int] | None"

#: A tag that only real markup has. It ends before the next `<`, so that the search stays linear.
_MARKUP: Final = re.compile(
    r"</?(?:p|div|br|h[1-6]|ul|ol|li|table|span|a|b|i|em|strong|blockquote)\b[^<>]*>"
)
#: The start of a script that assigns JSON: `window.__STATE__ = {…}`.
_ASSIGNED: Final = re.compile(r"\s*(?:(?:var|let|const)\s+)?[\w.$\[\]\"']+\s*=\s*(?=[\[{])")
#: Separates paragraphs of plain text.
_BLANK_LINE: Final = re.compile(r"\n[^\S\n]*\n")
#: A value with fewer words is a label or a key, not text.
_MIN_WORDS: Final = 8
#: Length limit of a path; the end of a longer one is kept. Keys may be as long as the page.
_MAX_PATH: Final = 120
#: Maximum nesting of JSON inside strings of JSON.
_MAX_PACKED: Final = 4
#: Keys of schema.org for the text of an article and of a post; the other values only describe it.
_BODIES: Final = ("articleBody", "text")
#: Minimum length of an attribute value that is read.
_MIN_BYTES: Final = 200


class Budget:
    """Limits the data of a page that is read. Each embedded page is parsed, and each value that is
    HTML, which takes about 0.1 ms even for a few characters."""

    #: Maximum number of embedded pages, and of values that are HTML.
    MAX_PAGES: Final = 300
    MAX_VALUES: Final = 2000

    def __init__(self) -> None:
        """Start with the whole budget."""
        self._n_pages = self._n_values = 0

    def take_page(self) -> bool:
        """Whether one more page may be parsed."""
        self._n_pages += 1
        return self._n_pages <= self.MAX_PAGES

    def take_value(self) -> bool:
        """Whether one more value may be parsed."""
        self._n_values += 1
        return self._n_values <= self.MAX_VALUES

    @property
    def warnings(self) -> tuple[PageWarning, ...]:
        """A warning if more was asked for than the budget allows."""
        if self._n_pages <= self.MAX_PAGES and self._n_values <= self.MAX_VALUES:
            return ()
        message = (
            "the page carries much data, which was read in part: at most "
            f"{self.MAX_PAGES} scripts, frames and attributes, and {self.MAX_VALUES} values of HTML"
        )
        return (PageWarning("limit-embedded", message, -1, -1, 1),)


def find_embedded_pages(page: Page, budget: Budget) -> Iterator[Page]:
    """Yield the pages that a page carries in scripts, frames and long attributes, until the budget
    is used up."""
    attributes = page.attr_table
    names = [at for at, name in enumerate(attributes.names) if name.startswith("data-")]
    is_long = attributes.stop - attributes.start >= _MIN_BYTES
    carriers = page.is_tag("script", "iframe")
    carriers[attributes.row[is_long & np.isin(attributes.name, names)]] = True
    streamed: list[str] = []
    first = -1
    for row in np.flatnonzero(carriers).tolist():
        chunk = read_chunk(_read_code(page, row)) if page.name(row) == "script" else None
        if chunk is not None:
            first = row if first < 0 else first
            streamed.append(chunk)
        elif (embedded_html := read_embedded_html(page, row, budget)) is not None:
            if not budget.take_page():
                break
            yield page._parse_embedded(row, embedded_html)
    texts = _find_stream_texts("".join(streamed), budget)
    if streamed and (sections := _write_sections(page, texts)):
        yield page._parse_embedded(first, sections)


def _find_stream_texts(stream: str, budget: Budget) -> Iterator[tuple[_Path, str]]:
    """Yield the path and HTML of each value in a stream that looks like text."""
    for at, value in enumerate(read_stream(stream)):
        for _, embedded_html in _find_texts(value, budget):
            yield ((None, "stream"), at), embedded_html


def read_embedded_html(page: Page, row: int, budget: Budget) -> str | None:
    """Return the HTML of the page that a row carries, or None."""
    name = page.name(row)
    if name == "iframe":
        return page.get(row, "srcdoc")
    if name == "script":
        return _write_sections(page, _find_texts_of_script(page, row, budget))
    for attribute, value in page.attributes(row).items():
        if attribute.startswith("data-") or attribute in ("content", "value"):
            texts = _find_texts(_core.find_json(value, whole=True), budget)
            embedded_html = _write_sections(page, texts) or (value if _is_html(value) else None)
            if embedded_html is not None:
                return embedded_html
    return None


def _read_code(page: Page, row: int) -> str:
    """Return the source inside a script."""
    return "" if page.end[row] == row + 1 else page.source_of(row + 1)


def _skip_assignment(code: str) -> str:
    """Return the JSON of a script that assigns it to a variable, or else the script unchanged."""
    assignment = _ASSIGNED.match(code)
    return code[assignment.end() :] if assignment else code


def is_json_ld(page: Page, row: int) -> bool:
    """Whether a row is a script of linked data, by its declared type."""
    return _core.is_json_ld(page.get(row, "type") or "")


def _find_texts_of_script(page: Page, row: int, budget: Budget) -> Iterable[tuple[_Path, str]]:
    """Find the values of a script that look like text. Declared JSON is read even if it is broken.
    Any other script is read if it starts with JSON or assigns JSON to a variable."""
    code = _read_code(page, row)
    declared = (page.get(row, "type") or "").partition(";")[0].strip().lower()
    if not declared.endswith(("/json", "+json")):
        return _find_texts(_core.find_json(_skip_assignment(code), whole=False), budget)
    texts = [text for value in _core.read_json(code) for text in _find_texts(value, budget)]
    return _select_bodies(texts) if is_json_ld(page, row) else texts


def _select_bodies(texts: list[tuple[_Path, str]]) -> list[tuple[_Path, str]]:
    """Select the texts of JSON-LD that are the body of an article or a post; all if there is no
    such text."""
    for name in _BODIES:
        bodies = [text for text in texts if text[0] is not None and text[0][1] == name]
        if bodies:
            return bodies
    return texts


def _write_sections(page: Page, texts: Iterable[tuple[_Path, str]]) -> str | None:
    sections = []
    # The parser would not read more, so more sections are not written.
    room = page._options["max_bytes"]
    for path, value in texts:
        sections.append(f'<section data-path="{html.escape(_format_path(path))}">{value}</section>')
        room -= len(sections[-1])
        if room < 0:
            break
    return "\n".join(sections) or None


def _find_texts(data: object, budget: Budget) -> Iterator[tuple[_Path, str]]:
    """Yield the path and HTML of every value that looks like text, in the order of the data, until
    the budget is used up."""
    # An explicit stack, because data may nest deeper than Python can recurse. Paths are linked
    # lists, because a full path per value would take quadratic memory.
    stack: list[tuple[_Path, object, int]] = [(None, data, 0)]
    while stack:
        path, value, packed = stack.pop()
        if isinstance(value, str):
            data = _core.find_json(value, whole=True) if packed < _MAX_PACKED else None
            if data is not None:
                stack.append((path, data, packed + 1))
            elif _is_html(value):
                if not budget.take_value():
                    return
                if closed := _close_html(value):
                    yield path, closed
            elif _is_text(value):
                yield path, _convert_text(value)
        elif isinstance(value, dict):
            stack.extend(((path, key), inner, packed) for key, inner in reversed(value.items()))
        elif isinstance(value, list):
            numbered = zip(range(len(value) - 1, -1, -1), reversed(value), strict=True)
            stack.extend(((path, at), inner, packed) for at, inner in numbered)


def _format_path(path: _Path) -> str:
    """Format a path: `/props/body/0`; a long one is cut off at its start."""
    keys: list[str] = []
    length = 0
    while path is not None and length <= _MAX_PATH:
        path, key = path
        keys.append(f"/{str(key)[-_MAX_PATH:]}")
        length += len(keys[-1])
    text = "".join(reversed(keys))
    return text if path is None and length <= _MAX_PATH else f"…{text[-_MAX_PATH:]}"


def _close_html(value: str) -> str:
    """Return HTML that cannot affect the sections after it.

    Values are often truncated. An open comment, `textarea`, table or link would then swallow or
    mark everything that follows. To detect this without a list of such cases, we parse the value
    with a paragraph after it and check the paragraph. If the value affects it, only its visible
    text is kept, in paragraphs; closing the open elements would need a second parser.
    """
    probe = parse(f"<section>{value}</section><p>.")
    n = len(probe)
    # Rows: html, head, body, section and its content, then p and its text, both visible.
    is_closed = (
        n > 5
        and probe.end[3] == n - 2
        and probe.depth[n - 2 :].tolist() == [2, 3]
        and probe.hidden[n - 1] == 0
        and not probe.is_tag("base").any()
    )
    if is_closed:
        return value
    page = parse(value, fragment="section")
    text = page.render(page.visible)
    return "".join(f"<p>{html.escape(part)}</p>" for part in text.split("\n\n") if part)


def _convert_text(text: str) -> str:
    """Convert text to HTML: blank lines separate paragraphs; without any, every line is one."""
    lines = text.split("\n")
    if not any(line.isspace() or not line for line in lines[1:-1]):
        return "".join(f"<p>{html.escape(line)}</p>" for line in lines if line.strip())
    escaped = (html.escape(part.strip()) for part in _BLANK_LINE.split(text))
    return "".join(f"<p>{part.replace(chr(10), '<br>')}</p>" for part in escaped if part)


def _is_html(value: str) -> bool:
    return "<" in value and _MARKUP.search(value) is not None


def _is_text(value: str) -> bool:
    """Whether a value consists of sentences rather than of addresses, code or keys."""
    if "://" in value[:8] or (value.count(" ") + 1 < _MIN_WORDS and value.isascii()):
        return False
    return len(value) >= 2 * _MIN_WORDS and not re.search(r"[{};=]{2}|function\s*\(", value)
