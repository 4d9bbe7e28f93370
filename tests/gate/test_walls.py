"""How many pages are taken for one without content of its own, of those that have some."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pagecore import extract, parse
from pagecore.choice import LOW_CONFIDENCE
from pagecore.corpora import load
from pagecore.page.confidence import FEW_WORDS

CORPORA = ("wcxb", "fundus", "readability", "forums")
#: Why blocks of a page without content are left out.
EMPTIED = {"it is a dialog", "it is navigation"}
#: The share of pages with content that may be doubted for what they look like.
MAX_SHARE = 0.003


def test_pages_with_content_are_hardly_ever_taken_for_walls(
    corpus: Callable[[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    taken: list[str] = []
    carried: list[str] = []
    n_pages = n_bare = n_told = 0
    for name in CORPORA:
        for item in load(name, corpus(name)).items:
            document = extract(parse(item.html(), url=item.url, encoding=item.encoding))
            codes = {warning.code for warning in document.warnings}
            if not item.in_means:
                n_bare += 1
                n_told += not codes.isdisjoint({"no-content", "low-confidence"})
                continue
            n_pages += 1
            reasons = {change.reason for change in document.choice.changes}
            emptied = not EMPTIED.isdisjoint(reasons)
            # What has been emptied, and what is told of a text that is long enough to be content.
            has_text = int(document.page.words[document.choice.content].sum()) >= FEW_WORDS
            if emptied or (has_text and "no-content" in codes):
                (carried if len(document.parts) > 1 else taken).append(f"{name} {item.id}")
                assert document.confidence is not None
                assert len(document.parts) > 1 or document.confidence < LOW_CONFIDENCE
    with capsys.disabled():
        print(f"\nof {n_pages} pages with content {len(taken)} taken for walls: {taken}")
        print(f"  of {len(carried)} what they carry was taken for a stub: {carried}")
        print(f"  of {n_bare} pages with empty gold {n_told} are told to be doubtful")
    assert n_pages > 1500, "the pages were not read"
    assert len(taken) + len(carried) <= MAX_SHARE * n_pages
    # What else has empty gold has content by anybody's eyes.
    assert n_told >= n_bare // 2
