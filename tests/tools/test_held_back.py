"""Wrappers on pages that they have not learned from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pagecore import corpora
from tools.held_back import difference, main, measured, table

TEXT = " ".join(["The tide comes in at six, and the boats go out."] * 6)


@pytest.fixture
def sites(tmp_path: Path) -> Path:
    """Two sites of six pages: one keeps its content in a div, the other has none to be known by."""
    for name, around in (("known", "<div id=text>{}</div>"), ("bare", "{}")):
        folder = tmp_path / "sites" / name
        (folder / "pages").mkdir(parents=True)
        files = [f"pages/{at}.html" for at in range(6)]
        for file in files:
            # One page of the first site is another.
            html = f"<p>{TEXT}" if file == "pages/5.html" else around.format(f"<p>{TEXT}</p>")
            (folder / file).write_text(f"<nav><a href=/>Home</a></nav>{html}")
        meta = {"base_url": f"https://{name}.example/", "pages": [{"file": one} for one in files]}
        (folder / "meta.json").write_text(json.dumps(meta))
        (folder / "gold.jsonl").write_text(
            "\n".join(json.dumps({"file": one, "text": TEXT}) for one in files)
        )
    return tmp_path / "sites"


def test_every_second_page_is_held_back(sites: Path) -> None:
    bare, known = measured(corpora.load("sites", sites), "hybrid", lambda: None)
    assert (known.name, known.learned_from, len(known.wrapper)) == ("known", 3, 3)
    # The last page has no such div, and the default takes over.
    assert known.fits == 2
    assert known.wrapper == known.default == (1.0, 1.0, 1.0)
    assert difference([known]).difference == 0
    assert bare.name == "bare"
    assert bare.problem.startswith("nothing was learned")


def test_table_has_a_line_for_each_site_and_says_what_failed(sites: Path, tmp_path: Path) -> None:
    document = tmp_path / "page.md"
    document.write_text("before\n<!-- sites:begin -->\nstale\n<!-- sites:end -->\nafter\n")
    done = CliRunner().invoke(main, ["--data", str(sites), "--out", str(document)])
    assert done.exit_code == 0, done.output
    text = document.read_text("utf-8")
    assert "| known | 3 | 3 | 2 | 1.000 | 1.000 | +0.000 |" in text
    assert "| all | 3 | 3 | 2 | 1.000 | 1.000 | +0.000 |" in text
    assert "bare: nothing was learned" in text
    assert "stale" not in text
    assert text.startswith("before\n")
    assert text.endswith("\nafter\n")
    assert table([])[:1] == [
        "| site | learned from | held back | fits | default | wrapper | difference |"
    ]
