from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from pagecore.corpora.corpus import Gold, Item
from pagecore.errors import BadInput
from tools.known_items import __main__ as program
from tools.known_items import collection as collection_module
from tools.known_items import pages as pages_module
from tools.known_items.build import Limits, build_collection, is_specific
from tools.known_items.candidates import KINDS, choose_title, find_candidates, is_bare_text
from tools.known_items.collection import Collection, read_collection, write_collection
from tools.known_items.pages import SourcePage, find_duplicates, normalise_url, sketch_text

from .clock_pages import ANCHOR, HEADING, MENU, PROSE, QUESTION, REPAIR, TITLE, make_sources


def build(sources: list[SourcePage], **limits: int) -> tuple[Collection, dict[str, object]]:
    return build_collection("web", sources, Limits(**limits))


def add_page(name: str, html: str, url: str | None = None) -> SourcePage:
    item = Item(name, html.encode(), Gold(language="en"), url=url, group=name)
    return SourcePage(f"more/{name}", item)


def test_each_kind_of_query_comes_from_its_place() -> None:
    collection, about = build(make_sources())
    texts = {query.kind: (query.text, query.page) for query in collection.queries}
    queries = {(query.kind, query.text, query.page) for query in collection.queries}
    assert set(texts) == set(KINDS)
    assert ("title", TITLE, "clocks/repair") in queries
    assert ("heading", HEADING, "clocks/brass") in queries
    assert ("anchor", ANCHOR, "clocks/leather") in queries
    assert ("question", QUESTION, "clocks/thread") in queries
    assert about["queries"] == dict(sorted(Counter(kind for kind, _, _ in queries).items()))


def test_pages_are_read_without_their_queries() -> None:
    collection, _ = build(make_sources())
    for page in collection.pages:
        words = " ".join(collection.load(page).text().lower().split())
        for query in collection.queries:
            if query.page == page.id:
                assert query.text.lower() not in words
    (listed,) = [page for page in collection.pages if page.id == "clocks/list"]
    assert "imprint of the workshop" in collection.load(listed).text().lower()


def test_the_same_seed_chooses_the_same_queries() -> None:
    first, _ = build(make_sources(), seed=3)
    second, _ = build(make_sources(), seed=3)
    assert first.queries == second.queries
    assert first.pages == second.pages


def test_limits_hold() -> None:
    collection, _ = build(make_sources(), per_kind=1)
    assert max(Counter(query.kind for query in collection.queries).values()) == 1
    collection, _ = build(make_sources(), per_site=1)
    assert max(Counter(query.kind for query in collection.queries).values()) == 1


def test_copies_are_left_out_and_near_duplicates_answer_too() -> None:
    # Long and varied, so that a small change leaves most sequences of words as they are.
    body = " ".join(f"word{at} of line{at * 7}" for at in range(200))
    html = f"<title>{TITLE}</title><h1>{TITLE}</h1><p>Wooden cuckoo clocks. {body}</p>"
    near = html.replace("line700 ", "another ").replace(TITLE, "Something else")
    sources = [
        add_page("first", html, "https://a.example/x"),
        add_page("same-url", "<p>other</p>", "http://www.a.example/x/"),
        add_page("same-text", html.replace("<p>", "<p >"), "https://b.example/y"),
        add_page("near", near, "https://c.example/z"),
    ]
    collection, about = build(sources)
    assert [page.id for page in collection.pages] == ["more/first", "more/near"]
    assert about["copies_left_out"] == 2
    (query,) = [query for query in collection.queries if query.text == TITLE]
    assert collection.answers[query.id] == ("more/first", "more/near")


def test_generic_queries_are_skipped() -> None:
    one_term = f"<title>Clocks</title><h1>Clocks</h1><p>{PROSE}</p>"
    repeated = REPAIR.replace("Black Forest", "Swiss Jura")
    sources = [
        add_page("one-term", one_term, "https://a.example/"),
        add_page("repeated", repeated, "https://b.example/"),
        add_page("other", REPAIR, "https://c.example/"),
    ]
    collection, _ = build(sources)
    assert [query for query in collection.queries if query.kind == "title"] == []
    uses = dict.fromkeys(range(100), 0)
    assert is_specific("cuckoo clock", "en", uses, 1000)
    assert not is_specific("cuckoo", "en", uses, 1000)
    assert not is_specific("the of and", "en", uses, 1000)


