"""Figures of visual methods: how values are chosen, and what was recorded."""

from __future__ import annotations

import numpy as np

from pagecore.figures import load_figures
from pagecore.registry import find_method
from tools.choose_values import Scores, Values, choose_out_of_fold, choose_stepwise
from tools.visual_figures import (
    ALL_CHOSEN,
    AS_DESCRIBED,
    DESCRIBED,
    SEGMENTS_ENTRY,
    STEPS,
    THEMES_ENTRY,
    TRIED,
)


def test_values_are_chosen_on_the_other_pages() -> None:
    # The second values are best on the last page alone, so they are chosen for no other page.
    scores = np.array([[0.6, 0.5], [0.6, 0.5], [0.1, 1.0]])
    assert choose_out_of_fold(scores).tolist() == [1, 1, 0]
    # Pages without regions of a level do not count.
    assert choose_out_of_fold(np.array([[0.6, 0.5], [np.nan, np.nan]])).tolist() == [0, 0]


def test_values_are_chosen_one_parameter_after_another() -> None:
    measured = []

    def measure(values: Values) -> Scores:
        """`b` pays only with the second `a`, and the last page alone likes the first."""
        measured.append(dict(values))
        gain = 0.1 * values["a"] + 0.2 * (values["a"] * values["b"])
        return np.array([0.5 + gain, 0.5 + gain, 0.9 - 4 * gain, np.nan])

    chosen = choose_stepwise(measure, {"a": 0, "b": 0}, {"a": (0, 1), "b": (0, 1)})
    # For the last page with a score the others decide; for the others it outweighs.
    assert chosen[2] == {"a": 1, "b": 1}
    assert chosen[0] == chosen[1] == {"a": 0, "b": 0}
    assert {"a": 0, "b": 1} in measured


def test_described_values_are_those_of_steps() -> None:
    assert DESCRIBED.keys() == STEPS.keys()
    assert all(DESCRIBED[name] in values for name, values in STEPS.items())
    weights = ("gap", "scale", "hr", "background", "font", "structure")
    defaults = find_method("vips").parameters
    assert all(DESCRIBED[name] == defaults[name].default for name in weights)


def test_tried_values_include_the_defaults() -> None:
    for name, tried in TRIED.items():
        parameters = find_method(name).parameters
        assert all(parameters[of].default in values for of, values in tried.items())


def test_segments_are_recorded() -> None:
    every = load_figures()[SEGMENTS_ENTRY]["figures"]
    variants = {row["variant"]: row for row in every if "variant" in row}
    rows = {row["name"]: row for row in every if "variant" not in row}
    assert rows.keys() == {"one segment", *TRIED}
    assert variants.keys() == {AS_DESCRIBED, ALL_CHOSEN}
    # If the weights and thresholds pay one day, their defaults should be those of the sweep.
    assert variants[ALL_CHOSEN]["fine"]["f1"] <= rows["vips"]["fine"]["f1"]
    assert variants[AS_DESCRIBED]["fine"]["f1"] < rows["vips"]["fine"]["f1"]
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
