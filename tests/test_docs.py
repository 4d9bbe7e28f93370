"""The documents are true: what they list is what the code has, and what they name is there.

`python -m tests.test_docs --write` writes the help texts into docs/cli.md.
"""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import json
import re
import subprocess
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import fields as fields_of
from pathlib import Path

import click
import numpy as np
import pytest
from click.testing import CliRunner

from pagecore import Choice, Post, content, extract, match, parse, posts, segment
from pagecore import __all__ as public_names
from pagecore.batch.tasks import FORMATS
from pagecore.choice import Change
from pagecore.cli import pagecore
from pagecore.corpora import find_format, load, names
from pagecore.explain import explain_difference
from pagecore.explain.difference import STATUSES
from pagecore.extract import keep_all
from pagecore.measure.known_metrics import METRICS
from pagecore.page import LIMITS
from pagecore.steps.pipeline import describe_steps
from tests.corpora.test_corpora import SIZES
from tests.inputs import make_rss, make_warc
from tests.layouts import make_layout

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
#: Folders with documents of ours; the rest of the tree is made by tools.
DOCUMENTS = sorted(
    path
    for folder in (ROOT, DOCS, ROOT / "tests", ROOT / "bench", ROOT / "examples", ROOT / "tutorial")
    for path in (folder.glob("*.md") if folder == ROOT else folder.rglob("*.md"))
)


def section(document: str, heading: str) -> str:
    """The text below a heading, up to the next heading of any level."""
    text = (DOCS / document).read_text(encoding="utf-8")
    match = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", text, re.DOTALL | re.MULTILINE)
    assert match, f"docs/{document} has no section {heading!r}"
    return match[1]


