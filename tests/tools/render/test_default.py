"""The figures of the default extractor in docs/default.md, and the list of features."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from pagecore import _core
from pagecore.models.model import SHIPPED, Model, read
from pagecore.train.write_model import pack_model
from tests.forests import SMALL
from tools.model_figures import describe_model, read_figures
from tools.render.default import (
    render_causes,
    render_features,
    render_model,
    render_standing,
    render_tuning,
)

DOCS = Path(__file__).resolve().parents[3] / "docs"


def rendered(**metadata: Any) -> str:
    """The figures of a model with this metadata."""
    model = model_with(**metadata)
    entry = {"provenance": describe_model(model), "figures": read_figures(model)}
    return render_model({"model default": entry})


def model_with(**metadata: Any) -> Model:
    return read(pack_model({"features": "feed"} | metadata, {"blocks": SMALL}, {}))


def cells(text: str) -> list[list[str]]:
    """The cells of all tables."""
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


LEANING = {"recall": {"P": 0.5, "R": 0.75, "F1": 0.6}}
OF_ONE = {
    "favor": LEANING,
    "pages": 2,
    "f1": 0.81234,
    "calibration_error": 0.04,
    "surest": [[1.0, 0.81], [0.95, 0.9]],
}
WHOLE = {
    "command": "pagecore train default --corpus plain --path a",
    "pagecore": "1.2",
    "catboost": "3.4",
    "corpora": {"plain": {"digest": "beef", "pages": 2, "weight": 3.0, "credit": "Ann | Ben"}},
    "ceiling": {
        "plain": {"pages": 2, "f1": 0.9, "best_f1": 0.95, "reach": 1.0}
        | {"page_type": {"forum": {"pages": 1, "f1": 0.8, "best_f1": 0.85, "reach": 1.0}}}
    },
    "validation": [
        {
            "folds": "5-fold by group",
            "digest": "f01d",
            "corpora": {"plain": OF_ONE | {"page_type": {"forum": {"pages": 1, "f1": 0.7}}}},
        },
        {
            "folds": "over collections",
            "digest": "c011",
            "corpora": {"plain": {"pages": 2, "f1": 0.6}},
        },
    ],
}  # fmt: skip


def test_tables_have_the_figures_of_the_file() -> None:
    text = rendered(**WHOLE)
    assert "`pagecore train default --corpus plain --path a`" in text
    assert "CatBoost 3.4" in " ".join(text.split())
    assert "`f01d`" in text
    rows = cells(text)
    assert ["plain", "2", "3", "`beef`", "Ann \\", "Ben"] in rows
    # F1, left in, type right, ECE, then the surest 98, 95, 90 and 80 %.
    assert ["plain", "2", "0.812", "", "", "0.040", "", "0.900", "", ""] in rows
    assert ["plain", "2", "0.600", "", "", "", "", "", "", ""] in rows
    assert ["plain", "recall", "0.500", "0.750", "0.600"] in rows
    # The second way has no figure of the type.
    assert ["plain", "forum", "1", "0.700", ""] in rows
    assert ["plain", "all", "2", "0.900", "0.950", "1.000"] in rows
    assert ["plain", "forum", "1", "0.800", "0.850", "1.000"] in rows


def test_model_without_validation() -> None:
    text = rendered(**(WHOLE | {"validation": []}))
    assert "It was not cross-validated." in text
    assert "| plain | all | 2 |" in text


def test_a_tuned_model_names_the_model_it_was_tuned_from() -> None:
    text = rendered(**(WHOLE | {"from": {"digest": "ba5e"}}))
    assert "It was tuned from the model `ba5e`." in " ".join(text.split())


@pytest.mark.parametrize(
    ("difference", "low", "high", "verdict"),
    [
        (0.2, 0.1, 0.3, "ahead"),
        (0.2, -0.1, 0.3, "not significant"),
        (-0.2, -0.3, 0.1, "not significant"),
        (-0.2, -0.3, -0.1, "behind"),
    ],
)
def test_a_model_beside_the_best_other(
    difference: float, low: float, high: float, verdict: str
) -> None:
    lead = {"difference": difference, "low": low, "high": high}
    group = {"group": "forum", "pages": 5, "ours": 0.75, "best": "a 1", "theirs": 0.5}
    entry = {"provenance": {"command": "x"}, "figures": {"wcxb": [group | {"lead": lead}]}}
    heading, row = cells(render_standing({"standing": entry}))
    assert heading[0] == "wcxb, page type"
    bounds = [f"{difference:+.3f}", f"{low:+.3f} to {high:+.3f}"]
    assert row == ["forum", "5", "0.750", "a 1", "0.500", *bounds, verdict]


def test_tuning() -> None:
    site = {"site": "a.example", "pages": 8, "before": 0.5, "after": 0.75}
    site |= {"others_before": 0.9, "others_after": 0.8951}
    text = render_tuning({"tuning": {"provenance": {"command": "x"}, "figures": [site]}})
    assert text.splitlines()[2] == "| a.example | 8 | 0.500 | 0.750 | 0.900 | 0.895 |"


def test_every_feature_is_listed() -> None:
    text = render_features()
    listed = {row[0] for row in cells(text)}
    assert {"link words", "first look before", "expected F1"} <= listed
    assert _core.features_digest() in text


def test_the_examples_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(SHIPPED, "my.model")
    text = (DOCS / "default.md").read_text(encoding="utf-8")
    scripts = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(scripts) == 2
    for script in scripts:
        exec(compile(script, "docs/default.md", "exec"), {"__name__": "default"})
        assert capsys.readouterr().out


def test_causes_are_counted(tmp_path: Path) -> None:
    pages = tmp_path / "pages.tsv"
    lines = [
        "count collection page F1 cause why",
        "1 a 1 0.5 less x",
        "1 a 4 0.5 gone x",
        "2 a 1 0.75 less x",
        "2 a 2 0.25 more x",
        "2 b 3 0.5 more x",
    ]
    pages.write_text("\n".join("\t".join(line.split()) for line in lines), encoding="utf-8")
    assert cells(render_causes(pages)) == [
        [
            *("cause", "pages, round 1", "F1 lost, round 1", "pages, round 2", "F1 lost, round 2"),
            *("a", "b"),
        ],
        ["more", "0", "0.0", "2", "1.2", "1", "1"],
        ["less", "1", "0.5", "1", "0.2", "1", ""],
        ["gone", "1", "0.5", "0", "0.0", "", ""],
    ]
