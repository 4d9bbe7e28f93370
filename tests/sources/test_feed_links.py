"""Links of a page to feeds: which count, and which comes first."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pagecore import find_feeds, parse
from pagecore.errors import BadInput
from tests.sources.test_feed_blogs import find_feed_url

RSS, ATOM, JSON = (f'type="application/{name}"' for name in ("rss+xml", "atom+xml", "json"))
ALT = "<link rel=alternate"

CASES = [
    # what it shows             page                                                   URLs
    ("types of feeds",          f'{ALT} {RSS} href=/a>{ALT} {ATOM} href=/b>'
                                '<link rel=alternate type=application/feed+json href=/c>',
                                "/a /b /c"),
    ("comments are last",       f'{ALT} {RSS} href=/comments/feed/>{ALT} {RSS} href=/feed/>',
                                "/feed/ /comments/feed/"),
    ("comments by title",       f'{ALT} {RSS} title="Blog » コメント" href=/c>{ALT} {RSS} href=/a>',
                                "/a /c"),
    ("parts after all entries", f'{ALT} {RSS} href=/category/x/feed/>{ALT} {RSS} href=/feed/>'
                                f'{ALT} {RSS} href=/comments/feed/>',
                                "/feed/ /category/x/feed/ /comments/feed/"),
    ("several rels",            f'<link rel="alternate home" {RSS} href=/a>', "/a"),
    ("type with a charset",     f'{ALT} type="Application/RSS+XML; charset=utf-8" href=/a>', "/a"),
    ("other languages",         f'{ALT} hreflang=de href=/de>{ALT} type=text/html href=/m>', ""),
    ("style sheets",            '<link rel="alternate stylesheet" href=/feed.css title=feed>', ""),
    ("JSON that is no feed",    f'{ALT} {JSON} href=/index.json>{ALT} {JSON} href=/wp-json/wp/v2/>',
                                ""),
    ("JSON named like a feed",  f'{ALT} {JSON} href=/feed.json>{ALT} {ATOM} href=/a>',
                                "/a /feed.json"),
    ("no type",                 f'{ALT} title=RSS href=/x>', "/x"),
    ("embedding",               f'{ALT} type="application/json+oembed" href=/oembed?url=feed>', ""),
    ("links in the text",       '<a href=/rss.xml>RSS</a><a href=/about>x</a><a href="/feed">x</a>',
                                "/rss.xml /feed"),
    ("declared before text",    f'<a href=/rss.xml>RSS</a>{ALT} {ATOM} href=/atom.xml>',
                                "/atom.xml /rss.xml"),
    ("text before comments",    f'{ALT} {RSS} href=/comments/feed/><a href=/rss.xml>RSS</a>',
                                "/rss.xml /comments/feed/"),
    ("feeds of others",         '<a href=https://b.example/feed.xml>another blog</a>', ""),
    ("articles on feeds",       '<a href=/2024/my-new-rss>RSS</a><a href=/feedback>x</a>', ""),
    ("twice",                   f'{ALT} {RSS} href=/a>{ALT} {RSS} href=/a><a href=/a type=x>',
                                "/a"),
    ("scheme for readers",      f'{ALT} {RSS} href=feed://a.example/x>'
                                f'{ALT} {RSS} href=feed:https://a.example/y>',
                                "http:/x /y"),
    ("no address",              f'{ALT} {RSS}>{ALT} {RSS} href="">{ALT} {RSS} href=javascript:x>',
                                ""),
]  # fmt: skip


@pytest.mark.parametrize(("what", "html", "urls"), CASES)
def test_feeds_of_a_page(what: str, html: str, urls: str) -> None:
    page = parse(html, url="https://a.example/blog/")
    expected = [
        url.replace("http:/", "http://a.example/")
        if url.startswith("http:")
        else f"https://a.example{url}"
        for url in urls.split()
    ]
    assert [link.url for link in find_feeds(page)] == expected, what


def test_links_are_resolved_against_the_base() -> None:
    html = f"<base href=https://b.example/x/>{ALT} {RSS} title='All  posts' href=feed.xml>"
    (link,) = find_feeds(parse(html, url="https://a.example/"))
    assert (link.url, link.href, link.title) == (
        "https://b.example/x/feed.xml", "feed.xml", "All posts"
    )  # fmt: skip
    # Without a URL of the page, the address stays relative.
    (link,) = find_feeds(parse(f"{ALT} {RSS} href=feed.xml>"))
    assert (link.url, link.href, link.content_type) == (None, "feed.xml", "application/rss+xml")


def test_a_page_with_many_links() -> None:
    html = "".join(f"{ALT} {RSS} href=/{n}.rss>" for n in range(2000))
    assert len(find_feeds(parse(html, url="https://a.example/"))) == 50


def test_find_feeds_takes_a_page() -> None:
    with pytest.raises(BadInput, match="find_feeds takes a parsed page"):
        find_feeds("<link>")  # type: ignore[arg-type]  # Wrong on purpose.


#: Blogs whose home page mentions no feed.
UNLINKED = {"1ambda", "chaoxu", "dlad-grinnell", "iunknown", "veen-greg"}
#: Blogs with two feeds, of which the labels have the other one.
OTHER = {"wannysim", "woodwardweb"}


def test_the_first_feed_of_a_blog_is_its_feed(corpus: Callable[[str], Path]) -> None:
    unlinked, other = set(), set()
    paths = sorted(corpus("blogs").glob("*/meta.json"))
    for path in paths:
        label = json.loads(path.read_text("utf-8"))
        page = parse((path.parent / "home.html").read_bytes(), url=label["home_url"])
        feeds = [(link.url or "").lower().replace("//www.", "//") for link in find_feeds(page)]
        wanted = find_feed_url(label).lower().replace("//www.", "//")
        # A server returns the index of a folder.
        folder = wanted.rpartition("/")[0] + "/"
        if not feeds:
            unlinked.add(label["id"])
        elif feeds[0] not in (wanted, folder, f"{folder}index.html"):
            other.add(label["id"])
    assert len(paths) == 36
    assert (unlinked, other) == (UNLINKED, OTHER)
