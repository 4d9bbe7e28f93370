"""Keeps the measured tables of the documents: `python -m bench --write-docs`.

A table stands between two marks, and nothing outside them is touched.
"""

from __future__ import annotations

import textwrap
from datetime import date

from .metadata import MetadataCost
from .own_parser import Parsers
from .pages import PAGE_LIST, ROOT, Pages
from .report import Section
from .speed import Speed
from .steps import Steps
from .wrapper import WrapperCost

WIDTH = 120
PLACES = {
    "speed": ("README.md", "bench"),
    "steps": ("docs/default.md", "steps"),
    "parsers": ("docs/parser.md", "parsers"),
    "metadata": ("docs/metadata.md", "cost"),
    "wrapper": ("docs/methods/hybrid.md", "speed"),
}
REMARKS = {
    "speed": "× ours compares with our call of the same kind.",
    "steps": "Parsing includes decoding. Of several rounds the least counts, page by page.",
    "metadata": (
        "CPU time of a parse, and of all fields of a parsed page, called from Python. Of several "
        "rounds the least counts, page by page."
    ),
    "wrapper": "From bytes to the HTML that is cut out. Of several rounds the least counts.",
    "parsers": (
        "Of several rounds the least counts, page by page. All but lexbor decode first; lexbor "
        "takes the bytes for UTF-8. html5ever's columns are written while it builds, without a DOM "
        "between. The peak is what parsing the largest page adds to a fresh process that has read "
        "it. Lexbor asks the system for the most memory: in a process whose heap is warm already, "
        "such as that of `make bench`, it comes nearer to ours."
    ),
}


def write(name: str, section: Section, pages: Pages, cpu: str) -> str:
    """Write the table of a section into its document; return what was done, or why not."""
    if name not in PLACES or not isinstance(
        section, Speed | Steps | Parsers | MetadataCost | WrapperCost
    ):
        return f"No document keeps the section {name}."
    if pages.missing:
        return f"Nothing is written: documents keep figures of all pages of {PAGE_LIST.name}."
    if isinstance(section, Parsers) and section.left_out:
        return "Nothing is written: the document keeps a table of all parsers."
    document, mark = PLACES[name]
    begin, end = f"<!-- {mark}:begin -->", f"<!-- {mark}:end -->"
    path = ROOT / document
    whole = path.read_text(encoding="utf-8") if path.is_file() else ""
    before, found_begin, rest = whole.partition(begin)
    _, found_end, after = rest.partition(end)
    if not found_begin or not found_end:
        return f"{document} has no marks {begin} and {end}, so nothing is written."
    caption = (
        f"Measured on {date.today()} by `python -m bench --section {name} --write-docs`: "
        f"{_measured_on(section, pages)}, {cpu}. {REMARKS[name]}"
    )
    lines = [begin, *section.markdown(), "", *textwrap.wrap(caption, WIDTH), end]
    path.write_text(before + "\n".join(lines) + after, encoding="utf-8")
    return f"{document} has the table now."


def _measured_on(section: Section, pages: Pages) -> str:
    if isinstance(section, WrapperCost):
        size_kb = section.n_bytes / section.n_pages / 1000
        return f"{section.n_pages} pages of sites of {size_kb:.0f} kB on average"
    size_kb = pages.n_bytes / len(pages) / 1000
    return (
        f"{len(pages)} pages of {pages.origin} of {size_kb:.0f} kB on average (digest "
        f"`{pages.digest}`)"
    )
