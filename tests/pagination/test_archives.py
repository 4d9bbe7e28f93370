"""Links to archives of a blog: by address, by name and by label."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pagecore import parse
from pagecore.pagination.archives import find_archive_links
from pagecore.pagination.pager_links import normalise_address

OWN = "https://a.example/blog/"

ADDRESSES = [
    # address                              is archive
    ("/2021/",                             True),
    ("/2021",                              True),
    ("/blog/2021/07/",                     True),
    ("/2021/7",                            True),
    ("/archives/2021-07.html",             True),
    ("/archives/2021_07.php",              True),
    ("/2004_12_01_archive.html",           True),
    ("/year/2019/index.html",              True),
    ("/?m=202107",                         True),
    ("/index.php?year=2021",               True),
    ("/archives/",                         True),
    ("/archive.html",                      True),
    ("/posts",                             True),
    ("https://www.a.example/2021/",        True),
    # Days and entries.
    ("/2021/07/14/",                       False),
    ("/2021/07/high-water/",               False),
    ("/2021/high-water",                   False),
    ("/archives/123",                      False),
    ("/high-water-2021",                   False),
    ("/1021/",                             False),
    ("/2021/13/",                          False),
    # Lists by subject, searches, feeds.
    ("/tag/2021/",                         False),
    ("/category/archives/",                False),
    ("/?s=2021",                           False),
    ("/?p=2021",                           False),
    ("/2021/feed/",                        False),
    # Other hosts and schemes.
    ("https://b.example/2021/",            False),
    ("https://x.a.example/2021/",          False),
    ("mailto:a@a.example/2021",            False),
    ("#2021",                              False),
    ("",                                   False),
]  # fmt: skip


@pytest.mark.parametrize(("href", "is_archive"), ADDRESSES)
def test_addresses(href: str, is_archive: bool) -> None:
    links = find_archive_links(parse(f'<a href="{href}">a link</a>', url=OWN))
    assert bool(links) == is_archive


@pytest.mark.parametrize("label", ["Archives", "all posts", "Архив", "归档", "<b>Archiv</b> »"])
def test_labels(label: str) -> None:
    page = parse(f"<a href=/x>{label}</a><a href=/y>{label} of a town</a>", url=OWN)
    assert find_archive_links(page) == ["https://a.example/x"]


def test_each_archive_once_in_order() -> None:
    html = (
        "<a href=/2021/>2021</a><a href=/2020/#top>2020</a><a href=http://www.a.example/2021>2021</a>"
        "<select><option value=''>Choose</option><option value='https://a.example/2019/03/'>March"
        "</option><option value=2018>2018</option><option value='posts'>x</option></select>"
        "<a href=/blog/>the page itself</a>"
    )
    assert find_archive_links(parse(html, url=OWN)) == [
        "https://a.example/2021/", "https://a.example/2020/", "https://a.example/2019/03/"
    ]  # fmt: skip


def test_a_page_without_a_url() -> None:
    page = parse("<a href=/2021/>2021</a>")
    assert find_archive_links(page) == []
    assert find_archive_links(page, OWN) == ["https://a.example/2021/"]


def test_no_entry_of_a_blog_is_an_archive(corpus: Callable[[str], Path]) -> None:
    """One blog has its archive in the feed."""
    n_archives, wrong = 0, []
    for path in sorted(corpus("blogs").glob("*/meta.json")):
        label = json.loads(path.read_text("utf-8"))
        page = parse((path.parent / "home.html").read_bytes(), url=label["home_url"])
        entries = {normalise_address(item["link"]) for item in label["feed_items"]}
        archives = find_archive_links(page)
        n_archives += len(archives)
        wrong += [link for link in archives if normalise_address(link) in entries]
    assert wrong == ["https://0xax.github.io/archive"]
    assert n_archives > 150
