"""Selecting rules: the cut on a summary is the cut on the page, and what may not be selected."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagecore import Page, parse
from pagecore.page import Mask
from pagecore.sites import select_rules as selection
from pagecore.sites.rules import Rule, Rules
from pagecore.sites.select_rules import (
    Candidate,
    Cut,
    Key,
    PageSummary,
    list_keys,
    measure_cut,
    select_rules,
    summarise_page,
)
from tests.sites.test_rules import RULE, TREE, Tag, write


def choose(page: Page, word: str) -> Mask:
    """The texts that contain a word."""
    rows = [row for row in range(len(page)) if page.tag[row] == 0 and word in page.text(row)]
    return np.isin(np.arange(len(page)), rows)


def summarise(html: str, word: str = "tide") -> PageSummary:
    page = parse(html)
    return summarise_page(page, choose(page, word))


def make_candidate(rule: Rule) -> Candidate:
    literal = "" if rule.id or rule.class_ else rule.open
    return Candidate(Key(rule.tag, rule.id, rule.class_, literal), rule.kind, rule.at)


# ---------------------------------------------------------------- the cut


@given(st.lists(TREE, max_size=4), st.lists(RULE, min_size=1, max_size=4))
@settings(max_examples=300, deadline=None)
def test_the_cut_of_a_summary_is_that_of_the_page(
    nodes: list[Tag | str], rules: list[Rule]
) -> None:
    page = parse("".join(map(write, nodes)))
    target = choose(page, "two")
    choice = Rules(tuple(rules), 0).content(page)
    kept = np.zeros(len(page), np.bool_) if choice is None else choice.content
    texts = (page.tag == 0) & page.visible & kept
    cut = measure_cut(summarise_page(page, target), [make_candidate(rule) for rule in rules])
    assert cut == Cut(int(page.chars[texts].sum()), int(page.chars[texts & target].sum()))


KEYS = [
    ("<div id=a class='b  c'>", "", [("a", "b c", ""), ("a", "", ""), ("", "b c", "")]),
    ("<div id=a>", "Related", [("a", "", "")]),
    ("<div class=b>", "", [("", "b", "")]),
    ("<div data-x>", "", [("", "", "<div data-x>")]),
    ("<div>", "More of it", [("", "", "<div>"), ("", "", "<div>More of it")]),
    ("<div>", " \n", [("", "", "<div>")]),
    ("<div>", "a" * 61, [("", "", "<div>")]),
    ("<div title='\x01'>", "", []),
]


@pytest.mark.parametrize(("open_tag", "text", "keys"), KEYS)
def test_what_identifies_an_element(
    open_tag: str, text: str, keys: list[tuple[str, str, str]]
) -> None:
    assert [key[1:] for key in list_keys("div", open_tag, text)] == keys


def test_the_score_is_the_f1_of_characters() -> None:
    page = summarise("<div>tides</div><p>other</p>")
    assert page.n_chosen == 5
    assert page.score(Cut(10, 5)) == pytest.approx(2 / 3)
    assert page.score(Cut(5, 5)) == 1
    assert page.score(Cut(5, 0)) == page.score(Cut(0, 0)) == 0


# ---------------------------------------------------------------- what is selected


def test_an_error_on_few_pages_is_outvoted() -> None:
    html = "<div id=a>the tide comes in<p class=x>{}</p></div>"
    pages = [summarise(html.format(text)) for text in ("a tide beside", *["some boats"] * 9)]
    assert [(rule.kind, rule.open) for rule in select_rules(pages)] == [
        ("content", "<div id=a>"),
        ("noise", "<p class=x>"),
    ]


def test_what_was_often_chosen_is_no_noise() -> None:
    html = "<div id=a>the tide comes in<p class=x>{}</p></div>"
    pages = [summarise(html.format(text)) for text in ("a tide beside", *["some boats"] * 2)]
    assert [rule.open for rule in select_rules(pages)] == ["<div id=a>"]


def test_noise_of_a_single_page_is_not_learned() -> None:
    pages = [
        summarise(f"<div id=a>the tide comes in<p class={name}>some boats</p></div>")
        for name in ("x", "y")
    ]
    assert [rule.open for rule in select_rules(pages)] == ["<div id=a>"]
    assert len(select_rules(pages[:1])) == 2


def test_of_equal_rules_the_one_with_more_values_and_the_innermost_is_selected() -> None:
    html = "<main id=m><div class=a><div class=b id={}>the tide comes in</div></div></main>"
    (rule,) = select_rules([summarise(html.format(name)) for name in ("x", "x")])
    assert (rule.id, rule.class_) == ("x", "b")
    (rule,) = select_rules([summarise(html.format(name)) for name in ("x", "y")])
    assert (rule.id, rule.class_) == ("", "b")


PARTS = "<h1>A tide</h1>" + "<p>The tide comes in.</p>" * 6


def list_content(around: str, *names: str) -> list[str]:
    """The tags of the rules for content that are learned from a page for each name."""
    pages = [summarise(around.format(PARTS, name=name)) for name in names]
    return [rule.open for rule in select_rules(pages) if rule.kind == "content"]


def test_an_element_with_class_has_the_rule_of_the_parts_inside_it() -> None:
    """A bare tag would also cut out a cookie notice."""
    html = "<div class=main>{}<div class=rel>Boats and more boats</div></div>{more}"
    rules = select_rules([summarise(html.format(PARTS, more=""))] * 5)
    assert [(rule.kind, rule.open) for rule in rules] == [
        ("content", "<div class=main>"),
        ("noise", "<div class=rel>"),
    ]
    page = parse(html.format(PARTS, more="<div class=cookie><p>We use cookies.</p></div>"))
    choice = Rules(rules, 0).content(page)
    assert choice is not None
    assert page.render(choice.content).splitlines()[-1] == "The tide comes in."


OUTER = [
    # what it shows                     page                                      rule for content
    ("a class",                         "<div class=a>{}</div>Boats",             "<div class=a>"),
    ("a class further up",              "<div class=a><div>{}</div></div>Boats",  "<div class=a>"),
    ("a container without a class",     "<div class=a>Boats<div>{}</div></div>",  "<div>"),
    ("a class around a list",           "<div class=a><ul>{}</ul></div>Boats",    "<div class=a>"),
    ("the id of a single page",         "<div id={name}>{}</div>Boats",           "<p>"),
    ("the class of the body",           "<body class=a>{}Boats",                  "<p>"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("around", "first"), [case[1:] for case in OUTER], ids=[case[0] for case in OUTER]
)
def test_which_element_around_parts_has_the_rule(around: str, first: str) -> None:
    assert list_content(around, "x", "y", "z")[0] == first


def test_a_part_that_was_not_chosen_is_no_reason() -> None:
    html = "{}<div class=cookie><p>We use cookies.</p></div>"
    assert list_content(html, "x", "y")[0] == "<p>The tide comes in."


def test_nothing_chosen_gives_no_rule() -> None:
    assert select_rules([]) == ()
    assert select_rules([summarise("the tide")]) == ()


def test_budgets_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    html = "".join(f"<div class=c{at}>the tide {at}</div>{at} boats" for at in range(30))
    pages = [summarise(html)] * 2
    assert len(select_rules(pages)) == selection.MAX_SELECTED
    monkeypatch.setattr(selection, "MAX_TRIED", 0)
    assert select_rules(pages) == ()
    monkeypatch.setattr(selection, "MAX_ELEMENTS", 3)
    assert len(summarise(html).elements) == 3
