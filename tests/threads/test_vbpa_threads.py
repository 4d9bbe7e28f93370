"""VBPA for threads: posts and columns on drawn pages, the readings, and styled threads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from pagecore import Page, Thread, corpora, parse, posts
from pagecore.errors import NeedsBrowser
from pagecore.measure.run_families import find_posts
from pagecore.metrics.posts import PostCounts, count_posts
from pagecore.page.page_file import load_page
from pagecore.registry import find_method
from pagecore.thread import check_thread
from tests.drawn_pages import draw
from tests.layouts import nest_boxes
from tests.trees import pages

METHOD = find_method("vbpa-threads")
STYLED = Path(__file__).parents[1] / "pages" / "styled" / "forums"
WORDS = "the kettle sang on the stove while snow fell over the yard and nobody spoke for an hour"


def write_post(at: int, text: str, *, inner: str = "") -> str:
    """A post with an avatar, a user, user data and a date, and its text beside them."""
    top = 100 + 220 * at
    return (
        f"<div class=post box='0 {top} 1000 200'>"
        f"<div class=who box='0 {top} 200 200'>"
        f"<div class=pic box='0 {top} 200 64'><img src=/{at}.png box='0 {top} 64 64'></div>"
        f"<div class=name box='0 {top + 64} 200 20'><a href=/members/{at}>name{at}</a></div>"
        f"<div class=data box='0 {top + 84} 200 20'>Posts: {at}17</div></div>"
        f"<div class=right box='200 {top} 800 200'>"
        f"<div class=when box='200 {top} 800 20'>0{at + 1}.05.2021, 10:0{at}</div>"
        f"<div class=text box='200 {top + 20} 800 {160}'>{text}</div></div>{inner}</div>"
    )


def draw_thread(*texts: str, between: str = "", first: str = "", quality: float = 1.0) -> Page:
    """A thread with a menu above it."""
    body = between.join(write_post(at, text) for at, text in enumerate(texts))
    return draw(
        f"<html box='0 0 1000 {100 + 220 * len(texts)}'><body>"
        "<div class=menu box='0 0 1000 80'><a href=/>Index</a><a href=/faq>Help</a></div>"
        f"<div class=posts>{first}{body}</div>",
        quality=quality,
    )


def run(page: Page, **parameters: Any) -> Thread:
    thread: Thread = METHOD(page, **parameters)
    return thread


LONG, SHORT = f"{WORDS}. {WORDS}.", "nobody spoke"
AD = "<div class=ad box='0 0 1000 20'>Buy kettles, they sing</div>"

CASES = [
    # what it shows                       page                                   texts of the posts
    ("posts of one length",               draw_thread(WORDS, WORDS),             [WORDS, WORDS]),
    ("a short answer",                    draw_thread(LONG, SHORT),              [LONG, SHORT]),
    ("an advertisement between posts",    draw_thread(LONG, WORDS, between=AD),  [LONG, WORDS]),
    ("a single post is no thread",        draw_thread(WORDS),                    []),
    ("nothing drawn",                     draw("<p undrawn>word"),               []),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "page", "texts"), CASES, ids=[case[0] for case in CASES])
def test_known_threads(shows: str, page: Page, texts: list[str]) -> None:
    assert run(page).texts(page) == texts


def test_columns_are_named_by_content() -> None:
    page = draw_thread(LONG, SHORT, WORDS)
    thread = run(page)
    column = thread.evidence["column"]
    names = {
        "content": page.is_tag("div")
        & page.match_attribute("class", lambda value: value == "text"),
        "time": page.match_attribute("class", lambda value: value == "when"),
        "avatar": page.is_tag("img"),
        "user": page.is_tag("a") & (page.above(page.is_tag("img")) < 0),
    }
    numbers = {"content": 1, "time": 2, "avatar": 3, "user": 4}
    in_post = thread.evidence["block"] >= 0
    for name, mask in names.items():
        assert set(column[mask & in_post].tolist()) == {numbers[name]}, name
    data = [row for row in np.flatnonzero(page.tag == 0) if page.text(int(row)).startswith("Posts")]
    assert set(column[data].tolist()) == {5}


def test_fields_of_posts() -> None:
    first, second = run(draw_thread(LONG, SHORT)).posts
    assert (first.author, first.author_link, first.avatar) == ("name0", "/members/0", "/0.png")
    assert (second.date, second.recognised_by["avatar"]) == (
        "02.05.2021, 10:01",
        "a near-square image",
    )


def test_user_without_a_profile_address_is_the_first_short_link() -> None:
    html = "".join(
        f"<div class=post><h3><a href=/x{at}>name{at}</a></h3><div class=t>{WORDS}</div></div>"
        for at in range(2)
    )
    thread = run(draw(f"<html box='0 0 99 99'><body><div>{html}</div>"))
    assert [post.author for post in thread.posts] == ["name0", "name1"]
    assert thread.posts[0].recognised_by["author"] == "the first short link in a column"


def test_reply_inside_a_post() -> None:
    page = draw(
        "<html box='0 0 99 99'><body><div class=all>"
        f"<div class=c><h4>a</h4><div class=t>one {WORDS}</div>"
        f"<div class=c><h4>b</h4><div class=t>two {WORDS}</div></div></div>"
        f"<div class=c><h4>c</h4><div class=t>three {WORDS}</div></div></div>"
    )
    thread = run(page)
    assert [text.split()[0] for text in thread.texts(page)] == ["one", "two", "three"]
    assert [post.reply_to for post in thread.posts] == [None, 0, None]
    flat = run(page, nested=False)
    assert [text.count("kettle") for text in flat.texts(page)] != [1, 1, 1]


def test_quotation_in_some_posts_is_part_of_the_content() -> None:
    quote = f"<div class=q><p>{WORDS} {WORDS} and so on</p></div>"
    body = "".join(
        f"<div class=post><h4>n</h4><div class=t>{quote if at % 2 else ''}{WORDS} {at}</div></div>"
        for at in range(6)
    )
    page = draw(f"<html box='0 0 99 99'><body><div>{body}</div>")
    assert [text.count("kettle") for text in run(page).texts(page)] == [1, 3] * 3
    # Without the condition, the quotations alone are the content.
    assert len(run(page, cover=0.0, content=0.0)) == 3


READINGS: list[dict[str, Any]] = [
    {"blocks": "vips"},
    {"kinds": False},
    {"search": "theme"},
    {"rounds": 1},
    {"normalise": True, "m_sim": 0.9},
    {"m_sim": 2.3},
    {"content": 1.0},
]


@pytest.mark.parametrize("values", READINGS, ids=str)
def test_every_reading_changes_a_thread(values: dict[str, Any]) -> None:
    corpus = corpora.load("forums", STYLED)
    changed = False
    for item in corpus.items:
        assert item.rendered is not None
        page = load_page(item.rendered)
        changed = changed or run(page).ids.tolist() != run(page, **values).ids.tolist()
        if changed:
            break
    assert changed


@pytest.mark.parametrize(("name", "value"), [("pdoc", 1), ("min_area", 1.0)])
def test_parameters_of_vips_are_passed_on(name: str, value: float) -> None:
    page = draw_thread(LONG, SHORT, WORDS)
    coarse, fine = run(page, blocks="vips", **{name: value}), run(page, blocks="vips")
    assert coarse.ids.tolist() != fine.ids.tolist()


def test_theme_block_limits_the_search() -> None:
    page = draw_thread(LONG, SHORT, WORDS)
    thread = run(page)
    theme = thread.evidence["theme"]
    assert theme[thread.ids >= 0].all()
    assert not theme.all()


def test_poor_layout_gives_low_confidence_and_a_warning() -> None:
    good, fair, poor = (
        run(draw_thread(LONG, SHORT, WORDS, quality=quality)) for quality in (1.0, 0.5, 0.3)
    )
    assert good.confidence == fair.confidence > 0.5
    assert (good.warnings, fair.warnings) == ((), ())
    # The posts are the same, and only the confidence in them is lower.
    assert poor.ids.tolist() == good.ids.tolist()
    assert poor.confidence == pytest.approx(0.3)
    assert [warning.code for warning in poor.warnings] == ["layout-quality"]
    assert run(draw("<p undrawn>word", quality=0.3)).confidence == 0


def test_warnings(monkeypatch: pytest.MonkeyPatch) -> None:
    page = draw("<html box='0 0 9 9'><body><div><div>a</div><div>b</div></div>", quality=0.2)
    assert [warning.code for warning in run(page).warnings] == ["layout-quality"]
    monkeypatch.setattr("pagecore.threads.vbpa_threads.MAX_OPERATIONS", 1)
    assert "limit-blocks" in [warning.code for warning in run(page).warnings]


def test_needs_a_layout() -> None:
    with pytest.raises(NeedsBrowser, match="'vbpa-threads' needs a layout"):
        posts(parse("<p>word"), method="vbpa-threads")


@given(page=pages())
def test_threads_of_generated_pages_are_valid(page: Page) -> None:
    drawn = nest_boxes(page)
    for blocks in ("elements", "vips"):
        assert list(check_thread(drawn, run(drawn, blocks=blocks))) == []


def test_styled_threads() -> None:
    """Eight designs; the question of `answers` and a quotation in `bars` are missed."""
    corpus = corpora.load("forums", STYLED)
    assert corpus.problems == ()
    counts = PostCounts()
    for item, output in zip(corpus.items, find_posts(METHOD, corpus.items, {}), strict=True):
        assert output.error is None
        counts += count_posts(item.gold.posts or (), output.posts or (), url=item.url)
    assert counts.n_gold == 54
    assert counts.score.precision >= 0.95
    assert counts.score.recall >= 0.93
