"""The pages that `learn` and `extract --site` read: several times, without keeping them."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from pagecore import Page, Site
from pagecore.cli import source_pages
from pagecore.cli.batch import PageBar
from pagecore.cli.source_pages import SourcePages
from pagecore.errors import WrapperError
from pagecore.sources.read import ReadOptions, read_page
from pagecore.sources.source import STDIN, Source
from tests.cli.test_extract import run_in_terminal
from tests.conftest import Run
from tests.sites.sample_site import make_html, make_list


def open_sources(places: list[str]) -> SourcePages:
    sources = [Source(place, at) for at, place in enumerate(places)]
    return SourcePages(sources, ReadOptions(), PageBar(0))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stories and lists."""
    monkeypatch.chdir(tmp_path)
    Path("site").mkdir()
    for at in range(4):
        Path(f"site/story{at}.html").write_text(make_html(at))
        Path(f"site/list{at}.html").write_text(make_list(at))
    return tmp_path


def read_texts(pages: SourcePages, numbers: list[int] | None = None) -> list[str]:
    site = Site.of(pages)
    return [page.text() for page in (site if numbers is None else site.select(numbers))]


def test_files_are_read_again_and_what_fails_is_reported_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = [str(tmp_path / name) for name in ("a.html", "missing.html", "b.html", "c.html")]
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.html").write_text(f"<p>{name}")
    pages = open_sources(names)
    # An iteration that stops early leaves the rest to the next.
    assert next(iter(pages())).text() == "a"
    assert read_texts(pages) == ["a", "b", "c"]
    assert read_texts(pages, [1, 2]) == ["b", "c"]
    assert capsys.readouterr().err.count("missing.html") == 1
    assert pages.failed == [names[1]]
    assert pages.names == [names[0], names[2], names[3]] == [str(of) for of in pages.sources]
    # Nothing is kept in memory.
    assert pages._kept == {}
    (tmp_path / "b.html").write_text("<p>later")
    assert read_texts(pages, [1]) == ["later"]


def test_standard_input_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"<p>from a pipe")))
    pages = open_sources([STDIN])
    assert read_texts(pages) == read_texts(pages) == read_texts(pages, [0]) == ["from a pipe"]


def test_no_page_at_all(tmp_path: Path) -> None:
    pages = open_sources([str(tmp_path / "missing.html")])
    with pytest.raises(WrapperError, match="no page could be read"):
        read_texts(pages)


@pytest.mark.usefixtures("folder")
def test_the_bar_counts_all_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    n_read = 0

    def count(source: Source, options: ReadOptions) -> Page:
        nonlocal n_read
        n_read += 1
        return read_page(source, options)

    monkeypatch.setattr(source_pages, "read_page", count)
    shown: list[tuple[int, int]] = []
    bar = PageBar(0, show=lambda n_done, n_pages: shown.append((n_done, n_pages)))
    sources = [Source(str(path), at) for at, path in enumerate(sorted(Path("site").iterdir()))]
    site = Site.of(SourcePages(sources, ReadOptions(), bar))
    assert len(list(site)) == 8
    assert len(list(site.select([1, 2]))) == 2
    next(iter(site))
    assert len(list(site.select([0]))) == 1
    assert bar.n_done == bar.n_pages == n_read == 12
    assert [pair for pair in shown if pair[0] in (0, 8, 12)] == [
        *((0, 8), (8, 8), (8, 10)),
        (12, 12),
    ]


@pytest.mark.usefixtures("folder")
def test_learn_shows_how_many_pages_it_has_read(run: Run) -> None:
    shown, out = run_in_terminal(["learn", "site", "--method", "cst", "-o", "w.xml"])
    assert out == b""
    assert "pages read" in shown
    # All pages once to divide them, and twice those of each class to learn from them.
    assert re.findall(r"(\d+)/(\d+)", shown)[-1] == ("24", "24")
    assert run("learn", "site", "--method", "cst").err.startswith(
        "pagecore: 2 page classes among 8"
    )
