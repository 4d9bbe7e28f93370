"""Plain text is written as it is."""

from __future__ import annotations

from typing import Literal

import pytest

from pagecore import parse
from pagecore.extract import keep_all
from pagecore.page.plain_text import PLAIN_TEXT

TEXT = "# Title\n\n  two  spaces, <b>tags</b> &amp;\n\n- item\n"


def test_text_and_markdown_are_the_file() -> None:
    document = keep_all(parse(TEXT.encode(), fragment=PLAIN_TEXT))
    assert document.text == document.markdown() == TEXT.rstrip("\n")
    assert document.method == "as-is"
    assert document.warnings == ()
    assert document.page.source == TEXT.encode()


def test_html_is_preformatted() -> None:
    document = keep_all(parse(TEXT.encode(), fragment=PLAIN_TEXT))
    html = document.html()
    assert html.startswith("<pre>")
    assert "&lt;b&gt;tags&lt;/b&gt; &amp;amp;" in html
    assert "<code># Title\n\n  two" in html
    assert "two  spaces" in document.xml()
    assert "Title" in document.json()


@pytest.mark.parametrize("to", ["text", "markdown", "html", "tei"])
def test_an_empty_text(to: Literal["text", "markdown", "html", "tei"]) -> None:
    page = parse(b"", fragment=PLAIN_TEXT)
    assert page.render([True] * len(page), to) == ""
    assert page.render([False] * len(page), to) == ""
