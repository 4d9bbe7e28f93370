"""Posts as Markdown: a heading for each, and content outside posts where it was."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import Post, Thread, extract, parse, posts
from pagecore import post as post_module
from pagecore.write.posts import write_heading, write_posts
from tests.threads.thread_pages import FOUR, ONE, THREE, TWO, write_page, write_post, write_three


def test_posts_have_a_heading_and_their_text() -> None:
    page = parse(write_three(text2=f"<p>{TWO}</p><ul><li><b>one</b><li>two</ul>"))
    assert write_posts(page, posts(page)) == (
        f"## Ada, 1 May 2020 at 10:01\n\n{ONE}\n\n"
        f"## Bob, 2 May 2020 at 10:02\n\n{TWO}\n\n- **one**\n- two\n\n"
        f"## Cleo, 3 May 2020 at 10:03\n\n{THREE}"
    )


@pytest.mark.parametrize(
    ("post", "heading"),
    [
        (Post(author="Ada", date="1 May"), "Ada, 1 May"),
        (Post(author="A*d_a [x](y)"), r"A\*d\_a \[x\](y)"),
        (Post(date="1\n May"), "1 May"),
        (Post(), "Post 7"),
        (Post(number=3), "Post 3"),
        (Post(author="Bob", reply_to=1), "Bob (reply to post 2)"),
        # An answer to the post before it needs no note.
        (Post(author="Bob", reply_to=5), "Bob"),
    ],
)
def test_heading(post: Post, heading: str) -> None:
    assert write_heading(post, 7) == heading


def test_list_items_and_quotations_around_a_post_are_left_out() -> None:
    page = parse("<ol><li><p>a<p>b<ul><li>c</ul><li>d</ol><blockquote><p>e<p>f</blockquote>")
    names = [page.names[page.tag[page.parent[row]]] for row in range(1, len(page))]
    texts = [row for row in range(len(page)) if page.tag[row] == 0]
    assert [page.text(row) for row in texts] == ["a", "b", "c", "d", "e", "f"], names
    ids = np.full(len(page), -1)
    for row, number in zip(texts, (0, 0, 0, 1, 2, 2), strict=True):
        ids[row] = number
    thread = Thread(ids, (Post(), Post(), Post()), ids > 5, 0.5)
    pieces = write_posts(page, thread).split("\n\n## ")
    assert pieces == ["## Post 1\n\na\n\nb\n\n- c", "Post 2\n\nd", "Post 3\n\ne\n\nf"]


def test_content_outside_posts_stays_in_its_place() -> None:
    page = parse(f"<p>before</p>{write_three()}<p>after</p>")
    thread = posts(page)
    shown = page.is_tag("p") | page.is_tag("p").take(page.parent) | (thread.ids >= 0)
    written = write_posts(page, thread, content=shown & (thread.ids != 1))
    assert written.startswith("before\n\n## Ada")
    assert written.endswith("\n\nafter")
    assert "Bob" not in written


def test_very_many_posts_are_written_as_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    page = parse(write_three(text1="<p>*one* <b>two</b></p>"))
    monkeypatch.setattr(post_module, "MAX_RENDERED", 10)
    assert write_posts(page, posts(page)).startswith(
        "## Ada, 1 May 2020 at 10:01\n\n\\*one\\* two\n\n## Bob"
    )


LONG = [f"{text} " * 3 for text in (ONE, TWO, THREE, FOUR)]
FORUM = write_page(
    *(write_post(name, text, n) for n, (name, text) in enumerate(
        zip(("Ada", "Bob", "Cleo", "Dan"), LONG, strict=True), start=1)),
    before="<h1>Ferry on Sundays</h1>",
)  # fmt: skip


def test_document_of_a_thread_has_posts_and_writes_them() -> None:
    document = extract(FORUM)
    assert document.page_type == "forum"
    assert [post.author for post in document.posts] == ["Ada", "Bob", "Cleo", "Dan"]
    assert document.markdown().count("\n## ") == 4
    assert "## Ada, 1 May 2020 at 10:01" in document.markdown()


def test_document_of_an_article_has_no_posts() -> None:
    document = extract(f"<article><h1>Tides</h1><p>{' '.join(LONG)}</p><p>{LONG[0]}</p></article>")
    assert document.posts == ()
    assert "## " not in document.markdown()


def test_options_of_markdown_work_on_threads() -> None:
    table = "<table><thead><tr><th>port<th>time</thead><tr><td>north<td>9:00<tr><td>south<td>9:30"
    ruby = "<p>The <ruby>東京<rt>とうきょう</rt></ruby> boat leaves <a href=/pier>there</a>."
    html = write_page(
        *(write_post(name, f"<p>{text}</p>{more}", at)
          for at, (name, text, more) in enumerate(
              (("Ada", LONG[0], f"{table}</table>"), ("Bob", LONG[1], ruby), ("Cleo", LONG[2], ""),
               ("Dan", LONG[3], "<img src=/boat.png alt=boat>")), start=1)),
    )  # fmt: skip
    document = extract(parse(html, url="https://forum.example/t/1"))
    assert len(document.posts) == 4
    assert document.posts[0].link == "https://forum.example/t/ferry/#post1"
    whole = document.markdown()
    assert "## Ada, 1 May 2020" in whole
    assert "| north | 9:00 |" in whole
    assert "north" not in document.markdown(tables=False)
    assert "とうきょう" not in whole
    assert "東京(とうきょう)" in document.markdown(readings=True)
    assert "pier" not in document.markdown(links=False)
    assert "boat.png" in whole
    assert "boat.png" not in document.markdown(images=False)
    plain = document.markdown(posts=False)
    assert "## Ada" not in plain
    assert "| north | 9:00 |" in plain
