"""The plot of quality by the age of the pages, and the tables of further collections."""

from __future__ import annotations

import copy
import re
from typing import Any
from xml.etree import ElementTree

from tools.quality import MORE_ENTRY
from tools.render.ages import AGES, FILE, collect_series, draw_ages, render_ages
from tools.render.quality import render_more


def row(name: str, kind: str, **values: float) -> dict[str, Any]:
    figures = [
        {"pages": pages, "metric": "words-unspaced", "value": value, "n_pages": 2}
        for pages, value in values.items()
    ]
    entry = {"name": name, "kind": kind, "family": "page", "version": "1", "figures": figures}
    return entry | {"provenance": {"command": "measure", "date": "2026-01-02"}}


#: Figures of further collections; Fundus is in the main entry.
ENTRIES: dict[str, dict[str, Any]] = {
    MORE_ENTRY: {
        "provenance": {},
        "figures": [
            row("default", "method", cleaneval=0.9, daniel=0.8, gtrends=0.9, small=0.7),
            row("coreex", "method", cleaneval=0.8, daniel=0.8, gtrends=0.4, small=0.6),
            row("kmib", "method", cleaneval=0.9, daniel=0.6, gtrends=0.8, magic=0.5),
            row("peer & co", "peer", cleaneval=0.85, daniel=0.75, gtrends=0.8),
            row("kept", "recorded", cleaneval=0.1, daniel=0.1, gtrends=0.1),
        ],
    },
    "quality": {
        "provenance": {},
        "figures": [
            row("default", "method", fundus=0.95, wcxb=0.9),
            row("coreex", "method", fundus=0.65),
            row("kmib", "method", fundus=0.85),
            row("peer & co", "peer", fundus=0.9),
            row("balance", "method", wcxb=0.7),
        ],
    },
}


def test_every_contender_that_was_run_has_a_line() -> None:
    methods, peers = collect_series(ENTRIES).values()
    assert list(methods) == ["default", "coreex", "kmib"]
    assert list(peers) == ["default", "peer & co"]
    # The collections are in the order of their age, whatever entry they are from.
    assert all(list(values) == list(AGES) for values in methods.values())
    assert methods["coreex"]["fundus"] == 0.65
    svg = draw_ages(ENTRIES)
    root = ElementTree.fromstring(svg)
    lines = [element for element in root.iter() if element.tag.endswith("}polyline")]
    titles = [element[0].text for element in lines]
    assert titles == ["default", "coreex", "kmib", "default", "peer & co"]
    assert all(len(str(line.get("points")).split()) == len(AGES) for line in lines)
    for value in ("coreex: 0.400", "coreex: 0.650", "default: 0.950"):
        assert f"<title>{value}</title>" in svg


def test_both_settings_of_a_method_have_a_line_of_one_colour() -> None:
    entries = copy.deepcopy(ENTRIES)
    swept = row("coreex", "method", cleaneval=0.85, daniel=0.85) | {"setting": "swept"}
    entries[MORE_ENTRY]["figures"].append(swept)
    # The distance is that of the methods as printed.
    assert render_ages(entries) == render_ages(ENTRIES)
    entries[MORE_ENTRY]["figures"][1]["setting"] = "as printed"
    assert list(collect_series(entries)["page methods"])[1::2] == ["coreex", "coreex, swept"]
    root = ElementTree.fromstring(draw_ages(entries))
    lines = {
        element[0].text: element for element in root.iter() if element.tag.endswith("}polyline")
    }
    assert lines["coreex"].get("stroke") == lines["coreex, swept"].get("stroke")
    assert lines["coreex"].get("stroke") != lines["kmib"].get("stroke")
    assert lines["coreex, swept"].get("stroke-dasharray")
    assert not lines["coreex"].get("stroke-dasharray")


def test_points_are_as_high_as_their_figures() -> None:
    root = ElementTree.fromstring(draw_ages(ENTRIES))
    points = {
        element[0].text: float(element.get("cy", "0"))
        for element in root.iter()
        if element.tag.endswith("}circle")
    }
    step = points["coreex: 0.400"] - points["kmib: 0.600"]
    assert step > 0
    assert abs(points["kmib: 0.600"] - points["coreex: 0.800"] - step) < 0.2


def test_caption_has_the_distance_from_the_default() -> None:
    text = " ".join(render_ages(ENTRIES).split())
    assert f"]({FILE})" in text
    distances = "-0.050 on cleaneval, -0.100 on daniel, -0.300 on gtrends, -0.200 on fundus."
    assert text.endswith(f"is {distances}")


def test_table_of_further_collections() -> None:
    text = render_more(ENTRIES)
    heading, _, first, *_ = text.splitlines()
    names = ("cleaneval", "daniel", "gtrends", "magic", "small")
    assert re.findall(r"(\w+), word F1 \(unspaced\)", heading) == list(names)
    assert first.startswith("| default 1 | 0.900 | 0.800 | 0.900 | ")
    assert "| peer & co 1 | 0.850 | 0.750 | 0.800 | – | – |" in text


def test_figures_that_are_not_there_yet() -> None:
    for render in (render_ages, render_more):
        assert "Not measured yet; run `python -m tools.quality --collections more" in render({})
