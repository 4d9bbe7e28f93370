"""The table that goes into README: what is published, and what is not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pagecore import registry
from pagecore.cli import pagecore
from pagecore.errors import BadInput, BadOption
from pagecore.evaluate.contenders import OwnMethod, Recorded
from pagecore.evaluate.corpora.corpus import Corpus, Gold, Item
from pagecore.evaluate.peers import recorded
from pagecore.evaluate.readme import published, table, write_readme
from pagecore.evaluate.run import Results, measure
from tests.evaluate.test_run import Fixed

MARKS = "before\n<!-- evaluate -->\nold\n<!-- /evaluate -->\nafter\n"


def results(name: str, *, trainable: bool = True) -> Results:
    item = Item("a", b"<p>One two.</p>", Gold(text="One two."))
    corpus = Corpus(name, Path(name), (item,), (), "d1", "words", trainable=trainable, layout=name)
    peers = [Fixed("slow", {"a": "One"}), Fixed("none", {"a": None})]
    return measure(corpus, [OwnMethod("paragraphs", "0.1"), *peers])


@pytest.fixture
def made_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """`paragraphs` says what it was made on."""
    registry.methods()
    paragraphs = registry.method_named("paragraphs")
    said = registry.Method(**{**vars(paragraphs), "made_on": ("wcxb", "fundus")})
    monkeypatch.setattr(registry, "_METHODS", {**registry._METHODS, "paragraphs": said})


@pytest.mark.usefixtures("made_on")
def test_figures_on_what_a_method_was_made_on_are_not_published() -> None:
    every = [results("wcxb"), results("forums"), results("aeb", trainable=False)]
    assert table(every)[:2] == [
        "|  | wcxb, word F1 | forums, word F1 | aeb, word F1 | CPU ms/page | × fastest peer |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    paragraphs, slow, none = table(every)[2:]
    assert re.fullmatch(
        r"\| paragraphs 0\.1 \|  \| 1\.000 \| 1\.000 \| [\d.]+ \| [\d.]+ \|", paragraphs
    )
    assert slow == "| slow 1 | 0.667 | 0.667 | 0.667 | 2.00 | 1.00 |"
    assert none == "| none 1 | 0.000 | 0.000 | 0.000 | 2.00 | 1.00 |"


def test_a_method_that_does_not_say_what_it_was_made_on(monkeypatch: pytest.MonkeyPatch) -> None:
    registry.methods()
    silent = registry.Method(**{**vars(registry.method_named("paragraphs")), "made_on": None})
    monkeypatch.setattr(registry, "_METHODS", {**registry._METHODS, "paragraphs": silent})
    assert not published(results("forums"), "paragraphs") >= 0
    assert published(results("aeb", trainable=False), "paragraphs") == 1.0


def test_recorded_times_are_not_written(tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    file.write_text(json.dumps({"id": "a", "text": "One two.", "cpu_ms": 5.0}))
    (tmp_path / "VERSIONS.md").write_text("| peer | version |\n|---|---|\n| Old | 1.2.3 (x 4) |\n")
    made = measure(results("aeb").corpus, [Recorded.of(file)])
    assert table([made])[2] == "| old 1.2.3, recorded | 1.000 |  |  |"
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
    Path("pages").mkdir()
    Path("pages/a.html").write_text("<p>One two.</p>")
    Path("pages/a.txt").write_text("One two.")
    Path("old.jsonl").write_text('{"id": "a", "text": "One"}')
    Path("README.md").write_text(MARKS)
    given = ["--corpus", "plain", "--path", "pages", "--method", "paragraphs"]
    given += ["--recorded", "old.jsonl"]
    given += ["--write-readme", "README.md"]
    result = CliRunner().invoke(pagecore, ["evaluate", *given])
    assert result.exit_code == 0, result.output
    text = " ".join(Path("README.md").read_text("utf-8").split())
    assert f"by `pagecore evaluate {' '.join(given)}`" in text
    assert "| old recorded | 0.667 | | |" in text
    assert "| paragraphs" not in text


def test_a_sample_is_not_published(tmp_path: Path) -> None:
    given = ["--corpus", "plain", "--path", str(tmp_path), "--sample", "1"]
    result = CliRunner().invoke(pagecore, ["evaluate", *given, "--write-readme", "README.md"])
    assert isinstance(result.exception, BadOption)
    assert "leave out --sample" in str(result.exception)
