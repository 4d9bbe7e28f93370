"""A corpus that is missing leaves a test out, or fails it where the corpora are promised."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import packed
from tests.conftest import count_skipped


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkout without corpora."""
    monkeypatch.setattr(packed, "ROOT", tmp_path)


def test_missing_corpus_leaves_the_test_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PAGECORE_DATA", raising=False)
    with pytest.raises(pytest.skip.Exception, match="the corpus wcxb is not here"):
        packed.corpus.__wrapped__("wcxb")


def test_missing_corpus_fails_where_it_is_promised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGECORE_DATA", str(tmp_path / "packed"))
    with pytest.raises(pytest.fail.Exception, match="the corpus wcxb cannot be had from there"):
        packed.corpus.__wrapped__("wcxb")


def test_corpus_that_is_there_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PAGECORE_DATA", raising=False)
    (tmp_path / ".data" / "wcxb").mkdir(parents=True)
    assert packed.corpus.__wrapped__("wcxb") == tmp_path / ".data" / "wcxb"


def test_last_line_counts_what_was_left_out_by_reason() -> None:
    def skipped(reason: str) -> pytest.TestReport:
        where = ("test_x.py", 1, f"Skipped: {reason}")
        return pytest.TestReport("x", ("x", 1, "x"), {}, "skipped", where, "setup")

    assert count_skipped([]) == "skipped: no test"
    actual = count_skipped([skipped("no browser"), skipped("no corpus"), skipped("no corpus")])
    assert actual == "skipped: 3 tests: 2 because no corpus; 1 because no browser"
