"""The frame of a report as a web page. It contains no scripts and loads nothing, and a content
security policy forbids both."""

from __future__ import annotations

from html import escape
from typing import Final


def write_page(*, title: str, style: str, head: str, content: str, bar: str = "") -> str:
    """Return the whole file of a report.

    Args:
        title: as text.
        style: its style sheet.
        head: the header, as HTML.
        content: the blocks, as HTML.
        bar: what stays visible when the page is scrolled, as HTML, such as filters.
    """
    return _FRAME.format(title=escape(title), style=style, head=head, bar=bar, content=content)


def write_bar(filters: str, key: str) -> str:
    """Return a bar with filters and an explanation of the colours, both as HTML."""
    return (
        f'<form class="bar"><fieldset><legend>Show</legend>{filters}</fieldset>\n'
        f'<p class="key">{key}</p></form>\n'
    )


_FRAME: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header>{head}</header>
{bar}<main>
{content}
</main>
</body>
</html>"""
