"""Paths: which row an XPath names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings

from pagecore import Page, parse
from tests.rows import find_row, find_rows
from tests.trees import child_lists, pages

FOLDER = Path(__file__).parents[1] / "pages"


PATHS = [
    # what it shows             page                             row       path
    ("root",                    "a",                             "html",   "/html"),
    ("only one of its name",    "<div><p>a</div>",               "p",      "/html/body/div/p"),
    ("text",                    "a",                             "#text",  "/html/body/text()[1]"),
    ("foreign element",         "<svg><path/></svg>",            "svg path",
     "/html/body/*[local-name()='svg']/*[local-name()='path']"),
    ("own element",             "<x-y>",                         "x-y",    "/html/body/x-y"),
    ("name with a colon",       "<o:p>",                         "o:p",
     "/html/body/*[local-name()='o:p']"),
    ("name with an apostrophe", "<it's>",                        "it's",
     '/html/body/*[local-name()="it\'s"]'),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "name", "path"), [case[1:] for case in PATHS], ids=[case[0] for case in PATHS]
)
def test_path_of_a_row(html: str, name: str, path: str) -> None:
    page = parse(html)
    assert page.xpath(find_row(page, name)) == path


def test_paths_of_siblings() -> None:
    page = parse("a<p>b<!-- c -->d<br>e</p><p>f</p>")
    assert [page.xpath(row) for row in find_rows(page, "p", "#text")] == [
        "/html/body/text()[1]",
        "/html/body/p[1]",
        "/html/body/p[1]/text()[1]",
        "/html/body/p[1]/text()[2]",
        "/html/body/p[1]/text()[3]",
        "/html/body/p[2]",
        "/html/body/p[2]/text()[1]",
    ]
    assert page.xpath(-1) == "/html/body/p[2]/text()[1]"


def test_xpath_of_a_row_in_the_deep_is_short() -> None:
    page = parse("<p>one</p>" + "<div>" * 600 + "<p>two</p><svg>", max_depth=1000)
    paths = [page.xpath(row) for row in find_rows(page, "p", "#text", "svg svg")]
    assert paths[:2] == ["/html/body/p", "/html/body/p/text()[1]"]
    assert paths[2:] == [
        "/descendant::p[2]",
        "/descendant::text()[2]",
        "/descendant::*[local-name()='svg'][1]",
    ]
    assert page._table.xpaths([3, len(page) - 1, 4]) == [paths[0], paths[-1], paths[1]]


STEP = re.compile(
    r"""/(?:(?P<text>text\(\))|(?P<name>[a-z0-9-]+)
        |\*\[local-name\(\)=(?P<local>'[^']*'|"[^"]*"|concat\([^)]*\))\])(?:\[(?P<at>\d+)\])?""",
    re.VERBOSE,
)


def led_to(page: Page, path: str, children: list[list[int]]) -> list[int]:
    """The rows a path leads to, by the definition of the few forms that paths have here."""
    rows, at = [-1], 0
    while at < len(path):
        step = STEP.match(path, at)
        assert step, path[at:]
        actual: list[int] = []
        for row in rows:
            below = [0] if row < 0 else children[row]
            matching = [child for child in below if is_meant(page, child, step)]
            actual += [matching[int(step["at"]) - 1]] if step["at"] else matching
        rows, at = actual, step.end()
    return rows


def is_meant(page: Page, row: int, step: re.Match[str]) -> bool:
    name = page.name(row)
    if step["text"]:
        return name == "#text"
    if step["name"]:
        return name == step["name"]
    local = step["local"]
    quoted = re.findall(r"'[^']*'|\"[^\"]*\"", local)
    return name != "#text" and name.rpartition(" ")[2] == "".join(part[1:-1] for part in quoted)


def check_paths(page: Page) -> None:
    children = child_lists(page)
    for row in range(len(page)):
        assert led_to(page, page.xpath(row), children) == [row]


@settings(max_examples=50)
@given(page=pages())
def test_path_leads_to_its_row(page: Page) -> None:
    check_paths(page)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.html")), ids=lambda path: path.stem)
def test_path_leads_to_its_row_in_the_pages_of_the_project(path: Path) -> None:
    check_paths(parse(path.read_bytes()))


def test_path_with_both_kinds_of_quotes() -> None:
    check_paths(parse("<a'b\"c>x</a'b\"c><a'bc>y</a'bc>"))
