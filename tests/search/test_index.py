"""Searches: rankings, expansion, filters, languages, phrases, marks and chunks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pagecore.search
from pagecore.errors import BadInput, BadOption
from pagecore.search import SearchIndex
from pagecore.search import index as module
from pagecore.search.expand import expand_by_offer_weight
from pagecore.search.options import SearchOptions
from tests.search.small_index import BOAT, LAKE, PAGES, ROAD, build_index, make_page


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> SearchIndex:
    """An index of six pages."""
    return build_index(tmp_path_factory.mktemp("search") / "index")


def names(index: SearchIndex, query: str, **options: Any) -> list[str]:
    """The last parts of the addresses of the results, the best first."""
    return [hit.url.partition("://")[2].rstrip("/") for hit in index.search(query, **options)]


def test_index_is_opened_by_its_path(index: SearchIndex) -> None:
    opened = pagecore.search.open(str(index.path))
    assert len(opened) == len(PAGES)
    assert opened.languages == {"en": 4, "de": 1, "ja": 1}


def test_hit_has_the_best_segment_with_its_place(index: SearchIndex) -> None:
    hit = index.search("carpenters repairing boats", rank="block", site="www.example.org")[0]
    assert hit.url == "https://www.example.org/boats"
    lake = index.search("carpenters repairing boats")[1]
    assert lake.url == "https://www.example.org/lake"
    assert lake.title == "The lake"
    assert lake.text == f"Boats and sheds\n{BOAT}"
    assert lake.heading_path == ("The lake", "Boats and sheds")
    assert lake.xpath == "/html/body/article/h2[1]"
    marked = [lake.text[start:stop] for start, stop in lake.marks]
    assert marked == ["Boats", "boats", "carpenter", "repairs"]
    assert lake.highlight("<", ">").startswith("<Boats> and sheds\nOld <boats> are")
    assert json.loads(json.dumps(lake.to_dict()))["xpath"] == lake.xpath


def test_rankings_differ(tmp_path: Path) -> None:
    # A page has all words near each other, the other has them more often but scattered.
    filler = "This paragraph is about something else, and it is as long as the others are here. "
    near = make_page("First", filler * 3, f"The red kite sails. {filler}", filler * 3)
    scattered = make_page(
        "Second",
        *(f"{filler * 3} A red thing, and another red one, all red." for _ in range(2)),
        *(f"{filler * 3} A kite, one more kite, and the last kite." for _ in range(2)),
    )
    pages = {"https://a.example/near": near, "https://a.example/scattered": scattered}
    index = build_index(tmp_path / "index", pages, "dom")
    assert names(index, "red kite", rank="document")[0] == "a.example/scattered"
    assert names(index, "red kite", rank="block")[0] == "a.example/near"
    for alpha, first in ((1.0, "scattered"), (0.0, "near")):
        assert names(index, "red kite", rank="combined", alpha=alpha)[0] == f"a.example/{first}"
        by_score = names(index, "red kite", alpha=alpha, combine="score")
        assert by_score[0] == f"a.example/{first}"


def test_scores_fall(index: SearchIndex) -> None:
    for rank in ("document", "block", "combined"):
        scores = [hit.score for hit in index.search("lake boats road", rank=rank)]
        assert scores == sorted(scores, reverse=True)
        assert len(scores) == 3


def test_words_are_compared_in_the_language_of_the_page(index: SearchIndex) -> None:
    # Only German rules reduce both words to `haus`.
    assert names(index, "Haus") == ["see.example.de"]
    assert names(index, "水位") == ["mizu.example.jp"]
    assert names(index, "lakes") == names(index, "lake")
    assert names(index, "Haus", language="en") == []


FILTERS = [
    ({"site": "example.org"}, {"www.example.org/lake"}),
    ({"site": "WWW.example.org"}, {"www.example.org/lake"}),
    ({"site": "example.com"}, {"news.example.com/road"}),
    ({"site": "ample.com"}, set()),
    ({"language": "en"}, {"www.example.org/lake", "news.example.com/road"}),
    ({"language": "de"}, set()),
    ({"page_type": "tractor"}, set()),
]


@pytest.mark.parametrize(("options", "expected"), FILTERS)
def test_filters(index: SearchIndex, options: dict[str, str], expected: set[str]) -> None:
    assert set(names(index, "narrow road", **options)) == expected


def test_page_types_are_filtered(index: SearchIndex) -> None:
    hits = index.search("narrow road")
    assert hits
    for hit in hits:
        same = index.search("narrow road", page_type=hit.page_type)
        assert hit.url in {of.url for of in same}
        assert {of.page_type for of in same} == {hit.page_type}


def test_dates_are_filtered(tmp_path: Path) -> None:
    head = '<meta property="article:published_time" content="{}">'
    pages = {
        f"https://a.example/{date}": make_page("Lake", LAKE).replace(
            "<body>", f"{head.format(date)}<body>"
        )
        for date in ("2020-01-31", "2021-06-15", "2022-12-01")
    }
    index = build_index(tmp_path / "index", {**pages, "https://a.example/": make_page("x", LAKE)})
    assert len(names(index, "lake")) == 4
    later = names(index, "lake", date_from="2021-06-15")
    assert sorted(later) == ["a.example/2021-06-15", "a.example/2022-12-01"]
    assert names(index, "lake", date_to="2020-12-31") == ["a.example/2020-01-31"]
    assert names(index, "lake", date_from="2021-06-16", date_to="2022-11-30") == []


def test_phrases_and_excluded_words(index: SearchIndex) -> None:
    assert set(names(index, "stone oven")) == {
        "news.example.com/bread",
        "news.example.com/road",
    } | {"www.example.org/lake"}
    assert set(names(index, '"stone oven"')) == {"news.example.com/bread", "news.example.com/road"}
    assert names(index, '"oven stone"') == []
    assert names(index, "bread -road") == ["news.example.com/bread"]
    assert names(index, 'bread -"narrow road"') == ["news.example.com/bread"]
    assert names(index, 'bread "湖の水"') == ["mizu.example.jp"]


def test_expansion_finds_pages_without_a_word_of_the_query(tmp_path: Path) -> None:
    oven = "Loaves leave the oven at dawn, and the crust of the loaves is dark and the crumb light."
    pages = {
        f"https://a.example/{number}": make_page(f"Bread {number}", f"Bread, bread! {oven}")
        for number in range(3)
    }
    pages["https://a.example/loaves"] = make_page("Loaves", f"{oven} {oven}")
    pages |= {f"https://b.example/{url[-4:]}": html for url, html in PAGES.items()}
    index = build_index(tmp_path / "index", pages)
    assert "a.example/loaves" not in names(index, "bread")
    for expand in ("rm3", "offer-weight"):
        for source in ("block", "document"):
            found = names(index, "bread", expand=expand, expand_from=source)
            assert "a.example/loaves" in found
    flat = index.search("bread", expand="offer-weight", expand_weights="flat", expand_terms=3)
    # The words to mark stay those of the query.
    assert {hit.text[a:z].lower() for hit in flat for a, z in hit.marks} == {"bread"}


def test_expansion_takes_the_best_segments_whichever_page_they_are_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [
        f"Marmots, marmots and marmots: the herd number{number} eats alpine grass all day long, "
        "and whistles when an eagle comes near the stones."
        for number in range(6)
    ]
    pages = {
        "https://a.example/": make_page(
            "Animals", *parts, headings={number: f"Part {number}" for number in range(6)}
        ),
        "https://b.example/": make_page("Trains", "One marmot sat in a train to the sea.", ROAD),
    }
    index = build_index(tmp_path / "index", pages, "dom")
    calls = []

    def watch(query: Any, texts: Any, count: Any, n_texts: int, **options: Any) -> dict[str, float]:
        calls.append((len(texts), n_texts, count(["whistl", "herd", "sea"])))
        return expand_by_offer_weight(query, texts, count, n_texts, **options)

    monkeypatch.setattr(module, "expand_by_offer_weight", watch)
    index.search("marmot", expand="offer-weight", expand_texts=6)
    index.search("marmot", expand="offer-weight", expand_texts=6, expand_from="document")
    blocks, documents = calls
    ranked = index._rank("marmot", SearchOptions())
    n_segments = len(ranked.segments.scores)
    assert n_segments > 7
    assert blocks == (6, n_segments, {"whistl": 6, "herd": 6, "sea": 1})
    assert documents == (2, 2, {"whistl": 1, "herd": 1, "sea": 1})


def test_parameters_of_bm25_change_the_scores(index: SearchIndex) -> None:
    def scores(**options: Any) -> list[float]:
        return [hit.score for hit in index.search("boats", rank="document", **options)]

    assert scores() != scores(k1=0.2)
    assert scores() != scores(b=0)
    assert scores() != scores(fields={"title": 0.0, "headings": 0.0, "body": 1.0})
    assert names(index, "boats", fields={"title": 1.0}) == ["www.example.org/boats"]


def test_first_ranking_is_limited(index: SearchIndex) -> None:
    assert len(index.search("lake boats road bread", candidates=2)) == 2
    assert len(index.search("lake boats road bread", limit=1)) == 1


def test_page_without_a_clear_language(tmp_path: Path) -> None:
    index = build_index(tmp_path / "index", {"https://a.example/": "<p>xyzzy plugh"})
    assert len(index) == 1
    assert names(index, "plugh") == ["a.example"]


def test_empty_index(tmp_path: Path) -> None:
    index = build_index(tmp_path / "index", {})
    assert len(index) == 0
    assert index.search("lake") == []
    assert index.search("lake", expand="rm3") == []
    assert index.search_chunks("lake") == []


def test_chunks_are_ready_to_quote(index: SearchIndex) -> None:
    chunk = index.search_chunks("stone oven behind the mill", limit=1)[0]
    assert chunk.url == "https://news.example.com/bread"
    assert chunk.title == "Bread from the mill"
    assert "stone oven" in chunk.text
    assert "**stone** **oven**" in chunk.highlight()
    assert chunk.citation.startswith("Bread from the mill")
    values = json.loads(json.dumps(chunk.to_dict()))
    assert values["citation"] == chunk.citation
    assert values["markdown"]


def test_chunks_with_the_same_words_are_returned_once(tmp_path: Path) -> None:
    pages = {
        "https://a.example/": make_page("The lake", LAKE),
        "https://copy.example/": make_page("The lake", LAKE),
        "https://b.example/": make_page("Another lake", BOAT),
    }
    index = build_index(tmp_path / "index", pages)
    assert len(index.search("lake")) == 3
    chunks = index.search_chunks("lake")
    assert len(chunks) == 2
    assert len({chunk.digest for chunk in chunks}) == 2


def test_chunks_without_a_word_of_the_query_are_no_results(tmp_path: Path) -> None:
    long = " ".join(f"Sentence {number} is about nothing in particular." for number in range(90))
    html = make_page("A lake", LAKE, long, long, headings={1: "More", 2: "And more"})
    index = build_index(tmp_path / "index", {"https://a.example/": html})
    assert all("meadows" in chunk.text for chunk in index.search_chunks("meadows"))


QUERIES = [
    ("", "has no words"),
    ("  ... !", "has no words"),
    ("-lake", "only excludes words"),
    ('a "lake', "unmatched quotation mark at character 3"),
    ("lake " * 200_000, "has 1000000 characters; the limit is 10000"),
]


@pytest.mark.parametrize(("query", "message"), QUERIES, ids=[message for _, message in QUERIES])
def test_bad_queries(index: SearchIndex, query: str, message: str) -> None:
    for search in (index.search, index.search_chunks):
        with pytest.raises(BadInput, match=message):
            search(query)


def test_query_of_stop_words(tmp_path: Path) -> None:
    index = build_index(tmp_path / "index", {"https://a.example/": make_page("Lake", LAKE)})
    with pytest.raises(BadInput, match="only stop words"):
        index.search("the")


def test_query_of_stop_words_in_an_index_of_several_languages(index: SearchIndex) -> None:
    for search in (index.search, index.search_chunks):
        with pytest.raises(BadInput, match="only stop words"):
            search("the")
    # A stop word of German is a word of English.
    assert names(index, "war") == []
    assert index.search("the", language="de") == []


def test_query_of_the_greatest_length(index: SearchIndex) -> None:
    words = " ".join(f"word{number}" for number in range(1200))[:9990] + " lake"
    assert "www.example.org/lake" in names(index, words)


OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"rank": "page"}, "rank='page': expected one of: document, block, combined"),
    ({"expand": "more"}, "expected one of: none, rm3, offer-weight"),
    ({"k1": -1}, "k1=-1: expected a number, 0 to 1000"),
    ({"b": 2}, "b=2: expected a number, 0 to 1"),
    ({"alpha": "high"}, "alpha='high': expected a number"),
    ({"candidates": 0}, "candidates=0: expected an integer"),
    ({"limit": 0}, "limit=0: expected an integer"),
    ({"fields": {"text": 1}}, "expected weights of: title, headings, body"),
    ({"fields": {"title": 0}}, "expected a weight above 0"),
    ({"site": "https://example.org/"}, "expected a host such as example.org"),
    ({"date_from": "yesterday"}, "expected a date such as 2024-05-31"),
    ({"date_from": "20240531"}, "expected a date such as 2024-05-31"),
    ({"date_to": "2024-W22-5"}, "expected a date such as 2024-05-31"),
    ({"date_to": 20240531}, "expected a date such as 2024-05-31"),
    ({"site": 3}, "site=3: expected a host"),
    ({"site": "a\udcff"}, "expected a host such as example.org"),
    ({"language": 5}, "language=5: expected the code of a language, such as en"),
    ({"language": "a\udcff"}, "expected the code of a language"),
    ({"page_type": 3}, "page_type=3: expected a page type such as article"),
    ({"page_type": "a\udcff"}, "expected a page type such as article"),
    ({"site_name": "x"}, "has no keyword 'site_name'; it has: limit, rank"),
]


@pytest.mark.parametrize(("options", "message"), OPTIONS, ids=str)
def test_bad_options(index: SearchIndex, options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption) as raised:
        index.search("lake", **options)
    assert message in str(raised.value)
