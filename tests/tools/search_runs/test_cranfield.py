from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagecore.errors import BadInput
from tests.packed import corpus
from tools.search_runs.cranfield import measure_cranfield

pytest.importorskip("ir_measures")


def write_lines(path: Path, records: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")


def test_the_grade_of_no_interest_is_left_out(tmp_path: Path) -> None:
    texts = ["wings of a heated aircraft", "the wing", "heat transfer in slabs"]
    documents: list[dict[str, object]] = [
        {"id": str(number), "title": "", "text": text} for number, text in enumerate(texts, 1)
    ]
    write_lines(tmp_path / "docs.jsonl", documents)
    write_lines(tmp_path / "queries.jsonl", [{"id": "1", "text": "heated wings"}])
    grades = [{"query": "1", "doc": "1", "grade": -1}, {"query": "1", "doc": "2", "grade": 3}]
    write_lines(tmp_path / "qrels.jsonl", grades)
    figures, digest = measure_cranfield(tmp_path)
    rows = {row["name"]: row for row in figures["rows"]}
    assert rows["stems without stop words, grades 1 to 4"]["n_relevant"] == 1
    assert rows["stems without stop words, grades 1 to 4"]["success@1"] == 0
    assert rows["stems without stop words, all judgements"]["success@1"] == 1
    # Without stems, the second document does not match.
    assert rows["words, grades 1 to 4"]["MAP"] == 0
    assert len(digest) == 16


def test_missing_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"docs\.jsonl: no such file"):
        measure_cranfield(tmp_path)


def test_bm25_reaches_the_published_figure() -> None:
    figures, _ = measure_cranfield(corpus("cranfield"))
    rows = {row["name"]: row for row in figures["rows"]}
    assert figures["documents"] == 1400
    assert figures["queries"] == 225
    # Lucene has 0.425 with all judgements.
    assert rows["stems without stop words, all judgements"]["MAP"] > 0.41
