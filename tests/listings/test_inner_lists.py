"""Lists inside items."""

from __future__ import annotations

from pagecore.listings.inner_lists import join_lists
from pagecore.listings.runs import Run


def entries(*texts: str, path: int = 1) -> list[Run]:
    return [Run(text, (at,), -1, 0, path, path) for at, text in enumerate(texts)]


def join(*items: list[Run]) -> list[list[str]]:
    return [[run.text for run in runs] for runs in join_lists(items)]


def test_long_list_of_varying_length_is_one_text() -> None:
    long = entries(*"abcdefg")
    assert join(long, entries("x", "y")) == [["a, b, c, d, e, f, g"], ["x, y"]]
    assert join_lists([long, entries("x")])[0][0].rows == tuple(range(7))


def test_sentences_are_joined_without_commas() -> None:
    assert join(entries(*["Yes."] * 7), entries("No."))[0] == [" ".join(["Yes."] * 7)]


def test_short_lists_and_lists_of_one_length_keep_their_entries() -> None:
    assert join(entries("a", "b"), entries("c")) == [["a", "b"], ["c"]]
    assert join(entries(*"abcdefg"), entries(*"hijklmn")) == [list("abcdefg"), list("hijklmn")]


def test_other_texts_end_a_list() -> None:
    item = [*entries(*"abcdefg"), *entries("title", path=2), *entries("h")]
    assert join(item)[0] == ["a, b, c, d, e, f, g", "title", "h"]
