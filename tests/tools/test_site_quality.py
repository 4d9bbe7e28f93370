"""Site methods on held-back pages of a kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pagecore import corpora
from pagecore.figures import load_figures
from tools.render.methods import render_site_quality
from tools.site_quality import ENTRY, main, measure_sites, select_pages, split_pages

MENU = "<header><a>Home</a><a>News</a><a>Contact us</a></header>"


@pytest.fixture
def sites(tmp_path: Path) -> Path:
    """A site with eight entries and two lists, and one with a single page."""
    for name, n_entries in (("known", 8), ("single", 1)):
        folder = tmp_path / "sites" / name
        (folder / "pages").mkdir(parents=True)
        pages, gold = [], []
        for at in range(n_entries + 2):
            file, kind = f"pages/{at}.html", "entry" if at < n_entries else "list"
            text = " ".join(f"word{at}x{number}" for number in range(30))
            body = f"<p>{text}</p>" if kind == "entry" else f"<ul><li>{text}</ul>"
            (folder / file).write_text(MENU + body)
            pages.append({"file": file, "kind": kind})
            if kind == "entry":
                gold.append({"file": file, "text": text})
        meta = {"base_url": f"https://{name}.example/", "pages": pages}
        (folder / "meta.json").write_text(json.dumps(meta))
        (folder / "gold.jsonl").write_text("\n".join(map(json.dumps, gold)))
    return tmp_path / "sites"


def test_wrappers_are_learned_from_other_pages_of_the_kind(sites: Path) -> None:
    corpus = corpora.load("sites", sites)
    (known,) = measure_sites(corpus, "cst")
    assert known.site == "known"
    assert known.learned == {5: [1.0] * 4, 20: [1.0] * 4}
    assert known.misfits == {5: 0, 20: 0}
    assert len(known.default) == 4
    # The menu has four words.
    assert known.everything == pytest.approx([2 * 30 / (30 + 34)] * 4)


def test_pages_are_split_and_selected_evenly(sites: Path) -> None:
    items = [
        item
        for item in corpora.load("sites", sites).items
        if item.id.startswith("known") and item.gold.page_type == "entry"
    ]
    held_back, others = split_pages(items)
    assert held_back == items[1::2]
    assert others == items[::2]
    assert select_pages(items, 3) == [items[0], items[2], items[4]]
    assert select_pages(items, 20) == items


def test_figures_of_each_method_are_recorded_and_rendered(sites: Path, tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    for method in ("cst", "hybrid"):
        done = CliRunner().invoke(main, [method, "--data", str(sites), "--figures", str(file)])
        assert done.exit_code == 0, done.output
        assert done.output.startswith(f"{method}: 5 pages ")
    entries = load_figures(file)
    figures = entries[ENTRY]["figures"]
    assert set(figures) == {"cst", "hybrid"}
    known, mean = figures["cst"]
    assert (known["site"], known["pages"], mean["site"]) == ("known", 4, "mean")
    assert mean["learned"] == {"5": 1.0, "20": 1.0}
    text = render_site_quality(entries, "cst")
    assert "| site | test pages | all text | default extractor | cst, 5 pages |" in text
    assert "| known | 4 | 0.938 |" in text


def test_pages_that_a_wrapper_does_not_fit_do_not_count(sites: Path) -> None:
    page = sites / "known" / "pages" / "1.html"
    page.write_text("<table><tr><td>Another<td>template</table>")
    (known,) = measure_sites(corpora.load("sites", sites), "cst")
    assert known.misfits == {5: 1, 20: 1}
    assert known.learned[5] == [1.0] * 3


def test_corpus_without_such_sites_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "sites" / "a"
    folder.mkdir(parents=True)
    (folder / "p.html").write_text("<p>a")
    meta = {"base_url": "https://a.example/", "pages": [{"file": "p.html", "kind": "entry"}]}
    (folder / "meta.json").write_text(json.dumps(meta))
    options = ["cst", "--data", str(folder.parent), "--figures", str(tmp_path / "f.json")]
    done = CliRunner().invoke(main, options)
    assert done.exit_code == 2
    assert "no site has gold of pages of a kind with others to learn from" in done.output
