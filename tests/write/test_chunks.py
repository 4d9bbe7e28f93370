"""Chunks: their texts, Markdown, headings, rows and ids."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pagecore import Choice, Chunk, Document, Page, extract, parse
from pagecore.batch.record import Record
from pagecore.choice import Part
from pagecore.errors import BadOption
from pagecore.page.counts import count_words
from pagecore.sources.source import Source
from pagecore.write.chunks import ChunkMetadata, write_chunk_lines
from pagecore.write.text import render_text
from tests.trees import pages

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.html"))
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "chunk.schema.json").read_text("utf-8"))
RENDERER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def make_document(html: str, url: str | None = None) -> Document:
    """All of a page."""
    page = parse(html, url=url)
    return Document([Part(page, Choice.of(page, page.visible))], "all")


def split(html: str, max_length: int, **options: Any) -> list[str]:
    """The Markdown of the chunks of a page."""
    return [chunk.markdown for chunk in make_document(html).chunks(max_length, **options)]


def make_rows(n: int) -> str:
    return "".join(f"<tr><td>row {number}<td>value {number}" for number in range(n))


LONG_ITEM = "<li>one two three<ul><li>four five<li>six seven<li>eight nine</ul>"
CASES: list[tuple[str, str, int, list[str]]] = [
    # what it shows, page, max_length, Markdown of the chunks
    ("all fits", "<p>one two<p>three", 9, ["one two\n\nthree"]),
    ("paragraphs", "<p>one two<p>three four<p>five", 4, ["one two\n\nthree four", "five"]),
    ("sentences", "<p>One two. <b>Three four. Five.</b> Six", 3,
     ["One two.", "**Three four. Five.**", "Six"]),
    ("brackets are not cut", "<p>One two (see three. And four.) five. Six seven.", 3,
     ["One two (see three. And four.) five.", "Six seven."]),
    ("style over a cut", "<p><b>One two. Three <i>four. Five</i></b>", 2,
     ["**One two.**", "**Three *four.***", "***Five***"]),
    ("a sentence is not cut", "<p>one two three four five", 2, ["one two three four five"]),
    ("code is not cut", "<p>one<pre>two three\n\nfour five</pre><p>six", 3,
     ["one", "```\ntwo three\n\nfour five\n```", "six"]),
    ("numbers go on", "<ol><li>one two<li>three four<li>five six</ol>", 6,
     ["1. one two\n2. three four", "3. five six"]),
    ("numbers from a start", "<ol start=7><li>one two<li>three<li value=20>four five</ol>", 5,
     ["7. one two\n8. three", "20. four five"]),
    ("a long item is cut at its items", f"<ul>{LONG_ITEM}<li>ten eleven</ul>", 5,
     ["- one two three\n  - four five", "- six seven\n- eight nine", "- ten eleven"]),
    ("out of a long item", f"<ul>{LONG_ITEM}<li>ten</ul>", 7,
     ["- one two three\n  - four five\n  - six seven", "- - eight nine\n- ten"]),
    ("an item that fits is whole", f"<ul><li>zero<li>{LONG_ITEM}</ul>", 9,
     ["- zero", "- one two three\n  - four five\n  - six seven\n  - eight nine"]),
    ("the text of an item is not cut", "<ul><li>One two. Three four.<li>five</ul>", 2,
     ["- One two. Three four.", "- five"]),
    ("paragraphs of an item", "<ul><li><p>One two. Three.<p>Four five.</ul>", 2,
     ["- One two.", "Three.", "Four five."]),
    ("quotation", "<blockquote><p>one two<p>three four</blockquote>", 2,
     ["> one two", "> three four"]),
    ("list in a quotation", "<blockquote><ul><li>a b<ul><li>c d<li>e f</ul></ul></blockquote>", 2,
     ["> - a b", "> - c d", "> - e f"]),
    ("a table that fits", f"<p>a b c<table><tr><th>k<th>v{make_rows(2)}</table>", 10,
     ["a b c", "| k | v |\n| --- | --- |\n| row 0 | value 0 |\n| row 1 | value 1 |"]),
    ("a bold head is repeated", f"<table><tr><td><b>k</b><td><b>v</b>{make_rows(3)}</table>", 10,
     ["|  |  |\n| --- | --- |\n| **k** | **v** |\n| row 0 | value 0 |\n| row 1 | value 1 |",
      "|  |  |\n| --- | --- |\n| **k** | **v** |\n| row 2 | value 2 |"]),
    ("the head is repeated", f"<table><tr><th>k<th>v{make_rows(3)}</table>", 10,
     ["| k | v |\n| --- | --- |\n| row 0 | value 0 |\n| row 1 | value 1 |",
      "| k | v |\n| --- | --- |\n| row 2 | value 2 |"]),
    ("a table without a head", f"<table>{make_rows(2)}</table>", 4,
     ["|  |  |\n| --- | --- |\n| row 0 | value 0 |",
      "|  |  |\n| --- | --- |\n| row 1 | value 1 |"]),
    ("a cell over rows", "<table><tr><th>k<th>v<tr><td rowspan=2>a b<td>c<tr><td>d e</table>", 5,
     ["| k | v |\n| --- | --- |\n| a b | c |", "| k | v |\n| --- | --- |\n|  | d e |"]),
    ("a caption stays", f"<table><caption>one</caption><tr><th>k{make_rows(2)}</table>", 7,
     ["one\n\n| k |  |\n| --- | --- |\n| row 0 | value 0 |",
      "| k |  |\n| --- | --- |\n| row 1 | value 1 |"]),
    ("a term stays", "<dl><dt>one<dd>two three<dt>four<dd>five</dl>", 3,
     ["**one**\n\n- two three", "**four**\n\n- five"]),
    ("an introduction stays", "<p>one two<p>three:<pre>four five</pre>", 4,
     ["one two", "three:\n\n```\nfour five\n```"]),
    ("an image belongs to its text", "<img src=a.png><p>one two<p>three", 2,
     ["![](a.png)\n\none two", "three"]),
    ("a rule between chunks", "<p>one<hr><p>two", 1, ["one", "two"]),
    ("nothing", "<p> ", 3, []),
    ("only an image", "<img src=a.png alt=one>", 3, []),
]  # fmt: skip


@pytest.mark.parametrize(("html", "max_length", "chunks"), [case[1:] for case in CASES],
                         ids=[case[0] for case in CASES])  # fmt: skip
def test_where_chunks_end(html: str, max_length: int, chunks: list[str]) -> None:
    assert split(html, max_length) == chunks


NUMBERED: list[tuple[str, str, int, list[str]]] = [
    # what it shows, page, max_length, text of the chunks
    ("over a cut", "<ol start=7><li>one two<li>three<li value=20>four five</ol>", 5,
     ["7. one two\n8. three", "20. four five"]),
    ("letters", "<ol type=a><li>one<li>two<ol type=I><li>three</ol></ol>", 9,
     ["a. one\nb. two\n  I. three"]),
    ("reversed", "<ol reversed><li>one<li>two</ol>", 9, ["2. one\n1. two"]),
    ("shown without", "<ol style='list-style: none'><li>one<li>two</ol>", 9, ["- one\n- two"]),
    ("bullets", "<ul><li>one<ol><li>two</ol><li>three</ul>", 9, ["- one\n  1. two\n- three"]),
    ("a number is not a sentence", "<ol><li><p>One two. Three.<p>Four five.</ol>", 3,
     ["1. One two.", "Three.\nFour five."]),
    ("in a cell", "<table><tr><th>k<th>v<tr><td><ol><li>one</ol><td>two</table>", 9,
     ["k\tv\n1. one\ttwo"]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "max_length", "texts"), [case[1:] for case in NUMBERED],
                         ids=[case[0] for case in NUMBERED])  # fmt: skip
def test_items_keep_their_numbers(html: str, max_length: int, texts: list[str]) -> None:
    assert [chunk.text for chunk in make_document(html).chunks(max_length)] == texts


HEADINGS: list[tuple[str, str, int, list[str]]] = [
    ("a section that fits goes on", "<p>a<h2>b</h2><p>c", 3, ["a\n\n## b\n\nc"]),
    ("a section that does not fit", "<p>a<h2>b</h2><p>c d", 3, ["a", "## b\n\nc d"]),
    ("a long section", "<p>a<h2>b</h2><p>c d<p>e f", 3, ["a", "## b\n\nc d", "e f"]),
    ("with its subsections", "<p>a<h2>b</h2><p>c<h3>d</h3><p>e", 4,
     ["a", "## b\n\nc\n\n### d\n\ne"]),
    ("a heading is not the last", "<h2>a b</h2><h3>c d</h3><p>e f", 2,
     ["## a b\n\n### c d\n\ne f"]),
    ("unless nothing is below it", "<h3>a b</h3><h3>c d</h3><h3>e f</h3>", 4,
     ["### a b\n\n### c d", "### e f"]),
    ("a heading before a long paragraph", "<h2>a b</h2><p>Ca de. Fa ge. Ha je.", 4,
     ["## a b\n\nCa de.", "Fa ge. Ha je."]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "max_length", "chunks"), [case[1:] for case in HEADINGS],
                         ids=[case[0] for case in HEADINGS])  # fmt: skip
def test_headings_begin_chunks(html: str, max_length: int, chunks: list[str]) -> None:
    assert split(html, max_length) == chunks


def test_heading_path() -> None:
    html = """<title>The tides</title><h1>The tides</h1><p>one two<h2>Spring</h2><p>three four
    <h4>Moon</h4><p>five six<p>seven eight<h3>Sun</h3><p>nine<h2>Neap</h2><p>ten"""
    chunks = make_document(html).chunks(4)
    assert [(chunk.heading_path, chunk.text) for chunk in chunks] == [
        (("The tides",), "one two"),
        (("The tides", "Spring"), "Spring\n\nthree four"),
        (("The tides", "Spring", "Moon"), "Moon\n\nfive six"),
        (("The tides", "Spring", "Moon"), "seven eight\n\nSun\n\nnine"),
        (("The tides", "Neap"), "Neap\n\nten"),
    ]
    assert [chunk.index for chunk in chunks] == [0, 1, 2, 3, 4]
    assert make_document("<p>one").chunks()[0].heading_path == ()


def test_headings_in_items_and_quotations_end_with_them() -> None:
    html = (
        "<h2>Outer</h2><p>zero</p><ol><li>one<li><h2>So I <b>asked</b></h2><p>two</p>"
        "<li>three<li><h3>3. Own</h3>four</ol><blockquote><h2>Quoted</h2><p>five</blockquote>six"
    )
    chunks = make_document(html).chunks(max_length=1)
    assert [(chunk.heading_path, chunk.text) for chunk in chunks] == [
        (("Outer",), "Outer\n\nzero"),
        (("Outer",), "1. one"),
        (("Outer", "So I asked"), "2. So I asked\ntwo"),
        (("Outer",), "3. three"),
        (("Outer", "3. Own"), "4. 3. Own\nfour"),
        (("Outer", "Quoted"), "Quoted\n\nfive"),
        (("Outer",), "six"),
    ]


def test_overlap_is_whole_sentences_of_the_section() -> None:
    html = "<p>One two. Three.<p>Four five. Six.<h2>Seven</h2><p>Eight nine. Ten eleven."
    chunks = make_document(html).chunks(4, overlap=2)
    cuts = [(chunk.text, chunk.n_repeated_chars) for chunk in chunks]
    assert [(text[:cut].strip(), text[cut:].strip()) for text, cut in cuts] == [
        ("", "One two. Three."),
        ("Three.", "Four five. Six."),
        ("", "Seven\n\nEight nine."),
        ("Eight nine.", "Ten eleven."),
    ]  # fmt: skip
    assert [chunk.markdown for chunk in chunks[1:2]] == ["Three.\n\nFour five. Six."]


def test_overlap_has_text() -> None:
    html = "<p>one two<img src=a.png><p>three<p><img src=b.png><p>four five"
    assert split(html, 4, overlap=1) == [
        "one two ![](a.png)\n\nthree\n\n![](b.png)",
        "three\n\n![](b.png)\n\nfour five",
    ]
    assert split(html, 2, overlap=1)[-1] == "four five"


def test_repeated_heads_are_counted() -> None:
    chunks = make_document(f"<table><tr><th>k<th>v{make_rows(2)}</table>").chunks(6)
    assert [chunk.text for chunk in chunks] == ["k\tv\nrow 0\tvalue 0", "k\tv\nrow 1\tvalue 1"]
    assert [chunk.n_repeated_chars for chunk in chunks] == [0, len("k\tv\n")]
    # A head that takes most of a chunk is written once.
    wide = make_document(f"<table><tr><th>a b c<th>d{make_rows(2)}</table>").chunks(6)
    assert [chunk.n_repeated_chars for chunk in wide] == [0, 0]
    assert wide[1].markdown.startswith("|  |  |\n")


def test_positions_are_those_of_the_source() -> None:
    html = "<p>one <b>two</b><p>three<ul><li>four</ul>"
    chunks = make_document(html).chunks(2)
    assert [html.encode()[chunk.start : chunk.stop].decode() for chunk in chunks] == [
        "one <b>two",
        "three<ul><li>four",
    ]
    page = parse(html)
    assert [(chunk.part, int(page.start[chunk.row]), int(page.stop[chunk.last_row]))
            for chunk in chunks] == [(0, chunk.start, chunk.stop) for chunk in chunks]  # fmt: skip


def test_positions_of_what_the_parser_moves() -> None:
    html = "<table><tr><td>One cell here.</td></tr>Moved before it.</table>"
    (chunk,) = make_document(html).chunks(50)
    assert chunk.text.startswith("Moved before it.")
    assert html[chunk.start : chunk.stop].endswith("One cell here.</td></tr>Moved before it.")


def test_parts_have_chunks_of_their_own() -> None:
    first, second = parse("<p>one<h2>two</h2><p>three"), parse("<p>four")
    parts = [Part(page, Choice.of(page, page.visible)) for page in (first, second)]
    chunks = Document(parts, "all").chunks()
    assert [(chunk.part, chunk.text) for chunk in chunks] == [
        (0, "one\n\ntwo\n\nthree"),
        (1, "four"),
    ]
    assert chunks[1].heading_path == ("two",)


SECTIONS = "".join(
    f"<h2>Section {name}</h2>" + f"<p>The {name} text has some words. " * 20 for name in "abc"
)
URL = "https://tides.example/a"


def test_ids_stay_with_their_text() -> None:
    chunks = make_document(SECTIONS, URL).chunks(30)
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    assert chunks == make_document(SECTIONS, URL).chunks(30)
    changed = make_document(SECTIONS.replace("The b text", "Another b text"), URL).chunks(30)
    for name in "abc":
        ids = [
            {chunk.id for chunk in of if f"Section {name}" in chunk.heading_path}
            for of in (chunks, changed)
        ]
        assert (ids[0] == ids[1]) == (name != "b")
        assert ids[0]
        assert name != "b" or not ids[0] & ids[1]


def test_what_changes_an_id() -> None:
    def read_id(html: str, url: str | None = URL) -> str:
        (chunk,) = make_document(html, url).chunks()
        return chunk.id

    html = "<title>T</title><h2>a</h2><p>b <b>c</b>"
    assert read_id(html) == read_id(html.replace("<b>", "<i>")) == read_id(html.replace("T", "U"))
    ids = [read_id(html), read_id(html, URL + "b"), read_id(html.replace("a", "x")),
           read_id(html + "d"), read_id(html, None),
           read_id(html.replace("T", "U"), None)]  # fmt: skip
    assert len(set(ids)) == len(ids)


class Tokenizer:
    """Counts a token for four characters, as models do, and its calls."""

    def __init__(self) -> None:
        self.n_chars = 0

    def __call__(self, text: str) -> int:
        self.n_chars += len(text)
        return -(-len(text) // 4)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_tokenizers(path: Path) -> None:
    document, tokenizer = extract(path.read_bytes()), Tokenizer()
    chunks = document.chunks(100, length=tokenizer, overlap=20)
    assert chunks
    assert tokenizer.n_chars < 12 * len(document.text) + 1000
    for chunk in chunks:
        assert chunk.length == Tokenizer()(chunk.text)
        # What is longer has nothing to be cut.
        is_single = len(re.split(r"(?<=[.!?]) |\n", chunk.text.strip())) <= 2
        assert chunk.length <= 100 or is_single or "```" in chunk.markdown, chunk.text


def test_length_that_counts_more_for_the_whole_than_for_its_parts() -> None:
    def count_tokens(text: str) -> int:
        n_words = len(text.split())
        return n_words + n_words // 5

    chunks = make_document("<p>one" * 40).chunks(24, length=count_tokens)
    assert [(chunk.length, len(chunk.text.split())) for chunk in chunks] == [(24, 20)] * 2
    hostile = make_document("<p>one" * 40).chunks(50, length=lambda text: len(text) ** 3)
    assert [chunk.text for chunk in hostile] == ["one"] * 40


BAD_OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"max_length": 0}, "max_length=0: expected integer, 1 or more"),
    ({"max_length": 2.5}, "max_length=2.5: expected integer, 1 or more"),
    ({"overlap": -1}, "overlap=-1: expected integer, 0 or more"),
    ({"max_length": 9, "overlap": 5}, "overlap=5: expected at most half of max_length=9"),
    ({"length": 3}, "length=3: expected a function from a str to an int"),
    ({"length": lambda text: None}, "returned None for a text of 3 characters; expected an int"),
    ({"length": lambda text: -1}, "returned -1 for a text"),
    ({"length": lambda text: 1.5}, "returned 1.5 for a text"),
    ({"length": lambda text: True}, "returned True for a text"),
    ({"images": 1}, "images=1: expected True or False"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "message"), BAD_OPTIONS)
def test_bad_options(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption) as raised:
        make_document("<p>one").chunks(**options)
    assert message in str(raised.value)


def test_errors_of_a_tokenizer_are_its_own() -> None:
    with pytest.raises(KeyError):
        make_document("<p>one").chunks(length={}.__getitem__)  # type: ignore[arg-type]  # Wrong on purpose.


def test_options_of_writers() -> None:
    html = "<p>one <a href=/x>two</a> <img src=i.png><table><tr><th>three<tr><td>four</table>"
    assert split(html, 9) == [
        "one [two](/x) ![](i.png)\n\n| three |\n| --- |\n| four |",
    ]
    assert split(html, 9, tables=False, images=False, links=False) == ["one two"]


def test_chunks_are_plain_data() -> None:
    document = extract((ROOT / "examples" / "article.html").read_bytes(), url=URL)
    chunk = document.chunks()[0]
    assert isinstance(chunk, Chunk)
    assert pickle.loads(pickle.dumps(chunk)) == chunk
    with pytest.raises(AttributeError):
        chunk.text = ""  # type: ignore[misc]  # Wrong on purpose.
    values = chunk.to_dict()
    assert json.loads(json.dumps(values)) == values
    metadata = document.metadata
    assert metadata.authors
    assert metadata.date
    expected = {
        "url": URL,
        "title": document.title,
        "language": "en",
        "date": metadata.date,
        "authors": list(metadata.authors),
        "site": metadata.site,
        "page_type": "article",
        "confidence": document.confidence,
        "heading_path": [document.title],
        "length": count_words(chunk.text),
    }
    assert expected.items() <= values.items()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_lines_follow_the_schema(path: Path) -> None:
    chunks = extract(path.read_bytes(), url=URL).chunks(60, overlap=10)
    lines = write_chunk_lines(chunks, path.name).split("\n")
    for line, chunk in zip(lines, chunks, strict=True):
        values = json.loads(line)
        jsonschema.validate(values, SCHEMA)
        assert list(values) == ["page", *chunk.to_dict()]
    defined = SCHEMA["$defs"]["chunk"]
    assert defined["required"] == list(chunks[0].to_dict())
    assert list(defined["properties"]) == ["page", *chunks[0].to_dict()]


def test_the_line_of_a_failure_follows_the_schema() -> None:
    failure = Record.of_failure(Source("a.html"), BadOption("wrong"))
    jsonschema.validate(json.loads(failure.json_line()), SCHEMA)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"page": "a.html", "error": "wrong"}, SCHEMA)


def test_what_all_chunks_repeat_is_short() -> None:
    html = f"<title>{'long ' * 999}</title><h2>{'wide ' * 999}</h2><p>one<p>two"
    for chunk in make_document(html).chunks(1):
        assert all(len(heading) <= 300 for heading in chunk.heading_path)
        assert isinstance(chunk.metadata, ChunkMetadata)
        assert 290 < len(chunk.metadata.title or "") <= 300


@given(page=pages(), draw=st.integers(0, 99), max_length=st.integers(1, 12), half=st.integers(0, 6))
def test_chunks_of_any_choice(page: Page, draw: int, max_length: int, half: int) -> None:
    leaves = np.random.default_rng(draw).random(len(page)) < 0.7
    document = Document([Part(page, Choice.of(page, leaves & page.visible))], "some")
    check_chunks(document, max_length, min(half, max_length // 2))


@pytest.mark.parametrize("max_length", [7, 40, 300])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_chunks_of_examples(path: Path, max_length: int) -> None:
    check_chunks(extract(path.read_bytes()), max_length, max_length // 3)


def check_chunks(document: Document, max_length: int, overlap: int) -> None:
    """Check what is promised of all chunks."""
    chunks = document.chunks(max_length, overlap=overlap, images=False)
    _, parts = document._separate_title(True)
    expected = " ".join(render_text(*part) for part in parts)
    joined = " ".join(chunk.text[chunk.n_repeated_chars :] for chunk in chunks)
    assert split_words(joined) == split_words(expected)
    places = [(chunk.part, chunk.row, chunk.last_row) for chunk in chunks]
    assert places == sorted(places)
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    for number, chunk in enumerate(chunks):
        assert chunk.index == number
        assert chunk.text.strip() == chunk.text.strip("\n") or "```" in chunk.markdown
        assert chunk.text[chunk.n_repeated_chars :].strip()
        assert chunk.length == count_words(chunk.text)
        page = document.parts[chunk.part].page
        assert 0 <= chunk.start < chunk.stop <= len(page.source)


def split_words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


@pytest.mark.parametrize("max_length", [7, 40, 300])
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_markdown_of_a_chunk_is_complete(path: Path, max_length: int) -> None:
    for chunk in extract(path.read_bytes()).chunks(max_length, overlap=3, images=False):
        html = RENDERER.render(chunk.markdown)
        inline = re.sub(r"</?(em|strong|code|a|s|sup|sub)\b[^>]*>", "", html)
        words = split_words(parse(re.sub("<[^>]*>", " ", inline)).text())
        # Markdown of items has marks in place of dashes and numbers.
        text = re.sub(r"(?m)^ *(-|[0-9]+\.) ", "", chunk.text)
        assert words == split_words(text), chunk.markdown
