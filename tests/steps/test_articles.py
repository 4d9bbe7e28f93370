"""The step `articles`: other articles that follow the page's own are left out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pagecore import Choice, Page, extract, parse
from pagecore.choice import Change
from pagecore.steps.articles import ANOTHER, ARTICLES, keep_own_article

PAGE = Path(__file__).parents[1] / "pages" / "next-articles.html"

WORDS = " ".join(f"word{number}" for number in range(100))


def article(title: str, *, tag: str = "div class=post", date: str = "<time>1 May</time>") -> str:
    """An article of a hundred words."""
    return f"<{tag}><h1>{title}</h1>{date}<p>{WORDS}</p></{tag.split()[0]}>"


def choose(body: str) -> tuple[Page, Choice]:
    """A page with a title, of which everything is chosen."""
    page = parse(f"<title>The tide of the north | Herald</title><body>{body}")
    return page, Choice.of(page, page.visible)


OWN = article("The tide of the north")
BY = "<p class=byline>Ann Lee</p>"

CASES = [
    # what it shows  page                                                         headings left
    ("two below",    article("The tide of the north") + article("Winds") + article("Rain"), 1),
    ("one above",    article("Winds") + article("The tide of the north") + article("Rain"), 2),
    ("a list",       article("Winds") + article("Rain"),                                    2),
    ("other class",  article("The tide of the north") + article("Winds", tag="div"),        2),
    ("no dates",     article("The tide of the north", date="") + article("Winds", date=""), 2),
    ("same title",   article("The tide of the north") * 2,                                  2),
    ("bylines",      article("The tide of the north", date=BY) + article("Winds", date=BY), 1),
    ("one byline",   article("The tide of the north", date=BY) + article("Winds", date=""), 2),
    ("same class",   OWN + article("Winds", tag="div class='post-7 post'"),                 1),
    ("other tag",    OWN + article("Winds", tag="section class=post"),                      2),
    ("short",        OWN + f"<div class=post><h1>Winds</h1>{BY}<p>few words</div>",         2),
]  # fmt: skip


@pytest.mark.parametrize(("body", "left"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_other_articles_are_left_out(body: str, left: int) -> None:
    page, choice = choose(body)
    after = keep_own_article(page, choice)
    assert int((page.is_tag("h1") & after.content).sum()) == left
    others = {f"{ANOTHER}: {title!r}" for title in ("Winds", "Rain")}
    assert {change.step for change in after.changes} <= {ARTICLES}
    assert {change.reason for change in after.changes} <= others
    n_dropped = int((page.is_tag("h1") & choice.content & ~after.content).sum())
    assert [warning.count for warning in after.warnings] == [n_dropped] * (n_dropped > 0)


def linked(
    title: str, *, tag: str = "div class=post", date: str = BY, address: str = "/other"
) -> str:
    """An article below another, whose heading is a link to its page."""
    heading = f"<h2><a href='{address}'>{title}</a></h2>"
    return f"<{tag}>{heading}{date}<p>{WORDS}</p></{tag.split()[0]}>"


TAG = "article class=post"
OWN_ARTICLE = article("The tide of the north", tag=TAG)
BARE = article("The tide of the north", tag=TAG, date="")
ELSEWHERE = "https://else.example/w"

LOWER = [
    # what it shows         page                                                          left out
    ("links",               OWN + linked("Winds") + linked("Rain"),                              2),
    ("links of articles",   BARE + linked("Winds", tag=TAG, date=""),                            1),
    ("main headings",       BARE + article("Winds", tag=TAG, date=""),                           1),
    ("articles by bylines", OWN_ARTICLE + article("Winds", tag=TAG).replace("h1", "h2"),         1),
    ("links without more",  OWN + linked("Winds", date=""),                                      0),
    ("headings alone",      BARE + article("Winds", tag=TAG, date="").replace("h1", "h2"),       0),
    ("links to other sites", BARE + linked("Winds", tag=TAG, date="", address=ELSEWHERE),        0),
    ("two levels lower",    OWN_ARTICLE + linked("Winds", tag=TAG).replace("h2", "h3"),          0),
    ("a list of posts",     linked("The tide of the north") + linked("Winds"),                   0),
]  # fmt: skip


@pytest.mark.parametrize(("body", "n"), [case[1:] for case in LOWER], ids=[c[0] for c in LOWER])
def test_headings_of_other_articles_may_be_lower(body: str, n: int) -> None:
    html = f"<title>The tide of the north | Herald</title><body>{body}"
    page = parse(html, url="https://herald.example/tide")
    after = keep_own_article(page, Choice.of(page, page.visible))
    assert [warning.count for warning in after.warnings] == [n] * (n > 0)


def test_sections_with_headings_of_another_kind_stay() -> None:
    for other in (
        article("Winds").replace("h1", "h2"),
        article("Winds").replace("<h1", "<h1 id=x class=y"),
    ):
        page, choice = choose(OWN + other)
        assert keep_own_article(page, choice) is choice


def test_lists_stay_whole() -> None:
    page, choice = choose(article("The tide of the north") + article("Winds"))
    listing = Choice(choice.content, choice.score, types={"listing": 0.9, "article": 0.1})
    assert keep_own_article(page, listing) is listing


def test_changes_are_logged_by_block() -> None:
    page, choice = choose(article("The tide of the north") + article("Winds"))
    after = keep_own_article(page, choice)
    dropped = np.flatnonzero(page.blocks_with(choice.content & ~after.content)).tolist()
    why = f"{ANOTHER}: 'Winds'"
    assert list(after.changes) == [Change(block, False, ARTICLES, why) for block in dropped]
    assert [(warning.code, warning.count) for warning in after.warnings] == [("other-articles", 1)]


def test_long_headings_are_shortened_in_reasons() -> None:
    long = "wind " * 40
    page, choice = choose(OWN + article(long))
    (why,) = {change.reason for change in keep_own_article(page, choice).changes}
    assert why == f"{ANOTHER}: {(long[:60] + '…')!r}"


@pytest.mark.parametrize("method", ["default", "balance"])
def test_articles_that_the_site_loads_below_are_left_out(method: str) -> None:
    document = extract(PAGE.read_bytes(), method=method)
    assert "The road is measured twice a week" in document.text
    assert "On the first morning" not in document.text
    assert "bakery" not in document.text
    assert "bakery" in extract(PAGE.read_bytes(), method="balance", steps=()).text


@pytest.mark.parametrize("method", ["default", "balance"])
def test_articles_with_linked_headings_are_left_out(method: str) -> None:
    page = PAGE.with_name("next-articles-linked.html").read_bytes()
    document = extract(page, method=method)
    assert "Visitors may watch on Saturdays" in document.text
    assert "footbridge" not in document.text
    assert "Honey" not in document.text
    assert [w.count for w in document.warnings if w.code == "other-articles"] == [2]
    assert "footbridge" in extract(page, method=method, steps=()).text


def test_step_can_be_left_out() -> None:
    body = article("The tide of the north") + article("Winds")
    html = f"<title>The tide of the north | Herald</title><body>{body}"
    assert "Winds" not in extract(html, method="balance").text
    assert "Winds" in extract(html, method="balance", steps=("copies",)).text
