"""Links to the next, the previous and the numbered pages of a list."""

from __future__ import annotations

import pytest

from pagecore import parse
from pagecore.pagination.page_links import find_page_links
from tests.growth import FACTOR, check_linear

HOST = "https://a.example"


def find(html: str, url: str) -> str:
    """Return the link to the next page with its sign, then the link back."""
    links = find_page_links(parse(html, url=HOST + url))
    following = f"{links.next.link.url} by {links.next.by}" if links.next else "none"
    back = f" back {links.previous.link.url}" if links.previous else ""
    return (following + back).replace(HOST, "")


CASES = [
    # what it shows               address       page                                     links
    ("the number after this one", "/l?p=2",     "<p><a href=?p=1>1</a> 2 <a href=?p=3>3</a>",
                                                "/l?p=3 by sequence back /l?p=1"),
    ("a pager over 100 pages",    "/l/398",     "<a href=397>397</a> 398 <a href=399>399</a>",
                                                "/l/399 by sequence back /l/397"),
    ("rel=next",                  "/l",         "<link rel=next href=?after=x>",
                                                "/l?after=x by rel=next"),
    ("rel=next of another post",  "/2024/a",    "<link rel=next href=/2024/b>", "none"),
    ("an address, unknown words", "/l/page/3",  "<ul class=pager><li class=previous>"
                                                "<a href=/l/page/4>abc def ghi</a><li class=next>"
                                                "<a href=/l/page/2>jkl mno pqr</a></ul>",
                                                "/l/page/4 by address back /l/page/2"),
    ("previous means older",   "/",          "<div class=nav-links><a href=/page/2>◄ Previous"
                                                "</a></div>", "/page/2 by address"),
    ("older means next",          "/i-2.html",  "<div class=pager><a href=i-1.html>Older posts"
                                                "</a> <a href=i-3.html>Newer posts</a></div>",
                                                "/i-1.html by label back /i-3.html"),
    ("a word",                    "/search?q=a", "<a href='?q=a&from=77xyz'>次へ</a>",
                                                "/search?q=a&from=77xyz by label"),
    ("older posts of the front", "/",          "<div class=blog-pager><a href='/find?max=2024-05'"
                                                ">Older Posts</a></div>",
                                                "/find?max=2024-05 by label"),
    ("an image with a class",     "/l?from=5",  "<a class=go-next href='?from=9x'><b></b></a>",
                                                "/l?from=9x by class"),
    ("comics",                 "/c/lark",    "<link rel=next href=/c/crane><a href=/c/crane>Next"
                                                "</a>", "/c/crane by rel=next"),
    ("show all",                  "/l?p=9",     "<a class=next href=?limit=all>Show all</a>",
                                                "none"),
    ("numbers of items",       "/l",         "32 <a href='?n=60'>60</a> <a href='?n=96'>96</a>",
                                                "none"),
    ("pages of threads",       "/forum",     "<p>A <span><a href=/t/5>1</a> <a href=/t/5/2>2</a>"
                                                "</span><p>B <span><a href=/t/6>1</a> "
                                                "<a href=/t/6/2>2</a></span>", "none"),
    ("items with numbers",     "/k/",        "<a href=02/>Gion</a> <a href=03/>Jidai</a>", "none"),
    ("the next thread",        "/t?id=5",    "<a href='?id=5&goto=next'>Next Thread</a>", "none"),
    ("a section named next",      "/2024/a",    "<nav class=pager><a href=/next>Next</a></nav>",
                                                "none"),
    ("a word in a text",          "/l/a",       "<p>" + "Some words of a text. " * 6
                                                + "<a href=/l/a/2>next</a>", "none"),
    ("another host",           "/l",         "<a href=https://b.example/l?p=2>2</a>", "none"),
    ("the same page",          "/l/",        "<a href=/l#x>Next</a><a href=/l/index.html>»</a>",
                                                "none"),
    ("its second address",     "/l",         "<a href=?p=1 class=prev>«</a><a href=?p=1>1</a> "
                                                "<a href=?p=2>2</a>", "/l?p=2 by sequence"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("url", "html", "links"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_links(url: str, html: str, links: str) -> None:
    assert find(html, url) == links


def test_numbered_links_without_the_current_one() -> None:
    html = "<a href=?p=3>3</a> <a href=?p=2>2</a> <a href=?p=1>1</a> <a href=?p=99>99</a>"
    numbered = find_page_links(parse(html, url=f"{HOST}/l?p=2")).numbered
    assert [link.number for link in numbered] == [1, 3, 99]


def test_page_without_a_url() -> None:
    page = parse("<a href=?p=2>2</a>")
    assert find_page_links(page).next is None
    assert find_page_links(page, f"{HOST}/l").next is not None
    assert find_page_links(page, f"{HOST}/{'l' * 5000}").next is None


SHAPES = [
    ("numbers", "<a href=/{0}>{0}</a> "),
    ("labels", "<p><a class=next href=/a/{0}x>Next</a>"),
    ("pagers", "<div class=pager><a href=/l/{0}>2</a><a href=/l/{0}/3>3</a></div>"),
    ("nested", "<svg><a href=/l/{0}>2"),
]


@pytest.mark.parametrize("piece", [shape[1] for shape in SHAPES], ids=[s[0] for s in SHAPES])
def test_time_is_linear_in_the_links(piece: str) -> None:
    def search(n: int) -> None:
        find_page_links(parse("".join(piece.format(at) for at in range(n)), url=f"{HOST}/l/5"))

    check_linear(search, 150, 150 * FACTOR)
