"""The page that shows an explanation: what is in it, and that nothing of the page runs."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from pagecore import Choice, Document, Page, extract, parse
from pagecore.choice import Part
from pagecore.explain.html_report import draw_report
from tests.core.test_pages import EXAMPLES, PAGES

STORY = "It was a dark and stormy night, and the rain fell on the harbour in torrents, all of it."


def chosen(html: str, tag: str = "p") -> Document:
    """A document of what is in elements of a name."""
    page = parse(html)
    return Document([Part(page, Choice.of(page, page.above(page.is_tag(tag)) >= 0))], "tide")


def drawn(document: Document) -> Page:
    return parse(draw_report(document.explain()))


def texts(page: Page) -> list[str]:
    """The texts of the blocks, as they are drawn."""
    return [page.text(row) for row in np.flatnonzero(page.has_class("t")).tolist()]


HOSTILE = (
    "<title></title><script>alert(1)</script></title><base href=//b.example/>"
    "<p onclick=alert(1)>&lt;script>alert(2)&lt;/script> <img src=x onerror=alert(3)>"
    "<p class='\"><script>alert(4)</script>'>&lt;/style>&lt;/details>"
    "<nav class='\"><script>alert(5)</script>'>one</nav><a href=javascript:alert(6)>two</a>"
    "<pre>{title} {0} %s</pre><style>body { display: none }</style>"
)


def test_nothing_of_the_page_is_run_or_loaded() -> None:
    document = chosen(HOSTILE)
    page = drawn(document)
    active = ("script", "img", "iframe", "link", "object", "embed", "base", "svg", "a", "video")
    assert not page.is_tag(*active).any()
    assert page.is_tag("style").sum() == 1
    table = page.attr_table
    names = {table.names[number] for number in table.name.tolist()}
    assert not [name for name in names if name.startswith("on") or name in ("src", "href")]
    policy = page.get(int(np.flatnonzero(page.attr("http-equiv")[0] >= 0)[0]), "content")
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"
    # The policy comes before anything that it is to hold.
    source = bytes(page.source)
    assert source.index(b"Content-Security-Policy") < source.index(b"<style>")
    assert any("<script>alert(2)</script>" in text for text in texts(page))
    assert any("{title} {0} %s" in text for text in texts(page))


@pytest.mark.parametrize("path", PAGES + EXAMPLES, ids=lambda path: path.stem)
def test_every_block_is_there_with_what_is_reported_of_it(path: Path) -> None:
    document = extract(path.read_bytes(), method="balance")
    blocks = document.explain().blocks
    page = drawn(document)
    details = np.flatnonzero(page.is_tag("details")).tolist()
    assert len(details) == len(blocks)
    for row, block in zip(details, blocks, strict=True):
        classes = (page.get(row, "class") or "").split()
        assert ("kept" in classes) == block.kept
        assert ("dropped" in classes) == (not block.kept)
        assert ("doubtful" in classes) == block.is_doubtful
        actual = page.text(row)
        assert block.xpath in actual
        assert f"bytes {block.start} to {block.stop}" in actual
        summary = row + 1
        assert page.name(summary) == "summary"
        assert block.reason in (page.get(summary, "title") or "")
        # A block without words, such as an image, has no score of its own.
        score = f"{block.score:.2f}" if block.words else ""
        assert page.text(summary).startswith(score)
        assert page.text(summary + 1) == score
        assert page.get(summary, "tabindex") == ("1" if block.kept else None)
        shown = " ".join(page.text(summary)[len(score) :].split())
        assert shown.startswith(block.text.rstrip("…")[:40].rstrip())
    assert not [warning for warning in page.warnings if warning.code != "limit-depth"]


def test_runs_of_dropped_blocks_are_folded() -> None:
    menu = "".join(f"<p><a href=/{n}>Go {n}</a></p>" for n in range(4))
    story = f"<p>{STORY}</p><p><a href=/x>Two</a></p><p>{STORY}</p>"
    html = f"<nav>{menu}</nav>{story}<footer>{menu}</footer>"
    document = extract(html)
    page = drawn(document)
    folded = np.flatnonzero(page.has_class("folded")).tolist()
    kept_rows = np.flatnonzero(page.has_class("kept") & page.is_tag("details")).tolist()
    assert kept_rows
    labels = [page.text(int(page.parent[row])) for row in folded]
    assert [label.split(" dropped blocks ")[0] for label in labels] == ["4", "4"]
    assert labels[0].startswith("4 dropped blocks Go 0")
    for row in folded:
        assert not [kept for kept in kept_rows if row < kept < page.end[row]]
    # Two blocks are no run, and a fold opens without a script.
    boxes = page.is_tag("input") & page.match_attribute("type", lambda value: value == "checkbox")
    assert int(boxes.sum()) == len(folded)


def test_reasons_of_a_learned_method_are_listed() -> None:
    document = extract(f"<nav><a href=/>Home</a></nav><p>{STORY}</p>")
    page = drawn(document)
    sides = [page.text(row) for row in np.flatnonzero(page.has_class("for", "against")).tolist()]
    expected = [
        f"{reason.words}{reason.log_odds:+.2f}"
        for block in document.explain().blocks
        for reason in block.reasons
    ]
    assert expected
    assert sides == expected


def test_blocks_stand_in_the_boxes_of_the_page() -> None:
    page = drawn(
        chosen("<nav id=n class=a><ul><li>one<ul><li>two</ul></nav><main class='b c'><p>six</main>")
    )
    boxes = np.flatnonzero(page.has_class("box")).tolist()
    assert [page.get(row, "data-name") for row in boxes] == ["nav#n", "main.b"]
    inside = [
        page.text(row)
        for row in np.flatnonzero(page.has_class("t") & page.under(boxes[0])).tolist()
    ]
    assert inside == ["one", "two"]
    styles = [page.get(row, "style") for row in np.flatnonzero(page.is_tag("details")).tolist()]
    assert [re.findall(r"--l:(\d)", style or "") for style in styles] == [["1"], ["2"], []]


def test_texts_keep_lines_and_code() -> None:
    page = drawn(chosen("<p>one<br>two\nsix</p><pre>a\n  b</pre><div><img src=a alt=Rain></div>"))
    assert texts(page) == ["one\ntwo six", "a\n  b", "[image: Rain]"]


def test_cells_of_a_row_stand_side_by_side() -> None:
    page = drawn(chosen("<table><tr><th>a<th>b<tr><td>c<td>d</table>"))
    rows = np.flatnonzero(page.has_class("row")).tolist()
    assert [page.below(page.is_tag("details"))[row] for row in rows] == [2, 2]


def test_counts_warnings_and_facts_stand_above() -> None:
    document = extract("<title>Gone</title><p>one")
    page = drawn(document)
    head = page.text(int(np.flatnonzero(page.is_tag("header"))[0]))
    assert head.startswith("Gone")
    for warning in document.warnings:
        assert f"{warning.code} {warning.message}" in head
    labels = [page.text(row) for row in np.flatnonzero(page.is_tag("label")).tolist()]
    blocks = document.explain().blocks
    kept = sum(block.kept for block in blocks)
    assert labels[:3] == [f"all {len(blocks)}", f"kept {kept}", f"dropped {len(blocks) - kept}"]


def test_parts_are_distinguished() -> None:
    first, second = parse("<p>one", url="https://a.example/s"), parse("<p>two")
    document = extract(first, method="balance", pages=[second])
    page = drawn(document)
    headings = [page.text(row) for row in np.flatnonzero(page.is_tag("h2")).tolist()]
    assert headings == ["Part 1: https://a.example/s", "Part 2"]


def test_many_and_deep_blocks_take_linear_time() -> None:
    page = drawn(chosen("<p>a</p>" * 2500 + "<nav><article>" * 300 + "<p>deep"))
    assert page.is_tag("details").sum() == 2501
    assert page.has_class("box").sum() == 6
