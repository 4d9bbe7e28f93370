"""Sources: files, folders, URLs and standard input, and how they are read."""

from __future__ import annotations

import io
import os
import pickle
import sys
from pathlib import Path

import pytest

from pagecore.errors import BadInput, BadOption
from pagecore.sources.read import ReadOptions, read_page, read_raw_page
from pagecore.sources.source import Source, find_sources, path_of_url
from pagecore.store import make_printable

PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


def test_places_in_their_order_and_folders_by_name(tmp_path: Path) -> None:
    for name in ("b.html", "a.HTM", "deep/c.xhtml", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"<p>a")
    listed = find_sources(["z.html", str(tmp_path), "-"])
    names = [os.path.relpath(source.place, tmp_path) for source in listed.sources[1:-1]]
    assert names == ["a.HTM", "b.html", "deep/c.xhtml"]
    assert [source.index for source in listed.sources] == list(range(5))
    assert [source.folder for source in listed.sources] == [None, *[str(tmp_path)] * 3, None]
    assert (listed.errors, listed.is_many) == ([], True)


def test_one_page_is_not_many_and_a_folder_is(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"<p>a")
    assert not find_sources([str(tmp_path / "a.html")]).is_many
    assert find_sources([str(tmp_path)]).is_many


def test_links_lead_only_to_pages_of_the_folder(tmp_path: Path) -> None:
    folder, secret = tmp_path / "pages", tmp_path / "secret.html"
    (folder / "sub").mkdir(parents=True)
    for path in (folder / "sub" / "a.html", secret):
        path.write_text("<p>a")
    (folder / "b.html").symlink_to("sub/a.html")
    (folder / "c.html").symlink_to(secret)
    (folder / "round").symlink_to(folder)
    (folder / "out").symlink_to(tmp_path)
    pages = find_sources([str(folder)])
    names = [os.path.relpath(source.place, folder) for source in pages.sources]
    assert names == ["b.html", "sub/a.html"]
    assert [str(error) for error in pages.errors] == [
        f"{folder}/c.html: this is a symbolic link to a file outside the folder; pass that file "
        "itself"
    ]
    # A link that is named itself is followed, and so is a folder that is a link.
    (tmp_path / "link").symlink_to(folder)
    assert len(find_sources([str(folder / "c.html")]).sources) == 1
    assert len(find_sources([str(tmp_path / "link")]).sources) == 2


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    (error,) = find_sources([str(tmp_path)]).errors
    assert str(error) == f"{tmp_path}: no pages in this folder (*.html, *.htm, *.xhtml)"


def test_standard_input_is_read_once() -> None:
    with pytest.raises(BadOption, match="- is named twice"):
        find_sources(["-", "-"])


def test_only_a_second_page_of_a_host_waits() -> None:
    places = ["http://a.example/1", "a.html", "http://b.example/", "b.html", "http://A.example/2"]
    again = [source.needs_pause for source in find_sources(places).sources]
    assert again == [False, False, False, False, True]


URLS = [
    # place                       host          url
    ("http://A.example/b",        "a.example",  "http://A.example/b"),
    ("-",                         None,         None),
    ("http://[::1",               None,         "http://[::1"),
    ("/tmp/a b.html",             None,         "file:///tmp/a%20b.html"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "host", "url"), URLS)
def test_hosts_and_urls(place: str, host: str | None, url: str | None) -> None:
    assert (Source(place).host, Source(place).url) == (host, url)


def test_paths_of_file_urls() -> None:
    assert path_of_url("file:///tmp/a%20b.html") == Path("/tmp/a b.html")


def test_names_that_are_not_utf8_can_be_printed() -> None:
    assert str(Source(os.fsdecode(b"\xff.html"))) == "\ufffd.html"
    assert make_printable(Path("a.html")) == "a.html"
    assert str(Source("")) == "''"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
def test_endless_files_are_read_to_the_limit() -> None:
    page = read_page(Source("/dev/zero"), ReadOptions(max_bytes=999))
    assert len(page.source) == 999
    assert [warning.code for warning in page.warnings if "limit" in warning.code] == ["limit-bytes"]


def test_rows_are_limited(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(b"<p>a" * 99)
    page = read_page(Source(str(tmp_path / "a.html")), ReadOptions(max_rows=50))
    assert len(page) == 50


def test_a_source_that_was_read_already_is_not_read_again() -> None:
    source = Source("-", content=b"<p>a")
    assert read_raw_page(source, ReadOptions(url="http://a.example/")).content == b"<p>a"
    assert read_page(source, ReadOptions(url="http://a.example/")).url == "http://a.example/"
    assert pickle.loads(pickle.dumps(source)) == source
    with pytest.raises(BadInput, match=r"^-: this is a PDF, not an HTML page$"):
        read_raw_page(Source("-", content=PDF), ReadOptions())


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadInput, match=r"^-: standard input is closed"):
        read_raw_page(Source("-"), ReadOptions())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"<p>b")))
    assert read_raw_page(Source("-"), ReadOptions()).content == b"<p>b"
