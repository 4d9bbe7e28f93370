"""The command line: what it writes, and the code it ends with.

Most tests call `main` in this process, which is what the installed command does; a few run it.
"""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pagecore import cli, extract
from pagecore.registry import list_methods
from pagecore.steps.pipeline import exclude_steps
from tests.conftest import Run

STORY = (
    "It was a dark and stormy night, and größer than any that the keeper of the harbour could"
    " remember; the rain fell on the quay in torrents, and no boat went out."
)
OTHER = STORY.replace("dark", "long")
HTML = f"<nav><a href=/>Home</a></nav><p>{STORY}</p>"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a page in it, which the command runs in."""
    (tmp_path / "page.html").write_bytes(HTML.encode())
    (tmp_path / "other.html").write_bytes(f"<p>{OTHER}".encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---------------------------------------------------------------- extract


@pytest.mark.usefixtures("folder")
def test_extract_a_file(run: Run) -> None:
    assert run("extract", "page.html") == (0, f"{STORY}\n", "")


def test_extract_from_standard_input(run: Run) -> None:
    assert run("extract", "-", stdin=HTML.encode()) == (0, f"{STORY}\n", "")
    # Bytes are decoded by the page's own rules, not by the locale.
    assert run("extract", "-", stdin=HTML.encode("utf-16")) == (0, f"{STORY}\n", "")


def test_extract_from_nothing(run: Run) -> None:
    result = run("extract", "-")
    assert (result.code, result.out) == (0, "\n")
    shown = "the page shows no text: it may be an error page"
    assert result.err == f"pagecore: -: no-content: {shown}\n"


@pytest.mark.usefixtures("folder")
def test_extract_several_pages(run: Run) -> None:
    other = STORY.replace("It was", "That was")
    result = run("extract", "page.html", "-", "other.html", stdin=f"<p>{other}".encode())
    assert result == (
        0,
        f"==> page.html <==\n{STORY}\n==> - <==\n{other}\n==> other.html <==\n{OTHER}\n",
        "",
    )


@pytest.mark.usefixtures("folder")
def test_extract_reports_what_is_to_be_doubted(run: Run) -> None:
    result = run("extract", "page.html", "-", stdin=b"<title>404</title><h1>404</h1><p>Gone.<!-- ")
    assert result.code == 0
    assert result.out.startswith(f"==> page.html <==\n{STORY}\n==> - <==\n")
    odd, doubt = result.err.splitlines()
    assert odd.startswith("pagecore: -: unfinished: ")
    assert doubt.startswith("pagecore: -: no-content: the page seems to have no content of its own")
    assert "the status 404" in doubt


@pytest.mark.usefixtures("folder")
def test_extract_with_a_method_and_parameters(run: Run) -> None:
    html = f"<p><a href=/>{STORY} {STORY}</a></p><div><p>One two six.</p></div>"
    expected = extract(html, method="balance", link_cost=0.0, block_cost=0.5).text
    assert expected != extract(html, method="balance").text
    result = run(
        "extract", "-", "--method", "balance", "--set", "link_cost=0", "--set", "block_cost=0.5",
        stdin=html.encode(),
    )  # fmt: skip
    assert result == (0, f"{expected}\n", "")


SAID = "I have always liked the harbour at low tide, when the boats lie in the mud."
RICH = (
    f"<article><p>{STORY} <a href=/n>More of it</a> is told at the harbour, every evening.</p>"
    f"<p>{STORY} <img src=a.png alt=Rain></p>"
    "<table><tr><th>Day<th>Rain<tr><td>Monday<td>much</table></article>"
    f"<section id=comments><p>{SAID}</p></section>"
)


def test_extract_with_and_without_comments(run: Run) -> None:
    stdin = RICH.encode()
    assert run("extract", "-", stdin=stdin).out == extract(RICH).text + "\n"
    assert SAID in run("extract", "-", "--comments", stdin=stdin).out
    # A method that does not tell the type of a page, so that it is no forum.
    without = run("extract", "-", "--method", "balance", "--no-comments", stdin=stdin)
    assert (without.code, without.err) == (0, "")
    assert SAID not in without.out
    assert STORY in without.out


def test_extract_without_steps(run: Run) -> None:
    html = b"<title>404</title><h1>404</h1><p>There is no such page here, and never was."
    assert "the status 404" in run("extract", "-", stdin=html).err
    assert "the status 404" not in run("extract", "-", "--without", "walls", stdin=html).err
    every = ", ".join(exclude_steps(()))
    assert run("explain", "-", "--without", every, stdin=html).out.splitlines()[1] == "steps: none"
    bare = extract(html, method="kmib", steps=()).text
    assert (
        run("extract", "-", "--method", "kmib", "--without", every, stdin=html).out == f"{bare}\n"
    )


def test_extract_with_other_renderings(run: Run) -> None:
    stdin = RICH.encode()
    url = ("--url", "https://a.example/b/")
    plain = run("extract", "-", *url, stdin=stdin).out
    assert "Monday\tmuch" in plain
    assert "https:" not in plain
    assert "Monday" not in run("extract", "-", *url, "--no-tables", stdin=stdin).out
    images = run("extract", "-", *url, "--images", stdin=stdin).out
    assert "\n[Rain] <https://a.example/b/a.png>\n" in images
    links = run("extract", "-", *url, "--links", stdin=stdin).out
    assert "More of it <https://a.example/n> is told" in links
    # A page that does not tell where it came from has no whole addresses.
    assert "[Rain]\n" in run("extract", "-", "--images", "--links", stdin=stdin).out


@pytest.mark.usefixtures("folder")
def test_a_url_is_of_one_page(run: Run) -> None:
    result = run("extract", "page.html", "other.html", "--url", "https://a.example/")
    advice = "pass the pages one by one, or their URLs by --manifest"
    assert result == (2, "", f"pagecore: --url applies to one page; {advice}\n")


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.usefixtures("folder")
def test_one_of_several_pages_cannot_be_read(run: Run) -> None:
    Path("empty").mkdir()
    result = run("extract", "missing.html", "page.html", "empty")
    assert result.code == 1
    assert result.out == f"==> page.html <==\n{STORY}\n"
    second, first, summary = result.err.splitlines()
    helps = "expected a file, a folder, a URL, or - for standard input"
    assert first == f"pagecore: missing.html: {os.strerror(2)}; {helps}"
    assert second == "pagecore: empty: no pages in this folder: there are no files"
    assert summary == "pagecore: 2 of 3 pages failed: empty, missing.html"


@pytest.mark.usefixtures("folder")
def test_no_page_can_be_read(run: Run) -> None:
    result = run("extract", "missing.html")
    assert (result.code, result.out) == (2, "")
    (line,) = result.err.splitlines()
    assert line.startswith("pagecore: missing.html: ")


@pytest.mark.usefixtures("folder")
def test_what_may_be_a_url_is_to_be_given_whole(run: Run) -> None:
    result = run("extract", "www.a.example")
    assert (result.code, result.out) == (2, "")
    assert result.err.endswith("for a URL, write https://www.a.example\n")


BALANCE = "extract - --method balance --set "

WRONG = [
    # what it shows             arguments                               said
    ("unknown method",          "extract page.html --method tide",      "'page'; expected one of"),
    ("setting without a value", "extract page.html --set link_cost",    "expected NAME=VALUE"),
    ("unknown parameter",       "extract page.html --set floor=1",      "it has: favor"),
    ("value that is no word",   "extract - --set favor=x",               "favor='x': expected"),
    ("value that is no number", BALANCE + "link_cost=x",                "link_cost='x': expected"),
    ("value out of range",      BALANCE + "link_cost=99",               "0.0 to 10.0"),
    ("value that is no value",  BALANCE + "link_cost=",                 "link_cost='': expected"),
    ("standard input twice",    "extract - page.html -",                "- is named twice"),
    ("unknown format",          "extract page.html --to docx",          "'docx' is not one of"),
    ("no page",                 "extract",                              "Missing argument"),
    ("unknown command",         "extrakt page.html",                    "No such command"),
    ("unknown option",          "extract page.html --floor=1",          "--floor"),
    ("question, then the help", "extrac page.html",                     "'? See pagecore --help"),
    ("limit of nothing",    "extract page.html --max-pages 3",      "no effect without --follow"),
    ("limit that is no number", "extract page.html --max-memory x",     "is not a valid number;"),
    ("setting given twice",     BALANCE + "link_cost=1 --set link_cost=1", "is repeated"),
    ("unknown step",            "extract - --without tide",             "of: copies, articles, w"),
    ("no URL",                  "extract - --url story.html",           "this is not a URL"),
    ("no command",              "",                                     "Usage: pagecore"),
]  # fmt: skip


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_wrong_usage(run: Run, arguments: str, message: str) -> None:
    result = run(*arguments.split())
    assert result.code == 2
    assert result.out == ""
    assert message in result.err
    assert "Traceback" not in result.err
    assert len(result.err.splitlines()) == 1 or not arguments


def test_a_name_that_is_empty(run: Run) -> None:
    helps = "expected a file, a folder, a URL, or - for standard input"
    for command in ("extract", "explain"):
        message = f"pagecore: '': the name is empty; {helps}\n"
        assert run(command, "") == (2, "", message)


def test_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("pagecore.batch.documents.read_raw_page", interrupted)
    assert run("extract", "-").code == 130
    monkeypatch.setattr("pagecore.batch.workers.wait", interrupted)
    result = run("extract", "a.html", "b.html")
    assert (result.code, result.out) == (130, "")
    assert result.err.splitlines()[0] == "pagecore: interrupted; 0 of 2 pages are done"


# ---------------------------------------------------------------- what it tells


def test_methods_lists_the_registry(run: Run) -> None:
    result = run("methods")
    assert (result.code, result.err) == (0, "")
    for method in list_methods():
        assert method.name in result.out
        paper = method.paper or "no paper"
        assert f"{method.name} ({method.family}): {paper}\n" in result.out
        for name, parameter in method.parameters.items():
            assert f"{name}={parameter.default}" in result.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["-h"],
        ["extract", "--help"],
        ["explain", "--help"],
        ["methods", "-h"],
        ["methods"],
    ],
)
def test_what_it_reports_fits_80_columns(
    run: Run, arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    result = run(*arguments)
    assert result.code == 0
    assert max(map(len, result.out.splitlines())) <= 80


def test_help_names_every_command_and_option() -> None:
    result = CliRunner().invoke(cli.pagecore, ["--help"])
    assert result.exit_code == 0
    for name in cli.pagecore.commands:
        assert name in result.output
        of_command = CliRunner().invoke(cli.pagecore, [name, "--help"]).output
        for option in cli.pagecore.commands[name].params:
            if isinstance(option, click.Option):
                assert option.help
                assert max(option.opts) in of_command


def test_version_is_that_of_the_package(run: Run) -> None:
    assert run("--version") == (0, f"pagecore, version {version('pagecore')}\n", "")


# ---------------------------------------------------------------- as a process of its own


def command(*arguments: str | bytes, **how: object) -> subprocess.CompletedProcess[bytes]:
    whole = [sys.executable, "-m", "pagecore", *arguments]
    return subprocess.run(whole, capture_output=True, check=False, **how)  # type: ignore[call-overload,no-any-return]  # The keywords are those of run.


def test_process(folder: Path) -> None:
    done = command("extract", "page.html", "-", input=f"<p>{OTHER}".encode())
    expected = f"==> page.html <==\n{STORY}\n==> - <==\n{OTHER}\n"
    assert (done.returncode, done.stdout, done.stderr) == (0, expected.encode(), b"")


def test_process_that_fails(folder: Path) -> None:
    assert command("extract", "missing.html", "page.html").returncode == 1
    assert command("extract", "missing.html").returncode == 2


def test_installed_command(folder: Path) -> None:
    installed = Path(sys.executable).parent / "pagecore"
    done = subprocess.run([installed, "extract", "page.html"], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{STORY}\n".encode(), b"")


def test_debug_shows_the_traceback_and_changes_nothing_else(run: Run, folder: Path) -> None:
    for arguments, code, out in (
        (["extract", "page.html", "--method", "tide"], 2, ""),
        (["extract", "missing.html"], 2, ""),
        (["extract", "missing.html", "page.html"], 1, f"==> page.html <==\n{STORY}\n"),
    ):
        quiet = run(*arguments)
        assert "Traceback" not in quiet.err
        assert (quiet.code, quiet.out) == (code, out)
        for loudly in (["--debug", *arguments], [*arguments, "--debug"]):
            loud = run(*loudly)
            assert "Traceback" in loud.err
            assert (loud.code, loud.out) == (code, out)


def run_in_shell(line: str) -> tuple[int, list[str]]:
    """The exit code and the lines of errors of `pagecore …`, with what a shell can do to it."""
    whole = ["sh", "-c", f'"{sys.executable}" -m pagecore {line}']
    done = subprocess.run(whole, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    return done.returncode, done.stderr.splitlines()


NO_SHELL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


@NO_SHELL
@pytest.mark.parametrize("arguments", ["extract page.html", "methods", "--help"])
def test_output_that_cannot_be_written(folder: Path, arguments: str) -> None:
    message = f"pagecore: standard output: {os.strerror(errno.ENOSPC)}"
    code, lines = run_in_shell(f"{arguments} --debug >/dev/full")
    assert (code, lines[-1]) == (2, message)
    assert run_in_shell(f"{arguments} >&-") == (2, ["pagecore: standard output is closed"])


@NO_SHELL
def test_output_that_cannot_be_written_is_one_line(folder: Path) -> None:
    message = f"pagecore: standard output: {os.strerror(errno.ENOSPC)}"
    assert run_in_shell("extract page.html >/dev/full") == (2, [message])


@NO_SHELL
def test_standard_input_that_is_closed(folder: Path) -> None:
    message = "pagecore: -: standard input is closed; redirect a page to it, or name a file"
    assert run_in_shell("extract - <&-") == (2, [message])
    assert run_in_shell("extract page.html <&-") == (0, [])


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text here")
def test_file_whose_name_is_not_text(folder: Path) -> None:
    (folder / os.fsdecode(b"\xff.html")).write_bytes(HTML.encode())
    done = command("extract", b"\xff.html", b"\xfe.html")
    assert (done.returncode, done.stdout) == (1, f"==> \ufffd.html <==\n{STORY}\n".encode())
    assert done.stderr.startswith("pagecore: \ufffd.html: ".encode())


def test_reader_that_goes_away_gets_no_traceback(folder: Path) -> None:
    for arguments in (["extract", "page.html"], ["explain", "page.html"], ["methods"]):
        reads, writes = os.pipe()
        os.close(reads)
        whole = [sys.executable, "-m", "pagecore", *arguments]
        done = subprocess.run(whole, stdout=writes, stderr=subprocess.PIPE, check=False)
        os.close(writes)
        # As shells tell of what ended for want of a reader; 1 would say that pages failed.
        assert (done.returncode, done.stderr) == (141, b"")


def test_text_is_written_where_the_terminal_knows_only_ascii(folder: Path) -> None:
    surroundings = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = command("extract", "page.html", env=surroundings)
    assert done.returncode == 0
    assert b"It was a dark and stormy night" in done.stdout
    assert done.stderr == b""
