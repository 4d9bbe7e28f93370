"""Faults of titles: Markdown begins with the title, once."""

from __future__ import annotations

import re

from tools.text_faults.output import Count, Output


def count_titles(output: Output) -> Count:
    """Pages with a title and content whose Markdown does not begin with the title, or has it
    again."""
    return _count_title(output, output.markdown)


def count_titles_in_content(output: Output) -> Count:
    """The same without the option that writes the title: what the chosen rows alone give."""
    return _count_title(output, output.document.markdown(title=False))


def _count_title(output: Output, markdown: str) -> Count:
    title = _squeeze(output.document.title or "")
    if not title or not output.markdown:
        return 0, 0
    lines = markdown.split("\n")
    headings = [_squeeze(line) for line in lines if line.startswith("#")]
    first = _squeeze(lines[0]) if lines[0].startswith("#") else ""
    # The main heading may lack the site's name, which a title has.
    is_first = bool(first) and (first in title or title in first)
    return 1, int(not is_first or headings.count(first) > 1)


def _squeeze(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())
