"""The command `diff`: what it writes, and the code it ends with."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pagecore import match, parse
from pagecore.explain import explain_difference
from pagecore.explain.explanation import render_table
from tests.conftest import Run
from tests.server import answer, serving

OLD = b"<title>Tides</title><h1>Tides</h1><p>It was a dark and stormy night.<p>Boats go out.<p>Fish"
NEW = (
    b"<title>Tides</title><h1>Tides</h1><p>It was a long and stormy night.<p>Gales.<p>Boats go out."
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two pages, which the command runs in."""
    (tmp_path / "old.html").write_bytes(OLD)
    (tmp_path / "new.html").write_bytes(NEW)
    (tmp_path / "pages").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


EXPECTED = """\
similarity 0.850; blocks: 2 unchanged, 1 changed, 1 removed, 1 added
A: old.html
B: new.html

A  B     text, place
1  1  =  Tides
2  2  ~  It was a [-dark-]{+long+} and stormy night.
         A: /html/body/p[1]/text()[1], bytes 37 to 68
         B: /html/body/p[1]/text()[1], bytes 37 to 68
   3  +  Gales.
         B: /html/body/p[2]/text()[1], bytes 71 to 77
3  4  =  Boats go out.
4     -  Fish
         A: /html/body/p[3]/text()[1], bytes 87 to 91
"""


@pytest.mark.usefixtures("folder")
def test_diff_as_a_table(run: Run) -> None:
    assert run("diff", "old.html", "new.html") == (0, EXPECTED, "")
    # The difference is no failure, and no difference is none either.
    equal = run("diff", "old.html", "old.html")
    assert (equal.code, equal.err) == (0, "")
    assert equal.out.startswith("similarity 1.000; blocks: 4 unchanged, 0 changed, 0 removed, 0 ")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("only", "texts"),
    [
        ("unchanged", ["Tides", "Boats go out."]),
        ("changed", ["It was a [-dark-]{+long+} and stormy night."]),
        ("removed", ["Fish"]),
        ("added", ["Gales."]),
    ],
)
def test_diff_of_some_blocks(run: Run, only: str, texts: list[str]) -> None:
    lines = run("diff", "old.html", "new.html", "--only", only).out.splitlines()[5:]
    assert [line.split("  ")[-1] for line in lines if not line.startswith("      ")] == texts


@pytest.mark.usefixtures("folder")
def test_diff_as_json_and_html(run: Run) -> None:
    a, b = parse(OLD), parse(NEW)
    found = match(a, b, rows="shown", labels="text")
    difference = explain_difference(a, b, found, ("old.html", "new.html"))
    result = run("diff", "old.html", "new.html", "--to", "json")
    assert result == (0, difference.json() + "\n", "")
    assert json.loads(result.out)["counts"] == {
        "unchanged": 2, "changed": 1, "removed": 1, "added": 1,
    }  # fmt: skip
    assert run("diff", "old.html", "new.html", "--to", "html", "-o", "diff.html") == (0, "", "")
    assert Path("diff.html").read_text("utf-8") == difference.html() + "\n"
    assert run("diff", "old.html", "new.html").out == render_table(difference.table()) + "\n"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("command", "options", "start"),
    [
        ("diff old.html new.html", "-o a.html", "<!doctype html>"),
        ("diff old.html new.html", "-o a.HTM", "<!doctype html>"),
        ("diff old.html new.html", "-o a.json", "{"),
        ("diff old.html new.html", "-o a.txt", "similarity"),
        ("diff old.html new.html", "-o a.html --to table", "similarity"),
        ("explain old.html", "-o a.html", "<!doctype html>"),
        ("explain old.html", "-o a.out", "default: "),
    ],
)
def test_the_extension_chooses_the_format(run: Run, command: str, options: str, start: str) -> None:
    assert run(*command.split(), *options.split()).code == 0
    assert Path(options.split()[1]).read_text().startswith(start)


