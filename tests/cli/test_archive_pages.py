"""`pagecore learn` with a feed: further pages that list entries, which the homepage links to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pagecore import Wrapper, parse
from pagecore.cli.archive_pages import _may_list
from tests.conftest import Run
from tests.server import Server, answer, serving
from tests.sites.sample_blog import HOST, Entry, make_entries, make_feed, make_home, show_entry

pytest.importorskip("feedparser")
pytest.importorskip("protego")

#: The homepage has the first four, its next page the next four, the archive all of them.
ENTRIES = make_entries(8)
OLDER = make_entries(6, first=40)
FAST = ("--pause", "0", "--allow-private", "--entry-pages", "0")
LEARN = ("--method", "wtm", "-o", "w.xml")
LINK = '<link rel=alternate type=application/rss+xml href="/feed.xml">'
MENU = (
    '<a rel=next href="/page/2/">Older entries</a><ul class=years><li><a href="/archive/">Archive'
    '</a><li><a href="/2024/">2024</a><li><a href="/2019/">2019</a>'
    '<li><a href="https://other.example/2024/01/">2024/01</a></ul>'
)


def show_archived(entry: Entry) -> str:
    return f'<li class="old"><b>{entry.shown_day}</b> <a href="{entry.path}">{entry.title}</a></li>'


def make_archive(entries: list[Entry], path: str = "/archive/") -> bytes:
    return make_home(entries, show_archived, path).source


def make_blog() -> dict[str, bytes]:
    """The pages of the blog by path."""
    home = make_home(ENTRIES[:4]).source.replace(b"<head>", f"<head>{LINK}".encode())
    return {
        "/": home.replace(b"<footer", f"{MENU}<footer".encode()),
        "/page/2/": make_home(ENTRIES[4:], show_entry, "/page/2/").source,
        "/archive/": make_archive(ENTRIES) + b"<!-- all -->",
        "/2024/": make_archive(ENTRIES, "/2024/"),
        "/2019/": make_archive(OLDER, "/2019/"),
    }


@pytest.fixture
def server() -> Iterator[Server]:
    """The blog on a server of this machine."""
    with serving() as server:
        server.answers = {
            path: answer(content, content_type="text/html") for path, content in make_blog().items()
        }
        feed = make_feed(ENTRIES).replace(HOST.encode(), server.at.encode())
        server.answers["/feed.xml"] = answer(feed, content_type="application/rss+xml")
        yield server


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read_titles(content: bytes, url: str) -> list[str | None]:
    """The titles that the wrapper reads from a page."""
    records = Wrapper.load("w.xml").fields(parse(content, url=url))
    return [item.get("title") for item in records.texts()]


def test_lists_are_fetched_and_learned_from(run: Run, server: Server) -> None:
    result = run("learn", f"{server.at}/", *LEARN, *FAST)
    assert result.code == 0
    # An archive of another time than the feed's is of no use, and other hosts are not read.
    expected = ["/", "/feed.xml", "/robots.txt", "/page/2/", "/archive/", "/2024/"]
    assert server.asked == expected
    assert "3 pages that list entries read too" in result.err
    # The older archive is read by these rules, and the homepage by its own.
    older = read_titles(make_blog()["/2019/"], f"{server.at}/2019/")
    assert older == [of.title for of in OLDER]
    home = Wrapper.load("w.xml").fields(parse(make_blog()["/"], url=f"{server.at}/")).texts()
    assert [item["body"].split()[1] for item in home] == [f"{of.number}.0:" for of in ENTRIES[:4]]


@pytest.mark.parametrize(
    ("options", "paths"),
    [
        (("--archive-pages", "1"), ["/page/2/"]),
        (("--archive-pages", "0"), []),
        (("--set", "train=entries", "--entry-pages", "1"), ["/2024/entry-1.html"]),
        (("--set", "rules=printed"), []),
    ],
)
def test_number_of_pages(
    run: Run, server: Server, options: tuple[str, ...], paths: list[str]
) -> None:
    run("learn", f"{server.at}/", *LEARN, *FAST, *options)
    assert [path for path in server.asked[2:] if path != "/robots.txt"][:1] == paths


def test_forbidden_and_dead_pages_are_reported(run: Run, server: Server) -> None:
    rules = b"User-agent: *\nDisallow: /page/\n"
    server.answers["/robots.txt"] = answer(rules, content_type="text/plain")
    del server.answers["/archive/"]
    result = run("learn", f"{server.at}/", *LEARN, *FAST)
    assert result.code == 0
    assert f"page that lists entries not read: {server.at}/page/2/: robots.txt" in result.err
    assert "the server answers 404" in result.err
    assert "/page/2/" not in server.asked
    assert "1 page that list entries read too" not in result.err
    assert "1 page that lists entries read too" in result.err


@pytest.mark.parametrize("url", [(), ("--url", f"{HOST}/")])
def test_saved_lists_beside_the_homepage(run: Run, url: tuple[str, ...]) -> None:
    for path, content in make_blog().items():
        file = Path(f"blog{path}index.html")
        file.parent.mkdir(parents=True)
        file.write_bytes(content)
    Path("blog/feed.xml").write_bytes(make_feed(ENTRIES))
    result = run("learn", "blog/index.html", *url, *LEARN)
    assert result.code == 0
    assert "pages that list entries read too" in result.err
    older = read_titles(make_blog()["/2019/"], f"{HOST}/2019/")
    assert older == [of.title for of in OLDER]


def test_saved_lists_that_are_passed(run: Run) -> None:
    blog = make_blog()
    Path("home.html").write_bytes(blog["/"])
    Path("lists").mkdir()
    Path("lists/all.html").write_bytes(blog["/archive/"])
    Path("feed.xml").write_bytes(make_feed(ENTRIES))
    assert run("learn", "home.html", "lists", *LEARN).code == 0
    assert read_titles(blog["/2019/"], f"{HOST}/2019/") == [of.title for of in OLDER]


CASES = [
    # link                              may have entries of 2024-03 and 2023-12
    ("https://a.example/archives/",     True),
    ("https://a.example/2024/",         True),
    ("https://a.example/2024/03",       True),
    ("https://a.example/2024-3.html",   True),
    ("https://a.example/?m=202312",     True),
    ("https://a.example/2023_12_01_archive.html", True),
    ("https://a.example/2024/04/",      False),
    ("https://a.example/2021/",         False),
    ("https://a.example/?m=202401",     False),
]  # fmt: skip


@pytest.mark.parametrize(("link", "expected"), CASES)
def test_archives_of_the_time_of_the_feed(link: str, expected: bool) -> None:
    assert _may_list(link, ["2024-03", "2023-12"]) is expected
    assert _may_list(link, [])
