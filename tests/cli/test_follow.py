"""`pagecore apply --follow`: entries of a whole blog, messages, exit codes and interruption."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.follow.blog import PATHS, ROBOTS, make_list, make_page, register_articles, serve_blog
from tests.server import Server, answer, serving, silent

pytest.importorskip("protego")

ROOT = Path(__file__).resolve().parents[2]
OPTIONS = ("--allow-private", "--pause", "0", "--timeout", "120")
TITLES = [f"Day {number}" for number in range(9, 0, -1)]


@pytest.fixture
def server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own_registry: object
) -> Iterator[Server]:
    """A blog, and a wrapper of it in `rules.xml`."""
    monkeypatch.chdir(tmp_path)
    register_articles().write("rules.xml")
    with serving() as running:
        serve_blog(running)
        yield running


def follow(server: Server, *more: str, mode: str = "archive", path: str = "/") -> list[str]:
    """The arguments of the command."""
    return ["apply", "rules.xml", f"{server.at}{path}", "--follow", mode, *OPTIONS, *more]


def read_titles(lines: str) -> list[str]:
    return [json.loads(line)["title"] for line in lines.splitlines()]


def test_lines_of_entries(run: Run, server: Server) -> None:
    result = run(*follow(server))
    assert (result.code, read_titles(result.out)) == (0, TITLES)
    assert result.err.splitlines() == [
        f"pagecore: {server.at}/private/2015/: robots.txt of {server.at[7:]} disallows it",
        "pagecore: 9 entries of 6 pages",
    ]
    first = json.loads(result.out.splitlines()[0])
    assert list(first) == ["page", "title", "link", "date", "body"]
    result = run(*follow(server, "-o", "entries.jsonl"))
    assert (result.code, result.out) == (0, "")
    assert read_titles(Path("entries.jsonl").read_text("utf-8")) == TITLES
    assert not Path("entries.jsonl.part").exists()
    result = run(*follow(server, "-o", "entries.jsonl"))
    assert result.code == 2
    assert "entries.jsonl exists; pass --overwrite" in result.err
    assert run(*follow(server, "-o", "entries.jsonl", "--overwrite")).code == 0


def test_tables_of_entries(run: Run, server: Server) -> None:
    assert run(*follow(server, "-o", "entries.csv", "--fields", "title,date")).code == 0
    lines = Path("entries.csv").read_text("utf-8").splitlines()
    assert lines[:2] == ["page,title,date", f"{server.at}/,Day 9,2023-01-09"]
    assert len(lines) == 10
    parquet = pytest.importorskip("pyarrow.parquet")
    assert run(*follow(server, "-o", "entries.parquet")).code == 0
    assert parquet.read_table("entries.parquet").column("title").to_pylist() == TITLES


def test_pages_of_entries(run: Run, server: Server) -> None:
    serve_blog(server, with_body=False)
    server.answers["/entry/7"] = server.answers["/entry/6"] = make_page(b"<!DOCTYPE html><p>x")
    result = run(*follow(server, mode="entries"))
    assert result.code == 0
    bodies = {entry["title"]: "body" in entry for entry in map(json.loads, result.out.splitlines())}
    assert bodies == {title: title not in ("Day 7", "Day 6") for title in TITLES}
    assert result.err.count("does not fit the page: it has articles") == 1
    assert f"pagecore: {server.at}/entry/7: the wrapper of 127.0.0.1" in result.err
    assert "pagecore: the pages of 2 entries added nothing to their lists\n" in result.err
    assert result.err.endswith("pagecore: 9 entries of 15 pages\n")


def test_failures_and_limits(run: Run, server: Server) -> None:
    serve_blog(server, wrong=["/2021/"])
    result = run(*follow(server, "-o", "entries.jsonl"))
    assert result.code == 1
    assert f"{server.at}/2021/: the server answers 410" in result.err
    assert f"1 of 7 pages failed: {server.at}/2021/" in result.err
    assert read_titles(Path("entries.jsonl").read_text("utf-8")) == TITLES
    result = run(*follow(server, "--max-pages", "1"))
    assert (result.code, read_titles(result.out)) == (0, TITLES[:2])
    assert "the limit of 1 page is reached; --max-pages raises it" in result.err


def test_nothing_to_write(run: Run, server: Server) -> None:
    result = run(*follow(server, "-o", "x.jsonl", path="/missing"))
    assert (result.code, os.listdir()) == (2, ["rules.xml"])
    assert "the server answers 404" in result.err
    server.answers["/x"] = make_page(b"<!DOCTYPE html><p>no article")
    result = run(*follow(server, "-o", "x.jsonl", path="/x"))
    assert (result.code, os.listdir()) == (2, ["rules.xml"])
    assert "there are no entries: the wrapper finds none on 1 page" in result.err
    server.answers["/robots.txt"] = answer(b"User-agent: *\nDisallow: /")
    result = run(*follow(server))
    assert result.code == 2
    assert f"{server.at}/: robots.txt of {server.at[7:]} disallows it" in result.err


URL = "http://a.example/"
WRONG = [
    # arguments                                         message
    ("rules.xml page.html --follow archive",            "--follow starts at one URL"),
    (f"rules.xml {URL} {URL}b --follow archive",        "--follow starts at one URL"),
    ("rules.xml --files-from list --follow archive",    "--follow starts at one URL"),
    (f"rules.xml {URL} --max-pages 3",                  "--max-pages has no effect without"),
    (f"rules.xml {URL} --follow all",                   "'all' is not one of 'archive', 'entries'"),
    (f"rules.xml {URL} --follow archive --to table",    "--to table has no effect"),
    (f"rules.xml {URL} --follow archive --to csv",      "needs a file: pass -o FILE.csv"),
    (f"rules.xml {URL} --follow archive --jobs 2",      "--jobs has no effect with --follow"),
    (f"rules.xml {URL} --follow archive --url {URL}b",  "--url has no effect"),
    (f"rules.xml {URL} --follow archive --no-links",    "--links changes the content"),
    (f"rules.xml {URL} --follow archive --fields x",    "the wrapper has the fields title"),
    (f"other.xml {URL} --follow archive",               "needs a wrapper with the field 'link'"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_wrong_arguments(run: Run, server: Server, arguments: str, message: str) -> None:
    page = "<div id=menu><a href=/>Home</a></div><div id=text><p>{}</p></div>"
    text = "High water is at six, low water at noon. " * 8
    Path("page.html").write_text(page.format(text), "utf-8")
    run("learn", "page.html", "-o", "other.xml")
    result = run("apply", *arguments.split())
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert len(result.err.splitlines()) == 1
    assert server.asked == []


# ---------------------------------------------------------------- processes


def start(arguments: Sequence[str], stderr: int) -> subprocess.Popen[bytes]:
    """Start the command in a process that knows the method of the wrapper."""
    program = (
        "from tests.follow.blog import register_articles; register_articles(); "
        "from pagecore.cli import main; main()"
    )
    paths = [str(ROOT), str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    surroundings = {
        **os.environ, "PYTHONPATH": os.pathsep.join(paths), "TERM": "xterm", "COLUMNS": "80"
    }  # fmt: skip
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        env=surroundings,
        stdout=subprocess.PIPE,
        stderr=stderr,
    )


def test_an_interrupted_run_is_continued(run: Run, server: Server) -> None:
    page = server.answers["/page/3/"]
    server.answers["/page/3/"] = silent
    command = follow(server, "-o", "entries.jsonl")
    process = start(command, subprocess.PIPE)
    deadline = time.monotonic() + 60
    while "/page/3/" not in server.asked and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.decode().strip() == (
        "pagecore: interrupted; 4 entries of 3 pages; the same command continues"
    )
    assert not Path("entries.jsonl").exists()
    # Another command does not continue it.
    result = run(*follow(server, "-o", "entries.jsonl", mode="entries"))
    assert result.code == 2
    assert "entries.jsonl.part is not of this command" in result.err
    server.answers["/page/3/"] = page
    server.asked.clear()
    result = run(*command)
    assert result.code == 0
    assert server.asked == ["/robots.txt", *PATHS[2:]]
    assert "an interrupted run had read 2 pages" in result.err
    assert read_titles(Path("entries.jsonl").read_text("utf-8")) == TITLES
    assert not Path("entries.jsonl.part").exists()


def test_progress_is_shown_on_a_terminal(server: Server) -> None:
    pty = pytest.importorskip("pty", reason="no terminals here")
    ours, theirs = pty.openpty()
    process = start(follow(server, "-o", "entries.jsonl"), theirs)
    out, _ = process.communicate(timeout=120)
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 9999):
            shown += piece
    except OSError:
        pass
    os.close(ours)
    assert (process.returncode, out) == (0, b"")
    assert "pages known" in shown.decode()
    assert "entries" in shown.decode()
    assert "9 entries of 6 pages" in shown.decode()


def test_the_client_has_the_name_that_robots_txt_is_read_for(run: Run, server: Server) -> None:
    agents = []

    def note_agent(handler: BaseHTTPRequestHandler) -> None:
        agents.append(handler.headers["User-Agent"])
        make_page(make_list((1,)))(handler)

    server.answers["/"] = note_agent
    server.answers["/robots.txt"] = answer(ROBOTS + b"\nUser-agent: pagecore\nDisallow: /x\n")
    assert run(*follow(server)).code == 0
    assert [agent.partition("/")[0] for agent in agents] == ["pagecore"]
