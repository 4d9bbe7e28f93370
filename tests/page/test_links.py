"""Links: their targets and texts."""

from __future__ import annotations

import pytest

from pagecore import Link, parse
from tests.growth import check_ends

URL = "https://a.example/b/c.html?d#e"
JOINED = [
    # what it shows          reference                     URL
    ("beside the page",      "x",                          "https://a.example/b/x"),
    ("from the root",        "/x",                         "https://a.example/x"),
    ("upward",               "../../x/./y/..",             "https://a.example/x/"),
    ("a query",              "?x=1&amp;y=2",               "https://a.example/b/c.html?x=1&y=2"),
    ("a place in the page",  "#x",                         "https://a.example/b/c.html?d#x"),
    ("nothing",              "",                           "https://a.example/b/c.html?d"),
    ("another host",         "//f.example/x",              "https://f.example/x"),
    ("another scheme",       "mailto:x@f.example",         "mailto:x@f.example"),
    ("white space around",   " \n x\t ",                   "https://a.example/b/x"),
    ("white space inside",   "x\n\ty z",                   "https://a.example/b/xy%20z"),
    ("backslashes",          "\\x\\y",                     "https://a.example/x/y"),
    ("default port",         "HTTP://F.example:80/x",      "http://f.example/x"),
    ("host in Unicode",      "https://bücher.example",     "https://xn--bcher-kva.example/"),
    ("path in Unicode",      "größe",                      "https://a.example/b/gr%C3%B6%C3%9Fe"),
    ("no URL",               "https://[x",                 None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("reference", "url"), [case[1:] for case in JOINED], ids=[case[0] for case in JOINED]
)
def test_link_is_joined(reference: str, url: str | None) -> None:
    page = parse(f'<a href="{reference}">text</a>', url=URL)
    assert [link.url for link in page.links()] == ([] if url is None else [url])


def test_links_of_a_page() -> None:
    page = parse(
        "<link href=no><a>no</a><a name=no>no</a><a href=x>one\n <b>two</b></a>"
        "<a href=x></a><map><area href=y></map><svg><a href=z><text>six</text></a></svg>",
        url=URL,
    )
    places = [row for row in range(len(page)) if page.get(row, "href") in ("x", "y", "z")]
    assert page.links() == [
        Link(places[0], "https://a.example/b/x", "one two"),
        Link(places[1], "https://a.example/b/x", ""),
        Link(places[2], "https://a.example/b/y", ""),
        Link(places[3], "https://a.example/b/z", "six"),
    ]


def test_links_that_lead_nowhere() -> None:
    page = parse("<a href=javascript:void(0)>a</a><a href=' JavaScript:b()'>b</a>", url=URL)
    assert page.links() == []


def text_of_link(text: str) -> str:
    (link,) = parse(f"<a href=x>{text}</a>", url=URL).links()
    return link.text


def test_of_a_long_link_the_beginning_is_given() -> None:
    assert text_of_link("é" * 1000) == "é" * 1000
    assert text_of_link("é" * 1001) == "é" * 1000 + "…"
    assert text_of_link("😀" * 1001) == "😀" * 1000 + "…"
    assert text_of_link("one " * 300) == ("one " * 250).strip() + "…"
    # White space is read, but does not count.
    assert text_of_link("one" + " " * 3000 + "two") == "one two"
    assert text_of_link("one" + " " * 4000 + "two") == "one…"
    # A character that the limit of bytes cuts in two.
    assert text_of_link(" " * 3999 + "é") == "…"


def test_links_in_links_cost_no_more_than_the_page() -> None:
    # Reading all text inside each link would mean 120 GB.
    page = parse("<a href=x><object>" * 30_000 + "w " * 2_000_000, url=URL, max_depth=65_536)
    links = check_ends(page.links)
    assert len(links) == 30_000
    assert {len(link.text) for link in links} == {1000}


def test_links_of_a_page_without_a_url() -> None:
    page = parse("<a href=x>a</a><a href=https://f.example>b</a>")
    assert [link.url for link in page.links()] == ["https://f.example/"]
    assert page.url is None
    assert page.base is None


BASES = [
    # what it shows            page                                        base
    ("none",                   "<p>a",                                     URL),
    ("one",                    "<base href=/x/>",                          "https://a.example/x/"),
    ("another host",           "<base href=//f.example/x>",                "https://f.example/x"),
    ("first with an href",     "<base target=_top><base href=/x><base href=/y>",
     "https://a.example/x"),
    ("in the body",            "<p>a<base href=/x/>",                      "https://a.example/x/"),
    ("no URL",                 "<base href='https://[x'>",                 URL),
    ("data",                   "<base href=data:text/html,a><base href=/x/>", URL),
    ("a script",               "<base href=' JavaScript:a'>",              URL),
    ("in a template",          "<template><base href=/x/></template>",     URL),
    ("in a drawing",           "<svg><base href=/x/></svg>",               URL),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "base"), [case[1:] for case in BASES], ids=[case[0] for case in BASES]
)
def test_base_of_a_page(html: str, base: str) -> None:
    assert parse(html, url=URL).base == base


def test_base_holds_for_links_that_stand_before_it() -> None:
    page = parse("<a href=y>a</a><base href=/x/>", url=URL)
    assert [link.url for link in page.links()] == ["https://a.example/x/y"]
    assert page.resolve_url("z") == "https://a.example/x/z"


def test_base_of_a_page_without_a_url() -> None:
    page = parse("<base href=https://f.example/x/><a href=y>a</a>")
    assert page.base == "https://f.example/x/"
    assert [link.url for link in page.links()] == ["https://f.example/x/y"]
    assert parse("<base href=/x/><a href=y>a</a>").links() == []
