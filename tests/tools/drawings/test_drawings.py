"""The drawings of the methods: complete, readable, and with the numbers of the evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

from pagecore.choice import Choice
from pagecore.explain.svg import measure_text
from pagecore.learn import learn
from pagecore.methods.cetr import find_threshold, measure_lines
from pagecore.metrics.words import score_words
from pagecore.registry import PAGE, find_method, list_methods
from pagecore.sites.rtdm import TemplateTree
from pagecore.wrapper import Wrapper
from pagecore.write.text import render_text
from tools.drawings import (
    METHODS,
    SEGMENT_METHODS,
    SITE_METHODS,
    SUFFIXES,
    THREAD_METHODS,
    Drawing,
    make_drawings,
    wtm,
)
from tools.drawings.__main__ import main
from tools.drawings.cetr import PLANE_RADIUS, count_excess
from tools.drawings.cetr import measure as measure_cetr
from tools.drawings.example_sites import COMMENTED_TITLES, SITE_TITLES, ExampleSite, load_site
from tools.drawings.examples import FAILURE, SUCCESS, load_example, name_element, read_default
from tools.drawings.hybrid import follow_tree, list_candidates, load_tree
from tools.drawings.ibdf import TAGS
from tools.drawings.rendered_pages import RENDERED_TITLES, load_rendered
from tools.drawings.rtdm import MEANINGS, Line, pair_lines
from tools.drawings.sheet import SMALL, WIDTH

ROOT = Path(__file__).resolve().parents[3]
#: Methods without drawings of their own, with the reason.
WITHOUT = {
    "default": "docs/default.md describes it",
    "balance": "no paper: it was made for this project",
}
DRAWINGS = [
    (name, drawing)
    for name in (*METHODS, *SEGMENT_METHODS, *THREAD_METHODS, *SITE_METHODS)
    for drawing in make_drawings(name)
]
IDS = [drawing.file for _, drawing in DRAWINGS]


def test_every_page_method_of_a_paper_is_drawn() -> None:
    shipped = [
        method.name
        for method in list_methods(PAGE.name)
        if method.function.__module__.startswith("pagecore.")
    ]
    assert sorted(shipped) == sorted([*METHODS, *WITHOUT])
    for name in (*METHODS, *SEGMENT_METHODS, *THREAD_METHODS, *SITE_METHODS):
        assert [drawing.file for drawing in make_drawings(name)] == [
            f"{name}{suffix}.svg" for suffix in SUFFIXES.values()
        ]


@pytest.mark.parametrize(("name", "drawing"), DRAWINGS, ids=IDS)
def test_page_of_the_method_shows_drawing_and_caption(name: str, drawing: Drawing) -> None:
    text = " ".join((ROOT / f"docs/methods/{name}.md").read_text("utf-8").split())
    assert f"]({drawing.file}) {drawing.caption}" in text


# ---------------------------------------------------------------- readable


class Box(NamedTuple):
    """The place of a text."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def list_texts(svg: str) -> Iterator[tuple[ElementTree.Element, str]]:
    for element in ElementTree.fromstring(svg).iter():
        if element.tag.endswith("}text"):
            yield element, element.text or ""


def list_boxes(svg: str) -> Iterator[Box]:
    """The places of the texts that are not turned."""
    for element, text in list_texts(svg):
        if element.get("transform"):
            continue
        size, x = float(element.get("font-size", "12")), float(element.get("x", "0"))
        style = {
            "bold": element.get("font-weight") == "bold",
            "mono": element.get("font-family") is not None,
        }
        width = measure_text(text, size, **style)
        left = (
            x
            - {"start": 0.0, "middle": width / 2, "end": width}[element.get("text-anchor", "start")]
        )
        y = float(element.get("y", "0"))
        yield Box(text, left, y - 0.75 * size, left + width, y + 0.2 * size)


@pytest.mark.parametrize(("name", "drawing"), DRAWINGS, ids=IDS)
def test_drawing_is_plain_svg_of_the_width_of_a_readme(name: str, drawing: Drawing) -> None:
    root = ElementTree.fromstring(drawing.svg)
    assert root.get("viewBox", "").startswith(f"0 0 {WIDTH} ")
    tags = {element.tag.partition("}")[2] for element in root.iter()}
    assert tags <= {"svg", "rect", "text", "title", "line", "polyline", "circle"}
    # The background comes first, and covers everything.
    first = next(iter(root))
    assert (first.get("width"), first.get("fill")) == (str(WIDTH), "#fff")
    assert first.get("height") == root.get("viewBox", "").split()[-1]


