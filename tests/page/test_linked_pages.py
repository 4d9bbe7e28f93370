"""Linked pages: their words by URL, and the similarity of a link to the page behind it."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from pagecore import parse
from pagecore.errors import BadOption
from pagecore.page.linked_pages import Digests, LinkedPages

URL = "https://x.example/tides"


def words(text: str) -> Digests:
    page = parse(f"<p>{text}")
    return page.word_digests(page.visible)[1]


SIMILAR = [
    # what it shows            page                                link            cosine
    ("the same words",         "<p>tide tables",                   "tables tide",  1),
    ("counts, not the order",  "<p>a b a",                         "a a b",        1),
    ("half",                   "<p>tide tables",                   "tide news",    0.5),
    ("nothing shared",         "<p>tide tables",                   "news",         0),
    ("in capitals or not",     "<p>TIDE",                          "tide",         1),
    ("three to one",           "<p>a a a b",                       "a b",          4 / 20**0.5),
    ("no words there",         "<p>...",                           "tide",         0),
    ("no words here",          "<p>tide",                          "...",          0),
    ("hidden words",           "<title>news</title><p>tide<p hidden>news", "tide", 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "text", "cosine"), [case[1:] for case in SIMILAR], ids=[case[0] for case in SIMILAR]
)
def test_similarity(html: str, text: str, cosine: float) -> None:
    for page in (html, html.encode(), parse(html)):
        assert LinkedPages.of({URL: page}).compare(URL, words(text)) == pytest.approx(cosine)


@pytest.mark.parametrize(
    ("url", "is_same"),
    [
        (URL, True),
        (f"{URL}/", True),
        (f"{URL}#top", True),
        ("HTTPS://X.example:443/tides", True),
        (f"{URL}?page=2", False),
        ("https://x.example/", False),
        ("http://[", False),
        ("tides", False),
    ],
)
def test_addresses_of_one_page(url: str, is_same: bool) -> None:
    assert LinkedPages.of({URL: "<p>tide"}).compare(url, words("tide")) == float(is_same)


@pytest.mark.parametrize(
    ("pages", "message"),
    [
        ({"tides": "<p>a"}, "linked={'tides': ...}: expected an absolute URL"),
        ({1: "<p>a"}, "linked={1: ...}: expected an absolute URL"),
        ({URL: 1}, f"linked={{'{URL}': 1}}: expected a page, or its HTML as str or bytes"),
    ],
)
def test_what_is_no_page_is_refused(pages: Any, message: str) -> None:
    with pytest.raises(BadOption) as refused:
        LinkedPages.of(pages)
    assert str(refused.value) == message


def test_they_are_read_once_and_can_be_sent_to_another_process() -> None:
    pages = LinkedPages.of({URL: "<p>tide", "https://x.example/news": "<p>news"})
    assert len(pages) == 2
    assert LinkedPages.of(pages) is pages
    again = pickle.loads(pickle.dumps(pages))
    assert again.compare(URL, words("tide")) == 1
    assert not LinkedPages.of({})
