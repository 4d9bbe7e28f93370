"""Fields of posts: by which rule each is read, and as the page writes it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pagecore import Page, parse, posts
from pagecore.threads.fields import read_fields
from tests.growth import count_calls

BODY = "<div class=body>Seen on 1 May 1999 by <a href=/u/Zoe>Zoe</a></div>"


def read_first_fields(head: str, foot: str = "") -> dict[str, Any]:
    """The fields of a post whose text has a link and a date of its own."""
    page = parse(f"<article>{head}{BODY}{foot}</article>")
    post_of = page.above(page.is_tag("article"))
    bodies = page.above(page.has_class("body")) >= 0
    (fields,) = read_fields(page, post_of, bodies).values()
    return fields


CASES = [
    # Field, head of the post, value, what it is recognised by.
    ("author", "<span itemprop=author>Ada</span>", "Ada", "itemprop"),
    ("author", "<a href=profile.php?u=3>Ada L</a>", "Ada L", "a link to a profile"),
    (
        "author",
        "<a href=/members/ada.3/><img></a><a href=/members/ada.3/>Ada</a>",
        "Ada",
        "a link to a profile",
    ),
    ("author", "<b class=username>Ada</b>", "Ada", "its class"),
    ("author", "<a href=/report?user=3>Report</a>", None, None),
    (
        "author",
        "<div class=author>one two three four five six</div>",
        "one two three four five six",
        "its class",
    ),
    ("author", "<div class=author>one two three four five six seven</div>", None, None),
    ("date", "<time datetime=2020-05-01>1 May</time>", "1 May", "a time element"),
    ("date", "<time datetime=2020-05-01></time>", "2020-05-01", "a time element"),
    ("date", "<meta itemprop=datePublished content=2020-05-01>", "2020-05-01", "itemprop"),
    (
        "date",
        "<p>Posted: Sat Jan 18, 2020 2:56 pm</p>",
        "Sat Jan 18, 2020 2:56 pm",
        "text in a date format",
    ),
    ("date", "<p>15.12.2019, <i>15:02</i></p>", "15.12.2019, 15:02", "text in a date format"),
    ("date", "<p>5. Januar 2019 um 20:38</p>", "5. Januar 2019 um 20:38", "text in a date format"),
    ("date", "<p>2019-10-06 16:59:52</p>", "2019-10-06 16:59:52", "text in a date format"),
    ("date", "<p>25-February-2012 23:07</p>", "25-February-2012 23:07", "text in a date format"),
    # The date of a change is nearer to the text.
    (
        "date",
        "<p>2019-02-23, 09:14 PM <i>(This post was last modified: 2024-01-05, 03:27 AM by A)</i>",
        "2019-02-23, 09:14 PM",
        "text in a date format",
    ),
    ("date", "<p>Last edited 2024-01-05</p>", None, None),
    ("date", "<p>Posts: 1234</p>", None, None),
    ("date", "<time></time>", None, None),
    ("date", f"<p>{'_' * 109} 1 May 2020</p>", "1 May 2020", "text in a date format"),
    ("date", f"<p>{'_' * 110} 1 May 2020</p>", None, None),
    # The time is read from what is around the day, where that is short.
    (
        "date",
        f"<p>1 May 2020 <i>10:30</i> {'x' * 103}</p>",
        "1 May 2020 10:30",
        "text in a date format",
    ),
    ("date", f"<p>1 May 2020 <i>10:30</i> {'x' * 104}</p>", "1 May 2020", "text in a date format"),
    ("link", "<a rel=bookmark href=/t/1>Thread</a><a href=#p2>2</a>", "/t/1", "rel=bookmark"),
    (
        "link",
        "<a href=/t/1>x</a><a href=/t/1/post-77>y</a>",
        "/t/1/post-77",
        "a URL with the number of a post",
    ),
    (
        "link",
        "<a href=viewtopic.php?p=77>y</a>",
        "viewtopic.php?p=77",
        "a URL with the number of a post",
    ),
    (
        "link",
        "<a href=/quote?p=77>quote</a><a name=post77></a>",
        "post77",
        "its anchor in the page",
    ),
    ("link", "<p id=comment-158145>x</p>", "comment-158145", "its anchor in the page"),
    ("link", "<p id=footer>x</p>", None, None),
    ("link", "<a rel=bookmark>x</a>", None, None),
    ("link", "<b rel=bookmark href=/t/1>x</b>", None, None),
    ("number", "<a href=/t>#12</a>", 12, "text such as #12"),
    ("number", "<p>Issue #12 is closed</p>", None, None),
]


@pytest.mark.parametrize(("field", "head", "value", "rule"), CASES, ids=[case[1] for case in CASES])
def test_field_of_a_post(field: str, head: str, value: object, rule: str | None) -> None:
    fields = read_first_fields(head)
    assert fields.get(field) == value
    assert fields["recognised_by"].get(field) == rule


def test_author_has_the_address_of_the_profile() -> None:
    assert (
        read_first_fields("<a href=/u/ada><b class=author>Ada</b></a>")["author_link"] == "/u/ada"
    )
    assert read_first_fields("<b itemprop=author><a href=/x>Ada</a></b>")["author_link"] == "/x"
    assert read_first_fields("<b class=author>Ada</b>")["author_link"] is None
    assert read_first_fields("<b class=author href=/x>Ada</b>")["author_link"] is None


def test_of_many_authors_the_first_counts() -> None:
    names = "".join(f"<a href=/u/{at}>{at}</a>" for at in range(99))
    assert read_first_fields(names)["author"] == "0"


def test_of_several_dates_the_nearest_to_the_text_counts() -> None:
    joined = "<p>Ada</p><p>Joined: 3 May 2001</p><p>Posts: 9</p><hr>"
    assert read_first_fields(joined, "<p>7 June 2020</p>")["date"] == "7 June 2020"
    assert (
        read_first_fields(joined + "<p>7 June 2020</p>", "<p>x</p><p>8 July 2020</p>")["date"]
        == "7 June 2020"
    )


def test_post_that_is_nothing_but_its_text_is_searched_whole() -> None:
    page = parse("<article><a href=/u/ada>Ada</a><br>1 May 1999: hello</article>")
    post_of = page.above(page.is_tag("article"))
    (fields,) = read_fields(page, post_of, post_of >= 0).values()
    assert (fields["author"], fields["date"]) == ("Ada", "1 May 1999")


def test_no_posts_no_fields() -> None:
    page = parse("<p>a")
    assert read_fields(page, np.full(len(page), -1), np.zeros(len(page), np.bool_)) == {}


def test_columns_are_computed_once_for_all_posts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns computed again for each post would take quadratic time."""
    calls = count_calls(monkeypatch, Page, "above")
    unit = "<div class=post><a href=/user/a class=author>Ann</a><p>some words of a post</div>"
    counts = []
    for n in (10, 200):
        calls.clear()
        thread = posts(parse(unit * n), method="siblings")
        assert [post.author_link for post in thread.posts] == ["/user/a"] * n
        counts.append(len(calls))
    assert counts[0] == counts[1]


def test_fields_of_posts_are_short() -> None:
    unit = f"<div class=post><time>{'1' * 5000}</time><p>some words of a post</div>"
    thread = posts(parse(unit * 3), method="siblings")
    assert [len(post.date or "") for post in thread.posts] == [1000] * 3
