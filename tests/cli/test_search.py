"""The command `search`: tables, JSON, marks, chunks and messages."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from pagecore.cli import messages
from tests.conftest import Run
from tests.search.small_index import BOAT, LAKE, build_index, make_page


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of an index of six pages."""
    return str(build_index(tmp_path_factory.mktemp("search") / "index").path)


TABLE = """\
  1. Boats for sale
     https://www.example.org/boats · score 1
     Old boats are kept in a long shed on the eastern shore. A **carpenter**
     **repairs** them in winter, when the lake is frozen and nobody can sail, and
     sells some of them in the spring. New boats are kept in a long shed on the
     eastern shore. A …
     /html/body/article

  2. The lake
     https://www.example.org/lake · score 0.5
     Boats and sheds
     Boats and sheds Old boats are kept in a long shed on the eastern shore. A
     **carpenter** **repairs** them in winter, when the lake is frozen and nobody
     can sail, and sells some of them in the spring.
     /html/body/article/h2[1]
"""


def test_table(run: Run, index: str) -> None:
    result = run("search", index, "repaired by carpenters", "--highlight")
    assert result == (0, TABLE, "")
    plain = run("search", index, "repaired by carpenters").out
    assert plain.split() == TABLE.replace("**", "").split()


def test_words_are_bold_on_a_terminal(
    run: Run, index: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    messages.print_marked(f"a {messages.MARK_START}b{messages.MARK_END} \x1b[31m")
    assert capsys.readouterr().out == "a \x1b[1mb\x1b[0m \ufffd[31m\n"


def test_lines_fit_into_80_columns(run: Run, index: str) -> None:
    from rich.cells import cell_len

    for query in ("lake", "湖の水位", "Wasser"):
        for more in ((), ("--chunks",)):
            lines = run("search", index, query, *more).out.splitlines()
            assert lines
            assert max(map(cell_len, lines)) <= 80


def test_long_addresses_and_places_fit_into_80_columns(run: Run, tmp_path: Path) -> None:
    url = f"https://www.example.org/{'long-name/' * 5}"
    longer = f"https://www.example.org/{'long-name/' * 9}"
    html = make_page("Lake", LAKE, BOAT).replace("<article>", "<div>" * 30 + "<article>")
    build_index(tmp_path / "index", {url: html, longer: html}, "dom")
    for more in ((), ("--chunks",)):
        out = run("search", str(tmp_path / "index"), "carpenter", *more).out
        assert max(map(len, out.splitlines())) <= 80
    out = run("search", str(tmp_path / "index"), "carpenter").out
    lines, joined = out.splitlines(), "".join(out.split())
    # Nothing is left out.
    assert longer in joined
    assert "/div" * 30 in joined
    assert lines[lines.index(f"     {url}") + 1].startswith("     score ")


def test_json(run: Run, index: str) -> None:
    result = run("search", index, "carpenter", "--to", "json", "--limit", "1", "--highlight")
    (hit,) = json.loads(result.out)
    assert {"url", "title", "score", "text", "marks", "heading_path", "xpath"} <= set(hit)
    assert "A **carpenter** repairs" in hit["highlighted"]
    plain = json.loads(run("search", index, "carpenter", "--to", "json").out)
    assert "highlighted" not in plain[0]
    assert json.loads(run("search", index, "absent", "--to", "json").out) == []


def test_chunks(run: Run, index: str) -> None:
    result = run("search", index, "stone oven", "--chunks", "--limit", "1", "--highlight")
    assert result.out.startswith("  1. Bread is baked in a **stone** **oven** behind the mill")
    assert result.out.endswith("     Bread from the mill\n     https://news.example.com/bread\n")
    (chunk,) = json.loads(
        run("search", index, "stone oven", "--chunks", "--limit", "1", "--to", "json").out
    )
    assert {"text", "markdown", "citation", "url", "digest", "heading_path"} <= set(chunk)


OPTIONS = [
    ("--rank", "document"),
    ("--rank", "block"),
    ("--expand", "rm3"),
    ("--expand", "offer-weight", "--expand-weights", "flat", "--expand-from", "document"),
    ("--expand", "offer-weight", "--expand-texts", "2", "--expand-terms", "3"),
    ("--k1", "0.9", "--b", "0.4", "--alpha", "0.3", "--combine", "score"),
    ("--fields", "title=3,body=0.5", "--candidates", "5"),
    ("--site", "example.org", "--language", "en"),
]


@pytest.mark.parametrize("options", OPTIONS, ids=" ".join)
def test_options_reach_the_search(run: Run, index: str, options: tuple[str, ...]) -> None:
    result = run("search", index, "carpenter", "--to", "json", *options)
    assert result.code == 0
    assert json.loads(result.out)[0]["url"].startswith("https://www.example.org/")


ERRORS = [
    (("search", "INDEX", ""), "the query has no words; pass at least one"),
    (("search", "INDEX", 'an "open'), "an unmatched quotation mark at character 4"),
    (("search", "INDEX", "lake", "--fields", "title=x"), "expected weights such as title=2"),
    (("search", "INDEX", "lake", "--fields", "text=1"), "expected weights of: title"),
    (("search", "INDEX", "lake", "--date-from", "x"), "expected a date such as 2024-05-31"),
    (("search", "INDEX", "lake", "--rank", "page"), "'document', 'block', 'combined'"),
    (("search", "nothing", "lake"), "index nothing does not exist; `pagecore index PAGE..."),
]


@pytest.mark.parametrize(("arguments", "message"), ERRORS, ids=[text for _, text in ERRORS])
def test_errors_have_one_line(
    run: Run, index: str, arguments: tuple[str, ...], message: str
) -> None:
    result = run(*(index if word == "INDEX" else word for word in arguments))
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert result.err.count("\n") == 1


def test_no_result_is_no_error(run: Run, index: str) -> None:
    assert run("search", index, "absent") == (0, "", "pagecore: no page matches the query\n")


def test_import_of_the_package_loads_no_library_for_search() -> None:
    import subprocess

    code = "import sys, pagecore, pagecore.search, pagecore.cli; print('tantivy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_folder_of_the_index_may_have_any_name(run: Run, tmp_path: Path) -> None:
    assert len(build_index(tmp_path / "ein Index é")) == 6
    assert run("search", str(tmp_path / "ein Index é"), "lake").code == 0
