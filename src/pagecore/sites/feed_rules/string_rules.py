r"""String rules: start and end of a field as tokens that are searched for in a source.

A rule is written as a regular expression of one form: tokens separated by `\s*`. A token is
literal, or a tag of a name with any attributes, as in `<h3\ class="t">\s*<a\b[^>]*>`. Expressions
of any other form are refused, so that each takes linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from html.entities import codepoint2name
from typing import Final, NamedTuple, TypeAlias

from pagecore.errors import WrapperError, show_value
from pagecore.sites.feed_rules.tokens import Token
from pagecore.store.xml_elements import UNWRITABLE

#: Limits of a rule: tokens, and characters of a token.
MAX_TOKENS: Final = 40
MAX_LENGTH: Final = 2000
#: Values of a page beyond this number are not read.
MAX_VALUES: Final = 10_000
_GAP: Final = r"\s*"
_ANY_TAG: Final = re.compile(r"<(/?[a-z][a-z0-9:-]{0,100}|!--)\\b\[\^>\]\*>")
_TAG_NAME: Final = re.compile(r"/?[a-z][a-z0-9:-]{0,100}|!--")
_ESCAPED: Final = re.compile(r"\\(?:[nrt]|[^\w\s])|[^\\]")
_SPECIAL: Final = re.compile(r"[^\w\s<>/=\"'!,;:%&@`~-]")
_SIGNS: Final = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
# All repetitions are possessive or inside an atomic group: a hostile source must not be tried in
# more than one way.
#: Blanks between tokens, as the tokens are listed.
_BLANKS: Final = rb"(?:[ \t\r\n\f]|&nbsp;|\xc2\xa0)*+"
#: The rest of a tag. `<` is only in quotes: a tag that is not closed ends at the next one, so that
#: no part of a source is searched for each tag before it.
_REST: Final = (
    rb"(?>(?:[\s/](?>[^<>]*+(?=>)"
    rb"|[^<>\"']*+(?:(?:\"[^\">]{0,4000}+\"|'[^'>]{0,4000}+')[^<>\"']*+){0,100}+))?+)>"
)
#: A comment ends at `-->`. One inside another begins anew, for the same reason.
_COMMENT: Final = rb"<!--[^<-]*+(?:(?:-(?!->)|<(?!!--))[^<-]*+)*+-->"


class TokenTest(NamedTuple):
    """What a token must be: this tag or text, or any tag of this name."""

    #: `tag`, `name` or `text`.
    kind: str
    value: str

    def matches(self, token: Token) -> bool:
        """Whether a token passes the test."""
        if self.kind == "name":
            return token.name == self.value
        return token.text == self.value and (self.kind == "text") == (not token.name)


#: Tests of tokens that follow each other.
StringRule: TypeAlias = tuple[TokenTest, ...]


def write_rule(rule: StringRule) -> str:
    """Write a rule as a regular expression."""
    return _GAP.join(map(_write_test, rule))


def _write_test(test: TokenTest) -> str:
    if test.kind == "name":
        return rf"<{test.value}\b[^>]*>"
    return "".join(
        _SIGNS.get(sign) or (f"\\{sign}" if _SPECIAL.match(sign) or sign == " " else sign)
        for sign in test.value
    )


def read_rule(text: str, name: str) -> StringRule:
    """Read a rule.

    Raises:
        WrapperError: it is not one that `write_rule` writes.
    """
    pieces = text.split(_GAP) if text else []
    tests = tuple(map(_read_test, pieces))
    is_known = write_rule(tests) == text and all(map(_is_token, tests))
    if not 0 < len(tests) <= MAX_TOKENS or not is_known:
        raise WrapperError(
            f"{name}={show_value(text, 200)}: expected 1 to {MAX_TOKENS} tokens, separated by "
            rf"{_GAP!r}: tags, texts, or tags with any attributes such as '<a\b[^>]*>'"
        )
    return tests


def _is_token(test: TokenTest) -> bool:
    """Whether a token list can have the token of a test: blanks of a text are single."""
    is_clean = test.kind != "text" or test.value == " ".join(test.value.split())
    return bool(test.value) and is_clean


def _read_test(piece: str) -> TokenTest:
    if match := _ANY_TAG.fullmatch(piece):
        return TokenTest("name", match[1])
    signs = {written: sign for sign, written in _SIGNS.items()}
    value = "".join(
        signs.get(match[0]) or match[0][-1] for match in _ESCAPED.finditer(piece[: 2 * MAX_LENGTH])
    )
    is_tag = value.startswith("<") and value.endswith(">")
    return TokenTest("tag" if is_tag else "text", value)


def is_writable(token: Token) -> bool:
    """Whether a wrapper can hold a token."""
    is_tag = bool(token.name) and token.text.startswith("<") and token.text.endswith(">")
    return (
        len(token.text) <= MAX_LENGTH
        and not UNWRITABLE.search(token.text)
        and (is_tag if token.name else not token.text.startswith("<"))
    )


def is_tag_name(name: str) -> bool:
    """Whether a rule can have any tag of a name."""
    return _TAG_NAME.fullmatch(name) is not None


def compile_rule(rule: StringRule, *, is_start: bool) -> re.Pattern[bytes]:
    """Compile a rule for a source. A text must be a whole token."""
    parts = [_compile_test(test) for test in rule]
    if is_start and rule[0].kind == "text":
        parts.insert(0, b">")
    if not is_start and rule[-1].kind == "text":
        parts.append(b"<")
    pattern = _BLANKS.join(parts)
    return re.compile(pattern + (_BLANKS if is_start else b""))


def _compile_test(test: TokenTest) -> bytes:
    if test.kind == "tag":
        return re.escape(test.value.encode())
    if test.kind == "text":
        return b"".join(map(_compile_sign, test.value))
    if test.value == "!--":
        return _COMMENT
    name = "".join(
        f"[{sign}{sign.upper()}]" if sign.isalpha() else re.escape(sign) for sign in test.value
    )
    return rb"<" + name.encode() + _REST


def _compile_sign(sign: str) -> bytes:
    """Return the expression of a character of a text, which may be written as a reference."""
    if sign == " ":
        return rb"(?:\s|&nbsp;|\xc2\xa0)++"
    forms = []
    if name := codepoint2name.get(ord(sign)):
        forms.append(f"&{name};?".encode())
    if not sign.isalnum() or not sign.isascii():
        forms.append(f"&#0{{0,6}}{ord(sign)};?".encode())
        forms.append(f"&#[xX]0{{0,6}}{ord(sign):x};?".encode())
    # References come first, because a group is tried in one way only.
    forms.append(re.escape(sign.encode()))
    return forms[0] if len(forms) == 1 else b"(?>" + b"|".join(forms) + b")"


class Span(NamedTuple):
    """The source of a value: byte offsets."""

    start: int
    stop: int


@dataclass(frozen=True)
class FieldStrings:
    """The start rule and the end rule of a field. A link ends where its tag ends."""

    start: StringRule
    end: StringRule
    #: Whether the value is the link of the tag that the start rule ends with.
    is_link: bool = False

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
        return compile_rule(self.start, is_start=True), compile_rule(self.end, is_start=False)

    @cached_property
    def _anchor(self) -> bytes:
        """The first token of the start rule, if it is a tag with attributes; else empty."""
        first = self.start[0]
        return first.value.encode() if first.kind == "tag" and "=" in first.value else b""

    def _find_start(self, source: bytes, at: int) -> re.Match[bytes] | None:
        """Find the start rule from an offset on."""
        pattern, anchor = self._patterns[0], self._anchor
        if not anchor:
            return pattern.search(source, at)
        # Few places have a tag with the same attributes, and a literal search is much faster.
        at = source.find(anchor, at)
        while at >= 0:
            start = pattern.match(source, at)
            if start is not None:
                return start
            at = source.find(anchor, at + 1)
        return None

    def find(self, source: bytes) -> Iterator[Span]:
        """Yield the values of a source without scripts: scan for the start rule, take everything up
        to the end rule, and go on there."""
        end_pattern = self._patterns[1]
        at = 0
        for _ in range(MAX_VALUES):
            start = self._find_start(source, at)
            if start is None:
                return
            if self.is_link:
                # The tag is the last one of the rule.
                first = source.rfind(b"<", start.start(), start.end())
                yield Span(first, source.find(b">", first) + 1)
                at = start.end()
                continue
            end = end_pattern.search(source, start.end())
            if end is None:
                return
            # A text that follows an end rule ends it.
            yield Span(start.end(), end.start())
            at = max(end.start(), start.start() + 1)


def match_rule(rule: Iterable[TokenTest], tokens: list[Token], first: int) -> bool:
    """Whether the tokens from a place on pass the tests of a rule."""
    at = first
    for test in rule:
        if not 0 <= at < len(tokens) or not test.matches(tokens[at]):
            return False
        at += 1
    return True
