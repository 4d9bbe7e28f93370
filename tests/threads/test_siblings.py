"""Siblings: which neighbours are posts, what their text is, and what stands around it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pagecore import Page, Thread, parse, posts
from pagecore.page.repetition import hash_subtrees, number_kinds
from pagecore.threads.siblings import REPLY_ALIKE, siblings

TEXT = "The tide comes in at six, and {} boats go out."
POST = (
    "<div class=post id=p{0}><div class=head><a href=/u/{1}>{1}</a> <time>{0} May 2020</time> "
    "<a href=#p{0}>#{0}</a></div><div class=text>{2}</div></div>"
)
WRITTEN = [TEXT.format(number) for number in ("two", "three", "four")]
THREAD = "".join(
    POST.format(10 + at, author, text)
    for at, (author, text) in enumerate(zip(("Ada", "Bob", "Cy"), WRITTEN, strict=True))
)


def texts_of(page: Page, thread: Thread) -> list[str]:
    is_text = page.tag == 0
    return [" ".join(page.text(thread.rows(at) & is_text).split()) for at in range(len(thread))]


def test_known_thread() -> None:
    page = parse(f"<nav><a href=/>Home</a><a href=/new>New</a></nav><main>{THREAD}</main>")
    thread = siblings(page)
    assert texts_of(page, thread) == WRITTEN
    assert [post.author for post in thread.posts] == ["Ada", "Bob", "Cy"]
    assert [post.author_link for post in thread.posts] == ["/u/Ada", "/u/Bob", "/u/Cy"]
    assert [post.date for post in thread.posts] == ["10 May 2020", "11 May 2020", "12 May 2020"]
    assert [post.link for post in thread.posts] == ["#p10", "#p11", "#p12"]
    assert [post.number for post in thread.posts] == [10, 11, 12]
    assert thread.posts[0].recognised_by == {
        "post": "one of 3 similar siblings",
        "author": "a link to a profile",
        "date": "a time element",
        "link": "a URL with the number of a post",
        "number": "text such as #12",
    }
    assert not thread.quoted.any()
    # Some words of the heads are not in links.
    assert 0.7 < thread.confidence < 1


CASES = [
    # What it shows, page, texts of the posts.
    ("no thread", "<p>one two three four", []),
    ("paragraphs are an article", "<p>one two<p>three four<p>five six", []),
    ("one is no thread", "<ul><li>one two</ul>", []),
    ("items of a list", "<ul><li>one two<li>three four</ul>", ["one two", "three four"]),
    ("links alone are a menu", "<ul><li><a href=/>one two</a><li><a href=/>three</a></ul>", []),
    (
        "the longer of two lists",
        "<ul><li>a b<li>c d</ul><ol><li>e f g<li>h i j</ol>",
        ["e f g", "h i j"],
    ),
    (
        "not by one long item",
        "<ul><li>a b c d e f<li>c</ul><ol><li>e f<li>h i</ol>",
        ["e f", "h i"],
    ),
    (
        "others stand between",
        "<div><hr><table><tr><td>a b</table><hr><table><tr><td>c d</table></div>",
        ["a b", "c d"],
    ),
    (
        "of another name",
        "<div><table><tr><td>a b</table><dl><dd>x y</dl><table><tr><td>c d</table></div>",
        ["a b", "c d"],
    ),
    (
        "posts in noscript",
        "<noscript><div><div>a b</div><div>c d</div></div></noscript>",
        ["a b", "c d"],
    ),
    ("what is hidden is no post", "<ul hidden><li>a b c<li>d e f</ul>", []),
    (
        "posts in closed details",
        "<details><summary>x</summary><div><div>a b</div><div>c d</div></div></details>",
        ["a b", "c d"],
    ),
    ("lines of a text", "<div>one two<br>three four</div>", []),
    ("anchors are no links", "<ul><li><a name=x>a b</a><li><a>c d</a></ul>", ["a b", "c d"]),
    ("one word each", "<ul><li>yes<li>no</ul>", ["yes", "no"]),
    ("one word among others", "<ul><li>a b c<li>no<li>d e</ul>", ["a b c", "no", "d e"]),
    (
        "a text of one word",
        "<ul><li><b>A</b><div>a b c</div><li><b>B</b><div>no</div></ul>",
        ["a b c", "no"],
    ),
    ("numbers of classes", "<div class=p1>a b</div><div class=p22>c d</div>", ["a b", "c d"]),
    ("classes of no name", "<div class=' '>a b</div><div>c d</div>", ["a b", "c d"]),
    ("other classes", "<div class=p>a b</div><div class=q>c d</div>", []),
    (
        "what is hidden in one",
        "<div class=p>a b</div><div class=p>c d<i hidden><b>x</b></i></div>",
        ["a b", "c d"],
    ),
    (
        "alike elsewhere",
        "<ul><li class=p>a b<li class=p>c d</ul><ol><li class=p>e f g h</ol>",
        ["a b", "c d"],
    ),
]


@pytest.mark.parametrize(("shows", "html", "texts"), CASES, ids=[case[0] for case in CASES])
def test_which_siblings_are_posts(shows: str, html: str, texts: list[str]) -> None:
    page = parse(html)
    assert texts_of(page, siblings(page)) == texts


@pytest.mark.parametrize("tag", ["p", "a", "span", "b", "i", "em", "strong", "font"])
def test_elements_of_running_text_are_not_posts(tag: str) -> None:
    page = parse(f"<div><{tag}>one two</{tag}><{tag}>three four</{tag}></div>")
    assert len(siblings(page)) == 0
    # Nor is a text looked for inside them.
    page = parse(f"<ul><li>a <{tag}>b c d e f</{tag}><li>g <{tag}>h i j k l</{tag}></ul>")
    assert texts_of(page, siblings(page)) == ["a b c d e f", "g h i j k l"]


@pytest.mark.parametrize(("n_levels", "text"), [(31, "one two"), (32, "xone two")])
def test_texts_are_looked_for_32_levels_down(n_levels: int, text: str) -> None:
    body = "<div>" * n_levels + "<b>x</b><div>one two</div>" + "</div>" * n_levels
    page = parse(f"<ul><li>{body}</li><li>{body}</li></ul>")
    assert texts_of(page, siblings(page)) == [text] * 2


def test_siblings_without_text_do_not_count() -> None:
    page = parse("<ul><li>a b<li><li>c d</ul>")
    thread = siblings(page)
    assert thread.posts[0].recognised_by["post"] == "one of 2 similar siblings"


def test_of_siblings_with_as_much_text_the_first_is_what_others_are_compared_with() -> None:
    page = parse("<div class=p>a b</div>" + "<div class=q>c d</div>" * 3)
    thread = siblings(page)
    assert thread.evidence["alike"][page.is_tag("div")].tolist() == [1, 0, 0, 0]
    assert len(thread) == 0


def test_siblings_without_the_element_of_the_texts_are_not_posts() -> None:
    page = parse(
        THREAD + "<div class=post><div class=banner>Buy one boat, get one free</div></div>"
    )
    assert texts_of(page, siblings(page)) == WRITTEN


def test_how_alike_siblings_have_to_be() -> None:
    first = "<div><h3>a</h3><p>one two three</p><blockquote>four</blockquote></div>"
    other = "<div><h3>a</h3><p>one two three</p><ul><li>four</ul><ol><li>x</ol></div>"
    page = parse(f"<main>{first}{other}</main>")
    assert len(siblings(page, alike=0.2)) == 2
    assert len(siblings(page, alike=0.9)) == 0
    # By 24 hashes.
    similarity = siblings(page).evidence["alike"][page.is_tag("div")]
    assert 0 < similarity[0] < similarity[1] == 1
    assert (similarity * 24 % 1 == 0).all()


def test_bounds_of_likeness() -> None:
    page = parse("<ul><li>a b<li>c d</ul>")
    assert len(siblings(page, alike=1)) == 2
    # Siblings that have nothing in common are never posts.
    page = parse("<div class=p>a b c</div><div class=q>c d</div>")
    assert len(siblings(page, alike=0)) == 0


def test_how_much_of_the_text_an_element_has_to_hold() -> None:
    page = parse("<div>" + "<div><b>a b</b><div>c d e f</div></div>" * 3 + "</div>")
    assert texts_of(page, siblings(page, share=0.6)) == ["c d e f"] * 3
    assert texts_of(page, siblings(page, share=0.7)) == ["a bc d e f"] * 3
    page = parse("<div>" + "<div><b>a b</b><div>c d</div></div>" * 3 + "</div>")
    assert texts_of(page, siblings(page, share=0.5)) == ["c d"] * 3


def test_reply_is_in_the_post_that_it_answers() -> None:
    def comment(number: int, text: str, replies: str = "") -> str:
        body = f"<div class=head><b class=author>A{number}</b></div><div class=body>{text}</div>"
        return f"<li class=comment id=c{number}>{body}<ul class=children>{replies}</ul></li>"

    inner = comment(12, WRITTEN[1], comment(13, WRITTEN[2]))
    page = parse("<ul>" + comment(11, WRITTEN[0], inner) + comment(14, "Thank you all.") + "</ul>")
    thread = siblings(page)
    assert texts_of(page, thread) == [*WRITTEN, "Thank you all."]
    assert [post.reply_to for post in thread.posts] == [None, 0, 1, None]
    assert [post.author for post in thread.posts] == ["A11", "A12", "A13", "A14"]
    assert [post.link for post in thread.posts] == ["c11", "c12", "c13", "c14"]
    assert thread.posts[1].recognised_by["reply_to"] == "inside that post"


def test_quotations_inside_a_text_are_marked() -> None:
    quote = f"<blockquote>{WRITTEN[0]}</blockquote>Not four?"
    page = parse(THREAD + POST.format(13, "Dee", quote))
    thread = siblings(page)
    assert texts_of(page, thread)[3] == f"{WRITTEN[0]}Not four?"
    assert page.text(thread.quoted & (page.tag == 0)) == WRITTEN[0]
    page = parse(THREAD + POST.format(13, "Dee", f"<q>{WRITTEN[0]}</q> Not four?"))
    thread = siblings(page)
    assert page.text(thread.quoted & (page.tag == 0)) == WRITTEN[0]
    # Where every text is a quotation, none is.
    page = parse(
        THREAD.replace("div class=text", "blockquote").replace(
            "</div></div>", "</blockquote></div>"
        )
    )
    thread = siblings(page)
    assert texts_of(page, thread) == WRITTEN
    assert not thread.quoted.any()


def test_evidence_says_what_decided() -> None:
    page = parse("<ul><li>a b<li>c d e</ul>")
    evidence = siblings(page).evidence
    items = page.is_tag("li")
    assert evidence["text"][items].tolist() == [2, 3]
    assert evidence["alike"][items].tolist() == [1, 1]
    # All but the longest.
    assert evidence["repeated"][page.is_tag("ul")].tolist() == [2]
    assert not evidence["repeated"][page.is_tag("html", "head", "body")].any()


def test_all_rows_of_a_post_have_the_evidence_of_the_post() -> None:
    page = parse("<ul><li><b>a</b> b<li>c <i>d</i> e</ul><p>f g")
    evidence = siblings(page).evidence
    for item, n_words in zip(np.flatnonzero(page.is_tag("li")).tolist(), (2, 3), strict=True):
        below = page.under(item)
        assert set(evidence["text"][below]) == {n_words}
        assert set(evidence["alike"][below]) == {evidence["alike"][item]}
        assert set(evidence["repeated"][below]) == {2}
    # Other rows have their own.
    assert evidence["text"][page.is_tag("p")].tolist() == [2]
    assert evidence["repeated"][page.is_tag("p")].tolist() == [0]


def test_reply_has_its_similarity_to_the_longest_post() -> None:
    # The longest sibling of the reply is not similar to it.
    replies = "<ul><li class=x>not a reply at all</li><li class=c><p>yes it is</p></li></ul>"
    page = parse(
        f"<ul><li class=c><p>{'word ' * 20}</p></li>"
        f"<li class=c><p>seven eight nine</p>{replies}</li></ul>"
    )
    thread = siblings(page)
    assert [post.reply_to for post in thread.posts] == [None, None, 1]
    (first,) = np.flatnonzero(thread.rows(2))
    assert thread.evidence["alike"][first] >= REPLY_ALIKE


def test_kinds_are_names_and_first_classes() -> None:
    tags, classes = ("div", "b", "i", "ul", "ol", "p", "h1", "h2"), "abcdefgh"
    page = parse("".join(f"<{tag} class='{name} x'></{tag}>" for tag in tags for name in classes))
    kinds = number_kinds(page)
    assert kinds.dtype.kind == "i"
    assert len(np.unique(kinds[page.attr("class")[0] >= 0])) == 64
    assert len(np.unique(kinds)) == 64 + 3


def test_likeness_is_the_share_of_common_kinds() -> None:
    # Two sets of 30 kinds with 20 in common are one half alike.
    def write(start: int) -> str:
        return "".join(f"<x-{chr(97 + n % 26)}{n // 26}></x-{chr(97 + n % 26)}{n // 26}>"
                       for n in range(start, start + 30))  # fmt: skip

    page = parse(f"<main>{write(0)}</main><main>{write(10)}</main>")
    is_inner = page.above(page.is_tag("main")) >= 0
    counted = is_inner & ~page.is_tag("main")
    hashed = hash_subtrees(page, number_kinds(page), counted, 2000)
    first, second = hashed[page.is_tag("main")]
    assert abs((first == second).mean() - 0.5) < 0.05


def test_posts_does_it_if_asked() -> None:
    page = parse(THREAD)
    assert posts(page, method="siblings").ids.tolist() == siblings(page).ids.tolist()
    asked, direct = posts(page, method="siblings", alike=0.5), siblings(page, alike=0.5)
    # The verb also reads the dates.
    assert [replace(post, published=None) for post in asked.posts] == list(direct.posts)
    assert asked.posts[0].published == "2020-05-10"
