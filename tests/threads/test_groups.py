"""Groups: posts of all kinds of threads, and pages that are no threads."""

from __future__ import annotations

from datetime import datetime

import numpy as np
import pytest

from pagecore import Thread, parse, posts
from tests.layouts import make_layout
from tests.threads.thread_pages import PAGES, ThreadPage, write_three

NOW = datetime(2020, 5, 4, 12, 0)


def find(html: str, **parameters: float) -> Thread:
    return posts(parse(html), method="groups", now=NOW, **parameters)


@pytest.mark.parametrize("case", PAGES, ids=[case.shows for case in PAGES])
def test_posts_and_their_fields(case: ThreadPage) -> None:
    page = parse(case.html)
    thread = posts(page, method="groups", now=NOW)
    read = thread.read(page)
    found = [
        {name: getattr(post, name) for name in expected}
        for post, expected in zip(read, case.posts, strict=False)
    ]
    assert found == case.posts
    assert len(read) == len(case.posts)
    assert thread.confidence >= 0.1


def test_recognised_by_says_which_evidence_was_used() -> None:
    first = find(write_three()).posts[0]
    assert first.recognised_by == {
        "post": "one of 3 similar siblings",
        "author": "a link to a profile",
        "date": "text in a date format",
        "link": "the link around its date",
        "number": "text such as #12",
    }


def test_evidence_has_the_shares_of_the_group() -> None:
    page = parse(write_three())
    thread = posts(page, method="groups")
    row = int(thread.rows(0).argmax())
    shares = {name: float(values[row]) for name, values in thread.evidence.items()}
    assert shares.pop("text") > 10
    assert shares == {
        "dates": 1, "authors": 1, "permalinks": 1, "anchors": 1, "typed": 0, "named": 1
    }  # fmt: skip


ARTICLE = "<article><h1>Tides</h1>" + "<p>The water comes and goes twice a day." * 9 + "</article>"
TEASERS = "<div>" + "".join(
    f"<div class=teaser><h2><a href=/a/{n}>A story about the sea, number {n}</a></h2>"
    f"<p>The first words of the story {n} are here, and then it ends.</p></div>"
    for n in range(8)
)
PRODUCTS = "<ul>" + "".join(
    f"<li class=product><a href=/p/{n}>Boat {n}</a> <b>{n}00 €</b> <p>A good boat for {n} people."
    for n in range(1, 9)
)


@pytest.mark.parametrize(
    "html", ["", ARTICLE, TEASERS, PRODUCTS, "<table><tr><td>1<tr><td>2</table>"]
)
def test_pages_that_are_no_threads_are_not_claimed(html: str) -> None:
    assert find(html).confidence < 0.2


def test_doubtful_threads_are_left_out() -> None:
    assert len(find(TEASERS, least=0.9)) == 0
    assert len(find(write_three(), least=0.5)) == 3


def test_json_ld_adds_what_the_page_does_not_show() -> None:
    texts = [f"{n} The harbour of the town has a long story to tell." for n in "ABC"]
    data = ",".join(
        f'{{"@type": "Comment", "text": "<p>{text}</p>", "author": {{"name": "Ada"}},'
        f'"dateCreated": "2020-05-0{n}", "upvoteCount": {n}}}'
        for n, text in enumerate(texts, start=1)
    )
    script = f'<script type=application/ld+json>{{"@type":"WebPage","comment":[{data}]}}</script>'
    shown = "".join(
        f"<div class=comment id=comment-{n}><p>{t}</p></div>" for n, t in enumerate(texts)
    )
    thread = find(f"{script}<div>{shown}</div>", least=0.0)
    assert [(post.author, post.date, post.score) for post in thread.posts] == [
        ("Ada", "2020-05-01", 1.0), ("Ada", "2020-05-02", 2.0), ("Ada", "2020-05-03", 3.0)
    ]  # fmt: skip
    assert thread.posts[0].recognised_by["author"] == "JSON-LD"
    bad = '<script type=application/ld+json>{"Comment": </script>'
    assert [post.author for post in find(f"{bad}<div>{shown}</div>", least=0.0).posts] == [None] * 3


def test_layout_prefers_members_below_each_other() -> None:
    group = "<div>" + "<section><p>one two three four</section>" * 3 + "</div>"
    page = parse(group + group.replace("one", "five"))
    rows = page.is_tag("section").nonzero()[0]
    boxes = np.full((len(page), 4), np.nan, np.float32)
    for at, row in enumerate(rows.tolist()):
        # The first group is drawn side by side, the second below each other.
        boxes[row] = (100 * at, 0, 90, 50) if at < 3 else (0, 100 * at, 300, 50)
    seen = np.where(np.isnan(boxes[:, 0]), 0, 3)
    drawn = page.with_layout(make_layout(page, box=boxes, seen=seen))
    assert posts(page, method="groups", least=0.0).texts(page)[0].startswith("one")
    assert posts(drawn, method="groups", least=0.0).texts(drawn)[0].startswith("five")
