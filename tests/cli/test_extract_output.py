"""What `extract` writes: titles, front matter, fields, and lines of all pages in one file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from pagecore import cli
from tests.conftest import Run

STORY = "It was a dark and stormy night, and no boat of the harbour went out. " * 6


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pages").mkdir()
    for name in ("a", "b"):
        html = f"<title>Night {name}</title><nav><a href=/>Home</a></nav><p>{STORY}{name}.</p>"
        (tmp_path / "pages" / f"{name}.html").write_text(html)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_title_is_an_option(run: Run) -> None:
    page = "pages/a.html"
    text = run("extract", page).out
    assert "Night a" not in text
    assert run("extract", page, "--title").out == f"Night a\n\n{text}"
    assert run("extract", page, "--to", "md").out == f"# Night a\n\n{text}"
    assert run("extract", page, "--to", "markdown", "--no-title").out == text


@pytest.mark.parametrize(
    ("name", "to"),
    [("a.md", "markdown"), ("a.HTML", "html"), ("a.json", "json"), ("a.xml", "xml"),
     ("a.txt", "text"), ("a", "text"), ("a.out", "text"), ("a.jsonl", "jsonl"),
     ("a.markdown", "markdown"), ("a.htm", "html"), ("a.ndjson", "jsonl")],
)  # fmt: skip
def test_the_extension_of_the_output_decides_the_format(run: Run, name: str, to: str) -> None:
    assert run("extract", "pages/a.html", "-o", name).code == 0
    assert Path(name).read_text() == run("extract", "pages/a.html", "--to", to).out
    Path("folder.md").mkdir()
    assert run("extract", "pages/a.html", "-o", "folder.md").code == 0
    assert run("extract", "pages/b.html", "--to", "text", "-o", "b.md").code == 0
    assert Path("folder.md/a.txt").exists()
    assert Path("b.md").read_text() == run("extract", "pages/b.html").out


def test_readings_are_an_option(run: Run) -> None:
    Path("ruby.html").write_text(f"<p>{STORY}<ruby>潮<rt>しお</rt></ruby>。</p>")
    assert run("extract", "ruby.html").out == f"{STORY}潮。\n"
    assert run("extract", "ruby.html", "--readings").out == f"{STORY}潮(しお)。\n"
    for to in ("json", "jsonl", "chunks"):
        assert "(しお)" in run("extract", "ruby.html", "--to", to, "--readings").out
        assert "しお" not in run("extract", "ruby.html", "--to", to).out


def test_front_matter(run: Run) -> None:
    result = run("extract", "pages/a.html", "--to", "md", "--with-metadata")
    assert result.out.startswith('---\ntitle: "Night a"\n')
    refused = run("extract", "pages/a.html", "--with-metadata")
    assert refused == (2, "", "pagecore: --with-metadata has no effect with --to text; remove it\n")
    refused = run("extract", "pages/a.html", "--to", "json", "--with-metadata")
    assert refused.err == "pagecore: --to json always has metadata; remove --with-metadata\n"


def test_lean_lines(run: Run) -> None:
    result = run("extract", "pages", "--to", "jsonl", "--fields", "title, text")
    assert [json.loads(line) for line in result.out.splitlines()] == [
        {"page": f"pages/{name}.html", "title": f"Night {name}", "text": f"{STORY}{name}."}
        for name in ("a", "b")
    ]
    alone = run("extract", "pages/a.html", "--to", "jsonl", "--fields", "page,title")
    assert json.loads(alone.out) == {"page": "pages/a.html", "title": "Night a"}
    refused = run("extract", "pages", "--to", "jsonl", "--fields", "title,tide")
    assert refused.code == 2
    assert "'tide' is no field; the fields are schema_version, url, title" in refused.err
    refused = run("extract", "pages/a.html", "--to", "md", "--fields", "title")
    assert refused.err == "pagecore: --fields has no effect with --to markdown; remove it\n"
    refused = run("extract", "pages/a.html", "--to", "chunks", "--fields", "id")
    assert refused.err == "pagecore: --fields has no effect with --to chunks; remove it\n"


def test_lines_of_all_pages_in_one_file(run: Run) -> None:
    (Path("pages") / "c.html").write_bytes(b"%PDF-1.7")
    result = run("extract", "pages", "pages/c.html", "--to", "jsonl", "-o", "out.jsonl")
    assert result.code == 1
    first, second, failed = map(json.loads, Path("out.jsonl").read_text("utf-8").splitlines())
    assert list(first)[:3] == ["page", "schema_version", "url"]
    assert [line["page"] for line in (first, second, failed)] == [
        f"pages/{name}.html" for name in ("a", "b", "c")
    ]
    assert failed["error_type"] == "BadInput"
    again = run("extract", "pages", "pages/c.html", "--to", "jsonl", "-o", "out.jsonl")
    assert again.code == 2
    assert "--overwrite" in again.err


def test_favor_is_an_option(run: Run) -> None:
    assert run("extract", "pages/a.html", "--favor", "recall").code == 0
    unknown = run("extract", "pages/a.html", "--favor", "tide")
    assert unknown.err == ("pagecore: favor='tide': expected 'precision', 'balanced' or 'recall'\n")
    twice = run("extract", "pages/a.html", "--favor", "recall", "--set", "favor=recall")
    assert twice.err == "pagecore: --favor and --set favor= are the same; pass one of them\n"
    other = run("extract", "pages/a.html", "--favor", "recall", "--method", "cetr")
    assert "method 'cetr' has no parameter 'favor'" in other.err


@pytest.mark.parametrize(
    ("words", "expected"),
    [("pagecore ext", "extract"), ("pagecore extract --to mark", "markdown"),
     ("pagecore extract --fav", "--favor")],
)  # fmt: skip
def test_shells_complete_commands_and_values(words: str, expected: str) -> None:
    complete = ShellComplete(cli.pagecore, {}, "pagecore", "_PAGECORE_COMPLETE")
    *before, last = words.split()[1:]
    assert expected in [item.value for item in complete.get_completions(before, last)]


def test_chunks_are_lines(run: Run) -> None:
    result = run("extract", "pages/a.html", "--to", "chunks", "--max-length", "30")
    chunks = [json.loads(line) for line in result.out.splitlines()]
    assert [chunk["length"] for chunk in chunks] == [30, 30, 15, 16]
    assert {next(iter(chunk)) for chunk in chunks} == {"page"}
    assert {chunk["page"] for chunk in chunks} == {"pages/a.html"}
    assert chunks[0]["heading_path"] == ["Night a"]
    assert " ".join(chunk["text"] for chunk in chunks) == f"{STORY}a."


def test_chunks_of_all_pages_in_one_file(run: Run) -> None:
    (Path("pages") / "c.html").write_bytes(b"%PDF-1.7")
    options = ("--to", "chunks", "--max-length", "40", "--overlap", "15", "-o", "chunks.jsonl")
    places = [f"pages/{name}.html" for name in "abc"]
    assert run("extract", *places, *options).code == 1
    lines = [json.loads(line) for line in Path("chunks.jsonl").read_text("utf-8").splitlines()]
    assert [line["page"][-6:] for line in lines] == ["a.html"] * 4 + ["b.html"] * 4 + ["c.html"]
    assert [line.get("n_repeated_chars") for line in lines[:2]] == [0, len(STORY) // 6]
    assert lines[-1]["error_type"] == "BadInput"


def test_options_of_chunks_are_refused_elsewhere(run: Run) -> None:
    refused = run("extract", "pages/a.html", "--to", "md", "--max-length", "9")
    message = "--max-length applies to --to chunks only; remove it, or pass both"
    assert refused == (2, "", f"pagecore: {message}\n")
    refused = run("extract", "pages", "--to", "chunks", "--overlap", "150")
    message = "--overlap 150: expected at most half of --max-length 256, the default"
    assert refused == (2, "", f"pagecore: {message}\n")
    for flag in ("--title", "--no-title"):
        refused = run("extract", "pages", "--to", "chunks", flag)
        assert refused.err == f"pagecore: {flag} has no effect with --to chunks; remove it\n"