@pytest.mark.parametrize(("name", "drawing"), DRAWINGS, ids=IDS)
def test_texts_are_large_enough_and_inside(name: str, drawing: Drawing) -> None:
    for element, text in list_texts(drawing.svg):
        assert float(element.get("font-size", "0")) >= SMALL, text
    for box in list_boxes(drawing.svg):
        assert box.left >= 0, box
        assert box.right <= WIDTH, box


@pytest.mark.parametrize(("name", "drawing"), DRAWINGS, ids=IDS)
def test_no_text_covers_another(name: str, drawing: Drawing) -> None:
    boxes = [box for box in list_boxes(drawing.svg) if box.text]
    for at, box in enumerate(boxes):
        for other in boxes[at + 1 :]:
            is_beside = box.right <= other.left or other.right <= box.left
            assert is_beside or box.bottom <= other.top or other.bottom <= box.top, (box, other)


@pytest.mark.parametrize("name", [name for name in METHODS if not find_method(name).needs])
def test_first_page_is_a_success_and_second_a_failure(name: str) -> None:
    scores = {}
    for page in (SUCCESS, FAILURE):
        example = load_example(page)
        scores[page] = example.score(find_method(name)(example.page)).f1
    assert scores[SUCCESS] >= 0.95
    assert scores[FAILURE] <= scores[SUCCESS] - 0.1


@pytest.mark.parametrize("name", ["vbpa", "vwrapper"])
def test_first_rendered_page_is_a_success_and_second_a_failure(name: str) -> None:
    scores = []
    for page in map(load_rendered, RENDERED_TITLES):
        body = page.attr("itemprop")[0] >= 0
        gold = render_text(page, Choice.of(page, page.under(int(np.flatnonzero(body)[0]))))
        scores.append(score_words(gold, render_text(page, find_method(name)(page))).f1)
    assert scores[0] == 1
    assert scores[1] < 0.8


@pytest.mark.parametrize("name", [name for name in SITE_METHODS if name != "wtm"])
def test_first_site_is_a_success_and_second_a_failure(name: str) -> None:
    scores = []
    for site in map(load_site, SITE_METHODS[name].titles):
        wrapper = learn_example(site, name)
        scores.append(site.example.score(wrapper.content(site.example.page)).f1)
    assert scores[0] >= 0.95
    assert scores[1] <= scores[0] - 0.1


def test_first_blog_is_a_success_and_second_a_failure() -> None:
    success, failure = map(wtm.score_bodies, wtm.BLOG_TITLES)
    assert success >= 0.95
    assert failure <= success - 0.1


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize("name", SITE_TITLES)
def test_importances_of_cst_are_those_of_the_evidence(name: str) -> None:
    site = load_site(name)
    choice = learn(list(site.pages), method="cst").content(site.example.page)
    drawing = make_drawings("cst")[list(SITE_TITLES).index(name)]
    texts = [text for _, text in list_texts(drawing.svg)]
    shown = [text for text in texts if re.fullmatch(r"\d\.\d{2}", text)]
    # Two for each visible element.
    page = site.example.page
    assert len(shown) == 2 * int((page.visible & (page.tag != 0)).sum())
    for column, values in (("NodeImp", shown[::2]), ("PathImp", shown[1::2])):
        assert set(values) <= {f"{value:.2f}" for value in choice.evidence[column]}
    assert max(shown) == "1.00"
    assert min(shown) == "0.00"


@pytest.mark.parametrize("name", COMMENTED_TITLES)
@pytest.mark.parametrize(("method", "column"), [("entropy", "entropy"), ("ibdf", "IBDF")])
def test_values_of_pieces_are_those_of_the_evidence(method: str, column: str, name: str) -> None:
    site = load_site(name)
    evidence = learn_example(site, method).content(site.example.page).evidence[column]
    drawing = make_drawings(method)[list(COMMENTED_TITLES).index(name)]
    shown = {text for _, text in list_texts(drawing.svg) if re.fullmatch(r"\d\.\d{2}", text)}
    texts = site.example.page.visible & (site.example.page.tag == 0)
    assert {f"{value:.2f}" for value in evidence[texts]} <= shown


