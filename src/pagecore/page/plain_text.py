"""Pages that are plain text or Markdown: they are written as they are."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from pagecore.page.columns import Mask
    from pagecore.page.page import Page

#: The value of `parse(fragment=)` for plain text: a text in this element has no tags.
PLAIN_TEXT: Final = "plaintext"


def render_plain_text(page: Page, rows: Mask, to: str) -> str:
    """Render a page of plain text.

    Text and Markdown are the text itself, without the line breaks at its end. HTML and TEI have it
    as one preformatted element.
    """
    text = page.text(rows).rstrip("\n")
    if to in ("text", "markdown") or not text:
        return text
    from pagecore.page.parse import parse

    # A line break after the start tag would be dropped.
    markup = parse(f"<pre>\n{escape(text, quote=False)}</pre>")
    return markup.render(np.ones(len(markup), np.bool_), "html" if to == "html" else "tei")
