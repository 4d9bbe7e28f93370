"""Notes in Markdown: references and definitions, and texts of notes that are no markup."""

from __future__ import annotations

import pytest

from tests.write.rendered import RENDERERS
from tests.write.test_markdown_safety import whole

#: Texts of notes that parsers without notes would read as the target of a link, or as markup.
HOSTILE = [
    "javascript:alert(1)",
    "javascript:alert(1) 'x'",
    'javascript:alert(1) "x"',
    "javascript:alert(1) (x)",
    "javascript:alert(1)<br>(x)",
    "&lt;javascript:alert(1)>",
    "&lt;script>alert(1)&lt;/script> x",
    "[x](javascript:alert(1)) y",
    "x [^1]: javascript:alert(1)",
    "&lt;b> # x",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_of_notes_are_no_markup(text: str) -> None:
    document = whole(f"<p>a<sup><a href=#n>1</a></sup> b</p><p id=n>{text}</p>")
    markdown = document.markdown()
    for render in RENDERERS.values():
        rendered = render(markdown)
        assert 'href="javascript' not in rendered
        assert "<script" not in rendered
        assert "<b>" not in rendered


def test_references_without_a_note_stay_links() -> None:
    document = whole("<p>a<sup><a href=#n>1</a></sup> b</p><p>[^1] c</p>")
    assert "<sup>[1](https://page.example/folder/page.html#n)</sup>" in document.markdown()
    assert "\\[^1] c" in document.markdown()
