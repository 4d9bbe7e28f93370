"""Visual methods do not fall below their floors, on pages that the gate renders itself.

Layouts are no part of the corpora: they depend on the browser and the fonts of the machine. The
gate therefore renders a few pages of each site, and its floors leave room for other fonts.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from pagecore import Page, browse, extract, segment
from pagecore.corpora import load
from pagecore.corpora.corpus import Item
from pagecore.metrics.segments import bcubed, label_rows
from pagecore.metrics.words import score_words
from pagecore.page.layout import LOW_QUALITY
from pagecore.registry import list_methods
from tests.browsers import PATIENCE, open_pool
from tools.record_layouts import COLLECTIONS, VIEWPORT, SavedPage

#: Pages of `segments` that are left out after each that is rendered.
STEP = 4
#: Pages of each site of `visual`.
N_PAGES = 2
#: Word F1 on `visual`. The shipped model of `vwrapper` is trained on these pages, so its figure is
#: in-sample.
FLOORS = {"vbpa": 0.92, "default": 0.97, "vwrapper": 0.94}
#: B-cubed F1 of `vips` on the levels of `segments`: the level, the values and the floor.
LEVELS: tuple[tuple[int, dict[str, int], float], ...] = ((1, {"levels": 2}, 0.88), (2, {}, 0.86))


def render(saved_pages: list[SavedPage]) -> Iterator[Page]:
    with open_pool() as pool:
        for saved in saved_pages:
            yield browse(
                saved.path, url=saved.url, encoding=saved.encoding, files=saved.files,
                viewport=VIEWPORT, timeout=PATIENCE, pool=pool,
            )  # fmt: skip


@cache
def render_visual(folder: Path) -> list[tuple[Item, Page]]:
    """The first pages with gold of every site."""
    saved = {page.id: page for page in COLLECTIONS["visual"](folder)}
    items = [item for item in load("visual", folder).items if item.in_means]
    chosen = [
        item
        for _, site in itertools.groupby(items, lambda item: item.group)
        for item in itertools.islice(site, N_PAGES)
    ]
    return list(zip(chosen, render([saved[item.id] for item in chosen]), strict=True))


@cache
def render_segments(folder: Path) -> list[tuple[Item, Page]]:
    saved = {page.id: page for page in COLLECTIONS["segments"](folder)}
    chosen = load("segments", folder).items[::STEP]
    return list(zip(chosen, render([saved[item.id] for item in chosen]), strict=True))


def test_every_visual_method_has_a_floor() -> None:
    needing = {method.name for method in list_methods("page") if "layout" in method.needs}
    assert needing <= FLOORS.keys()
    # Comb only divides the blocks of VIPS; search measures it.
    visual = {of.name for of in list_methods("segment") if "layout" in of.needs}
    assert visual == {"vips", "comb"}


@pytest.mark.parametrize("name", FLOORS)
def test_text_of_rendered_pages(
    name: str, corpus: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    if name not in {method.name for method in list_methods("page")}:
        pytest.skip(f"there is no method {name} yet")
    pages = render_visual(corpus("visual"))
    scores = [
        score_words(str(item.gold.text), extract(page, method=name).text, unspaced=True).f1
        for item, page in pages
    ]
    with capsys.disabled():
        print(f"\n{name} on {len(pages)} pages of visual: {np.mean(scores):.4f}")
    assert len(pages) > 35
    assert np.mean(scores) >= FLOORS[name]


@pytest.mark.parametrize(("level", "values", "floor"), LEVELS, ids=["coarse", "fine"])
def test_segments_of_rendered_pages(
    level: int,
    values: dict[str, int],
    floor: float,
    corpus: Callable[[str], Path],
    capsys: pytest.CaptureFixture[str],
) -> None:
    pages = render_segments(corpus("segments"))
    scores = []
    for item, page in pages:
        regions, weights = label_rows(page, item.gold.segments or (), level)
        score = bcubed(regions, segment(page, method="vips", **values).ids, weights)
        scores += [] if score is None else [score.f1]
    with capsys.disabled():
        print(f"\nvips on {len(scores)} pages of segments, level {level}: {np.mean(scores):.4f}")
    assert len(scores) > 18
    assert np.mean(scores) >= floor


def test_layouts_of_visual_are_good(corpus: Callable[[str], Path]) -> None:
    for item, page in render_visual(corpus("visual")):
        assert page.layout is not None
        assert page.layout.quality >= LOW_QUALITY, item.id
