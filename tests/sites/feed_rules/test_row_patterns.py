"""Patterns of rows: names and labels of a row and of the rows above it."""

from __future__ import annotations

import pytest
from hypothesis import given

from pagecore import Page, parse
from pagecore.errors import WrapperError
from pagecore.sites.feed_rules.page_view import PageView
from pagecore.sites.feed_rules.row_patterns import (
    Pattern,
    RowMatcher,
    list_patterns,
    read_pattern,
    write_pattern,
)
from tests.trees import pages

HTML = (
    '<div class="post new" id=p1><h2 class=t><a rel="bookmark nofollow">One</a></h2></div>'
    '<div class=post><h2>Two</h2></div><h2 class="t tt">Three</h2>'
)

FOUND = [
    # pattern                        texts
    ("h2",                           ["One", "Two", "Three"]),
    ("h2 .t",                        ["One", "Three"]),
    ("h2 < div .post",               ["One", "Two"]),
    ("h2 < div .new .post",          ["One"]),
    ("a rel=bookmark < h2 < div #p1", ["One"]),
    ("#text < h2 < div",             ["Two"]),
    ("h2 < body",                    ["Three"]),
    ("h2 < div < body < html < p",   []),
    ("h3",                           []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "texts"), FOUND)
def test_patterns_match_rows(text: str, texts: list[str]) -> None:
    page = parse(HTML)
    pattern = read_pattern(text)
    assert [page.text(row) for row in RowMatcher(page).find(pattern)] == texts
    assert write_pattern(pattern) == text


@pytest.mark.parametrize("text", ["", "h2 >", "h2 t", "* .a", "h2 < ", "a" * 200, "h2 onclick=x"])
def test_other_patterns_are_refused(text: str) -> None:
    with pytest.raises(WrapperError, match="expected steps such as"):
        read_pattern(text)
    with pytest.raises(WrapperError, match="at most 8 steps"):
        read_pattern(" < ".join(["p"] * 9))


def matches_by_definition(page: Page, row: int, pattern: Pattern) -> bool:
    """The definition: each step compared with the next row above."""
    view = PageView(page)
    for step in pattern:
        if row < 0 or page.name(row) != step.name or not step.labels <= view.labels[row]:
            return False
        row = int(page.parent[row])
    return True


@given(pages())
def test_agrees_with_the_definition(page: Page) -> None:
    view, matcher = PageView(page), RowMatcher(page)
    everything = frozenset(label for labels in view.labels for label in labels)
    for row in range(min(len(page), 12)):
        for pattern in list_patterns(page, view.labels, everything, row, 3):
            expected = [at for at in range(len(page)) if matches_by_definition(page, at, pattern)]
            assert matcher.find(pattern) == expected
            assert row in expected


def test_odd_names_and_labels_survive_writing_and_reading() -> None:
    svg = '<svg><title class=".#">t</title></svg>'
    page = parse(f'<o:p class="a&#13;b x\x85y é=">{svg}</o:p><x.y>u</x.y>')
    view = PageView(page)
    everything = frozenset(label for labels in view.labels for label in labels)
    for row in range(len(page)):
        for pattern in list_patterns(page, view.labels, everything, row, 3):
            assert read_pattern(write_pattern(pattern)) == pattern
    names = [page.name(row) for row in range(len(page))]
    row = names.index("x.y")
    assert list(list_patterns(page, view.labels, everything, row, 3)) == []
    title = next(list_patterns(page, view.labels, everything, names.index("svg title"), 1))
    assert write_pattern(title) == "svg/title ..#"
