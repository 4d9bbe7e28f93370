"""The generated parts of the pages of methods, and their drawings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pagecore import Choice, Page, method
from pagecore.errors import BadInput
from pagecore.figures import load_figures
from pagecore.registry import Method, find_method
from tools.render.method_quality import render_quality
from tools.render.method_steps import render_steps
from tools.render.methods import render_drawings, render_parts
from tools.render.page_methods import render_condensation, render_navigation, render_page_kind
from tools.render.site_wrappers import render_held_back
from tools.render.sweeps import draw_sweep


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
        printed={"most": 3},
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


def test_further_collections_follow_those_of_the_family(longest: Method) -> None:
    figures = entries()
    rows = [
        {"name": name, "kind": "method", "family": "page", "figures": [of]}
        for name, of in (
            ("longest", {"pages": "daniel", "metric": "words", "value": 0.25}),
            ("default", {"pages": "cleaneval", "metric": "words", "value": 0.75}),
            ("default", {"pages": "magic articles", "metric": "words", "value": 0.99}),
        )
    ]
    figures["more collections"] = {"provenance": {}, "figures": rows}
    table = [line for line in render_quality(longest, figures).splitlines() if "word F1" in line]
    assert table == [
        "| plain, word F1 | 0.500 | 0.900 |",
        "| cleaneval, word F1 | not published | 0.750 |",
        "| daniel, word F1 | 0.250 | not published |",
    ]


def test_each_setting_has_a_column(longest: Method) -> None:
    figures = entries()
    own, default = figures["quality"]["figures"]
    values = {"least": 2, "most": 99}
    printed = own | {"setting": "as printed", "parameters": values, "is_default": True}
    figure = {"pages": "plain", "metric": "words", "value": 0.75}
    swept = own | {"setting": "swept", "parameters": {"least": 0}, "is_default": False}
    swept["figures"] = [figure]
    figures["quality"]["figures"] = [printed, swept, default]
    text = render_quality(replace(longest, printed={"least": 2}), figures)
    assert "| pages, metric | longest, as printed | longest, swept | default extractor |" in text
    assert "| plain, word F1 | 0.500 | 0.750 | 0.900 |" in text
    flat = " ".join(text.split())
    assert (
        "As printed (the default): `least=2`; left open by the paper, set by the sweep: `most=99`. "
        "Swept: `least=0`." in flat
    )
    assert "whose [steps]" not in flat
    # A parameter without effect is not listed.
    unused = replace(longest, printed={"least": 2}, used_with={"most": {"least": 0}})
    assert "(the default): `least=2`. Swept:" in " ".join(render_quality(unused, figures).split())


def test_values_that_the_sweep_set_are_listed(
    longest: Method, own_registry: Callable[[Method], None]
) -> None:
    figures = entries()
    best = {"least": longest.parameters["least"].default, "most": 99}
    figures["sweep longest"]["figures"]["best"] = best
    open_method = replace(longest, printed={})
    own_registry(open_method)
    text = " ".join(render_quality(open_method, figures).split())
    assert f"The sweep set: `least={best['least']}`, `most=99`." in text
    figures["sweep longest"]["figures"]["best"] = best | {"most": 3}
    assert "The sweep set" not in render_quality(open_method, figures)


def test_quality_says_in_a_line_what_extract_adds(longest: Method) -> None:
    figures = entries()
    lead = {"difference": 0.0123, "low": 0.0, "high": 0.02}
    row = {"method": "longest", "corpus": "wcxb", "metric": "words", "pages": 9, "changed": 2}
    rows = [row | {"lead": lead}, row | {"corpus": "aeb", "lead": lead | {"difference": -0.001}}]
    figures["added steps"] = {"provenance": {}, "figures": [*rows, rows[0] | {"method": "other"}]}
    flat = " ".join(render_quality(longest, figures).split())
    assert "add to the bare method: wcxb +0.012, aeb -0.001." in flat


def test_long_sweeps_are_cut(longest: Method, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.render.sweeps.MAX_SWEPT", 1)
    figures = entries()
    sweep = figures["sweep longest"]["figures"]
    sweep["printed"] = {"best": {"least": 2, "most": 3}, "corpora": {"plain": {"f1": 0.2}}}
    text = render_parts(longest, figures)["sweep"]
    rows = [line for line in text.splitlines() if line.startswith("| `") and "`least`" not in line]
    # The best, the best with least=2, and with most=3, which is also the best as printed.
    assert rows == ["| `0` | `99` | 0.400 |", "| `2` | `99` | 0.300 |", "| `2` | `3` | 0.200 |"]
    flat = " ".join(text.split())
    assert "The table has the best 1 of 4 combinations" in flat


def test_a_parameter_that_is_not_used_is_any(
    longest: Method, own_registry: Callable[[Method], None]
) -> None:
    tide = replace(
        longest, used_with={"most": {"least": 2}}, sweep={"least": (0, 2), "most": (3, 99)}
    )
    own_registry(tide)
    figures = entries()
    figures["sweep longest"]["figures"]["tried"].pop(0)
    text = render_parts(tide, figures)["sweep"]
    rows = [line for line in text.splitlines() if line.startswith("| `") and "`least`" not in line]
    assert rows == ["| `0` | any | 0.400 |", "| `2` | `99` | 0.300 |", "| `2` | `3` | 0.200 |"]


def test_rule_of_page_kinds() -> None:
    of = {"pages": 9, "weight": 0.03, "score": 0.0, "share": 0.5, "right": 0.864, "balanced": 0.85}
    of |= {"most_frequent": 0.7, "balanced_constant": 0.5}
    weights = [{"weight": 0.01, "right": 0.63, "balanced": 0.72}]
    entry = {"provenance": {"command": "tide"}, "figures": of | {"weights": weights}}
    text = render_page_kind({"page kind": entry})
    assert "text weight 0.03, score 0.0, share 0.5." in " ".join(text.split())
    assert "86.4% of the pages is right" in " ".join(text.split())
    assert "| 0.01 | 63.0% | 72.0% |" in text


def test_designs_and_navigation_of_kmib() -> None:
    corpora = {"wcxb": {"metric": "words", "f1": 0.8, "pages": 9}}
    row = {"design": "any depth", "best": {"k": 1}, "corpora": corpora}
    entry = {"provenance": {"command": "tide"}, "figures": [row]}
    text = render_condensation({"kmib designs": entry})
    assert "| what is dropped | best values | wcxb, word F1 |" in text
    assert "| any depth | `k=1` | 0.800 |" in text
    found = {"feature": "ALEN", "found": 0.9, "right": 0.25, "f1": 0.39, "k": 5, "threshold": 0.3}
    whole = {"feature": "the whole page", "found": 1.0, "right": 0.2, "f1": 0.33}
    figures = {"pages": 40, "sites": 3, "rows": [found, whole]}
    entry = {"provenance": {"command": "tide"}, "figures": figures}
    text = render_navigation({"navigation": entry})
    assert "| `ALEN` | `k=5`, `threshold=0.3` | 0.900 | 0.250 | 0.390 |" in text
    assert "| the whole page |  | 1.000 | 0.200 | 0.330 |" in text
    assert "Means over 3 sites, 40 pages" in text


def test_page_says_what_extract_adds(longest: Method) -> None:
    text = render_steps(longest, {})
    assert "follow it: `copies`, `articles`," in " ".join(text.split())
    assert "itself" not in text
    assert "pages changed" not in text
    text = " ".join(render_steps(find_method("default"), {}).split())
    assert "follow it: `articles`," in text
    assert "The method does `copies` itself." in text
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


def test_page_of_a_learned_method_has_each_value() -> None:
    entries = load_figures()
    (way, *_) = entries["model default"]["figures"]["validation"]
    recall = way["corpora"]["wcxb"]["favor"]["recall"]
    row = " | ".join(f"{recall[figure]:.3f}" for figure in ("F1", "P", "R"))
    text = render_quality(find_method("default"), entries)
    assert f"| `favor=recall` | wcxb | {row} |" in text
    assert "| `favor=precision` | fundus |" in text
    # The page of a method that is swept has its sweep.
    assert "| `learner=" not in render_quality(find_method("hybrid"), entries)


def test_held_back_pages() -> None:
    row = {"learned_from": 3, "held_back": 2, "fits": 1, "learner": 0.5, "wrapper": 0.75}
    figures = {
        "sites": [{"site": "a"} | row],
        "all": {"site": "all"} | row,
        "lead": {"difference": 0.25, "low": 0.2, "high": 0.3},
        "losses": [],
        "misfits": [],
        "problems": [{"site": "b", "problem": "nothing was learned"}],
    }
    worse = {"site": "c"} | row | {"learner": 0.5, "wrapper": 0.375}
    misfit = {"site": "a"} | row | {"fits": 0, "learner": None, "wrapper": None}
    variants = [
        {"options": {"learner": "c45", "candidates": "containers"}} | figures,
        {"options": {}}
        | figures
        | {"sites": [misfit, worse], "losses": ["c"], "misfits": ["a"], "problems": []},
        {"options": {"learner": "bayes"}} | figures | {"problems": []},
    ]
    entry = {"provenance": {"command": "tide"}, "figures": variants}
    text = render_held_back({"held back longest": entry}, "longest")
    assert (
        "| site | pages learned from | test pages | `c45`, `containers` | defaults | `bayes` |"
        in text
    )
    assert "| a | 3 | 2 | 0.500 → 0.750 | fit no page | 0.500 → 0.750 |" in text
    words = " ".join(text.split())
    assert "+0.250 (+0.200 to +0.300), pages that they do not fit: a (1), sites that lose" in words
    assert "sites without a page that they fit: a, sites that lose more than 0.02: c," in words
    assert "largest loss: 0.125 (c)." in words
    assert "on every site with these settings: `bayes`. " in words
    assert "b: nothing was learned." in words


def test_a_step_row_without_a_metric_has_that_of_the_family() -> None:
    lead = {"difference": 0.1, "low": 0.0, "high": 0.2}
    row = {"method": "cetr", "corpus": "aeb", "pages": 3, "changed": 1, "lead": lead}
    entry = {"provenance": {"command": "measure"}, "figures": [row]}
    assert "| aeb, 4-gram F1 | " in render_steps(find_method("cetr"), {"added steps": entry})
