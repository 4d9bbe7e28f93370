"""`pagecore records`: the commands of its document, and what they write."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.listings import listing_pages

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "records.md"


def find_blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", DOCUMENT.read_text("utf-8"), re.M | re.S)


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the page of the document."""
    monkeypatch.chdir(tmp_path)
    (page,) = find_blocks("html")
    (tmp_path / "shop.html").write_text(page, "utf-8")
    return tmp_path


@pytest.mark.usefixtures("shop")
def test_command_of_the_document_prints_what_it_shows(run: Run) -> None:
    (console,) = find_blocks("console")
    command, _, output = console.removeprefix("$ pagecore ").partition("\n")
    result = run(*shlex.split(command))
    assert (result.code, result.out) == (0, output)


def test_all_commands_of_the_document_run(run: Run, shop: Path) -> None:
    commands = [line for block in find_blocks("sh") for line in block.splitlines()]
    commands += re.findall(r"`(pagecore explain [^`]+)`", DOCUMENT.read_text("utf-8"))
    assert len(commands) == 5
    for command in commands:
        result = run(*shlex.split(command)[1:])
        assert (result.code, result.err) == (0, ""), command
    lines = (shop / "items.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line).get("price") for line in lines] == ["€ 9", "€ 12", None]
    assert (shop / "items.parquet").stat().st_size > 0


def test_other_group_is_written(run: Run, shop: Path) -> None:
    (shop / "towns.html").write_text(listing_pages.PAGER, "utf-8")
    result = run("records", "towns.html", "--to", "jsonl", "--group", "2")
    assert json.loads(result.out.splitlines()[0])["title"].startswith("District 0")


@pytest.mark.usefixtures("shop")
def test_missing_group_is_reported(run: Run) -> None:
    result = run("records", "shop.html", "--to", "jsonl", "--group", "4")
    assert (result.code, result.out) == (0, "")
    assert "no-records: the page has no group 4 of repeated items" in result.err
