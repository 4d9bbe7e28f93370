"""HTML of a report: whole pages, tables and numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Final

#: The first bytes of every page of a report, by which its old pages are recognised.
GENERATOR: Final = '<meta name="generator" content="pagecore evaluate">'

#: Nothing in a report may load or run anything, whatever the pages in it contain.
_POLICY: Final = (
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
    "style-src 'unsafe-inline'\">"
)

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
table { border-collapse: collapse } td, th { padding: .2rem .6rem; text-align: right }
td:first-child, th:first-child { text-align: left } tr:nth-child(even) { background: #f5f5f5 }
svg { width: 100%; max-width: 44rem } .legend i { display: inline-block; width: .8em; height: .8em;
margin: 0 .3em 0 1em } ins { background: #fecaca; text-decoration: none } del { background: #bbf7d0;
text-decoration: none } .two { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem }
.legend span { white-space: nowrap } .text { white-space: pre-wrap; overflow-wrap: anywhere }
"""


def write_page(title: str, body: str) -> str:
    """A whole page; it needs no other file."""
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8">{GENERATOR}'
        f"{_POLICY}<title>{escape(title)}</title>"
        f"<style>{_STYLE}</style><body>{body}</body></html>\n"
    )


def write_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of texts."""
    heads = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table><tr>{heads}</tr>{body}</table>"


def write_number(value: float, digits: int = 3) -> str:
    """A number; empty for NaN."""
    return "" if math.isnan(value) else f"{value:.{digits}f}"