@pytest.mark.parametrize("name", SITE_TITLES)
def test_template_and_shares_of_rtdm_are_those_of_the_method(name: str) -> None:
    site = load_site(name)
    page = site.example.page
    wrapper = learn(list(site.pages), method="rtdm", classes="one")
    choice, template = wrapper.content(page), wrapper.body
    assert isinstance(template, TemplateTree)
    drawing = make_drawings("rtdm")[list(SITE_TITLES).index(name)]
    texts = [text for _, text in list_texts(drawing.svg)]
    heading = next(text for text in texts if text.startswith("2. The template"))
    signs = [text for text in texts[texts.index(heading) :] if text in MEANINGS]
    assert "".join(signs) == template.tree.wildcards.replace(" ", "")
    # One for each visible element, and for each text beside other nodes.
    n_chars = page.below(np.where(choice.evidence["data"], page.chars, 0))
    shares = {f"{n / n_chars[0]:.2f}" for n in n_chars.tolist()}
    shown = [text for text in texts if re.fullmatch(r"\d\.\d{2}", text)]
    assert len(shown) >= int((page.visible & (page.tag != 0)).sum()) - 1
    assert set(shown) <= shares
    (body,) = (text for text in texts if text.endswith(": body"))
    row = int(np.flatnonzero(choice.evidence["body"])[0])
    assert body == f"{name_element(page, row)}: body"


def test_lines_of_two_pages_are_brought_together() -> None:
    first, second = (
        [Line(at, 0, name, "") for at, name in enumerate(of)] for of in ("abc", "xbyz")
    )
    joined = list(pair_lines(first, second, {1: 1, 2: 3}))
    assert [(a and a.name, b and b.name) for a, b in joined] == [
        ("a", None), (None, "x"), ("b", "b"), (None, "y"), ("c", "z"),
    ]  # fmt: skip


def learn_example(site: ExampleSite, method: str) -> Wrapper:
    """Learn a wrapper as the drawing does."""
    options: dict[str, Any] = {"tags": TAGS} if method == "ibdf" else {}
    return learn(list(site.pages), method=method, **options)


def read_texts(name: str, page: str) -> list[str]:
    svg = make_drawings(name)[list(SUFFIXES).index(page)].svg
    return [text for _, text in list_texts(svg)]


@pytest.mark.parametrize("page", SUFFIXES)
def test_scores_of_coreex_are_those_of_the_evidence(page: str) -> None:
    evidence = find_method("coreex")(load_example(page).page).evidence
    scores = {f"{score:.4f}" for score in evidence["score"]}
    texts = read_texts("coreex", page)
    shown = [text for text in texts if re.fullmatch(r"\d\.\d{4}", text)]
    assert max(shown) == f"{evidence['score'].max():.4f}"
    assert set(shown) <= scores
    assert len(shown) > 5
    best = next(text for text in texts if text.endswith(f"= {max(shown)}"))
    ratio_weight, counted, linked, again, text_weight, share, total = map(
        float, re.findall(r"[\d.]+", best.partition(": ")[2].rpartition("=")[0])
    )
    score = ratio_weight * (counted - linked) / again + text_weight * share / total
    assert score == pytest.approx(evidence["score"].max(), abs=1e-4)


@pytest.mark.parametrize("page", SUFFIXES)
def test_steps_of_econ_are_those_of_the_evidence(page: str) -> None:
    example = load_example(page)
    evidence = find_method("econ")(example.page).evidence
    texts = read_texts("econ", page)
    (row,), (summary,) = (
        np.flatnonzero(evidence[name]) for name in ("snippet-node", "summary-node")
    )
    at = next(number for number, text in enumerate(texts) if "(snippet-node" in text)
    while row > summary:
        assert texts[at + 1] == str(evidence["node-punc-num"][row])
        assert f" adds {evidence['distance'][row]}: go on" in texts[at + 2]
        row, at = example.page.parent[row], at + 4
    assert "(summary-node)" in texts[at]
    assert texts[at + 1] == str(evidence["node-punc-num"][summary])


@pytest.mark.parametrize("page", SUFFIXES)
def test_bars_of_cetr_are_the_smoothed_ratios(page: str) -> None:
    drawing = make_drawings("cetr")[list(SUFFIXES).index(page)]
    names = ("lines", "radius", "blocks_per_break")
    lines = measure_lines(load_example(page).page, *(read_default("cetr", name) for name in names))
    heights = [
        (float(element.get("height", "0")), element[0].text)
        for element in ElementTree.fromstring(drawing.svg).iter()
        if element.tag.endswith("}rect") and len(element)
    ]
    assert [title for _, title in heights] == [
        f"line {number}: {value:.1f}" for number, value in enumerate(lines.smoothed, start=1)
    ]
    highest = max(height for height, _ in heights)
    drawn = np.array([height for height, _ in heights]) / highest
    assert drawn == pytest.approx(lines.smoothed / lines.smoothed.max(), abs=1e-3)
    threshold = find_threshold(lines.smoothed, read_default("cetr", "deviations"))
    assert any(text.endswith(f"σ = {threshold:.1f}") for text in read_texts("cetr", page))


