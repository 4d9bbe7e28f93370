"""Kinds of files are recognised by their first bytes."""

from __future__ import annotations

import gzip
import random

import pytest

from pagecore import extract
from pagecore.errors import BadInput
from pagecore.sources.kinds import (
    FileKind,
    check_is_feed,
    check_is_page,
    detect_kind,
    find_extension,
    is_page_in_folder,
)
from tests.inputs import make_atom, make_json_feed, make_mhtml, make_rss, make_sitemap, make_warc

XML = "<?xml version='1.0'?>"
MAILBOX = "a mailbox of several e-mails"
KINDS = [
    # name          content                                            kind
    ("",            b"<!DOCTYPE html><p>a",                            FileKind.HTML),
    ("a.jpg",       b"<p>a page with a wrong name",                    FileKind.HTML),
    ("",            b"A text with <b>tags</b>",                        FileKind.HTML),
    ("a.html",      b"no tags at all",                                 FileKind.HTML),
    ("",            b"",                                               FileKind.TEXT),
    ("a.html",      b"",                                               FileKind.HTML),
    ("",            "<p>a".encode("utf-16"),                           FileKind.HTML),
    ("",            "<p>a little text".encode("utf-16-le"),            FileKind.HTML),
    ("",            f"{XML}<html xmlns='x'><p>a".encode(),             FileKind.HTML),
    ("",            f"{XML}<!DOCTYPE html><html><p>a".encode(),        FileKind.HTML),
    ("",            f"{XML}<x:html xmlns:x='y'>".encode(),             FileKind.HTML),
    ("",            f"{XML}<div>a fragment".encode(),                  FileKind.HTML),
    ("a.md",        b"<div align=center>logo</div>\n# Title",          FileKind.TEXT),
    ("a.md",        b"# Title with <b>tags</b>",                       FileKind.TEXT),
    ("a.md",        b"<!-- a note -->\n# Title",                       FileKind.TEXT),
    ("a.md",        b"<!DOCTYPE html><p>a",                            FileKind.HTML),
    ("a.txt",       b"<html><p>a",                                     FileKind.HTML),
    ("",            b"A text: x < y, and <unknown> words",             FileKind.TEXT),
    ("",            "Ein Text für alle".encode("latin-1"),             FileKind.TEXT),
    ("",            "a little text".encode("utf-16-le"),               FileKind.TEXT),
    ("",            "a little text".encode("utf-16"),                  FileKind.TEXT),
    ("",            make_mhtml(b"<p>a"),                               FileKind.MHTML),
    ("",            b"Note: a\nTwo: lines, and no MIME",               FileKind.TEXT),
    ("",            b"From: ann@a.example\nTo: bo@a.example\n\nHi",     FileKind.MHTML),
    ("",            b"From a@a.example Mon 10:20:30\nTo: bo",          MAILBOX),
    ("",            b"From here on: a text\nTo: be read",              FileKind.TEXT),
    ("a.twig",      b"{% block a %}<p>a</p>{% endblock %}",            FileKind.TEXT),
    ("a.twig",      b"<p>{{ a }}</p>",                                 FileKind.HTML),
    ("",            make_warc(["a"]),                                  FileKind.WARC),
    ("a.html",      make_rss(["a"]),                                   FileKind.FEED),
    ("",            make_atom(["a"]),                                  FileKind.FEED),
    ("",            b"<!-- x --><rss version='2.0'>",                  FileKind.FEED),
    ("",            b"<rdf:RDF xmlns='http://purl.org/rss/1.0/'>",     FileKind.FEED),
    ("",            make_json_feed(["a"]),                             FileKind.FEED),
    ("",            b'[{"a": "<p>a page in JSON"}]',                   FileKind.TEXT),
    ("a.html",      b'{"a": 1}<p>a',                                   FileKind.HTML),
    ("json.html",   b'{"a": "<p>b</p>", "c": [1, 2]}',                 FileKind.TEXT),
    ("json.html",   b'[{"a": "<p>b</p> cut off <p>',                   FileKind.TEXT),
    ("a.rst",       b"See\n\n.. raw:: html\n\n   <p>a</p><div>",       FileKind.TEXT),
    ("",            b"A title\n=======\n\nText <b>a</b>.",             FileKind.TEXT),
    ("a.py",        b"TAGS = ['<p>', '<div>', '<span>']",              FileKind.TEXT),
    ("",            b"import re\n\nTAG = '<p><div>'",                  FileKind.TEXT),
    ("",            b"/* a */ el.innerHTML = '<p><div>'",              FileKind.TEXT),
    ("a.vue",       b"<template>\n<div>{{ a }}</div>\n</template>",    FileKind.TEXT),
    ("a.json",      b'["<p>a</p>", "<div>"]',                          FileKind.TEXT),
    ("a.php",       b"<?php echo '<p>a</p>'; ?>",                      FileKind.TEXT),
    ("a.php",       b"<!doctype html><p>a",                            FileKind.HTML),
    ("a.js",        b"<!doctype html><title>Not found</title>",        FileKind.HTML),
    ("a.py",        b"<html><p>a",                                     FileKind.HTML),
    ("page",        b"Some text <p>a</p> and <b>more</b>",             FileKind.HTML),
    ("",            b"{% a template %}<p>a",                           FileKind.HTML),
    ("",            b"<!-- a { b: c } -->\nd { e: f }",                FileKind.TEXT),
    ("a.html",      b"<!-- a -->b",                                    FileKind.HTML),
    ("",            b"<!-- a -->b <i>c</i>",                           FileKind.HTML),
    ("",            b"<!-- a comment that does not end",               FileKind.HTML),
    ("",            make_sitemap(["https://a.example/"]),              FileKind.SITEMAP),
    ("",            make_sitemap(["https://a.example/"], is_index=True), FileKind.SITEMAP),
    ("",            b"%PDF-1.7",                                       "a PDF"),
    ("a.html",      gzip.compress(b"x", mtime=0),                      "packed by gzip"),
    ("",            f"{XML}<svg xmlns='x'/>".encode(),                 "an SVG image"),
    ("",            f"{XML}<note><to/></note>".encode(),
     "an XML document with the root element note"),
    ("a.html",      bytes(range(256)) * 4,                             "binary data"),
    ("a.txt",       b"\0\1\2\3" * 99,                                  "binary data"),
    ("",            b"\1\2\3" * 99 + b"<p><b>",                        "binary data"),
    ("",            b"\1\2\3" * 99 + b"<p>a<b>b</b><p>c",              FileKind.HTML),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "kind"), KINDS)
