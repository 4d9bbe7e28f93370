"""Whether two pages are of one article."""

from __future__ import annotations

import pytest

from pagecore import parse
from pagecore.pagination.same_article import (
    PageLink,
    _drop_new_words,
    find_difference,
    parse_link_number,
)
from tests.growth import check_ends

TITLES = [
    # one                                    another                                same article
    ("<title>A story | S",                   "<title>A story, page 2 | S",          True),
    ("<title>A story | S",                   "<title>Of something else | S",        False),
    ("<title>S</title><h1>A story</h1>",     "<title>S 2</title><h1>A story</h1>",  True),
    ("<title>One two</title><h1>One</h1>",   "<title>One two</title><h1>Six</h1>",  True),
    ("<title>Site</title><h1>One</h1>",      "<title>Site</title><h1>Two</h1>",     False),
    ("<title>潮の満ち引き",                     "<title>潮の満ち引き(2)",                 True),
    ("<title>潮の満ち引き",                     "<title>港の図書館",                     False),
    ("<p>one",                               "<p>two",                              True),
    ("<title>A story",                       "<h1>Another",                         True),
    ("<title>One | The H</title><h1>The H",  "<title>Two | The H</title><h1>The H", False),
    ("<title>One | H</title><h1>One thing",  "<title>H</title><h1>One thing",       True),
    ("<title>A story (1/3)",                 "<title>A story (2/3)",                True),
    ("<title>A story – 1",                   "<title>A story – 2",                  True),
    ("<title>Top 2 of 9",                    "<title>Top 2 of 9 (2)",               True),
    ("<title>A story, page 1 | S",           "<title>A story, page 2 | S",          False),
    ("<title>A story, page 1</title><h1>A story", "<title>A story, page 2</title><h1>A story",
                                                                                    True),
    ("<title>Show #1",                       "<title>Show #2",                      False),
    ("<title>Falcon",                        "<title>Falcon-2",                     False),
    ("<title>A story",                       "<title>A story (3)",                  False),
    ("<title>A story",                       f"<title>A story {'9' * 5000}",        False),
    (f"<title>A story {'9' * 5000}",         f"<title>A story {'9' * 5000}, page 2", True),
    ("<title>The end of 1999",               "<title>The end of 2000",              False),
]  # fmt: skip


@pytest.mark.parametrize(("first", "another", "same"), TITLES)
def test_pages_of_one_article_have_one_title(first: str, another: str, same: bool) -> None:
    assert (find_difference(parse(first), parse(another), PageLink(2)) == "") == same


def test_a_link_with_a_page_number_leads_to_a_page() -> None:
    first, second = parse("<title>Crane"), parse("<title>Crane 2")
    assert find_difference(first, second, PageLink(2, "→")).startswith("a number in its title")
    assert find_difference(first, second, PageLink(2, "[2]")) == ""
    assert find_difference(first, second, PageLink(3, "2")).startswith("a number in its title")


LINKS = [
    # text                     whether it may lead to a page of "Of cranes and quays"
    ("2",                      True),
    ("→",                      True),
    ("Read on",                True),
    ("Page 2",                 True),
    ("Of cranes and quays",    False),
    ("NextPage: cranes, quays",    False),
]  # fmt: skip


@pytest.mark.parametrize(("text", "leads"), LINKS)
def test_a_link_that_has_the_title_leads_to_an_article(text: str, leads: bool) -> None:
    page = parse("<title>Of cranes and quays")
    assert (find_difference(page, page, PageLink(2, text)) == "") == leads


def test_a_number_that_is_all_of_a_text() -> None:
    assert [parse_link_number(text) for text in ("2", " [3]", "٢", "2a", "", "page 2")] == [
        2, 3, 2, None, None, None,
    ]  # fmt: skip


def test_long_titles_take_linear_time() -> None:
    page = parse(f"<title>{'a' * 400}1 {'2 b' * 1_000_000}</title>")
    check_ends(lambda: find_difference(parse("<title>c"), page, PageLink(2, "→")))


def test_words_before_a_number_are_read_once() -> None:
    """Each number of a title is compared with the words since the one before it."""
    title = "word " * 10 + "2 new " * 150
    assert _drop_new_words(title, frozenset({"word"})) == title[:-5]
    assert _drop_new_words("A title - new ", frozenset({"title"})) == "A title -"
