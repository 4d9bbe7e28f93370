"""Front matter: a block of YAML before Markdown, which site generators and indexers read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pagecore.document import Document

#: Characters that YAML reads as line ends, or does not allow: controls, marks of direction and
#: byte order, surrogates, and code points without a character.
_UNSAFE: Final = re.compile(
    "[\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)
#: Characters that are markup to a renderer of Markdown that does not know front matter: those of
#: tags, links, code, emphasis and formulas. An underscore inside a word is none.
_MARKUP: Final = re.compile(r"[<\[`*~$]|(?<![^\W_])_|_(?![^\W_])")
#: Characters without which no renderer makes a link of an address in the text.
_ADDRESS: Final = re.compile(r":(?=//)|(?<=www)\.", re.IGNORECASE)


def write_front_matter(document: Document) -> str:
    """Write the metadata of a document as YAML between two lines `---`, and a blank line.

    Fields without a value are left out, and nothing is written if all are. All texts are in double
    quotes, so that no parser takes a title for a number or a date, and no renderer takes it for
    markup. `url` alone may become a link.
    """
    lines = list(_list_lines(document))
    return "".join(f"{line}\n" for line in ["---", *lines, "---", ""]) if lines else ""


def _list_lines(document: Document) -> Iterator[str]:
    metadata = document.metadata
    fields: list[tuple[str, object]] = [
        ("title", metadata.title),
        ("authors", metadata.authors),
        ("date", metadata.date),
        ("url", document.url),
        ("site", metadata.site),
        ("language", document.language),
        ("tags", metadata.tags),
        ("page_type", document.page_type),
        ("confidence", None if document.confidence is None else round(document.confidence, 3)),
    ]
    for name, value in fields:
        if isinstance(value, tuple):
            if value:
                yield f"{name}:"
                yield from (f"  - {_escape(_ADDRESS, _quote(item))}" for item in value)
        elif isinstance(value, float):
            yield f"{name}: {value}"
        elif value is not None:
            quoted = _quote(str(value))
            yield f"{name}: {quoted if name == 'url' else _escape(_ADDRESS, quoted)}"


def _quote(text: str) -> str:
    """Return a text in double quotes; the escapes of JSON are escapes of YAML."""
    return _escape(_MARKUP, _escape(_UNSAFE, json.dumps(text, ensure_ascii=False)))


def _escape(pattern: re.Pattern[str], quoted: str) -> str:
    return pattern.sub(lambda match: f"\\u{ord(match[0]):04x}", quoted)
