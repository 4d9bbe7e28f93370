"""The pages at some places: what is taken from folders, and what is skipped and counted."""

from __future__ import annotations

import gzip
import os
import random
from pathlib import Path

import pytest

from pagecore.errors import BadOption
from pagecore.sources.addresses import Manifest
from pagecore.sources.find_sources import (
    MARKUP_KINDS,
    FolderOptions,
    SourceList,
    find_sources,
    format_skipped,
)
from pagecore.sources.kinds import FileKind
from tests.inputs import make_atom, make_mhtml, make_page, make_sitemap, make_warc

PNG = b"\x89PNG\r\n\x1a\n"


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
    assert str(error) == f"{tmp_path}: no pages in this folder: there are no files"
    (tmp_path / "a.png").write_bytes(PNG)
    (error,) = find_sources([str(tmp_path)]).errors
    assert str(error) == f"{tmp_path}: no pages in this folder, but other files: 1 PNG image"


def test_standard_input_is_read_once() -> None:
    with pytest.raises(BadOption, match="- is named twice"):
        find_sources(["-", "-"])


def test_only_a_second_page_of_a_host_waits() -> None:
    places = ["http://a.example/1", "a.html", "http://b.example/", "b.html", "http://A.example/2"]
    again = [source.needs_pause for source in find_sources(places).sources]
    assert again == [False, False, False, False, True]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    contents = {
        "a": make_page("a").encode(),
        "b.gz": gzip.compress(make_page("b").encode()),
        "c.mht": make_mhtml(b"<p>c"),
        "d/crawl": make_warc(["d"], packed=True),
        "e.xml": make_atom(["e"]),
        "f.md": b"# f",
        "g.html": b"text without tags",
        "logo.html": PNG,
        "map.xml": make_sitemap(["https://a.example/"]),
        "program.js": b"let x = '<div>';",
        "program": b"x = '<div>'",
        "random": random.Random(9).randbytes(2000),
        "style.css": b"p { color: red }",
    }
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def names(listed: SourceList, folder: Path) -> list[str]:
    return [os.path.relpath(source.place, folder) for source in listed.sources]


def test_pages_of_a_folder_are_recognised_by_content(folder: Path) -> None:
    listed = find_sources([str(folder)])
    assert names(listed, folder) == ["a", "b.gz", "c.mht", "d/crawl", "e.xml", "g.html"]
    kinds = {source.kind for source in listed.sources}
    assert kinds == {None, FileKind.WARC, FileKind.FEED}
    assert listed.skipped == {
        "a PNG image": 1,
        "a sitemap": 1,
        "a text file with tags": 1,
        "binary data": 1,
        "a text file": 3,
    }


def test_skipped_files_are_listed_by_their_number() -> None:
    skipped = {"a PDF": 1, "a PNG image": 12, "a GIF image": 1}
    assert format_skipped(skipped) == "12 PNG images, 1 GIF image, 1 PDF"
    more = {"a sound or a video": 3, "binary data": 2, "an XML document with the root element a": 2}
    assert format_skipped(more) == (
        "3 sounds or videos, 2 XML documents with the root element a, 2 files: binary data"
    )
    texts = format_skipped({"a text file": 2, "a text file with tags": 2})
    assert texts == "2 text files, 2 text files with tags (--glob '*.txt' takes text files)"


def test_only_markup_is_learned_from(folder: Path) -> None:
    listed = find_sources([str(folder)], FolderOptions(kinds=MARKUP_KINDS))
    assert names(listed, folder) == ["a", "b.gz", "c.mht", "g.html"]


GLOBS = [
    # patterns            files
    (("*.md", "*.gz"),    ["b.gz", "f.md"]),
    (("d/*",),            ["d/crawl"]),
    (("crawl",),          ["d/crawl"]),
    (("*.js",),           ["program.js"]),
    (("*.xml",),          ["e.xml"]),
    (("*.png",),          []),
]  # fmt: skip


@pytest.mark.parametrize(("globs", "files"), GLOBS)
def test_patterns_narrow_a_folder(folder: Path, globs: tuple[str, ...], files: list[str]) -> None:
    assert names(find_sources([str(folder)], FolderOptions(globs)), folder) == files


def test_no_file_matches(folder: Path) -> None:
    (error,) = find_sources([str(folder)], FolderOptions(("*.x", "*.y"))).errors
    message = "no pages in this folder: there are no files that match *.x, *.y"
    assert str(error) == f"{folder}: {message}"


def test_the_output_is_not_read(folder: Path) -> None:
    (folder / "out").mkdir()
    (folder / "out" / "a.html").write_text("<p>a")
    assert "out/a.html" in names(find_sources([str(folder)]), folder)
    exclude = FolderOptions(exclude=str(folder / "out"))
    assert "out/a.html" not in names(find_sources([str(folder)], exclude), folder)
    exclude = FolderOptions(exclude=str(folder / "g.html"))
    assert "g.html" not in names(find_sources([str(folder)], exclude), folder)


def test_links_out_of_the_folder_are_errors_if_they_have_the_name_of_a_page(folder: Path) -> None:
    (folder.parent / "secret").write_text("<p>a")
    (folder / "z.html").symlink_to(folder.parent / "secret")
    (folder / "z").symlink_to(folder.parent / "secret")
    listed = find_sources([str(folder)])
    assert len(listed.errors) == 1
    assert listed.skipped["a symbolic link"] == 1


def test_a_container_counts_as_many_pages(folder: Path) -> None:
    for name, is_many in {"a": False, "b.gz": False, "d/crawl": True, "map.xml": True}.items():
        assert find_sources([str(folder / name)]).is_many == is_many


def test_urls_of_files(folder: Path) -> None:
    manifest = Manifest({str(folder / "a"): "https://a.example/1"})
    mirror = folder / "b.example" / "x.html"
    mirror.parent.mkdir()
    mirror.write_text("<p>x")
    options = FolderOptions(manifest=manifest, is_mirror=True)
    urls = {source.place: source.url for source in find_sources([str(folder)], options).sources}
    assert urls[str(folder / "a")] == "https://a.example/1"
    assert urls[str(mirror)] == "https://b.example/x.html"
    assert urls[str(folder / "g.html")] is None
