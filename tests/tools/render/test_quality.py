"""README's short table, and the full one."""

from __future__ import annotations

from typing import Any

from pagecore.figures import load_figures
from tools.render.quality import render_full, render_summary


def row(name: str, kind: str, *values: float | None, **more: Any) -> dict[str, Any]:
    """A row with figures on some of the collections of README."""
    collections = ("wcxb", "fundus", "aeb", "readability")
    figures = [
        {"pages": pages, "metric": "words", "value": value} | more
        for pages, value in zip(collections, values, strict=True)
        if value is not None
    ]
    entry = {"name": name, "kind": kind, "family": "page", "version": "1", "figures": figures}
    return entry | {"provenance": {"command": f"measure {name}", "date": "2026-01-02"} | SHARED}


SHARED = {"shared_hosts": [{"corpus": "aeb", "pages": 9, "shared": 2, "with": ["wcxb", "fundus"]}]}
VALIDATED = {"validated": {"origin": "model beef", "folds": "5-fold by group", "digest": "f1"}}
ENTRIES: dict[str, dict[str, Any]] = {
    "quality": {
        "provenance": {},
        "figures": [
            row("default", "method", 0.9, 0.9, None, 0.9, **VALIDATED),
            row("default", "method", 0.3, 0.3, 0.3, 0.3) | {"family": "site"},
            row("other", "method", 0.1, 0.1, 0.1, 0.1),
            row("fast", "peer", 0.2, 0.2, 0.2, 0.2),
            row("best", "peer", 0.8, 0.8, 0.8, 0.8, interval=[0.7, 0.85]),
            row("middling", "peer", 0.5, 0.5, 0.5, 0.5),
            row("justext", "peer", 0.4, 0.4, 0.4, 0.4),
        ],
    },
    "speed": {
        "provenance": {"machine": "Fast CPU"},
        "figures": [{"call": "pagecore.extract", "cpu_ms": 1.5}, {"call": "fast", "cpu_ms": 1}],
    },
}


def test_the_summary_has_the_best_peers_and_the_timed_ones() -> None:
    heading, _, *rows = [line for line in render_summary(ENTRIES).splitlines() if "|" in line]
    assert heading == "|  | WCXB | Fundus | AEB | Readability | ms/page |"
    assert rows == [
        "| **pagecore** | 0.900 | 0.900 | – | 0.900 | 1.50 |",
        "| best | 0.800 | 0.800 | 0.800 | 0.800 | – |",
        "| fast | 0.200 | 0.200 | 0.200 | 0.200 | 1.00 |",
    ]
    text = " ".join(render_summary(ENTRIES).split())
    assert "cross-validated on WCXB, Fundus and Readability." in text
    shared = "2 of the 9 pages of AEB are from hosts that also occur in the training pages."
    assert text.count(shared) == 1


def test_the_full_table_has_everything() -> None:
    text = render_full(ENTRIES)
    assert "| best 1 | 0.800 (0.700–0.850) | " in text
    assert "Figures without an interval were measured before" in " ".join(text.split())
    assert "- best: Measured on 2026-01-02 by `measure best`." in text
    notes = " ".join(text.split())
    assert "- default on wcxb, fundus and readability: cross-validated 5-fold by site" in notes
    assert "(folds `f1`, model `beef`)" in notes
    assert (
        "- 2 of the 9 pages of aeb are from hosts that also have pages in wcxb and fundus" in notes
    )
    assert notes.count("pages of aeb are from hosts") == 1
    assert "- justext uses English stop words" in notes
    assert "| default 1 | 0.900 | 0.900 | not published | 0.900 |" in text


def test_settings_have_rows_of_their_own() -> None:
    rows = [
        row("tide", "method", 0.5, 0.5, 0.5, 0.5) | {"setting": "as printed"},
        row("tide", "method", 0.8, 0.8, 0.8, 0.8, **VALIDATED) | {"setting": "swept"},
    ]
    text = render_full({"quality": {"provenance": {}, "figures": rows}})
    assert "| tide, swept 1 | 0.800 | 0.800 | 0.800 | 0.800 |\n| tide, as printed 1 |" in text
    flat = " ".join(text.split())
    assert "*As printed*: with the values that the paper of a method prints" in flat
    assert "- tide, swept on wcxb, fundus, aeb and readability: cross-validated" in flat
    assert "*As printed*" not in render_full(ENTRIES)


def test_pages_with_gold_are_counted() -> None:
    figures = [row("best", "peer", 0.8, 0.8, 0.8, 0.8, n_pages=7)]
    figures[0]["provenance"]["corpora"] = {"wcxb": {"pages": 9, "digest": "d1"}}
    figures[0]["provenance"]["corpora"]["fundus"] = {"pages": 7, "digest": "d2"}
    text = render_full({"quality": {"provenance": {}, "figures": figures}})
    assert "wcxb (9 pages, 7 with gold, digest `d1`); fundus (7 pages, digest `d2`)" in text


def test_readme_is_short() -> None:
    lines = render_summary(load_figures()).splitlines()
    assert len([line for line in lines if line.startswith("|")]) <= 10
    assert max(len(line) for line in lines) <= 120
