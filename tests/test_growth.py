"""The growth bench covers what there is, and tells linear curves from others."""

from __future__ import annotations

import inspect
from dataclasses import replace

import pytest

import pagecore
from bench.growth import Curve, measure_again, measure_shape
from bench.growth_calls import list_calls, list_variants
from bench.shapes import SHAPES, Shape
from pagecore import Document
from pagecore.batch.tasks import FORMATS, find_writer
from pagecore.registry import FAMILIES, list_methods
from pagecore.steps.pipeline import STEPS


def make_curve(cpu_ms: list[float], n_written: list[int]) -> Curve:
    sizes = [20_000, 100_000, 500_000, 5_000_000]
    times = [int(ms * 1e6) for ms in cpu_ms]
    return Curve("a shape", "a call", sizes, times, n_written, stopped=False)


LINEAR: list[float] = [2, 10, 50, 500]
CURVES = [
    # what it shows         ms at each size           output                         fault
    ("linear",              LINEAR,                   [20_000, 10**5, 500_000, 5 * 10**6], ""),
    ("fast",                [0.1, 0.1, 0.1, 0.9],     [0, 0, 0, 0],                  ""),
    ("quadratic",           [2, 50, 1250, 125_000],   [0, 0, 0, 0],                  "time grows"),
    ("quadratic in the end", [2, 10, 50, 3000],       [0, 0, 0, 0],                  "time grows"),
    ("output",              LINEAR,                   [10**4, 10**5, 10**6, 10**8],  "the output"),
    ("output in the end",   LINEAR,                   [10**5, 10**5, 10**6, 10**8],  "the output"),
    ("output of little length", LINEAR,               [3000, 15_000, 75_000, 2_600_000], ""),
    # Some of the blocks are dropped on pages of some sizes.
    ("output in steps",     LINEAR,                   [25_000, 108_000, 780_000, 6_850_000], ""),
    ("multiple",            LINEAR,                   [10**7, 10**8, 10**9, 10**10], "the output"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("cpu_ms", "n_written", "fault"), [case[1:] for case in CURVES], ids=[c[0] for c in CURVES]
)
def test_curves(cpu_ms: list[float], n_written: list[int], fault: str) -> None:
    curve = make_curve(cpu_ms, n_written)
    assert curve.fault.startswith(fault)
    assert bool(curve.fault) == bool(fault)


def test_a_curve_that_was_disturbed_is_measured_again() -> None:
    disturbed = make_curve([2, 10, 50, 3000], [0, 0, 0, 0])
    assert disturbed.take_shorter(make_curve([9, 90, 51, 500], [0, 0, 0, 0])).fault == ""
    assert disturbed.take_shorter(make_curve([2, 10, 50, 2900], [0, 0, 0, 0])).fault
    shape = SHAPES[0].name
    (measured,) = measure_again([replace(disturbed, shape=shape, call=NAMES[0])], (2000, 4000))
    assert measured.cpu_ns[0] < disturbed.cpu_ns[0]
    assert measured.cpu_ns[2:] == disturbed.cpu_ns[2:]


def test_more_sizes_of_the_second_measurement_count() -> None:
    stopped = Curve("a shape", "a call", [20_000], [9_000_000], [0], stopped=True)
    whole = make_curve(LINEAR, [0, 0, 0, 0])
    for curve in (stopped.take_shorter(whole), whole.take_shorter(stopped)):
        assert curve == whole


NAMES = [call.name for call in (*list_calls(), *list_variants())]


def test_every_method_and_step_is_measured() -> None:
    assert len(set(NAMES)) == len(NAMES)
    for method in list_methods():
        assert method.needs or any(name.endswith(method.full_name) for name in NAMES)
    for step in STEPS:
        assert any(f"steps=('{step.name}',)" in name for name in NAMES)


def test_every_verb_and_its_options_are_measured() -> None:
    verbs = {verb for family in FAMILIES.values() for verb in family.verbs} | {pagecore.parse}
    assert {verb.__name__ for verb in verbs} <= {name.split()[0] for name in NAMES}
    # Other verbs have a method, which is measured, and options of what is learned.
    not_measured = {"html", "wrapper", "method", "parameters"}
    for verb, with_page in ((pagecore.parse, set()), (pagecore.extract, PAGE_OPTIONS),
                            (pagecore.apply, PAGE_OPTIONS)):  # fmt: skip
        for option in inspect.signature(verb).parameters.keys() - not_measured - with_page:
            starts = f"{verb.__name__} {option}="
            assert any(name.startswith(starts) for name in NAMES), starts


#: `extract` and `apply` pass them on to `parse`.
PAGE_OPTIONS = {"url", "encoding"}


def test_every_writer_is_measured_with_every_written_method() -> None:
    writers = {name for name, function in vars(Document).items() if has_flags(function)}
    names = {name if name != "to_text" else "text" for name in writers}
    assert names >= {"text", "markdown", "html", "xml", "json", "chunks"}
    assert {find_writer(Document, to).__name__ for to in FORMATS} <= writers
    for method in ("default", "cetr", "econ"):
        assert {f"{name} of {method}" for name in names} <= set(NAMES)
    for writer in writers:
        name = writer.removeprefix("to_") if writer == "to_text" else writer
        for flag in inspect.signature(getattr(Document, writer)).parameters:
            if flag in ("title", "tables", "images", "links"):
                assert any(call.startswith(name) and flag in call for call in NAMES), (name, flag)
    for option in ("front_matter", "fields"):
        assert any(option in call for call in NAMES), option


def has_flags(function: object) -> bool:
    return inspect.isfunction(function) and "tables" in inspect.signature(function).parameters


def test_explanations_of_every_family_are_measured() -> None:
    subjects = {
        "page": "", "segment": " segments", "thread": " posts", "listing": " items",
        "site": " wrapper",
    }  # fmt: skip
    assert {f"explain{subjects[name]}" for name in FAMILIES} <= set(NAMES)


def test_carried_data_is_measured() -> None:
    names = {shape.name for shape in SHAPES}
    assert len(names) == len(SHAPES)
    assert names >= {"frames with pages", "frames in frames", "values in json", "markup in json",
                     "small scripts", "data attributes", "linked data"}  # fmt: skip


def test_calls_run_on_a_page() -> None:
    curves = measure_shape("posts of a thread", (2_000, 4_000))
    assert [len(curve.cpu_ns) for curve in curves] == [2] * len(NAMES)
    assert {curve.call for curve in curves if curve.n_written[-1]} >= {"html of default", "xpaths"}


def test_shapes_have_their_size() -> None:
    for shape in SHAPES:
        size = len(shape.make(30_000))
        # Frames in frames are escaped again and again.
        assert 10_000 < size < 70_000, shape.name


def test_a_call_that_takes_long_only_on_a_small_page_has_no_slope() -> None:
    sizes, times = [20_000, 100_000, 5_000_000], [900_000, 2_000_000, 800_000]
    curve = Curve("flood", "explain", sizes, times, [10, 10, 10], stopped=False)
    assert (curve.slope, curve.last_slope, curve.fault) == (0.0, 0.0, "")


def test_a_call_that_stops_early_on_the_largest_page_has_no_last_slope() -> None:
    curve = make_curve([2, 10, 50, 0.9], [0, 0, 0, 0])
    assert (round(curve.slope, 2), curve.last_slope, curve.fault) == (1.0, 0.0, "")


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
def test_shapes_are_pages(shape: Shape) -> None:
    """The run would end at a shape that `extract` refuses."""
    assert len(pagecore.extract(shape.make(2000)).page) > 1
