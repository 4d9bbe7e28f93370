"""V-Wrapper: each step with models made by hand, the labels, and the shipped model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from pagecore import Page, extract, parse
from pagecore.errors import ModelError, NeedsBrowser
from pagecore.methods.visual_features import DIGEST, INNER_FEATURES
from pagecore.methods.visual_tree import VisualTree
from pagecore.methods.vwrapper import (
    BODY,
    FORESTS,
    HEADLINE,
    LABELS,
    OTHER,
    SIGNS,
    Probabilities,
    compute_probability,
    label_leaves,
)
from pagecore.models.model import Model, load, read, shipped_path
from pagecore.registry import find_method
from pagecore.train.write_model import Forest, pack_model
from tests.drawn_pages import draw
from tests.segments.example_page import draw_example
from tools.drawings.rendered_pages import load_rendered

VWRAPPER = find_method("vwrapper")


def make_stump(forest: str, feature: str, border: float, below: float, above: float) -> Forest:
    """A forest with one tree that tests one feature; the values are logarithms of odds."""
    features = FORESTS[forest]
    return Forest(
        len(features),
        np.zeros(1, np.float32),
        np.ones(1, np.uint8),
        np.array([features.index(feature)], np.uint16),
        np.array([border], np.float32),
        np.array([below, above], np.float32),
        np.ones(2, np.float32),
    )


def make_model(changes: Mapping[str, Forest] | None = None, **metadata: Any) -> Model:
    """Inner blocks with few links are positive, text without links is body, and large text is
    headline."""
    forests = {
        "inner": make_stump("inner", "linked", 0.5, 3, -3),
        "headline": make_stump("headline", "font_size", 1.4, -6, 6),
        "body": make_stump("body", "linked", 0.5, 2, -2),
    }
    about = {"method": "vwrapper", "features": DIGEST, **metadata}
    return read(pack_model(about, {**forests, **(changes or {})}), "made.model")


def texts(page: Page, rows: Any) -> list[str]:
    return [page.text(row).strip() for row in np.flatnonzero(rows & (page.tag == 0)).tolist()]


PARAGRAPHS = [f"Paragraph {at} has a few words of running text." for at in range(8)]
OUTSIDE = ["Name of the site", "Footer of the page"]

# ---------------------------------------------------------------- the steps


def test_first_step_finds_inner_blocks() -> None:
    page = draw_example()
    choice = VWRAPPER(page, model=make_model())
    inner = choice.evidence["inner"]
    assert inner[page.is_tag("main")] == pytest.approx(1 / (1 + np.exp(-3)))
    assert inner[page.is_tag("ul")] == pytest.approx([1 / (1 + np.exp(3))] * 2)
    assert inner[page.is_tag("body")] == 1, "the page block is positive"
    assert not choice.evidence["candidate"][page.is_tag("a")].any()
    candidates = texts(page, choice.evidence["candidate"] > 0)
    assert candidates == [OUTSIDE[0], "Heading", *PARAGRAPHS, OUTSIDE[1]]


def test_leaf_below_a_negative_inner_block_is_never_content() -> None:
    page = draw_example()
    everything = make_stump("body", "linked", 0.5, 9, 9)
    nothing_inner = make_stump("inner", "linked", 0.5, -9, -9)
    one_step = VWRAPPER(page, model=make_model({"body": everything}), floor=0.0)
    assert len(texts(page, one_step.content)) == 38, "all texts but the headline"
    two_steps = VWRAPPER(page, model=make_model({"body": everything, "inner": nothing_inner}))
    assert texts(page, two_steps.content) == OUTSIDE
    assert (two_steps.evidence["body"][page.is_tag("p")] > 0.9).all()
    assert (two_steps.score[page.is_tag("a")] == 0).all()


def test_second_step_labels_candidates() -> None:
    page = draw_example()
    choice = VWRAPPER(page, model=make_model())
    label = choice.evidence["label"]
    assert texts(page, label == HEADLINE) == ["Heading"]
    assert texts(page, label == BODY) == [OUTSIDE[0], *PARAGRAPHS, OUTSIDE[1]]
    assert set(texts(page, label == OTHER)) >= {"Section 0", "Story number 3"}
    assert texts(page, choice.content) == texts(page, label == BODY)
    assert LABELS[HEADLINE] == "headline"
    assert LABELS[BODY] == "body"


def test_floor_favours_recall() -> None:
    page = draw_example()
    doubtful = make_model({"inner": make_stump("inner", "linked", 0.5, -2, -5)})
    # The probability of main is 0.12.
    assert len(texts(page, VWRAPPER(page, model=doubtful).content)) == 10
    assert texts(page, VWRAPPER(page, model=doubtful, floor=0.2).content) == OUTSIDE


def test_least_probability_of_a_label() -> None:
    page = draw_example()
    # The probability of text without links is 0.88, that of the heading 0.998.
    choice = VWRAPPER(page, model=make_model(), least=0.9)
    assert not choice.content.any()
    assert texts(page, choice.evidence["label"] == HEADLINE) == ["Heading"]


LABELLED = [
    # what it shows                 body              headline          label
    ("body",                        (0.9, 0.2),       (0.1, 0.1),       (BODY, OTHER)),
    ("one half is body",            (0.5, 0.49),      (0.1, 0.1),       (BODY, OTHER)),
    ("headline beats body",         (0.6, 0.7),       (0.8, 0.1),       (HEADLINE, BODY)),
    ("more probably body",          (0.9, 0.7),       (0.8, 0.1),       (HEADLINE, BODY)),
    ("one headline only",           (0.1, 0.6),       (0.9, 0.8),       (HEADLINE, BODY)),
    ("of equal ones the first",     (0.1, 0.1),       (0.9, 0.9),       (HEADLINE, OTHER)),
    ("a doubtful headline is none", (0.1, 0.1),       (0.4, 0.3),       (OTHER, OTHER)),
    ("no blocks",                   (),               (),               ()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("shows", "body", "headline", "label"), LABELLED, ids=[case[0] for case in LABELLED]
)
def test_labels(
    shows: str, body: tuple[float], headline: tuple[float], label: tuple[int, ...]
) -> None:
    predicted = Probabilities(np.zeros(len(body)), np.array(headline), np.array(body))
    candidate = np.ones(len(body), np.bool_)
    assert tuple(label_leaves(candidate, predicted, 0.5)) == label
    assert not label_leaves(~candidate, predicted, 0.5).any()


def test_images_between_the_blocks_of_the_body_are_content() -> None:
    page = draw(
        "<html box='0 0 99 999'><body><p>one <img></p><p>two</p><p><img></p><p>three</p>"
        "<p><input></p><p>four</p><p><img></p><p><a href=/>link</a></p>"
    )
    choice = VWRAPPER(page, model=make_model())
    assert choice.content[page.is_tag("img")].tolist() == [True, True, False]
    assert not choice.content[page.is_tag("input")].any()


def test_rows_that_are_not_drawn_are_not_content() -> None:
    page = draw("<html box='0 0 99 99'><body><p>one<span undrawn>two</span></p><p>three</p>")
    assert texts(page, VWRAPPER(page, model=make_model()).content) == ["one", "three"]


def test_evidence_has_the_signs_of_the_paper() -> None:
    page = draw_example()
    evidence = VWRAPPER(page, model=make_model()).evidence
    assert set(SIGNS) < set(evidence)
    heading = np.flatnonzero(page.is_tag("h2"))
    # The row's own block is a leaf; the signs are those of the inner block around it.
    assert evidence["heading_on_top"][heading] == 1
    assert evidence["off_centre"][heading] == pytest.approx(63 / 1366)
    assert evidence["area_beside"][heading] == evidence["area_beside"][page.is_tag("main")]


def test_probability_of_large_scores() -> None:
    assert compute_probability([-1e9, 0, 1e9]).tolist() == pytest.approx([0, 0.5, 1])


# ---------------------------------------------------------------- models


def test_shipped_model_is_small_and_fits() -> None:
    assert shipped_path("vwrapper").stat().st_size < 200_000
    model = load(method="vwrapper")
    assert model.metadata["method"] == "vwrapper"
    assert list(model.metadata["corpora"]) == ["visual"]
    assert model.shape("inner")[0] == len(INNER_FEATURES)


def test_models_that_do_not_fit_are_refused() -> None:
    page = draw_example()
    with pytest.raises(ModelError, match="a model for the method 'default', not for 'vwrapper'"):
        VWRAPPER(page, model=load())
    with pytest.raises(ModelError, match="train it again"):
        VWRAPPER(page, model=make_model(features="other"))
    forest = make_stump("body", "linked", 0.5, 2, -2)
    missing = read(pack_model({"method": "vwrapper", "features": DIGEST}, {"body": forest}), "x")
    with pytest.raises(ModelError, match=r"x: it has no forest 'inner' for \d+ features"):
        VWRAPPER(page, model=missing)
    with pytest.raises(ModelError, match="no forest 'inner'"):
        VWRAPPER(page, model=make_model({"inner": forest}))


def test_shipped_model_chooses_the_article() -> None:
    page = load_rendered("magazine")
    document = extract(page, method="vwrapper")
    assert document.text.startswith("The harbour office")
    label = VWRAPPER(page).evidence["label"]
    assert texts(page, label == HEADLINE) == texts(page, page.above(page.is_tag("h1")) >= 0)
    assert document.title == "".join(texts(page, label == HEADLINE))


# ---------------------------------------------------------------- layouts


def draw_story(*, quality: float = 1.0) -> Page:
    story = "".join(
        f"<p box='100 {100 + 300 * at} 800 300'>A story of some words that go on for a line.</p>"
        for at in range(3)
    )
    return draw(f"<html box='0 0 1000 1200'><body><main>{story}</main>", quality=quality)


def test_poor_layout_gives_low_confidence_and_a_warning() -> None:
    model = make_model()
    good, poor = (VWRAPPER(draw_story(quality=value), model=model) for value in (1.0, 0.3))
    assert (good.confidence, good.warnings) == (None, ())
    assert poor.confidence == pytest.approx(0.3)
    assert [warning.code for warning in poor.warnings] == ["layout-quality"]
    document = extract(draw_story(quality=0.3), method="vwrapper", model=model)
    codes = [warning.code for warning in document.warnings]
    assert codes == ["layout-quality", "low-confidence"]


def test_page_without_blocks_has_no_content() -> None:
    page = draw("<p undrawn>word")
    assert page.layout is not None
    assert len(VisualTree.of(page, page.layout)) == 0
    assert not VWRAPPER(page).content.any()


def test_it_needs_a_layout() -> None:
    with pytest.raises(NeedsBrowser, match="'vwrapper' needs a layout"):
        extract(parse("<p>word"), method="vwrapper")
