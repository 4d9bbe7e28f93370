"""`pagecore extract` with many pages: folders, URLs, formats, files, processes, and bad pages."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pagecore import Document, extract
from tests.conftest import Run
from tests.server import Server, answer, serving

STORY = (
    "It was a dark and stormy night, and {} than any that the keeper of the harbour could"
    " remember; the rain fell on the quay in torrents, and no boat went out."
)


def html(word: str) -> bytes:
    return f"<nav><a href=/>Home</a></nav><p>{STORY.format(word)}</p>".encode()


def text(word: str) -> str:
    return STORY.format(word) + "\n"


PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 99


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of pages, which the command runs in."""
    pages = tmp_path / "pages"
    for name in ("b.html", "a.HTM", "deep/er/c.xhtml", "deep/b.html"):
        path = pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(html(name))
    monkeypatch.chdir(tmp_path)
    return tmp_path


ALL = ["a.HTM", "b.html", "deep/b.html", "deep/er/c.xhtml"]


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


# ---------------------------------------------------------------- folders and URLs


@pytest.mark.usefixtures("folder")
def test_a_folder(run: Run) -> None:
    result = run("extract", "pages")
    assert (result.code, result.err) == (0, "")
    assert result.out == "".join(f"==> pages/{name} <==\n{text(name)}" for name in ALL)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="all is readable to this user")
def test_a_folder_that_cannot_be_read(run: Run, folder: Path) -> None:
    (folder / "pages/deep").chmod(0)
    result = run("extract", "pages")
    (folder / "pages/deep").chmod(0o755)
    assert result.code == 1
    assert result.err.splitlines()[0] == "pagecore: pages/deep: Permission denied"


@pytest.mark.usefixtures("folder")
def test_a_url(run: Run, server: Server) -> None:
    page = STORY.format("größer")
    content = f"<p>{page} <a href=b>More of it</a></p>".encode("windows-1252")
    server.answers["/a/"] = answer(content, content_type="text/html; charset=windows-1252")
    server.answers["/old"] = answer(status=301, location="/a/")
    result = run("extract", f"{server.at}/old", "--allow-private", "--links")
    assert result == (0, f"{page} More of it <{server.at}/a/b>\n", "")


@pytest.mark.usefixtures("folder")
def test_a_url_of_this_machine_has_to_be_allowed(run: Run, server: Server) -> None:
    result = run("extract", server.at)
    assert (result.code, result.out) == (2, "")
    assert "is private; use --allow-private" in result.err
    assert server.asked == []


# ---------------------------------------------------------------- bad pages


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.usefixtures("folder")
def test_bad_pages_do_not_stop_the_others(run: Run, server: Server, jobs: str) -> None:
    Path("a.pdf").write_bytes(PDF)
    Path("a.html").write_bytes(PNG)
    Path("empty.html").write_bytes(b"")
    server.answers["/pdf"] = answer(PDF, content_type="application/pdf")
    places = [
        "a.pdf", "pages/b.html", "a.html", "missing.html", f"{server.at}/404", f"{server.at}/pdf",
        "empty.html", "ftp://a.example/", "pages/a.HTM",
    ]  # fmt: skip
    result = run("extract", *places, "--allow-private", "--pause", "0", "--jobs", jobs)
    assert result.code == 1
    written = ("pages/b.html", text("b.html")), ("empty.html", "\n"), ("pages/a.HTM", text("a.HTM"))
    assert result.out == "".join(f"==> {name} <==\n{content}" for name, content in written)
    *lines, summary = result.err.splitlines()
    assert lines == [
        "pagecore: a.pdf: this is a PDF, not an HTML page",
        "pagecore: a.html: this is a PNG image, not an HTML page",
        "pagecore: missing.html: No such file or directory; "
        "expected a file, a folder, a URL, or - for standard input",
        f"pagecore: {server.at}/404: the server answers 404 Not Found",
        f"pagecore: {server.at}/pdf: this is application/pdf, not an HTML page",
        "pagecore: empty.html: no-content: the page shows no text: it may be an error page",
        "pagecore: ftp://a.example/: only http and https are supported",
    ]
    assert summary.startswith("pagecore: 6 of 9 pages failed: a.pdf, a.html, missing.html, http:")


@pytest.mark.usefixtures("folder")
def test_the_summary_names_the_first_ones(run: Run) -> None:
    result = run("extract", "pages/b.html", *(f"{n}.html" for n in range(12)))
    assert result.err.splitlines()[-1].endswith(" 8.html, 9.html and 2 more")
    assert run("extract", *(f"{n}.html" for n in range(12))).code == 2


