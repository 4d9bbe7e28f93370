"""The generated documents of the bench of search, and its figures on a few of them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from bench import search as bench_search
from bench.search_documents import (
    PAGES_PER_SITE,
    Template,
    Vocabulary,
    draw_queries,
    generate_documents,
    make_template,
)
from pagecore import extract
from pagecore.corpora.corpus import Gold, Item
from pagecore.page.parse import parse
from tools.render.search import render_cost

from .known_items.clock_pages import MENU, PROSE

PAGE = (
    "<!DOCTYPE html><html lang=en><head><title>The clocks of a town</title>"
    "<link rel=canonical href=https://clocks.example/><meta name=description content='About'>"
    f"<script>let a = 1</script></head><body>{MENU}<article><h1>The clocks of a town</h1>"
    + "".join(f"<p>{PROSE}</p>" for _ in range(20))
    + "</article></body></html>"
)
WORDS = {f"word{chr(97 + at // 26)}{chr(97 + at % 26)}": 676 - at + 1 for at in range(676)}


@pytest.fixture
def template() -> Template:
    made = make_template(parse(PAGE), Item("x", PAGE.encode(), Gold(language="en")))
    assert made is not None
    return made


def test_templates_have_places_for_words(template: Template) -> None:
    assert template.language == "en"
    assert len(template.pieces) == len(template.n_words) + 1 == len(template.is_content) + 1
    markup = "".join(template.pieces)
    assert "<article>" in markup
    assert "href=/imprint" in markup
    for gone in ("canonical", "description", "script", "Black Forest", "clocks of a town"):
        assert gone not in markup
    # The title, the heading and the paragraphs are content, the menu is not.
    assert template.is_content[0] is True
    assert template.is_content[1:3] == (False, False)
    assert all(template.is_content[3:])


def test_documents_are_seeded_and_not_repeated(template: Template) -> None:
    vocabularies = {"en": Vocabulary(WORDS)}
    n = PAGES_PER_SITE + 2
    documents = list(generate_documents([template], vocabularies, n))
    assert documents == list(generate_documents([template], vocabularies, n))
    assert documents != list(generate_documents([template], vocabularies, n, seed=1))
    pages = [parse(of["html"], url=of["url"]) for of in documents]
    menus = [page.text(page.above(page.is_tag("nav")) >= 0) for page in pages]
    assert len(set(menus)) == 2
    texts = [
        line for page in pages for line in page.text(page.above(page.is_tag("p")) >= 0).split(".")
    ]
    long = [line.strip() for line in texts if len(line.split()) > 8]
    assert len(long) > 1000
    assert len(set(long)) == len(long)
    assert len({extract(page).title for page in pages}) == n


def test_words_have_the_frequencies_of_the_corpora() -> None:
    vocabulary = Vocabulary({"often": 90, "rarely": 10, "once": 1})
    drawn = vocabulary.draw(np.random.default_rng(0), 1000)
    assert set(drawn) == {"often", "rarely"}
    assert 850 < drawn.count("often") < 950


def test_queries_have_words_of_the_middle() -> None:
    queries = draw_queries({"en": Vocabulary(WORDS)}, 20)
    words = {word for query in queries for word in query.split()}
    frequent = sorted(WORDS, key=lambda word: -WORDS[word])[:100]
    assert not words & set(frequent)
    assert {len(query.split()) for query in queries} == {2, 3, 4}


def test_a_small_bench(template: Template, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tantivy")
    vocabularies = {"en": Vocabulary(WORDS)}
    pages = tmp_path / "search-bench/pages-20-0.jsonl"
    pages.parent.mkdir()
    documents = generate_documents([template], vocabularies, 20)
    pages.write_text("".join(json.dumps(of) + "\n" for of in documents), "utf-8")
    monkeypatch.setattr(bench_search, "read_corpora", lambda data: ([template], vocabularies))
    figures = bench_search.measure(20, 3, 1, 0, tmp_path)
    for kind in ("blocks", "whole"):
        assert figures[kind]["documents_per_s"] > 0
        assert figures[kind]["index_mib"] > 0
    assert len(figures["blocks"]["searches"]) == len(bench_search.SEARCHES)
    run = {"date": "2026-01-01", "command": "x", "pagecore": "1"}
    table = render_cost({bench_search.ENTRY: {"figures": figures, "provenance": run}})
    assert "| `pagecore search` | combined, expand rm3 |" in table
    found = bench_search.search_whole_pages(tmp_path / "search-bench/whole")("worddz")
    assert isinstance(found, list)
