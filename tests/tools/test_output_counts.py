"""Counts of the output: what is counted, and that faults are recognised."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from pagecore import extract
from pagecore.corpora.corpus import Gold, Item
from pagecore.sources.kinds import FileKind
from tests.inputs import make_json_feed, make_page, make_rss
from tools.output_counts.__main__ import main
from tools.output_counts.addresses import DIFFERENT_HOSTS, NOTHING, count_addresses, start_counts
from tools.output_counts.chunks import count_changed_ids, count_chunks
from tools.output_counts.file_kinds import SHAPES, count_file_kinds, count_packed
from tools.output_counts.product_starts import count_product_start

WORDS = "When the ice on the lake is thick the road over it opens for ten weeks. "
TEXT = (
    f"<p>{WORDS * 2}<a href=b.html>More</a> <a href=https://c.example/>c</a> <a href=#d>d</a></p>"
)
CANONICAL = "<link rel=canonical href=https://a.example/x/y>"
OTHER = "<meta property=og:url content=https://b.example/x/y>"


def item(html: str, url: str | None = None) -> Item:
    return Item("a", html.encode(), Gold(), url)


ADDRESSES = [
    # head                                url                    joined to         joined, right
    ("",                                  "https://a.example/x/y", NOTHING,          0, 0),
    (CANONICAL,                           "https://a.example/x/y", "canonical link", 1, 1),
    (CANONICAL,                           "https://a.example/z/",  "canonical link", 1, 0),
    (OTHER,                               None,                  "og:url",         1, 0),
    (CANONICAL + OTHER,                   None,                  DIFFERENT_HOSTS,  0, 0),
    ("<base href=https://a.example/x/>",  "https://a.example/x/y", "base",           1, 1),
]  # fmt: skip


@pytest.mark.parametrize(("head", "url", "name", "joined", "right"), ADDRESSES)
def test_addresses(head: str, url: str | None, name: str, joined: int, right: int) -> None:
    page, counts = item(head + TEXT, url), start_counts()
    wrong = list(count_addresses(page, extract(page.html(), method="balance"), counts))
    of = counts.pop(name)
    assert (of["pages"], of["relative"], of["absolute"]) == (1, 1, 1)
    assert (of["joined"], of["right"], of["relative in the output"]) == (joined, right, 1 - joined)
    assert len(wrong) == of["pages with wrong links"] == (url is not None and joined > right)
    assert not any(other["pages"] for other in counts.values())


CUTS = [
    # what it shows       page                                              word     fault
    ("between sentences", "<p>One two three. Four five six.</p>",           "Four",  None),
    ("in a sentence",     "<p>One two three four five six.</p>",            "four",  "a sentence"),
    ("lines",             "<p>One two three<br>four five six</p>",          "four",  None),
    ("an opening mark",   "<p>甲乙丙。“丁戊己。”</p>",                     "丁",    "a sentence"),
    ("code",              "<pre>one two. Three four</pre>",                 "Three", "code"),
    ("an item",           "<ul><li>One two. Three four.</ul>",              "Three", "a list item"),
    ("a quotation",       "<ul><li><blockquote>One two. Three four.</ul>",  "Three", None),
    ("blocks of an item", "<ul><li><p>One. Two.<p>Three. Four.</ul>",       "Four",  None),
    ("a heading",         "<h1>Zero</h1><h2>One two. Three</h2>",           "Three", "a heading"),
]  # fmt: skip


@pytest.mark.parametrize(("html", "word", "fault"), [row[1:] for row in CUTS])
def test_borders(html: str, word: str, fault: str | None) -> None:
    document = extract(f"<body>{html}", method="balance", steps=())
    (chunk,) = document.chunks(10_000)
    at = chunk.text.index(word)
    first = replace(chunk, text=chunk.text[:at].rstrip())
    second = replace(chunk, text=chunk.text[at:], id="other")
    counts: Counter[str] = Counter()
    list(count_chunks(document, [first, second], counts, 256))
    faults = [name for name in counts if name.startswith("cut inside")]
    assert faults == ([] if fault is None else [f"cut inside {fault}"])
    assert (counts["borders"], counts["words that are lost"]) == (1, 0)


def test_rows_of_tables() -> None:
    rows = "".join(f"<tr><td>city {number}<td>{number} people" for number in range(9))
    document = extract(f"<table><tr><th>City<th>People{rows}</table>", method="balance", steps=())
    chunks = document.chunks(10)
    counts: Counter[str] = Counter()
    assert list(count_chunks(document, chunks, counts, 10)) == []
    assert counts["chunks"] > 2
    # The end of a row becomes the start of the next chunk.
    page = document.page
    cells = [row for row in range(len(page)) if page.name(row) == "td"]
    moved = [replace(chunks[0], last_row=cells[0]), replace(chunks[1], row=cells[1])]
    assert "cut inside a table row" in next(
        fault for fault in count_chunks(document, moved, counts, 10) if "cut" in fault
    )


def test_words_lengths_and_ids_of_chunks() -> None:
    document = extract(f"<title>Ice</title><h1>Ice</h1><p>{WORDS}</p><pre>{WORDS}</pre>")
    chunks = document.chunks(10)
    counts: Counter[str] = Counter()
    assert list(count_chunks(document, chunks, counts, 10)) == []
    assert counts["too long: code"] == 1
    assert counts["too long: a sentence"] == 1
    repeated = [*chunks, chunks[0]]
    (fault,) = (fault for fault in count_chunks(document, repeated, counts, 10) if "words" in fault)
    assert fault.startswith("0 words lost, 16 repeated")
    assert counts["ids that are not unique"] == 1
    (fault,) = (fault for fault in count_chunks(document, chunks[1:], counts, 10))
    assert fault.startswith("16 words lost, 0 repeated")


def test_numbers_that_are_not_those_of_items() -> None:
    text = "We waited for two weeks. I. Miller came.<br>3.<br>He left."
    document = extract(f"<p>{text}</p><ol><li>One<li>Two</ol>")
    (chunk,) = document.chunks()
    counts: Counter[str] = Counter()
    for at in (chunk.text.index("I."), chunk.text.index("He")):
        first = replace(chunk, text=chunk.text[:at].rstrip())
        second = replace(chunk, text=chunk.text[at:])
        assert list(count_chunks(document, [first, second], counts, 256)) == []


def test_ids_stay_with_a_side_bar() -> None:
    page = item(f"{make_page('b')}<aside>Some news of today</aside>")
    counts: Counter[str] = Counter()
    assert list(count_changed_ids(page, extract(page.html()), counts, 256)) == []
    assert counts["pages with a side bar"] == 1
    assert counts["chunks of these"] > 0
    assert counts["ids that change with the side bar"] == 0
    # Another page has other ids, also if it is extracted again.
    list(count_changed_ids(item(make_page("c")), extract(page.html()), counts, 256))
    assert counts["ids that change if extracted again"] > 0


def test_kinds_of_files(tmp_path: Path) -> None:
    files = {
        "a.html": make_page("a").encode(),
        "a.html.orig": make_page("a").encode(),
        "feed.xml": make_rss(["a"]),
        "feed.json": make_json_feed(["a"]),
        "b.css": b"p { color: red }",
        "b.html": b"%PDF-1.7",
        "pageend_square.gif.css": b"GIF89a",
    }
    # Two parts of a corpus were unpacked; the other folder is of another tool.
    for pack in ("wild", "wild-2"):
        (tmp_path / f".{pack}.tar.xz.sha256").write_text("0")
    for folder in ("wild", "layouts"):
        (tmp_path / folder).mkdir()
        for name, content in files.items():
            (tmp_path / folder / name).write_bytes(content)
    counts: dict[str, Counter[str]] = {}
    (wrong,) = count_file_kinds(tmp_path, counts)
    assert wrong.endswith(f"b.html: a PDF, expected {FileKind.HTML}; left out in a folder")
    rows = {name: [*of.values()] for name, of in counts.items()}
    assert rows == {
        # files, right before, right in folders, recognised
        "pages named `*.html`": [2, 2, 1, 1],
        "pages named `*.orig`": [1, 0, 1, 1],
        "feeds named `feed.json`": [1, 0, 1, 1],
        "feeds named `feed.xml`": [1, 0, 1, 1],
        "style sheets": [1, 1, 1, 1],
        "an image named `*.css`": [1, 1, 1, 1],
    }


def test_packed_pages(tmp_path: Path) -> None:
    for extra in ("brotli", "backports.zstd", "fastwarc"):
        pytest.importorskip(extra)
    counts: dict[str, Counter[str]] = {}
    faults = list(count_packed([make_page("a").encode()], tmp_path, counts))
    assert len(counts) == sum(len(names) for _, names in SHAPES.values())
    not_read = [name for name, of in counts.items() if not of["read"]]
    assert not_read == ["brotli, named `a.html`", "brotli, named `a`"]
    assert len(faults) == 2
    assert list(tmp_path.iterdir()) == []


PRICE = """<script type="application/ld+json">{"@type": "Product", "name": "Blue cup", "offers":
{"price": "12.90", "priceCurrency": "EUR"}}</script>"""
STARTS = [
    # page                                               with a price, now, name now
    (f"<h1>Blue cup</h1><p>{WORDS}</p>{PRICE}",          (1, 1, 1)),
    (f"<h1>Green cups</h1><p>{WORDS}</p>{PRICE}",        (1, 0, 0)),
    (f"<h1>Blue cup</h1><p>{WORDS}</p>",                 (0, 0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("html", "expected"), STARTS)
def test_starts_of_products(html: str, expected: tuple[int, int, int]) -> None:
    counts: Counter[str] = Counter()
    faults = list(count_product_start(extract(html), counts))
    names = ("with a price", "now", "name alone, now")
    assert tuple(counts[name] for name in names) == expected
    assert len(faults) == expected[0] - expected[1]


def test_the_program_records_its_counts(tmp_path: Path) -> None:
    for extra in ("brotli", "backports.zstd", "fastwarc"):
        pytest.importorskip(extra)
    folder = tmp_path / "data" / "products"
    (folder / "html").mkdir(parents=True)
    (folder / "html" / "a.html").write_text(f"<h1>Blue cup</h1><p>{WORDS}</p>{PRICE}")
    row = {"id": "a", "url": "https://a.example/", "host": "a.example", "record": {}}
    (folder / "gold.jsonl").write_text(json.dumps(row) + "\n")
    figures = tmp_path / "figures.json"
    command = ["--corpora", "products", "--data", str(tmp_path / "data"), "--figures", str(figures)]
    result = CliRunner().invoke(main, [*command, "--step", "2", "--show", "1"])
    assert result.exit_code == 0, result.output
    assert not figures.exists()
    result = CliRunner().invoke(main, [*command, "--show", "1"])
    assert result.exit_code == 0, result.output
    entries = json.loads(figures.read_text())
    assert sorted(entries) == [
        "addresses", "chunks", "file kinds", "packed pages", "product starts"
    ]  # fmt: skip
    assert entries["product starts"]["figures"]["products"]["now"] == 1
    assert entries["chunks"]["provenance"]["command"].endswith(
        "tools.output_counts --corpora products"
    )
