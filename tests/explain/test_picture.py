"""Pictures of results: a line for each block that can be read."""

from __future__ import annotations

import numpy as np

from pagecore import Choice, learn, parse, posts, segment
from pagecore.explain.picture import (
    COLOURS,
    MAX_BLOCKS,
    draw_choice,
    draw_segmentation,
    draw_thread,
    draw_wrapper,
)
from tests.threads.thread_pages import write_three


def test_picture_shows_the_score_of_every_block() -> None:
    page = parse("<p>one two three<p>alone<p hidden>hidden")
    score = np.where(page.words > 1, 0.5, 0.25)
    evidence = {"words": page.words, "chars": page.chars}
    drawn = draw_choice(page, Choice.of(page, page.words > 1, score=score, evidence=evidence))
    # Two blocks with two bars each, under their names.
    assert drawn.count("<rect x=") == 4
    assert drawn.count("<text") == 4
    assert ">score</text>" in drawn
    assert ">words</text>" in drawn
    for value in ("0.500", "0.250", "3.000", "1.000"):
        assert f"<title>{value}</title>" in drawn
    assert ">one two three</text>" in drawn
    assert "hidden" not in drawn
    # What is kept is dark.
    assert drawn.index('fill="#111"') < drawn.index('fill="#999"')


def test_picture_shows_the_segment_of_every_block() -> None:
    page = parse("<h1>one</h1><ul><li>two<li>three</ul>")
    drawn = draw_segmentation(page, segment(page))
    # Two items of one list are in one segment.
    assert [drawn.count(f'fill="{colour}"') for colour in COLOURS[:3]] == [1, 2, 0]
    assert ">segment</text>" in drawn
    assert drawn.count(">1</text>") == 2


def test_picture_shows_the_post_of_every_block() -> None:
    page = parse(write_three())
    drawn = draw_thread(page, posts(page))
    assert [drawn.count(f'fill="{colour}"') for colour in COLOURS[:4]] == [1, 1, 1, 0]
    # What is in no post, such as the menu, is grey.
    assert drawn.index(">Home<") < drawn.index('fill="#111"')
    assert drawn.index('fill="#999"') < drawn.index('fill="#111"')


def test_picture_shows_what_a_wrapper_chooses() -> None:
    text = "The tide comes in at six, and the boats go out. " * 9
    html = f"<p>menu</p><div id=text><p>{text}</div>"
    page = parse(html)
    drawn = draw_wrapper(page, learn([html]))
    assert ">rule</text>" in drawn
    assert drawn.index(">menu<") < drawn.index('fill="#111"')


def test_picture_of_a_long_page_is_cut() -> None:
    page = parse("<p>word" * 100)
    assert draw_segmentation(page, segment(page)).count(">word</text>") == MAX_BLOCKS
    page = parse("<p>" + "letters " * 20 + "&lt;")
    assert " letters…</text>" in draw_segmentation(page, segment(page))
