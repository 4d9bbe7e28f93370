"""Which pages are in which class: all names, in Python and on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore import Wrapper, learn
from tests.conftest import Run
from tests.sites.sample_site import make_html, make_list, make_redesign

ARTICLES = [make_html(n) for n in range(5)]
LISTS = [make_list(n) for n in range(3)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with articles and lists."""
    monkeypatch.chdir(tmp_path)
    for kind, pages in (("article", ARTICLES), ("list", LISTS)):
        for n, html in enumerate(pages):
            path = tmp_path / "site" / f"{kind}{n}.html"
            path.parent.mkdir(exist_ok=True)
            path.write_text(html)
    return tmp_path / "site"


def test_all_names_of_all_classes() -> None:
    wrapper = learn([*LISTS, *ARTICLES], method="cst", names=list("abcdefgh"))
    assert wrapper.page_names == (tuple("defgh"), tuple("abc"))
    assert Wrapper.read(wrapper.xml()) == wrapper
    assert Wrapper.read(wrapper.xml()).page_names == ()


def test_one_class_is_reported_too() -> None:
    wrapper = learn(ARTICLES, method="cst")
    assert wrapper.notes == (
        "the wrapper was learned from one class of 5 pages: page 1, page 2, page 3 and 2 more",
    )
    assert wrapper.page_names == (tuple(f"page {n}" for n in range(1, 6)),)


def test_names_of_an_update() -> None:
    old = learn([*ARTICLES, *LISTS], method="cst")
    pages = [make_html(50), make_redesign(1), make_redesign(2), make_list(50)]
    updated = learn(pages, update=old, names=["a", "b", "c", "d"])
    assert updated.page_names == (("b", "c"), ("a",), ("d",))
    same = learn(pages[:1], update=old, names=["a"])
    assert same.page_names == (("a",), ())


def test_pages_of_a_folder_have_the_names_of_their_files(folder: Path) -> None:
    for place in (folder, str(folder)):
        wrapper = learn(place, method="cst")
        assert wrapper.page_names[1] == tuple(str(folder / f"list{n}.html") for n in range(3))
    assert learn(folder, method="cst", names=["first"]).page_names[0][0] == "first"


@pytest.mark.usefixtures("folder")
def test_command_lists_all_pages(run: Run) -> None:
    result = run("learn", "site", "--method", "cst", "--list-pages", "-o", "w.xml")
    assert result.code == 0
    lines = [line.removeprefix("pagecore: ") for line in result.err.splitlines()]
    assert lines[0] == "2 page classes among 8 pages"
    listed = [f"page class 1: site/article{n}.html" for n in range(5)]
    assert lines[3:] == [*listed, *(f"page class 2: site/list{n}.html" for n in range(3))]
    result = run("learn", "site", "--method", "cst", "-o", "w.xml", "--overwrite")
    assert "site/article4.html" not in result.err
