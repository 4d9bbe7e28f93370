"""VBPA: the definitions, each rule, the walk, and the figures of the paper."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import Page, extract, parse
from pagecore.errors import NeedsBrowser
from pagecore.methods.theme_blocks import (
    BlockMeasures,
    ThemeRules,
    find_theme,
    mark_descendants,
    measure_blocks,
)
from pagecore.registry import find_method
from pagecore.segments.vips import vips
from tests.drawn_pages import draw
from tests.segments.example_page import draw_example

VBPA = find_method("vbpa")
#: Parent, box, pure text and link text of a block.
BlockFacts = tuple[int, Sequence[float], float, float]


def make_blocks(*facts: BlockFacts, page_area: float | None = None) -> BlockMeasures:
    """Blocks on a page that the first of them covers, unless it has another area."""
    parents, boxes, pure, link = zip(*facts, strict=True)
    return BlockMeasures(
        np.array(parents),
        np.array(boxes, float),
        np.array(pure, float),
        np.array(link, float),
        float(boxes[0][2] * boxes[0][3]) if page_area is None else page_area,
    )


def kept(page: Page, **parameters: Any) -> list[str]:
    """The texts that are chosen."""
    content = VBPA(page, **parameters).content
    return [page.text(row).strip() for row in np.flatnonzero(content & (page.tag == 0)).tolist()]


# ---------------------------------------------------------------- definitions


def test_definitions() -> None:
    blocks = make_blocks((-1, (0, 0, 1000, 2000), 100, 50), (0, (700, 100, 200, 400), 40, 10))
    assert blocks.alpha.tolist() == [0, 1000 - 300]
    assert blocks.beta.tolist() == [0, 800 - 500]
    assert blocks.gamma.tolist() == [1, 80_000 / 2_000_000]
    assert blocks.log_text[1] == pytest.approx(math.log(80_000 / 40))
    assert blocks.log_link[1] == pytest.approx(math.log(80_000 / 10))


def test_area_is_a_share_of_the_page_and_not_of_the_outermost_block() -> None:
    half: BlockFacts = (-1, (0, 0, 1000, 1000), 9, 0)
    assert make_blocks(half, page_area=2_000_000).gamma.tolist() == [0.5]
    # The text of the page ends in its middle, and so does the outermost block.
    page = draw("<html box='0 0 100 400'><p box='0 0 100 100'>a</p><p box='0 100 100 100'>b")
    assert page.layout is not None
    tree = vips(page)
    assert tree.columns["box"][0].tolist() == [0, 0, 100, 200]
    assert measure_blocks(page, page.layout, tree, pure="all").gamma[0] == pytest.approx(0.5)


def test_density_without_text_is_infinite() -> None:
    blocks = make_blocks((-1, (0, 0, 9, 9), 0, 0))
    assert (blocks.log_text[0], blocks.log_link[0]) == (math.inf, math.inf)


def test_pure_text_is_drawn_text_outside_links() -> None:
    page = draw("<html box='0 0 9 9'><p>four<a href=/>links</a></p><p undrawn>hidden")
    tree = vips(page)
    assert page.layout is not None
    outside = measure_blocks(page, page.layout, tree, pure="outside")
    assert (outside.pure[0], outside.link[0]) == (4, 5)
    assert measure_blocks(page, page.layout, tree, pure="all").pure[0] == 9


# ---------------------------------------------------------------- rules

PAGE: BlockFacts = (-1, (0, 0, 1000, 1000), 10_000, 0)
CALM = (100, 100, 800, 800)

MARKS = [
    # what it shows                  box                   pure  link  rule
    ("text",                         CALM,                 1000, 0,    0),
    ("few links",                    CALM,                 1000, 499,  0),
    ("half as many links",           CALM,                 1000, 500,  1),
    ("links without text",           CALM,                 0,    9,    1),
    ("nothing",                      CALM,                 0,    0,    0),
    ("dense links",                  (0, 0, 300, 300),     1000, 400,  2),
    ("a flat strip at the top",      (0, 0, 1000, 50),     1000, 0,    0),
    ("a narrow strip at the side",   (0, 0, 100, 1000),    1000, 0,    0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("shows", "box", "pure", "link", "rule"), MARKS, ids=[case[0] for case in MARKS]
)
def test_known_marks(shows: str, box: Sequence[float], pure: float, link: float, rule: int) -> None:
    assert ThemeRules().find_mark(make_blocks(PAGE, (0, box, pure, link)), 1) == rule


def test_threshold_of_rule_2() -> None:
    blocks = make_blocks(PAGE, (0, (0, 0, 300, 300), 1000, 400))
    assert blocks.log_link[1] == pytest.approx(5.416, abs=1e-3)
    assert [ThemeRules(z_link=z).find_mark(blocks, 1) for z in (5.4, 5.5)] == [0, 2]


def test_rule_3_compares_the_vertical_distance_with_the_width() -> None:
    # A flat strip on a page that is narrow and long, and a narrow one on a wide page.
    long = (-1, (0, 0, 800, 3000), 9, 0)
    wide = (-1, (0, 0, 3000, 800), 9, 0)
    flat = make_blocks(long, (0, (0, 0, 800, 100), 9, 0))
    narrow = make_blocks(wide, (0, (0, 0, 100, 800), 9, 0))
    assert flat.alpha[1] == narrow.beta[1] == 1450
    assert [ThemeRules().find_mark(blocks, 1) for blocks in (flat, narrow)] == [3, 3]


def test_rule_3_by_half_of_the_extent() -> None:
    half = ThemeRules(pairing="half")
    square = make_blocks(PAGE, (0, (0, 0, 1000, 50), 9, 0))
    assert (ThemeRules().find_mark(square, 1), half.find_mark(square, 1)) == (0, 3)
    near = make_blocks(PAGE, (0, (0, 300, 1000, 50), 9, 0))
    assert half.find_mark(near, 1) == 0


@pytest.mark.parametrize(
    ("box", "pure", "qualifies"),
    [
        (CALM, 1000, True),
        ((0, 0, 500, 1000), 1000, True),  # rule 4: β is .25 of the width
        ((0, 0, 480, 1000), 1000, False),
        ((400, 400, 100, 199), 1000, False),  # rule 5: .0199 of the page
        ((400, 400, 100, 200), 1000, True),
        (CALM, 215, True),  # rule 6: ln(640 000 / 215) is 7.998
        (CALM, 214, False),
    ],
)
def test_rules_4_to_6(box: Sequence[float], pure: float, *, qualifies: bool) -> None:
    blocks = make_blocks(PAGE, (0, box, pure, 0))
    assert ThemeRules().qualifies(blocks, 1) is qualifies


def test_rule_6_as_printed_asks_for_little_text() -> None:
    blocks = make_blocks(PAGE, (0, CALM, 1000, 0), (0, CALM, 100, 0))
    printed = ThemeRules(rule6="printed")
    assert [printed.qualifies(blocks, child) for child in (1, 2)] == [False, True]


# ---------------------------------------------------------------- the walk


def test_figures_2_and_3_of_the_paper() -> None:
    """The second round positions B2, with title and body; the next one its body, B2_2."""
    blocks = make_blocks(
        (-1, (0, 0, 1000, 2000), 3300, 900),  # B
        (0, (0, 0, 1000, 150), 20, 200),  # B1, the head
        (0, (150, 150, 700, 1600), 3200, 200),  # B2
        (0, (0, 1750, 1000, 250), 80, 500),  # B3, links and imprint
        (2, (150, 150, 700, 100), 60, 0),  # B2_1, the title
        (2, (150, 250, 700, 1300), 3100, 100),  # B2_2, the body
        (2, (150, 1550, 700, 200), 40, 100),  # B2_3, related links
    )
    for fallback in (True, False):
        theme = find_theme(blocks, ThemeRules(fallback=fallback))
        assert theme.path == [0, 2, 5]
        assert theme.marks.tolist() == [0, 1, 0, 1, 3, 0, 1]


def test_example_leads_through_main_to_its_paragraphs() -> None:
    page = draw_example()
    texts = kept(page)
    assert [text.split()[:2] for text in texts] == [["Paragraph", str(at)] for at in range(8)]
    choice = VBPA(page)
    marked = choice.evidence["marked"]
    is_link = page.is_tag("a")
    assert (marked[is_link] == 1).all()
    assert int(choice.evidence["entered"].max()) == 5


def test_child_with_most_of_the_text_is_entered_though_it_has_links() -> None:
    blocks = make_blocks(
        (-1, (0, 0, 1000, 1000), 1300, 800), (0, (0, 0, 1000, 900), 1263, 754),
        (0, (0, 900, 1000, 100), 37, 46),
    )  # fmt: skip
    assert blocks.link[1] / blocks.pure[1] == pytest.approx(0.6, abs=0.01)
    theme = find_theme(blocks, ThemeRules())
    assert ThemeRules().find_mark(blocks, 1) == 1
    assert (theme.path, theme.marks.tolist()) == ([0, 1], [0, 0, 1])
    theme = find_theme(blocks, ThemeRules(fallback=False))
    assert (theme.path, theme.marks.tolist()) == ([0], [0, 1, 1])


def test_block_with_several_parts_is_the_theme() -> None:
    parts = [(0, (0, 300 * at, 1000, 300), pure, 0) for at, pure in enumerate((40, 35, 25))]
    blocks = make_blocks((-1, (0, 0, 1000, 900), 100, 0), *parts)
    assert find_theme(blocks, ThemeRules()).path == [0]


def test_long_theme_keeps_its_first_paragraph() -> None:
    paragraphs = [(0, (0, 100 * at, 800, 100), 300, 0) for at in range(30)]
    blocks = make_blocks((-1, (0, 0, 800, 3000), 9000, 0), *paragraphs)
    rules = ThemeRules()
    assert rules.find_mark(blocks, 1) == 3
    theme = find_theme(blocks, rules)
    assert theme.path == [0]
    assert mark_descendants(blocks, rules, theme)[1] == 3


def test_child_that_meets_only_rule_5_is_entered_if_none_qualifies() -> None:
    off_centre = (-1, (0, 0, 1000, 1000), 1000, 0), (0, (0, 0, 300, 1000), 900, 0)
    blocks = make_blocks(*off_centre)
    assert not ThemeRules().qualifies(blocks, 1)
    assert find_theme(blocks, ThemeRules()).path == [0, 1]
    assert find_theme(blocks, ThemeRules(m=0.4)).path == [0]
    assert find_theme(blocks, ThemeRules(fallback=False)).path == [0]


@pytest.mark.parametrize(("share", "path"), [(0.7, [0, 1]), (0.75, [0, 1]), (0.76, [0])])
def test_share_of_the_text_that_is_entered(share: float, path: list[int]) -> None:
    blocks = make_blocks((-1, (0, 0, 1000, 1000), 100, 0), (0, CALM, 75, 0), (0, CALM, 25, 0))
    assert find_theme(blocks, ThemeRules(share=share, z_text=20)).path == path


@given(data=st.data(), n=st.integers(1, 12), fallback=st.booleans())
def test_walk_agrees_with_definition(data: st.DataObject, n: int, *, fallback: bool) -> None:
    number = st.integers(0, 60)
    facts: list[BlockFacts] = []
    for at in range(n):
        parent = -1 if at == 0 else data.draw(st.integers(0, at - 1))
        box: Sequence[float] = [10 * data.draw(number) for _ in range(4)]
        facts.append((parent, box, data.draw(number), data.draw(number)))
    blocks, rules = make_blocks(*facts), ThemeRules(m=0.1, fallback=fallback)
    path = [0]
    while True:
        around = facts[path[-1]]
        candidates = []
        for child, (parent, box, pure, _) in enumerate(facts):
            if parent != path[-1] or not around[2] or pure < 0.75 * around[2]:
                continue
            area, page = box[2] * box[3], facts[0][1][2] * facts[0][1][3]
            beta = abs(box[0] + box[2] / 2 - around[1][0] - around[1][2] / 2)
            is_large = area / max(page, 1) >= 0.1
            is_dense = pure > 0 and math.log(max(area, 1) / pure) <= 8
            is_central = beta <= 0.25 * around[1][2]
            is_qualified = is_central and is_dense
            if is_large and (fallback or (is_qualified and not rules.find_mark(blocks, child))):
                candidates.append((is_qualified, pure, -child))
        if not candidates:
            break
        path.append(-max(candidates)[2])
    assert find_theme(blocks, rules).path == path


# ---------------------------------------------------------------- the method

STORY = "<p box='100 {top} 800 300'>A story of some words that go on for a line or two.</p>"


def draw_story(*, quality: float = 1.0) -> Page:
    story = "".join(STORY.format(top=100 + 300 * at) for at in range(3))
    return draw(
        "<html box='0 0 1000 1200'><body box='0 0 1000 1200'>"
        "<nav box='0 0 1000 50'><a href=/>home</a></nav>"
        f"<main box='100 100 800 900'>{story}</main>"
        "<footer box='0 1100 1000 100' bg=navy>imprint <a href=/>contact</a></footer>",
        quality=quality,
    )


def test_story_is_chosen_without_navigation() -> None:
    page = draw_story()
    assert set(kept(page)) == {"A story of some words that go on for a line or two."}
    assert extract(page, method="vbpa").text.count("story") == 3


def test_rules_decide_alone_without_the_fallback() -> None:
    """Half of the text of the three columns is in links, so rule 1 marks the block around them."""
    page = draw_example()
    choice = VBPA(page, fallback=False)
    assert int(choice.evidence["entered"].max()) == 1
    assert choice.evidence["marked"][page.is_tag("main")].tolist() == [1]
    assert len(kept(page, fallback=False)) > len(kept(page))


def test_marked_blocks_can_be_left_out() -> None:
    links = (
        "<ul box='100 1000 800 200'><li>see <a href=/>one link</a><li><a href=/>another</a></ul>"
    )
    blocks = "".join(STORY.format(top=300 * at) for at in range(3))
    page = draw(f"<html box='0 0 1000 1200'><body box='0 0 1000 1200'>{blocks}{links}")
    assert VBPA(page, share=1.0).content[page.is_tag("a")].all()
    assert not VBPA(page, share=1.0, drop_marked=True).content[page.is_tag("a")].any()


def test_poor_layout_gives_low_confidence_and_a_warning() -> None:
    good, poor = VBPA(draw_story()), VBPA(draw_story(quality=0.3))
    assert (good.confidence, good.warnings) == (None, ())
    assert poor.confidence == pytest.approx(0.3)
    assert [warning.code for warning in poor.warnings] == ["layout-quality"]
    document = extract(draw_story(quality=0.3), method="vbpa")
    codes = [warning.code for warning in document.warnings]
    assert codes == ["layout-quality", "low-confidence"]


def test_page_without_blocks_has_no_theme() -> None:
    choice = VBPA(draw("<p undrawn>word"))
    assert not choice.content.any()


def test_it_needs_a_layout() -> None:
    with pytest.raises(NeedsBrowser, match="'vbpa' needs a layout"):
        extract(parse("<p>word"), method="vbpa")
