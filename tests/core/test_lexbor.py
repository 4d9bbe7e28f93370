"""Agreement with lexbor on real pages: a fixed sample of `python -m tests.core.agreement`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import packed
from tests.core.agreement import CAUSES, CORPORA, compare, corpus_pages
from tests.core.lexbor import align

N_PAGES = 150


def test_rows_agree_with_lexbor() -> None:
    paths = [path for name in CORPORA for path in corpus_pages(name, packed.corpus(name))]
    sample = paths[:: max(1, len(paths) // N_PAGES)]
    rows = agreed = texts = texts_agreed = 0
    for path in sample:
        comparison = compare(path.read_bytes())
        rows += comparison.rows
        agreed += comparison.agreed
        texts += comparison.texts
        texts_agreed += comparison.texts_agreed
    print(f"{len(sample)} pages: {agreed}/{rows} rows, {texts_agreed}/{texts} texts agree")
    assert len(sample) >= N_PAGES
    assert rows > 100_000, "the pages were not read"
    assert agreed >= 0.99 * rows
    assert texts_agreed >= 0.99 * texts


@pytest.mark.parametrize(
    ("html", "cause", "rows", "agreed"),
    [
        # The measure itself: pages on which the two are known to differ.
        ("<div>" * 600 + "word", "limit of depth", 604, 513),
        ("<p><b></p><textarea>word", "inside a textarea", 8, 6),
        ("<table><image>", "put before a table", 5, 4),
    ],
)
def test_a_difference_is_seen_and_named(html: str, cause: str, rows: int, agreed: int) -> None:
    comparison = compare(html.encode())
    assert (comparison.rows, comparison.agreed) == (rows, agreed)
    (difference,) = comparison.differences
    assert cause in difference.cause
    assert sum(cause in name for name, _ in CAUSES) == 1


words = st.lists(st.sampled_from("abcdefgh"), max_size=40)


@given(first=words, second=words)
def test_alignment_leaves_what_is_equal(first: list[str], second: list[str]) -> None:
    hunks = align(first, second)
    a = c = 0
    for hunk in hunks:
        assert first[a : hunk.a] == second[c : hunk.c]
        a, c = hunk.b, hunk.d
    assert first[a:] == second[c:]
    assert (not hunks) == (first == second)
