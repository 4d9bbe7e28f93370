"""Markdown for measured figures: tables, numbers, captions, and the marked parts of a document."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pagecore.errors import BadInput

WIDTH: Final = 120


def write_table(
    headings: Sequence[str], rows: Sequence[Sequence[object]], left: Sequence[int] = (0,)
) -> str:
    """A table; the columns in `left` are text, the others numbers."""
    rule = "|".join(["", *("---" if at in left else "--:" for at in range(len(headings))), ""])
    lines = [f"| {' | '.join(headings)} |", rule]
    lines += [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _cell(cell: object) -> str:
    return str(cell).replace("|", "\\|")


def write_number(value: float | None, digits: int = 3) -> str:
    """A figure; empty where there is none."""
    return "" if value is None else f"{value:.{digits}f}"


def write_lead(of: Mapping[str, float]) -> str:
    """A difference with its 95 % interval."""
    return f"{of['difference']:+.3f} ({of['low']:+.3f} to {of['high']:+.3f})"


def is_insignificant(of: Mapping[str, float]) -> bool:
    """Whether the interval of a difference contains 0."""
    return of["low"] <= 0 <= of["high"]


def wrap_text(text: str) -> str:
    """A paragraph, broken at spaces alone, so that code and digests stay whole."""
    lines = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines) + "\n"


def write_caption(provenance: Mapping[str, Any], scored: Mapping[str, int] | None = None) -> str:
    """How figures were measured, as a sentence.

    Args:
        provenance: of the figures.
        scored: number of scored pages of each corpus, if it is known.
    """
    words = ["Measured"]
    words.append(f"on {provenance['date']}" if "date" in provenance else "on an unrecorded date")
    words.append(f"by `{provenance['command']}`")
    if "pagecore" in provenance:
        words.append(f"with pagecore {provenance['pagecore']}")
    if "model" in provenance:
        words.append(f"and the model `{provenance['model']}`")
    pages = [
        describe_pages(name, about, (scored or {}).get(name))
        for name, about in provenance.get("corpora", {}).items()
    ]
    if "pages" in provenance:
        about = provenance["pages"]
        size = f"{about['count']} pages of {about['mean_kb']} kB on average"
        digest = f" (digest `{about['digest']}`)" if "digest" in about else ""
        pages.append(f"{size} from {about['list']}{digest}")
    if pages:
        words.append(f"on {'; '.join(pages)}")
    machine = f"; {provenance['machine']}" if "machine" in provenance else ""
    return " ".join(words) + machine + "."


def describe_pages(name: str, about: Mapping[str, Any], scored: int | None = None) -> str:
    """A corpus with its number of pages and its digest, and how many of the pages were scored."""
    count = f"{about['pages']} pages, " if "pages" in about else ""
    if scored is not None and scored != about.get("pages"):
        count += f"{scored} with gold, "
    labels = f", our labels `{about['labels']}`" if "labels" in about else ""
    return f"{name} ({count}digest `{about['digest']}`{labels})"


def replace_parts(document: str, parts: Mapping[str, str], name: str) -> str:
    """The document with other text between the marks `<!-- PART:begin -->`, `<!-- PART:end -->`.

    Args:
        document: the text.
        parts: by mark, each ending in a line break.
        name: what to call the document in an error.

    Raises:
        BadInput: it lacks a mark.
    """
    for part, text in parts.items():
        begin, end = f"<!-- {part}:begin -->\n", f"<!-- {part}:end -->"
        before, has_begin, rest = document.partition(begin)
        _, has_end, after = rest.partition(end)
        if not has_begin or not has_end:
            raise BadInput(f"{name}: has no marks {begin.strip()} and {end} to write between")
        document = before + begin + text + end + after
    return document


def write_values(values: Mapping[str, Any]) -> str:
    """Write values of parameters as code, with commas between them."""
    return ", ".join(f"`{name}={value}`" for name, value in values.items())
