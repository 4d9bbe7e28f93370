"""Text from HTML, for peers whose usual call returns HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

#: Elements that begin and end a line.
BLOCKS = frozenset(
    {"address", "article", "aside", "blockquote", "body", "br", "caption", "dd", "details", "div",
     "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4",
     "h5", "h6", "header", "hr", "html", "legend", "li", "main", "nav", "ol", "p", "pre",
     "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "ul"}
)  # fmt: skip
SPACE = re.compile(r"\s+")


def write_lines(html: str) -> str:
    """Write the text with each block on its own line, white space collapsed, no empty lines."""
    if not html.strip():
        return ""
    tree = import_module("lxml.html").fragment_fromstring(html, create_parent="div")
    lines = "".join(_pieces(tree)).split("\n")
    return "\n".join(line for line in map(str.strip, lines) if line)


def _pieces(tree: Any) -> Iterator[str]:
    # Not recursive, because a page may be deeper than the stack of Python.
    events = ("start", "end", "comment", "pi")
    for event, element in import_module("lxml.etree").iterwalk(tree, events=events):
        if event in ("start", "end") and element.tag in BLOCKS:
            yield "\n"
        piece = element.text if event == "start" else element.tail
        yield SPACE.sub(" ", piece or "")
