"""Figures of visual methods: how values are chosen, and what was recorded."""

from __future__ import annotations

import numpy as np

from pagecore.figures import load_figures
from pagecore.registry import find_method
from tools.visual_figures import (
    SEGMENTS_ENTRY,
    THEMES_ENTRY,
    TRIED,
    choose_out_of_fold,
)


def test_values_are_chosen_on_the_other_pages() -> None:
    # The second values are best on the last page alone, so they are chosen for no other page.
    scores = np.array([[0.6, 0.5], [0.6, 0.5], [0.1, 1.0]])
    assert choose_out_of_fold(scores).tolist() == [1, 1, 0]
    # Pages without regions of a level do not count.
    assert choose_out_of_fold(np.array([[0.6, 0.5], [np.nan, np.nan]])).tolist() == [0, 0]


def test_tried_values_include_the_defaults() -> None:
    for name, tried in TRIED.items():
        parameters = find_method(name).parameters
        assert all(parameters[of].default in values for of, values in tried.items())


def test_segments_are_recorded() -> None:
    rows = {row["name"]: row for row in load_figures()[SEGMENTS_ENTRY]["figures"]}
    assert rows.keys() == {"one segment", *TRIED}
    for level, least in (("coarse", 0.83), ("fine", 0.75)):
        best_other = max(row[level]["f1"] for name, row in rows.items() if name != "vips")
        assert rows["vips"][level]["f1"] > max(least, best_other)


def test_themes_are_recorded() -> None:
    figures = load_figures()
    rows = figures[THEMES_ENTRY]["figures"]
    own = next(row for row in rows if row["name"] == "vbpa" and not row["values"])
    whole = next(row for row in rows if row["name"] == "whole page")
    assert own["f1"] > whole["f1"]
    assert figures["sweep vbpa"]["figures"]["corpora"]["visual"]["f1"] >= 0.94
    assert {row["pages"] for row in rows} == {125}
