"""The next page of an article: how it is found, and how far it is followed."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pagecore import Page, parse
from pagecore.errors import FetchError
from pagecore.pages import Next, follow, is_same_article, next_page

AT = "https://a.example/24/s"


def found(html: str, url: str = AT) -> str | None:
    """The address of the next page below the host's, and what it was known by."""
    following = next_page(parse(html, url=url))
    if following is None:
        return None
    return f"{following.url.removeprefix('https://a.example')} by {following.by}"


FOUND = [
    # what it shows            page, at AT, and the next page
    ("link rel=next",          "<link rel=next href=/24/s?page=2>", "/24/s?page=2 by rel=next"),
    ("a rel=next",             "<a rel='nofollow NEXT' href=s/2>x</a>", "/24/s/2 by rel=next"),
    ("rel=next, no number",    "<link rel=next href='?from=abc'>", "/24/s?from=abc by rel=next"),
    ("rel=next below",         "<link rel=next href=s/ending>", "/24/s/ending by rel=next"),
    ("rel=next is first",      "<a href=s/2>2</a><a rel=next href=s?p=2>x</a>",
                                                         "/24/s?p=2 by rel=next"),
    ("numbers",                "<b>1</b> <a href=s/2/>2</a> <a href=s/3/>3</a>",
                                                         "/24/s/2/ by number"),
    ("numbers in brackets",    "<a href=s-2>[2]</a>", "/24/s-2 by number"),
    ("Arabic numbers",         "<a href=s_2>٢</a>", "/24/s_2 by number"),
    ("counted from 0",         "<a href='?page=1'>2</a><a href='?page=2'>3</a>",
                                                         "/24/s?page=1 by number"),
    ("an arrow",               "<a href=s/page/2>→</a>", "/24/s/page/2 by address"),
    ("a number is better",     "<a href='?p=2'>→</a><a href=s/2>2</a>", "/24/s/2 by number"),
    ("a fragment is no page",  "<a href='s/2#top'>2</a>", "/24/s/2 by number"),
]  # fmt: skip

NOT_FOUND = [
    # what it shows            page, at AT
    ("no links",               "<p>one"),
    ("another article",        "<link rel=next href=/24/other>"),
    ("another host",           "<link rel=next href=https://b.example/24/s?page=2>"),
    ("another scheme's host",  "<a href=mailto:a@a.example?page=2>2</a>"),
    ("the page itself",        "<a href='#2'>2</a><link rel=next href=s>"),
    ("not the second",         "<a href=s/3>3</a><a href=s/9>9</a>"),
    ("the third by an arrow",  "<a href=s/3>→</a>"),
    ("a number elsewhere",     "<a href=/tags/2>2</a><a href=/24/2>2</a>"),
    ("another year",           "<a href=/25/s>25</a><link rel=prev href=s/2x>"),
    ("a script",               "<a href='javascript:go(2)'>2</a>"),
    ("no URL",                 "<a href=http://>2</a>"),
    ("the first page",         "<a href=s/1>→</a>"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "following"), [case[1:] for case in FOUND], ids=[case[0] for case in FOUND]
)
def test_found(html: str, following: str) -> None:
    assert found(html) == following


@pytest.mark.parametrize("html", [case[1] for case in NOT_FOUND], ids=[c[0] for c in NOT_FOUND])
def test_not_found(html: str) -> None:
    assert found(html) is None


STEPS = [
    # page                     next page, linked by its number   by an arrow, with one back
    ("/story/1",               "/story/2",                       "/story/0"),
    ("/story/9",               "/story/10",                      "/story/8"),
    ("/story/19.html",         "/story/20.html",                 "/story/18.html"),
    ("/story-2.html",          "/story-3.html",                  "/story.html"),
    ("/story?page=2",          "/story?page=3",                  "/story"),
    ("/story?a=7&page=2",      "/story?a=7&page=3",              "/story?a=7"),
    ("/story/page/2/",         "/story/page/3/",                 "/story/"),
    ("/s,2,x.html",            "/s,3,x.html",                    "/s,1,x.html"),
    ("/история/стр-2",         "/история/стр-3",                 "/история"),
]  # fmt: skip


@pytest.mark.parametrize(("own", "following", "before"), STEPS)
def test_pages_with_a_number(own: str, following: str, before: str) -> None:
    host = "https://a.example"
    number = re.findall(r"\d+", following)[-1]
    counted = parse(f"<a href='{following}'>{number}</a>", url=host + own)
    assert (next_page(counted) or Next("", 0, "")).by == "number"
    # By its address alone a page is the next one if there is one before as well.
    alone = f"<a href='{following}'>→</a>"
    assert next_page(parse(alone, url=host + own)) is None
    back = parse(f"<a href='{before}'>←</a>{alone}", url=host + own)
    assert (next_page(back) or Next("", 0, "")).by == "address"
    # An article of the next number is none of its pages.
    assert found(f"<a rel=next href={host}/post/1235>x</a>", f"{host}/post/1234") is None


