"""Writers on real pages: Markdown comes back as the clean HTML, and no word is lost."""

from __future__ import annotations

import pytest

from pagecore import extract, parse
from pagecore.corpora import load
from tests.packed import corpus
from tests.write.roundtrip import (
    corpus_pages,
    find_differences,
    find_lost_posts,
    find_lost_words,
)

#: One page in so many is looked at; `python -m tests.write.roundtrip` takes all of a corpus.
ONE_IN = {"readability": 1, "fundus": 2, "wcxb": 5}


@pytest.mark.parametrize("name", ONE_IN)
def test_markdown_of_real_pages_comes_back(name: str) -> None:
    reported = {}
    paths = corpus_pages(name, corpus(name))[:: ONE_IN[name]]
    assert len(paths) > 100
    for path in paths:
        page = parse(path.read_bytes(), url="https://page.example/folder/page.html")
        document = extract(page)
        actual = find_differences(document) + find_lost_words(document)
        if actual:
            reported[str(path)] = actual
    assert reported == {}


@pytest.mark.parametrize(("name", "least"), [("forums", 60), ("wcxb", 50)])
def test_markdown_of_real_threads_has_all_posts_and_words(name: str, least: int) -> None:
    reported, n_threads = {}, 0
    for item in load(name, corpus(name)).items:
        if name == "wcxb" and item.gold.page_type != "forum":
            continue
        document = extract(parse(item.html(), url=item.url, encoding=item.encoding))
        n_threads += bool(document.posts)
        actual = find_lost_posts(document) if document.posts else []
        if actual:
            reported[item.id] = actual
    assert n_threads >= least
    assert reported == {}
