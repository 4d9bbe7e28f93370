"""The project's own pages: each is listed, parses into a sound table, and has lexbor's tree."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from pagecore import parse
from tests.core.lexbor import lexbor_outline, our_outline
from tests.trees import check_table

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "tests" / "pages"
PAGES = sorted(FOLDER.glob("*.html"))
EXAMPLES = sorted((ROOT / "examples").glob("*.html"))


def note(path: Path) -> str:
    """What a page says of itself, in its first comment or in the .json beside it."""
    beside = path.with_suffix(".json")
    if beside.exists():
        return str(json.loads(beside.read_text("utf-8"))["shows"])
    match = re.match("<!-- (.*?) -->\n", path.read_text("utf-8"))
    assert match, f"{path.name} does not begin with a note"
    return match[1]


def test_xhtml_has_empty_elements() -> None:
    page = "<html xmlns='http://www.w3.org/1999/xhtml'><script src='a.js'/><p>a</p></html>"
    assert parse(f"<?xml version='1.0'?>{page}").text(0).strip() == "a"
    assert parse(page).text(0).strip() == ""


def test_readme_lists_every_page() -> None:
    listed = re.findall(r"^\| `(.+?)` \| (.*) \|$", (FOLDER / "README.md").read_text("utf-8"), re.M)
    assert listed == [(path.name, note(path)) for path in PAGES]


@pytest.mark.parametrize("path", PAGES + EXAMPLES, ids=lambda path: path.stem)
def test_tree_is_that_of_lexbor(path: Path) -> None:
    page = parse(path.read_bytes())
    check_table(page)
    assert our_outline(page) == lexbor_outline(bytes(page.source))


@pytest.mark.parametrize("path", sorted(FOLDER.glob("bytes-*.html")), ids=lambda path: path.stem)
def test_bytes_are_read_as_meant(path: Path) -> None:
    expected = json.loads(path.with_suffix(".json").read_text("utf-8"))
    page = parse(path.read_bytes())
    assert page.encoding == expected["encoding"]
    assert page.encoding_from == expected["encoding_from"]
    (title,) = page.is_tag("title").nonzero()[0]
    assert page.text(int(title)) == expected["title"]
    assert expected["text"] in page.text()
    assert page.warnings == ()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_expected_content_is_text_of_the_example(path: Path) -> None:
    text = " ".join(parse(path.read_bytes()).text().split())
    place = 0
    for line in path.with_suffix(".txt").read_text("utf-8").splitlines():
        # Each line is found behind the one before it: the content is in the page's order.
        place = text.index(" ".join(line.split()), place)
