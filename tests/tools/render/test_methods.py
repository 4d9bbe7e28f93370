"""The generated parts of the pages of methods, and their drawings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pagecore import Choice, Page, method
from pagecore.errors import BadInput
from pagecore.figures import load_figures
from pagecore.registry import Method, find_method
from tools.render.methods import (
    draw_sweep,
    render_drawings,
    render_held_back,
    render_parts,
    render_quality,
    render_steps,
)


@pytest.fixture
def longest(own_registry: object) -> Method:
    """A method with two parameters to sweep."""

    @method(
        "longest",
        paper="Example 2009",
        family="page",
        bounds={"least": (0, 9), "most": (0, 99)},
        developed_on=("plain",),
        sweep={"least": (0, 2), "most": (3, 99)},
    )
    def longest(page: Page, *, least: int = 2, most: int = 99) -> Choice:
        """Keep texts of so many words.

        Args:
            page: any page.
            least: words that a text has at least.
            most: words that a text has at most.
        """
        return Choice.of(page, (page.words >= least) & (page.words <= most))

    return find_method("longest")


def entries(n_tried: int = 4) -> dict[str, Any]:
    """Figures of the method and of the default, and a sweep."""
    values = [(0, 3, 0.1), (0, 99, 0.4), (2, 3, 0.2), (2, 99, 0.3)][:n_tried]
    tried = [{"parameters": {"least": a, "most": b}, "plain": f1} for a, b, f1 in values]
    sweep = {"folds": "5-fold by group", "digest": "f1", "tried": tried}
    sweep["corpora"] = {"plain": {"f1": 0.25}}  # type: ignore[assignment]  # A value of another type.

    def row(name: str, value: float) -> dict[str, Any]:
        figure = {"pages": "plain", "metric": "words", "value": value}
        entry = {"name": name, "kind": "method", "family": "page", "figures": [figure]}
        return entry | {"provenance": {"date": "2026-01-02"}}

    return {
        "quality": {"provenance": {}, "figures": [row("longest", 0.5), row("default", 0.9)]},
        "sweep longest": {"provenance": {"command": "tide"}, "figures": sweep},
    }


def test_parts_of_a_page(longest: Method) -> None:
    parts = render_parts(longest, entries())
    assert list(parts) == ["parameters", "quality", "sweep", "steps"]
    assert "| `least` | `2` | " in parts["parameters"]
    assert "| words that a text has at least. |" in parts["parameters"]
    assert "| pages, metric | longest | default extractor |" in parts["quality"]
    assert "| plain, word F1 | 0.500 | 0.900 |" in parts["quality"]
    assert "Measured on 2026-01-02." in parts["quality"]
    # The best combination is first.
    rows = [line for line in parts["sweep"].splitlines() if line.startswith("| `")]
    assert rows[1] == "| `0` | `99` | 0.400 |"
    assert "(5-fold by site, folds `f1`): plain 0.250." in " ".join(parts["sweep"].split())


def test_a_parameter_without_effect_is_one_row(longest: Method) -> None:
    figures = entries()
    for row in figures["sweep longest"]["figures"]["tried"]:
        # With at least 2 words, the maximum makes no difference.
        row["plain"] = 0.3 if row["parameters"]["least"] else row["plain"]
    rows = [line for line in render_parts(longest, figures)["sweep"].splitlines() if "| `" in line]
    assert [row for row in rows if row.startswith(("| `0`", "| `2`"))] == [
        "| `0` | `99` | 0.400 |",
        "| `2` | any | 0.300 |",
        "| `0` | `3` | 0.100 |",
    ]


def test_figures_that_are_not_published(longest: Method) -> None:
    figures = entries()
    figures["quality"]["figures"][0]["figures"] = []
    text = render_quality(longest, figures)
    assert "| plain, word F1 | not published | 0.900 |" in text
    assert "*not published*: the pages that the method was developed on" in " ".join(text.split())


def test_page_says_what_extract_adds(longest: Method) -> None:
    text = render_steps(longest, {})
    assert "| copies | removes blocks that repeat others" in text
    assert "(the method does this itself)" not in text
    assert "pages changed" not in text
    assert "(the method does this itself) |" in render_steps(find_method("default"), {})
    difference = {"difference": 0.01, "low": -0.002, "high": 0.02}
    row = {"corpus": "aeb", "metric": "grams", "pages": 9, "changed": 2, "lead": difference}
    rows = [{"method": "longest"} | row, {"method": "other"} | row | {"corpus": "wcxb"}]
    entry = {"provenance": {"command": "tide"}, "figures": rows}
    text = render_steps(longest, {"added steps": entry})
    assert "| aeb, 4-gram F1 | +0.010 (-0.002 to +0.020) | 2 of 9 |" in text
    assert "| wcxb" not in text
    assert "Not measured on fundus and readability." in " ".join(text.split())


def test_a_sweep_of_other_values_is_refused(longest: Method) -> None:
    with pytest.raises(BadInput, match=r"run: python -m tools\.sweep longest"):
        render_parts(longest, entries(n_tried=3))


def test_drawings_of_a_page(longest: Method, tmp_path: Path) -> None:
    (tmp_path / "article.html").write_text("<p>one two three<p>alone")
    drawings = render_drawings(longest, entries(), tmp_path)
    assert list(drawings) == ["longest.svg", "longest-sweep.svg"]
    assert ">one two three</text>" in drawings["longest.svg"]
    plotted = drawings["longest-sweep.svg"]
    assert plotted == draw_sweep(longest, entries()["sweep longest"]["figures"])
    # A line for each parameter.
    assert plotted.count("<polyline") == 2
    assert "least 2" in plotted


def test_page_of_a_learned_method_has_each_learner() -> None:
    entries = load_figures()
    (way, *_) = entries["model hybrid"]["figures"]["validation"]
    bayes = way["corpora"]["wcxb"]["learner"]["bayes"]
    row = " | ".join(f"{bayes[figure]:.3f}" for figure in ("F1", "P", "R"))
    text = render_quality(find_method("hybrid"), entries)
    assert f"| `learner=bayes` | wcxb | {row} |" in text
    assert "| `learner=c45` | fundus |" in text


def test_held_back_pages() -> None:
    row = {"learned_from": 3, "held_back": 2, "fits": 1, "learner": 0.5, "wrapper": 0.75}
    figures = {
        "sites": [{"site": "a"} | row],
        "all": {"site": "all"} | row,
        "lead": {"difference": 0.25, "low": 0.2, "high": 0.3},
        "losses": [],
        "problems": [{"site": "b", "problem": "nothing was learned"}],
    }
    misfit = {"site": "a"} | row | {"fits": 0, "learner": None, "wrapper": None}
    variants = [
        {"options": {"learner": "c45", "candidates": "containers"}} | figures,
        {"options": {}} | figures | {"sites": [misfit], "losses": ["c"], "problems": []},
    ]
    entry = {"provenance": {"command": "tide"}, "figures": variants}
    text = render_held_back({"held back longest": entry}, "longest")
    assert "| site | pages learned from | test pages | `c45`, `containers` | defaults |" in text
    assert "| a | 3 | 2 | 0.500 → 0.750 | fit no page |" in text
    words = " ".join(text.split())
    assert "+0.250 (+0.200 to +0.300), pages that they do not fit: a (1), sites that lose" in words
    assert "more than 0.02: c." in words
    assert "b: nothing was learned." in words


def test_a_step_row_without_a_metric_has_that_of_the_family() -> None:
    lead = {"difference": 0.1, "low": 0.0, "high": 0.2}
    row = {"method": "cetr", "corpus": "aeb", "pages": 3, "changed": 1, "lead": lead}
    entry = {"provenance": {"command": "measure"}, "figures": [row]}
    assert "| aeb, 4-gram F1 | " in render_steps(find_method("cetr"), {"added steps": entry})
