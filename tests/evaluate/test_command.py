"""`pagecore evaluate`: the table, the report, and what is wrong with the input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pagecore.cli import pagecore
from pagecore.errors import BadOption, CorpusError


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
        (["--compare", "paragraphs", "nonsense"], BadOption, "'nonsense' took no part"),
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
    from pagecore.evaluate.summary import lines

    told: list[tuple[str, int]] = []
    results = verb(
        "plain", folder, methods=["paragraphs"], progress=lambda *what: told.append(what)
    )
    assert [(line.name, line.value) for line in lines(results)] == [("paragraphs", 1.0)]
    assert told == [("plain: paragraphs", 3)] * 3
    with pytest.raises(BadOption, match="there is no peer 'nonsense'"):
        verb("plain", folder, peers=["nonsense"])
