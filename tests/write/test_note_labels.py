"""Labels of footnotes are unique in a document, and chunks have the footnotes they refer to."""

from __future__ import annotations

import re

import pytest

from pagecore import Choice, Document, parse
from pagecore.choice import Part
from pagecore.write.note_labels import add_footnotes, make_labels_unique


def merge(*texts: str) -> Document:
    """A document of pages with one footnote each."""
    parts = []
    for text in texts:
        page = parse(
            f"<p>{text} in spring.<sup><a href=#n>1</a></sup></p><pre>[^1]</pre>"
            f"<p>By [^1] and <code>[^1]</code>.</p><ol><li id=n>Note about {text} of the lake.</ol>"
        )
        parts.append(Part(page, Choice.of(page, page.visible)))
    return Document(parts, "balance", {}, ())


def test_merged_pages_have_labels_of_their_own() -> None:
    markdown = merge("Ice", "Fire", "Rain").markdown(title=False)
    for label, text in (("1", "Ice"), ("2-1", "Fire"), ("3-1", "Rain")):
        assert f"{text} in spring.[^{label}]" in markdown
        assert f"[^{label}]: Note about {text} of the lake." in markdown
    # Code and text that looks like a label stay.
    assert markdown.count("\n[^1]\n```") == 3
    assert markdown.count("`[^1]`") == 3
    assert len(re.findall(r"\\\[\^1\]|\[\\\^1\]", markdown)) == 3


def test_ids_of_merged_pages_differ() -> None:
    document = merge("Ice", "Fire")
    html = document.html()
    ids = re.findall(r'id="(note-[^"]*)"', html)
    assert ids == ["note-1", "note-2-1"]
    assert re.findall(r'href="#(note-[^"]*)"', html) == ids
    marks = re.findall(r'<note n="([^"]*)" xml:id="note-([^"]*)">', document.xml())
    assert marks == [("1", "1"), ("2-1", "2-1")]
    assert re.findall(r'target="#(note-[^"]*)"', document.xml()) == ids


def test_one_page_stays_as_it_is() -> None:
    assert make_labels_unique(["a[^1]"]) == ["a[^1]"]
    assert make_labels_unique(["a[^1]", "b[^2]"]) == ["a[^1]", "b[^2]"]


NOTE = "[^1]: note"

CASES = [
    # what it shows      first chunk                 second chunk              added to the first
    ("another chunk",    "a[^1]",                    NOTE,                     NOTE),
    ("its own",          f"a[^1]\n\n{NOTE}",         NOTE,                     ""),
    ("twice",            "a[^1] b[^1]",              NOTE,                     NOTE),
    ("lines of a note",  "a[^1]",                    f"{NOTE}\n    x\n\nz",    f"{NOTE}\n    x"),
    ("no such note",     "a[^2]",                    NOTE,                     ""),
    ("in code",          "``` \n[^1]\n```",          NOTE,                     ""),
    ("in a span",        "``a` [^1]``",              NOTE,                     ""),
    ("no span",          "a` b[^1]",                 NOTE,                     NOTE),
    ("after a fence",    "~~~\nx\n~~~\na[^1]",       NOTE,                     NOTE),
    ("longer fence",     "````\n```\n[^1]\n````",    NOTE,                     ""),
    ("escaped",          "\\[^1]",                   NOTE,                     ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second", "added"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_chunks_get_the_footnotes_they_refer_to(first: str, second: str, added: str) -> None:
    completed = f"{first}\n\n{added}" if added else first
    assert add_footnotes([first, second]) == [completed, second]


def test_chunks_of_a_document() -> None:
    chunks = merge("Ice", "Fire").chunks(max_length=3)
    referring = [chunk for chunk in chunks if "in spring" in chunk.text]
    assert [chunk.markdown.split("\n\n")[-1] for chunk in referring] == [
        "[^1]: Note about Ice of the lake.",
        "[^2-1]: Note about Fire of the lake.",
    ]
    # The text and the id do not depend on it.
    assert all("Note" not in chunk.text for chunk in referring)


def test_a_chunk_gets_all_blocks_of_a_footnote() -> None:
    note = "[^1]: a\n\n    - b\n\n    c"
    chunks = ["x[^1] y", f"{note}\n\nz"]
    assert add_footnotes(chunks) == [f"x[^1] y\n\n{note}", f"{note}\n\nz"]
