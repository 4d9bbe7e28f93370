from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pagecore.page.parse import parse
from pagecore.search import create as create_index
from pagecore.search import open as open_index
from pagecore.search.bm25 import Collection as PackageCollection
from pagecore.search.page_record import read_page_record
from tests.tools.known_items.clock_pages import TITLE, make_sources
from tools.known_items.build import Limits, build_collection
from tools.known_items.collection import FOLDER, Collection
from tools.search_runs import texts as texts_module
from tools.search_runs.rankings import PageIndex, SegmentIndex, combine, expand, rank
from tools.search_runs.runs import ALPHAS, EXTRACTED, WHOLE, name_expanded, run_queries
from tools.search_runs.texts import IndexedTexts, index_texts, load_texts, split_method

SOURCES = [
    # Whole pages prefer the first, which has both words, segments the second, where they are near.
    "<title>one</title><p>tower tower</p><p>sand</p><p>bell</p>",
    "<title>two</title><p>bell tower hill</p><p>long long text about other things</p>",
    "<title>three</title><p>garden</p>",
]


def index(method: str = "dom") -> IndexedTexts:
    pages = [parse(html) for html in SOURCES]
    records = [read_page_record(page, segments=method, with_chunks=False) for page in pages]
    return index_texts(records, [None] * len(pages))


def test_texts_have_the_terms_of_pages_and_segments() -> None:
    indexed = index()
    first = {name: indexed.list_terms(of[0]) for name, of in indexed.pages.items()}
    assert first["body"] == ["one", "tower", "tower", "sand", "bell"]
    assert first["title"] == ["one"]
    segments = [indexed.list_terms(indexed.segments[at]) for at in range(len(indexed.segments))]
    assert ["bell", "tower", "hill"] in segments
    assert len(segments) == len(indexed.owners) == len(indexed.paths)
    assert indexed.list_terms(indexed.paths[1]) == ["one"]
    assert indexed.owners.tolist() == [0, 0, 0, 0, 1, 1, 1, 2, 2]


def test_names_of_methods_have_parameters() -> None:
    assert split_method("dom") == ("dom", {})
    assert split_method("vips pdoc=6") == ("vips", {"pdoc": 6})


def test_pages_and_segments_rank_differently() -> None:
    indexed = index()
    query = {"tower": 1.0, "bell": 1.0}
    pages, segments = PageIndex(indexed), SegmentIndex(indexed)
    scores = pages.score(query)
    candidates = rank(scores)
    assert candidates.tolist() == [0, 1]
    best, numbers, segment_scores = segments.score(query, candidates)
    assert best[1] > best[0]
    assert len(numbers) == len(segment_scores) == 7
    assert combine(candidates, scores[candidates], best, 1.0, "rank").tolist() == [0, 1]
    assert combine(candidates, scores[candidates], best, 0.0, "rank").tolist() == [1, 0]


def test_counts_are_those_of_the_package() -> None:
    indexed = index()
    terms = ["tower", "bell", "missing", "one"]
    pages = [
        {name: indexed.list_terms(of[at]) for name, of in indexed.pages.items()} for at in range(3)
    ]
    expected = PackageCollection(pages).count(terms)
    counts = PageIndex(indexed).postings.count(terms)
    assert counts.terms == expected.terms
    for name, matrix in expected.counts.items():
        assert counts.counts[name].tolist() == matrix.tolist()
        assert counts.lengths[name].tolist() == expected.lengths[name].tolist()


def test_headings_above_a_segment_count_if_asked() -> None:
    indexed = index()
    query = {"three": 1.0, "garden": 1.0}
    candidates = np.array([2])
    plain = SegmentIndex(indexed).score(query, candidates)[0]
    assert SegmentIndex(indexed, with_headings=True).score(query, candidates)[0] > plain


def test_expansion_takes_terms_of_the_best_texts() -> None:
    indexed = index()
    query = {"tower": 1.0, "bell": 1.0}
    pages, segments = PageIndex(indexed), SegmentIndex(indexed)
    assert pages.postings.count_texts_with(["tower", "sand", "x"]) == {
        "tower": 2,
        "sand": 1,
        "x": 0,
    }
    _, numbers, scores = segments.score(query, np.array([1]))
    chosen = segments.choose_texts(numbers, scores)
    assert chosen[0] == [["bell", "tower", "hill"]]
    assert "hill" in expand(query, *chosen, "rm3", segments.bodies, numbers)
    assert "sand" not in expand(query, *chosen, "rm3", segments.bodies, numbers)
    from_pages = pages.choose_texts(pages.score(query))
    assert "sand" in expand(query, *from_pages, "rm3", pages.postings)
    assert expand(query, [], [], "offer-weight", pages.postings) == query