@pytest.mark.parametrize("page", SUFFIXES)
def test_marks_of_the_plane_of_cetr_are_at_ratio_and_change(page: str) -> None:
    lines = measure_lines(load_example(page).page, read_default("cetr", "lines"), PLANE_RADIUS, 1)
    drawing = make_drawings("cetr")[list(SUFFIXES).index(page)]
    marks = np.array(
        [
            (float(element.get("cx", "0")), float(element.get("cy", "0")))
            for element in ElementTree.fromstring(drawing.svg).iter()
            if element.tag.endswith("}circle") and len(element)
        ]
    )
    for place, values in zip(marks.T, (lines.smoothed, -lines.change), strict=True):
        drawn = (place - place.min()) / np.ptp(place)
        assert drawn == pytest.approx((values - values.min()) / np.ptp(values), abs=5e-3)


def test_failure_of_cetr_names_the_parts_of_the_lines_that_are_kept_by_mistake() -> None:
    example = load_example(FAILURE)
    measured = measure_cetr(example)
    counts = count_excess(example, measured)
    wrong = measured.content & ~measured.article & (measured.lines.n_chars > 0)
    assert counts.total() == int(wrong.sum())
    of_notice = [at for at in np.flatnonzero(wrong) if "cookies" in measured.sources[at]]
    assert 0 < len(of_notice) <= counts["cookie notice"]
    caption = make_drawings("cetr")[1].caption
    assert all(f"{part} " in caption for part in counts)


@pytest.mark.parametrize("page", SUFFIXES)
def test_boxes_of_kmib_have_the_values_of_the_evidence(page: str) -> None:
    example = load_example(page)
    choice = find_method("kmib")(example.page)
    feature = read_default("kmib", "feature")
    pairs = {
        (f"{f:.0f}", f"{sii:.2f}")
        for f, sii in zip(choice.evidence[feature], choice.evidence["SII"], strict=True)
    }
    shown = re.findall(rf"{feature} (\d+) · SII (\S+)", "\n".join(read_texts("kmib", page)))
    assert len(shown) >= 3
    assert set(shown) <= pairs


@pytest.mark.parametrize("page", SUFFIXES)
def test_way_through_the_tree_ends_at_the_probability_of_the_evidence(page: str) -> None:
    example = load_example(page)
    choice = find_method("hybrid")(example.page)
    tree = load_tree()
    candidates = list_candidates(example, choice, tree)
    assert candidates
    for candidate in candidates:
        *_, leaf = follow_tree(tree, candidate.features)
        assert candidate.probability == pytest.approx(float(tree.content_share[leaf]))
        assert candidate.features[0] == choice.evidence["words"][candidate.row]
    main = max(candidates, key=lambda candidate: (candidate.is_positive, candidate.words))
    texts = read_texts("hybrid", page)
    assert f"{main.name}: content, probability {main.probability:.3f}" in texts
    # The count of the cut ends at 0.
    counts = [text for text in texts if re.fullmatch(r"\d", text)]
    assert "cut" in texts
    assert counts[-1] == "0"


# ---------------------------------------------------------------- the command


def test_command_writes_and_checks(tmp_path: Path) -> None:
    run = CliRunner().invoke
    options = ["--folder", str(tmp_path), "--only", "econ"]
    missing = run(main, [*options, "--check"])
    assert missing.exit_code == 2
    assert "run: python -m tools.drawings" in missing.output
    assert not list(tmp_path.iterdir())
    assert run(main, options).output.split() == [
        str(tmp_path / name) for name in ("econ.svg", "econ-fails.svg")
    ]
    assert run(main, [*options, "--check"]).exit_code == 0
    assert run(main, options).output == ""
    (tmp_path / "econ.svg").write_text("changed")
    assert run(main, [*options, "--check"]).exit_code == 2


@pytest.mark.parametrize("name", METHODS)
def test_drawings_are_the_same_every_time(name: str) -> None:
    before = make_drawings(name)
    make_drawings.cache_clear()
    load_example.cache_clear()
    assert make_drawings(name) == before
