"""Reader comments: where they are told, and choices with and without them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pagecore import Choice, Document, Page, extract, parse
from pagecore.choice import COPIES, Change, Part, log_copies
from pagecore.errors import BadOption
from pagecore.metadata import read_metadata
from pagecore.steps.comments import COMMENTS, LEFT_OUT, PUT_IN, add_comments, drop_comments
from pagecore.write.text import render_text

TOLD = [
    # what it shows              page; its comments say "no"
    ("a class",                  "<p>yes</p><div class=comment>no</div>"),
    ("an id",                    "<p>yes</p><section id=comments>no</section>"),
    ("one of several classes",   "<p>yes</p><ul class='wide comment-list'><li>no</ul>"),
    ("with a number",            "<p>yes</p><li id=li-comment-12>no"),
    ("in capitals",              "<p>yes</p><div id=CommentsSection>no</div>"),
    ("words in one",             "<p>yes</p><div class=commentList>no</div>"),
    ("of a service",             "<p>yes</p><div id=disqus_thread>no</div>"),
    ("what asks for one",        "<p>yes</p><div id=respond>no</div>"),
    ("schema.org",     "<p>yes</p><div itemscope itemtype=https://schema.org/Comment>no</div>"),
    ("schema.org, older", "<p>yes</p><div itemtype=http://schema.org/UserComments>no</div>"),
    ("a role",                   "<p>yes</p><div role=comment>no</div>"),
    ("a prefix",                 "<p>yes</p><div class=c-comments__item>no</div>"),
    ("what a tool added",        "<p>yes</p><div class=Comments_root__x1>no</div>"),
    ("in German",                "<p>yes</p><div class=kommentare>no</div>"),
    ("deep inside",              "<p>yes</p><div id=comments><div><p><b>no</b></div></div>"),
    ("a part of a block",        "<p>yes <span class=comment>no</span>"),
]  # fmt: skip

#: Names that only look like comments.
NOT_TOLD = [
    ("the page",                 "<body class=comments><p>yes"),
    ("what holds its heading",   "<div class='post comments'><h1>yes</h1><p>yes</div>"),
    ("what holds the main text", "<div id=comments><main>yes</main></div>"),
    ("whether it may have any",  "<article class='post comments-open'>yes</article>"),
    ("a link to them",           "<a class=comments-link href=#c>yes</a>"),
    ("their number",             "<b class=comment-count>yes</b>"),
    ("a commentary",             "<div class=commentary>yes</div>"),
    ("in code",                  "<pre>yes <span class=comment>yes</span></pre>"),
    ("a discussion's own type",  "<div itemtype=https://schema.org/DiscussionForumPosting>yes"),
]  # fmt: skip


def whole(page: Page) -> Choice:
    return Choice.of(page, page.visible)


def nothing(page: Page) -> Choice:
    return Choice.of(page, np.zeros(len(page), np.bool_))


@pytest.mark.parametrize("html", [case[1] for case in TOLD], ids=[case[0] for case in TOLD])
def test_comments_are_left_out(html: str) -> None:
    page = parse(html)
    assert "no" in render_text(page, whole(page))
    assert render_text(page, drop_comments(page, whole(page))) == "yes"


@pytest.mark.parametrize("html", [case[1] for case in NOT_TOLD], ids=[case[0] for case in NOT_TOLD])
def test_what_is_not_a_comment_stays(html: str) -> None:
    page = parse(html)
    left = drop_comments(page, whole(page))
    assert (left.content == whole(page).content).all()
    assert left.changes == ()


PUT = [
    # what it shows       page                                                   text put in
    ("their text",        "<p>a</p><div class=comment><b>Ann</b><p>c</div>",     "Ann\n\nc"),
    ("no form",           "<div id=comments><p>c<form>name</form></div>",        "c"),
    ("no button",         "<div id=comments><p>c <button>Reply</button></div>",  "c"),
    ("no menu",           "<div id=comments><p>c<nav>older</nav></div>",         "c"),
    ("no lines of signs", "<div class=comment><p>c<p>* * *</div>",               "c"),
    ("no links in others' text", "<p>a <b class=comment><a href=/>d</a></b></p>", ""),
    ("no asking",         "<div id=comments><p>c<div id=respond>Say</div></div>", "c"),
    ("no links alone",    "<div class=comment><p>c<p><a href=/r>Reply</a></div>", "c"),
    ("links in a text",   "<div class=comment><p>c <a href=/r>d</a></div>",      "c d"),
    ("nothing hidden",    "<div class=comment><p>c<p hidden>d</div>",            "c"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "text"), [case[1:] for case in PUT], ids=[case[0] for case in PUT]
)
def test_comments_are_put_in(html: str, text: str) -> None:
    page = parse(html)
    assert render_text(page, add_comments(page, nothing(page))) == text


def test_what_was_chosen_stays_beside_what_is_put_in() -> None:
    page = parse("<p>one</p><div class=comment>two</div><p>six")
    first = Choice.of(page, np.arange(len(page)) < 5)
    assert render_text(page, first) == "one"
    assert render_text(page, add_comments(page, first)) == "one\n\ntwo"


def test_copies_are_not_put_in() -> None:
    page = parse("<div class=comment>one</div><div class=comment>one</div>")
    choice = replace(nothing(page), changes=log_copies({1: 0}, ()))
    assert render_text(page, add_comments(page, choice)) == "one"


def test_what_other_steps_changed_is_put_in() -> None:
    page = parse("<div class=comment>one</div><div class=comment>two</div>")
    changes = (Change(0, False, "walls", "it is a dialog"), Change(1, True, COPIES, "is the first"))
    choice = replace(nothing(page), changes=changes)
    assert render_text(page, add_comments(page, choice)) == "one\ntwo"


def test_what_is_in_no_block_is_not_put_in() -> None:
    page = parse("<div class=comment><p>one</p><hr><p>two</p></div>")
    put_in = add_comments(page, nothing(page))
    assert render_text(page, put_in) == "one\n\ntwo"
    assert not put_in.content[page.is_tag("hr")].any()


def test_posts_of_a_forum_are_not_comments_to_it() -> None:
    page = parse("<p>one</p><div class=comment>two</div><div class=comment>three</div>")
    forum = replace(whole(page), types={"article": 0.3, "forum": 0.7})
    assert drop_comments(page, forum) is forum
    article = replace(whole(page), types={"article": 0.7, "forum": 0.3})
    assert render_text(page, drop_comments(page, article)) == "one"
    # What is mostly something else is no thread, whatever type it was taken for.
    page = parse("<p>one two three</p><div class=comment>four five six</div>")
    forum = replace(whole(page), types={"article": 0.3, "forum": 0.7})
    assert render_text(page, drop_comments(page, forum)) == "one two three"


@pytest.mark.parametrize(
    ("n_others", "n_comments", "is_thread"),
    [(0, 1, True), (0, 2, True), (1, 19, True), (1, 18, False)],
)
def test_what_is_nothing_but_comments_is_what_the_page_is_about(
    n_others: int, n_comments: int, is_thread: bool
) -> None:
    page = parse(f"<p>{'one ' * n_others}</p><div class=comment>{'two ' * n_comments}</div>")
    left = drop_comments(page, whole(page))
    assert ("two" in render_text(page, left)) == is_thread


def test_changes_are_logged() -> None:
    page = parse("<p>one</p><div class=comment>two</div>")
    for comment, expected, why in (
        (drop_comments(page, whole(page)), False, f"dropped: {LEFT_OUT}"),
        (add_comments(page, nothing(page)), True, f"kept: {PUT_IN}"),
    ):
        assert comment.changes == (Change(1, expected, COMMENTS, PUT_IN if expected else LEFT_OUT),)
        blocks = Document([Part(page, comment)], "tide").explain().blocks
        assert blocks[1].reason == why
        assert blocks[0].reason.startswith("dropped: 0" if expected else "kept: 1")


# ---------------------------------------------------------------- the verb

ARTICLE = (
    "<article><h1>Tides of the harbour</h1>"
    "<p>High water is at six in the morning, and again at half past six in the evening, as the "
    "tables of the harbour office have it for this month.</p>"
    "<p>Ships leave with the tide, and those who come late wait for the next one, as they have "
    "always done here.</p></article>"
)
SAID = "I have always liked the harbour at low tide, when the boats lie in the mud."
THREAD = f"{ARTICLE}<ol class=comment-list><li class=comment><i>Ann</i><p>{SAID}</p></ol>"


@pytest.mark.parametrize("method", ["default", "balance"])
def test_every_method_can_do_with_and_without(method: str) -> None:
    without = extract(THREAD, method=method, comments=False)
    assert "Ships leave with the tide" in without.text
    assert SAID not in without.text
    with_them = extract(THREAD, method=method, comments=True)
    assert "Ships leave with the tide" in with_them.text
    assert "Ann" in with_them.text
    assert SAID in with_them.text


def test_nothing_is_changed_unasked() -> None:
    page = parse(THREAD)
    choice = extract(page).choice
    assert choice.changes == ()
    # What is there in the first place is not put in.
    assert (
        extract(ARTICLE, comments=False).choice.content == extract(ARTICLE).choice.content
    ).all()


def test_the_cut_is_that_of_the_method() -> None:
    """A comment that was put in does not make its own chance enough."""
    reasons = [block.reason for block in extract(THREAD, comments=True).explain().blocks]
    plain = [block.reason for block in extract(THREAD).explain().blocks]
    assert [reason for reason in reasons if PUT_IN not in reason and LEFT_OUT not in reason] == [
        item for at, item in enumerate(plain) if PUT_IN not in reasons[at]
    ]


@pytest.mark.parametrize("odd", ["no", 0, 1, []])
def test_what_comments_may_be(odd: object) -> None:
    with pytest.raises(BadOption, match="expected True, False or None"):
        extract(ARTICLE, comments=odd)  # type: ignore[arg-type]  # What is tested.


@pytest.mark.parametrize(
    ("name", "is_comments"),
    [
        ("comments", True),
        ("div-comment-12", True),
        ("disqus_thread", True),
        ("reacties", True),
        ("comment-count", False),
        ("comments-link", False),
        ("commentary", False),
        ("post-meta", False),
    ],
)
def test_metadata_and_steps_agree_on_comments(name: str, is_comments: bool) -> None:
    byline = "<p class=byline>By Ann Lee</p><time datetime=2024-05-03>May 3</time>"
    page = parse(f"<title>Crane stays</title><h1>Crane stays</h1><div id={name}>{byline}</div>")
    assert bool(page.comment_kind[page.is_tag("time")].all()) == is_comments
    assert (read_metadata(page).authors == ()) == is_comments
