"""Readability's pages: the gold is HTML."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore.corpora import Gold, load
from pagecore.corpora.readability import write_blocks
from pagecore.corpora.reader import read_domain
from pagecore.measure.folds import split_folds
from tests.corpora.formats import ids, problems, write_corpus
from tests.packed import load_corpus


def test_real_corpus() -> None:
    read = load_corpus("readability")
    assert len(read.items) == 130
    assert all(item.gold.html and item.gold.text for item in read.items)
    assert len([item for item in read.items if item.group == "nytimes.com"]) == 5


def test_pages_of_one_site_share_a_fold_across_collections() -> None:
    known = [load_corpus(name) for name in ("readability", "wcxb", "fundus")]
    elsewhere = {read_domain(item.url) for entry in known[1:] for item in entry.items}
    shared = {item.group for item in known[0].items} & elsewhere
    assert "en.wikipedia.org" in shared
    laid = split_folds(known, 5, 0).fold_of
    for site in shared:
        folds = {
            laid[entry.name, item.id]
            for entry in known
            for item in entry.items
            if site in (item.group, read_domain(item.url))
        }
        assert len(folds) == 1, site


OG = "<meta content='http://sub.coast.example/x' property='og:url'>"


@pytest.mark.parametrize(
    ("pages", "groups"),
    [
        ({"a": "<link rel=canonical href=https://www.coast.example/a>"}, {"a": "coast.example"}),
        ({"a": '<LINK href="https://Coast.Example/a" REL="canonical"/>'}, {"a": "coast.example"}),
        ({"a": OG}, {"a": "sub.coast.example"}),
        # All pages of a site are one group; pages of one trouble are not.
        (
            {"coast-1": "", "coast-2": OG},
            dict.fromkeys(["coast-1", "coast-2"], "sub.coast.example"),
        ),
        ({"tide-1": "", "tide-2": OG}, {"tide-1": "tide", "tide-2": "sub.coast.example"}),
        ({"a-1": "<link rel=canonical href=http://fakehost/a>"}, {"a-1": "a"}),
        (
            {"a-1": "<link rel=canonical href=/a><link rel=next href=https://b.example>"},
            {"a-1": "a"},
        ),
    ],
)
def test_the_site_is_what_page_or_folder_tell(
    tmp_path: Path, pages: dict[str, str], groups: dict[str, str]
) -> None:
    for name, html in pages.items():
        about = {f"{name}/expected.html": "<p>text", f"{name}/expected-metadata.json": {}}
        write_corpus(tmp_path, {f"{name}/source.html": html, **about})
    items = load("readability", tmp_path).items
    assert {item.id: item.group for item in items} == groups
    assert {item.url for item in items} == {None}


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<h1>Title</h1><p>One <b>tw</b>o\n three", "Title\nOne two three"),
        ("<p>a<br>b<br><br>c", "a b\nc"),
        ("<table><tr><td>1<td>2</table><img alt=x>", "1\n2"),
        ("<p>a<script>b</script><style>c</style>d", "ad"),
        ("", ""),
    ],
)
def test_block_texts(html: str, text: str) -> None:
    assert write_blocks(html) == text


def test_small_corpus(tmp_path: Path) -> None:
    write_corpus(
        tmp_path,
        {
            "good-1/source.html": "<nav>menu</nav><p>text",
            "good-1/expected.html": "<p>text",
            "good-1/expected-metadata.json": {
                "title": "T",
                "byline": "A",
                "lang": "en-US",
                "publishedTime": None,
            },
            "good-2/source.html": "<p>text",
            "good-2/expected.html": "<p>text",
            "good-2/expected-metadata.json": "{",
            "lonely/expected.html": "",
            "unread/source.html": "",
            "latin/source.html": "",
            "latin/expected.html": b"\xe9",
            "latin/expected-metadata.json": {},
            "other/notes.txt": "",
        },
    )
    read = load("readability", tmp_path)
    assert ids(read) == ["good-1", "good-2"]
    assert read.items[0].gold == Gold(
        text="text",
        title="T",
        authors=("A",),
        language="en",
        html="<p>text",
        html_url="http://fakehost/test/page.html",
    )
    assert {item.group for item in read.items} == {"good"}
    assert problems(read) == [
        ("good-2/expected-metadata.json", "broken JSON"),
        ("latin/expected.html", "not UTF-8"),
        ("lonely/expected.html", "gold without page"),
        ("other", "neither a page, source.html, nor gold, expected.html"),
        ("unread/source.html", "page without gold"),
    ]
