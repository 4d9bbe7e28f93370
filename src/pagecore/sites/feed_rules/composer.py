"""Rule composer (section 3.2, table 3 and figure 6): from labelled tokens to string rules.

Candidate rules are the longest runs of tokens that all training entries have before and after a
field. The pruning shortens them from the outside, as long as they locate the test entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pagecore.sites.feed_rules.string_rules import (
    MAX_TOKENS,
    FieldStrings,
    StringRule,
    TokenTest,
    is_tag_name,
    is_writable,
    match_rule,
)
from pagecore.sites.feed_rules.tokens import Token

#: At least so many entries are trained with, and tested.
MIN_TRAINING: Final = 2
MIN_TEST: Final = 1


class LabelledField(NamedTuple):
    """The tokens of a field of one entry: from `first` to before `stop`."""

    tokens: list[Token]
    first: int
    stop: int
    #: The tokens of the entry that the field belongs to: what else a rule finds there is wrong.
    span: tuple[int, int]


@dataclass(frozen=True)
class Composition:
    """The rules of a field, or the reason why there are none."""

    rules: FieldStrings | None
    reason: str


def compose_rules(labels: Sequence[LabelledField], *, is_link: bool = False) -> Composition:
    """Compose the start rule and the end rule of a field from its labelled places."""
    if not labels:
        return Composition(None, "no entry has its value there (code 8)")
    if len(labels) < MIN_TRAINING + MIN_TEST:
        count = "1 entry" if len(labels) == 1 else f"{len(labels)} entries"
        return Composition(None, f"labelled in {count} only: at least 3 expected")
    # The paper divides at random; every second entry gives the same rules every time.
    training, test = labels[::2], labels[1::2]
    start = generate_candidate(training, is_start=True, is_link=is_link)
    if len(start) <= is_link:
        return Composition(None, "no token before the field is common to all entries (code 7)")
    start = prune_start(start, test, is_link=is_link)
    if is_link:
        return Composition(FieldStrings(start, _TAG_END, is_link=True), "")
    end = generate_candidate(training, is_start=False, is_link=False)
    if not end:
        return Composition(None, "no token after the field is common to all entries (code 7)")
    end = prune_end(end, labels)
    return Composition(FieldStrings(start, end), "")


#: The end of a link, whose value is in a tag.
_TAG_END: Final[StringRule] = (TokenTest("text", ">"),)


def generate_candidate(
    labels: Sequence[LabelledField], *, is_start: bool, is_link: bool
) -> StringRule:
    """Generate the longest rule that fits all training entries (table 3)."""
    tests: list[TokenTest] = []
    if is_link:
        # The link is in the tag itself, so the rule includes it, as a name.
        name = labels[0].tokens[labels[0].first].name
        if not is_tag_name(name):
            return ()
        tests.append(TokenTest("name", name))
    position = 1
    while len(tests) < MAX_TOKENS:
        around = [_get_token(label, position, is_start=is_start) for label in labels]
        test = compare_tokens(around)
        if test is None:
            break
        tests.append(test)
        position += 1
    return tuple(reversed(tests)) if is_start else tuple(tests)


def _get_token(label: LabelledField, position: int, *, is_start: bool) -> Token | None:
    at = label.first - position if is_start else label.stop - 1 + position
    return label.tokens[at] if 0 <= at < len(label.tokens) else None


def compare_tokens(tokens: Sequence[Token | None]) -> TokenTest | None:
    """Return the test that all tokens pass: the token, or the name of a tag; None without one."""
    first = tokens[0]
    if first is None or not all(tokens):
        return None
    is_equal = all(
        token.text == first.text and token.name == first.name for token in tokens if token
    )
    if is_equal and is_writable(first):
        return TokenTest("tag" if first.name else "text", first.text)
    if is_tag_name(first.name) and all(token.name == first.name for token in tokens if token):
        return TokenTest("name", first.name)
    return None


def prune_start(rule: StringRule, test: Sequence[LabelledField], *, is_link: bool) -> StringRule:
    """Return the shortest run of the innermost tokens that locates every test field and nothing
    else in its entry (figure 6); the whole rule if none does."""
    for length in range(2 if is_link else 1, len(rule) + 1):
        if all(_locates(rule[-length:], label, is_link=is_link) for label in test):
            return rule[-length:]
    return rule


def _locates(rule: StringRule, label: LabelledField, *, is_link: bool) -> bool:
    datum = label.first + 1 if is_link else label.first
    length = len(rule)
    hits = [
        at + length
        for at in range(max(0, label.span[0] - length), label.span[1] - length + is_link)
        if at + length >= label.span[0] + is_link and match_rule(rule, label.tokens, at)
    ]
    return hits == [datum]


def prune_end(rule: StringRule, labels: Sequence[LabelledField]) -> StringRule:
    """Return the shortest run of the innermost tokens whose first match after the start is the end
    of the field, in every labelled entry; the whole rule if none is."""
    for length in range(1, len(rule) + 1):
        if all(_ends(rule[:length], label) for label in labels):
            return rule[:length]
    return rule


def _ends(rule: StringRule, label: LabelledField) -> bool:
    place = next(
        (
            at
            for at in range(label.first, min(label.stop + 1, len(label.tokens)))
            if match_rule(rule, label.tokens, at)
        ),
        -1,
    )
    return place == label.stop
