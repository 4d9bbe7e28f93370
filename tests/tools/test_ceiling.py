"""The program that prints the ceiling of the labels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from tests.corpora.formats import write_corpus
from tests.packed import load_corpus
from tests.train.test_ceiling import ONE, TWO
from tools.ceiling import main, measure_ceilings


def test_table(tmp_path: Path) -> None:
    lines = [
        {"id": "a", "html": f"<p>{ONE}", "text": ONE, "page_type": "article"},
        {"id": "b", "html": f"<p>{ONE}", "text": f"{ONE}\n{TWO}", "page_type": "forum"},
        {"id": "empty", "html": "<p>x", "text": "", "page_type": "forum"},
    ]
    write_corpus(tmp_path, {"pages.jsonl": lines})
    path = str(tmp_path / "pages.jsonl")
    done = CliRunner().invoke(main, ["--corpus", "plain", "--path", path, "--worst", "1"])
    assert done.exit_code == 0, done.output
    rows = [line.split() for line in done.output.splitlines()]
    means = ["1.000", "1.000", "1.000", ".000", ".000", ".000", ".000", ".000"]
    assert ["article", "1", *means] in rows
    assert ["forum", "1", ".667", ".667", ".500", ".500", ".000", ".000", ".000", ".000"] in rows
    assert ["all", "2", ".833", ".833", ".750", ".250", ".000", ".000", ".000", ".000"] in rows
    assert max(map(len, done.output.splitlines()[:12])) <= 80
    assert done.output.rstrip().splitlines()[-1].startswith("b (forum): 0.667; nowhere 0.50")


@pytest.mark.parametrize(("name", "floor"), [("fundus", 0.985)])
def test_ceiling_of_a_corpus(name: str, floor: float) -> None:
    pages = measure_ceilings(load_corpus(name))
    assert len(pages) > 100
    assert np.mean([about.f1 for _, about in pages]) >= floor
