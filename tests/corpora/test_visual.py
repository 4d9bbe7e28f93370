"""Visual: pages with style sheets, their gold, and their rendered versions."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pagecore.corpora import Gold, load
from pagecore.corpora.rendered import find_rendered
from pagecore.measure.run_families import extract_pages, segment_pages
from pagecore.registry import find_method
from tests.corpora.formats import problems, write_corpus

MAGAZINE = Path(__file__).resolve().parents[1] / "pages" / "rendered" / "magazine"


def test_real_corpus(corpus: Callable[[str], Path]) -> None:
    read = load("visual", corpus("visual"))
    assert (len(read.items), sum(item.in_means for item in read.items)) == (167, 125)
    assert len({item.group for item in read.items}) == 21


def write_small(folder: Path) -> None:
    pages = [
        {"file": "tree/a.html", "url": "u1", "kind": "entry"},
        {"file": "tree/b.html", "url": "u2", "kind": "home"},
        {"file": "tree/c.html", "url": "u3", "kind": "entry"},
    ]
    gold = [
        {"site": "site", "file": "tree/a.html", "text": "one"},
        {"site": "site", "file": "tree/d.html", "text": "two"},
        {"site": "site", "text": "three"},
    ]
    html = MAGAZINE.with_suffix(".html").read_text("utf-8")
    write_corpus(
        folder,
        {
            "gold.jsonl": gold,
            "site/meta.json": {"language": "de", "pages": pages},
            "site/tree/a.html": html,
            "site/tree/b.html": "",
        },
    )


def test_small_corpus(tmp_path: Path) -> None:
    write_small(tmp_path)
    read = load("visual", tmp_path)
    first, second = read.items
    assert (first.id, first.group, first.in_means) == ("site/tree/a.html", "site", True)
    assert first.gold == Gold(text="one", language="de", page_type="entry")
    assert (second.gold.text, second.in_means, second.rendered) == (None, False, None)
    assert problems(read) == [
        ("gold.jsonl:3", "there is no 'file'"),
        ("site/meta.json, pages[2]", "gold without page"),
        ("gold.jsonl:2", "gold without page"),
    ]


def render_small(folder: Path) -> None:
    layouts = folder / "layouts" / "visual"
    layouts.mkdir(parents=True)
    shutil.copy(MAGAZINE.with_suffix(".npz"), layouts / "a.npz")
    lines = [{"id": "site/tree/a.html", "file": "a.npz"}, {"id": "b", "file": "gone.npz"}]
    lines += [{"id": "c", "file": "../../secret.npz"}]
    text = "\n".join([*map(json.dumps, lines), "no JSON", "[]", "{}"])
    (layouts / "index.jsonl").write_text(text, "utf-8")
    (folder / "secret.npz").write_bytes(b"")


def test_rendered_pages_are_found(tmp_path: Path) -> None:
    write_small(tmp_path / "visual")
    assert find_rendered(tmp_path / "visual", "visual") == {}
    render_small(tmp_path)
    rendered = find_rendered(tmp_path / "visual", "visual")
    assert {name: path.name for name, path in rendered.items()} == {"site/tree/a.html": "a.npz"}
    first, second = load("visual", tmp_path / "visual").items
    assert (first.rendered, second.rendered) == (rendered["site/tree/a.html"], None)


def test_methods_that_need_a_layout_get_the_rendered_page(tmp_path: Path) -> None:
    write_small(tmp_path / "visual")
    render_small(tmp_path)
    items = load("visual", tmp_path / "visual").items
    first, second = extract_pages(find_method("vbpa"), items, {})
    assert first.text.startswith("The harbour office")
    assert second.error is not None
    assert "NeedsBrowser" in second.error
    by_box, _ = segment_pages(find_method("vips"), items, {})
    by_tag, _ = segment_pages(find_method("dom"), items, {})
    assert (by_box.is_rendered, by_tag.is_rendered) == (True, False)


@pytest.mark.parametrize("name", ["visual", "segments"])
def test_every_real_page_is_rendered_or_none(name: str, corpus: Callable[[str], Path]) -> None:
    items = load(name, corpus(name)).items
    n_rendered = sum(item.rendered is not None for item in items)
    if not n_rendered:
        pytest.skip(f"the pages of {name} are not rendered")
    assert n_rendered == len(items)
