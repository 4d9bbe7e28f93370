"""Openers of pages: which pages are read when some of them are opened."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pagecore import Page, Site, learn, parse
from pagecore.sources import read
from pagecore.sources.page_openers import SkippingOpener, make_opener
from tests.sites.sample_site import make_story

HTML = [f"<p>{word}" for word in ("one", "two", "three", "four", "five")]


class OwnOpener:
    """An opener of the user, which can skip pages."""

    def __init__(self) -> None:
        self.opened: list[int] = []

    def __call__(self) -> Iterator[str]:
        return self.open_some(range(len(HTML)))

    def open_some(self, numbers: Sequence[int]) -> Iterator[str]:
        for at in numbers:
            self.opened.append(at)
            yield HTML[at]


def write_folder(folder: Path) -> Path:
    for at, html in enumerate(HTML):
        (folder / f"{at}.html").write_text(html)
    return folder


OPENED: list[Callable[[Path], Any]] = [
    lambda folder: HTML,
    lambda folder: iter(HTML),
    lambda folder: lambda: iter(HTML),
    lambda folder: OwnOpener(),
    write_folder,
]


@pytest.mark.parametrize("make", OPENED)
def test_selections_of_selections(make: Callable[[Path], Any], tmp_path: Path) -> None:
    site = Site.of(make(tmp_path))
    some = site.select([3, 0, 4])
    # The second is opened before the whole site, of which an iterator has read nothing yet.
    assert [page.text() for page in some.select([2, 0])] == ["one", "five"]
    assert [page.text() for page in some] == ["one", "four", "five"]
    assert [page.text() for page in site] == ["one", "two", "three", "four", "five"]
    assert [page.text() for page in some.select([])] == []


def test_own_openers_are_asked_for_some_pages() -> None:
    opener = OwnOpener()
    assert isinstance(opener, SkippingOpener)
    assert make_opener(opener) is opener
    assert len(list(Site.of(opener).select([1, 4]))) == 2
    assert opener.opened == [1, 4]
    # A plain function cannot skip pages.
    assert not isinstance(make_opener(lambda: HTML), SkippingOpener)


def test_skipped_pages_are_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    site = Site.of(iter(HTML))
    assert len(list(site)) == 5
    unpacked = []
    load = pickle.loads

    def count(packed: bytes) -> Any:
        unpacked.append(packed)
        return load(packed)

    monkeypatch.setattr("pagecore.sources.page_openers.pickle.loads", count)
    assert [page.text() for page in site.select([1, 3])] == ["two", "four"]
    assert len(unpacked) == 2


def test_a_folder_keeps_its_order(tmp_path: Path) -> None:
    site = Site.of(write_folder(tmp_path))
    assert [page.text() for page in site.select([1])] == ["two"]
    (tmp_path / "00.html").write_text("<p>new")
    assert [page.text() for page in site.select([1])] == ["two"]


def make_page(template: int, number: int) -> str:
    """A page of one of many templates, with two pages each."""
    tags = [("div", "section", "table")[template // 3**at % 3] for at in range(4)]
    rows = "".join(
        f"<{tag} class=c{template}x{at}><p>Part {at}</p></{tag}>" for at, tag in enumerate(tags)
    )
    story = make_story(100 * template + number)
    return f"<body class=t{template}><main class=m{template}><p>{story}</p></main>{rows}"


@pytest.mark.parametrize("method", ["cst", "entropy"])
def test_each_class_is_read_alone(
    method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_read = 0

    def count(source: Any, options: Any) -> Page:
        nonlocal n_read
        n_read += 1
        return read_page(source, options)

    read_page = read.read_page
    monkeypatch.setattr(read, "read_page", count)
    n_by_size = []
    for n_templates in (4, 12):
        folder = tmp_path / str(n_templates)
        folder.mkdir()
        for template in range(n_templates):
            for number in range(2):
                html = make_page(template, number)
                (folder / f"{template:02}-{number}.html").write_text(html)
        n_read = 0
        wrapper = learn(folder, method=method)
        assert wrapper.notes[0] == f"{n_templates} page classes among {2 * n_templates} pages"
        n_by_size.append(n_read)
    # Not nine times as many.
    assert n_by_size[1] == 3 * n_by_size[0]


def test_pages_of_a_list_are_not_copied() -> None:
    pages = [parse(html) for html in HTML]
    chosen: Iterable[Page] = Site.of(pages).select([2])
    assert next(iter(chosen)) is pages[2]
