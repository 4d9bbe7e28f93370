"""The next page of an article: how it is found, and how far it is followed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import Page, parse
from pagecore.errors import FetchError
from pagecore.pagination import address_numbers, next_page
from pagecore.pagination.next_page import NextPage, find_next_page, follow_pages
from tests.growth import count_calls

AT = "https://a.example/24/s"


def find_link(html: str, url: str = AT) -> str | None:
    """The address of the next page below the host's, and what it was known by."""
    following = find_next_page(parse(html, url=url))
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
    ("a parameter with a number", "<a href='?PAGEN_1=2'>2</a>", "/24/s?PAGEN_1=2 by number"),
    ("comments come first",    "<a href=s/comment-page-2>2</a><a href=s/2>2</a>",
                                                         "/24/s/2 by number"),
    ("a fragment is no page",  "<a href='s/2#top'>2</a>", "/24/s/2 by number"),
]  # fmt: skip

NOT_FOUND = [
    # what it shows            page, at AT
    ("no links",               "<p>one"),
    ("comments in the path",   "<a href=s/comment-page-2#comments>2</a>"),
    ("comments in the query",  "<a class=next href='?cpage=2'>Older comments</a>"),
    ("named comments",         "<link rel=next href='?comments_page=2'>"),
    ("the place of comments",  "<a href='?page=2#comments'>2</a>"),
    ("answers",                "<a href='?replies_page=2'>2</a>"),
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
    ("an endless number",      f"<a href='?start={'9' * 5000}'>2</a>"),
    ("an endless text",        f"<a href=s/2x>{'2' * 5000}</a>"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "following"), [case[1:] for case in FOUND], ids=[case[0] for case in FOUND]
)
def test_found(html: str, following: str) -> None:
    assert find_link(html) == following


@pytest.mark.parametrize("html", [case[1] for case in NOT_FOUND], ids=[c[0] for c in NOT_FOUND])
def test_not_found(html: str) -> None:
    assert find_link(html) is None


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
    assert (find_next_page(counted) or NextPage("", 0, "")).by == "number"
    # By its address alone a page is the next one if there is one before as well.
    alone = f"<a href='{following}'>→</a>"
    assert find_next_page(parse(alone, url=host + own)) is None
    back = parse(f"<a href='{before}'>←</a>{alone}", url=host + own)
    assert (find_next_page(back) or NextPage("", 0, "")).by == "address"
    # An article of the next number is none of its pages.
    assert find_link(f"<a rel=next href={host}/post/1235>x</a>", f"{host}/post/1234") is None


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
    assert find_link(f"<a href='{second}'>→</a>", url) == f"{second} by address"


def test_a_page_without_a_url() -> None:
    page = parse("<a href=b-2.html>2</a>")
    assert find_next_page(page) is None
    assert find_next_page(page, "file:///tmp/b.html") == NextPage(
        "file:///tmp/b-2.html", 3, "number", 2, "2"
    )


@pytest.mark.parametrize("url", ["http://[", "http://[::1", "https://a.example]/", "//[", "[", ""])
def test_a_page_with_a_wrong_url(url: str) -> None:
    page = parse("<a rel=next href=https://b.example/2>2</a>", url=url)
    assert find_next_page(page) is None


def test_base_is_heeded() -> None:
    html = "<base href=https://a.example/24/><a href=s/2>2</a>"
    assert find_link(html) == "/24/s/2 by number"


def test_links_in_links_are_read_in_linear_time() -> None:
    page = parse("<svg>" + "<a href=b>" * 400 + "2" * 10_000, url=AT)
    assert find_next_page(page) is None


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


def follow_site(pages: dict[str, str], limit: int = 20, first: str = "s") -> tuple[list[str], str]:
    """The names of the pages behind the first, and why there are no more."""
    read = site(pages)
    built, ended = follow_pages(read(f"https://a.example/{first}"), read, limit)
    names = [str(page.url).removeprefix("https://a.example/") for page in built]
    return names, "" if ended is None else ended.message.rpartition(": ")[2]


def test_pages_are_followed_to_the_last() -> None:
    pages = {"s": part(1, "s-2"), "s-2": part(2, "s-3"), "s-3": part(3)}
    assert follow_site(pages) == (["s-2", "s-3"], "")
    assert follow_site(pages, limit=3) == (["s-2", "s-3"], "")
    assert follow_site(pages, limit=2) == (["s-2"], "the limit is 2 pages; raise --max-pages")
    assert follow_site(pages, limit=1) == ([], "the limit is 1 page; raise --max-pages")


