"""The step `articles`: other articles that follow the page's own are left out."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import Choice, Page, extract, parse
from pagecore.choice import Change
from pagecore.steps.articles import ANOTHER, ARTICLES, keep_own_article

WORDS = " ".join(f"word{number}" for number in range(100))


def article(title: str, *, tag: str = "div class=post", date: str = "<time>1 May</time>") -> str:
    """An article of a hundred words."""
    return f"<{tag}><h1>{title}</h1>{date}<p>{WORDS}</p></{tag.split()[0]}>"


def choose(body: str) -> tuple[Page, Choice]:
    """A page with a title, of which everything is chosen."""
    page = parse(f"<title>The tide of the north | Herald</title><body>{body}")
    return page, Choice.of(page, page.visible)


CASES = [
    # what it shows  page                                                         headings left
    ("two below",    article("The tide of the north") + article("Winds") + article("Rain"), 1),
    ("one above",    article("Winds") + article("The tide of the north") + article("Rain"), 2),
    ("a list",       article("Winds") + article("Rain"),                                    2),
    ("other class",  article("The tide of the north") + article("Winds", tag="div"),        2),
    ("no dates",     article("The tide of the north", date="") + article("Winds", date=""), 2),
    ("same title",   article("The tide of the north") * 2,                                  2),
]  # fmt: skip


@pytest.mark.parametrize(("body", "left"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_other_articles_are_left_out(body: str, left: int) -> None:
    page, choice = choose(body)
    after = keep_own_article(page, choice)
    assert int((page.is_tag("h1") & after.content).sum()) == left
    assert {(change.step, change.reason) for change in after.changes} <= {(ARTICLES, ANOTHER)}


def test_lists_stay_whole() -> None:
    page, choice = choose(article("The tide of the north") + article("Winds"))
    listing = Choice(choice.content, choice.score, types={"listing": 0.9, "article": 0.1})
    assert keep_own_article(page, listing) is listing


def test_changes_are_logged_by_block() -> None:
    page, choice = choose(article("The tide of the north") + article("Winds"))
    after = keep_own_article(page, choice)
    dropped = np.flatnonzero(page.blocks_with(choice.content & ~after.content)).tolist()
    assert list(after.changes) == [Change(block, False, ARTICLES, ANOTHER) for block in dropped]


def test_step_can_be_left_out() -> None:
    body = article("The tide of the north") + article("Winds")
    html = f"<title>The tide of the north | Herald</title><body>{body}"
    assert "Winds" not in extract(html, method="balance").text
    assert "Winds" in extract(html, method="balance", steps=("copies",)).text
