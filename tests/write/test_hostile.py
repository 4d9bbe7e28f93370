"""Pages made to hurt writers: no word is lost, and cost and output grow with the page alone.

`python -m bench.growth` measures the growth of the same shapes, in CPU time.
"""

from __future__ import annotations

import pytest

from bench.writer_shapes import FLAT, NESTED
from pagecore import Choice, Document, parse
from pagecore.choice import Part
from tests.growth import FACTOR, check_ends, check_linear

SHAPES = FLAT | NESTED
#: Looking back from each of so many elements to all before it takes minutes.
N_FLAT = 200_000
#: Pages are no deeper than this.
N_NESTED = 60_000
N_FEW = 100
#: Bytes of output for each of the page, where every line may be indented by all lists around it.
MAX_BYTES = 60


def whole(html: str, max_depth: int = 65_536) -> Document:
    """A page as deep as it is written, of which everything is chosen."""
    page = parse(html, url="https://a.example/", max_depth=max_depth)
    return Document([Part(page, Choice.of(page, page.visible))], "all")


def repeat(name: str) -> str:
    return SHAPES[name](N_FLAT if name in FLAT else N_NESTED)


def check_outputs(document: Document, written: list[str]) -> None:
    most = MAX_BYTES * len(document.page.source) + 10_000
    assert max(map(len, written)) < most


@pytest.mark.parametrize("name", SHAPES)
def test_markup_of_large_pages_is_written_and_bounded(name: str) -> None:
    document = whole(repeat(name))
    written = check_ends(lambda: [document.markdown(), document.html(), document.xml()])
    check_outputs(document, written)


@pytest.mark.parametrize("name", SHAPES)
def test_text_and_json_of_large_pages_are_written_and_bounded(name: str) -> None:
    # Paths are as long as a page is deep, so this one has the usual limit.
    document = whole(repeat(name), max_depth=512)
    written = check_ends(lambda: [document.to_text(images=True, links=True), document.json()])
    check_outputs(document, written)


@pytest.mark.parametrize("name", SHAPES)
def test_writers_run_linear_steps(name: str) -> None:
    def write(document: Document) -> None:
        document.markdown(), document.html(), document.xml()
        document.to_text(images=True, links=True), document.json()

    small, large = (whole(SHAPES[name](n), max_depth=512) for n in (N_FEW, N_FEW * FACTOR))
    check_linear(write, small, large)


@pytest.mark.parametrize("name", SHAPES)
def test_no_word_is_lost(name: str) -> None:
    document = whole(SHAPES[name](300))
    n_words = document.text.count("w")
    assert n_words >= 1
    # Neither tags nor addresses have that letter, but for spans of cells.
    html = document.html(title=False, images=False).replace("rowspan", "")
    assert [document.markdown(title=False, images=False).count("w"), html.count("w")] == [
        n_words
    ] * 2
