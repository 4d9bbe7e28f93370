"""Markdown and clean HTML of a page for each construct, as they should be, and the round trip.

`python -m tests.write.test_markup` puts what the writers make of the pages into `expected/`, to be
read before it is committed.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from pagecore import Choice, Document, parse
from pagecore.choice import Part
from tests.write.roundtrip import find_differences, find_lost_words

FOLDER = Path(__file__).parents[1] / "pages"
EXPECTED = Path(__file__).parent / "expected"
PAGES = sorted(FOLDER.glob("*.html"))
CONSTRUCTS = [path for path in PAGES if path.stem.startswith("write-")]


def whole(path: Path) -> Document:
    """A page of which everything that is shown is chosen."""
    page = parse(path.read_bytes(), url="https://page.example/folder/page.html")
    return Document([Part(page, Choice.of(page, page.visible))], "all")


@pytest.mark.parametrize("path", CONSTRUCTS, ids=lambda path: path.stem)
def test_markdown_and_html_are_as_expected(path: Path) -> None:
    document = whole(path)
    assert document.markdown(title=False) + "\n" == (EXPECTED / f"{path.stem}.markdown").read_text(
        "utf-8"
    )
    assert document.html(title=False) + "\n" == (EXPECTED / f"{path.stem}.html").read_text("utf-8")


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_markdown_comes_back_as_the_same_elements(path: Path) -> None:
    assert find_differences(whole(path)) == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_no_word_is_lost(path: Path) -> None:
    assert find_lost_words(whole(path)) == []


@pytest.mark.parametrize(
    "html",
    [
        "<dl><dt>Name *<dd>x</dl>",
        "<dl><dt>* Name<dd>x</dl>",
        "<dl><dt>**<dd>x</dl>",
        "<p>**<br>** x<br>*",
        "<p>*a<br>*b*",
    ],
)
def test_stars_of_texts_stay_stars(html: str) -> None:
    page = parse(html)
    document = Document([Part(page, Choice.of(page, page.visible))], "all")
    rendered = parse(MarkdownIt().render(document.markdown(title=False)))
    assert "".join(rendered.text(0).split()) == "".join(page.text(0).split())


if __name__ == "__main__":
    EXPECTED.mkdir(exist_ok=True)
    for one in CONSTRUCTS:
        document = whole(one)
        (EXPECTED / f"{one.stem}.markdown").write_text(
            document.markdown(title=False) + "\n", "utf-8"
        )
        (EXPECTED / f"{one.stem}.html").write_text(document.html(title=False) + "\n", "utf-8")
