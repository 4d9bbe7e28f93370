"""Tables of docs/output-figures.md: links, chunks, kinds of files and starts of product pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pagecore.figures import Entries
from tools.render.markdown import wrap_text, write_caption, write_table

#: The counts of chunks, in the order of the table.
_CHUNKS: Final = {
    "pages": "pages",
    "pages with several chunks": "pages with several chunks",
    "chunks": "chunks",
    "too long": "chunks that are longer than the limit",
    "too long: code": "because of code",
    "too long: a table row": "because of a table row",
    "too long: a list item": "because of a list item",
    "too long: a sentence": "because of a sentence",
    "too long: a heading": "because of a heading",
    "borders": "borders between chunks",
    "cut inside a sentence": "inside a sentence",
    "cut inside code": "inside code",
    "cut inside a table row": "inside a table row",
    "cut inside a list item": "inside a list item",
    "cut inside a heading": "inside a heading",
    "pages with formulas": "pages with formulas, whose words are not compared",
    "words": "words of the plain text of the others",
    "words that are lost": "words that no chunk has",
    "words that are repeated": "words that chunks have and the text has not",
    "pages with words in another order": "pages with words in another order",
    "ids that are not unique": "ids that are not unique in their page",
    "ids that change if extracted again": "ids that change if the page is extracted again",
    "chunks of these": "chunks of pages with a side bar",
    "ids that change with the side bar": "ids that change with the text of the side bar",
    "ids that change although the content does not": "ids of these whose page keeps its content",
}


def render_addresses(entries: Entries) -> str:
    """Links by what they are joined to."""
    counts = entries["addresses"]["figures"]
    rows = [
        [
            name,
            of.get("pages", 0),
            of.get("relative", 0),
            of.get("joined", 0) if name == "base" else 0,
            of.get("joined", 0),
            of.get("checked", 0),
            of.get("right", 0),
            of.get("relative in the output", 0),
        ]
        for name, of in counts.items()
    ]
    total = ["all", *(sum(column) for column in zip(*(row[1:] for row in rows), strict=True))]
    headings = ["links are joined to", "pages", "relative links", "made absolute before", "now"]
    headings += ["with a known URL", "right", "relative in the output"]
    return write_table(headings, [*rows, total])


def render_chunks(entries: Entries) -> str:
    """Chunks: borders, words and ids."""
    counts = entries["chunks"]["figures"]
    rows = [
        [label, *(_write_count(of, name) for of in counts.values())]
        for name, label in _CHUNKS.items()
    ]
    return write_table(["", *(f"at most {length} words" for length in counts)], rows)


def _write_count(counts: Mapping[str, Any], name: str) -> str:
    """A count; a dash if the ids were not compared for this length."""
    is_compared = "pages with a side bar" in counts
    needs_comparison = "change" in name or name == "chunks of these"
    return str(counts.get(name, 0)) if is_compared or not needs_comparison else "–"


def render_files(entries: Entries) -> str:
    """Files of the corpora by what they are."""
    names = {"files": "files", "before": "right before", "in folders": "right in folders"}
    return _write_rows(entries["file kinds"], "what they are", names | {"recognised": "recognised"})


def render_packed(entries: Entries) -> str:
    """Pages in all shapes."""
    names = {"files": "files", "before": "read before", "in folders": "taken from folders"}
    return _write_rows(entries["packed pages"], "pages", names | {"read": "read as they were"})


def render_products(entries: Entries) -> str:
    """Product pages by what their Markdown begins with."""
    names = {
        "pages": "pages",
        "with a price": "with a price",
        "name alone, before": "begin with the name before",
        "name alone, now": "now",
        "before": "begin with name and price before",
        "now": "now",
    }
    return _write_rows(entries["product starts"], "collection", names)


def render_run(entries: Entries) -> str:
    """How these counts were made."""
    return wrap_text(write_caption(entries["addresses"]["provenance"]))


def _write_rows(entry: Mapping[str, Any], first: str, names: Mapping[str, str]) -> str:
    rows = [[name, *(of.get(key, 0) for key in names)] for name, of in entry["figures"].items()]
    return write_table([first, *names.values()], rows)
