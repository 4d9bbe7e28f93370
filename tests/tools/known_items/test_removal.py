"""Each kind of query is taken out of every field of its page, and of the links to it."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pagecore import extract
from pagecore.page.parse import parse
from tests.layouts import make_layout
from tools.known_items.removal import (
    Query,
    find_leftover,
    find_linked_leftover,
    reparse,
    take_out_queries,
)

from .clock_pages import ANCHOR, HEADING, LIST, MENU, PAGES, QUESTION, TITLE

QUERIES = {
    "repair": Query("1", "title", TITLE, "clocks/repair"),
    "brass": Query("2", "heading", HEADING, "clocks/brass"),
    "leather": Query("3", "anchor", ANCHOR, "clocks/leather"),
    "thread": Query("4", "question", QUESTION, "clocks/thread"),
}
BY_URL = {f"clocks.example/{name}": [query] for name, query in QUERIES.items()}


def take_out(name: str) -> str:
    """The source of a page without the queries."""
    page = parse(PAGES[name], url=f"https://clocks.example/{name}")
    own = [QUERIES[name]] if name in QUERIES else []
    return take_out_queries(page, own, BY_URL)


def flatten(source: str) -> str:
    """A source as words, without tags and escapes; attributes stay."""
    plain = source.replace("&nbsp;", " ").replace("\\u0077", "w")
    plain = re.sub(r"</?(?:em|b|i)>|\b(?:id|href|class)=\S+", " ", plain)
    return " ".join(re.findall(r"\w+", plain.lower()))


@pytest.mark.parametrize("name", QUERIES)
def test_a_query_is_in_no_field_of_its_page(name: str) -> None:
    query = QUERIES[name]
    words = " ".join(query.phrase)
    assert words in flatten(PAGES[name])
    source = take_out(name)
    assert words not in flatten(source)
    page = parse(source, url=f"https://clocks.example/{name}")
    assert find_leftover(page, query) is None
    assert words not in flatten(extract(page).json())


def test_single_words_of_a_title_are_in_no_field_that_repeats_it() -> None:
    source = take_out("repair")
    page = parse(source)
    repeats = [page.text(int(row)) for row in np.flatnonzero(page.is_tag("title", "h1"))]
    repeats += [str(value) for value in page.attr("content")[1] if "about" not in str(value)]
    repeats += re.findall(r'"(?:headline|name)":\s*("[^"]*")', source)
    assert len(repeats) == 6
    assert not [text for text in repeats if re.search("(?i)repair|wooden|cuckoo|clocks", text)]
    # The body keeps its words, by which the page can be found.
    assert "Wooden plates crack, cuckoo calls fail" in source


def test_texts_of_links_to_the_page_are_taken_out() -> None:
    assert find_linked_leftover(parse(LIST, url="https://clocks.example/list"), QUERIES["repair"],
                                "clocks.example/repair")  # fmt: skip
    source = take_out("list")
    page = parse(source, url="https://clocks.example/list")
    texts = {link.url.rpartition("/")[2]: link.text for link in page.links()}
    assert texts["repair"] == "… … … …"
    assert texts["brass"] == "Wheels, with … … …"
    assert texts["leather"] == "… … … …"
    assert 'title="… … … …"' in source
    for name, query in QUERIES.items():
        assert not find_linked_leftover(page, query, f"clocks.example/{name}")


def test_everything_else_stays() -> None:
    source = take_out("list")
    assert MENU in source
    assert f"<a href=/elsewhere>{TITLE}</a>" in source
    assert "from May" in source
    unrelated = parse(LIST, url="https://clocks.example/list")
    assert take_out_queries(unrelated, [], {}) == LIST


def test_rows_and_layout_are_kept() -> None:
    page = parse(PAGES["repair"], url="https://clocks.example/repair")
    page = page.with_layout(make_layout(page))
    changed = reparse(page, take_out("repair"))
    assert changed.layout is not None
    assert changed.tag.tolist() == page.tag.tolist()
    assert page.layout is not None
    assert np.array_equal(changed.layout.box, page.layout.box, equal_nan=True)


def test_leftovers_are_found() -> None:
    query = QUERIES["repair"]
    fields = {
        "text": f"<p>{TITLE}</p>",
        "alt": f"<img alt='{TITLE}'>",
        "content": f"<meta name=x content='{TITLE}'>",
        "scripts": f"<script>let a = '{TITLE}'</script>",
    }
    for field, html in fields.items():
        assert find_leftover(parse(html), query) == field
    assert find_leftover(parse("<a href='/repairing-wooden-cuckoo-clocks'>x</a>"), query) is None
