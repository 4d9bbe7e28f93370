"""The report: a page to open, a diff for every bad page, the raw results."""

from __future__ import annotations

import itertools
import math
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from pagecore import corpora, parse
from pagecore.corpora.corpus import Item
from pagecore.errors import BadOption, PagecoreError
from pagecore.evaluate import plots
from pagecore.evaluate.report import write_report
from pagecore.explain.picture import COLOURS
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.known_metrics import METRICS
from pagecore.measure.output import Output
from pagecore.measure.run import Results, measure


@pytest.fixture
def results(tmp_path: Path) -> Results:
    (tmp_path / "corpus").mkdir()
    for name, text in (("a", "One two three four."), ("b<i>", "Five six seven eight nine.")):
        (tmp_path / "corpus" / f"{name}.html").write_text(f"<p>{text[:-6]}</p>")
        (tmp_path / "corpus" / f"{name}.txt").write_text(text)
    return measure(corpora.load("plain", tmp_path / "corpus"), [OwnMethod("paragraphs", "1.2")])


def test_report_shows_figures_and_leads_to_diffs(results: Results, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    index = write_report([results], tmp_path / "out")
    page = parse(index.read_bytes(), url=index.as_uri())
    assert "paragraphs 1.2" in page.text()
    assert results.corpus.digest in page.text()
    diffs = [link for link in page.links() if "/pages/" in link.url]
    assert [link.text for link in diffs] == ["a", "b<i>"]
    diff = parse(Path(diffs[0].url.removeprefix("file://")).read_bytes())
    missing = [diff.text(int(row)) for row in diff.is_tag("del").nonzero()[0]]
    assert missing == ["Green", "four."]


def test_report_needs_nothing_from_elsewhere(results: Results, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    page = parse(write_report([results], tmp_path / "out").read_bytes())
    assert not page.is_tag("script", "link", "img").any()
    for path in (tmp_path / "out").rglob("*.html"):
        assert "default-src 'none'" in path.read_text()[:400]


def test_raw_results_have_a_row_per_page(results: Results, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    write_report([results], tmp_path / "out")
    rows = parquet.read_table(tmp_path / "out" / "results.parquet").to_pylist()
    assert [(row["id"], row["contender"]) for row in rows] == [
        ("a", "paragraphs"),
        ("b<i>", "paragraphs"),
    ]
    assert rows[0]["corpus_digest"] == results.corpus.digest
    assert rows[0]["words.f1"] == results.measured[0].value("words")


def test_plots_show_every_contender() -> None:
    drawn = plots.draw_scatter([("one", 0.3, 0.8), ("two & three", 40.0, 0.9)])
    assert drawn.count("<circle") == 2
    assert "two &amp; three" in drawn
    bars = plots.draw_bars(["x", "y"], {"one": [0.5, None], "two": [0.25, 1.0]})
    # The background has no place of its own.
    assert bars.count("<rect x=") == 3
    assert plots.draw_distribution({"one": [0.1, 0.9]}).count("<polyline") == 1
    assert plots.draw_scatter([]) == ""


@dataclass(frozen=True)
class ConstantTimes:
    """A method whose times are always the same."""

    name: str = "timed"
    kind: str = "peer"
    version: str = "1"

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        for output in OwnMethod("paragraphs", "0").run(items):
            yield replace(output, cpu_ms=2.0, title="One")


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_same_seed_same_bytes(results: Results, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    for folder in ("one", "two"):
        measured = measure(results.corpus, [ConstantTimes()], metrics=METRICS)
        write_report([measured], tmp_path / folder, seed=3)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert len(contents(tmp_path / "one")) == 4


def test_report_has_a_section_a_corpus_and_a_table_a_metric(
    results: Results, tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    secret = replace(results.corpus, name="secret", shown=False)
    every = [
        measure(corpus, [ConstantTimes()], metrics=METRICS) for corpus in (results.corpus, secret)
    ]
    page = parse(write_report(every, tmp_path / "out").read_bytes(), url="https://e.example/")
    headings = [page.text(int(row)) for row in page.is_tag("h1").nonzero()[0]]
    assert headings == ["plain", "secret"]
    tables = [page.text(int(row)) for row in page.is_tag("h2").nonzero()[0]]
    assert "Levenshtein levenshtein" in tables
    assert "ROUGE-LSum rouge" in tables
    # A corpus that is a figure only shows no page, here and in the raw results.
    assert tables.count("Worst pages of timed") == 1
    assert all("/pages/plain/" in link.url for link in page.links())
    assert sorted(folder.name for folder in (tmp_path / "out" / "pages").iterdir()) == ["plain"]
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = parquet.read_table(tmp_path / "out" / "results.parquet").to_pylist()
    assert [(row["corpus"], row["text"] is None) for row in rows] == [
        *[("plain", False)] * 2,
        *[("secret", True)] * 2,
    ]


def test_every_page_has_a_file_of_its_own(results: Results, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    names = ("a/b", "a_b", "a~2fb", "x" * 300, "x" * 301)
    items = tuple(replace(results.corpus.items[0], id=name) for name in names)
    measured = measure(replace(results.corpus, items=items), [ConstantTimes()])
    write_report([measured], tmp_path / "out")
    assert len([name for name in contents(tmp_path / "out") if name.startswith("pages/")]) == 5


def test_many_contenders_are_distinguished() -> None:
    names = [f"n{at}" for at in range(13)]
    scatter = plots.draw_scatter([(name, at + 1.0, 0.5) for at, name in enumerate(names)])
    marks = re.findall(r"<(?:circle|path d=\"M[\d. ]+(m[^\"]*)\")[^>]* fill=\"(#\w+)\"", scatter)
    assert len(set(marks)) == len(marks) == 13
    lines = plots.draw_distribution({name: [0.5] for name in names})
    drawn, legend = lines.split('<p class="legend">')
    looks = re.findall(r"(stroke=\"#[^/>]*)>", drawn.replace('stroke="#ddd"', ""))
    assert len(set(looks)) == len(looks) == 13
    assert [look for look in looks if f"{look}/>" not in legend] == []
    bars = plots.draw_bars(["<x>"], {name: [0.5] for name in names})
    drawn, legend = bars.split('<p class="legend">')
    looks = re.findall(r"<rect x=[^>]* height=\"[\d.]+\" (fill=[^>]*)>", drawn)
    assert len(set(looks)) == len(looks) == 13
    looks = re.findall(r"<i style=\"([^\"]*)\"", legend)
    assert len(set(looks)) == len(looks) == 13
    assert "<x>" not in bars


def test_a_contender_has_one_colour_in_all_plots() -> None:
    # The first was recorded, and has no time.
    scatter = plots.draw_scatter([("old", None, 0.5), ("new", 1.0, 0.5), ("none", 1.0, math.nan)])
    assert COLOURS[1] in scatter
    assert COLOURS[0] not in scatter


def test_names_in_a_scatter_do_not_lie_upon_each_other() -> None:
    scatter = plots.draw_scatter([(f"n{at}", 5.0, 0.5) for at in range(5)])
    heights = [float(y) for y in re.findall(r" y=\"([\d.]+)\"[^>]*>n\d<", scatter)]
    assert all(after - before >= 12 for before, after in itertools.pairwise(heights))


def test_both_columns_of_a_diff_carry_marks(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "a.html").write_text("<p>Home One</p><p>two &lt;b&gt; three</p>")
    (folder / "a.txt").write_text("One  two\n\nthree & four.")
    measured = measure(corpora.load("plain", folder), [OwnMethod("paragraphs", "1")])
    write_report([measured], tmp_path / "out")
    page = (tmp_path / "out" / "pages" / "plain" / "paragraphs" / "a.html").read_text("utf-8")
    gold, output = re.findall(r'<h2>(?:Gold|Output)</h2><p class="text">(.*?)</p>', page, re.DOTALL)
    assert gold == "One  two\n\nthree <del>&amp; four.</del>"
    assert " ".join(output.split()) == "<ins>Home</ins> One two <ins>&lt;b&gt;</ins> three"


def test_a_reused_folder_keeps_nothing_of_the_old_report(results: Results, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    out = tmp_path / "out"
    write_report([results], out)
    (out / "pages" / "plain" / "mine.html").write_text("<p>Mine.")
    (out / "pages" / "plain" / "paragraphs" / "notes.html").write_text("<p>Mine too.")
    (out / "notes.txt").write_text("Mine as well.")
    write_report([measure(results.corpus, [ConstantTimes()])], out, overwrite=True)
    assert sorted(contents(out)) == [
        "index.html",
        "notes.txt",
        "pages/plain/mine.html",
        "pages/plain/paragraphs/notes.html",
        "pages/plain/timed/a.html",
        "pages/plain/timed/b~3ci~3e.html",
        "results.parquet",
    ]
    shutil.rmtree(out)
    write_report([results], out)
    hidden = replace(results, corpus=replace(results.corpus, shown=False))
    write_report([hidden], out, overwrite=True)
    assert sorted(contents(out)) == ["index.html", "results.parquet"]
    assert not (out / "pages").exists()


@pytest.mark.parametrize("name", ["index.html", "results.parquet", "pages/x/y.html"])
def test_existing_files_are_refused(results: Results, tmp_path: Path, name: str) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    out = tmp_path / "out"
    (out / name).parent.mkdir(parents=True)
    (out / name).write_text("Mine.")
    with pytest.raises(BadOption, match=f"{Path(name).parts[0]} exists; pass --overwrite"):
        write_report([results], out)
    assert list(contents(out)) == [name]
    assert (out / name).read_text() == "Mine."
    write_report([results], out, overwrite=True)
    assert {"index.html", "pages/plain/paragraphs/a.html", "results.parquet"} <= contents(
        out
    ).keys()


@pytest.mark.parametrize("name", ["pages", "pages/plain", "pages/plain/paragraphs"])
def test_linked_folders_are_not_followed(results: Results, tmp_path: Path, name: str) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    out, other = tmp_path / "out", tmp_path / "other"
    write_report([results], other)
    (out / name).parent.mkdir(parents=True)
    (out / name).symlink_to(other / name)
    before = contents(other)
    with pytest.raises(PagecoreError, match="is a symbolic link; links are not followed"):
        write_report([results], out, overwrite=True)
    assert contents(other) == before


def test_linked_files_are_replaced(results: Results, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    out, other = tmp_path / "out", tmp_path / "other.txt"
    other.write_text("Mine.")
    out.mkdir()
    for name in ("index.html", "results.parquet"):
        (out / name).symlink_to(other)
    write_report([results], out, overwrite=True)
    assert other.read_text() == "Mine."
    assert not any(path.is_symlink() for path in out.iterdir())


def test_contenders_called_by_dots_stay_in_the_folder(results: Results, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    write_report([measure(results.corpus, [ConstantTimes(name="..")])], tmp_path / "out")
    assert "pages/plain/~../a.html" in contents(tmp_path / "out")
