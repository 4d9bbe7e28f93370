"""What differs between two pages: which blocks are paired, and what is written of them."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from pagecore import Page, match, parse
from pagecore.errors import BadOption
from pagecore.explain import Difference, explain_difference
from pagecore.explain.difference import STATUSES, VERSION
from pagecore.explain.explanation import render_table
from tests.core.test_pages import PAGES
from tests.growth import check_ends

NIGHT = "It was a dark and stormy night, and the rain fell on the harbour in torrents."
FERRY = "The ferry does not run on Sundays, and nobody in the village minds it."
MENU = "<nav id=top><ul><li>Home<li>News<li>Weather</ul></nav>"
FOOT = "<footer><p>Imprint<p>Contact<p>About us</footer>"
A = (
    f"<title>Monday</title>{MENU}<main><h1>The tide</h1><p>{NIGHT}<p>Boats go out at six.<p>{FERRY}"
    f"<ul><li>Bread<li>Fish<li>Rope</ul></main><aside><p>Write to us.</aside>{FOOT}"
)
B = (
    f"<title>Tuesday</title>{MENU}<main><h1>The wind</h1><p>{FERRY}"
    f"<p>{NIGHT.replace('dark', 'long')}<p>A gale is expected.<p>Boats go out at six."
    f"<ul><li>Bread<li>Rope</ul></main>{FOOT}"
)


def compare(a: str | bytes | Page, b: str | bytes | Page) -> Difference:
    first, second = (page if isinstance(page, Page) else parse(page) for page in (a, b))
    return explain_difference(first, second, match(first, second, rows="shown", labels="text"))


def describe(difference: Difference) -> list[str]:
    """The blocks, each with the mark of its status."""
    marks = dict(zip(STATUSES, "=~-+", strict=True))
    return [
        f"{marks[block.status]} {(block.b or block.a).text}"  # type: ignore[union-attr]  # One is there.
        for block in difference.blocks
    ]


# ---------------------------------------------------------------- which blocks are paired

CASES = {
    "equal": ("<p>one<p>two", "<p>one<p>two", ["= one", "= two"]),
    "a changed word": ("<p>one two six", "<p>one ten six", ["~ one ten six"]),
    "an addition": ("<p>one<p>two", "<p>one<p>six<p>two", ["= one", "+ six", "= two"]),
    "a removal": ("<ul><li>a<li>b<li>c</ul>", "<ul><li>a<li>c</ul>", ["= a", "- b", "= c"]),
    "a new text": ("<h1>Tides</h1>", "<h1>Winds</h1>", ["~ Winds"]),
    "a long new text": (f"<p>{NIGHT}", f"<p>{FERRY}", [f"- {NIGHT}", f"+ {FERRY}"]),
    "another element": ("<h1>Tides</h1>", "<h2>Tides</h2>", ["= Tides"]),
    "a new frame": ("<p>one<p>two", "<div><div><p>one<p>two", ["= one", "= two"]),
    "changed in a new frame": (f"<p>{NIGHT}", f"<div><p>{NIGHT} End", [f"~ {NIGHT} End"]),
    "no first page": ("", "<p>one", ["+ one"]),
    "no second page": ("<p>one", "", ["- one"]),
    "no page": ("", "", []),
    "spaces": ("<p>one  two", "<p>one<br>two", ["= one\ntwo"]),
    "spaces in code": ("<pre>if a:\n b</pre>", "<pre>if a:\n  b</pre>", ["~ if a:\n  b"]),
    "hidden text": ("<p>one<p hidden>two", "<p>one<p hidden>six", ["= one"]),
    "an image": ("<img src=a alt=Rain>", "<img src=a alt=Snow>", ["~ [image: Snow]"]),
    "a medium": ("<p>one", "<p>one<div><video src=a></div>", ["= one", "+ [video]"]),
    "cells": ("<table><tr><td>0<td>1<td>0", "<table><tr><td>0<td>1<td>1", ["= 0", "= 1", "~ 1"]),
    "right to left": ("<p>البحر هادئ اليوم", "<p>البحر هائج اليوم", ["~ البحر هائج اليوم"]),
}


@pytest.mark.parametrize("name", CASES)
def test_blocks_are_paired(name: str) -> None:
    a, b, blocks = CASES[name]
    assert describe(compare(a, b)) == blocks


def test_a_page_of_all_kinds() -> None:
    difference = compare(A, B)
    assert describe(difference) == [
        "= Home", "= News", "= Weather",
        "~ The wind",
        f"+ {FERRY}",
        f"~ {NIGHT.replace('dark', 'long')}",
        "+ A gale is expected.",
        "= Boats go out at six.",
        f"- {FERRY}",
        "= Bread", "- Fish", "= Rope",
        "- Write to us.",
        "= Imprint", "= Contact", "= About us",
    ]  # fmt: skip
    assert difference.counts == {"unchanged": 9, "changed": 2, "removed": 3, "added": 2}
    assert difference.similarity == match(A, B, rows="shown", labels="text").similarity
    assert repr(difference).endswith("blocks: 9 unchanged, 2 changed, 3 removed, 2 added>")


def test_a_moved_block_names_its_place() -> None:
    difference = compare(A, B)
    added, removed = (block for block in difference.blocks if block.moved is not None)
    assert (added.status, removed.status) == ("added", "removed")
    assert added.b is not None
    assert removed.a is not None
    assert (added.moved, removed.moved) == (removed.a.block, added.b.block)
    assert added.place == f"moved: it was block {removed.a.block} of A"
    assert removed.place == f"moved: it is block {added.b.block} of B"
    # The text that only one page has is not moved.
    assert all(block.moved is None for block in compare("<p>a<p>b", "<p>b<p>c").blocks)


def test_the_mapping_decides_between_repeated_texts() -> None:
    card = "<div><h2>{}</h2><p>More</p></div>"
    a = card.format("Tide") + card.format("Wind") + card.format("Moon")
    b = card.format("Tide") + card.format("Moon")
    difference = compare(a, b)
    assert describe(difference) == ["= Tide", "= More", "- Wind", "- More", "= Moon", "= More"]
    a = "<ul><li>More</ul><ol><li>More</ol>"
    (first, second) = compare(a, "<ol><li>More</ol>").blocks
    assert (first.status, second.status) == ("removed", "unchanged")
    (first, second) = compare(a, "<ul><li>More</ul>").blocks
    assert (first.status, second.status) == ("unchanged", "removed")


def test_the_most_similar_block_is_the_changed_one() -> None:
    # Both paragraphs of the second page are at the same distance from the one of the first.
    for order in (1, -1):
        texts = ["High at ten.", "Low at two."][::order]
        marks = ["~", "+"][::order]
        difference = compare("<p>High at six.", "".join(f"<p>{text}" for text in texts))
        assert describe(difference) == [f"{m} {t}" for m, t in zip(marks, texts, strict=True)]


def test_a_shuffled_list_is_moved_and_not_changed() -> None:
    names = [f"{at} text of {at}" for at in range(40)]
    a = "".join(f"<p>{name}" for name in names)
    b = "".join(f"<p>{name}" for name in reversed(names))
    difference = compare(a, b)
    assert difference.counts == {"unchanged": 1, "changed": 0, "removed": 39, "added": 39}
    assert all(
        block.moved is not None for block in difference.blocks if block.status != "unchanged"
    )


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_does_not_differ_from_itself(path: Path) -> None:
    page = parse(path.read_bytes())
    difference = compare(page, page)
    n_shown = int((page.blocks.hidden == 0).sum())
    assert difference.counts == {"unchanged": n_shown, "changed": 0, "removed": 0, "added": 0}
    assert difference.similarity == 1
    assert [block.a for block in difference.blocks] == [block.b for block in difference.blocks]


@pytest.mark.parametrize(("first", "second"), list(pairwise(PAGES)),
                         ids=lambda path: path.stem)  # fmt: skip
def test_every_visible_block_is_listed_once_and_in_order(first: Path, second: Path) -> None:
    pages = [parse(path.read_bytes()) for path in (first, second)]
    blocks = compare(*pages).blocks
    assert [block.index for block in blocks] == list(range(len(blocks)))
    for side, page in zip("ab", pages, strict=True):
        sides = [getattr(block, side) for block in blocks if getattr(block, side) is not None]
        assert [it.block for it in sides] == np.flatnonzero(page.blocks.hidden == 0).tolist()
        assert [it.row for it in sides] == [page.blocks.first[it.block] for it in sides]
    for block in blocks:
        has = (block.a is not None, block.b is not None)
        assert has == {"removed": (True, False), "added": (False, True)}.get(
            block.status, (True, True)
        )
        assert bool(block.changes) == (block.status == "changed")


def test_sides_have_their_places() -> None:
    difference = compare(A, B)
    block = next(block for block in difference.blocks if "stormy" in str(block.b))
    for side, page, html in ((block.a, "A", A), (block.b, "B", B)):
        assert side is not None
        assert html.encode()[side.start : side.stop].decode() == side.text, page
    assert block.a is not None
    assert block.b is not None
    assert (block.a.xpath, block.b.xpath) == (
        "/html/body/main/p[1]/text()[1]",
        "/html/body/main/p[2]/text()[1]",
    )
    assert (block.a.words, block.a.last_row) == (16, block.a.row)
    assert [tuple(run) for run in block.changes] == [
        ("same", "It was a "),
        ("removed", "dark "),
        ("added", "long "),
        ("same", NIGHT.partition("dark ")[2]),
    ]


# ---------------------------------------------------------------- the table and JSON

HOSTILE = (
    "<title>\x1b[31m{title}</title><p>&lt;script>alert(1)&lt;/script> \x1b[2J \x07 {0} %s"
    "<p>\u202egnp.exe [b]bold[/b]<p title='\"><script>alert(2)</script>'>&lt;/style>&lt;/details>"
    "<nav class='\"><script>alert(3)</script>'>one</nav><a href=javascript:alert(4)>two</a>"
    "<script>alert(5)</script><style>body { display: none }</style>"
)
OTHER = (
    HOSTILE.replace("one", "six").replace("alert(1)", "alert(6) <b>&lt;i></b>").replace("31m", "")
)


def test_table() -> None:
    difference = compare(A, B)
    lines = render_table(difference.table()).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == difference.summary
    assert lines[0].endswith("blocks: 9 unchanged, 2 changed, 3 removed, 2 added")
    assert lines[1:4] == ["title: [-Monday-]{+Tuesday+}", "", " A   B     text, place"]
    first = A.index("The tide")
    assert lines[4:8] == [
        " 1   1  =  3 unchanged blocks: Home",
        " 4   4  ~  The [-tide-]{+wind+}",
        f"           A: /html/body/main/h1/text()[1], bytes {first} to {first + 8}",
        f"           B: /html/body/main/h1/text()[1], bytes {first + 1} to {first + 9}",
    ]
    assert " 6   8  =  Boats go out at six." in lines
    assert "           moved: it was block 7 of A" in lines
    text = " ".join(" ".join(lines).split())
    assert "It was a [-dark-]{+long+} and stormy night" in text
    # All of it is there in colour too.
    assert "\x1b[31m" in render_table(difference.table(), in_colour=True)


def test_table_of_some_blocks() -> None:
    difference = compare(A, B)
    marks = dict(zip(STATUSES, "=~-+", strict=True))
    for only in STATUSES:
        lines = render_table(difference.table(only)).splitlines()
        rows = [re.match(r"[ \d]+([=~+-])  ", line) for line in lines]
        assert [row[1] for row in rows if row] == [marks[only]] * difference.counts[only]
    with pytest.raises(BadOption, match="only"):
        difference.table("kept")


@pytest.mark.parametrize("pair", [(HOSTILE, OTHER), ("", HOSTILE), (HOSTILE, "")])
def test_table_drives_no_terminal(pair: tuple[str, str]) -> None:
    shown = render_table(compare(*pair).table())
    assert all(character.isprintable() for character in shown.replace("\n", ""))
    assert max(map(len, shown.splitlines())) <= 80
    # Marks of rich's are none in a text.
    assert "[b]bold[/b]" in shown


def test_json_has_all_of_it() -> None:
    pages = parse(A, url="https://a.example/"), parse(B + "<!--")
    found = match(*pages, rows="shown", labels="text")
    difference = explain_difference(*pages, found, ("old.html", "new.html"))
    read = json.loads(difference.json())
    assert (read["schema_version"], read["names"]) == (VERSION, ["old.html", "new.html"])
    assert read["urls"] == ["https://a.example/", None]
    assert read["titles"] == ["Monday", "Tuesday"]
    assert read["encodings"] == ["utf-8", "utf-8"]
    assert (read["similarity"], read["distance"]) == (found.similarity, found.distance)
    assert read["counts"] == difference.counts
    assert [(warning["page"], warning["code"]) for warning in read["warnings"]] == [
        ("B", "unfinished")
    ]
    assert len(read["blocks"]) == len(difference.blocks)
    changed = next(block for block in read["blocks"] if block["status"] == "changed")
    assert changed["changes"][1:3] == [
        {"status": "removed", "text": "tide"},
        {"status": "added", "text": "wind"},
    ]
    assert changed["a"]["text"] == "The tide"
    removed = next(block for block in read["blocks"] if block["status"] == "removed")
    assert removed["b"] is None


def test_notes_and_warnings_are_shown() -> None:
    pages = parse("<p>é".encode("utf-16")), parse("<p>é<!--")
    difference = compare(*pages)
    assert "not into the file, which is utf-16le" in difference.offset_note
    shown = " ".join(render_table(difference.table()).split())
    for written in (shown, difference.html()):
        assert difference.offset_note in written
        assert "unfinished" in written
    assert "B: unfinished: the page ends" in shown


# ---------------------------------------------------------------- the web page


def draw(a: str, b: str) -> Page:
    return parse(compare(a, b).html())


def find_texts(page: Page, name: str) -> list[str]:
    """The texts of the elements with a class or name."""
    rows = page.has_class(name) | page.is_tag(name)
    return [page.text(row) for row in np.flatnonzero(rows).tolist()]


def test_nothing_of_the_pages_is_run_or_loaded() -> None:
    html = compare(HOSTILE, OTHER).html()
    page = parse(html)
    active = ("script", "img", "iframe", "link", "object", "embed", "base", "svg", "a", "video")
    assert not page.is_tag(*active).any()
    assert page.is_tag("style").sum() == 1
    table = page.attr_table
    names = {table.names[number] for number in table.name.tolist()}
    assert not [name for name in names if name.startswith("on") or name in ("src", "href")]
    assert html.index("Content-Security-Policy") < html.index("<style>")
    assert "content=\"default-src 'none'; style-src 'unsafe-inline'\"" in html
    texts = find_texts(page, "t")
    assert any("</style></details>" in text for text in texts)
    # Both texts of the changed block are there, as texts.
    assert any(text.startswith("<script>alert(") for text in texts)
    assert "<i>" in find_texts(page, "ins")[-2]


def test_every_block_is_drawn_with_its_status_and_places() -> None:
    difference = compare(A, B)
    page = parse(difference.html())
    rows = np.flatnonzero(page.is_tag("details")).tolist()
    assert len(rows) == len(difference.blocks)
    for row, block in zip(rows, difference.blocks, strict=True):
        assert (page.get(row, "class") or "").split() == ["b", block.status]
        text = page.text(row)
        for side in (block.a, block.b):
            if side is not None:
                assert side.xpath in text
                assert f"bytes {side.start} to {side.stop}" in text
        assert block.place in text
        sign = {"unchanged": "", "changed": "~", "removed": "−", "added": "+"}[block.status]
        assert page.text(row + 2) == sign + (" moved" if block.place else "")
        # The tab key goes to the differences.
        assert (page.get(row + 1, "tabindex") == "1") == (block.status != "unchanged")
    assert find_texts(page, "del") == ["Monday", "tide", "dark"]
    assert find_texts(page, "ins") == ["Tuesday", "wind", "long"]


def test_changed_words_are_marked_inside_the_text() -> None:
    html = compare("<p>one <b>two</b> &lt;six>", "<p>one ten &lt;six>").html()
    assert "one <del>two</del> <ins>ten</ins> &lt;six&gt;" in html
    code = compare("<pre>a b</pre>", "<pre>a\nb</pre>").html()
    assert "a<del> </del><ins>↵\n</ins>b" in code


def test_removed_blocks_are_at_their_places() -> None:
    page = draw(A, B)
    boxes = {
        page.get(row, "data-name"): row for row in np.flatnonzero(page.has_class("box")).tolist()
    }
    assert list(boxes) == ["nav#top", "main", "footer"]
    removed = np.flatnonzero(page.has_class("removed") & page.is_tag("details")).tolist()
    ferry, fish, letter = removed
    assert page.under(boxes["main"])[ferry]
    assert page.under(boxes["main"])[fish]
    # The aside is not in the second page; its text is between main and footer.
    assert not page.under(boxes["main"])[letter]
    assert page.end[boxes["main"]] <= letter < boxes["footer"]


def test_last_block_of_a_section_stays_in_it() -> None:
    frame = "<main><p>one{}</main><footer><p>{}two</footer>"
    for a, name in (("<p>end", "main"), ("", "footer")):
        removed = frame.format(a, "" if a else "start<p>")
        page = draw(removed, frame.format("", ""))
        boxes = np.flatnonzero(page.has_class("box")).tolist()
        (row,) = np.flatnonzero(page.has_class("removed") & page.is_tag("details")).tolist()
        assert [page.get(box, "data-name") for box in boxes if page.under(box)[row]] == [name]


def test_runs_of_unchanged_blocks_are_folded() -> None:
    page = draw(A, B)
    folded = np.flatnonzero(page.has_class("folded")).tolist()
    labels = [page.text(int(page.parent[row])) for row in folded]
    assert labels[0].startswith("3 unchanged blocks Home")
    assert labels[1].startswith("3 unchanged blocks Imprint")
    assert len(labels) == 2
    for row in folded:
        inside = page.under(row) & page.is_tag("details")
        assert (inside <= page.has_class("unchanged")).all()
    assert draw(A, A).has_class("folded").sum() == 1


def test_head_has_counts_similarity_and_names() -> None:
    pages = parse(A), parse(B)
    found = match(*pages, rows="shown", labels="text")
    page = parse(explain_difference(*pages, found, ("old<i>.html", "new.html")).html())
    (head,) = find_texts(page, "header")
    assert head.startswith("Tuesday")
    for words in (
        f"similarity{found.similarity:.3f}",
        "unchanged9",
        "changed2",
        "removed3",
        "added2",
    ):
        assert words in "".join(head.split())
    assert "A: old<i>.html" in head
    assert "B: new.html" in head
    assert "title: MondayTuesday" in head
    labels = find_texts(page, "label")[:5]
    assert labels == ["all 16", "changed 2", "removed 3", "added 2", "unchanged 9"]


def test_texts_have_their_direction() -> None:
    page = draw("<p>البحر هادئ اليوم", "<p>البحر هائج اليوم<p>سفينة")
    rows = np.flatnonzero(page.has_class("t")).tolist()
    assert [page.get(row, "dir") for row in rows] == ["auto", "auto"]
    assert find_texts(page, "ins") == ["هائج"]


# ---------------------------------------------------------------- limits


def test_many_blocks_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagecore.explain.difference.MAX_BLOCKS", 30)
    a = "".join(f"<p>text {at}" for at in range(50))
    difference = compare(a, a + "<p>end")
    assert len(difference.blocks) == 30
    assert difference.counts == {"unchanged": 50, "changed": 0, "removed": 0, "added": 1}
    (warning,) = difference.warnings
    assert (warning.code, warning.count) == ("limit-explained", 21)
    assert "only the first 30 blocks are listed; 21 blocks are left out" in warning.message
    assert difference.html().count("<details") == 30
    assert len(json.loads(difference.json())["blocks"]) == 30


def test_blocks_are_paired_by_text_if_the_pages_are_too_large_to_match() -> None:
    a = "".join(f"<p>text {at}" for at in range(100))
    pages = parse(a), parse(a.replace("text 10<", "words 10<").replace("text 90", "words 90"))
    found = match(*pages, rows="shown", labels="text", max_cells=10)
    difference = explain_difference(*pages, found)
    assert difference.counts == {"unchanged": 98, "changed": 2, "removed": 0, "added": 0}
    assert [warning.code for warning in difference.warnings] == ["limit-match"]


HARD = {
    "equal blocks": ("<p>a</p>" * 20_000, "<p>a</p>" * 20_001),
    "two texts": ("<p>a</p><p>b</p>" * 5_000, "<p>b</p><p>a</p>" * 5_000),
    "many words": ("<p>" + "a b " * 100_000, "<p>" + "b c a " * 70_000),
    "many letters": ("<p>" + "潮" * 100_000, "<p>" + "汐潮" * 50_000),
    "similar blocks": (
        "".join(f"<p>some words of {at}" for at in range(5000)),
        "".join(f"<div>some words of -{at}</div>" for at in range(5000)),
    ),
    "deep": ("<div>" * 400 + "<p>x" * 100, "<section>" * 400 + "<p>x" * 100),
}


@pytest.mark.parametrize("name", HARD)
def test_large_pages_take_linear_time(name: str) -> None:
    pages = parse(HARD[name][0]), parse(HARD[name][1])
    # `match` has a limit of its own.
    found = match(*pages, rows="shown", labels="text", max_cells=100_000)
    difference = check_ends(lambda: explain_difference(*pages, found))
    check_ends(lambda: [difference.html(), difference.json(), render_table(difference.table())])
    assert sum(difference.counts.values()) >= max(len(page.blocks) for page in pages)