FIRST = [
    # first page               second page
    ("/story",                 "/story/2"),
    ("/story/",                "/story/2/"),
    ("/story.html",            "/story-2.html"),
    ("/story.html",            "/story_p2.html"),
    ("/story.html",            "/story,seite2.html"),
    ("/story.html",            "/story.html?page=2"),
    ("/story?id=77",           "/story?id=77&p=2"),
    ("/story/index.html",      "/story/index2.html"),
    ("/story",                 "/story/strona-02"),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second"), FIRST)
def test_the_second_page_by_its_address(first: str, second: str) -> None:
    url = f"https://a.example{first}"
    assert found(f"<a href='{second}'>→</a>", url) == f"{second} by address"


def test_a_page_without_a_url() -> None:
    page = parse("<a href=b-2.html>2</a>")
    assert next_page(page) is None
    assert next_page(page, "file:///tmp/b.html") == Next("file:///tmp/b-2.html", 3, "number")


def test_base_is_heeded() -> None:
    html = "<base href=https://a.example/24/><a href=s/2>2</a>"
    assert found(html) == "/24/s/2 by number"


def test_links_in_links_are_read_in_linear_time() -> None:
    page = parse("<svg>" + "<a href=b>" * 400 + "2" * 10_000, url=AT)
    assert next_page(page) is None


# ---------------------------------------------------------------- following


def site(pages: dict[str, str]) -> Callable[[str], Page]:
    """Pages below https://a.example/ by their names."""

    def read(url: str) -> Page:
        name = url.removeprefix("https://a.example/")
        if name not in pages:
            raise FetchError(f"{url}: the server answers 404 Not Found")
        return parse(pages[name], url=url)

    return read


def part(number: int, following: str = "", title: str = "A story") -> str:
    link = f"<link rel=next href=/{following}>" if following else ""
    return f"<title>{title} – {number}</title>{link}<p>{number}"


def followed(pages: dict[str, str], limit: int = 20) -> tuple[list[str], str]:
    """The names of the pages behind the first, and why there are no more."""
    read = site(pages)
    made, ended = follow(read("https://a.example/s"), read, limit)
    names = [str(page.url).removeprefix("https://a.example/") for page in made]
    return names, "" if ended is None else ended.message.rpartition(": ")[2]


def test_pages_are_followed_to_the_last() -> None:
    pages = {"s": part(1, "s-2"), "s-2": part(2, "s-3"), "s-3": part(3)}
    assert followed(pages) == (["s-2", "s-3"], "")
    assert followed(pages, limit=3) == (["s-2", "s-3"], "")
    assert followed(pages, limit=2) == (["s-2"], "the limit of pages is 2")
    assert followed(pages, limit=1) == ([], "the limit of pages is 1")


ENDS = [
    # what it shows       pages                                             why there are no more
    ("not found",         {"s": part(1, "s-2")},                            "404 Not Found"),
    ("a circle",          {"s": part(1, "s?b"), "s?b": part(2, "s?c"), "s?c": part(3, "s?b")},
                                                                            "was there before"),
    ("the same again",    {"s": part(1, "s-2"), "s-2": part(1, "s-2")},     "was there before"),
    ("another article",   {"s": part(1, "s-2"), "s-2": part(2, "", "Quite another thing")},
                                                                            "another article"),
]  # fmt: skip


@pytest.mark.parametrize(("pages", "why"), [c[1:] for c in ENDS], ids=[c[0] for c in ENDS])
def test_where_following_ends(pages: dict[str, str], why: str) -> None:
    assert followed(pages)[1].endswith(why)


def test_a_redirect_is_not_followed_to_another_host_or_back() -> None:
    first = parse(part(1, "s-2"), url="https://a.example/s")
    for at, why in (("https://b.example/s-2", "another host"), (first.url, "was there before")):
        pages, ended = follow(first, lambda url, at=at: parse(part(2), url=at))  # type: ignore[misc]
        assert pages == []
        assert ended is not None
        assert why in ended.message
        assert (ended.code, ended.count) == ("next-page", 1)


TITLES = [
    # one                                    another                                same article
    ("<title>A story | S",                   "<title>A story, page 2 | S",          True),
    ("<title>A story | S",                   "<title>Of something else | S",        False),
    ("<title>S</title><h1>A story</h1>",     "<title>S 2</title><h1>A story</h1>",  True),
    ("<title>One two</title><h1>A</h1>",     "<title>One two</title><h1>B</h1>",    True),
    ("<title>潮の満ち引き",                     "<title>潮の満ち引き(2)",                 True),
    ("<title>潮の満ち引き",                     "<title>港の図書館",                     False),
    ("<p>one",                               "<p>two",                              True),
    ("<title>A story",                       "<h1>Another",                         True),
]  # fmt: skip


@pytest.mark.parametrize(("one", "another", "same"), TITLES)
def test_pages_of_one_article_have_one_title(one: str, another: str, same: bool) -> None:
    assert is_same_article(parse(one), parse(another)) == same