def test_a_page_that_needs_too_much(
    run: Run,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def greedy(self: Document, **_: object) -> str:
        raise MemoryError

    monkeypatch.setattr(Document, "to_text", greedy)
    message = "pagecore: pages/b.html: the page needs more memory than is available\n"
    assert run("extract", "pages/b.html") == (2, "", message)


# ---------------------------------------------------------------- formats


@pytest.fixture
def writers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writers that stand in for all but that of text."""
    monkeypatch.setattr(Document, "markdown", lambda self: f"# {self.text}", raising=False)
    monkeypatch.setattr(Document, "html", lambda self, links=True: f"<p>{links}", raising=False)
    monkeypatch.setattr(Document, "xml", lambda self: "<text/>", raising=False)
    monkeypatch.setattr(
        Document, "json", lambda self: json.dumps({"text": self.text}, indent=1), raising=False
    )


#: Says to browsers how to read the file.
BEFORE = '<!DOCTYPE html>\n<meta charset="utf-8">\n'


@pytest.mark.usefixtures("folder", "writers")
def test_formats(run: Run) -> None:
    page = text("b.html").strip()
    for to, written in (
        ("text", page), ("markdown", f"# {page}"), ("html", f"{BEFORE}<p>True"), ("xml", "<text/>"),
        ("json", json.dumps({"text": page}, indent=1)),
    ):  # fmt: skip
        assert run("extract", "pages/b.html", "--to", to) == (0, f"{written}\n", "")


@pytest.mark.usefixtures("folder", "writers")
def test_an_option_that_a_format_does_not_know(run: Run) -> None:
    result = run("extract", "pages/b.html", "--to", "markdown", "--links")
    assert result == (2, "", "pagecore: --links has no effect with --to markdown; remove it\n")
    assert run("extract", "pages/b.html", "--to", "html", "--no-links").out == f"{BEFORE}<p>False\n"


@pytest.mark.usefixtures("folder")
def test_several_pages_as_lines_of_json(run: Run) -> None:
    result = run("extract", "pages/b.html", "missing.html", "--to", "json")
    assert result.code == 1
    good, bad = map(json.loads, result.out.splitlines())
    assert (good["page"], good["text"]) == ("pages/b.html", text("b.html").strip())
    assert bad["page"] == "missing.html"
    assert bad["error"].startswith("missing.html: No such file")
    assert bad["error_type"] == "BadInput"


@pytest.mark.usefixtures("folder", "writers")
def test_several_pages_of_formats_that_cannot_be_strung_together(run: Run) -> None:
    for to in ("html", "xml"):
        result = run("extract", "pages", "--to", to)
        assert result.code == 2
        assert (
            result.err == f"pagecore: --to {to} with several pages needs a folder: pass -o FOLDER\n"
        )
        assert run("extract", "pages", "--to", to, "-o", f"out-{to}").code == 0


# ---------------------------------------------------------------- files


def written(folder: Path) -> dict[str, str]:
    """The results in a folder, without the list of those that are finished."""
    paths = sorted(path for path in folder.rglob("[!.]*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in paths}


@pytest.mark.usefixtures("folder")
def test_one_page_to_a_file(run: Run) -> None:
    assert run("extract", "pages/b.html", "-o", "b.out") == (0, "", "")
    assert Path("b.out").read_text("utf-8") == text("b.html")
    # What fails leaves it as it was.
    assert run("extract", "missing.html", "-o", "b.out").code == 2
    assert Path("b.out").read_text("utf-8") == text("b.html")
    assert run("extract", "pages/b.html", "-o", "new/").code == 0
    assert written(Path("new")) == {"b.txt": text("b.html")}
    result = run("extract", "pages/b.html", "-o", "missing/b.out")
    assert result == (
        2,
        "",
        "pagecore: output missing/b.out: the folder missing does not exist; create it\n",
    )


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("jobs", ["1", "3"])
def test_many_pages_to_a_folder(run: Run, jobs: str) -> None:
    Path("pages/deep/b.htm").write_bytes(html("b.htm"))
    assert run("extract", "pages", "-o", "out", "--jobs", jobs) == (0, "", "")
    assert written(Path("out")) == {
        "a.txt": text("a.HTM"),
        "b.txt": text("b.html"),
        "deep/b-2.txt": text("b.html").replace("b.html", "deep/b.html"),
        "deep/b.txt": text("b.htm"),
        "deep/er/c.txt": text("deep/er/c.xhtml"),
    }


@pytest.mark.usefixtures("folder")
def test_a_repeated_command_continues(run: Run) -> None:
    command = ("extract", "pages", "-o", "out")
    assert run(*command).code == 0
    results = written(Path("out"))
    Path("out/b.txt").unlink()
    done = "pages have results of an earlier run of this command; --overwrite extracts them again\n"
    assert run(*command) == (0, "", f"pagecore: 3 of 4 {done}")
    assert written(Path("out")) == results
    assert run(*command) == (0, "", f"pagecore: 4 of 4 {done}")
    Path("pages/b.html").write_bytes(html("changed"))
    assert run(*command) == (0, "", f"pagecore: 3 of 4 {done}")
    assert written(Path("out")) == results | {"b.txt": text("changed")}
    # Results of other options are not replaced without request.
    refused = run(*command, "--no-tables")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.endswith("a.txt exists; pass --overwrite to replace it, or another name\n")
    assert run(*command, "--no-tables", "--overwrite") == (0, "", "")


@pytest.mark.usefixtures("folder")
def test_files_are_overwritten_on_request_alone(run: Run) -> None:
    Path("mine").write_text("mine")
    for command in (["extract"], ["explain"], ["learn", "pages"]):
        result = run(*command, "pages/b.html", "-o", "mine")
        exists = "pagecore: output mine exists; pass --overwrite to replace it, or another name\n"
        assert result == (2, "", exists)
    assert Path("mine").read_text() == "mine"
    assert run("extract", "pages/b.html", "-o", "mine", "--overwrite") == (0, "", "")
    assert Path("mine").read_text("utf-8") == text("b.html")


def test_a_run_that_was_killed_can_be_continued(folder: Path, server: Server) -> None:
    server.answers["/slow"] = lambda handler: time.sleep(30)
    command = [sys.executable, "-m", "pagecore", "extract", "pages", "-o", "out"]
    slow = [f"{server.at}/slow", "--allow-private"]
    with subprocess.Popen([*command, *slow], cwd=folder) as process:
        while not server.asked and process.poll() is None:
            time.sleep(0.01)
        process.kill()
    n_written = len(written(folder / "out"))
    assert n_written == 4
    assert list((folder / "out").rglob("*.part")) == []
    again = subprocess.run([*command, *slow, "--timeout", "0.1"], cwd=folder, capture_output=True)
    assert again.returncode == 1
    assert b"4 of 5 pages have results of an earlier run" in again.stderr


@pytest.mark.usefixtures("folder")
def test_pages_of_one_name_get_files_of_their_own(run: Run) -> None:
    places = ["pages/b.html", "pages/deep/b.html", "pages/b.html", "-"]
    result = run("extract", *places, "-o", "out", stdin=html("stdin"))
    assert (result.code, result.out, result.err) == (0, "", "")
    assert written(Path("out")) == {
        "b.txt": text("b.html"),
        "b-2.txt": text("deep/b.html"),
        "b-3.txt": text("b.html"),
        "stdin.txt": text("stdin"),
    }


@pytest.mark.usefixtures("folder", "writers")
def test_no_page_is_written_over(run: Run) -> None:
    for arguments in (
        ["pages/b.html", "-o", "pages/b.html"],
        ["pages/b.html", "-o", "pages/deep/../b.html"],
        ["pages", "--to", "html", "-o", "pages"],
        ["pages/deep", "--to", "html", "-o", "pages/deep"],
    ):
        result = run("extract", *arguments)
        assert result.code == 2
        assert result.err.startswith("pagecore: output pages/")
        assert " would overwrite the page pages/" in result.err
    assert Path("pages/b.html").read_bytes() == html("b.html")


@pytest.mark.usefixtures("folder")
def test_a_file_where_a_folder_is_needed(run: Run) -> None:
    Path("pages/notes.txt").write_text("notes")
    result = run("extract", "pages", "-o", "pages/notes.txt")
    message = "pagecore: output pages/notes.txt is a file; pass a folder for several pages\n"
    assert result == (2, "", message)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.usefixtures("folder")
def test_a_disk_that_is_full(run: Run) -> None:
    result = run("extract", "pages/b.html", "-o", "/dev/full")
    assert result == (2, "", "pagecore: output /dev/full: No space left on device\n")


@pytest.mark.usefixtures("folder")
def test_a_file_that_cannot_be_written_does_not_stop_the_others(run: Run) -> None:
    Path("out/a.txt").mkdir(parents=True)
    result = run("extract", "pages", "-o", "out")
    assert (result.code, result.out) == (1, "")
    assert result.err.splitlines() == [
        "pagecore: output out/a.txt: Is a directory",
        "pagecore: 1 of 4 pages failed: pages/a.HTM",
    ]
    assert sorted(written(Path("out"))) == ["b.txt", "deep/b.txt", "deep/er/c.txt"]


@pytest.mark.usefixtures("folder")
def test_a_page_that_is_called_like_a_folder(run: Run) -> None:
    Path("pages/b.txt").mkdir()
    Path("pages/b.txt/y.html").write_bytes(html("y.html"))
    assert run("extract", "pages", "-o", "out") == (0, "", "")
    assert {"b-2.txt", "b.txt/y.txt"} <= set(written(Path("out")))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
@pytest.mark.usefixtures("folder")
def test_a_pipe_in_a_folder_is_not_waited_for(run: Run) -> None:
    os.mkfifo("pages/deep/pipe.htm")
    result = run("extract", "pages/deep")
    assert result.code == 1
    assert result.err.splitlines() == [
        "pagecore: pages/deep/pipe.htm: this is not a regular file",
        "pagecore: 1 of 3 pages failed: pages/deep/pipe.htm",
    ]
    assert text("deep/er/c.xhtml") in result.out


# ---------------------------------------------------------------- processes


def test_one_host_is_asked_for_one_page_at_a_time(run: Run, server: Server) -> None:
    busy: list[int] = []
    most = 0

    def slow(handler: Any) -> None:
        nonlocal most
        busy.append(1)
        most = max(most, len(busy))
        time.sleep(0.05)
        answer(html(handler.path))(handler)
        busy.pop()

    places = [f"/{number}" for number in range(6)]
    server.answers = dict.fromkeys(places, slow)
    urls = [server.at + path for path in places]
    result = run("extract", *urls, "--jobs", "4", "--allow-private", "--pause", "0")
    assert result.code == 0
    assert result.out == "".join(
        f"==> {url} <==\n{text(path)}" for url, path in zip(urls, places, strict=True)
    )
    assert most == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_host_is_given_a_pause(run: Run, server: Server, jobs: str) -> None:
    requests: list[float] = []

    def timed(handler: Any) -> None:
        requests.append(time.monotonic())
        answer(html(handler.path))(handler)

    places = [f"/{number}" for number in range(3)]
    server.answers = dict.fromkeys(places, timed)
    urls = [server.at + path for path in places]
    assert run("extract", *urls, "--allow-private", "--pause", "0.2", "--jobs", jobs).code == 0
    assert len(requests) == 3
    assert requests[1] - requests[0] >= 0.2
    assert requests[2] - requests[1] >= 0.2


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_interrupted_processes_say_one_line(folder: Path, server: Server) -> None:
    server.answers["/slow"] = lambda handler: time.sleep(30)
    whole = [
        sys.executable,
        "-m",
        "pagecore",
        "extract",
        "pages",
        f"{server.at}/slow",
        f"{server.at.replace('127.0.0.1', 'localhost')}/slow",
        "--allow-private",
    ]
    with subprocess.Popen(
        [*whole, "--jobs", "2", "-o", "out"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Where tests run in the background, interrupts are ignored, and that is inherited.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        # Both workers ask for a slow page once all other pages are written and counted.
        while process.poll() is None and len(server.asked) < 2:
            time.sleep(0.01)
        # As a terminal does: to all of them.
        os.killpg(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.split("\n") == ["pagecore: interrupted; 4 of 6 pages are done", "", ""]
    assert len(written(folder / "out")) == 4


# ---------------------------------------------------------------- the progress bar


def run_in_terminal(arguments: Sequence[str], stream: str = "stderr") -> tuple[str, bytes]:
    """What a command shows on a terminal as one of its streams, and what it writes to the other."""
    pty = pytest.importorskip("pty", reason="no terminals here")
    ours, theirs = pty.openpty()
    surroundings = {**os.environ, "TERM": "xterm", "COLUMNS": "80"}
    streams = {"stderr": subprocess.PIPE, "stdout": subprocess.PIPE, stream: theirs}
    done = subprocess.run(
        [sys.executable, "-m", "pagecore", *arguments], check=False, env=surroundings, **streams
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 9999):
            shown += piece
    except OSError:
        pass
    os.close(ours)
    return shown.decode(), done.stdout if stream == "stderr" else done.stderr


#: What a page could do to a terminal: a title by a sequence, and the same with a single control.
DRIVES = "\x1b]0;x\x07", "\x9b31m"


@pytest.mark.usefixtures("folder")
def test_a_page_does_not_drive_a_terminal(run: Run) -> None:
    word = "".join(f"&#{ord(item)};" for item in DRIVES[0]) + "\x9b31m"
    Path("evil.html").write_bytes(html(word))
    built = extract(html(word)).text
    assert DRIVES[0] in built
    # A file or a pipe gets what the page has.
    assert run("extract", "evil.html").out == f"{built}\n"
    done = [sys.executable, "-m", "pagecore", "extract", "evil.html"]
    assert subprocess.run(done, capture_output=True, check=True).stdout.decode() == f"{built}\n"
    for arguments in (["extract"], ["explain"], ["explain", "--to", "json"], ["extract", "x.html"]):
        shown, _ = run_in_terminal([*arguments, "evil.html"], "stdout")
        assert "]0;x" in shown
        for drives in ("\x1b]", "\x07", "\x9b"):
            assert drives not in shown
    assert "\x1b" not in run("explain", "evil.html").out
    # Neither does the name of a file.
    shown, _ = run_in_terminal(["extract", "\x1b]0;x"])
    assert "\ufffd]0;x: No such file" in shown


def test_progress_is_shown_on_a_terminal_alone(folder: Path) -> None:
    shown, out = run_in_terminal(["extract", "pages", "missing.html"])
    assert "5/5" in shown
    assert "missing.html: No such file" in shown
    assert out.decode() == "".join(f"==> pages/{name} <==\n{text(name)}" for name in ALL)
    # One page needs none.
    shown, _ = run_in_terminal(["extract", "pages/b.html"])
    assert shown == ""
    done = subprocess.run(
        [sys.executable, "-m", "pagecore", "extract", "pages"], capture_output=True, check=True
    )
    assert done.stderr == b""


# ---------------------------------------------------------------- explain


@pytest.mark.usefixtures("folder")
def test_explain_as_a_table(run: Run) -> None:
    result = run("explain", "pages/b.html")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("default: 1 of 2 blocks kept, ")
    assert "\x1b" not in result.out
    only = run("explain", "pages/b.html", "--only", "kept").out
    assert "/html/body/p/text()[1]" in only
    assert "/html/body/nav" in result.out
    assert "/html/body/nav" not in only


@pytest.mark.usefixtures("folder")
def test_explain_as_json_and_html(run: Run) -> None:
    document = extract(html("b.html"))
    assert run("explain", "pages/b.html", "--to", "json").out == document.explain().json() + "\n"
    assert run("explain", "pages/b.html", "--to", "html", "-o", "why.html") == (0, "", "")
    assert Path("why.html").read_text("utf-8") == document.explain().html() + "\n"


@pytest.mark.usefixtures("folder")
def test_explain_with_a_method(run: Run) -> None:
    result = run("explain", "pages/b.html", "--method", "balance", "--set", "link_cost=2")
    assert result.code == 0
    assert result.out.startswith("balance: 1 of 2 blocks kept, ")


WRONG = [
    # arguments                                said
    ("explain missing.html",                   "missing.html: No such file"),
    ("explain pages",                          "pages: explain takes one page, not a folder"),
    ("explain pages/b.html --to json --only kept", "--only has no effect with --to json"),
    ("explain pages/b.html --to xml",          "'xml' is not one of"),
    ("explain pages/b.html -o pages/b.html",   "would overwrite"),
    ("explain pages/b.html -o none/b",         "the folder none does not exist"),
    ("explain pages/b.html --method tide",     "there is no method 'tide'"),
]  # fmt: skip


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_explain_that_cannot(run: Run, arguments: str, message: str) -> None:
    result = run(*arguments.split())
    assert (result.code, result.out) == (2, "")
    assert message in result.err


@pytest.mark.parametrize("where", [[], ["-o", "out"]], ids=["shown", "to a folder"])
@pytest.mark.usefixtures("folder")
def test_places_that_are_none_stop_no_other(run: Run, where: list[str]) -> None:
    result = run(
        "extract", "pages/b.html", "http://[::1", "x" * 300 + ".html", "pages/b.html", *where
    )
    assert result.code == 1
    assert "http://[::1: this is not a URL" in result.err
    assert "File name too long" in result.err
    assert "2 of 4 pages failed" in result.err