def test_unanswerable_queries_are_dropped() -> None:
    html = f"<title>{TITLE}</title><h1>{TITLE}</h1><p>Nothing about it. {PROSE}</p>"
    collection, about = build([add_page("empty", html, "https://a.example/")])
    assert collection.queries == ()
    assert about["queries_left_out"] == {"too few terms left on the page": 1}


def test_candidates_leave_out_navigation_and_links() -> None:
    below = f"<p>{PROSE}</p>"
    html = (
        f"<title>x</title><nav><h2>Menu of all pages</h2>{below}</nav>"
        f"<h2><a href=/y>Teaser of a page</a></h2>{below}<h2>Short one</h2><p>Few words.</p>"
        f"<h2>Real heading ¶</h2>{below}"
    )
    page = add_page("x", html, "https://a.example/").load()
    candidates = find_candidates(page, add_page("x", html).item)
    assert candidates.headings == ("Real heading",)


def test_titles_lose_the_name_of_the_site() -> None:
    html = "<title>clocks.example: Old towers – Clock shop | Berlin</title>"
    page = add_page("x", html).load()
    candidates = find_candidates(page, add_page("x", html).item)
    assert choose_title(candidates, "clocks.example", {"Berlin", "Clock shop"}) == "Old towers"


@pytest.mark.parametrize(
    ("text", "is_bare"),
    [("Old towers", True), ("Old tow…", False), ("Old...", False), ("/old/towers", False)],
)
def test_texts_of_links(text: str, is_bare: bool) -> None:
    assert is_bare_text(text) is is_bare


def test_urls_of_one_page_are_equal() -> None:
    urls = ("http://a.example/x", "https://www.a.example/x/", "https://a.example/x/index.html#y")
    assert {normalise_url(url) for url in urls} == {"a.example/x"}
    assert normalise_url("https://a.example/x?y=1") != normalise_url("https://a.example/x")
    assert normalise_url("/x") is None


def test_sketches_find_near_duplicates_only() -> None:
    words = [f"w{at}" for at in range(300)]
    near = [*words[:290], *(f"v{at}" for at in range(10))]
    sketches = {
        "a": sketch_text(" ".join(words)),
        "b": sketch_text(" ".join(near)),
        "c": sketch_text(" ".join(reversed(words))),
        "short": sketch_text("w1 w2 w3 w4 w5 w6"),
    }
    assert find_duplicates(sketches) == {"a": {"b"}, "b": {"a"}}


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of corpora with one site."""
    site = tmp_path / "sites" / "clocks"
    (site / "pages").mkdir(parents=True)
    listed = []
    for source in make_sources():
        (site / "pages" / f"{source.item.id}.html").write_bytes(source.item.html())
        url, name = source.item.url, f"pages/{source.item.id}.html"
        listed.append({"file": name, "url": url, "kind": "entry"})
    about = {"base_url": "https://clocks.example/", "language": "en", "pages": listed}
    (site / "meta.json").write_text(json.dumps(about), "utf-8")
    monkeypatch.setitem(pages_module.PARTS, "web", ("sites",))
    return tmp_path


def test_the_collection_is_read_back(corpus: Path) -> None:
    result = CliRunner().invoke(program.main, ["--part", "web", "--data", str(corpus)])
    assert result.exit_code == 0, result.output
    collection = read_collection("web", corpus)
    assert f"digest {collection.digest}" in result.output
    assert {query.kind for query in collection.queries} == {"title", "heading", "anchor"}
    assert all(collection.load(page).text() for page in collection.pages)
    again = write_collection(collection, corpus / "again", {})
    assert again == collection.digest


def test_changed_files_are_refused(corpus: Path) -> None:
    with pytest.raises(BadInput, match=r"no such file; run: python -m tools\.known_items"):
        read_collection("web", corpus)
    CliRunner().invoke(program.main, ["--part", "web", "--data", str(corpus)])
    page = corpus / "sites/clocks/pages/brass.html"
    page.write_text(page.read_text("utf-8").replace(MENU, ""), "utf-8")
    collection = read_collection("web", corpus)
    (brass,) = [of for of in collection.pages if of.id.endswith("brass.html")]
    with pytest.raises(BadInput, match="has changed since the collection was built"):
        collection.load(brass)
    queries = corpus / collection_module.FOLDER / "web" / "queries.jsonl"
    queries.write_text(queries.read_text("utf-8").replace("cuckoo", "church"), "utf-8")
    with pytest.raises(BadInput, match="do not fit their digest"):
        read_collection("web", corpus)