def table(text: str) -> list[list[str]]:
    """The cells of the Markdown tables in a text, without headings."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|")
    ]
    return [row for row in rows[1:] if not set("".join(row)) <= set("-:")]


def quoted(text: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", text)


# ---------------------------------------------------------------- the data model


def columns(kind: object) -> dict[str, str]:
    """The arrays an object has as attributes, with their dtypes."""
    actual = {name: getattr(kind, name) for name in dir(kind) if not name.startswith("_")}
    return {name: str(v.dtype) for name, v in actual.items() if isinstance(v, np.ndarray)}


@pytest.mark.parametrize(
    "heading", ["The table", "Blocks", "Attributes", "Layout", "Choice", "Segmentation", "Thread"]
)
def test_every_column_is_listed_with_its_dtype(heading: str) -> None:
    page = parse("<p class=a>text <a href=b>more</a>")
    entry = {
        "The table": page,
        "Blocks": page.blocks,
        "Attributes": page.attr_table,
        "Layout": make_layout(page),
        "Choice": content(page),
        "Segmentation": segment(page),
        "Thread": posts(page),
    }[heading]
    listed = {row[0].strip("`"): row[1] for row in table(section("data-model.md", heading))}
    assert listed == columns(entry)


@pytest.mark.parametrize(
    ("kind", "headings"),
    [(Choice, ["Choice", "Other attributes of a choice"]), (Change, ["Change"]), (Post, ["Posts"])],
)
def test_every_field_of_a_result_is_listed(kind: type, headings: list[str]) -> None:
    listed = [
        name
        for heading in headings
        for row in table(section("data-model.md", heading))
        for name in quoted(row[0])
    ]
    fields = kind._fields if hasattr(kind, "_fields") else [field.name for field in fields_of(kind)]
    assert sorted(listed) == sorted(fields)


def element_kinds() -> dict[str, set[str]]:
    """The elements of each kind, as core/src/parse/names/lists.rs has them."""
    source = (ROOT / "core/src/parse/names/lists.rs").read_text(encoding="utf-8")
    kinds: dict[str, set[str]] = {}
    for bits, name in re.findall(r"^ +([A-Z_| ]+), *// ([a-z0-9]+)$", source, re.MULTILINE):
        for kind in bits.split(" | "):
            kinds.setdefault(kind, set()).add(name)
    return kinds


def test_every_block_level_element_is_listed() -> None:
    listed = quoted(section("data-model.md", "Block-level elements").partition("owner.\n")[2])
    assert len(listed) == len(set(listed))
    assert set(listed) == element_kinds()["BLOCK"]


#: Elements that the core names one by one, and so not in the list of kinds.
SINGLE = {
    1: {"svg title", "svg desc", "svg metadata", "math annotation", "math annotation-xml"},
    2: {"svg script", "svg style"},
    9: {"rp"},
}


def test_every_element_that_hides_is_listed() -> None:
    kinds = element_kinds()
    listed = {int(row[0]): quoted(row[2]) for row in table(section("data-model.md", "Hidden rows"))}
    assert list(listed) == list(range(10))
    for reason, kind in ((1, "METADATA"), (2, "SCRIPT"), (9, "FALLBACK")):
        assert set(listed[reason]) == kinds[kind] | SINGLE[reason]
    assert set(listed[8]) == kinds["CONTROL"] | {"h1", "h6", "summary"}


def test_limits_are_those_listed() -> None:
    listed = {
        row[0].strip("`"): tuple(map(int, row[1:4]))
        for row in table(section("data-model.md", "Limits"))
    }
    assert listed == LIMITS
    defaults = inspect.signature(parse).parameters
    assert {name: defaults[name].default for name in LIMITS} == {
        name: limits[0] for name, limits in LIMITS.items()
    }


def test_every_warning_code_is_listed() -> None:
    codes = set()
    for path in (ROOT / "core/src").rglob("*.rs"):
        source = path.read_text(encoding="utf-8")
        codes |= set(re.findall(r'\bWarning::new\(\s*"([a-z-]+)"', source))
        if path.name == "limits.rs":
            # Which has a function of its own for them.
            codes |= set(re.findall(r'\badd\(\s*"([a-z-]+)"', source))
    for path in (ROOT / "src/pagecore").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        codes |= set(re.findall(r'\bPageWarning\(\s*"([a-z-]+)"', source))
        # The browser's problems are collected before there is a page.
        codes |= set(re.findall(r'\(\s*"(browse-[a-z]+)"', source))
    listed = [row[0].strip("`") for row in table(section("data-model.md", "Warnings"))]
    assert len(listed) == len(set(listed))
    assert set(listed) == codes


def test_every_source_of_an_encoding_is_listed() -> None:
    source = (ROOT / "binding/src/parse.rs").read_text(encoding="utf-8")
    evidence = re.search(r"EVIDENCE[^=]*=\s*\[(.*?)\]", source, re.DOTALL)
    assert evidence
    listed = {row[0].strip("`") for row in table(section("data-model.md", "Encoding"))}
    assert listed == set(re.findall(r'"([\w-]+)"', evidence[1]))


def test_every_invariant_has_a_test() -> None:
    rows = table(section("invariants.md", "Invariants"))
    assert rows
    for what, held_by in rows:
        named = quoted(held_by)
        assert named, f"nothing holds: {what}"
        for test in named:
            path, _, function = test.partition("::")
            assert function in functions(ROOT / path), f"there is no {test}"


def functions(path: Path) -> set[str]:
    """The functions of a Python or Rust file."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".rs":
        return set(re.findall(r"\bfn (\w+)\(", source))
    return {node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}


# ---------------------------------------------------------------- the map


#: A path between backticks: with a slash, or with the ending of a file.
PATH = re.compile(r"[\w.-]+(?:/[\w.-]*)+|[\w-]+\.(?:html|json|lock|md|pyi?|rs|toml|txt)")


def folders() -> dict[str, str]:
    """The sections of docs/architecture.md, by the folder that each is about; the rest by `.`."""
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    sections: dict[str, str] = {}
    for part in re.split(r"^(?=##)", text, flags=re.MULTILINE):
        heading = re.match(r"### `([\w./]+)/`", part)
        folder = heading[1] if heading else "."
        sections[folder] = sections.get(folder, "") + part
    return sections


def test_every_path_of_the_map_is_there() -> None:
    n_paths = 0
    for folder, text in folders().items():
        for path in filter(PATH.fullmatch, quoted(text)):
            # NAME stands for whatever a new thing is called; what is around it has to be there.
            known = Path(path).parent if "NAME" in path else Path(path)
            there = (ROOT / known).exists() or (ROOT / folder / known).exists()
            assert there, f"docs/architecture.md names {path}, which is not there"
            n_paths += 1
    assert n_paths > 30, "the paths were not found"


