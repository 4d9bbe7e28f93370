"""The walk over a blog: each page and each entry once, one host, and what fails is reported."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from itertools import pairwise
from pathlib import Path

import pytest

from pagecore import Page, Records, parse
from pagecore.errors import BadInput, BadOption, FetchError
from pagecore.follow import FileJournal, FollowOptions, LineJournal, PoliteClient, Walk, WalkEvent
from pagecore.follow.entries import merge_entry
from pagecore.follow.journal import PageResult
from pagecore.sources.read import ReadOptions
from pagecore.store import LinesFile
from tests.follow.blog import (
    PATHS,
    WRONG,
    make_article,
    make_list,
    make_page,
    read_articles,
    serve_blog,
)
from tests.server import Answer, Server, answer, raw, serving

pytest.importorskip("protego")

OPTIONS = ReadOptions(allow_private=True, pause=0, timeout=60)


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        serve_blog(running)
        yield running


def test_whole_texts_replace_excerpts() -> None:
    page = parse(make_article(3), url="http://tides.example/entry/3")
    link = "http://tides.example/entry/3"
    entry = {"title": "Day 3", "link": link, "body": "The tide …", "partial": "ellipsis"}
    merged = merge_entry(entry, page, read_articles(page))
    assert merged is not None
    assert merged["body"] == "The tide of day 3 was high."
    assert "partial" not in merged


class Result:
    """A complete walk: its events, and the entries that it wrote."""

    def __init__(
        self,
        server: Server,
        options: FollowOptions = FollowOptions(),  # noqa: B008 - it never changes
        read_options: ReadOptions = OPTIONS,
        path: str = "/",
    ) -> None:
        lines: list[str] = []
        client = PoliteClient(f"{server.at}{path}", read_options)
        self.walk = Walk(client, read_articles, LineJournal(lines.append), options)
        self.events = list(self.walk.run())
        self.entries = [json.loads(line) for line in lines]

    @property
    def titles(self) -> list[str]:
        return [entry["title"] for entry in self.entries]


def name(numbers: str) -> list[str]:
    return [f"Day {number}" for number in numbers]


def test_next_pages_and_archives(server: Server) -> None:
    result = Result(server)
    assert result.titles == name("987654321")
    assert server.asked == ["/robots.txt", *PATHS]
    assert result.entries[0] == {
        "page": f"{server.at}/",
        "title": "Day 9",
        "link": f"{server.at}/entry/9",
        "date": "2023-01-09",
        "body": "The tide of day 9 was high.",
    }
    notes = [event.note for event in result.events if event.note]
    assert notes == [f"{server.at}/private/2015/: robots.txt of {server.at[7:]} disallows it"]
    assert not any(event.failure for event in result.events)
    assert (result.walk.n_pages, result.walk.stop_reason) == (len(PATHS), "")


def test_whole_entries_are_better_than_short_ones(server: Server) -> None:
    """The home page lists older entries beside its own, with title and link only."""
    recent = [f'<article><h2><a href="/entry/{at}">Day {at}</a></h2></article>' for at in (7, 3, 0)]
    home = make_list((9, 8), "/page/2/").replace(b"</main>", "".join(recent).encode() + b"</main>")
    server.answers = {
        "/": make_page(home),
        "/page/2/": make_page(make_list((7, 6))),
        "/entry/3": make_page(make_article(3).encode()),
    }
    result = Result(server)
    # Those that no list has are written last.
    assert result.titles == name("987630")
    assert [sorted(entry) for entry in result.entries[-3:]] == [
        ["body", "date", "link", "page", "title"],
        ["link", "page", "title"],
        ["link", "page", "title"],
    ]
    assert sum(event.n_entries for event in result.events) == 6
    # Their own pages have the rest.
    whole = Result(server, FollowOptions(with_entries=True))
    assert {entry["title"]: "body" in entry for entry in whole.entries}["Day 3"]


def test_what_fails_does_not_stop_the_walk(server: Server) -> None:
    paths = [path for path, (_, reason) in WRONG.items() if reason]
    serve_blog(server, wrong=paths)
    result = Result(server, read_options=ReadOptions(allow_private=True, pause=0, timeout=3))
    assert result.titles == name("987654321")
    failures = {event.url.removeprefix(server.at): event.failure for event in result.events}
    for path in paths:
        assert WRONG[path][1] in failures[path], path
        assert failures[path].startswith(f"{server.at}{path}: "), path
    assert [path for path, failure in failures.items() if failure] == paths
    # Neither another host nor a page that robots.txt disallows was asked for.
    assert not any("private" in path or "other" in path for path in server.asked)
    assert len(server.asked) == len(set(server.asked))


def test_pages_of_entries(server: Server) -> None:
    serve_blog(server, with_body=False)
    assert all("body" not in entry for entry in Result(server).entries)
    server.asked.clear()
    del server.answers["/entry/8"]
    server.answers["/entry/7"] = make_page(b"<!DOCTYPE html><p>no article")
    result = Result(server, FollowOptions(with_entries=True))
    assert sorted(result.titles) == sorted(name("987654321"))
    bodies = {entry["title"]: entry.get("body") for entry in result.entries}
    assert bodies["Day 9"] == "The tide of day 9 was high."
    # The page failed, or has no entry: the values of the list remain.
    assert bodies["Day 8"] is None
    assert bodies["Day 7"] is None
    problems = {event.url[-1]: event.failure or event.note for event in result.events}
    assert "404" in problems["8"]
    assert "the wrapper does not fit" in problems["7"]
    assert result.walk.n_pages == len(PATHS) + 9
    assert sorted(server.asked) == sorted(
        ["/robots.txt", *PATHS, *(f"/entry/{n}" for n in range(1, 10))]
    )


def test_the_item_of_an_entry_is_the_one_with_its_link(server: Server) -> None:
    serve_blog(server, with_body=False)
    both = make_article(3) + make_article(9)
    server.answers["/entry/9"] = make_page(f"<!DOCTYPE html>{both}".encode())
    result = Result(server, FollowOptions(with_entries=True, max_pages=2))
    assert result.entries[0]["body"] == "The tide of day 9 was high."


def test_the_limit_of_pages(server: Server) -> None:
    result = Result(server, FollowOptions(max_pages=2))
    assert result.titles == name("9876")
    assert server.asked == ["/robots.txt", *PATHS[:2]]
    assert result.walk.stop_reason == "the limit of 2 pages is reached; --max-pages raises it"
    # The pages of entries count.
    result = Result(server, FollowOptions(with_entries=True, max_pages=2))
    assert (result.titles, result.walk.n_pages) == (name("98"), 2)
    with pytest.raises(BadOption, match="max_pages=0"):
        FollowOptions(max_pages=0)


def test_endless_next_pages(server: Server) -> None:
    """Two pages in a row without a new entry end a sequence."""
    for number in range(2, 30):
        content = make_list((8,), f"/page/{number + 1}/").replace(b"Tides", b"Tides %d" % number)
        server.answers[f"/page/{number}/"] = make_page(content)
    Result(server)
    assert [path for path in server.asked if path.startswith("/page")] == ["/page/2/", "/page/3/"]


def test_the_same_page_for_any_address(server: Server) -> None:
    same = make_list((9, 8), "?p=2")
    server.answers = {"/": make_page(same), "/?p=2": make_page(same)}
    assert Result(server).titles == name("98")
    assert server.asked == ["/robots.txt", "/", "/?p=2"]


def test_redirects_on_the_host(server: Server) -> None:
    server.answers["/start"] = answer(status=301, location="/")
    server.answers["/page/3/"] = answer(status=301, location="/")
    result = Result(server, path="/start")
    assert result.titles == name("98764321")
    assert result.entries[0]["page"] == f"{server.at}/"


@pytest.mark.parametrize(
    ("response", "is_down"),
    [
        (answer(status=503), True),
        (answer(status=429), True),
        (raw(b"nonsense\r\n\r\n"), True),
        (answer(status=404), False),
        (answer(b"%PDF-1.4", content_type="text/html"), False),
        (answer(status=302, location="http://other.example/"), False),
    ],
)
def test_a_server_that_fails_ends_the_walk(server: Server, response: Answer, is_down: bool) -> None:
    archives = [f"/{year}/" for year in range(1995, 2015)]
    server.answers = dict.fromkeys(archives, response)
    server.answers["/"] = make_page(make_list((9,), "", archives))
    result = Result(server)
    assert result.titles == ["Day 9"]
    assert result.walk.stop_reason == ("the server failed 10 times in a row" if is_down else "")
    assert len(server.asked) == (12 if is_down else 22)


def test_a_site_without_robots_and_one_that_allows_nothing(server: Server) -> None:
    del server.answers["/robots.txt"]
    assert Result(server).titles == name("9876543210")
    for status, reason in (
        (500, "robots.txt cannot be read, so no page is fetched"),
        (200, "disallows it"),
    ):
        server.asked.clear()
        server.answers["/robots.txt"] = answer(
            b"User-agent: *\nDisallow: /", status=status, content_type="text/plain"
        )
        result = Result(server)
        assert (result.entries, server.asked, result.walk.n_pages) == ([], ["/robots.txt"], 0)
        assert reason in result.events[0].note


def test_pauses(server: Server) -> None:
    times: list[float] = []

    def note_time(reply: Answer) -> Answer:
        def give(handler: BaseHTTPRequestHandler) -> None:
            times.append(time.monotonic())
            reply(handler)

        return give

    server.answers = {path: note_time(reply) for path, reply in server.answers.items()}
    Result(server, FollowOptions(max_pages=3), ReadOptions(allow_private=True, pause=0.2))
    assert len(times) == 4
    assert min(after - before for before, after in pairwise(times)) >= 0.19
    # The delay of robots.txt, if it is longer.
    times.clear()
    rules = b"User-agent: *\nCrawl-delay: 0.4"
    server.answers["/robots.txt"] = note_time(answer(rules, content_type="text/plain"))
    Result(server, FollowOptions(max_pages=2), ReadOptions(allow_private=True, pause=0.1))
    assert len(times) == 3
    assert min(after - before for before, after in pairwise(times)) >= 0.39


def test_entries_without_links_and_with_fragments(server: Server) -> None:
    page = (
        b"<!DOCTYPE html><article><h2>One</h2></article><article><h2>One</h2></article>"
        b"<article><h2><a href='/log#1'>Two</a></h2></article>"
        b"<article><h2><a href='/log#2'>Three</a></h2></article>"
        b"<article><h2><a href='/a/'>Four</a></h2></article>"
        b"<article><h2><a href='/a#comments'>Four</a></h2></article><article></article>"
    )
    server.answers = {"/": make_page(page)}
    assert Result(server).titles == ["One", "Two", "Three", "Four"]


def test_only_urls_are_walked() -> None:
    for url in ("ftp://a.example/", "a.html", ""):
        with pytest.raises(BadInput, match="this is not an http or https URL"):
            PoliteClient(url, OPTIONS)
    client = PoliteClient("https://www.a.example/b/", OPTIONS)
    assert client.is_on_host("http://a.example/c")
    assert not client.is_on_host("https://b.example/")
    assert not client.is_on_host("https://a.example:8080/")
    assert not client.is_on_host("ftp://a.example/")
    with pytest.raises(FetchError, match="it is on another host"):
        client.read("https://b.example/")


# ---------------------------------------------------------------- interruption


class Interrupted(Exception):  # noqa: N818 - it stands for the user
    """The user ends the walk."""


def walk_to_file(
    server: Server, path: Path, options: FollowOptions, *, n_pages: int | None = None
) -> list[WalkEvent]:
    """Walk, and interrupt the walk at a page; without a number, complete the file."""
    n_read = 0

    def read_records(page: Page) -> Records:
        nonlocal n_read
        n_read += 1
        if n_pages is not None and n_read > n_pages:
            raise Interrupted
        return read_articles(page)

    file = LinesFile(path, {"a": 1})
    walk = Walk(PoliteClient(f"{server.at}/", OPTIONS), read_records, FileJournal(file), options)
    events = []
    try:
        for event in walk.run():
            events.append(event)
        file.close()
    except Interrupted:
        file.release()
    return events


@pytest.mark.parametrize("with_entries", [False, True])
def test_an_interrupted_walk_is_continued(
    server: Server, tmp_path: Path, with_entries: bool
) -> None:
    options = FollowOptions(with_entries=with_entries)
    whole, path = tmp_path / "whole.jsonl", tmp_path / "entries.jsonl"
    walk_to_file(server, whole, options)
    n_pages = len(PATHS) + 9 * with_entries
    asked = sorted(server.asked)
    for at in range(n_pages):
        server.asked.clear()
        walk_to_file(server, path, options, n_pages=at)
        assert not path.exists()
        # The page that was being read is read again; it was not written.
        first = server.asked[1:-1]
        server.asked.clear()
        events = walk_to_file(server, path, options)
        assert path.read_bytes() == whole.read_bytes()
        assert sum(event.is_old for event in events) == at
        assert sorted(["/robots.txt", *first, *server.asked[1:]]) == asked
        path.unlink()


def test_short_entries_of_an_interrupted_walk_are_kept(server: Server, tmp_path: Path) -> None:
    short = b'<article><h2><a href="/entry/0">Day 0</a></h2></article></main>'
    home = make_list((9,), "/page/2/").replace(b"</main>", short)
    server.answers = {"/": make_page(home), "/page/2/": make_page(make_list((8,)))}
    path = tmp_path / "entries.jsonl"
    walk_to_file(server, path, FollowOptions(), n_pages=1)
    walk_to_file(server, path, FollowOptions())
    lines = path.read_text().splitlines()
    assert [json.loads(line)["title"] for line in lines] == name("980")
    assert server.asked.count("/") == 1


def test_pages_that_failed_are_tried_again(server: Server, tmp_path: Path) -> None:
    path = tmp_path / "entries.jsonl"
    page = server.answers.pop("/page/2/")
    walk_to_file(server, path, FollowOptions(), n_pages=3)
    server.answers["/page/2/"] = page
    server.asked.clear()
    walk_to_file(server, path, FollowOptions())
    # The pages before the failed one are not read again, and no entry is written twice.
    assert server.asked == ["/robots.txt", "/page/2/", "/page/3/", "/2022/11/"]
    titles = [json.loads(line)["title"] for line in path.read_text("utf-8").splitlines()]
    assert sorted(titles) == sorted(name("987654321"))


def test_results_survive_writing() -> None:
    result = PageResult("u", ("k",), "n", ("a", "b"), "d", ({"title": "t"},))
    assert PageResult.read(json.loads(json.dumps(result.write()))) == result
    assert PageResult.read(PageResult("u").write()) == PageResult("u")
    wrong: list[object] = [
        *(None, [], {"url": 1}, {"url": "u", "keys": "k"}, {"url": "u", "entries": [1]}),
        *({"url": "u", "archives": [1]}, {"url": "u", "entries": [{"a": 1}]}),
    ]
    assert [PageResult.read(data) for data in wrong] == [None] * len(wrong)
