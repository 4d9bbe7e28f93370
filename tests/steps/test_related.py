"""Lists of related items are left out by the step `articles`."""

from __future__ import annotations

import pytest

from pagecore import Choice, parse
from pagecore.steps.articles import ARTICLES
from pagecore.steps.related import RELATED, drop_related_items
from tests.growth import FACTOR, check_linear

TEXT = "<p>" + " ".join(f"word{number}" for number in range(40)) + "</p>"
CARD = "<article class=boat><a href=/b>Boat</a><p>Blue, seven metres</p></article>"


def make_list(name: str, items: str = CARD * 3) -> str:
    return f"<section class='{name}'><h2>Boats</h2><div>{items}</div></section>"


CASES = [
    # what it shows          page                                                     left out
    ("similar products",     TEXT + make_list("similar-boats"),                          True),
    ("above the text",       make_list("similar-boats") + TEXT,                          True),
    ("in camel case",        TEXT + make_list("pageRelatedBoats"),                       True),
    ("you may also like",    TEXT + make_list("youMayAlsoLike"),                         True),
    ("more from a site",     TEXT + make_list("wide more-from-us"),                      True),
    ("inside of another",    TEXT + f"<div class=related>{make_list('related')}</div>",  True),
    ("another name",         TEXT + make_list("boats"),                                  False),
    ("a part of a word",     TEXT + make_list("correlated"),                             False),
    ("one item",             TEXT + make_list("related", CARD),                          False),
    ("without links",        TEXT + make_list("related", "<p>Boat</p>" * 3),             False),
    ("the main heading",     TEXT + make_list("related", f"<h1>Boats</h1>{CARD * 3}"),   False),
    ("most of the content",  "<p>Few words</p>" + make_list("related", CARD * 9),        False),
    ("the whole page",       f"<main class=related>{TEXT}{CARD * 3}</main>",             False),
]  # fmt: skip


@pytest.mark.parametrize(("body", "is_left_out"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_lists_of_related_items(body: str, is_left_out: bool) -> None:
    page = parse(f"<h1>A boat</h1>{body}" if "<h1>" not in body else body)
    before = Choice.of(page, page.visible)
    after = drop_related_items(page, before, ARTICLES)
    assert ("Boat" not in page.render(after.content)) == is_left_out
    assert {(change.kept, change.step, change.reason) for change in after.changes} == (
        {(False, ARTICLES, RELATED)} if is_left_out else set()
    )


def test_items_that_are_not_chosen_stay_out() -> None:
    page = parse(TEXT + make_list("related"))
    choice = Choice.of(page, page.leaves & (page.above(page.is_tag("section")) < 0))
    assert drop_related_items(page, choice, ARTICLES) is choice


def test_time_is_linear() -> None:
    def drop(html: str) -> None:
        page = parse(html)
        drop_related_items(page, Choice.of(page, page.visible), ARTICLES)

    def nest(n: int) -> str:
        return TEXT * n + "<div class=related>" * 60 + "<div><a href=/>a</a></div>" * n

    check_linear(drop, nest(20), nest(20 * FACTOR))
