"""Comb: the blocks of VIPS, and windows inside long ones."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import Page, parse, segment
from pagecore.errors import NeedsBrowser
from pagecore.registry import find_method
from tests.drawn_pages import draw
from tests.segments.example_page import draw_example
from tests.segments.texts import texts_of


def draw_two_blocks() -> Page:
    """A header of two words, and a main column with six paragraphs of two words."""
    paragraphs = "".join(
        f"<p box='0 {200 + 100 * at} 1000 90'>word{at} here</p>" for at in range(6)
    )
    return draw(
        "<html box='0 0 1000 900'><body box='0 0 1000 900'>"
        "<header box='0 0 1000 100' bg=navy>Site name</header>"
        f"<main box='0 200 1000 600'>{paragraphs}</main>"
    )


@pytest.mark.parametrize(
    ("words", "texts"),
    [
        # No block is longer than the window, so these are the blocks.
        (100, ["Site name", " ".join(f"word{at} here" for at in range(6))]),
        (4, ["Site name", *(f"word{at} here word{at + 1} here" for at in (0, 2, 4))]),
        (2, ["Site name", *(f"word{at} here" for at in range(6))]),
    ],
)
def test_long_blocks_have_windows(words: int, texts: list[str]) -> None:
    page = draw_two_blocks()
    segmentation = segment(page, method="comb", words=words)
    assert texts_of(page, segmentation) == texts
    assert segmentation.columns["words"].tolist() == [len(text.split()) for text in texts]
    assert (segmentation.parent == -1).all()


def test_segments_have_boxes() -> None:
    page = draw_two_blocks()
    boxes = segment(page, method="comb").columns["box"].tolist()
    assert boxes == [[0, 0, 1000, 100], [0, 200, 1000, 590]]
    first, *windows = segment(page, method="comb", words=4).columns["box"].tolist()
    assert first == boxes[0]
    assert windows == [[0, 200 + 200 * at, 1000, 190] for at in range(3)]


@pytest.mark.parametrize("box", ["-30 -20 100 50", "3e38 3e38 3e38 3e38"])
def test_boxes_outside_the_page(box: str) -> None:
    page = draw(f"<html box='0 0 900 900'><body box='{box}'><p box='{box}'>word</p>")
    (found,) = segment(page, method="comb").columns["box"]
    assert found.tolist() == np.array(box.split(), np.float32).tolist()


def test_words_are_counted_from_the_start_of_a_block() -> None:
    page = draw_two_blocks()
    segmentation = segment(page, method="comb", words=4)
    is_text = page.tag == 0
    assert segmentation.evidence["word"][is_text].tolist() == [0, 0, 2, 4, 6, 8, 10]


@pytest.mark.parametrize("pdoc", [6, 9])
def test_windows_never_cross_the_blocks_of_vips(pdoc: int) -> None:
    page = draw_example()
    blocks = segment(page, method="vips", pdoc=pdoc).ids
    segments = segment(page, method="comb", words=10, pdoc=pdoc).ids
    texts = np.flatnonzero((page.tag == 0) & (segments >= 0))
    for at in range(segments.max() + 1):
        assert len({int(blocks[row]) for row in texts if segments[row] == at}) == 1
    # A long window leaves the blocks as they are.
    whole = segment(page, method="comb", words=100_000, pdoc=pdoc).ids
    assert len(set(whole[texts].tolist())) == len(set(blocks[texts].tolist()))


def test_window_has_200_words_unless_asked_otherwise() -> None:
    parameters = find_method("comb", "segment").parameters
    assert parameters["words"].default == 200
    assert parameters["pdoc"].default == find_method("vips", "segment").parameters["pdoc"].default


def test_needs_a_layout() -> None:
    with pytest.raises(NeedsBrowser, match="layout"):
        segment(parse("<p>word"), method="comb")
