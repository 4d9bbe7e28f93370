"""`pagecore evaluate`: the table, the report, and what is wrong with the input."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pagecore import Document, Page, __version__, extract
from pagecore.cli import pagecore
from pagecore.corpora import load
from pagecore.errors import BadOption, CorpusError
from pagecore.evaluate import evaluate as evaluate_corpus
from pagecore.evaluate.compare import compare
from pagecore.evaluate.other_contenders import RecordedContender
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.run import measure
from pagecore.registry import Method, find_method

pytestmark = pytest.mark.usefixtures("_made_on_nothing")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    for name in ("a", "b", "c"):
        text = f"The page {name} has some words, and a few more of them."
        (corpus / f"{name}.html").write_text(f"<nav><a href=/>Home</a></nav><p>{text}</p>")
        (corpus / f"{name}.txt").write_text(text)
    return corpus


def evaluate(folder: Path, *more: str) -> Result:
    arguments = ["evaluate", "--corpus", "plain", "--path", str(folder), "--method", "paragraphs"]
    return CliRunner().invoke(pagecore, [*arguments, *more])


def test_table_of_a_run(folder: Path) -> None:
    result = evaluate(folder)
    assert result.exit_code == 0, result.output
    assert re.search(r"^paragraphs +1\.000 +1\.000–1\.000 ", result.output, re.MULTILINE)


def test_what_is_wrong_with_the_corpus_is_named_and_the_rest_measured(folder: Path) -> None:
    (folder / "d.html").write_text("<p>A page without gold.</p>")
    result = evaluate(folder)
    assert result.exit_code == 1
    assert "d.html" in result.stderr
    assert re.search(r"^paragraphs +1\.000 ", result.stdout, re.MULTILINE)


def test_comparison_with_recorded_outputs(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    lines = [{"id": name, "text": "The page"} for name in ("a", "b", "c")]
    file.write_text("\n".join(map(json.dumps, lines)))
    result = evaluate(folder, "--recorded", str(file), "--compare", "old", "paragraphs")
    assert result.exit_code == 0, result.output
    assert "paragraphs is ahead of old" in result.output
    assert re.search(r"^old \(recorded\) ", result.output, re.MULTILINE)


def test_what_is_wrong_with_recorded_outputs_is_named(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "old.jsonl"
    good = [json.dumps({"id": name, "text": "The page"}) for name in ("a", "b", "c")]
    file.write_text("\n".join([*good, "no JSON"]))
    result = evaluate(folder, "--recorded", str(file))
    assert result.exit_code == 1
    assert "old.jsonl" in result.stderr
    assert re.search(r"^paragraphs +1\.000 ", result.stdout, re.MULTILINE)


def test_sample_is_drawn_by_its_seed(folder: Path) -> None:
    first, second = (evaluate(folder, "--sample", "2", "--seed", "4").output for _ in range(2))
    cpu = re.compile(r"\d+\.\d+ +0 *$", re.MULTILINE)
    assert cpu.sub("", first) == cpu.sub("", second)
    assert "2 of 3 pages by seed 4" in " ".join(first.split())


@pytest.mark.parametrize(
    ("more", "error", "message"),
    [
        (["--method", "nonsense"], BadOption, "there is no method 'nonsense'"),
        (["--peers", "nonsense"], BadOption, "there is no peer 'nonsense'"),
        (["--compare", "paragraphs", "nonsense"], BadOption, "'nonsense' is not measured"),
    ],
)
def test_wrong_names_list_what_there_is(
    folder: Path, more: list[str], error: type[Exception], message: str
) -> None:
    result = evaluate(folder, *more)
    assert isinstance(result.exception, error)
    assert message in str(result.exception)


def test_missing_folder(tmp_path: Path) -> None:
    result = evaluate(tmp_path / "nowhere")
    assert isinstance(result.exception, CorpusError)
    assert "nowhere" in str(result.exception)


def test_report_is_written(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    result = evaluate(folder, "--report", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output
    assert (tmp_path / "out" / "index.html").exists()
    assert (tmp_path / "out" / "results.parquet").exists()


def test_several_corpora_have_a_table_each(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "x.html").write_text("<p>Other words.</p>")
    (other / "x.txt").write_text("Other words, and more.")
    result = evaluate(folder, "--corpus", "plain", "--path", str(other))
    assert result.exit_code == 0, result.output
    tables = re.findall(r"^(plain \w+), digest .*\n.*\nparagraphs +([\d.]+) ", result.output, re.M)
    assert tables == [("plain corpus", "1.000"), ("plain other", "0.667")]


def test_another_main_figure(folder: Path) -> None:
    result = evaluate(folder, "--metric", "levenshtein")
    assert result.exit_code == 0, result.output
    assert re.search(r"^plain, .* by Levenshtein \(levenshtein\)$", result.output, re.MULTILINE)
    assert re.search(r"^paragraphs +1\.000 ", result.output, re.MULTILINE)
    for metric, message in (("nonsense", "there is no metric"), ("posts", "needs posts in gold")):
        assert message in str(evaluate(folder, "--metric", metric).exception)


def test_page_types_and_languages_are_columns(tmp_path: Path) -> None:
    rows = [
        {"html": f"<p>{text}</p>", "text": "One two.", "language": language, "page_type": "news"}
        for text, language in (("One two.", "en"), ("One two.", "en"), ("One.", "de"))
    ]
    file = tmp_path / "pages.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    result = evaluate(file)
    assert re.search(
        r"^language +de \(1\) +en \(2\)\nparagraphs +0\.667 +1\.000$", result.output, re.M
    )
    assert "page type" not in result.output


def test_recorded_outputs_of_a_folder_stand_in(folder: Path, tmp_path: Path) -> None:
    outputs = tmp_path / "outputs" / "plain"
    outputs.mkdir(parents=True)
    for name in ("old", "paragraphs"):
        lines = [{"id": page, "text": "The page"} for page in ("a", "b", "c")]
        (outputs / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)))
    result = evaluate(folder, "--recorded", str(outputs.parent))
    assert result.exit_code == 0, result.output
    assert re.findall(r"^(paragraphs|old)", result.output, re.MULTILINE) == ["paragraphs", "old"]
    # A file that is named takes part even where another has its name.
    result = evaluate(folder, "--recorded", str(outputs / "paragraphs.jsonl"))
    assert re.findall(r"^paragraphs.*?  ", result.output, re.M) == [
        "paragraphs  ",
        "paragraphs (recorded)  ",
    ]


def test_the_verb_gives_what_the_command_prints(folder: Path) -> None:
    from pagecore.evaluate import evaluate as verb
    from pagecore.evaluate.summary import summarise_results

    reported: list[tuple[str, int]] = []
    results = verb(
        "plain", folder, methods=["paragraphs"], progress=lambda *what: reported.append(what)
    )
    assert [(line.name, line.value) for line in summarise_results(results)] == [("paragraphs", 1.0)]
    assert reported == [("plain: paragraphs", 3)] * 3
    with pytest.raises(BadOption, match="there is no peer 'nonsense'"):
        verb("plain", folder, peers=["nonsense"])


# ---------------------------------------------------------------- figures that count for less


@pytest.fixture
def _silent(_made_on_nothing: None, own_registry: Callable[[Method], None]) -> None:
    """`paragraphs` does not say what it was made on."""
    own_registry(replace(find_method("paragraphs"), developed_on=None))


@pytest.mark.usefixtures("_silent")
def test_in_sample_figures_are_marked(folder: Path, recording: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    more = ("--recorded", str(recording), "--compare", "old", "paragraphs")
    result = evaluate(folder, *more, "--report", str(tmp_path / "out"))
    assert re.search(r"^paragraphs \(in-sample\) +1\.000 ", result.output, re.MULTILINE)
    assert "(in-sample): the method was developed on these pages" in result.output
    assert "paragraphs (in-sample) is ahead of old (recorded)" in result.output
    report = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert re.search(r"<td>paragraphs [^<]* \(in-sample\)</td>", report)
    assert "<td>old recorded</td>" in report
    assert "<p>(in-sample): the method was developed on these pages" in report
    diff = next((tmp_path / "out" / "pages" / "plain" / "paragraphs").iterdir())
    assert "(in-sample)" in diff.read_text("utf-8")


def test_what_confidence_is_worth_is_marked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnMethod, "in_sample", lambda *_: True)
    result = evaluate(folder, "--method", "default")
    assert "default (in-sample): confidence: ECE" in result.output


def test_other_figures_are_not_marked(folder: Path, recording: Path) -> None:
    more = ("--recorded", str(recording), "--compare", "old", "paragraphs")
    assert "in-sample" not in evaluate(folder, *more).output


# ---------------------------------------------------------------- told before it is measured


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    file = tmp_path / "old.jsonl"
    lines = [{"id": name, "text": "The page"} for name in ("a", "b", "c")]
    file.write_text("\n".join(map(json.dumps, lines)))
    return file


@pytest.fixture
def _never_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(*_: object, **__: object) -> None:
        raise AssertionError("was measured")

    monkeypatch.setattr("pagecore.evaluate.evaluate_all", measured)


@pytest.mark.usefixtures("_never_measured")
@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--compare", "paragraphs", "nonsense"], "'nonsense' is not measured"),
        (["--compare", "paragraphs", "old"], "expected one of: paragraphs"),
        (["--report", ""], "expected the name of a folder"),
        (["--report", "{file}"], "it is a file"),
        (["--report", "{file}/below"], "it cannot be created"),
        (["--report", "{reported}"], "index.html exists; pass --overwrite to replace it"),
        (["--seed", "-1"], "-1 is not in the range x>=0"),
        (["--timeout", "0"], "--timeout 0: expected more than 0"),
        (["--timeout", "-1"], "--timeout -1: expected more than 0"),
        (["--timeout", "nan"], "--timeout nan: expected more than 0"),
        (["--timeout", "inf"], "--timeout inf: expected more than 0"),
        (["--method", ""], "there is nothing to measure"),
        (["--method", " , "], "there is nothing to measure"),
        (["--peers", "nonsense"], "there is no peer 'nonsense'"),
    ],
)
def test_what_can_be_told_beforehand(folder: Path, more: list[str], message: str) -> None:
    if "--report" in more:
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    file, reported = folder / "a.html", folder / "reported"
    reported.mkdir()
    (reported / "index.html").write_text("Mine.")
    result = evaluate(folder, *(word.format(file=file, reported=reported) for word in more))
    assert result.exit_code
    assert message in result.output + str(result.exception)


def test_a_recording_that_one_corpus_has_not(folder: Path, recording: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "x.html").write_text("<p>Other words.</p>")
    (other / "x.txt").write_text("Other words.")
    both = ("--corpus", "plain", "--path", str(other), "--recorded", str(recording))
    result = evaluate(folder, *both, "--compare", "old", "paragraphs")
    assert result.exit_code == 0, result.output
    assert "plain corpus: paragraphs is ahead of old (recorded)" in result.output
    assert "plain other: nothing to compare: 'old' took no part" in result.output


def test_nothing_to_compare_on_any_corpus(folder: Path, recording: Path) -> None:
    # It was named in a way that only tells afterwards that nobody is called so.
    more = ("--recorded", str(recording), "--compare", "old (2-fold by group)", "paragraphs")
    result = evaluate(folder, *more)
    assert result.exit_code == 1
    assert re.search(r"^paragraphs +1\.000 ", result.stdout, re.MULTILINE)
    assert "no corpus was measured with both old (2-fold by group) and paragraphs" in result.stderr


def test_names_to_compare_may_be_without_what_tables_add(folder: Path, recording: Path) -> None:
    folded = replace(RecordedContender.of(recording), name="old (5-fold by group)")
    results = measure(load("plain", folder), [OwnMethod("paragraphs", "1"), folded])
    assert compare(results, "old", "paragraphs").verdict == "ahead of"
    with pytest.raises(BadOption, match="'ol' took no part"):
        compare(results, "ol", "paragraphs")


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), ValueError("odd")])
def test_a_report_that_fails_late(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")

    def failing(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("pagecore.evaluate.report.write_parquet", failing)
    (folder / "d.html").write_text("<p>A page without gold.</p>")
    result = evaluate(folder, "--report", str(tmp_path / "out"))
    assert result.exit_code == 1
    assert re.search(r"^paragraphs +1\.000 ", result.stdout, re.MULTILINE)
    assert "d.html: page without gold" in result.stderr
    assert f"cannot be written: {error}" in result.stderr


@pytest.mark.parametrize("cv", ["²", "1", "many", ""])
def test_folds_that_are_not_a_number(folder: Path, cv: str) -> None:
    result = evaluate(folder, "--cv", cv)
    assert isinstance(result.exception, BadOption)


# ---------------------------------------------------------------- names that are not plain text


def test_names_that_look_like_markup(tmp_path: Path) -> None:
    outputs = tmp_path / "outputs" / "plain"
    outputs.mkdir(parents=True)
    rows = [
        {"id": f"[/x] :smile: {n}", "html": "<p>One.</p>", "text": "One.", "page_type": f"[/{n}]"}
        for n in range(2)
    ]
    texts = [{"id": row["id"], "text": "Two."} for row in rows]
    (outputs / "[b]old.jsonl").write_text("\n".join(map(json.dumps, texts)))
    first, second = tmp_path / "[b]first.jsonl", tmp_path / "second.jsonl"
    for file in (first, second):
        file.write_text("\n".join(map(json.dumps, rows)))
    more = ("--recorded", str(outputs.parent), "--compare", "[b]old", "paragraphs")
    result = evaluate(first, "--corpus", "plain", "--path", str(second), *more)
    assert result.exit_code == 0, result.output
    assert "  [/x] :smile: 0 0.000 → 1.000 +1.000" in result.output
    assert re.search(r"^\[b\]old \(recorded\) +0\.000 ", result.output, re.MULTILINE)
    assert "[/0] (1)" in result.output
    assert "plain [b]first.jsonl, digest" in result.output


def test_file_names_that_are_not_text(folder: Path, recording: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    odd = os.fsdecode(b"caf\xe9")
    try:
        (folder / f"{odd}.html").write_text("<p>Odd words.</p>")
    except OSError:
        pytest.skip("this file system has no such names")
    (folder / f"{odd}.txt").write_text("Odd words, and more.")
    more = ["--compare", "old", "paragraphs", "--recorded", str(recording)]
    result = evaluate(folder, *more, "--report", str(tmp_path / "out"))
    assert result.exit_code == 1, result.output  # It was not recorded.
    assert r"  caf\udce9" in result.stdout
    assert r"caf\udce9</a>" in (tmp_path / "out" / "index.html").read_text("utf-8")
    rows = parquet.read_table(tmp_path / "out" / "results.parquet").to_pylist()
    assert r"caf\udce9" in {row["id"] for row in rows}


# ---------------------------------------------------------------- what is wrong, and where


def test_problems_of_several_corpora_name_theirs(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def odd(page: Page, **_: object) -> Document:
        if "page b" in page.text():
            raise AttributeError("a word is missing")
        return extract(page, method="paragraphs")

    monkeypatch.setattr("pagecore.measure.run_families.extract", odd)
    other = tmp_path / "other"
    other.mkdir()
    (other / "x.html").write_text("<p>Other words.</p>")
    (other / "x.txt").write_text("Other words.")
    (other / "d.html").write_text("<p>A page without gold.</p>")
    result = evaluate(folder, "--corpus", "plain", "--path", str(other))
    assert result.exit_code == 1
    assert re.search(r"^pagecore: plain other: .*d\.html: page without gold", result.stderr, re.M)
    assert "pagecore: plain corpus: paragraphs: b: raised: AttributeError" in result.stderr


def test_recorded_ids_that_no_page_has_are_named(
    folder: Path, recording: Path, tmp_path: Path
) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    with recording.open("a") as more:
        more.writelines(f'\n{{"id": "gone {n}", "text": "Gone."}}' for n in range(7))
    passed = ("--recorded", str(recording), "--sample", "2", "--report", str(tmp_path / "out"))
    result = evaluate(folder, *passed)
    assert result.exit_code == 1
    actual = "7 ids belong to no page: 'gone 0', 'gone 1', 'gone 2', 'gone 3', 'gone 4', …\n"
    assert f"old.jsonl: {actual}" in result.stderr
    assert "7 ids belong to no page" in (tmp_path / "out" / "index.html").read_text("utf-8")


def test_report_names_what_made_it(folder: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    assert evaluate(folder, "--report", str(tmp_path / "out"), "--seed", "7").exit_code == 0
    report = (tmp_path / "out" / "index.html").read_text("utf-8")
    command = f"pagecore evaluate --corpus plain --path {folder} --method paragraphs --seed 7"
    assert f"Made by pagecore {__version__} with seed 7: <code>{command}</code>" in report
    metadata = parquet.read_schema(tmp_path / "out" / "results.parquet").metadata
    assert metadata[b"command"].decode() == command
    assert (metadata[b"seed"], metadata[b"pagecore"].decode()) == (b"7", __version__)


# ---------------------------------------------------------------- steps and parameters


STORY = " ".join(f"The boat {n} went out at six and came back at nine." for n in range(9))
VERSIONS = "".join(f"<div class={name}><p>{STORY}</p></div>" for name in ("phone", "desktop"))


@pytest.fixture
def twice(tmp_path: Path) -> Path:
    """A corpus of one page, which has its text twice."""
    corpus = tmp_path / "twice"
    corpus.mkdir()
    (corpus / "a.html").write_text(f"<main>{VERSIONS}</main>")
    (corpus / "a.txt").write_text(STORY)
    return corpus


def score_of(result: Result, name: str = "paragraphs") -> float:
    line = re.search(rf"^{name} +(\d?\.\d+) ", result.output, re.MULTILINE)
    assert line is not None, result.output
    return float(line[1])


def test_steps_are_left_out(twice: Path, tmp_path: Path) -> None:
    assert score_of(evaluate(twice)) == 1
    assert score_of(evaluate(twice, "--without", "copies")) == pytest.approx(2 / 3, abs=0.001)
    assert score_of(evaluate(twice, "--without", "walls, comments")) == 1
    assert "there is no step 'wall'" in str(evaluate(twice, "--without", "wall").exception)
    # The report has the command as it was passed.
    report = tmp_path / "report"
    assert evaluate(twice, "--without", "copies", "--report", str(report)).exit_code == 0
    assert "--without copies" in (report / "index.html").read_text("utf-8")


def test_steps_do_not_follow_segments(twice: Path) -> None:
    items = load("plain", twice).items
    with pytest.raises(BadOption, match="no steps follow segment methods such as 'dom'"):
        next(iter(OwnMethod("dom", "1", steps=()).run(items)))


def test_parameters_of_a_single_method(folder: Path) -> None:
    cetr = ("--method", "cetr", "--set", "radius=1", "--set")
    low, high = (
        score_of(evaluate(folder, *cetr, f"deviations={value}"), "cetr") for value in (0, 10)
    )
    assert low > high
    assert "has no parameter 'speed'" in str(evaluate(folder, *cetr, "speed=1").exception)
    several = evaluate(folder, "--method", "cetr,econ", "--set", "deviations=0")
    assert "--set is for a single method" in str(several.exception)
    with pytest.raises(BadOption, match="expected a single method"):
        evaluate_corpus("plain", folder, methods=["cetr", "econ"], parameters={"deviations": 0})
