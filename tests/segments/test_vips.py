"""VIPS: the example, each rule on a page that fires it alone, and what holds for every page."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagecore import Page, Segmentation, parse, segment
from pagecore.errors import NeedsBrowser
from pagecore.segments.vips import vips
from pagecore.segments.visual_blocks.blocks import RULE_6A, BlockExtractor
from pagecore.segments.visual_blocks.construction import MAX_ROUNDS, THRESHOLDS, TreeBuilder
from pagecore.segments.visual_blocks.nodes import VisualNodes
from pagecore.segments.visual_blocks.separators import HORIZONTAL, SeparatorFinder
from tests.drawn_pages import draw
from tests.layouts import make_layout
from tests.segments.example_page import draw_example
from tests.segments.texts import texts_of
from tests.trees import pages


def nodes_of(page: Page, *, is_modern: bool = False) -> VisualNodes:
    assert page.layout is not None
    return VisualNodes(page, page.layout, is_modern=is_modern)


def outline(page: Page, segmentation: Segmentation) -> list[tuple[int, int, str]]:
    """The level, degree of coherence and first words of every segment."""
    level: list[int] = []
    lines = []
    for at, text in enumerate(texts_of(page, segmentation)):
        above = int(segmentation.parent[at])
        level.append(level[above] + 1 if above >= 0 else 0)
        doc = int(segmentation.columns["doc"][at])
        lines.append((level[at], doc, " ".join(text.split()[:2])))
    return lines


# ---------------------------------------------------------------- the example

COLUMNS = [
    (0, 6, "Name of"),
    (1, 7, "Name of"),
    (2, 10, "Name of"),
    (2, 7, "Section 0"),
    (3, 7, "Section 0"),
    (3, 7, "Heading Paragraph"),
    (4, 10, "Heading"),
    (4, 9, "Paragraph 0"),
    (3, 10, "Story number"),
    (1, 10, "Footer of"),
]


@pytest.mark.parametrize("flex", [False, True])
@pytest.mark.parametrize("modern", [False, True])
def test_example_is_divided_into_its_columns(*, flex: bool, modern: bool) -> None:
    page = draw_example(flex=flex)
    assert outline(page, vips(page, modern=modern)) == COLUMNS


def test_separators_of_the_first_round() -> None:
    page = draw_example()
    nodes = nodes_of(page)
    extractor = BlockExtractor(nodes)
    blocks = extractor.extract([extractor.page_block], THRESHOLDS[0])
    names = [page.name(block.first) for block in blocks]
    assert names == ["header", "ul", "main", "ul", "p"]
    separators = SeparatorFinder(nodes).find(blocks)
    assert [(of.axis, of.weight) for of in separators] == [(HORIZONTAL, 3), (HORIZONTAL, 8)]


def test_columns_stay_together_if_less_coherence_is_permitted() -> None:
    page = draw_example()
    assert outline(page, vips(page, pdoc=6)) == [COLUMNS[0], COLUMNS[1], COLUMNS[-1]]


def test_boxes_of_the_example() -> None:
    boxes = vips(draw_example()).columns["box"].tolist()
    assert boxes[:3] == [[0, 0, 1366, 1850], [0, 0, 1366, 1800], [0, 0, 1366, 100]]


def test_levels_limit_the_tree() -> None:
    page = draw_example()
    assert outline(page, vips(page, levels=1)) == [COLUMNS[0], COLUMNS[1], COLUMNS[-1]]
    assert outline(page, vips(page, levels=2)) == [line for line in COLUMNS if line[0] <= 2]


def test_blocks_that_were_kept_whole_are_rated_anew() -> None:
    page = draw_example()
    assert (3, 10, "Section 0") in outline(page, vips(page, min_area=0.0))
    items = outline(page, vips(page, min_area=0.0, renew=False))
    assert (3, 7, "Section 0") in items
    assert (4, 10, "Section 1") in items


def test_small_blocks_are_not_divided() -> None:
    page = draw_example()
    # The main column is 53 % of the page.
    assert (4, 10, "Heading") not in outline(page, vips(page, min_area=0.6))


# ---------------------------------------------------------------- rules


def decide(html: str, threshold: float = 0.1, *, modern: bool = False, **facts: bool) -> int:
    """The rule for the element with the attribute `x` of a page of 1000 × 1000 pixels; negative if
    it divides."""
    page = draw(f"<html box='0 0 1000 1000'><body box='0 0 1000 1000'>{html}")
    extractor = BlockExtractor(nodes_of(page, is_modern=modern), has_rule_6a=facts.pop("six", True))
    row = int(np.flatnonzero(page.attr("x")[0] >= 0)[0])
    decision = extractor.decide(row, threshold, **facts)
    return -decision.rule if decision.divide else decision.rule


LARGE = "box='0 0 1000 900'"
HALF = "box='0 0 1000 450'"
OTHER_HALF = "box='0 450 1000 450'"
TWO = f"<div {HALF}><p>a</p></div><div {OTHER_HALF}><p>b</p></div>"
SMALL = "<b box='0 0 50 20' display=block>a</b><b box='0 20 50 20' display=block>b</b>"
#: A small text and a line-break node below it.
LINES = "text='0 0 300 20'>a<b display=block box='0 20 300 20'>b</b>"

CASES = [
    # what it shows                   page                                            rule
    ("nothing in it",                 f"<div x {LARGE}></div>",                          1),
    ("an image",                      f"<img x {LARGE}>",                                1),
    ("one child",                     f"<div x {LARGE}><div {HALF}>a</div></div>",      -2),
    ("one text is no child to enter", f"<div x {LARGE}>a</div>",                         4),
    ("texts",                         f"<div x {LARGE}>a <b>b</b> c</div>",              4),
    ("texts of a cell",               f"<table><tr><td x {LARGE}>a <b>b</b></table>",    4),
    ("a line break in p",             f"<p x {LARGE} display=block>a<b display=block>b</b>", -5),
    ("a line break in inline text",   f"<span x {LARGE}>a<b display=block>b</b></span>", -5),
    ("an hr",                         f"<div x {LARGE}>a<hr box='0 9 90 2'><b display=block>b", -6),
    ("children too large",
     f"<div x box='0 0 1000 300'><b display=block {HALF}>a</b>b</div>",           -RULE_6A),
    ("a table with a coloured row",
     f"<table x {LARGE}><tbody {HALF}><tr><td>a</tbody><tbody {OTHER_HALF} bg=navy><tr><td>b",
     -7),
    ("small with text",               f"<div x box='0 0 300 300' {LINES}</div>",        8),
    ("large with small children",     f"<div x {LARGE}>{SMALL}</div>",                   9),
    ("a table with small children",
     "<table x box='0 0 1000 900'><tr box='0 0 50 50'><td>a<td>b<tr box='0 50 50 50'><td>b</table>",
     -2),
    ("two large children",            f"<div x {LARGE}>{TWO}</div>",                   -11),
    ("a large text and a child",
     f"<div x {LARGE} text='0 450 1000 450'>word <div {HALF}>a",                  -11),
    ("a table",
     f"<table x {LARGE}><tbody {HALF}><tr><td>a</tbody><tbody {OTHER_HALF}><tr><td>b</table>", 12),
    ("a cell",                        f"<table><tr><td x {LARGE}>{TWO}</table>",        12),
    ("a row",
     f"<table><tr x {LARGE}><td {LARGE}>{TWO}<td {HALF}>{TWO}</table>",             -RULE_6A),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "html", "rule"), CASES, ids=[case[0] for case in CASES])
def test_known_decisions(shows: str, html: str, rule: int) -> None:
    assert decide(html) == rule


def test_rule_3_divides_the_only_root() -> None:
    html = f"<div x {LARGE}>a <b>b</b> c</div>"
    assert (decide(html), decide(html, is_root=True)) == (4, -3)


def test_rule_10_keeps_a_cell_whole_after_one_that_was() -> None:
    html = f"<table><tr><td>c<td x {LARGE}>{TWO}</table>"
    assert (decide(html, after_block=True), decide(html)) == (10, 12)
    # Only cells have this rule.
    assert decide(f"<div x {LARGE}>{TWO}</div>", after_block=True) == -11


def test_rule_6a_is_not_among_twelve() -> None:
    html = f"<div x box='0 0 1000 300'><b display=block {HALF}>a</b>b</div>"
    assert (decide(html), decide(html, six=False)) == (-RULE_6A, -11)


def test_threshold_decides_rules_8_and_9() -> None:
    text, children = f"<div x box='0 0 300 300' {LINES}</div>", f"<div x {LARGE}>{SMALL}</div>"
    assert (decide(text, 0.1), decide(text, 0.0)) == (8, -11)
    assert (decide(children, 0.1), decide(children, 0.0)) == (9, -11)


def test_flex_and_grid_boxes_as_tables() -> None:
    row = f"<div box='0 0 500 450' x>{TWO}</div><div box='500 0 500 450'>b</div>"
    flex = f"<div {LARGE} display=flex>{row}</div>"
    assert (decide(flex), decide(flex, modern=True)) == (-RULE_6A, 12)
    grid = f"<div x {LARGE} display=grid>{TWO}</div>"
    assert (decide(grid), decide(grid, modern=True)) == (-11, 12)


DEGREES = [
    ("texts of one font",        f"<div x {LARGE}>a <i>b</i></div>",                      10),
    ("texts of two fonts",       f"<div x {LARGE}>a <b bold>b</b></div>",                  9),
    ("an image",                 f"<img x {LARGE}>",                                       8),
    ("small div with text",      f"<div x box='0 0 300 300' {LINES}</div>",               5),
    ("small code with text",     f"<code x display=block box='0 0 300 300' {LINES}",      7),
    ("small section with text",  f"<section x box='0 0 300 300' {LINES}</section>",        8),
    ("large div, small parts",   f"<div x {LARGE}>{SMALL}</div>",                          7),
    ("large li, small parts",    f"<li x {LARGE}>{SMALL}</li>",                            8),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "html", "doc"), DEGREES, ids=[case[0] for case in DEGREES])
def test_degrees_of_coherence(shows: str, html: str, doc: int) -> None:
    page = draw(f"<html box='0 0 1000 1000'><body box='0 0 1000 1000'>{html}")
    row = int(np.flatnonzero(page.attr("x")[0] >= 0)[0])
    assert BlockExtractor(nodes_of(page)).decide(row, 0.1).doc == doc


def test_child_with_another_background_is_not_divided_in_its_round() -> None:
    rows = (
        f"<tbody {HALF}><tr><td><p>a</p><p>b</p></tbody>"
        f"<tbody {OTHER_HALF} bg=navy><tr><td><p>c</p><p>d</p></tbody>"
    )
    page = draw(f"<html box='0 0 1000 1000'><body box='0 0 1000 1000'><table {LARGE}>{rows}")
    extractor = BlockExtractor(nodes_of(page))
    blocks = extractor.extract([extractor.page_block], 0.0)
    assert [(page.name(block.first), block.rule, block.doc) for block in blocks][-1] == (
        "tbody", 7, 7
    )  # fmt: skip


# ---------------------------------------------------------------- what is not drawn


def test_text_that_is_not_drawn_belongs_to_the_block_beside_it() -> None:
    page = draw(
        "<html box='0 0 1000 1000'><body box='0 0 1000 1000'>"
        "<div box='0 0 1000 400'><p>menu</p><p undrawn>closed menu</p></div>"
        "<div box='0 500 1000 500' bg=navy>text<script>word</script></div>"
    )
    assert texts_of(page, vips(page))[1:] == ["menu closed menu", "text"]


def test_page_without_anything_drawn_has_no_segments() -> None:
    page = draw("<p undrawn>word</p>")
    segmentation = vips(page)
    assert len(segmentation) == 0
    assert (segmentation.ids == -1).all()


def test_layout_of_poor_quality_is_reported() -> None:
    html = "<html box='0 0 9 9'><p>word</p>"
    assert vips(draw(html)).warnings == ()
    (warning,) = vips(draw(html, quality=0.3)).warnings
    assert (warning.code, "quality 0.30" in warning.message) == ("layout-quality", True)


def test_it_needs_a_layout() -> None:
    with pytest.raises(NeedsBrowser, match="needs a layout"):
        segment(parse("<p>word"), method="vips")


def test_rounds_are_limited() -> None:
    # Each step of the stairs is parted from the rest by a heavier separator than the next ones.
    steps = "".join(
        f"<div box='{at * 10} {at * 30} {2000 - 10 * at} {9}'>{at}</div>" for at in range(9)
    )
    nodes = nodes_of(draw(f"<html box='0 0 2000 3000'>{steps}"))
    builder = TreeBuilder(BlockExtractor(nodes), SeparatorFinder(nodes))
    tree, is_limited = builder.build()
    assert not is_limited
    assert 0 < max(node.level for node in tree) < MAX_ROUNDS


# ---------------------------------------------------------------- every page


@settings(max_examples=60, deadline=None)
@given(page=pages(), data=st.data())
def test_result_is_a_tree_of_blocks(page: Page, data: st.DataObject) -> None:
    n = len(page)
    numbers = st.lists(st.integers(0, 40), min_size=4 * n, max_size=4 * n)
    box = np.array(data.draw(numbers), np.float64).reshape(n, 4) * 10
    page = page.with_layout(make_layout(page, box=box, seen=np.full(n, 3)))
    segmentation = vips(page, min_area=0.0)
    doc, parent = segmentation.columns["doc"], segmentation.parent
    inner = parent >= 0
    assert (doc[inner] >= doc[parent[inner]]).all()
    assert ((doc >= 1) & (doc <= 10)).all()
    boxes = segmentation.columns["box"]
    ends = boxes[:, :2] + boxes[:, 2:]
    assert (boxes[inner, :2] >= boxes[parent[inner], :2] - 1e-6).all()
    assert (ends[inner] <= ends[parent[inner]] + 1e-6).all()
    # A less coherent cut is coarser: every segment of it is a union of finer ones.
    coarse = vips(page, min_area=0.0, pdoc=5).ids
    for segment_ids in (coarse[segmentation.ids == at] for at in set(segmentation.ids.tolist())):
        assert len(set(segment_ids[segment_ids >= 0].tolist())) <= 2