ENDS = [
    # what it shows       pages                                             why there are no more
    ("not found",         {"s": part(1, "s-2")},                            "404 Not Found"),
    ("a circle",          {"s": part(1, "s?b"), "s?b": part(2, "s?c"), "s?c": part(3, "s?b")},
                                                                            "page that is merged"),
    ("the same again",    {"s": part(1, "s-2"), "s-2": part(1, "s-2")},     "as an earlier page"),
    ("another article",   {"s": part(1, "s-2"), "s-2": part(2, "", "Quite another thing")},
                                                                            "another article"),
]  # fmt: skip


@pytest.mark.parametrize(("pages", "why"), [c[1:] for c in ENDS], ids=[c[0] for c in ENDS])
def test_where_following_ends(pages: dict[str, str], why: str) -> None:
    assert follow_site(pages)[1].endswith(why)


def test_a_redirect_is_not_followed_to_another_host_or_back() -> None:
    first = parse(part(1, "s-2"), url="https://a.example/s")
    for at, why in (("https://b.example/s-2", "another host"), (first.url, "earlier page")):
        pages, ended = follow_pages(first, lambda url, at=at: parse(part(2), url=at))  # type: ignore[misc]  # mypy cannot infer the lambda.
        assert pages == []
        assert ended is not None
        assert why in ended.message
        assert (ended.code, ended.count) == ("next-page", 1)


def article(title: str, links: str = "", message: str = "") -> str:
    return f"<title>{title} - TechMag</title>{message}<h1>{title}</h1><p>{links}"


def links(*addresses: str) -> str:
    """Links, each with the text that stands behind its address."""
    return " ".join("<a href='/{}'>{}</a>".format(*address.split(" ", 1)) for address in addresses)


#: Pages of one article, of which each leads on with these links; all are joined.
JOINED = [
    # what it shows        addresses, and the links on each but the last
    ("next alone",         {"s": "s?page=2 →", "s?page=2": "s?page=3 →", "s?page=3": ""}),
    ("words alone",        {"s": "s/2 weiter", "s/2": "s/3 weiter", "s/3": ""}),
    ("items",              {"s": "s?start=10 次へ", "s?start=10": "s?start=20 次へ",
                            "s?start=20": ""}),
    ("items by number",    {"s": "s?at=7 2", "s?at=7": "s?at=14 3", "s?at=14": ""}),
    ("who led there",      {"s?utm_source=x": "s/2 2", "s/2": "s/3 3", "s/3": ""}),
    ("behind a year",      {"of-2024": "of-2024/2 2", "of-2024/2": "of-2024/3 3", "of-2024/3": ""}),
    ("from 0",             {"s?p=0": "s?p=1 2", "s?p=1": "s?p=2 3", "s?p=2": ""}),
]  # fmt: skip


@pytest.mark.parametrize("pages", [case[1] for case in JOINED], ids=[case[0] for case in JOINED])
def test_pages_that_lead_on_and_not_back(pages: dict[str, str]) -> None:
    built = {
        name: article("Cranes", links(link) if link else "", f"<meta name=x content={at}>")
        for at, (name, link) in enumerate(pages.items())
    }
    first, *others = pages
    assert follow_site(built, first=first) == (others, "")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Cranes – Mag", "Cranes – Page 2 of 3 – Mag"),
        ("Cranes (1/3)", "Cranes (2/3)"),
        ("Krane – Seite 1 von 3", "Krane – Seite 2 von 3"),
    ],
)
def test_titles_may_count_all_pages(first: str, second: str) -> None:
    pages = {
        "s": f"<title>{first}</title><h1>Cranes</h1><p>{links('s?page=2 →')}",
        "s?page=2": f"<title>{second}</title><h1>Cranes</h1><p>b",
    }
    assert follow_site(pages) == (["s?page=2"], "")


def test_a_link_that_a_class_marks_as_next() -> None:
    link = "<ul><li class=nav-next><a href='/s?from={}'>→</a></ul>"
    pages = {"s": article("Cranes", link.format("b")), "s?from=b": article("Cranes", "The end")}
    assert follow_site(pages) == (["s?from=b"], "")
    # Of another address it is named, and not read.
    pages = {"s": article("Cranes", link.replace("/s?from={}", "/b")), "b": article("Cranes", "b")}
    assert follow_site(pages) == ([], "its address differs in more than a page number")


def date(day: str) -> str:
    return f"<meta property=article:published_time content={day}>"


def author(name: str) -> str:
    return f"<meta property=og:type content=article><meta name=author content='{name}'>"


DAY = date("2024-05-12")

