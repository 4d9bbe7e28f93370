"""Agreement with lexbor on all pages of the corpora, with the table of differences."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.core.agreement import CORPORA, compare_all


def test_rows_agree_with_lexbor_on_all_pages(
    corpus: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folders = {name: corpus(name) for name in CORPORA}
    with capsys.disabled():
        print()
        total = compare_all(folders)
    assert total.rows > 5_000_000, "the pages were not read"
    assert total.agreed >= 0.99 * total.rows
    assert total.texts_agreed >= 0.99 * total.texts
