"""Writers on real pages: Markdown comes back as the clean HTML, and no word is lost."""

from __future__ import annotations

import pytest

from pagecore import extract, parse
from tests.packed import corpus
from tests.write.roundtrip import corpus_pages, find_differences, find_lost_words

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
        # Markdown of a thread has a heading for each post, which HTML has not. What is compared is
        # the writer of pages; tests/write/test_posts.py tests that of posts.
        vars(document)["_threads"] = [None] * len(document.parts)
        actual = find_differences(document) + find_lost_words(document)
        if actual:
            reported[str(path)] = actual
    assert reported == {}
