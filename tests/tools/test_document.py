"""The documents of the model say what its file says, and list the features there are."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pagecore import _core
from pagecore.errors import BadOption
from pagecore.models.model import SHIPPED, load, read
from pagecore.train.write_model import packed
from tests.forests import SMALL
from tools.document import (
    BEGIN,
    CAUSES_BEGIN,
    CAUSES_END,
    END,
    STANDING_BEGIN,
    STANDING_END,
    causes,
    features,
    figures,
    main,
    standing,
    write_figures,
)
from tools.standing import Page
from tools.standing import write as write_peers

DOCS = Path(__file__).resolve().parents[2] / "docs"
WRITE = "run: python -m tools.document"


def told(**metadata: Any) -> str:
    """What is written of a model that tells this of itself."""
    return figures(read(packed({"features": "feed"} | metadata, {"blocks": SMALL}, {})))


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
    text = told(**WHOLE)
    assert "`pagecore train default --corpus plain --path a`" in text
    assert "CatBoost 3.4" in " ".join(text.split())
    assert "`f01d`" in text
    rows = cells(text)
    assert ["plain", "2", "3", "`beef`", "Ann \\", "Ben"] in rows
    # F1, left in, type right, ECE, then the surest 98, 95, 90 and 80 %.
    assert ["plain", "2", "0.812", "", "", "0.040", "", "0.900", "", ""] in rows
    assert ["plain", "2", "0.600", "", "", "", "", "", "", ""] in rows
    assert ["plain", "recall", "0.500", "0.750", "0.600"] in rows
    # Of the type the second way says nothing.
    assert ["plain", "forum", "1", "0.700", ""] in rows
    assert ["plain", "all", "2", "0.900", "0.950", "1.000"] in rows
    assert ["plain", "forum", "1", "0.800", "0.850", "1.000"] in rows


def test_model_without_validation() -> None:
    text = told(**(WHOLE | {"validation": []}))
    assert "It was not cross-validated." in text
    assert "| plain | all | 2 |" in text


def test_model_that_tells_nothing() -> None:
    assert re.fullmatch(r"The model `[0-9a-f]{16}` does not tell how it was made, .*\n", told())


def test_only_what_stands_between_the_marks_is_written(tmp_path: Path) -> None:
    path = tmp_path / "default.md"
    path.write_text(f"before\n{BEGIN}\nold\n{END}\nbehind\n")
    write_figures(path, load())
    once = path.read_text()
    assert once == f"before\n{BEGIN}\n{figures(load())}{END}\nbehind\n"
    write_figures(path, load())
    assert path.read_text() == once
    path.write_text("no marks")
    with pytest.raises(BadOption, match=f"has no marks {BEGIN}"):
        write_figures(path, load())


def test_the_command_writes_both_documents(tmp_path: Path) -> None:
    marks = (BEGIN, END, STANDING_BEGIN, STANDING_END, CAUSES_BEGIN, CAUSES_END)
    (tmp_path / "default.md").write_text("".join(marks))
    for name in ("worst-pages.tsv", "peers.tsv"):
        shutil.copy(DOCS / name, tmp_path)
    done = CliRunner().invoke(main, ["--docs", str(tmp_path)])
    assert done.exit_code == 0, done.output
    text = (tmp_path / "default.md").read_text()
    assert figures(load()) in text
    assert done.output == standing(load(), DOCS / "peers.tsv")
    assert f"{STANDING_BEGIN}\n{done.output}{STANDING_END}" in text
    assert causes(DOCS / "worst-pages.tsv") in text
    assert (tmp_path / "features.md").read_text() == features()


def test_a_tuned_model_tells_what_it_was_tuned_from() -> None:
    text = told(**(WHOLE | {"from": {"digest": "ba5e"}}))
    assert "It was tuned from the model `ba5e`." in " ".join(text.split())


def test_a_model_stands_beside_the_best_of_the_others(tmp_path: Path) -> None:
    peers = tmp_path / "peers.tsv"
    pages = [Page("wcxb", str(at), "forum", {"a 1": 0.5, "b 2": 0.25}) for at in range(5)]
    write_peers(peers, pages)
    of = {"wcxb": {"f1_of_pages": {page.id: 0.75 for page in pages}}}
    ways = [{"folds": "2-fold", "digest": "0", "corpora": of}]
    model = read(packed({"features": "feed", "validation": ways}, {"blocks": SMALL}, {}))
    shown = ["5", "0.750", "a 1", "0.500", "+0.250", "+0.250 to +0.250", "ahead"]
    assert ["all", *shown] in cells(standing(model, peers))
    assert ["forum", *shown] in cells(standing(model, peers))
    bare = read(packed({"features": "feed"}, {"blocks": SMALL}, {}))
    assert standing(bare, peers) == "The model's file tells no figures of single pages.\n"


def test_the_worst_pages_are_printed(tmp_path: Path) -> None:
    of = {"wcxb": {"f1_of_pages": {"x": 0.5, "y": 0.25}}}
    ways = [{"folds": "2-fold", "digest": "0", "corpora": of}]
    file = tmp_path / "my.model"
    file.write_bytes(packed({"features": "feed", "validation": ways}, {"blocks": SMALL}, {}))
    done = CliRunner().invoke(main, ["--model", str(file), "--worst", "1"])
    assert done.output == "wcxb\ty\t0.2500\n"


# ---------------------------------------------------------------- the documents here


def test_the_document_has_how_the_shipped_model_stands() -> None:
    text = (DOCS / "default.md").read_text(encoding="utf-8")
    told = standing(load(), DOCS / "peers.tsv")
    assert f"{STANDING_BEGIN}\n{told}{STANDING_END}\n" in text, WRITE


def test_figures_are_those_of_the_shipped_model() -> None:
    text = (DOCS / "default.md").read_text(encoding="utf-8")
    assert f"{BEGIN}\n{figures(load())}{END}\n" in text, WRITE


def test_every_feature_is_listed() -> None:
    kept = (DOCS / "features.md").read_text(encoding="utf-8")
    assert kept == features(), WRITE
    listed = {row[0] for row in cells(kept)}
    assert {"link words", "first look before", "expected F1"} <= listed
    assert _core.features_digest() in kept


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
    assert cells(causes(pages)) == [
        ["cause", "pages, 1", "F1 lost, 1", "pages, 2", "F1 lost, 2", "a", "b"],
        ["more", "0", "0.0", "2", "1.2", "1", "1"],
        ["less", "1", "0.5", "1", "0.2", "1", ""],
        ["gone", "1", "0.5", "0", "0.0", "", ""],
    ]


def test_the_document_has_the_causes_of_its_file() -> None:
    text = (DOCS / "default.md").read_text(encoding="utf-8")
    between = text.partition(CAUSES_BEGIN)[2].partition(CAUSES_END)[0]
    assert between.strip() == causes(DOCS / "worst-pages.tsv").strip(), WRITE
