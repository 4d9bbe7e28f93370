"""Structure kept: elements and scores by hand, and Readability's pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from pagecore.metrics import structure

URL = "http://h/dir/page.html"

ELEMENTS = [
    # what it shows            kind           html                                  known by
    ("words of a heading",     "headings",    "<h2>A <i>dog</i>!</h2><h3>b</h3>",   ["a dog", "b"]),
    ("empty ones say nothing", "headings",    "<h1> </h1>",                         []),
    ("hidden words",           "headings",    "<h1>a<span hidden>b</span></h1>",    ["a"]),
    ("Japanese",               "headings",    "<h1>犬が</h1>",                      ["犬 が"]),
    ("item in an item",        "list items",  "<li>a<ul><li>b</li></ul>c",          ["a c", "b"]),
    ("item of paragraphs",     "list items",  "<li><p>a</p><p>b</p>c<hr>d<br>e",    ["a b c d e"]),
    ("a word in two parts",    "list items",  "<li>ab<b>cd</b>",                    ["abcd"]),
    ("terms",                  "list items",  "<dl><dt>a<dd>b",                     ["a", "b"]),
    ("cells",                  "table cells", "<table><tr><th>a<td>b<td>",          ["a", "b"]),
    ("table in a cell",        "table cells", "<table><td>a<table><td>b",           ["a", "b"]),
    ("signs of code",          "code blocks", "<pre>a[0]\n  = b</pre>",             ["a[0] = b"]),
    ("code in a line is none", "code blocks", "<p><code>a</code>",                  []),
    ("anchors are none",       "links",       "<a name=x>a</a><a href=' '>b</a>",   []),
    ("hidden link",            "links",       "<p hidden><a href=x>a</a>",          []),
    ("source",                 "images",      "<img src=/i.png><img>",              ["http://h/i.png"]),
    ("loaded late",            "images",      "<img src=s:i data-srcset='/j.png 9w'>", ["http://h/j.png"]),
    ("twice",                  "images",      "<img src=s:i><img src=s:i>",         ["s:i"] * 2),
    ("hidden",                 "images",      "<img src=x hidden>",                 []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "html", "known"), [case[1:] for case in ELEMENTS], ids=[case[0] for case in ELEMENTS]
)
def test_elements(kind: str, html: str, known: list[str]) -> None:
    actual = structure.find_elements(html, URL)[kind].elements()
    words = [" ".join(item) if isinstance(item, tuple) else str(item) for item in actual]
    assert sorted(words) == sorted(known)


def test_links_are_known_by_target_and_words() -> None:
    links = structure.find_elements("<a href=/x>The <b>dog</b></a><a href=x><img></a>", URL)[
        "links"
    ]
    assert links == {("http://h/x", ("the", "dog")): 1, ("http://h/dir/x", ()): 1}


def test_kept_by_hand() -> None:
    gold = "<h2>One</h2><h2>Two</h2><ul><li>a<li>b<li>c</ul><a href=/x>x</a><pre>y</pre>"
    html = "<h3>One</h3><p>Two</p><ul><li>a<li>b<li>menu<li>home</ul><a href=/z>x</a><img src=i>"
    scores = structure.score_structure(gold, html, URL)
    assert scores == {
        "headings": pytest.approx((1, 1 / 2, 2 / 3)),
        "list items": pytest.approx((2 / 4, 2 / 3, 4 / 7)),
        "code blocks": (0, 0, 0),
        "links": (0, 0, 0),
        "images": (0, 0, 0),
    }


def test_nothing_to_keep() -> None:
    assert structure.score_structure("<p>a", b"<p>b") == {}


def test_urls_are_compared_as_written_without_a_page() -> None:
    assert structure.score_structure("<a href=x>a</a>", "<a href=x>a</a>")["links"].f1 == 1
    assert structure.score_structure("<a href=x>a</a>", "<a href=y>a</a>")["links"].f1 == 0


def test_readability_is_kept_by_itself_and_found_in_its_source(
    corpus: Callable[[str], Path],
) -> None:
    wanted, missing = Counter[str](), Counter[str]()
    for folder in sorted(path.parent for path in corpus("readability").glob("*/expected.html")):
        expected = (folder / "expected.html").read_text("utf-8")
        scores = structure.score_structure(expected, expected)
        assert all(score == (1, 1, 1) for score in scores.values())
        url = "http://fakehost/test/page.html"
        gold = structure.find_elements(expected, url)
        source = structure.find_elements((folder / "source.html").read_bytes(), url)
        for kind in structure.KINDS:
            wanted[kind] += gold[kind].total()
            missing[kind] += (gold[kind] - source[kind]).total()
    assert min(wanted.values()) > 100
    # What is expected comes from the source, but for images that were loaded by scripts.
    assert max(missing[kind] / wanted[kind] for kind in structure.KINDS) < 0.05