def test_terms_of_segments_are_counted_in_segments() -> None:
    indexed = index()
    segments = SegmentIndex(indexed, with_headings=True)
    _, numbers, _ = segments.score({"tower": 1.0}, np.array([0, 1]))
    with_tower = [at for at in numbers if "tower" in indexed.list_terms(indexed.segments[at])]
    assert segments.bodies.count_texts_with(["tower"], numbers) == {"tower": len(with_tower)}
    # A term that is in all segments of the collection is no good one.
    arguments = ({"bell": 1.0}, [["tower"]], [1.0], "offer-weight", segments.bodies)
    assert len(with_tower) == 2
    assert "tower" in expand(*arguments)
    assert "tower" not in expand(*arguments, np.array(with_tower))


@pytest.fixture
def collection() -> Collection:
    built, _ = build_collection("web", make_sources(), Limits())
    return built


def test_all_rankings_of_all_queries(collection: Collection, tmp_path: Path) -> None:
    (tmp_path / FOLDER / "web").mkdir(parents=True)
    texts = load_texts(collection, tmp_path, ["dom", "content"])
    runs = run_queries(collection, texts)
    queries = {query.id for query in collection.queries}
    names = {
        WHOLE,
        EXTRACTED,
        *(f"{of}{end} segments" for of in ("dom", "content") for end in ("", "+headings")),
        *(name_expanded(of, "rm3") for of in (WHOLE, EXTRACTED)),
        *(name_expanded(of, "offer-weight") for of in (WHOLE, EXTRACTED)),
        *(
            name_expanded(pages, expansion, of + end)
            for pages, of in ((WHOLE, "dom"), (EXTRACTED, "content"))
            for end in ("", "+headings")
            for expansion in ("rm3", "offer-weight")
        ),
    }
    assert set(runs.plain) == names
    assert len(runs.combined) == 4 * 2 * len(ALPHAS)
    for run in (*runs.plain.values(), *runs.combined.values()):
        assert set(run) == queries
    places = {
        query.text: runs.plain[WHOLE][query.id].index(query.page) for query in collection.queries
    }
    # The list has a link with this text that leads elsewhere, which is noise.
    assert places.pop(TITLE) == 1
    assert set(places.values()) == {0}


def test_texts_are_kept(
    collection: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / FOLDER / "web").mkdir(parents=True)
    first = load_texts(collection, tmp_path, ["fixed"])["fixed"]

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("pages are extracted again")

    with monkeypatch.context() as patch:
        patch.setattr(texts_module, "extract", fail)
        second = load_texts(collection, tmp_path, ["fixed"])["fixed"]
    assert second.vocabulary == first.vocabulary
    assert second.owners.tolist() == first.owners.tolist()
    for name in ("segments", "paths"):
        assert getattr(second, name).numbers.tolist() == getattr(first, name).numbers.tolist()
        assert getattr(second, name).stops.tolist() == getattr(first, name).stops.tolist()
    monkeypatch.setattr(texts_module, "digest_package", lambda: "another")
    monkeypatch.setattr(texts_module, "extract", fail)
    with pytest.raises(AssertionError, match="extracted again"):
        load_texts(collection, tmp_path, ["fixed"])


def test_rankings_are_those_of_the_index(collection: Collection, tmp_path: Path) -> None:
    pytest.importorskip("tantivy")
    (tmp_path / FOLDER / "web").mkdir(parents=True)
    runs = run_queries(collection, load_texts(collection, tmp_path, ["dom", "content"]))
    urls = {page.id: page.url for page in collection.pages}
    for method, pages in (("dom", WHOLE), ("content", EXTRACTED)):
        with create_index(tmp_path / method, segment=method) as writer:
            for page in collection.pages:
                writer.add_page(collection.load(page))
        index = open_index(tmp_path / method)
        for query in collection.queries:
            text = query.text.replace("?", "")
            for name, ranking in ((pages, "document"), (f"{method}+headings segments", "block")):
                expected = [urls[page] for page in (runs.plain[name][query.id])]
                found = [hit.url for hit in index.search(text, rank=ranking) if hit.score > 0]
                assert found == expected, (query.text, name)
