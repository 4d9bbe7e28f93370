"""The title as the main heading: first, and only once."""

from __future__ import annotations

import json

import pytest
from markdown_it import MarkdownIt

from pagecore import Choice, Document, extract, parse
from pagecore.choice import Part

BODY = "<p>One day the ferry did not come, and nobody asked.</p>"


def document_of(html: str) -> Document:
    page = parse(html)
    return Document([Part(page, Choice.of(page, page.visible))], "all")


def headings(document: Document) -> list[str]:
    return [line for line in document.markdown().splitlines() if line.startswith("#")]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (BODY, ["# The ferry"]),
        ("<h1>The ferry</h1>" + BODY, ["# The ferry"]),
        ("<h2>THE  FERRY!</h2>" + BODY, ["# The ferry"]),
        ("<p>The ferry</p>" + BODY, ["# The ferry"]),
        ("<p>Local news</p><h1><a href=/f>The <b>ferry</b></a></h1>" + BODY, ["# The ferry"]),
        # The heading is the title of such a page.
        ("<h1>The ferry that never came</h1>" + BODY, ["# The ferry that never came"]),
        ("<h1>The ferry, again</h1>" + BODY, ["# The ferry, again"]),
        ("<h2>The bridge</h2>" + BODY, ["# The ferry", "## The bridge"]),
        (BODY * 20 + "<h1>The ferry</h1>" + BODY, ["# The ferry"]),
        # A section of the same name is not the title.
        (BODY * 20 + "<h2>The ferry</h2>" + BODY, ["# The ferry", "## The ferry"]),
        # A sentence that begins with the title is content.
        ("<p>The ferry is late.</p>" + BODY, ["# The ferry"]),
    ],
)  # fmt: skip
def test_the_title_is_first_and_only_once(content: str, expected: list[str]) -> None:
    document = document_of(f"<title>The ferry</title>{content}")
    assert headings(document) == expected
    assert document.markdown().startswith(expected[0])
    html = document.html()
    assert html.startswith(f"<h1>{expected[0].removeprefix('# ')}</h1>")
    assert html.count("The ferry</h1>") <= 1
    blocks = json.loads(document.json())["blocks"]
    assert (blocks[0]["kind"], blocks[0]["level"]) == ("heading", 1)
    assert blocks[0]["text"] == expected[0].removeprefix("# ")
    assert [block["text"] for block in blocks].count("The ferry") == expected.count(
        "# The ferry"
    ) + expected.count("## The ferry")
    body = document.xml().partition("<body>")[2]
    assert body.count("<head") == len(expected)
    assert document.to_text(title=True).startswith(expected[0].removeprefix("# ") + "\n")


def test_a_title_with_the_name_of_the_site_is_not_repeated() -> None:
    title = "The slow ferry of Norrhaven"
    document = document_of(f"<title>{title} - Courier</title><h2>{title}</h2>{BODY}")
    assert len(headings(document)) == 1


def test_the_title_can_be_left_out() -> None:
    document = document_of(f"<title>The ferry</title>{BODY}")
    text = document.text
    assert "The ferry" not in text
    assert document.to_text(title=True) == f"The ferry\n\n{text}"
    assert document.markdown(title=False) == text
    assert document.html(title=False) == f"<p>{text}</p>"
    assert "<head" not in document.xml(title=False)
    assert len(document.to_dict(title=False)["blocks"]) == 1
    # The text of JSON is that of the document.
    assert document.to_dict()["text"] == text


def test_a_page_without_a_title_or_content() -> None:
    assert document_of(BODY).markdown() == document_of(BODY).text
    empty = document_of("<title>The ferry</title>")
    assert (empty.markdown(), empty.html(), empty.to_text(title=True)) == ("", "", "")


def test_a_page_with_nothing_but_its_title_keeps_it() -> None:
    document = document_of("<title>The ferry</title><p>The ferry</p>")
    assert "The ferry" in document.markdown(title=False)
    assert document.markdown() == "# The ferry"
    assert document.html() == "<h1>The ferry</h1>"
    assert document.to_text(title=True) == "The ferry"
    assert '<head rend="h1">The ferry</head>\n<p/>\n</body>' in document.xml()
    assert [block["text"] for block in document.to_dict()["blocks"]] == ["The ferry"]
    (chunk,) = document.chunks()
    assert (chunk.heading_path, chunk.text) == (("The ferry",), "The ferry")


@pytest.mark.parametrize(
    "title",
    [
        "<script>alert(1)</script>",
        "[a](javascript:b) *c* _d_ `e`",
        "# 1. $a$ and $b$",
        "a\\",
        "+ x",
    ],
)
def test_a_title_is_text_in_every_format(title: str) -> None:
    escaped = title.replace("&", "&amp;").replace("<", "&lt;")
    document = document_of(f"<title>{escaped}</title>{BODY}")
    rendered = MarkdownIt("commonmark").render(document.markdown())
    page = parse(rendered)
    heading = int(page.is_tag("h1").argmax())
    assert page.text(heading) == title
    assert page.end[heading] == heading + 2
    assert parse(document.html()).text(int(parse(document.html()).is_tag("h1").argmax())) == title
    assert document.to_dict()["blocks"][0]["text"] == title


def test_dollar_signs_do_not_make_a_formula() -> None:
    document = document_of(f"<title>From $5</title>{BODY}<p>To $6</p>")
    assert document.markdown().startswith("# From \\$5\n")
    assert document_of(f"<title>From $5</title>{BODY}").markdown().startswith("# From $5\n")


def test_blocks_name_the_place_of_the_title() -> None:
    document = document_of(f"<title>The ferry</title><div><h1>The ferry</h1>{BODY}</div>")
    first = document.to_dict()["blocks"][0]
    page = document.page
    assert page.name(first["row"]) == "h1"
    assert first["xpath"] == "/html/body/div/h1"
    assert document.page.source[first["start"] : first["stop"]] == b"<h1>The ferry</h1>"
    plain = document_of(f"<title>The ferry</title>{BODY}").to_dict()["blocks"][0]
    assert plain["xpath"] == "/html/head/title"


def test_a_bold_block_is_compared_like_a_heading() -> None:
    page = (
        "<title>The ferry ledger | Courier</title><p>{}</p><p>" + "The boats go out at six. " * 30
    )
    bold = extract(page.format("<b>The ferry</b> <strong>ledger</strong>")).markdown()
    assert bold.count("The ferry ledger") == 1
    partly = extract(page.format("<b>The ferry</b> ledger")).markdown()
    assert partly.count("ferry") == 2
