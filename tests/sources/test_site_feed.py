"""The feed of a site: a file or URL that is passed, or the one that a page leads to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pagecore import parse
from pagecore.errors import BadInput, FetchError
from pagecore.sources.read import ReadOptions
from pagecore.sources.site_feed import SiteFeed, discover_feed, find_feed_beside, read_feed
from pagecore.sources.source import Source
from tests.inputs import make_atom, make_json_feed, make_rss
from tests.server import Server, answer, serving

OPTIONS = ReadOptions(allow_private=True, pause=0, timeout=60)
RSS = make_rss(["one"])
FILES = {
    "rss": answer(RSS, content_type="application/rss+xml"),
    "atom": answer(make_atom(["one"]), content_type="application/atom+xml"),
    "json": answer(make_json_feed(["one"]), content_type="application/json"),
    "page": answer(b"<!DOCTYPE html><p>a", content_type="text/html"),
}


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def link(href: str, type: str = "application/rss+xml") -> str:
    return f'<link rel=alternate type="{type}" href="{href}">'


def discover(server: Server, html: str, path: str = "/blog/") -> SiteFeed:
    """Discover the feed of a page of the server."""
    url = f"{server.at}{path}"
    return discover_feed(parse(html, url=url), Source(url), OPTIONS)


FETCHED = [
    # what it shows           links                                     files               requests
    ("a link",                link("/x"),                               {"/x": "rss"},      "/x"),
    ("JSON",                  link("/x", "application/feed+json"),      {"/x": "json"},     "/x"),
    ("dead link, next one",   link("/x") + link("/y"),                  {"/y": "atom"},
                              "/x /y"),
    ("no feed, next one",     link("/x") + link("/y"), {"/x": "page", "/y": "rss"},
                              "/x /y"),
    ("no link",               "",                                       {"/blog/feed.xml": "rss"},
                              "/blog/feed /blog/feed.xml"),
    ("no link, of the host",  "",                                       {"/feed": "rss"},
                              "/blog/feed /blog/feed.xml /blog/rss.xml /blog/atom.xml "
                              "/blog/index.xml /blog/feed.json /blog/index.rdf /feed"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "html", "files", "requests"), FETCHED)
def test_fetched_feeds(
    server: Server, what: str, html: str, files: dict[str, str], requests: str
) -> None:
    server.answers = {path: FILES[name] for path, name in files.items()}
    feed = discover(server, html)
    assert server.asked == requests.split(), what
    assert feed.url == f"{server.at}{server.asked[-1]}" == feed.place
    assert b"Story of one" in feed.content


def test_a_site_without_a_feed(server: Server) -> None:
    server.answers = {"/x": FILES["page"]}
    with pytest.raises(BadInput) as raised:
        discover(server, link("/x") + link("/y"), "/")
    assert str(raised.value) == (
        f"{server.at}/: no feed was found: {server.at}/x: this is not a feed; {server.at}/y: the "
        "server answers 404 Not Found; 7 usual addresses have none either; pass one with --feed "
        "FILE or URL"
    )
    with pytest.raises(BadInput, match="no feed was found: the page links to none; 14 usual"):
        discover(server, "<p>a")


LOCAL = [
    # what it shows        URL of the page           link                            file
    ("beside",             None,                     "feed.xml",                     "feed.xml"),
    ("below",              None,                "/feeds/all.xml",               "feeds/all.xml"),
    ("index of a folder",  None,                "/feed/",                       "feed/index.xml"),
    ("another folder",     None,                     "/blog/feed.xml",               "feed.xml"),
    ("below the page",     "https://a.example/b/",   "https://a.example/b/f/x.rss",  "f/x.rss"),
    ("escaped name",       None,                     "my%20feed.xml",                "my feed.xml"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "url", "href", "name"), LOCAL)
def test_feeds_of_files(tmp_path: Path, what: str, url: str | None, href: str, name: str) -> None:
    file = tmp_path / "site" / name
    file.parent.mkdir(parents=True)
    file.write_bytes(RSS)
    page = parse(link(href), url=url)
    feed = discover_feed(page, Source(str(tmp_path / "site" / "home.html")), OPTIONS)
    assert (feed.content, feed.place) == (RSS, str(file)), what
    assert feed.url == (None if url is None else href)


@pytest.mark.parametrize("href", ["../feed.xml", "%2e%2e/feed.xml", "..%2ffeed.xml", "/"])
def test_feeds_outside_the_folder_are_not_read(tmp_path: Path, href: str) -> None:
    (tmp_path / "feed.xml").write_bytes(RSS)
    site = tmp_path / "site"
    site.mkdir()
    source = Source(str(site / "home.html"))
    with pytest.raises(BadInput, match="there is no such file beside it"):
        discover_feed(parse(link(href)), source, OPTIONS)
    (site / "link.xml").symlink_to(tmp_path / "feed.xml")
    with pytest.raises(BadInput, match="there is no such file beside it"):
        discover_feed(parse(link("link.xml")), source, OPTIONS)


@pytest.mark.parametrize("name", ["feed.xml", "atom.xml", "index.rdf", "feed/index.xml", "rss"])
def test_feeds_with_usual_names_beside_a_file(tmp_path: Path, name: str) -> None:
    source = Source(str(tmp_path / "home.html"))
    page = parse(link("/feeds/all.xml"), url="https://a.example/b/")
    (tmp_path / "feed.xml").write_bytes(b"<p>This is no feed.")
    assert find_feed_beside(page, source) is None
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_bytes(RSS)
    # Its links are those of the feed that the page links to.
    linked = SiteFeed(RSS, "https://a.example/feeds/all.xml", str(tmp_path / name))
    assert find_feed_beside(page, source) == linked
    assert find_feed_beside(page, Source("-")) is None
    assert find_feed_beside(page, Source("https://a.example/b/")) is None


def test_feeds_of_files_are_not_fetched(server: Server, tmp_path: Path) -> None:
    server.answers = {"/x": FILES["rss"]}
    source = Source(str(tmp_path / "home.html"))
    page = parse(link("/x"), url=f"{server.at}/")
    with pytest.raises(BadInput, match=rf"links to the feed {server.at}/x, but .* not fetched"):
        discover_feed(page, source, OPTIONS)
    with pytest.raises(BadInput, match="the page links to no feed; pass one with --feed"):
        discover_feed(parse("<p>a"), source, OPTIONS)
    with pytest.raises(BadInput, match=r"^-: the page links to the feed x, but"):
        discover_feed(parse(link("x")), Source("-"), OPTIONS)
    assert server.asked == []


def test_feeds_that_are_passed(server: Server, tmp_path: Path) -> None:
    server.answers = {"/x": FILES["rss"], "/p": FILES["page"]}
    url = f"{server.at}/x"
    assert read_feed(url, OPTIONS) == SiteFeed(RSS, url, url)
    path = tmp_path / "feed.xml"
    path.write_bytes(RSS)
    assert read_feed(str(path), OPTIONS) == SiteFeed(RSS, None, str(path))
    with pytest.raises(BadInput, match=f"^{server.at}/p: this is an HTML page, not a feed$"):
        read_feed(f"{server.at}/p", OPTIONS)
    with pytest.raises(FetchError, match="the server answers 404"):
        read_feed(f"{server.at}/q", OPTIONS)
    path.write_bytes(b"%PDF-1.4")
    with pytest.raises(BadInput, match="this is a PDF, not a feed"):
        read_feed(str(path), OPTIONS)
