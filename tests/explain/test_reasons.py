"""Reasons: what moved the score of a block, in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pagecore import (
    extract,
    parse,
)
from pagecore.explain.reasons import (
    MAX_REASONS,
    NAMES,
    _distribute,
    find_reasons,
    measure_contributions,
)
from pagecore.explain.values import IS_TITLE
from pagecore.models import model
from pagecore.page.features import list_block_features
from pagecore.train.write_model import pack_model
from tests.core.test_pages import PAGES
from tests.explain.small_models import by_text, make_model, number
from tests.forests import forest


def test_what_the_first_pass_saw_is_the_reason() -> None:
    by_words = make_model(("words", 4.5, [-2.0, 2.0]), ("first look", 0.5, [-1.0, 1.0]))
    blocks = by_text(extract("<p>one two three four five six</p><p>one two</p>", model=by_words))
    long, short = blocks["one two three four five six"], blocks["one two"]
    assert long.reason == "kept: 0.73; for: how many words it has: 6"
    assert short.reason == "dropped: 0.27; against: how many words it has: 2"
    assert [(reason.feature, reason.log_odds) for reason in long.reasons] == [("words", 1.0)]


def test_a_first_pass_that_is_overruled_is_a_reason_of_its_own() -> None:
    overruled = make_model(("words", 4.5, [-2.0, 2.0]), ("first look", 0.5, [3.0, -3.0]))
    (block,) = by_text(extract("<p>one two", model=overruled)).values()
    assert block.reason == "kept: 0.95; for: its own first score: mostly no content (0.12)"


def test_what_all_blocks_of_a_page_share_is_not_a_reason() -> None:
    by_page = make_model(("page words", 1.5, [-2.0, 2.0]), ("words", 4.5, [-1.0, 1.0]))
    blocks = by_text(extract("<p>one two three four five six</p><p>one two</p>", model=by_page))
    actual = [reason.feature for block in blocks.values() for reason in block.reasons]
    assert actual == ["words", "words"]
    assert blocks["one two"].reason == "dropped: 0.27; against: how many words it has: 2"


def test_strongest_reasons_are_named_and_those_of_one_meaning_are_one() -> None:
    names = ["words", "chars", "lines", "depth", "names"]
    trees = [([(number(name), -9.0)], [0.0, 2.0 + at]) for at, name in enumerate(names)]
    trees.append(([(number("own name"), -9.0)], [0.0, 8.0]))
    trees.append(([(number("media"), -9.0)], [0.0, -0.3]))
    small_model = make_model(("words", 0, [0, 0]), ("words", 0, [0, 0]))
    small_model = model.read(
        pack_model(
            small_model.metadata,
            {
                "blocks": forest(n_features=number("first look")),
                "context": forest(*trees, n_features=len(list_block_features()), weights=None),
            },
            {name: small_model.array(name) for name in small_model.arrays},
        )
    )
    (reasons,) = find_reasons(parse("<p>one"), small_model).values()
    # Each moved by half of its leaf; 0.15 is little beside 7.
    assert [(item.meaning, item.log_odds) for item in reasons] == [
        ("the names of the elements around it", 7.0),
        ("how deep it is nested", 2.5),
        ("how many lines it has", 2.0),
    ]
    assert len(reasons) == MAX_REASONS


VALUES = [
    # feature              page                       what is told
    ("words",              "<p>one two",              "how many words it has: 2"),
    ("word length",        "<p>one seven",            "the length of its words: 4.50"),
    ("link words",         "<p>one <a href=/>two",    "the share of its words in links: 50%"),
    ("in paragraph",       "<p>one",                  "it is in a paragraph"),
    ("in paragraph",       "<div>one",                "it is not in a paragraph"),
    ("heading before",     "<p>one",                  "the previous block is not a heading"),
    ("ellipsis",           "<p>one",                  "it does not end in an ellipsis"),
    ("twin before",        "<p>one",
     "the same text is not in the page before it"),
    ("element",            "<h2>one",                 "the element it is in: <h2>"),
    ("outer element",      "<main><p>one",            "the element around its own: <main>"),
    ("inner element",      "<p><b>one",               "the element its text begins in: <b>"),
    ("ends",               "<p>one.",                 "how it ends: the end of a sentence"),
    ("begins",             "<p>one",                  "how it begins: a small letter"),
    ("hidden",             "<body><noscript>one",     "whether it is hidden: noscript"),
    ("hidden",             "<button>one",
     "whether it is hidden: no, it is a control of a form"),
    ("class hidden",       "<p class=d-none>one",     "whether classes hide it: wholly"),
    ("outer price",        "<p>one",
     "it is in no list of many items of a kind"),
    ("under heading",      "<p>one",                  "no heading is above it"),
    ("first look before",  "<p>one",                  "it is the first block of the page"),
    ("first look 3 behind", "<p>one",
     "it is among the last blocks of the page"),
    ("twin hidden",        "<p>one",
     "the page has the text around it only once"),
    ("from title",         "<h1>one",
     "how far it is from the page's title heading: there"),
    ("page kind",          "<meta property=og:type content=article><p>one",
     "the type that the page declares in og:type: an article"),
    ("names",              "<p>one",
     "the names of the elements around it: there are none"),
    ("names",              "<div class='a b'><p>one",
     "the names of the elements around it: div.a"),
    ("best name",          "<div id=a class=b><p>one",
     "the names of the elements around it: div#a"),
]  # fmt: skip


@pytest.mark.parametrize(("feature", "html", "expected"), VALUES)
def test_values_are_written_as_people_do(feature: str, html: str, expected: str) -> None:
    small_model = make_model(("words", 0.5, [0.0, 0.0]), (feature, -99.0, [0.0, 6.0]))
    ((reason,),) = find_reasons(parse(html), small_model).values()
    assert reason.words == expected
    assert str(reason) == f"for: {expected}"


def test_a_title_that_is_dropped_is_called_so() -> None:
    page = parse("<title>One two</title><h1>One two</h1>")
    for leaf, ending in ((-6.0, f"{IS_TITLE}: 100%"), (6.0, "it repeats: 100%")):
        small_model = make_model(("words", 0.5, [0.0, 0.0]), ("title match", -99.0, [0.0, leaf]))
        ((reason,),) = find_reasons(page, small_model).values()
        assert reason.words.endswith(ending)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_no_reason_is_named_twice(path: Any) -> None:
    for reasons in find_reasons(parse(path.read_bytes()), model.load()).values():
        named = {(reason.meaning, reason.value, reason.side) for reason in reasons}
        assert len(named) == len(reasons)


def test_reasons_are_worded_as_the_core_declares() -> None:
    # Of one block, since what all have is no reason.
    page = parse("<title>One</title><main class=story><p>One <a href=/two>two</a>, three.")
    for feature in list_block_features():
        # What misleads on one side is a reason on the other.
        actual = []
        for leaf in (6.0, -6.0):
            small_model = make_model(
                ("words", 0.5, [0.0, 0.0]), (feature.name, -999.0, [0.0, leaf])
            )
            actual += [
                reason for item in find_reasons(page, small_model).values() for reason in item
            ]
        assert actual
        for reason in actual:
            assert reason.feature == feature.name
            absence = feature.absence and feature.absence.meaning
            assert reason.meaning in (feature.meaning, absence, IS_TITLE, NAMES)
            assert "nan" not in reason.value


def many(*trees: tuple[str, list[float]]) -> model.Model:
    """A model whose second look has trees of one level: everything is above their border."""
    small_model = make_model(("words", 0, [0, 0]), ("words", 0, [0, 0]))
    grown = [([(number(name), -9.0)], leaves) for name, leaves in trees]
    return model.read(
        pack_model(
            small_model.metadata,
            {
                "blocks": forest(n_features=number("first look")),
                "context": forest(*grown, n_features=len(list_block_features()), weights=None),
            },
            {name: small_model.array(name) for name in small_model.arrays},
        )
    )


def test_the_value_is_of_what_moved_to_the_side_it_stands_on() -> None:
    # Together they speak for the block, though the stronger one does not.
    names = ("names", [0.0, 3.0]), ("near names", [0.0, 3.0]), ("own name", [0.0, -4.0])
    ((reason,),) = find_reasons(parse("<p class=a>one"), many(*names)).values()
    assert (reason.feature, reason.log_odds, reason.side) == ("names", 1.0, "for")


def test_sides_are_reported() -> None:
    ((plus, minus),) = find_reasons(
        parse("<p>one"), many(("words", [0.0, 8.0]), ("depth", [0.0, -4.0]))
    ).values()
    assert str(plus) == "for: how many words it has: 1"
    assert str(minus) == "against: how deep it is nested: 2"


def test_little_that_speaks_against_what_became_of_a_block_is_not_a_reason() -> None:
    page = parse("<p>one")
    for other, features in (
        (-1.9, ["words"]),
        (-2.1, ["words", "depth"]),
        (1.9, ["words", "depth"]),
    ):
        (reasons,) = find_reasons(
            page, many(("words", [0.0, 8.0]), ("depth", [0.0, other]))
        ).values()
        assert [reason.feature for reason in reasons] == features


def test_what_says_the_same_is_one_reason() -> None:
    lists = many(("outer price", [0.0, 8.0]), ("outer dated", [0.0, 4.0]), ("words", [0.0, 2.0]))
    (reasons,) = find_reasons(parse("<p>one"), lists).values()
    assert [(reason.feature, reason.log_odds) for reason in reasons] == [
        ("outer price", 6.0),
        ("words", 1.0),
    ]


def test_judgements_stand_on_the_side_that_they_speak_for() -> None:
    # At first look every block is in doubt, which is 0.5; more moves up, less moves down.
    judged = many(("first look before", [0.0, -8.0]), ("words", [0.0, 4.0]))
    reasons = find_reasons(parse("<p>one two six</p><p>ten</p>"), judged)
    assert [[reason.feature for reason in item] for item in reasons.values()] == [
        ["first look before", "words"],
        ["words"],
    ]
    text = parse("<p>one two three four five")
    (found_reasons,) = find_reasons(text, many(("balance 1", [0.0, 8.0])))[0]
    assert found_reasons.words == (
        "running text compared with links and short lines in its container: more"
    )
    assert find_reasons(text, many(("balance 1", [0.0, -8.0])))[0] == ()


def test_a_judgement_of_the_block_itself_is_not_a_reason_for_it() -> None:
    # A heading is its own heading.
    for feature in ("first look at heading", "first look alike", "first look"):
        circular = make_model(("words", 4.5, [-2.0, 2.0]), (feature, 0.5, [-3.0, 3.0]))
        html = "<div><h2>one two three four five six</h2></div><div><p>one two</p></div>"
        reasons = find_reasons(parse(html), circular)
        assert [reason.feature for reason in reasons[0]] == ["words"]


def test_what_the_first_pass_moved_is_laid_on_its_side_alone() -> None:
    by_first = np.array([[3.0, -1.0], [3.0, -1.0], [3.0, -1.0], [-2.0, 0.0]], np.float32)
    moved = np.array([1.0, 6.0, -2.0, 1.0], np.float32)
    # In proportion; more than there is; to the other side; with nothing to be laid on.
    expected = [[1.5, -0.5], [6.0, 0.0], [0.0, -2.0], [0.0, 0.0]]
    assert np.allclose(_distribute(moved, by_first), expected)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_contributions_add_up_to_the_score(path: Any) -> None:
    document = extract(path.read_bytes())
    page, shipped = document.page, model.load()
    _, blocks, columns, moved = measure_contributions(page, shipped)
    base = shipped.contributions("context", columns, [])[1]
    chance = 1 / (1 + np.exp(-(moved.sum(axis=1) + base)))
    explained = document.explain().blocks
    assert np.allclose(chance, [explained[block].score for block in blocks], atol=1e-4)