#: Articles of their own, whose addresses differ by a number, and why they are not joined.
OTHERS = [
    ("phones", {"phone-14": article("Phone 14 review", links("phone-13 13", "phone-15 Phone 15")),
                "phone-15": article("Phone 15 review")}, "not the first of an article"),
    ("phones, from the first", {"phone-1": article("Phone 1", links("phone-2 2")),
                                "phone-2": article("Phone 2")}, "a number in its title"),
    ("days", {"2024/05/12": article("Digest", links("2024/05/1 1", "2024/05/13 13")),
              "2024/05/13": article("Digest")}, "may be a day or a month"),
    ("days, next", {"2024/05/12": article("Digest", "<a rel=next href=/2024/05/13>x</a>"),
                    "2024/05/13": article("Digest")}, "may be a day or a month"),
    ("episodes", {"e-4": article("Show, episode 4", "<a rel=next href=e-5>x</a>"),
                  "e-5": article("Show, episode 5")}, "not the first of an article"),
    ("a list of episodes", {"e-4": article("Show, 4", links("e-1 1", "e-5 5")),
                            "e-5": article("Show, 5")}, "a number in its title"),
    ("the first episode", {"e-1": article("Show, episode 1", "<a rel=next href=e-2>x</a>"),
                           "e-2": article("Show, episode 2")}, "a number in its title"),
    ("a sequel", {"crane": article("Crane", links("crane-2 Crane 2: the sequel")),
                  "crane-2": article("Crane 2")}, "a number in its title"),
    ("a sequel of one title", {"crane": article("Crane", links("crane-2 Crane 2")),
                               "crane-2": article("Crane", "b")}, "its link is a title"),
    ("posts of a blog", {"p/1": article("Crane stays", "<a rel=next href=/p/2>x</a>"),
                         "p/2": article("Ferry returns")}, "its title differs"),
    ("another day", {"s": article("Cranes", links("s-2 →"), date("2024-05-12")),
                     "s-2": article("Cranes", "b", date("2024-05-13"))}, "publication differs"),
    ("by another", {"s": article("Cranes", links("s-2 →"), DAY + author("Ann Lee")),
                    "s-2": article("Cranes", "b", DAY + author("Bo Chen"))}, "differ (Bo Chen)"),
    ("another host", {"s": article("Cranes", "<a rel=next href=https://b.example/s?page=2>x</a>")},
     "it is on another host"),
    ("no way back", {"s-2": article("Cranes", links("s-3 →")), "s-3": article("Cranes", "b")},
     "the page does not link back"),
]  # fmt: skip


@pytest.mark.parametrize(("pages", "why"), [c[1:] for c in OTHERS], ids=[c[0] for c in OTHERS])
def test_articles_of_their_own_are_not_joined(pages: dict[str, str], why: str) -> None:
    names, said = follow_site(pages, first=next(iter(pages)))
    assert names == []
    assert why in said
    assert bool(why) == bool(said)


def test_links_are_compared_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each link may lead to the next page if any link leads back."""
    calls = count_calls(monkeypatch, next_page, "compare_addresses")
    counts = []
    for n in (10, 100):
        calls.clear()
        page = parse("<a href=6>a</a>" * n + "<a href=x>b</a>" * n, url="https://a.example/b/5")
        assert find_next_page(page) is None
        counts.append(len(calls))
    assert counts[0] == counts[1]


def test_distinct_links_are_split_once_and_compared_in_few_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    splits = count_calls(monkeypatch, next_page, "split_url")
    parses = count_calls(monkeypatch, address_numbers, "parse_qsl")
    n = 200
    page = parse("".join(f"<a href=/{i}x>a</a>" for i in range(n)), url="https://a.example/b/5")
    assert find_next_page(page) is None
    assert len(splits) < n + 5
    assert not parses


@given(st.text("a1"), st.text("a1"))
def test_common_start_is_that_of_the_definition(first: str, second: str) -> None:
    n_common = address_numbers._count_common(first, second)
    assert first[:n_common] == second[:n_common]
    assert n_common == min(len(first), len(second)) or first[n_common] != second[n_common]


def test_links_with_a_long_common_start_are_bisected() -> None:
    class Text(str):
        n_slices = 0

        def __getitem__(self, at: Any) -> str:
            Text.n_slices += 1
            return super().__getitem__(at)

    start = "a" * 2000
    assert address_numbers._count_common(Text(f"{start}b"), Text(f"{start}c")) == 2000
    assert Text.n_slices < 30


def test_page_with_a_long_url_has_no_next_page() -> None:
    page = parse("<a rel=next href=?page=2>2</a>" * 10)
    assert find_next_page(page, f"https://a.example/{'b' * 3000}") is None
