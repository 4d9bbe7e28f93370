"""Bad input through the command: each case is named, the rest is measured, the exit code tells."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pagecore import Document, Page, extract
from pagecore.cli import main

pytestmark = pytest.mark.usefixtures("_made_on_nothing")

GOOD = ("a", "b", "c")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for name in GOOD:
        (folder / f"{name}.html").write_text(f"<p>The page {name} has words.</p>")
        (folder / f"{name}.txt").write_text(f"The page {name} has words.")
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "pages.jsonl"
    lines = [
        {"id": name, "html": f"<p>The page {name}.</p>", "text": f"The page {name}."}
        for name in GOOD
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return file


#: Runs `pagecore evaluate` as a shell would: gives exit code, output and errors.
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def evaluate(*paths: Path, more: tuple[str, ...] = ()) -> tuple[int, str, str]:
        passed = [word for path in paths for word in ("--corpus", "plain", "--path", str(path))]
        monkeypatch.setattr(
            sys, "argv", ["pagecore", "evaluate", *passed, "--method", "paragraphs", *more]
        )
        with pytest.raises(SystemExit) as ended:
            main()
        captured = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, captured.out, captured.err

    return evaluate


def assert_rest_is_measured(output: str) -> None:
    assert re.search(r"^paragraphs +1\.000 ", output, re.MULTILINE), output


def test_all_well(run: Run, folder: Path) -> None:
    code, output, errors = run(folder)
    assert (code, errors) == (0, "")
    assert_rest_is_measured(output)


def test_missing_folder(run: Run, tmp_path: Path) -> None:
    code, _, errors = run(tmp_path / "nowhere")
    assert code == 2
    assert "nowhere: no such folder" in errors


def test_missing_folder_beside_another(run: Run, folder: Path, tmp_path: Path) -> None:
    code, output, errors = run(tmp_path / "nowhere", folder)
    assert code == 1
    assert "nowhere: no such folder" in errors
    assert_rest_is_measured(output)


def test_two_missing_folders(run: Run, tmp_path: Path) -> None:
    code, _, errors = run(tmp_path / "nowhere", tmp_path / "neither")
    assert code == 2
    assert "nowhere: " in errors
    assert "neither: " in errors


def test_page_without_gold(run: Run, folder: Path) -> None:
    (folder / "d.html").write_text("<p>Nobody knows.</p>")
    code, output, errors = run(folder)
    assert code == 1
    assert "d.html: page without gold" in errors
    assert_rest_is_measured(output)


def test_gold_without_page(run: Run, folder: Path) -> None:
    (folder / "d.txt").write_text("Nobody saw it.")
    code, output, errors = run(folder)
    assert code == 1
    assert "d.txt: gold without page" in errors
    assert_rest_is_measured(output)


def test_broken_json(run: Run, file: Path) -> None:
    with file.open("a") as more:
        more.write('{"id": "d", "html"\n')
    code, output, errors = run(file)
    assert code == 1
    assert "pages.jsonl:4: broken JSON" in errors
    assert_rest_is_measured(output)


def test_wrong_encoding(run: Run, folder: Path) -> None:
    (folder / "d.html").write_text("<p>Caf\u00e9.</p>")
    (folder / "d.txt").write_bytes("Caf\u00e9.".encode("latin-1"))
    code, output, errors = run(folder)
    assert code == 1
    assert "d.txt: not UTF-8" in errors
    assert_rest_is_measured(output)


def test_duplicate_ids(run: Run, file: Path) -> None:
    with file.open("a") as more:
        more.write(json.dumps({"id": "a", "html": "<p>Another.</p>", "text": "Another."}) + "\n")
    code, output, errors = run(file)
    assert code == 1
    assert "pages.jsonl:4: the id 'a' is also used by pages.jsonl:1" in errors
    assert_rest_is_measured(output)


def test_a_method_that_fails_on_one_page(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def odd(page: Page, **_: object) -> Document:
        if "page b" in page.text():
            raise AttributeError("a word\nis missing")
        return extract(page, method="paragraphs")

    monkeypatch.setattr("pagecore.measure.run_families.extract", odd)
    code, output, errors = run(folder)
    assert code == 1
    assert "paragraphs: b: raised: AttributeError: a word is missing\n" in errors
    assert re.search(r"^paragraphs +0\.667 .* 1$", output, re.MULTILINE)
    assert "paragraphs failed on 1 raised" in output


def test_a_method_that_fails_on_every_page(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(page: Page, **_: object) -> Document:
        raise AttributeError("always")

    monkeypatch.setattr("pagecore.measure.run_families.extract", broken)
    code, _, errors = run(folder)
    assert code == 2
    assert re.search(r"nothing could be measured: \d+ pages failed, and none succeeded", errors)


def test_recorded_outputs_of_other_pages(run: Run, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "old.jsonl").write_text('{"id": "z", "text": "The page"}')
    code, _, errors = run(folder, more=("--recorded", str(tmp_path / "old.jsonl")))
    assert code == 2
    assert "old.jsonl: has no page of plain" in errors
    code, _, errors = run(folder, more=("--recorded", str(tmp_path)))
    assert code == 2
    assert "expected plain/NAME.jsonl" in errors


def test_a_corpus_without_its_path(run: Run, folder: Path) -> None:
    code, _, errors = run(folder, more=("--corpus", "plain"))
    assert code == 2
    assert "every corpus needs a path" in errors
    code, _, errors = run(folder, folder)
    assert code == 2
    assert "the corpus 'plain pages' is given twice" in errors
