"""The settings of a method that have rows: as printed, and swept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pagecore import Choice, Page, method
from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.figures import Entries, load_figures, published_figures
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.run import Results, measure
from pagecore.registry import Method, find_method, list_methods
from tools.quality import Collection, make_rows, publish
from tools.settings import PRINTED, SWEPT, Setting, list_settings


@pytest.fixture
def tide(own_registry: object) -> Method:
    """A method whose paper prints one of two values."""

    @method(
        "tide",
        paper="Example 2009",
        family="page",
        bounds={"least": (0, 9), "most": (0, 99)},
        developed_on=(),
        sweep={"least": (1, 2), "most": (9, 99)},
        printed={"least": 2},
    )
    def tide(page: Page, *, least: int = 2, most: int = 9) -> Choice:
        """Keep texts of so many words.

        Args:
            page: any page.
            least: words that a text has at least.
            most: words that a text has at most.
        """
        return Choice.of(page, (page.words >= least) & (page.words <= most))

    return find_method("tide")


def validate(f1: float) -> dict[str, Any]:
    figures = {"digest": "d1", "metric": "words", "f1": f1, "pages": 1, "interval": [0.1, 0.9]}
    return {"corpora": {"wcxb": figures}}


ENTRIES: Entries = {
    "sweep tide": {
        "provenance": {},
        "figures": {
            "folds": "5-fold by group",
            "digest": "f1",
            "best": {"least": 1, "most": 99},
            **validate(0.75),
            "printed": {"best": {"least": 2, "most": 9}, **validate(0.5)},
        },
    }
}


def results(name: str, **parameters: int) -> Results:
    item = Item("a", b"<p>One</p><p>two three</p>", Gold(text="One two three"))
    corpus = Corpus(name, Path(name), (item,), (), "d1", "words", format=name)
    return measure(corpus, [OwnMethod("tide", "0.1", parameters)])


def test_a_method_with_printed_values_has_two_settings(tide: Method) -> None:
    printed, swept = list_settings(tide, ENTRIES)
    assert (printed.label, printed.parameters) == (PRINTED, {"least": 2, "most": 9})
    assert (swept.label, swept.parameters) == (SWEPT, {"least": 1, "most": 99})
    assert (printed.is_default, swept.is_default) == (True, False)


def test_other_methods_have_one(tide: Method) -> None:
    assert list_settings(tide, {}) == [Setting()]
    assert list_settings(replace(tide, printed={}), ENTRIES) == [Setting()]
    assert list_settings(find_method("default"), load_figures()) == [Setting()]


def test_a_row_for_each_setting(tide: Method) -> None:
    rows = []
    for setting in list_settings(tide, ENTRIES):
        every = [results(name, **setting.parameters) for name in ("wcxb", "aeb")]  # type: ignore[arg-type]  # Integers here.
        rows += make_rows(every, {}, ENTRIES, {"tide": setting})
    printed, swept = rows
    assert (printed["setting"], printed["is_default"]) == ("as printed", True)
    assert (swept["setting"], swept["is_default"]) == ("swept", False)
    assert swept["parameters"] == {"least": 1, "most": 99}
    # Out of fold on the pages of the sweep, although it says that it was made on none.
    assert [figure["value"] for figure in printed["figures"]] == [0.5, 0.8]
    assert [figure["value"] for figure in swept["figures"]] == [0.75, 1.0]
    assert printed["figures"][0]["validated"]["origin"] == "sweep"
    assert "validated" not in printed["figures"][1]


def test_a_setting_without_a_choice_is_not_validated(
    tide: Method, own_registry: Callable[[Method], None]
) -> None:
    whole = replace(tide, printed={"least": 2, "most": 9})
    own_registry(whole)
    printed, swept = list_settings(whole, ENTRIES)
    collection = Collection(results("wcxb"))
    figure = publish(collection, "tide", ENTRIES, printed)
    assert figure is not None
    assert (figure["value"], "validated" in figure) == (0.5, False)
    figure = publish(collection, "tide", ENTRIES, swept)
    assert figure is not None
    assert "validated" in figure


def test_a_sweep_of_other_pages_is_not_published(tide: Method) -> None:
    _, swept = list_settings(tide, ENTRIES)
    other = results("wcxb")
    other = replace(other, corpus=replace(other.corpus, digest="d2"))
    assert publish(Collection(other), "tide", ENTRIES, swept) is None


# ---------------------------------------------------------------- the recorded figures


def test_defaults_are_printed_or_swept() -> None:
    """Paper or sweep decides every default, so that one row of the tables is that of the default.

    The defaults are the paper's if it prints them, except that `lines` of CETR has to cope with
    pages of one line.
    """
    entries = load_figures()
    defaults = {
        known.name: [
            setting.label for setting in list_settings(known, entries) if setting.is_default
        ]
        for known in list_methods()
        if known.printed
    }
    assert defaults == {
        "cetr": [SWEPT],
        "coreex": [PRINTED],
        "econ": [PRINTED],
        "hybrid": [PRINTED],
        "vbpa": [SWEPT],
        "vbpa-threads": [SWEPT],
        "cst": [SWEPT],
        "entropy": [SWEPT],
        "ibdf": [SWEPT],
    }, "run: python -m tools.sweep"
    # The paper of k-MIB prints no value.
    kmib, best = find_method("kmib"), entries["sweep kmib"]["figures"]["best"]
    assert {name: kmib.parameters[name].default for name in kmib.sweep} == best


def test_every_setting_has_its_row() -> None:
    entries = load_figures()
    rows = [row for row in entries["quality"]["figures"] if row["kind"] == "method"]
    for known in list_methods():
        if known.full_name == "thread/vbpa-threads":
            # It needs layouts; `tools.visual_thread_figures` measures it with both settings.
            readings = entries["visual threads"]["figures"]["readings"]["forums"]
            values_of = {row["name"]: row["values"] for row in readings}
            # Without `kinds`, which blocks of VIPS do not have.
            printed = known.printed.items() - {("kinds", False)}
            assert values_of["as printed"].items() >= printed
            assert {} in values_of.values(), "the defaults, which are those of the sweep"
        elif known.full_name == "page/vbpa":
            # It needs layouts, too; `tools.visual_figures` measures it with both settings.
            values = [
                row["values"] for row in entries["visual themes"]["figures"] if "values" in row
            ]
            assert dict(known.printed) in values
            assert {} in values, "the defaults, which are those of the sweep"
        elif known.printed:
            family = known.family.name
            own = [row for row in rows if (row["family"], row["name"]) == (family, known.name)]
            settings = list_settings(known, entries)
            assert [row["setting"] for row in own] == [setting.label for setting in settings]
            assert [row["parameters"] for row in own] == [dict(of.parameters) for of in settings]
            default = next(row for row in own if row["is_default"])
            shown = [figure["value"] for figure in default["figures"]]
            assert list(published_figures(known.name, family).values()) == shown
