from __future__ import annotations

from pathlib import Path

import pytest

from pagecore.errors import BadInput, BadOption
from pagecore.visual.files import FileValue, check_files, find_file

HOST = "site.example"
CSS = b"p{color:red}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the style sheets of two hosts."""
    root = tmp_path / "root"
    for name in ("a.css", "b c.css", "css.php?v=1", "cdn.example/d.css"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(CSS)
    (tmp_path / "secret.css").write_bytes(b"secret")
    return root


PLACES = [
    # what it shows        URL                                        is there
    ("own host",           "http://site.example/a.css",               True),
    ("query dropped",      "http://site.example/a.css?v=2",           True),
    ("query in the name",  "http://site.example/css.php?v=1",         True),
    ("query as a path",    "http://site.example/css.php%3Fv=1",       True),
    ("escaped",            "http://site.example/b%20c.css",           True),
    ("other host",         "https://cdn.example/d.css",               True),
    ("host in the path",   "http://site.example/cdn.example/d.css",   True),
    ("missing",            "http://site.example/e.css",               False),
    ("own path elsewhere", "https://cdn.example/a.css",               False),
    ("out of the folder",  "http://site.example/../secret.css",       False),
    ("escaped, out of it", "http://site.example/%2e%2e/secret.css",   False),
    ("a folder",           "http://site.example/cdn.example",         False),
    ("a NUL",              "http://site.example/a%00.css",            False),
    ("not of the web",     "ftp://site.example/a.css",                False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("url", "is_there"), [case[1:] for case in PLACES], ids=[case[0] for case in PLACES]
)
def test_files_of_a_folder(folder: Path, url: str, is_there: bool) -> None:
    answer = find_file(folder, url, HOST, "stylesheet")
    assert (answer is not None) is is_there
    if answer is not None:
        assert answer.content == CSS
        assert answer.content_type == "text/css"


def test_a_link_out_of_the_folder_is_not_followed(folder: Path) -> None:
    (folder / "link.css").symlink_to(folder.parent / "secret.css")
    assert find_file(folder, "http://site.example/link.css", HOST, "stylesheet") is None


def test_files_of_a_mapping(folder: Path) -> None:
    files: dict[str, FileValue] = {
        "http://x.example/a": b"bytes",
        "http://x.example/b.css": folder / "a.css",
        "http://x.example/c.png": (30, 20),
    }
    kinds = [("a", "stylesheet"), ("b.css?v=1", "stylesheet"), ("c.png", "image")]
    answers = [find_file(files, f"http://x.example/{name}", HOST, kind) for name, kind in kinds]
    contents = [answer.content for answer in answers if answer is not None]
    assert contents[:2] == [b"bytes", CSS]
    assert b'width="30" height="20"' in contents[2]
    assert find_file(files, "http://x.example/d", HOST, "image") is None
    assert find_file(None, "http://x.example/a", HOST, "image") is None


def test_a_file_of_a_mapping_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="No such file"):
        find_file({"http://x.example/a": tmp_path / "none"}, "http://x.example/a", HOST, "image")


@pytest.mark.parametrize("files", ["no-such-folder", 5, ["a"]])
def test_other_values_are_refused(files: object) -> None:
    with pytest.raises(BadOption, match="expected a folder, or a mapping"):
        check_files(files)  # type: ignore[arg-type]
