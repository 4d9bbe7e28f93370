"""The table that goes into README: what is published, and what is not."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.errors import BadInput, BadOption
from pagecore.evaluate.contenders import Recorded
from pagecore.evaluate.peers import recorded
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.run import Results, measure
from pagecore.models.model import Model, load
from pagecore.registry import Method, method_named
from tests.measure.test_run import Fixed
from tools.readme import Column, caption, main, published, table, write_readme

MARKS = "before\n<!-- evaluate -->\nold\n<!-- /evaluate -->\nafter\n"


def results(name: str, *, trainable: bool = True) -> Results:
    item = Item("a", b"<p>One two.</p>", Gold(text="One two."))
    corpus = Corpus(name, Path(name), (item,), (), "d1", "words", trainable=trainable, layout=name)
    peers = [Fixed("slow", {"a": "One"}), Fixed("none", {"a": None})]
    return measure(corpus, [OwnMethod("paragraphs", "0.1"), *peers])


@pytest.fixture
def made_on(own_registry: Callable[[Method], None]) -> None:
    """`paragraphs` says what it was made on."""
    own_registry(replace(method_named("paragraphs"), made_on=("wcxb", "fundus")))


@pytest.mark.usefixtures("made_on")
def test_figures_on_what_a_method_was_made_on_are_not_published() -> None:
    every = [results("wcxb"), results("forums"), results("aeb", trainable=False)]
    assert table(every)[:2] == [
        "|  | wcxb, word F1 | forums, word F1 | aeb, word F1 |",
        "|---|--:|--:|--:|",
    ]
    assert table(every)[2:] == [
        "| paragraphs 0.1 |  | 1.000 | 1.000 |",
        "| slow 1 | 0.667 | 0.667 | 0.667 |",
        "| none 1 | 0.000 | 0.000 | 0.000 |",
    ]


def test_a_method_that_does_not_say_what_it_was_made_on(
    own_registry: Callable[[Method], None],
) -> None:
    own_registry(replace(method_named("paragraphs"), made_on=None))
    assert not published(Column(results("forums")), "paragraphs") >= 0
    assert published(Column(results("aeb", trainable=False)), "paragraphs") == 1.0


# ---------------------------------------------------------------- what a model tells of itself


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Model:
    """The default's model, of which a test says what it tells."""
    made = Model(load().core, "a model that tells its figures")
    made.metadata = {
        "method": "default",
        "corpora": {"wcxb": {"digest": "d1"}, "fundus": {"digest": "of other pages"}},
        "validation": [
            {"folds": "over collections", "digest": "f0", "corpora": FIGURES},
            {"folds": "5-fold by group", "digest": "f1", "corpora": FIGURES},
        ],
    }
    monkeypatch.setattr("tools.readme.load", lambda method: made)
    return made


FIGURES = {"wcxb": {"metric": "words", "f1": 0.8765}, "fundus": {"metric": "words", "f1": 0.9}}


def of_default(name: str, *, trainable: bool = True) -> Results:
    corpus = results(name, trainable=trainable).corpus
    return measure(corpus, [OwnMethod("default", "0.1")])


@pytest.mark.usefixtures("model")
def test_figures_in_sample_are_those_that_the_model_tells() -> None:
    every = [of_default("wcxb"), of_default("aeb", trainable=False)]
    (row,) = table(every)[2:]
    assert row.startswith("| default 0.1 | 0.876 | ")
    assert not row.endswith("|  |")
    file = hashlib.sha256(load().core.write()).hexdigest()[:16]
    assert (
        f"The figures of default 0.1 on wcxb are those of its model `{file}`, cross-validated "
        "5-fold by group (folds `f1`)." in caption(every, "x")
    )


def test_of_other_pages_or_another_metric_a_model_tells_nothing(model: Model) -> None:
    def shown() -> bool:
        return published(Column(of_default("wcxb")), "default") >= 0

    told = dict(model.metadata)
    assert shown()
    # Neither what was measured here nor a figure of other pages stands in.
    assert not published(Column(of_default("fundus")), "default") >= 0
    model.metadata = told | {"method": "another"}
    assert not shown()
    model.metadata = told | {"validation": told["validation"][:1]}
    assert not shown()
    other = {"wcxb": {"metric": "grams", "f1": 0.9}}
    model.metadata = told | {"validation": [told["validation"][1] | {"corpora": other}]}
    assert not shown()
    model.metadata = {"features": "x"}
    assert not shown()
    assert "its model" not in caption([of_default("wcxb")], "x")


# ---------------------------------------------------------------- rows of earlier runs


def of_peers(*names: str, digest: str = "d1") -> Results:
    corpus = replace(results("aeb", trainable=False).corpus, digest=digest)
    return measure(corpus, [Fixed(name, {"a": "One"}) for name in names])


def rows_of(file: Path) -> tuple[list[str], str]:
    lines = file.read_text("utf-8").splitlines()
    told = [line for line in lines if not line.startswith("|")]
    return [line for line in lines if line.startswith("|")][2:], " ".join(told)