#: A file or folder of the repository, and a program of it that is run as a module.
OWN_PATH = re.compile(r"(?:core|binding|src|tests|tools|bench)/[\w./-]+")
OWN_PROGRAM = re.compile(r"python\s-m\s((?:tools|tests|bench)[\w.]*)")


def test_every_path_and_program_of_a_document_is_there() -> None:
    n_paths = n_programs = 0
    for document in DOCUMENTS:
        if document.name == "CHANGELOG.md":
            continue  # It also names what was there before.
        text = document.read_text(encoding="utf-8")
        for path in filter(OWN_PATH.fullmatch, quoted(text)):
            assert "NAME" in path or (ROOT / path).exists(), f"{document.name}: there is no {path}"
            n_paths += 1
        for program in OWN_PROGRAM.findall(text):
            module = ROOT / program.rstrip(".").replace(".", "/")
            is_there = module.with_suffix(".py").exists() or (module / "__main__.py").exists()
            assert is_there or "NAME" in program, f"{document.name}: there is no {program}"
            n_programs += 1
    assert n_paths > 30
    assert n_programs > 40


@pytest.mark.parametrize("folder", ["core/src", "src/pagecore"])
def test_every_folder_is_on_the_map(folder: str) -> None:
    named = set(quoted(folders()[folder]))
    rooms = {
        f"{path.name}/"
        for path in (ROOT / folder).iterdir()
        if path.is_dir() and any(path.glob("*.py")) | any(path.glob("*.rs"))
    }
    assert rooms, f"{folder} has no folders"
    assert not rooms - named, f"docs/architecture.md leaves out {rooms - named} of {folder}"


def test_every_dependency_is_given_a_reason() -> None:
    needed = set()
    for path in ("core/Cargo.toml", "binding/Cargo.toml"):
        crate = tomllib.loads((ROOT / path).read_text(encoding="utf-8"))
        needed |= crate["dependencies"].keys() | crate.get("build-dependencies", {}).keys()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    for expected in project["dependencies"] + extras["test"] + extras["docs"]:
        needed.add(re.split(r"[^\w.-]", expected)[0])
    rows = table(section("dependencies.md", "Dependencies"))
    listed = [name for row in rows for name in row[0].split(", ")]
    assert sorted(listed) == sorted(needed - {"pagecore-core"})


# ---------------------------------------------------------------- evaluating


def test_every_metric_is_listed() -> None:
    listed = [
        (row[0].strip("`"), row[1], row[2], row[3])
        for row in table(section("evaluate.md", "Metrics"))
    ]
    assert listed == [
        (metric.name, metric.needed, ", ".join(metric.figures), f"{metric.title}: {metric.about}")
        for metric in METRICS.values()
    ]


def test_every_format_of_corpora_is_listed() -> None:
    listed = [tuple(row) for row in table(section("evaluate.md", "Corpora"))]
    formats = {name: find_format(name) for name in names()}
    assert listed == [
        (
            f"`{name}`",
            f"`{corpus_format.metric}`",
            "yes"
            if corpus_format.trainable
            else "parameters only"
            if corpus_format.tunable
            else "no",
            corpus_format.expects,
        )
        for name, corpus_format in formats.items()
    ]


def test_every_collection_is_listed_with_its_pages() -> None:
    listed = {
        row[0].strip("`"): (int(row[2]), int(row[2]) - int(row[3]))
        for row in table(section("evaluate.md", "Collections"))
    }
    assert listed == SIZES


