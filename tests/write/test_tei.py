"""XML-TEI: well-formed, and each element where TEI P5 has it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from pagecore import Choice, Document, parse
from pagecore.choice import Part
from tests.write.test_markup import PAGES, whole

SPACE = "{http://www.tei-c.org/ns/1.0}"
#: What may stand directly in an element, of what is written: `#` is text.
PHRASES = {"#", "hi", "ref", "code", "del", "lb", "figure", "formula"}
BLOCKS = {"p", "ab", "list", "quote", "table", "figure", "milestone"}
ALLOWED = {
    "body": {"head", "div", "p"},
    "div": {"head", "note"} | BLOCKS,
    "head": PHRASES,
    "p": PHRASES,
    "ab": PHRASES,
    "hi": PHRASES,
    "ref": PHRASES,
    "del": PHRASES,
    "code": {"#"},
    "label": PHRASES,
    # As an item: TEI allows paragraphs, lists and quotations in notes.
    "note": PHRASES | BLOCKS,
    "quote": PHRASES | BLOCKS,
    "list": {"item"},
    "item": PHRASES | BLOCKS | {"label"},
    "table": {"head", "row"},
    "row": {"cell"},
    "cell": PHRASES | BLOCKS,
    "figure": {"graphic", "figDesc", "figure"} | BLOCKS,
    "figDesc": {"#"},
    "formula": {"#"},
    "graphic": set(),
    "lb": set(),
    "milestone": set(),
}


def children(node: ElementTree.Element) -> list[str]:
    """The names of what stands in an element, `#` for text, in order."""
    texts = [node.text, *(child.tail for child in node)]
    names = [child.tag.removeprefix(SPACE) for child in node]
    return names + ["#"] * any(text and text.strip() for text in texts)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_elements_stand_where_they_may(path: Path) -> None:
    root = ElementTree.fromstring(whole(path).xml())
    body = root.find(f"{SPACE}text/{SPACE}body")
    assert body is not None
    for node in body.iter():
        name = node.tag.removeprefix(SPACE)
        inside = children(node)
        assert set(inside) <= ALLOWED[name], (name, inside)
        if name in ("body", "div", "table"):
            assert "head" not in inside[1:]
            assert len(inside) > ("head" in inside)


@pytest.mark.parametrize(
    ("html", "numbers"),
    [
        ("<ol><li>a<li>b</ol>", [None, None]),
        ("<ol start=7><li>a<li>b<li value=-1>c</ol>", ["7", None, "-1"]),
        ("<ol reversed><li>a<li>b</ol>", ["2", "1"]),
        ("<ul><li value=4>a</ul>", [None]),
    ],
)
def test_items_have_numbers_that_are_not_the_next(html: str, numbers: list[str | None]) -> None:
    page = parse(html)
    document = Document([Part(page, Choice.of(page, page.visible))], "all")
    items = ElementTree.fromstring(document.xml()).iter(f"{SPACE}item")
    assert [item.get("n") for item in items] == numbers


def test_an_empty_document_is_sound() -> None:
    page = parse("")
    document = Document([Part(page, Choice.of(page, [False] * len(page)))], "all")
    assert "<body>\n<p/>\n</body>" in document.xml()
    ElementTree.fromstring(document.xml())


def test_characters_that_xml_cannot_have_are_left_out() -> None:
    page = parse("<p>a\x0cb\x01c\ufffed &amp; &lt;e&gt;</p>")
    document = Document([Part(page, Choice.of(page, page.visible))], "all")
    text = "".join(ElementTree.fromstring(document.xml()).itertext())
    assert "a bcd & <e>" in text


def test_white_space_that_xml_cannot_have_is_a_blank() -> None:
    page = parse("<pre>a\x0cb\x1cc</pre>")
    document = Document([Part(page, Choice.of(page, page.visible))], "tide")
    assert ">a b c<" in document.xml()
