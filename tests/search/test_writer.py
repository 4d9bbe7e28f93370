"""Writing an index: pages by URL, one writer at a time, and only the folders of indexes."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from pagecore import extract, parse
from pagecore.errors import BadOption, NeedsExtra, SearchError
from pagecore.search import SearchIndex, writer
from pagecore.search.index import open_index
from pagecore.search.manifest import Manifest
from pagecore.search.page_record import read_page_record
from pagecore.search.schema import write_page
from pagecore.search.writer import PageWriter, create_index
from tests.search.small_index import BOAT, BREAD, LAKE, build_index, make_page

URL = "https://a.example/"
CONTENT = Manifest("content")


def urls(index: SearchIndex, query: str) -> list[str]:
    return sorted(hit.url for hit in index.search(query))


def test_page_replaces_the_page_of_the_same_url(tmp_path: Path) -> None:
    build_index(tmp_path / "index", {URL: make_page("Lake", LAKE)})
    index = build_index(tmp_path / "index", {URL: make_page("Bread", BREAD)})
    assert len(index) == 1
    assert urls(index, "meadows") == []
    assert urls(index, "oven") == [URL]


def test_page_is_replaced_before_it_is_committed(tmp_path: Path) -> None:
    with PageWriter(tmp_path / "index", CONTENT) as pages:
        pages.add_page(parse(make_page("Lake", LAKE), url=URL))
        pages.add_page(parse(make_page("Bread", BREAD), url=URL))
    index = open_index(tmp_path / "index")
    assert len(index) == 1
    assert urls(index, "oven") == [URL]


def test_page_is_deleted_by_its_url(tmp_path: Path) -> None:
    other = "https://b.example/"
    pages = {URL: make_page("Lake", LAKE), other: make_page("Boats", BOAT)}
    build_index(tmp_path / "index", pages)
    with PageWriter.open(tmp_path / "index") as opened:
        assert opened.is_finished(URL, "")
        assert opened.delete(URL)
        assert not opened.delete("https://nowhere.example/")
    index = open_index(tmp_path / "index")
    assert urls(index, "lake") == [other]
    with PageWriter.open(tmp_path / "index") as opened:
        # It is indexed again if it is still there.
        assert not opened.is_finished(URL, "")
        assert opened.is_finished(other, "")
        assert not opened.is_finished(other, "2")


def write_content(url: str, text: str) -> str:
    return write_page(read_page_record(parse(make_page("A page", text), url=url)))


MOVED = "https://moved.example/"


@pytest.mark.parametrize("is_committed", [True, False])
def test_page_of_a_source_that_moved_is_deleted(tmp_path: Path, is_committed: bool) -> None:
    with PageWriter(tmp_path / "index", CONTENT) as pages:
        pages.add(URL, write_content(URL, LAKE), "a.html", "1")
        if is_committed:
            pages.commit()
        pages.add(MOVED, write_content(MOVED, LAKE), "a.html", "2")
    index = open_index(tmp_path / "index")
    assert len(index) == 1
    assert urls(index, "lake") == [MOVED]


@pytest.mark.parametrize("is_committed", [True, False])
def test_page_of_another_source_stays_if_one_moved(tmp_path: Path, is_committed: bool) -> None:
    with PageWriter(tmp_path / "index", CONTENT) as pages:
        pages.add(URL, write_content(URL, LAKE), "a.html", "1")
        pages.commit()
        pages.add(URL, write_content(URL, LAKE), "b.html", "1")
        if is_committed:
            pages.commit()
        pages.add(MOVED, write_content(MOVED, LAKE), "a.html", "2")
        pages.commit()
        assert urls(open_index(tmp_path / "index"), "lake") == [URL, MOVED]
        pages.add(MOVED, write_content(MOVED, LAKE), "b.html", "2")
    assert urls(open_index(tmp_path / "index"), "lake") == [MOVED]


def test_sources_of_a_deleted_page_do_not_keep_it(tmp_path: Path) -> None:
    with PageWriter(tmp_path / "index", CONTENT) as pages:
        pages.add(URL, write_content(URL, LAKE), "a.html", "1")
        pages.commit()
        pages.delete(URL)
        pages.add(URL, write_content(URL, LAKE), "b.html", "1")
        pages.add(MOVED, write_content(MOVED, LAKE), "b.html", "2")
    assert urls(open_index(tmp_path / "index"), "lake") == [MOVED]


def test_deletion_knows_the_last_commit(tmp_path: Path) -> None:
    with PageWriter(tmp_path / "index", CONTENT) as pages:
        pages.add_page(parse(make_page("Lake", LAKE), url=URL))
        assert not pages.delete("https://nowhere.example/")
        pages.commit()
        assert pages.delete(URL)
        pages.commit()
        assert not pages.delete(URL)


def test_pages_are_visible_and_safe_after_a_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "COMMIT_PAGES", 2)
    pages = PageWriter(tmp_path / "index", CONTENT)
    for number in range(3):
        pages.add_page(parse(make_page(f"Lake {number}", LAKE), url=f"{URL}{number}"))
    assert len(open_index(tmp_path / "index")) == 2
    pages.release()
    assert len(open_index(tmp_path / "index")) == 2


def test_pages_are_committed_after_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "COMMIT_SECONDS", 0.0)
    pages = PageWriter(tmp_path / "index", CONTENT)
    pages.add_page(parse(make_page("Lake", LAKE), url=URL))
    assert len(open_index(tmp_path / "index")) == 1
    pages.release()


def test_second_writer_is_refused(tmp_path: Path) -> None:
    with PageWriter(tmp_path / "index", CONTENT) as first:
        first.add_page(parse(make_page("Lake", LAKE), url=URL))
        with pytest.raises(BadOption, match="is written by another run; wait for its end"):
            PageWriter(tmp_path / "index", CONTENT)
        with pytest.raises(BadOption, match="is written by another run"):
            PageWriter(tmp_path / "index", CONTENT, overwrite=True)
    assert len(open_index(tmp_path / "index")) == 1
    PageWriter(tmp_path / "index", CONTENT).close()


def test_other_segments_are_refused(tmp_path: Path) -> None:
    build_index(tmp_path / "index", {URL: make_page("Lake", LAKE)})
    message = "has the segments of 'content', not the segments of 'fixed' words=50; pass the same"
    with pytest.raises(BadOption, match=message):
        PageWriter(tmp_path / "index", Manifest("fixed", {"words": 50}))
    assert len(open_index(tmp_path / "index")) == 1
    PageWriter(tmp_path / "index", Manifest("fixed", {"words": 50}), overwrite=True).close()
    assert len(open_index(tmp_path / "index")) == 0


def test_other_folders_and_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").write_text("Dear")
    for overwrite in (False, True):
        with pytest.raises(BadOption, match="is a folder with other files"):
            PageWriter(tmp_path / "letters", CONTENT, overwrite=overwrite)
    assert (tmp_path / "letters" / "a.txt").read_text() == "Dear"
    with pytest.raises(BadOption, match="is a file; pass a new folder"):
        PageWriter(tmp_path / "letters" / "a.txt", CONTENT)
    with pytest.raises(BadOption, match="does not exist; `pagecore index"):
        PageWriter.open(tmp_path / "nothing")


def test_overwriting_keeps_other_files(tmp_path: Path) -> None:
    build_index(tmp_path / "index", {URL: make_page("Lake", LAKE)})
    (tmp_path / "index" / "notes.txt").write_text("mine")
    PageWriter(tmp_path / "index", CONTENT, overwrite=True).close()
    assert (tmp_path / "index" / "notes.txt").read_text() == "mine"
    assert len(open_index(tmp_path / "index")) == 0


def test_nothing_is_written_after_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build_index(tmp_path / "index", {URL: make_page("Lake", LAKE)})
    pages = PageWriter.open(tmp_path / "index")

    def fail(content: str) -> None:
        raise ValueError("An IO error occurred: 'No space left on device (os error 28)'")

    monkeypatch.setattr(writer, "make_page_document", fail)
    with pytest.raises(SearchError, match="the disk is full; the index has all pages up to"):
        pages.add("https://b.example/", "{}", "b", "1")
    monkeypatch.undo()
    with pytest.raises(SearchError, match="is closed after an earlier error"):
        pages.commit()
    pages.close()
    # The lock has ended, and the index is as it was.
    PageWriter.open(tmp_path / "index").close()
    assert urls(open_index(tmp_path / "index"), "lake") == [URL]


def test_missing_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build_index(tmp_path / "index", {URL: make_page("Lake", LAKE)})
    monkeypatch.setitem(__import__("sys").modules, "tantivy", None)
    for call in (open_index, PageWriter.open):
        with pytest.raises(NeedsExtra, match=r"pip install 'pagecore\[search\]'"):
            call(tmp_path / "index")


def test_page_needs_a_name(tmp_path: Path) -> None:
    with create_index(tmp_path / "index") as pages:
        with pytest.raises(BadOption, match="url: the page has none itself"):
            pages.add_page(parse("<p>lake"))
        assert pages.add_page(extract(make_page("Lake", LAKE)), url="lake") == "lake"
    assert urls(open_index(tmp_path / "index"), "lake") == ["lake"]


def test_bad_arguments_leave_the_writer_usable(tmp_path: Path) -> None:
    page = parse(make_page("Lake", LAKE))
    with create_index(tmp_path / "index") as pages:
        for url in (5, b"lake", "a\udcff"):
            with pytest.raises(BadOption, match=r"url=.*: expected a URL or another name"):
                pages.add_page(page, url=url)  # type: ignore[arg-type]  # What a user may pass.
            with pytest.raises(BadOption, match=r"url=.*: expected a URL or another name"):
                pages.delete(url)  # type: ignore[arg-type]  # What a user may pass.
        with pytest.raises(BadOption, match="page='lake': expected a parsed page or a document"):
            pages.add_page("lake", url="lake")  # type: ignore[arg-type]  # What a user may pass.
        with suppress(BadOption):
            pages.add_page(parse(make_page("Boat", BOAT), url="https://a.example/\udcff"))
        pages.add_page(page, url="lake")
    assert "lake" in urls(open_index(tmp_path / "index"), "meadows")


def test_unknown_segments_make_no_index(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="comb, content, dom, fixed, vips"):
        create_index(tmp_path / "index", segment="blocks")
    with pytest.raises(BadOption, match="has no parameter 'size'"):
        create_index(tmp_path / "index", size=3)
    with pytest.raises(BadOption, match="expected the path of an index"):
        create_index(3)  # type: ignore[arg-type]  # What a user may pass.
    assert not (tmp_path / "index").exists()
