"""Separators of VIPS: where they are, by definition, and what they weigh."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.segments.visual_blocks.blocks import BlockExtractor, RoundBlock
from pagecore.segments.visual_blocks.construction import group_blocks
from pagecore.segments.visual_blocks.nodes import VisualNodes
from pagecore.segments.visual_blocks.separators import (
    HORIZONTAL,
    VERTICAL,
    Separator,
    SeparatorFinder,
    Weights,
    find_gaps,
)
from tests.drawn_pages import draw


def block(left: float, top: float, right: float, bottom: float) -> RoundBlock:
    return RoundBlock(0, 1, 10, 0, (left, top, right, bottom))


GAPS = [
    # what it shows            from, to of blocks                gaps
    ("a gap",                  [(0, 10), (30, 40)],              [(10, 30)]),
    ("two",                    [(0, 10), (30, 40), (60, 70)],    [(10, 30), (40, 60)]),
    ("borders are dropped",    [(20, 30)],                       []),
    ("boxes that touch",       [(0, 10), (10, 40)],              [(10, 10)]),
    ("less than a pixel",      [(0, 10), (9.5, 40)],             [(10, 9.5)]),
    ("a pixel and more",       [(0, 10), (9, 40)],               []),
    ("one covers the gap",     [(0, 10), (30, 40), (0, 40)],     []),
    ("one shrinks it",         [(0, 10), (30, 40), (5, 20)],     [(20, 30)]),
    ("one splits it",          [(0, 10), (30, 40), (15, 20)],    [(10, 15), (20, 30)]),
    ("a thin box on another",  [(0, 10), (9.6, 10)],             []),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "spans", "gaps"), GAPS, ids=[case[0] for case in GAPS])
@pytest.mark.parametrize("axis", [HORIZONTAL, VERTICAL])
def test_known_gaps(
    axis: int, shows: str, spans: list[tuple[float, float]], gaps: list[tuple[float, float]]
) -> None:
    blocks = [
        block(0, start, 9, stop) if axis == HORIZONTAL else block(start, 0, stop, 9)
        for start, stop in spans
    ]
    assert [(gap.start, gap.stop) for gap in find_gaps(blocks, axis)] == gaps


def test_boxes_may_overlap_by_a_share() -> None:
    blocks = [block(0, 0, 9, 20), block(0, 16, 9, 36), block(0, 40, 9, 100)]
    assert len(find_gaps(blocks, HORIZONTAL)) == 1
    assert len(find_gaps(blocks, HORIZONTAL, 0.25)) == 2
    # The share is that of the smaller box.
    assert find_gaps([block(0, 0, 9, 8), block(0, 0, 9, 100)], HORIZONTAL, 0.25) == []


def test_boxes_whose_extent_is_lost_in_rounding_part_nothing() -> None:
    far = 1e12
    thin = block(0, far, 9, far + 1e-30)
    blocks = [block(0, far - 500, 9, far), thin, thin, block(0, far, 9, far + 500)]
    (gap,) = find_gaps(blocks, HORIZONTAL)
    assert (gap.start, gap.stop) == (far, far)


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(2, 20)), min_size=1, max_size=12))
def test_gaps_agree_with_definition(spans: list[tuple[int, int]]) -> None:
    """A separator starts as the whole region; each block splits, shrinks or removes it."""
    blocks = [block(0, start, 9, start + length) for start, length in spans]
    separators = [(-1.0, 99.0)]
    for of in blocks:
        top, bottom = of.box[1], of.box[3]
        rest = []
        for start, stop in separators:
            if bottom < start or top > stop:
                rest.append((start, stop))
                continue
            rest += [(start, top)] if start <= top else []
            rest += [(bottom, stop)] if bottom <= stop else []
        separators = rest
    inner = {(start, stop) for start, stop in separators if start >= 0 and stop < 99}
    # One of width 0 is between blocks that touch; a block of its own never lies in it.
    expected = {
        (start, stop)
        for start, stop in inner
        if any(of.box[3] == start for of in blocks) and any(of.box[1] == stop for of in blocks)
    }
    assert {(gap.start, gap.stop) for gap in find_gaps(blocks, HORIZONTAL)} == expected


def weigh(html: str, *, weights: Weights | None = None) -> list[tuple[int, float]]:
    """Axis and weight of the separators between the children of `body`."""
    page = draw(f"<html box='0 0 1000 1000'><body box='0 0 1000 1000'>{html}")
    assert page.layout is not None
    nodes = VisualNodes(page, page.layout)
    extractor = BlockExtractor(nodes)
    blocks = extractor.extract([extractor.page_block], 0.0)
    finder = SeparatorFinder(nodes, Weights() if weights is None else weights)
    return [(of.axis, of.weight) for of in finder.find(blocks)]


def stack(gap: float, above: str = "", below: str = "", tag: str = "h2") -> str:
    """Two blocks with a gap between them."""
    return (
        f"<p box='0 0 1000 100' {above}>a</p><{tag} box='0 {100 + gap} 1000 100' {below}>b</{tag}>"
    )


WEIGHTS = [
    ("touching", stack(0), 1), ("8", stack(8), 1), ("9", stack(9), 2), ("16", stack(16), 4),
    ("26", stack(26), 6), ("36", stack(36), 8), ("46", stack(46), 10), ("56", stack(56), 12),
    ("a background", stack(9, below="bg=navy"), 4),
    ("smaller below", stack(9, above="size=24"), 4),
    ("bold above", stack(9, above="bold"), 4),
    ("larger below", stack(9, below="size=24"), 6),
    ("the same structure", stack(9, tag="p"), 0),
    ("an hr", "<p box='0 0 1000 100'>a</p><hr box='0 104 1000 2'><h2 box='0 109 1000 9'>b", 4),
    ("all", stack(56, below="bg=navy size=24 bold"), 18),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "html", "weight"), WEIGHTS, ids=[case[0] for case in WEIGHTS])
def test_weights_of_horizontal_separators(shows: str, html: str, weight: float) -> None:
    assert weigh(html) == [(HORIZONTAL, weight)]


def test_fonts_and_structure_do_not_count_beside_each_other() -> None:
    beside = "<p box='0 0 100 100'>a</p><p box='109 0 100 100' size=24>b</p>"
    assert weigh(beside) == [(VERTICAL, 2)]


def test_high_columns_weigh_more() -> None:
    def beside(height: int) -> str:
        return f"<p box='0 0 100 90'>a</p><p box='109 0 100 {height}'>b</p>"

    # A column has at least 30 % of the height of the page.
    assert [weigh(beside(height)) for height in (299, 300)] == [[(VERTICAL, 2)], [(VERTICAL, 6)]]
    assert weigh(beside(300), weights=Weights(column=0)) == [(VERTICAL, 2)]


def test_weights_are_parameters() -> None:
    html = stack(20, below="bg=navy size=24")
    assert weigh(html) == [(HORIZONTAL, 10)]
    assert weigh(html, weights=Weights(gap=2)) == [(HORIZONTAL, 8)]
    assert weigh(html, weights=Weights(background=0)) == [(HORIZONTAL, 8)]
    assert weigh(html, weights=Weights(font=3)) == [(HORIZONTAL, 12)]
    assert weigh(stack(20, tag="p"), weights=Weights(structure=3)) == [(HORIZONTAL, 1)]
    ruled = "<p box='0 0 9 100'>a</p><hr box='0 104 9 2'><h2 box='0 109 9 9'>b"
    assert weigh(ruled, weights=Weights(hr=5)) == [(HORIZONTAL, 7)]


def test_heaviest_separators_part_blocks() -> None:
    blocks = [block(0, 0, 9, 9), block(20, 0, 29, 9), block(0, 20, 29, 29)]
    across, along = Separator(HORIZONTAL, 9, 20, 4), Separator(VERTICAL, 9, 20, 4)
    lighter = along._replace(weight=1)
    assert group_blocks(blocks, []) == [blocks]
    assert group_blocks(blocks, [across, lighter]) == [blocks[:2], blocks[2:]]
    assert group_blocks(blocks[:2], [lighter]) == [[blocks[0]], [blocks[1]]]
    assert group_blocks(blocks[:2], [across, along]) == [[blocks[0]], [blocks[1]]]