def test_rows_of_those_that_take_no_part_stay(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text(MARKS)
    write_readme([of_peers("justext", "rs-b", "rs")], file, command="first run")
    text = file.read_text("utf-8").replace("justext 1 | 0.667", "justext 1 | 0.123")
    file.write_text(text.replace("rs-b 1 | 0.667", "rs-b 1, recorded | 0.234"), "utf-8")
    write_readme([of_peers("rs", "new")], file, command="second run")
    rows, told = rows_of(file)
    assert rows == [
        "| rs 1 | 0.667 |",
        "| new 1 | 0.667 |",
        "| justext 1 | 0.123 |",
        "| rs-b 1, recorded | 0.234 |",
    ]
    assert "by `second run` (aeb, 1 pages, digest `d1`)" in told
    earlier = r"The rows of justext 1; rs-b 1, recorded were measured on \S+ by `first run`\."
    assert re.search(earlier, told)
    assert "justext has the stop words of English only" in told
    # And each keeps its own run when there is a third.
    write_readme([of_peers("rs")], file, command="third run")
    rows, told = rows_of(file)
    assert [row.split()[1] for row in rows] == ["rs", "new", "justext", "rs-b"]
    assert re.search(earlier, told)
    assert re.search(r"The rows of new 1 were measured on \S+ by `second run`\.", told)


def test_rows_of_other_pages_do_not_stay(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text(MARKS)
    write_readme([of_peers("old")], file, command="first run")
    write_readme([of_peers("new", digest="d2")], file, command="second run")
    rows, told = rows_of(file)
    assert rows == ["| new 1 | 0.667 |"]
    assert "first run" not in told
    assert "justext" not in told


def test_rows_that_stay_have_no_figure_in_a_new_column(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text(MARKS)
    write_readme([of_peers("old")], file, command="first run")
    more = measure(results("forums").corpus, [Fixed("new", {"a": "One"})])
    write_readme([of_peers("new"), more], file, command="second run")
    assert rows_of(file)[0] == ["| new 1 | 0.667 | 0.667 |", "| old 1 | 0.667 |  |"]


def test_columns_of_times_go_with_rows_that_stay(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text(MARKS)
    write_readme([of_peers("old")], file, command="first run")
    text = file.read_text("utf-8").replace("word F1 |", "word F1 | CPU ms/page |")
    file.write_text(text.replace("| 0.667 |", "| 0.667 | 3.21 |"), "utf-8")
    write_readme([of_peers("new")], file, command="second run")
    assert rows_of(file)[0] == ["| new 1 | 0.667 |", "| old 1 | 0.667 |"]


@pytest.mark.usefixtures("model")
def test_what_is_said_of_a_model_stays_with_its_row(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text(MARKS)
    write_readme([of_default("wcxb")], file, command="first run")
    write_readme([measure(results("wcxb").corpus, [Fixed("p", {"a": ""})])], file, command="second")
    rows, told = rows_of(file)
    assert rows == ["| p 1 | 0.000 |", "| default 0.1 | 0.876 |"]
    assert "The figures of default 0.1 on wcxb are those of its model `" in told


def test_hosts_that_are_also_trained_on_are_told() -> None:
    wcxb, aeb = results("wcxb"), results("aeb", trainable=False)

    def at(one: Results, url: str) -> Results:
        items = tuple(replace(item, url=url) for item in one.corpus.items)
        return replace(one, corpus=replace(one.corpus, items=items))

    every = [at(wcxb, "https://www.coast.example/1"), at(aeb, "https://coast.example/2")]
    told = "1 of the 1 pages of aeb are of hosts that wcxb has pages of too."
    assert told in caption(every, "x")
    every[1] = at(aeb, "https://other.example/2")
    assert "of hosts" not in caption(every, "x")


# ---------------------------------------------------------------- the document


def test_recorded_times_are_not_written(tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    file.write_text(json.dumps({"id": "a", "text": "One two.", "cpu_ms": 5.0}))
    (tmp_path / "VERSIONS.md").write_text("| peer | version |\n|---|---|\n| Old | 1.2.3 (x 4) |\n")
    made = measure(results("aeb").corpus, [Recorded.of(file)])
    assert table([made])[2] == "| old 1.2.3, recorded | 1.000 |"
    assert recorded.version(tmp_path / "new.jsonl") is None


def test_only_what_stands_between_the_marks_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text(MARKS)
    write_readme([results("aeb", trainable=False)], file, command="pagecore evaluate …")
    text = file.read_text("utf-8")
    assert text.startswith("before\n<!-- evaluate -->\n|  | aeb, word F1 |")
    assert text.endswith("<!-- /evaluate -->\nafter\n")
    assert "old" not in text
    assert "digest `d1`" in " ".join(text.split())
    file.write_text("no marks")
    with pytest.raises(BadOption, match="has no marks <!-- evaluate -->"):
        write_readme([], file, command="")
    with pytest.raises(BadInput, match=r"nowhere\.md: cannot be read"):
        write_readme([], tmp_path / "nowhere.md", command="")


def test_the_command_writes_itself_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plain").mkdir()
    Path("plain/a.html").write_text("<p>One two.</p>")
    Path("plain/a.txt").write_text("One two.")
    Path("README.md").write_text(MARKS)
    monkeypatch.setattr("tools.readme.CORPORA", ("plain",))
    given = ["--data", ".", "--quality", "quality.json"]
    result = CliRunner().invoke(main, given)
    assert result.exit_code == 0, result.output
    text = " ".join(Path("README.md").read_text("utf-8").split())
    assert f"by `python -m tools.readme {' '.join(given)}`" in text
    assert "| cetr" in text
    assert "| paragraphs" not in text
    assert set(json.loads(Path("quality.json").read_text())) >= {"cetr", "paragraphs"}
