"""The verb `next_page`."""

from __future__ import annotations

import pytest

import pagecore
from pagecore.errors import BadInput, BadOption
from pagecore.next_page import PagingKind
from tests.pagination.test_lists import BLOG, PAGER, STORY, URL


def test_articles_and_lists() -> None:
    story = pagecore.parse(STORY + PAGER, url=URL)
    blog = pagecore.parse(BLOG + PAGER, url=URL)
    assert pagecore.next_page(story) == pagecore.next_page(story, kind="article")
    assert pagecore.next_page(story) is not None
    assert pagecore.next_page(blog) is None
    for page in (story, blog):
        following = pagecore.next_page(page, kind="list")
        assert following is not None
        assert (following.url, following.number) == (f"{URL}/2", 2)
        assert (following.by, following.text) == ("sequence", "2")
        assert page.get(following.row, "href") == "/news/2"
    plain = pagecore.parse(STORY, url=URL)
    assert pagecore.next_page(plain) is pagecore.next_page(plain, kind="list") is None


def test_a_link_without_a_number() -> None:
    page = pagecore.parse("<a href=?after=x>Next</a>", url=URL)
    assert pagecore.next_page(page, kind="list") == (f"{URL}?after=x", 3, "label", 0, "Next")


LINK = "https://a.example"
TABS = "<ul>{}</ul>".format("".join(f"<li><a href=/r/{y}>{y}</a>" for y in (2023, 2025)))
CASES: list[tuple[str, PagingKind, str, str, str | None]] = [
    # what it shows            kind       page      links                               next page
    ("further reviews", "article", "/item", "<a href='?reviews_page=2'>2</a>", None),
    ("in a list", "list", "/item", "<b>1</b><a href='?reviews_page=2'>2</a>", None),
    ("their place", "article", "/item", "<a href='?page=2#reviews'>2</a>", None),
    (
        "of a list of reviews",
        "list",
        "/item/reviews",
        "<b>1</b><a href='?reviews_page=2'>2</a>",
        "/item/reviews?reviews_page=2",
    ),
    ("a review", "article", "/camera-review", "<a href=/camera-review/2>2</a>", "/camera-review/2"),
    ("further comments", "list", "/post/", "<a class=next href='?cpage=2#comments'>Next</a>", None),
    ("a day of a month", "article", "/2024/05/", "<a href=/2024/05/2>2</a>", None),
    ("a month of a year", "article", "/2024/", "<a href=/2024/02>2</a>", None),
    (
        "a page of a month",
        "article",
        "/2024/05/",
        "<a href=/2024/05/page/2>2</a>",
        "/2024/05/page/2",
    ),
    (
        "a year in a title",
        "article",
        "/best-of-2024",
        "<a href=/best-of-2024/2>2</a>",
        "/best-of-2024/2",
    ),
    ("years", "list", "/r/2024", f"<b>2024</b>{TABS}", None),
    (
        "many pages",
        "list",
        "/r?page=2024",
        "<b>2024</b><a href='?page=2025'>2025</a>",
        "/r?page=2025",
    ),
    ("more", "list", "/news", "<a href='?page=2'>Load more</a>", "/news?page=2"),
    ("more in German", "list", "/news", "<a href='?page=2'>Mehr laden</a>", "/news?page=2"),
    ("more of one entry", "list", "/news", "<a href=/news/a>Read more</a>", None),
]


@pytest.mark.parametrize(
    ("kind", "path", "links", "expected"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_which_links_lead_to_the_next_page(
    kind: PagingKind, path: str, links: str, expected: str | None
) -> None:
    page = pagecore.parse(f"<h1>Title</h1><p>{'A word. ' * 90}</p>{links}", url=LINK + path)
    following = pagecore.next_page(page, kind=kind)
    assert (following and following.url) == (expected and LINK + expected)


def test_wrong_arguments() -> None:
    page = pagecore.parse(STORY, url=URL)
    with pytest.raises(BadOption, match="kind='thread': expected 'article' or 'list'"):
        pagecore.next_page(page, kind="thread")  # type: ignore[arg-type]  # Wrong on purpose.
    with pytest.raises(BadInput, match="next_page takes a parsed page"):
        pagecore.next_page(STORY)  # type: ignore[arg-type]  # Wrong on purpose.
