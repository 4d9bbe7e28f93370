"""The rules of a site: what is learned, and on what pages each rule alone decides."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import Wrapper, learn, parse
from pagecore.errors import WrapperError
from pagecore.page import Mask, Page
from pagecore.sites.hybrid import Rule, Rules, rule_of

TEXT = " ".join(["The tide comes in at six, and the boats go out."] * 6)


def marked(page: Page) -> Mask:
    """What the page itself marks as content."""
    return page.above(page.is_tag("p") & ~page.has_class("no")) >= 0


def rule(html: str) -> Rule | None:
    page = parse(html)
    return rule_of(page, marked(page))


# ---------------------------------------------------------------- the rule of a page


def test_rule_is_the_opening_tag_of_the_block_with_most_content() -> None:
    found = rule(
        f'<div id=a><p class=no>{TEXT}</div><div\n CLASS="b  c" data-x=">"><p>{TEXT}</div>'
    )
    assert found == Rule("div", "", "b c", '<div\n CLASS="b  c" data-x=">">')


def test_block_without_id_and_class_takes_the_tag_around_it() -> None:
    found = rule(f"<article id=m><div><div class=''><p>{TEXT}</div></div></article>")
    assert found == Rule("article", "m", "", "<article id=m>")


def test_without_any_there_is_no_rule() -> None:
    assert rule(f"<div><p>{TEXT}</div>") is None
    assert rule(f"<p>{TEXT}") is None
    assert rule("<div id=m></div>") is None


def test_element_that_has_no_tag_in_the_source_gives_no_rule() -> None:
    # The cell's row and section are implied.
    found = rule(f"<table class=t><td><p>{TEXT}</table>")
    assert found == Rule("table", "", "t", "<table class=t>")


# ---------------------------------------------------------------- what is learned of several


def test_most_frequent_rule_comes_first() -> None:
    pages = [f"<div class=a><p>{TEXT}</div>", *[f"<div class=b id=x><p>{TEXT}</div>"] * 2]
    found = learn(pages, content=marked)
    assert isinstance(found.body, Rules)
    assert [(one.class_, one.id, one.pages) for one in found.body.rules] == [
        ("b", "x", 2),
        ("a", "", 1),
    ]


def test_of_one_tag_id_and_class_the_most_frequent_literal_tag_is_kept() -> None:
    pages = [
        f"<div class=a data-page=1><p>{TEXT}</div>",
        f"<div class='a'><p>{TEXT}</div>",
        f"<div class='a'><p>{TEXT}</div>",
    ]
    found = learn(pages, content=marked).body
    assert isinstance(found, Rules)
    assert found.rules == (Rule("div", "", "a", "<div class='a'>", 3),)


def test_labels_are_the_default_extractors_where_none_are_given() -> None:
    html = f"<div id=menu><a href=/>Home</a></div><div id=text><p>{TEXT}</p><p>{TEXT}</p></div>"
    found = learn([html] * 2).body
    assert isinstance(found, Rules)
    assert [one.id for one in found.rules] == ["text"]


def test_pages_without_a_block_teach_nothing() -> None:
    with pytest.raises(WrapperError, match=r"nothing was learned: of 2 pages none has its content"):
        learn([f"<p>{TEXT}", ""])


# ---------------------------------------------------------------- where a rule fits


def wrapper(*rules: Rule, least_words: int = 0) -> Wrapper:
    return Wrapper("hybrid", Rules(rules, least_words))


MAIN = Rule("div", "m", "", "<div id=m>")


def test_first_rule_that_fits_cuts() -> None:
    known = wrapper(Rule("div", "other", "", "<div id=other>"), MAIN)
    assert known.cut(b"<p>a<div id=m>b<div>c</div></div>d") == b"<div id=m>b<div>c</div></div>"
    with pytest.raises(WrapperError, match=r"^the wrapper \(hybrid\) does not fit the page$"):
        known.cut(b"<div id=n>b</div>")


def test_few_words_do_not_fit() -> None:
    source = b"<div id=m>one two</div>"
    assert wrapper(MAIN, least_words=2).cut(source) == source
    with pytest.raises(WrapperError):
        wrapper(MAIN, least_words=3).cut(source)


def test_pages_in_other_encodings_are_cut_as_utf_8() -> None:
    source = "<meta charset=windows-1251><div id=m>прилив</div>".encode("cp1251")
    assert wrapper(MAIN).cut(source).decode() == "<div id=m>прилив</div>"
    wide = "\ufeff<div id=m>прилив</div>".encode("utf-16-le")
    assert wrapper(MAIN).cut(wide).decode() == "<div id=m>прилив</div>"
    named = "<div id=m>прилив</div>".encode("koi8-r")
    assert wrapper(MAIN).cut(named, encoding="koi8-r").decode() == "<div id=m>прилив</div>"


def test_content_of_a_parsed_page_is_what_would_be_cut() -> None:
    page = parse("<p>a<div id=m>b <b>c</b><p hidden>h</p><div>d</div></div><p>e")
    choice = wrapper(MAIN).content(page)
    texts = [page.text(int(row)) for row in np.flatnonzero(choice.content & (page.tag == 0))]
    assert texts == ["b ", "c", "d"]
    assert wrapper(MAIN).fields(page) == {"content": "b cd"}
    with pytest.raises(WrapperError):
        wrapper(MAIN).content(parse("<p>a"))
    with pytest.raises(WrapperError):
        wrapper(MAIN).fields(parse("<p>a"))
