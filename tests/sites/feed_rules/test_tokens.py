"""The token list of a source: tags, comments and texts with their offsets."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pagecore.sites.feed_rules.tokens import blank_scripts, list_tokens

SOURCE = (
    b"<h3 class=t>A &amp; B\r\n  &lt;c&gt;</h3> &nbsp; <!-- end > --><script>if (a < b) x</script>"
    b"<STYLE>p{}</Style>\xc3\xa9<br/>"
)


def test_tokens_are_tags_comments_and_cleaned_texts() -> None:
    tokens = list_tokens(SOURCE)
    assert [(token.text, token.name) for token in tokens] == [
        ("<h3 class=t>", "h3"),
        ("A & B <c>", ""),
        ("</h3>", "/h3"),
        ("<!-- end > -->", "!--"),
        ("é", ""),
        ("<br/>", "br"),
    ]
    assert [SOURCE[token.start : token.stop] for token in tokens][1] == b"A &amp; B\r\n  &lt;c&gt;"


def test_open_tags_and_scripts_end_with_the_source() -> None:
    assert [token.text for token in list_tokens(b"a<p class")] == ["a", "<p class"]
    assert list_tokens(b"<script>a<p>") == []
    assert [token.text for token in list_tokens(b"<!-- a > b")] == ["<!-- a >", "b"]


PIECES = st.sampled_from(["<script>", "</script>", "<style", ">", "</style>", "a", "<p>", " "])


@given(st.lists(PIECES, max_size=12).map("".join))
def test_blank_scripts_keeps_offsets(text: str) -> None:
    source = text.encode()
    blank = blank_scripts(source)
    assert len(blank) == len(source)
    assert all(new in (old, ord(" ")) for new, old in zip(blank, source, strict=True))
    assert b"<script" not in blank
    assert b"<style" not in blank


@given(st.binary(max_size=60))
def test_tokens_are_in_order_and_do_not_overlap(source: bytes) -> None:
    tokens = list_tokens(source)
    assert all(token.start < token.stop <= len(source) for token in tokens)
    assert all(one.stop <= two.start for one, two in pairwise(tokens))
