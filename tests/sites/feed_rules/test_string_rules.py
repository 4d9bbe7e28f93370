"""String rules: written as regular expressions of one form, and searched for in a source."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore.errors import WrapperError
from pagecore.sites.feed_rules.string_rules import (
    MAX_TOKENS,
    FieldStrings,
    TokenTest,
    is_writable,
    read_rule,
    write_rule,
)
from pagecore.sites.feed_rules.tokens import Token, list_tokens

TITLE = (TokenTest("tag", '<h3 class="t">'), TokenTest("name", "a"))


def test_rules_are_written_as_expressions() -> None:
    written = write_rule(TITLE)
    assert written == r'<h3\ class="t">\s*<a\b[^>]*>'
    assert read_rule(written, "start") == TITLE


REFUSED = [
    # what it shows             expression
    ("nothing",                 ""),
    ("a loop",                  "(a+)+b"),
    ("any character",           "<p>.*"),
    ("a class",                 "[ab]"),
    ("an unescaped blank",      "<p class>"),
    ("an empty token",          r"<p>\s*"),
    ("a name that is none",     r"<P\b[^>]*>"),
    ("another loop in a tag",   r"<p\b[^>]+>"),
    ("a needless escape",       r"\<p>"),
    ("two blanks in a text",    r"x\ \ q"),
    ("a blank before a text",   r"<p>\s*\ q"),
    ("a blank after a text",    r"q\ \s*<p>"),
    ("a line break in a text",  r"x\nq"),
    ("too many tokens",         r"\s*".join(["<p>"] * (MAX_TOKENS + 1))),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "text"), REFUSED)
def test_other_expressions_are_refused(shows: str, text: str) -> None:
    with pytest.raises(WrapperError, match=r"^start=.*expected 1 to 40 tokens"):
        read_rule(text, "start")


SIGNS = st.text(st.sampled_from("ab .*+?()[]\\<>/\"'=\n\t&;é|^${}#"), min_size=1, max_size=12)


@given(SIGNS)
def test_any_token_survives_writing_and_reading(text: str) -> None:
    tokens = [token for token in list_tokens(text.encode()) if is_writable(token)]
    rule = tuple(TokenTest("tag" if token.name else "text", token.text) for token in tokens)
    if rule:
        assert read_rule(write_rule(rule), "start") == rule


@given(SIGNS, st.sampled_from(["<b>", "<i class=x>"]))
def test_literal_rules_find_what_they_were_made_of(text: str, tag: str) -> None:
    source = f"<u>{tag}{text.replace('<', '').replace('>', '')}</u>".encode()
    tokens = list_tokens(source)
    inner = [token for token in tokens[2:-1] if is_writable(token)]
    strings = FieldStrings((TokenTest("tag", tag),), (TokenTest("tag", "</u>"),))
    (span,) = strings.find(source)
    if inner:
        assert (span.start, span.stop) == (
            tokens[1].stop + _count_blanks(source, tokens[1]),
            tokens[-1].start,
        )


def _count_blanks(source: bytes, tag: Token) -> int:
    """The blanks behind a tag, which belong to no token."""
    at = tag.stop
    while at < len(source) and source[at : at + 1] in b" \t\n":
        at += 1
    return at - tag.stop


def find(source: str, start: str, end: str, *, is_link: bool = False) -> list[str]:
    strings = FieldStrings(read_rule(start, "start"), read_rule(end, "end"), is_link)
    content = source.encode()
    return [content[span.start : span.stop].decode() for span in strings.find(content)]


FOUND = [
    # what it shows              start             source and values, which end with </b>
    ("one after the other",      "<b>",            "<b>1</b><b>2</b>",               ["1", "2"]),
    ("blanks between tokens",    r"<p>\s*<b>",     "<p> &nbsp;\n<b>1</b>",           ["1"]),
    ("any attributes",           r"<b\b[^>]*>",    "<p id=1><B x>1</b><b>2</b>",     ["1", "2"]),
    ("no longer name",           r"<b\b[^>]*>",    "<br>0</b><b>1</b>",              ["1"]),
    ("a text is a whole token",  r"ab\s*<b>",      "<i>cab<b>0</b><i>ab<b>1</b>",    ["1"]),
    ("references in a text",     r"R&D\ é\s*<b>",  "<i>R&amp;D &eacute;<b>1</b>",    ["1"]),
    ("no end",                   "<b>",            "<b>1",                           []),
    ("a comment of any text",    r"<!--\b[^>]*>",  "<!-- post 7 -->1</b>",           ["1"]),
    ("a comment with a tag",     r"<!--\b[^>]*>",  "<!-- a > <i> -- b -->1</b>",     ["1"]),
    ("a comment in a comment",   r"<!--\b[^>]*>",  "<!-- a <!-- > -->1</b>",         ["1"]),
    ("a tag with < in quotes",   r"<b\b[^>]*>",    "<b title='a < b' x>1</b>",       ["1"]),
    ("a tag with one quote",     r"<b\b[^>]*>",    "<b title=it's>1</b>",            ["1"]),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "start", "source", "values"), FOUND)
def test_values_are_between_start_and_end(
    shows: str, start: str, source: str, values: list[str]
) -> None:
    assert find(source, start, "</b>") == values


def test_a_text_that_ends_a_value_is_a_whole_token() -> None:
    source = "<b>1<p>by Ann Lee</p><p>by Ann</p>"
    assert find(source, "<b>", r"<p>\s*by\ Ann") == ["1<p>by Ann Lee</p>"]


def test_a_link_is_the_tag_that_its_rule_ends_with() -> None:
    source = '<h3><a href="/1">One</a></h3><p><a href="/2">two</a>'
    assert find(source, r"<h3>\s*<a\b[^>]*>", ">", is_link=True) == ['<a href="/1">']


PIECES = [b"<a ", b"<!--", b"<h3>", b"&nbsp;", b"<p>&nbsp; "]
#: Quotes that are open, or that hold further tags.
QUOTED = [b'<a "', b"<a '\"", b"<a \"<a \"'<a '", b"<!-- > -- <", b"<a -", b"<!--->"]


@pytest.mark.parametrize("piece", [*PIECES, *QUOTED])
@pytest.mark.parametrize("rule", [r"<a\b[^>]*>\s*<p>", r"<!--\b[^>]*>\s*<p>"])
def test_hostile_tags_take_little_time(piece: bytes, rule: str) -> None:
    strings = FieldStrings(read_rule(rule, "start"), read_rule("</p>", "end"))
    began = time.process_time()
    # They take 1 to 4 ms; if each tag is searched up to a limit, some take 100 times as long.
    assert list(strings.find(piece * (100_000 // len(piece)) + b">")) == []
    assert time.process_time() - began < 0.05


@pytest.mark.parametrize("piece", PIECES)
def test_hostile_sources_take_linear_time(piece: bytes) -> None:
    rule = read_rule(r"<h3>\s*<a\b[^>]*>\s*<!--\b[^>]*>\s*<p>", "start")
    strings = FieldStrings(rule, read_rule(r"</p>\s*text\ a", "end"))
    began = time.process_time()
    assert list(strings.find(piece * (400_000 // len(piece)))) == []
    assert time.process_time() - began < 5


HOSTILE = [
    # what it shows                 rule                               piece
    ("blanks of a text",            r"x\ y\ q",                        b" "),
    ("references of a text",        ";" * 60 + "q",                    b"&#59;"),
    ("texts that look like blanks", r"\s*".join(["&nbsp;"] * 9 + ["q"]), b"&nbsp;"),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "rule", "piece"), HOSTILE)
def test_hostile_texts_of_a_rule_take_linear_time(shows: str, rule: str, piece: bytes) -> None:
    strings = FieldStrings(read_rule(rule, "start"), read_rule("<p>", "end"))
    began = time.process_time()
    assert list(strings.find(b"<i>x" + piece * 60 + b"r")) == []
    assert list(strings.find(b"<i>" + piece * 60 + b"r")) == []
    assert time.process_time() - began < 5


def test_references_in_the_text_of_a_rule_are_no_references() -> None:
    # The text `&amp;` is written as `&amp;amp;`.
    assert find("<i>&amp;amp;<b>1</b><i>&amp;<b>0</b>", r"&amp;\s*<b>", "</b>") == ["1"]
