"""Threads: their posts and columns, and invalid ones."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from pagecore import Post, Thread, parse
from pagecore.errors import BadInput
from pagecore.thread import check_thread


def make_thread(ids: Any, posts: Any, **more: Any) -> Thread:
    settings = {"quoted": [False] * len(ids), "confidence": 0.5, **more}
    return Thread(np.array(ids), posts, **settings)


POSTS = (Post(author="Ada", date="1 May"), Post(author="Bob", reply_to=0, number=2))


def test_rows_are_those_of_a_post() -> None:
    thread = make_thread([-1, 0, 1, 0], POSTS, quoted=[False, False, True, False])
    assert len(thread) == 2
    assert thread.rows(0).tolist() == [False, True, False, True]
    assert thread.quoted.tolist() == [False, False, True, False]
    assert repr(thread) == "<Thread: 2 posts, confidence 0.50>"
    with pytest.raises(IndexError, match="post 2 is out of range"):
        thread.rows(2)


def test_page_may_have_no_thread() -> None:
    assert len(make_thread([-1, -1], (), confidence=0)) == 0


def test_thread_may_be_certain_and_given_as_a_list() -> None:
    thread = make_thread([0, 1], list(POSTS), confidence=1)
    assert thread.posts == POSTS


def test_texts_are_those_of_the_posts() -> None:
    page = parse("<p>a</p><p>b</p><p>c</p>")
    assert make_thread([-1, -1, -1, -1, 0, -1, 1, -1, 0], POSTS).texts(page) == ["a\nc", "b"]


def test_posts_are_read_with_their_texts_rows_and_offsets() -> None:
    html = "<p>a</p><blockquote>b <b>c</b></blockquote><p><a href=/d>d</a>"
    page = parse(html, url="http://x.test/")
    ids = [-1, -1, -1, -1, 0, -1, 1, -1, 1, -1, -1, 0]
    assert [page.text(row) for row in (4, 6, 8, 11)] == ["a", "b ", "c", "d"]
    quoted = [row == 8 for row in range(12)]
    thread = make_thread(ids, POSTS, quoted=quoted)
    for first, second in (thread.read(page), pickle.loads(pickle.dumps(thread.read(page)))):
        assert (first.author, first.text, first.rows, first.quoted_rows) == (
            "Ada",
            "a\nd",
            (4, 11),
            (),
        )
        assert (second.reply_to, second.text, second.rows, second.quoted_rows) == (
            0,
            "b c",
            (6, 8),
            (8,),
        )
        assert [html[post.start : post.stop] for post in (first, second)] == [html[3:-4], "b <b>c"]
        assert first.markdown() == "a\n\n[d](http://x.test/d)"
        assert first.markdown(links=False) == "a\n\nd"


@pytest.mark.parametrize(
    ("ids", "posts", "more", "message"),
    [
        ([0, -1], POSTS, {}, "expected rows of each of the 2 posts"),
        ([0, 1, 2], POSTS, {}, "expected rows of each of the 2 posts"),
        ([0, 1, -2], POSTS, {}, "expected rows of each of the 2 posts"),
        ([2**32, 2**32 + 1], POSTS, {}, "ids: expected numbers of 32 bits"),
        ([1, 0], POSTS, {}, "not in the order of their first rows"),
        ([[0, 1]], POSTS, {}, "ids has the shape"),
        ([0.0, 1.0], POSTS, {}, "ids has the type float64"),
        ([0, 1, -1], POSTS, {"quoted": [True, False, True]}, "outside all posts"),
        ([0, 1], POSTS, {"quoted": [True]}, "quoted has the shape"),
        ([0, 1], POSTS, {"confidence": 1.5}, "confidence=1.5"),
        ([0, 1], POSTS, {"confidence": float("nan")}, "confidence=nan"),
        ([0, 1], POSTS, {"evidence": {"x": [1]}}, "x has the shape"),
        ([0], (Post(reply_to=0),), {}, "reply_to=0: expected the index of an earlier post"),
        ([0], (Post(reply_to=-1),), {}, "reply_to=-1: expected the index of an earlier post"),
        ([0], (Post(number=-1),), {}, "number=-1: expected an integer, 0 or more"),
        ([0], (Post(post_count=-1),), {}, "post_count=-1: expected an integer, 0 or more"),
        ([0], (Post(score=float("nan")),), {}, "score=nan: expected a finite number"),
        ([0], (Post(score=True),), {}, "score=True: expected a finite number"),
        ([0], (Post(accepted=1),), {}, "accepted=1: expected a bool"),  # type: ignore[arg-type]  # Wrong on purpose.
        ([0], (Post(avatar=b"x"),), {}, "post 0: avatar=b'x': expected a text"),  # type: ignore[arg-type]  # Wrong on purpose.
        ([0], (Post(number="3"),), {}, "number='3': expected an integer"),  # type: ignore[arg-type]  # Wrong on purpose.
        ([0], (Post(number=True),), {}, "number=True: expected an integer"),
        ([0], (Post(reply_to="0"),), {}, "reply_to='0': expected the index"),  # type: ignore[arg-type]  # Wrong on purpose.
        ([0, 1], (Post(), Post(reply_to=0.0)), {}, "reply_to=0.0"),  # type: ignore[arg-type]  # Wrong on purpose.
        ([0], (Post(author=3),), {}, "post 0: author=3: expected a text"),  # type: ignore[arg-type]  # Wrong on purpose.
        ([0], (Post(link=b"x"),), {}, "post 0: link=b'x': expected a text"),  # type: ignore[arg-type]  # Wrong on purpose.
        ([0, 1], POSTS, {"confidence": "x"}, "confidence='x': expected a number"),
        ([0, 1], POSTS, {"confidence": True}, "confidence=True: expected a number"),
        ([0], (Post(recognised_by={"colour": "x"}),), {}, r"recognised_by has \['colour'\]"),
        ([0], ("post",), {}, "expected a Post, not str"),
    ],
)
def test_what_no_thread_can_say(ids: Any, posts: Any, more: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        make_thread(ids, posts, **more)


def test_thread_is_read_only_here_and_in_another_process() -> None:
    thread = make_thread([-1, 0, 1], POSTS, evidence={"x": [1, 2, 3]})
    for copy in (thread, pickle.loads(pickle.dumps(thread))):
        assert copy.posts == POSTS
        assert copy.ids.tolist() == [-1, 0, 1]
        assert copy.confidence == 0.5
        assert copy.evidence["x"].tolist() == [1, 2, 3]
        for column in (copy.ids, copy.quoted, copy.evidence["x"]):
            assert not column.flags.writeable


def test_post_never_changes_here_or_in_another_process() -> None:
    why = {"post": "a paragraph"}
    post = Post(author="Ada", number=3, recognised_by=why)
    why["colour"] = "red"
    for known in (post, pickle.loads(pickle.dumps(post))):
        assert known == Post(author="Ada", number=3, recognised_by={"post": "a paragraph"})
        with pytest.raises(TypeError, match="does not support item assignment"):
            known.recognised_by["colour"] = "red"  # type: ignore[index]  # That is what is tested.
    with pytest.raises(BadInput, match="recognised_by='x': expected a mapping"):
        Post(recognised_by="x")  # type: ignore[arg-type]  # Wrong on purpose.


def test_contract_names_what_is_wrong() -> None:
    page = parse("<p>a")
    why = {"post": "a paragraph", "author": "a link"}
    ids = [-1, -1, -1, -1, 0]
    whole = make_thread(ids, (Post(author="Ada", recognised_by=why),), evidence={"x": [0.0] * 5})
    assert list(check_thread(page, whole)) == []
    assert list(check_thread(page, None)) == [("result", "expected a Thread, not NoneType")]
    odd = make_thread([0], (Post(author="Ada"),))
    assert list(check_thread(page, odd)) == [
        ("result", "the result has 1 rows, but the page has 5"),
        ("evidence", "recognised_by of post 0 lacks post, author"),
        ("evidence", "the result has no evidence"),
    ]
    endless = make_thread(ids, (Post(recognised_by=why),), evidence={"x": [np.inf] + [0] * 4})
    assert list(check_thread(page, endless)) == [("evidence", "x has values that are not finite")]
