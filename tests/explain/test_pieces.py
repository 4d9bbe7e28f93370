"""Segments and posts as they are shown: each with its text, its place and what decided about it."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pagecore import Post, Segmentation, Thread, extract, parse, posts, segment
from pagecore.errors import BadOption
from pagecore.explain import Pieces, explain_segmentation, explain_thread
from pagecore.explain.explanation import render_table

PAGE = parse(
    "<title>t</title><h1>One &lt;b&gt;</h1><ul><li>two<li>three</ul>", url="https://e.example/"
)
SEGMENTS = explain_segmentation(PAGE, segment(PAGE, method="fixed", words=2, overlap=True), "fixed")
THREAD = parse(
    "<ul><li class=c id=c11><b class=author>Ada</b><p>one two three<blockquote>six</blockquote>"
    "<li class=c id=c12><b class=author>Bob</b><p>four five six</ul>"
)


def test_segments_have_their_texts_places_and_evidence() -> None:
    assert SEGMENTS.kind == "segments"
    assert [piece.text for piece in SEGMENTS.pieces] == ["t", "One <b>", "two", "three"]
    piece = SEGMENTS.pieces[2]
    assert (piece.index, piece.words, piece.reason) == (2, 1, "word=3")
    assert piece.fields == {"words": 1, "window_end": 3}
    assert PAGE.source[piece.start : piece.stop] == b"<li>two"
    assert (PAGE.name(piece.row), piece.xpath) == ("li", "/html/body/ul/li[1]")
    assert PAGE.text(piece.last_row) == "two"
    assert SEGMENTS.warnings == PAGE.warnings


def test_segments_inside_others_name_them() -> None:
    page = parse("<p>a<b>b</b>")
    ids = np.array([-1, -1, -1, 0, 0, 1, 1])
    nested = Segmentation(ids, np.array([-1, 0]), {"doc": np.array([5.0, 0.123456])})
    pieces = explain_segmentation(page, nested, "vips").pieces
    assert [piece.fields for piece in pieces] == [{"doc": 5.0}, {"parent": 0, "doc": 0.1235}]
    assert [piece.text for piece in pieces] == ["a", "b"]
    assert (pieces[0].row, pieces[0].last_row) == (3, 6)


def test_posts_have_their_fields_and_what_each_was_recognised_by() -> None:
    thread = explain_thread(THREAD, posts(THREAD, method="siblings"), "siblings")
    first, second = thread.pieces
    assert first.text == "Ada\none two three\nsix"
    assert first.fields["author"] == "Ada"
    assert first.fields["link"] == "c11"
    assert THREAD.text(first.fields["quoted_rows"]) == "six"
    assert "quoted_rows" not in second.fields
    assert "author: its class" in first.reason
    assert "post: one of 2 similar siblings" in first.reason
    # The first post has five words, its likeness to the first one is 1, and the other post has
    # four words.
    evidence = "text=5, alike=1, repeated=4"
    assert first.reason.endswith(f"; {evidence}")
    shown = " ".join(render_table(thread.table()).split())
    for written in (shown, thread.json_lines(), thread.json(), thread.html()):
        assert evidence in written
    assert thread.confidence == 1
    assert thread.summary == "siblings: 2 posts, 9 words, confidence 1.00"


def test_table_fits_80_columns_and_drives_no_terminal() -> None:
    page = parse("<p>\x1b[31mred " + "word " * 99)
    shown = render_table(explain_segmentation(page, segment(page), "dom").table())
    lines = shown.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "dom: 1 segment, 100 words"
    assert "\x1b" not in shown
    assert "…" in shown
    assert "cuts=1" in shown
    with pytest.raises(BadOption, match="only='kept' has no effect on segments"):
        SEGMENTS.table("kept")


def test_json_has_all_of_it() -> None:
    known = json.loads(SEGMENTS.json())
    assert (known["schema_version"], known["method"], known["url"]) == (
        1,
        "fixed",
        "https://e.example/",
    )
    assert known["encoding"] == "utf-8"
    assert known["confidence"] is None
    assert [segment["text"] for segment in known["segments"]] == ["t", "One <b>", "two", "three"]
    assert known["segments"][2]["window_end"] == 3
    assert "fields" not in known["segments"][0]


def test_rows_and_numbers_have_the_same_names_in_all_json() -> None:
    page = parse("<div><p>one two</p><i>#7</i></div><div><p>three four</p><i>#8</i></div>")
    thread = posts(page, method="siblings")
    explanation = explain_thread(page, thread, "siblings")
    written = json.loads(explanation.json())["posts"]
    assert [post["index"] for post in written] == [0, 1]
    assert [post["number"] for post in written] == [7, 8]
    assert [post["number"] for post in written] == [post.number for post in thread.posts]
    blocks = json.loads(extract(page).explain().json())["blocks"]
    content = json.loads(extract(page).json())["blocks"]
    for piece in (*written, *blocks, *content):
        assert 0 <= piece["row"] <= piece["last_row"] < len(page)
        assert page.xpath(piece["row"]) == piece["xpath"]
    assert [block["index"] for block in blocks] == list(range(len(page.blocks)))
    assert [block["row"] for block in blocks] == page.blocks.first.tolist()


def test_json_lines_are_one_for_each() -> None:
    lines = [json.loads(line) for line in SEGMENTS.json_lines(page="a.html").splitlines()]
    assert [(line["page"], line["index"]) for line in lines] == [("a.html", at) for at in range(4)]
    empty = explain_segmentation(parse(""), segment(parse("")), "dom")
    assert empty.json_lines(page="a.html") == ""


def test_page_to_look_at_has_a_colour_for_each_piece() -> None:
    html = SEGMENTS.html()
    assert html.count('<details class="piece"') == 4
    # The golden angle parts neighbours.
    assert [f"--h:{hue}" in html for hue in (0, 138, 275, 53)] == [True] * 4
    assert "One &lt;b&gt;" in html
    assert "<script" not in html
    assert "default-src 'none'" in html
    thread = Thread(np.full(len(PAGE), -1), (), np.zeros(len(PAGE), np.bool_), 0.0)
    nothing: Pieces = explain_thread(PAGE, thread, "siblings")
    assert nothing.html().count('<div class="outside"') == 4


def test_post_may_be_a_reply() -> None:
    page = parse("<p>a<p>b")
    ids = np.array([-1, -1, -1, -1, 0, -1, 1])
    thread = Thread(ids, (Post(), Post(reply_to=0)), np.zeros(7, np.bool_), 0.5)
    first, second = explain_thread(page, thread, "siblings").pieces
    assert (first.fields, second.fields) == ({}, {"reply_to": 0})


def test_long_fields_are_not_repeated_for_every_block() -> None:
    """All blocks of a piece show its fields."""
    page = parse("<p>a</p>" * 500)
    ids = np.where(page.tag == 0, 0, -1)
    thread = Thread(ids, (Post(author="x" * 10_000),), ids == 0, 0.5)
    pieces = explain_thread(page, thread, "siblings")
    assert len(pieces.html()) < 500 * 1500
    # The rows of the quotation are all in the JSON.
    (post,) = json.loads(pieces.json())["posts"]
    assert len(post["quoted_rows"]) == 500


def test_table_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagecore.explain.pieces.MAX_SHOWN", 2)
    lines = render_table(SEGMENTS.table()).splitlines()
    assert lines[1] == "only the first 2 are shown"