@pytest.mark.usefixtures("folder")
def test_diff_with_standard_input(run: Run) -> None:
    assert run("diff", "-", "new.html", stdin=OLD).out == EXPECTED.replace("old.html", "-")
    assert run("diff", "old.html", "-", stdin=NEW).out == EXPECTED.replace("new.html", "-")
    empty = run("diff", "-", "new.html")
    assert empty.code == 0
    assert "blocks: 0 unchanged, 0 changed, 0 removed, 4 added" in empty.out


@pytest.mark.usefixtures("folder")
def test_diff_overwrites_only_if_asked(run: Run) -> None:
    arguments = ("diff", "old.html", "new.html", "-o", "diff.txt")
    assert run(*arguments) == (0, "", "")
    assert Path("diff.txt").read_text("utf-8") == EXPECTED
    refused = run(*arguments)
    assert refused.code == 2
    assert "diff.txt" in refused.err
    assert run(*arguments, "--only", "added", "--overwrite") == (0, "", "")
    assert "Fish" not in Path("diff.txt").read_text("utf-8")


@pytest.mark.usefixtures("folder")
def test_diff_of_urls(run: Run) -> None:
    with serving() as server:
        for name, content in (("/old", OLD), ("/new", NEW)):
            server.answers[name] = answer(content, content_type="text/html")
        url = server.at
        refused = run("diff", f"{url}/old", f"{url}/new")
        assert (refused.code, refused.out, server.asked) == (2, "", [])
        result = run("diff", f"{url}/old", f"{url}/new", "--allow-private", "--pause", "0")
    expected = EXPECTED.replace("old.html", f"{url}/old").replace("new.html", f"{url}/new")
    assert result == (0, expected, "")


@pytest.mark.usefixtures("folder")
def test_diff_reports_warnings_of_both_pages(run: Run) -> None:
    Path("cut.html").write_bytes(NEW + b"<!--")
    table = run("diff", "old.html", "cut.html")
    assert (table.code, table.err) == (0, "")
    assert "B: unfinished: " in table.out
    for to in ("json", "html"):
        result = run("diff", "cut.html", "old.html", "--to", to)
        assert result.code == 0
        assert result.err.startswith("pagecore: cut.html: unfinished: ")
        assert len(result.err.splitlines()) == 1


WRONG = [
    # arguments                               message
    ("old.html missing.html",                 "missing.html: No such file"),
    ("old.html",                              "Missing argument 'B'; see pagecore diff --help"),
    ("old.html new.html old.html",            "unexpected extra argument"),
    ("pages new.html",                        "pages: diff takes two pages, not folders"),
    ("old.html pages",                        "pages: diff takes two pages, not folders"),
    ("- -",                                   "- is named twice: standard input can be read once"),
    ("old.html new.html --only kept",         "'kept' is not one of"),
    ("old.html new.html --to html --only added", "--only has no effect with --to html; remove it"),
    ("old.html new.html --to xml",            "'xml' is not one of"),
    ("old.html new.html -o new.html",         "would overwrite"),
    ("old.html new.html -o old.html --overwrite", "would overwrite"),
    ("old.html new.html -o none/diff",        "the folder none does not exist"),
    ("old.html paper.pdf",                    "paper.pdf: this is a PDF, not an HTML page"),
    ("old.html feed.xml",                     "feed.xml: this is a feed, which holds several"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_diff_that_cannot(folder: Path, run: Run, arguments: str, message: str) -> None:
    (folder / "paper.pdf").write_bytes(b"%PDF-1.7\n")
    (folder / "feed.xml").write_bytes(b"<?xml version='1.0'?><rss><channel></channel></rss>")
    result = run("diff", *arguments.split())
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("pagecore: ")
    assert message in result.err
    assert len(result.err.splitlines()) == 1
    assert (folder / "old.html").read_bytes() == OLD


def test_diff_drives_no_terminal(folder: Path, run: Run) -> None:
    evil = folder / os.fsdecode(b"evil\x1b.html")
    evil.write_bytes(b"<p>\x1b[2J<script>alert(1)</script>&lt;script>two")
    result = run("diff", "old.html", str(evil))
    assert result.code == 0
    assert "\x1b" not in result.out
    assert "<script>two" in result.out
