"""JSON: what `docs/output.md` describes, and where blocks are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pagecore import Choice, Document, extract, parse
from pagecore.batch.record import Record
from pagecore.choice import Part
from pagecore.errors import BadOption, PagecoreError
from pagecore.metadata import Metadata
from pagecore.sources.source import Source
from pagecore.write.json import FIELDS, MORE_FIELDS, VERSION
from pagecore.write.tei import write_tei

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "output.md"
HTML = """<title>T</title><h2>Head</h2><p>one <a href=/l>two</a> <img src=i.png alt=three></p>
<ul><li>four<ul><li>five</ul></ul><table><caption>six</caption><tr><th>a<th>b<tr><td>1<td>2
</table><blockquote>seven</blockquote><pre>eight
 nine</pre><dl><dt>ten<dd>eleven</dl>"""


def written(html: str = HTML, **options: Any) -> dict[str, Any]:
    """The JSON of a page of which everything that is shown is chosen."""
    page = parse(html, url="https://a.example/")
    document = Document([Part(page, Choice.of(page, page.visible))], "all")
    record: dict[str, Any] = json.loads(document.json(**options))
    return record


def described(heading: str) -> list[str]:
    """The fields that a table of the document has under a heading."""
    text = DOCUMENT.read_text("utf-8")
    match = re.search(rf"^#+ {heading}\n(.*?)(?=^#|\Z)", text, re.M | re.S)
    assert match, heading
    return re.findall(r"^\| `(\w+)` \|", match[1], re.M)


def test_fields_are_those_of_the_document() -> None:
    record = written()
    assert record["schema_version"] == VERSION
    assert list(record) == described("JSON")
    for name, heading in (
        ("blocks", "Blocks"), ("links", "Links"), ("images", "Images"), ("tables", "Tables"),
        ("warnings", "Warnings"),
    ):  # fmt: skip
        assert record[name], name
        assert list(record[name][0]) == described(heading), name


def test_blocks_say_what_they_are_and_where() -> None:
    record = written()
    kinds = [(block["kind"], block["level"], block["text"]) for block in record["blocks"]]
    assert kinds == [
        ("heading", 1, "T"),
        ("heading", 2, "Head"),
        ("paragraph", 0, "one two"),
        ("item", 1, "four"),
        ("item", 2, "five"),
        ("caption", 0, "six"),
        ("cell", 0, "a"),
        ("cell", 0, "b"),
        ("cell", 0, "1"),
        ("cell", 0, "2"),
        ("quote", 0, "seven"),
        ("code", 0, "eight\n nine"),
        ("term", 1, "ten"),
        ("definition", 1, "eleven"),
    ]
    for block in record["blocks"]:
        source = HTML.encode()[block["start"] : block["stop"]].decode()
        assert block["text"].split()[0] in source
        assert block["text"].split()[-1] in source


def test_lists_of_links_images_and_tables() -> None:
    record = written()
    assert [(link["url"], link["text"]) for link in record["links"]] == [
        ("https://a.example/l", "two")
    ]
    assert [(image["url"], image["text"]) for image in record["images"]] == [
        ("https://a.example/i.png", "three")
    ]
    assert [table["cells"] for table in record["tables"]] == [[["a", "b"], ["1", "2"]]]


def test_options_leave_out_lists() -> None:
    record = written(tables=False, images=False, links=False)
    assert record["links"] == record["images"] == record["tables"] == []
    assert "six" not in record["text"]
    assert "cell" not in {block["kind"] for block in record["blocks"]}


def test_text_is_that_of_the_document() -> None:
    document = extract("<p>one</p><p>two</p>", method="balance")
    record = json.loads(document.json())
    assert record["text"] == document.text
    assert record["method"] == "balance"
    assert record["title"] is None


def test_what_is_known_of_a_page_is_reported() -> None:
    html = (
        "<html lang=en><title>A title</title><meta property=og:title content='A title'>"
        "<meta property=article:published_time content=2020-01-02><p>one</p>"
    )
    document = extract(html, method="balance")
    record = json.loads(document.json())
    assert (record["title"], record["language"]) == ("A title", "en")
    assert record["metadata"]["authors"] == list(document.metadata.authors)
    assert record["metadata"]["published"] == "2020-01-02"
    assert record["metadata"]["sources"] == dict(document.metadata.sources)
    header = document.xml().partition("</teiHeader>")[0]
    for item in ("<title>A title</title>", 'when="2020-01-02"'):
        assert item in header


def test_authors_stand_in_the_header_of_tei() -> None:
    document = write_tei([], None, Metadata(title="A title", authors=("Ann Berg", "Bo <Dahl>")))
    for item in ("<author>Ann Berg</author>", "<author>Bo &lt;Dahl></author>"):
        assert item in document.partition("</teiHeader>")[0].replace("&gt;", ">")


def test_cells_of_a_large_table() -> None:
    record = written("<table>" + "<tr><th>a<td>b" * 3000 + "</table>")
    assert record["tables"][0]["cells"] == [["a", "b"]] * 3000


SCHEMA: dict[str, Any] = json.loads((DOCUMENT.parent / "document.schema.json").read_text("utf-8"))
PAGES = sorted((Path(__file__).resolve().parents[1] / "pages").glob("*.html"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_output_follows_the_schema(path: Path) -> None:
    checker = jsonschema.Draft202012Validator(SCHEMA)
    document = extract(path.read_bytes(), url="https://a.example/")
    checker.validate(document.to_dict())
    checker.validate({"page": path.name, **document.to_dict(title=False, tables=False)})
    checker.validate(document.to_dict(fields=[*FIELDS, *MORE_FIELDS]))


def test_the_schema_refuses_what_is_no_document() -> None:
    checker = jsonschema.Draft202012Validator(SCHEMA)
    document = written()
    assert checker.is_valid(document)
    changes: list[dict[str, Any]] = [
        {"schema_version": VERSION + 1}, {"text": None}, {"tide": 1}, {"confidence": 2},
        {"blocks": [{}]},
    ]  # fmt: skip
    for change in changes:
        assert not checker.is_valid({**document, **change}), change
    assert not checker.is_valid({name: document[name] for name in document if name != "text"})


def test_the_schema_has_all_fields() -> None:
    properties = SCHEMA["$defs"]["document"]["properties"]
    assert list(properties) == [*FIELDS, "page", *MORE_FIELDS]


def test_the_line_of_a_failure_follows_the_schema() -> None:
    checker = jsonschema.Draft202012Validator(SCHEMA)
    failure = Record.of_failure(Source("a.html"), BadOption("wrong"))
    checker.validate(json.loads(failure.json_line()))
    assert not checker.is_valid({"page": "a.html", "error": "wrong"})


def test_readings_are_in_the_text_the_blocks_and_chunks() -> None:
    page = parse("<p><ruby>潮<rt>しお</rt></ruby>")
    document = Document([Part(page, Choice.of(page, page.visible))], "all")
    fields = ["text", "blocks", "markdown", "html"]
    assert "しお" not in json.dumps(document.to_dict(fields=fields), ensure_ascii=False)
    record = document.to_dict(fields=fields, readings=True)
    assert record["text"] == record["blocks"][0]["text"] == record["markdown"] == "潮(しお)"
    assert "しお" in record["html"]
    assert [chunk.text for chunk in document.chunks(readings=True)] == ["潮(しお)"]
    assert [chunk.markdown for chunk in document.chunks()] == ["潮"]


def test_the_schema_has_the_fields_of_typed_data() -> None:
    checker = jsonschema.Draft202012Validator(SCHEMA)
    offers = {"price": "5", "priceCurrency": "EUR"}
    declared = {"@type": "Product", "name": "Cup", "offers": offers}
    declared |= {"aggregateRating": {"ratingValue": 4}}
    html = f"<script type=application/ld+json>{json.dumps(declared)}</script><p>One."
    record = extract(html).to_dict(fields=["data"])
    (product,) = record["data"]["products"]
    assert (product["price"], product["rating"]["value"]) == ("5", 4)
    checker.validate(record)
    changes: list[dict[str, Any]] = [
        {"price": 5}, {"colour": "blue"}, {"rating": {}}, {"is_main": None}
    ]  # fmt: skip
    for change in changes:
        assert not checker.is_valid({"data": {"products": [product | change]}}), change


def test_fields_are_written_in_the_order_of_their_names() -> None:
    names = ["text", "date", "title", "url", "markdown", "authors"]
    record = written(fields=names)
    assert list(record) == names
    assert (record["title"], record["url"]) == ("T", "https://a.example/")
    assert record["markdown"].startswith("# T\n")
    assert record["authors"] == []


@pytest.mark.parametrize("names", [[], ["tide"], ["url", "url"], "url", 5, [5]])
def test_fields_that_do_not_exist(names: Any) -> None:
    with pytest.raises(PagecoreError):
        written(fields=names)