def test_kinds(name: str, content: bytes, kind: FileKind | str) -> None:
    assert detect_kind(content, name) == kind


def test_random_bytes_are_binary_data() -> None:
    generator = random.Random(29)
    for length in (64, 500, 5000, 20_000):
        content = b"\xff\0" + generator.randbytes(length)
        assert isinstance(detect_kind(content), str)
        with pytest.raises(BadInput, match=r"this is .*, not an HTML page"):
            extract(content)


EXTENSIONS = [
    # name                                extension
    ("a.HTML",                            ".html"),
    ("a.html.gz",                         ".html"),
    ("a.gz",                              ""),
    ("https://a.example/b.txt?c=d.html",  ".txt"),
    ("b?c.html",                          ".html"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "extension"), EXTENSIONS)
def test_extensions(name: str, extension: str) -> None:
    assert find_extension(name) == extension


def test_a_folder_has_programs_beside_pages() -> None:
    assert not is_page_in_folder(b"let x = '<div>'", "a.js")
    assert is_page_in_folder(b" \n<div>", "a.js")
    assert not is_page_in_folder(b"<div>{{ a }}</div>", "a.html.twig")
    assert not is_page_in_folder(b"<!DOCTYPE html><p><%= a %>", "a.erb")
    assert is_page_in_folder("<div>".encode("utf-16"), "a")
    assert not is_page_in_folder(b"p { color: red }", "a.css")
    assert not is_page_in_folder(b"A note", "a.txt")


REFUSED = [
    (make_warc(["a"]), "this is a WARC file, not an HTML page; .* pagecore.batch.process_sources"),
    (make_mhtml(b"<p>a"), "this is an MHTML file, not an HTML page"),
    (make_rss(["a"]), "this is a feed, not an HTML page"),
    (gzip.compress(b"<p>a", mtime=0), "packed by gzip, not an HTML page; pagecore.extract_file"),
]


@pytest.mark.parametrize(("content", "message"), REFUSED)
def test_extract_says_what_is_not_a_page(content: bytes, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        check_is_page(content)


def test_text_is_a_page_for_extract() -> None:
    check_is_page(b"A text without tags")
    check_is_page(b"")
    check_is_page(memoryview(b"<p>a"))


@pytest.mark.parametrize("first", range(256))
def test_random_bytes_are_data_whatever_they_begin_with(first: int) -> None:
    content = bytes([first]) + random.Random(first).randbytes(2000)
    assert detect_kind(content) == "binary data"


def test_pages_with_odd_bytes_are_pages() -> None:
    assert detect_kind("<p>Words of a page".encode("utf-16-le")) is FileKind.HTML
    assert detect_kind(b"<!-- \x01\x02\x03 --><x>words") is FileKind.HTML
    assert detect_kind(b"<p>\x01\x02\x03\x04") is FileKind.HTML


def test_feeds_are_recognised_leniently() -> None:
    check_is_feed(make_rss(["a"]))
    check_is_feed(b"<channel><item>")
    for content in (
        b"<!DOCTYPE html>",
        b"<html>",
        b"%PDF-",
        b"\x8f" + b"\0" * 99,
        b"<" + b"\0" * 99,
    ):
        with pytest.raises(BadInput, match=r"x: this is .*, not a feed"):
            check_is_feed(content, "x: ")