def test_the_example_of_evaluating_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    text = (DOCS / "evaluate.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"^```json\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    (script,) = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    Path("pages.jsonl").write_text(lines, encoding="utf-8")
    exec(compile(script, "docs/evaluate.md", "exec"), {"__name__": "evaluate"})
    assert re.fullmatch(r"default [\d.]+ \([\d.]+, [\d.]+\) \{\}\n", capsys.readouterr().out)
    assert Path("report/index.html").exists()
    read = load("plain", "pages.jsonl")
    assert [(item.id, item.group) for item in read.items] == [
        ("tides", "coast.example"),
        ("ebb", "ebb"),
    ]
    assert not read.problems


# ---------------------------------------------------------------- links


def links() -> Iterator[tuple[Path, str]]:
    for document in DOCUMENTS:
        text = re.sub(r"^```.*?^```", "", document.read_text(encoding="utf-8"), flags=re.S | re.M)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if not re.match(r"[a-z]+:", target):
                yield document, target


def anchors(document: Path) -> set[str]:
    """The names that headings of a Markdown file, and of files it includes, are linked by."""
    text = document.read_text(encoding="utf-8")
    for included in re.findall(r"^```\{include\} (\S+)$", text, re.MULTILINE):
        text += (document.parent / included).read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {
        re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings
    }


def test_every_link_leads_somewhere() -> None:
    actual = list(links())
    assert actual
    for document, target in actual:
        path, _, anchor = target.partition("#")
        there = (document.parent / path).resolve() if path else document
        assert there.exists(), f"{document.name}: {target} leads nowhere"
        if anchor:
            assert anchor in anchors(there), f"{document.name}: there is no {target}"


# ---------------------------------------------------------------- examples


#: Documents whose examples have tests of their own.
TESTED_ELSEWHERE = {"README.md", "migrating.md"}
SESSIONS = [
    path
    for path in DOCUMENTS
    if ">>> " in path.read_text("utf-8") and path.name not in TESTED_ELSEWHERE
]


@pytest.mark.parametrize("document", SESSIONS, ids=lambda path: path.name)
def test_sessions_give_what_they_show(document: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    # The line that ends a fenced block is no output.
    text = re.sub(r"^```.*$", "", document.read_text("utf-8"), flags=re.MULTILINE)
    session = doctest.DocTestParser().get_doctest(text, {}, document.name, str(document), 0)
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(session, out=report.append)
    assert not report, "".join(report)


def test_documents_have_sessions() -> None:
    assert {path.name for path in SESSIONS} >= {"metadata.md", "wrappers.md"}


# ---------------------------------------------------------------- the API reference


def test_every_public_name_is_in_the_reference() -> None:
    described = set()
    for path in (DOCS / "api").glob("*.md"):
        text = path.read_text("utf-8")
        for kind, name in re.findall(r"^\.\. auto(\w+):: (\S+)$", text, re.MULTILINE):
            described.add(name.rpartition(".")[2])
            described |= set(vars(importlib.import_module(name))) if kind == "module" else set()
    missing = set(public_names) - described - {"__version__"}
    assert not missing, f"docs/api has no directive for {missing}"


# ---------------------------------------------------------------- how to contribute


def test_the_method_of_contributing_works() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    match = re.search(r"^## A new method\n(.*?)^## ", text, re.DOTALL | re.MULTILINE)
    assert match
    code = "".join(re.findall(r"^(?:    .*)?\n", match[1], re.MULTILINE))
    # In a process of its own: a method that is registered here would be everybody's.
    script = textwrap.dedent(code) + textwrap.dedent(
        """
        import pagecore
        html = "<p>one two three</p><p>one</p><div>one two three four</div>"
        print(pagecore.extract(html, method="words", floor=2).text)
        """
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("one two three\n", "")


# ---------------------------------------------------------------- extracting and explaining


def test_every_format_is_listed() -> None:
    listed = [(row[0].strip("`"), row[2].strip("`")) for row in extract_table("Output")]
    assert listed == list(FORMATS.items())


def test_every_argument_of_extract_is_listed() -> None:
    listed = [row[0].strip("`") for row in extract_table("The function")]
    assert listed == list(inspect.signature(extract).parameters)


def test_pages_in_json_lines_can_be_extracted(tmp_path: Path) -> None:
    text = section("extract.md", "Pages in JSON lines or Parquet")
    (script,) = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    pages = [{"url": "https://a.example/", "html": "<p>High water is at six."}]
    pages.append({"url": "https://a.example/b", "html": "%PDF-1.4"})
    (tmp_path / "crawl.jsonl").write_text("".join(json.dumps(page) + "\n" for page in pages))
    (tmp_path / "archive.py").write_text(script)
    done = subprocess.run(
        [sys.executable, "archive.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    first, second = map(json.loads, done.stdout.splitlines())
    assert first["text"] == "High water is at six."
    assert "PDF" in second["error"]


def test_pages_of_warc_files_and_feeds_can_be_extracted(tmp_path: Path) -> None:
    pytest.importorskip("fastwarc", reason="fastwarc is not installed")
    pytest.importorskip("feedparser", reason="feedparser is not installed")
    (tmp_path / "crawl.warc.gz").write_bytes(make_warc(["tide", "ebb"], packed=True))
    (tmp_path / "feed.xml").write_bytes(make_rss(["moon"]))
    text = (DOCS / "inputs.md").read_text(encoding="utf-8")
    scripts = re.findall(r"^ *```python\n(.*?)^ *```$", text, re.DOTALL | re.MULTILINE)
    pages, feed = (textwrap.dedent(s) for s in scripts if '"feed.xml"' in s)
    # The first line of a feed is about the feed itself.
    for script, n_lines, n_first in ((pages, 3, 0), ("import pagecore\n" + feed, 1, 1)):
        (tmp_path / "script.py").write_text(script)
        done = subprocess.run(
            [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60
        )
        assert done.stderr == ""
        first, lines = done.stdout.splitlines()[:n_first], done.stdout.splitlines()[n_first:]
        assert first == ["RSS 2.0 Stories []"][:n_first]
        assert len(lines) == n_lines
        assert all(re.match(r"https://a\.example/\S* \w+.* \d+$", line) for line in lines), lines


def test_every_step_is_listed() -> None:
    listed = [(row[0].strip("`"), row[1]) for row in extract_table("Steps")]
    assert listed == describe_steps()


def extract_table(heading: str) -> list[list[str]]:
    return table(section("extract.md", heading))


def test_everything_that_a_document_has_is_listed() -> None:
    rows = table((DOCS / "output.md").read_text("utf-8"))
    calls = [row[0] for row in rows if "document." in row[0]]
    listed = {
        re.split(r"[.(]", name.removeprefix("document."))[0] for name in quoted(" ".join(calls))
    }
    assert listed == {name for name in dir(extract("<p>one")) if not name.startswith("_")}


#: Elements of the table of docs/output.md, each with a page that has it.
ELEMENTS = {
    "heading": "<h1>a</h1><h2>Heading</h2><h6>b</h6>",
    "bold, italic, struck out": "<p><b>bold</b> and <i>italic</i> and <s>struck</s>",
    "superscript, subscript": "<p>x<sup>2</sup> and y<sub>2</sub>",
    "quotation of blocks": "<blockquote>text</blockquote>",
    "list": "<ul><li>item</ul>",
    "numbered list": "<ol start=3><li>item</ol><p>-<ol start=3 type=a><li>item</ol>"
    "<p>-<ol start=3 type=i reversed><li>item<li value=9>item</ol>",
    "checkbox at the start of an item": "<ul><li><input type=checkbox checked> item</ul>",
    "definition list": "<dl><dt>term<dd>definition</dl>",
    "code in a text": "<p>in <code>code</code>",
    "footnote reference": "<p>a<sup><a href=#a>1</a></sup> b<p id=a>long text",
    "footnote": "<p>a<sup><a href=#a>1</a></sup> b<p id=a>text text",
    "[formula](formulas.md)": "<p>a <math>{0}</math><p><math display=block>{0}</math>".format(
        "<mi>x</mi><mo>=</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>"
    ),
    "reading of `ruby`": "<p><ruby>潮<rt>しお</rt></ruby>",
    "rule (`hr`)": "<p>a<hr><p>b",
}


@pytest.mark.parametrize("element", ELEMENTS)
def test_elements_are_written_as_listed(element: str) -> None:
    (row,) = (row for row in table(section("output.md", "Structure")) if row[0] == element)
    document = keep_all(parse(ELEMENTS[element]))
    text = document.to_text(links=True, readings=True)
    for written, listed in ((text, row[1]), (document.markdown(), row[2])):
        # What stands for a source or a URL, an option, and an attribute are not written.
        words = {word for word in quoted(listed) if not re.search("TeX|https:|=|list-style", word)}
        for word in words - {"start", "value", "reversed", "type"}:
            assert word in written, (element, word)
    html = document.html()
    for name in quoted(row[3]):
        assert name in html, (element, name)


def test_every_field_of_an_explanation_is_listed() -> None:
    page = (ROOT / "tests/pages/twice-for-phones.html").read_bytes()
    record = json.loads(extract(page).explain().json())
    block = next(block for block in record["blocks"] if block["reasons"])
    for heading, fields in (
        ("JSON", record),
        ("Changes", record["changes"][0]),
        ("Blocks", block),
        ("Reasons", block["reasons"][0]),
    ):
        listed = [row[0].strip("`") for row in table(section("explain.md", heading))]
        assert listed == list(fields), heading
    version = table(section("explain.md", "JSON"))[0]
    assert version == ["`schema_version`", str(record["schema_version"])]


def test_every_field_of_a_difference_is_listed() -> None:
    a, b = parse("<p>one two"), parse("<p>one six")
    difference = explain_difference(a, b, match(a, b, rows="shown", labels="text"))
    record = json.loads(difference.json())
    (block,) = record["blocks"]
    for heading, fields in (
        ("Difference", record),
        ("Compared blocks", block),
        ("Sides", block["a"]),
    ):
        listed = [row[0].strip("`") for row in table(section("compare.md", heading))]
        assert listed == list(fields), heading
    assert table(section("compare.md", "Difference"))[0][1] == str(record["schema_version"])
    assert [row[0].strip("`") for row in table(section("compare.md", "Differences"))] == list(
        STATUSES
    )


# ---------------------------------------------------------------- the command line


INTRODUCTION = """\
This page has the help texts of the commands, as `pagecore COMMAND --help` prints them. Options that
a command shares with [extract](#pagecore-extract) are described there. `python -m tests.test_docs
--write` generates the page."""
COMPLETION = r"""## Shell completion

The command completes its options and their values. Add one line to the start-up file of your shell:

| shell | file | line |
|---|---|---|
| bash | `~/.bashrc` | `eval "$(_PAGECORE_COMPLETE=bash_source pagecore)"` |
| zsh | `~/.zshrc` | `eval "$(_PAGECORE_COMPLETE=zsh_source pagecore)"` |
| fish | `~/.config/fish/config.fish` | `_PAGECORE_COMPLETE=fish_source pagecore \| source` |"""

#: An option with its values, and its help text.
OptionHelp = tuple[str, str]


def help_texts() -> str:
    """docs/cli.md as it has to be."""
    root = click.Context(pagecore, info_name="pagecore", terminal_width=80, max_content_width=80)
    root.help_option_names = pagecore.context_settings["help_option_names"]
    parts = ["# The command line", INTRODUCTION, f"## pagecore\n\n{fence_help(root)}"]
    shared: list[OptionHelp] = []
    for name in ("extract", *sorted(pagecore.commands.keys() - {"extract"})):
        context = click.Context(pagecore.commands[name], parent=root, info_name=name)
        parts.append(f"## pagecore {name}\n\n{fence_help(context, hidden=shared)}")
        as_in_extract = [
            f"`{names.split()[0].rstrip(',')}`"
            for names, about in list_options(context)
            if (names, about) in shared
        ]
        if as_in_extract:
            text = f"As in [extract](#pagecore-extract): {', '.join(as_in_extract)}."
            parts.append(textwrap.fill(text, 100, break_on_hyphens=False))
        if name == "extract":
            shared = list_options(context)
    return "\n\n".join([*parts, COMPLETION]) + "\n"


def fence_help(context: click.Context, hidden: Sequence[OptionHelp] = ()) -> str:
    """The help of a command in a fence, without the hidden options."""
    command, formatter = context.command, context.make_formatter()
    command.format_usage(context, formatter)
    command.format_help_text(context, formatter)
    if options := [option for option in list_options(context) if option not in hidden]:
        with formatter.section("Options"):
            formatter.write_dl(options)
    if isinstance(command, click.Group):
        command.format_commands(context, formatter)
    return f"```text\n{formatter.getvalue().rstrip()}\n```"


def list_options(context: click.Context) -> list[OptionHelp]:
    parameters = context.command.get_params(context)
    options = (entry for entry in parameters if isinstance(entry, click.Option))
    return list(filter(None, (option.get_help_record(context) for option in options)))


def test_help_of_extract_is_complete() -> None:
    result = CliRunner().invoke(
        pagecore, ["extract", "--help"], prog_name="pagecore", terminal_width=80
    )
    assert result.exit_code == 0
    assert result.output.strip() in section("cli.md", "pagecore extract")


def test_help_is_what_the_command_says() -> None:
    kept = (DOCS / "cli.md").read_text(encoding="utf-8")
    assert kept == help_texts(), "run: python -m tests.test_docs --write"


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m tests.test_docs --write")
    (DOCS / "cli.md").write_text(help_texts(), encoding="utf-8")
