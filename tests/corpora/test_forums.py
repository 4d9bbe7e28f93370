"""Forums: UTF-8 whatever the page declares, and `html5` where there is one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pagecore.corpora import GoldPost, load
from tests.corpora.formats import ids, problems, write_corpus


def test_real_corpus(corpus: Callable[[str], Path]) -> None:
    read = load("forums", corpus("forums"))
    posts = [post for item in read.items for post in item.gold.posts or ()]
    assert (len(read.items), len(posts), len({item.group for item in read.items})) == (70, 938, 36)
    assert sum(not post.text for post in posts) == 9
    assert all(item.encoding == "utf-8" for item in read.items)
    folders = [item.source.parent.name for item in read.items if isinstance(item.source, Path)]
    assert (folders.count("html"), folders.count("html5")) == (52, 18)


def test_addresses_of_forms_that_quote_a_post_are_left_out(corpus: Callable[[str], Path]) -> None:
    read = {item.id: item.gold.posts or () for item in load("forums", corpus("forums")).items}
    airliners, maladies = read["www.airliners.net-2"], read["forums.maladiesraresinfo.org-1"]
    assert all(post.user is None and post.link for post in airliners)
    assert all(post.link is None and post.user for post in maladies)


def test_small_corpus(tmp_path: Path) -> None:
    post = {"text": "one", "user": "u", "date": "yesterday", "link": None}
    write_corpus(
        tmp_path,
        {
            "gold.jsonl": [
                {"id": "a", "host": "h", "url": "http://h/", "posts": [post, {"text": ""}]},
                {"id": "b", "url": "http://www.i.org/", "posts": [{"user": "u"}, 5]},
                {"id": "c", "posts": None},
                {"id": "d", "posts": [post]},
                {"id": "e", "posts": [post]},
                {"posts": [post]},
            ],
            "html/a.html": "<div/>",
            "html5/a.html": "<div></div>",
            "html/b.html": "",
            "html/c.html": "",
            "html/d.html": b"\xe9",
            "html/f.html": "",
        },
    )
    read = load("forums", tmp_path)
    assert ids(read) == ["a", "b"]
    first, second = read.items
    assert first.gold.posts == (GoldPost("one", "u", "yesterday", None), GoldPost(""))
    assert (first.gold.text, first.group, first.encoding) == ("one\n", "h", "utf-8")
    assert first.html() == b"<div></div>"
    assert (second.gold.posts, second.group, second.in_means) == ((), "i.org", False)
    assert problems(read) == [
        ("gold.jsonl:2, posts[0]", "there is no 'text'"),
        ("gold.jsonl:2, posts[1]", "expected an object, found a number"),
        ("gold.jsonl:3", "page without gold"),
        ("html/d.html", "not UTF-8"),
        ("gold.jsonl:5", "gold without page"),
        ("gold.jsonl:6", "there is no 'id'"),
        ("html/f.html", "page without gold"),
    ]
