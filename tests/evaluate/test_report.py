"""The report: a page to open, a diff for every bad page, the raw results."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore import parse
from pagecore.evaluate import corpora, plots
from pagecore.evaluate.contenders import OwnMethod
from pagecore.evaluate.report import write
from pagecore.evaluate.run import Results, measure


@pytest.fixture
def results(tmp_path: Path) -> Results:
    (tmp_path / "corpus").mkdir()
    for name, text in (("a", "One two three four."), ("b<i>", "Five six seven eight nine.")):
        (tmp_path / "corpus" / f"{name}.html").write_text(f"<p>{text[:-6]}</p>")
        (tmp_path / "corpus" / f"{name}.txt").write_text(text)
    return measure(corpora.load("plain", tmp_path / "corpus"), [OwnMethod("default", "1.2")])


def test_report_shows_figures_and_leads_to_diffs(results: Results, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    index = write([results], tmp_path / "out")
    page = parse(index.read_bytes(), url=index.as_uri())
    assert "default 1.2" in page.text()
    assert results.corpus.digest in page.text()
    diffs = [link for link in page.links() if "/pages/" in link.url]
    assert [link.text for link in diffs] == ["a", "b<i>"]
    diff = parse(Path(diffs[0].url.removeprefix("file://")).read_bytes())
    missing = [diff.text(int(row)) for row in diff.is_tag("del").nonzero()[0]]
    assert missing == ["Green", "four."]


def test_report_needs_nothing_from_elsewhere(results: Results, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    page = parse(write([results], tmp_path / "out").read_bytes())
    assert not page.is_tag("script", "link", "img").any()


def test_raw_results_have_a_row_per_page(results: Results, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    write([results], tmp_path / "out")
    rows = parquet.read_table(tmp_path / "out" / "results.parquet").to_pylist()
    assert [(row["id"], row["contender"]) for row in rows] == [
        ("a", "default"),
        ("b<i>", "default"),
    ]
    assert rows[0]["corpus_digest"] == results.corpus.digest
    assert rows[0]["words.f1"] == results.measured[0].value("words")


def test_plots_show_every_contender() -> None:
    drawn = plots.scatter([("one", 0.3, 0.8), ("two & three", 40.0, 0.9)])
    assert drawn.count("<circle") == 2
    assert "two &amp; three" in drawn
    bars = plots.bars(["x", "y"], {"one": [0.5, None], "two": [0.25, 1.0]})
    assert bars.count("<rect") == 3
    assert plots.distribution({"one": [0.1, 0.9]}).count("<polyline") == 1
    assert plots.scatter([]) == ""
