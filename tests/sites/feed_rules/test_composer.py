"""The rule composer: candidate rules of table 3, pruned as in figure 6."""

from __future__ import annotations

from pagecore.sites.feed_rules.composer import (
    LabelledField,
    compare_tokens,
    compose_rules,
    generate_candidate,
    prune_start,
)
from pagecore.sites.feed_rules.string_rules import FieldStrings, TokenTest, write_rule
from pagecore.sites.feed_rules.tokens import list_tokens

ITEM = '<li id={0}><h2 class="t">{1}</h2><p>text {0}</p><b>by Ann</b></li>'


def label(html: str, values: list[str]) -> list[LabelledField]:
    """Label the tokens with these texts, each in an entry up to the next."""
    tokens = list_tokens(html.encode())
    places = [at for value in values for at, token in enumerate(tokens) if token.text == value]
    ends = [*places[1:], len(tokens)]
    return [
        LabelledField(tokens, at, at + 1, (at, end)) for at, end in zip(places, ends, strict=True)
    ]


def compose(html: str, values: list[str]) -> FieldStrings:
    composed = compose_rules(label(html, values))
    assert composed.rules is not None
    return composed.rules


def make_list(n: int) -> tuple[str, list[str]]:
    titles = [f"Title {at}" for at in range(n)]
    return "".join(ITEM.format(at, title) for at, title in enumerate(titles)), titles


def test_equal_tokens_equal_names_and_others() -> None:
    equal = list_tokens(b"<p class=a><p class=a>")
    named = list_tokens(b"<p class=a><p class=b>")
    assert compare_tokens(equal) == TokenTest("tag", "<p class=a>")
    assert compare_tokens(named) == TokenTest("name", "p")
    assert compare_tokens(list_tokens(b"<p><b>")) is None
    assert compare_tokens(list_tokens(b"a<b>c")[::2]) is None
    assert compare_tokens([equal[0], None]) is None


def test_candidates_are_as_long_as_all_entries_agree() -> None:
    html, titles = make_list(4)
    labels = label(html, titles)
    start = generate_candidate(labels[1:], is_start=True, is_link=False)
    assert write_rule(start) == (
        r'</p>\s*<b>\s*by\ Ann\s*</b>\s*</li>\s*<li\b[^>]*>\s*<h2\ class="t">'
    )
    end = generate_candidate(labels, is_start=False, is_link=False)
    assert write_rule(end) == r"</h2>\s*<p>"


def test_pruning_keeps_the_shortest_rule_that_locates_the_test_entries() -> None:
    html, titles = make_list(4)
    rules = compose(html, titles)
    assert (write_rule(rules.start), write_rule(rules.end)) == ('<h2\\ class="t">', "</h2>")


def test_rules_grow_until_they_find_nothing_else() -> None:
    # A bold text follows in each entry, so the tag alone is not enough.
    html = "".join(f"<i>x</i><b>T{at}</b><p><b>other {at}</b></p>" for at in range(4))
    rules = compose(html, [f"T{at}" for at in range(4)])
    assert write_rule(rules.start) == r"</i>\s*<b>"


def test_without_a_rule_that_locates_all_the_whole_candidate_stays() -> None:
    html = "".join(f"<b>T{at}</b><b>other {at}</b>" for at in range(4))
    labels = label(html, [f"T{at}" for at in range(4)])
    rule = generate_candidate(labels[2:], is_start=True, is_link=False)
    assert write_rule(rule) == r"</b>\s*<b>"
    assert prune_start(rule, labels[:1], is_link=False) == rule


def test_few_entries_and_empty_rules_are_reasons() -> None:
    html, titles = make_list(2)
    assert (
        compose_rules(label(html, titles)).reason
        == "labelled in 2 entries only: at least 3 expected"
    )
    other = "<b>T0</b><i>T1</i><u>T2</u>"
    assert compose_rules(label(other, ["T0", "T1", "T2"])).reason == (
        "no token before the field is common to all entries (code 7)"
    )


def test_the_rule_of_a_link_includes_its_tag_as_a_name() -> None:
    html = "".join(f"<h3><a href=/{at}>T{at}</a></h3><a href=/x>x</a>" for at in range(4))
    tokens = list_tokens(html.encode())
    places = [
        at
        for at, token in enumerate(tokens)
        if token.text.startswith("<a href=/") and "x" not in token.text
    ]
    ends = [*places[1:], len(tokens)]
    labels = [
        LabelledField(tokens, at, at + 1, (at, end)) for at, end in zip(places, ends, strict=True)
    ]
    composed = compose_rules(labels, is_link=True)
    assert composed.rules is not None
    assert write_rule(composed.rules.start) == r"<h3>\s*<a\b[^>]*>"
