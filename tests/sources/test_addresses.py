"""URLs of saved pages: comments, mirrors and manifests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagecore.errors import BadOption
from pagecore.sources.addresses import find_mirror_url, find_saved_url, read_manifest

URL = "https://a.example/b?c=d"
COMMENTS = [
    # start of the page                                                       URL
    (f"<!-- saved from url=(0023){URL} -->\n<html>",                           URL),
    (f"<!DOCTYPE html>\r\n<!-- saved from url=(0023){URL} -->",                URL),
    (f"<html><!--\n Page saved with SingleFile \n url: {URL} \n saved date: -->", URL),
    ("<!-- Mirrored from a.example/b.html by HTTrack Website Copier/3.x -->", "https://a.example/b.html"),
    ("<!-- saved from url=(0014)about:internet -->",                           None),
    ("<!-- saved from url=(0016)file:///etc/x -->",                            None),
    (f"<!-- saved by hand from {URL} -->",                                     None),
    (" " * 10_000 + f"<!-- saved from url=(0023){URL} -->",                    None),
    ("<!-- saved from url=(0023)https://a.example/" + "x" * 5000,              None),
]  # fmt: skip


@pytest.mark.parametrize(("start", "url"), COMMENTS)
def test_comments(start: str, url: str | None) -> None:
    assert find_saved_url(start.encode()) == url


MIRRORS = [
    # path                                folder     URL
    ("m/example.org/a/b.html",            "m",       "https://example.org/a/b.html"),
    ("m/Example.ORG/index.html",          "m",       "https://example.org/"),
    ("example.org/a.html",                "example.org", "https://example.org/a.html"),
    ("example.org/a.html",                None,      "https://example.org/a.html"),
    ("x.example/m/a.html",                "x.example/m", None),
    ("m/example.org:8080/a.html",         "m",       "https://example.org:8080/a.html"),
    ("m/example.org+8080/a.html",         "m",       "https://example.org:8080/a.html"),
    ("m/example.org/a.php?id=3.html",     "m",       "https://example.org/a.php?id=3.html"),
    ("m/example.org/a b#c.html",          "m",       "https://example.org/a%20b%23c.html"),
    ("m/a/b.html",                        "m",       None),
    ("m/v1.2/b.html",                     "m",       None),
    ("m/b.html",                          "m",       None),
]  # fmt: skip


@pytest.mark.parametrize(("path", "folder", "url"), MIRRORS)
def test_mirrors(path: str, folder: str | None, url: str | None) -> None:
    assert find_mirror_url(path, folder) == url


def test_manifests(tmp_path: Path) -> None:
    lines = [{"path": "a.html", "url": URL}, {"url": "https://b.example/", "file": "sub/b.html"}]
    manifests = {
        "m.csv": f"path,url\na.html,{URL}\nsub/b.html,https://b.example/\n",
        "bom.csv": f"\ufeffURL, File\r\n{URL},a.html\r\nhttps://b.example/,sub/b.html\r\n",
        "m.jsonl": "\n".join(map(json.dumps, lines)),
    }
    for name, text in manifests.items():
        (tmp_path / name).write_text(text, "utf-8")
        manifest = read_manifest(tmp_path / name)
        assert manifest.find_url(str(tmp_path / "a.html")) == URL, name
        assert manifest.find_url(f"{tmp_path}/sub/../sub/b.html") == "https://b.example/"
        assert manifest.find_url("c.html") is None
        assert not manifest.errors


def test_a_bad_line_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    bad = [
        {"path": "b"},
        {"path": "b", "url": "x"},
        {"path": 5, "url": URL},
        [],
        {"path": "\0", "url": URL},
    ]
    path.write_text("\n".join([json.dumps({"path": "a", "url": URL}), *map(json.dumps, bad), "{"]))
    manifest = read_manifest(path)
    assert list(manifest.urls) == [str(tmp_path / "a")]
    assert [error.partition(", ")[2] for error in manifest.errors] == [
        f"line {number}: expected a path and an http(s) URL" for number in range(2, 8)
    ]


def test_files_that_are_no_manifest(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=r"^manifest x\.csv: No such file or directory$"):
        read_manifest(Path("x.csv"))
    (tmp_path / "a.csv").write_text("name,address\na,b\n")
    with pytest.raises(BadOption, match="the columns are name, address; expected a first line"):
        read_manifest(tmp_path / "a.csv")
    (tmp_path / "a.csv").write_text("")
    with pytest.raises(BadOption, match="the columns are missing"):
        read_manifest(tmp_path / "a.csv")
