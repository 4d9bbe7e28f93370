"""`pagecore learn` with a feed: the pages of entries that it links to."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pagecore import Wrapper
from tests.conftest import Run
from tests.server import Answer, Server, answer, serving
from tests.sites.sample_blog import HOST, Entry, make_entries, make_feed, make_home, make_page

pytest.importorskip("feedparser")
pytest.importorskip("protego")

ENTRIES = make_entries(6)
LINK = b'<link rel=alternate type=application/rss+xml href="/feed.xml">'
FAST = ("--pause", "0", "--allow-private")


@pytest.fixture
def server() -> Iterator[Server]:
    """The blog of the tests on a server of this machine."""
    with serving() as server:
        home = make_home(ENTRIES).source.replace(b"<head>", b"<head>" + LINK)
        server.answers = {
            "/": answer(home, content_type="text/html"),
            "/feed.xml": answer(
                make_feed(ENTRIES).replace(HOST.encode(), server.at.encode()),
                content_type="application/rss+xml",
            ),
            **{of.path: _serve(of) for of in ENTRIES},
        }
        yield server


def _serve(entry: Entry) -> Answer:
    return answer(make_page(entry).source, content_type="text/html")


def learn_kinds(path: str = "w.xml") -> dict[str, int]:
    """The page kinds of a wrapper, and the number of entries that each was learned from."""
    return {rules.kind: rules.n_entries for rules in Wrapper.load(path).body.sets}  # type: ignore[attr-defined]  # The body of wtm.


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_pages_of_entries_are_fetched(run: Run, server: Server) -> None:
    result = run("learn", f"{server.at}/", "--method", "wtm", "-o", "w.xml", *FAST)
    assert result.code == 0
    assert "6 pages of entries of the feed learned from too" in result.err
    assert learn_kinds() == {"home": 6, "entries": 6}
    # Each page once, after robots.txt.
    paths = ["/", "/feed.xml", "/robots.txt", *(of.path for of in ENTRIES)]
    assert server.asked == paths


@pytest.mark.parametrize(
    ("options", "kinds", "n_read"),
    [
        (("--entry-pages", "2"), {"home": 6, "entries": 2}, 2),
        (("--entry-pages", "0"), {"home": 6}, 0),
        (("--set", "train=home"), {"home": 6}, 0),
        (("--set", "train=entries"), {"entries": 6}, 6),
    ],
)
def test_number_of_pages(
    run: Run, server: Server, options: tuple[str, ...], kinds: dict[str, int], n_read: int
) -> None:
    result = run("learn", f"{server.at}/", "--method", "wtm", "-o", "w.xml", *options, *FAST)
    assert (result.code, learn_kinds()) == (0, kinds)
    assert sum(path.startswith("/2024/") for path in server.asked) == n_read


def test_pages_that_are_passed_are_not_read_twice(run: Run, server: Server) -> None:
    urls = [f"{server.at}/", server.at + ENTRIES[0].path]
    result = run("learn", *urls, "--method", "wtm", "-o", "w.xml", "--entry-pages", "3", *FAST)
    assert (result.code, learn_kinds()) == (0, {"home": 6, "entries": 3})
    assert server.asked.count(ENTRIES[0].path) == 1


def test_forbidden_and_dead_pages_are_reported(run: Run, server: Server) -> None:
    rules = f"User-agent: *\nDisallow: {ENTRIES[1].path}\n".encode()
    server.answers["/robots.txt"] = answer(rules, content_type="text/plain")
    del server.answers[ENTRIES[3].path]
    result = run("learn", f"{server.at}/", "--method", "wtm", "-o", "w.xml", *FAST)
    assert (result.code, learn_kinds()) == (0, {"home": 6, "entries": 4})
    assert "disallows it" in result.err
    assert "the server answers 404" in result.err
    assert ENTRIES[1].path not in server.asked


def test_entries_on_another_host_are_not_fetched(run: Run, server: Server) -> None:
    server.answers["/feed.xml"] = answer(make_feed(ENTRIES), content_type="application/rss+xml")
    result = run("learn", f"{server.at}/", "--method", "wtm", "-o", "w.xml", *FAST)
    assert learn_kinds() == {"home": 6}
    assert "pages of entries not read: the feed's links are not on the host of" in result.err


def test_without_the_extra_the_homepage_is_learned_from(
    run: Run, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "protego", None)
    result = run("learn", f"{server.at}/", "--method", "wtm", "-o", "w.xml", *FAST)
    assert (result.code, learn_kinds()) == (0, {"home": 6})
    assert "pages that are linked not read: following a site needs an extra" in result.err


def test_pages_beside_a_saved_page_are_read(run: Run) -> None:
    Path("blog").mkdir()
    Path("blog/home.html").write_bytes(make_home(ENTRIES).source)
    Path("blog/rss.xml").write_bytes(make_feed(ENTRIES))
    # As a file, and as the index of a folder.
    for entry in ENTRIES[:3]:
        file = Path(f"blog{entry.path}")
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(make_page(entry).source)
    folder = Path(f"blog{ENTRIES[3].path}")
    folder.mkdir()
    (folder / "index.html").write_bytes(make_page(ENTRIES[3]).source)
    command = ("learn", "blog/home.html", "--url", f"{HOST}/", "--method", "wtm", "-o", "w.xml")
    result = run(*command)
    assert result.code == 0
    # The page links to no feed; the file lies beside it.
    assert "the feed of the site is blog/rss.xml" in result.err
    assert learn_kinds() == {"home": 6, "entries": 4}


def test_saved_pages_of_entries_that_are_passed_are_known_by_their_text(run: Run) -> None:
    Path("home.html").write_bytes(make_home(ENTRIES).source)
    Path("feed.xml").write_bytes(make_feed(ENTRIES))
    Path("saved").mkdir()
    for entry in ENTRIES[:4]:
        Path(f"saved/{entry.number}.html").write_bytes(make_page(entry).source)
    result = run("learn", "home.html", "saved", "--method", "wtm", "-o", "w.xml")
    assert (result.code, learn_kinds()) == (0, {"home": 6, "entries": 4})
