"""Metadata: by hand, and by the peers' figures on WCXB."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from pagecore.metrics import metadata
from pagecore.metrics.metadata import FieldCounts
from tests.metrics import recorded

TITLES = [
    # what it shows          gold                  found                  equal
    ("the same",             "A dog",              "A dog",               True),
    ("case, punctuation",    "What is a Dog?",     "“WHAT is a dog”",     True),
    ("form of characters",   "ﬁne ２０２５",        "Fine 2025",           True),
    ("case folding",         "Straße",             "STRASSE",             True),
    ("site added",           "A dog",              "A dog | Dogs Daily",  False),
    ("order",                "a dog",              "dog a",               False),
    ("missing",              "A dog",              None,                  False),
    ("blank",                "A dog",              " ",                   False),
    ("signs alone",          "☃",                  "☃",                   True),
    ("other signs",          "☃",                  "?!",                  False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "output", "equal"), [case[1:] for case in TITLES], ids=[case[0] for case in TITLES]
)
def test_titles(gold: str, output: str | None, equal: bool) -> None:
    assert metadata.is_same_title(gold, output) is equal


AUTHORS = [
    # what it shows          gold                           found                        equal
    ("the same",             "Ann Lee",                     "ann  lee",                  True),
    ("order",                "Ann Lee and Bo Ek",           "Bo Ek; Ann Lee",            True),
    ("separators",           "A B, C D, and E F",           "A B | C D / E F",           True),
    ("lists",                ["Ann Lee", "Bo Ek"],          "Ann Lee & Bo Ek",           True),
    ("list of texts",        "A B, C D",                    ["C D", "A B"],              True),
    ("by",                   "Ann Lee",                     "By Ann Lee",                True),
    ("written by",           "Ann Lee",                     "Written by: Ann Lee",       True),
    ("author",               "Ann Lee",                     "Author:\n Ann Lee",         True),
    ("authors",              "Ann Lee & Bo Ek",             "Authors: Ann Lee, Bo Ek",   True),
    ("by is part of a name", "Byron Lee",                   "ron Lee",                   False),
    ("and is part of one",   "Sandy Anders",                "S",                         False),
    ("one missing",          "Ann Lee, Bo Ek",              "Ann Lee",                   False),
    ("one too many",         "Ann Lee",                     "Ann Lee, facebook.com",     False),
    ("order of a name",      "Ann Lee",                     "Lee Ann",                   False),
    ("missing",              "Ann Lee",                     None,                        False),
    ("blank",                "Ann Lee",                     " ; ",                       False),
    ("no name",              "Ann Lee",                     [],                          False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "output", "equal"), [case[1:] for case in AUTHORS], ids=[case[0] for case in AUTHORS]
)
def test_authors(
    gold: str | Sequence[str], output: str | Sequence[str] | None, equal: bool
) -> None:
    assert metadata.are_same_authors(gold, output) is equal


DATES = [
    # what it shows          gold            found                          equal
    ("the same",             "2025-09-04",   "2025-09-04",                  True),
    ("with a time",          "2025-09-04",   "2025-09-04T23:30:00+00:00",   True),
    ("as written",           "2025-09-04",   "2025-09-05T01:00:00+02:00",   False),
    ("blank between",        "2025-09-04",   "2025-09-04 08:00:00-07:00",   True),
    ("another day",          "2025-09-04",   "2025-09-05",                  False),
    ("no day",               "2025-09-04",   "2025-09",                     False),
    ("no such day",          "2025-02-30",   "2025-02-30",                  False),
    ("not a date",           "2025-09-04",   "2025-09-041",                 False),
    ("missing",              "2025-09-04",   None,                          False),
]  # fmt: skip


@pytest.mark.parametrize(
    ("gold", "output", "equal"), [case[1:] for case in DATES], ids=[case[0] for case in DATES]
)
def test_dates(gold: str, output: str | None, equal: bool) -> None:
    assert metadata.is_same_day(gold, output) is equal


COUNTS = [
    # what it shows        counts, right etc.
    ("right",              metadata.compare_title("A", "a"),  FieldCounts(1, 1, 0, 0)),
    ("wrong",              metadata.compare_title("A", "b"),  FieldCounts(0, 1, 0, 0)),
    ("missing",            metadata.compare_authors("A", None),  FieldCounts(0, 1, 0, 0)),
    ("invented",           metadata.compare_authors("", "B"),  FieldCounts(0, 0, 1, 1)),
    ("rightly nothing",    metadata.compare_authors(None, ""),  FieldCounts(0, 0, 0, 1)),
    ("invented date",      metadata.compare_date(None, "2025-01-01"),  FieldCounts(0, 0, 1, 1)),
    ("gold has no day",    metadata.compare_date("2025-01", "2025-01-01"),  FieldCounts()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("counts", "expected"), [case[1:] for case in COUNTS], ids=[case[0] for case in COUNTS]
)
def test_counts(counts: FieldCounts, expected: FieldCounts) -> None:
    assert counts == expected


def test_counts_add_up() -> None:
    both = FieldCounts(1, 2, 3, 4) + FieldCounts(1, 2, 0, 2)
    assert both == FieldCounts(2, 4, 3, 6)
    assert (both.accuracy, both.invented_share) == (1 / 2, 1 / 2)
    assert math.isnan(FieldCounts().accuracy)
    assert math.isnan(FieldCounts().invented_share)


@pytest.mark.parametrize(
    ("peer", "title", "author", "date"),
    [
        ("rs-trafilatura", 0.727, 0.674, 0.610),
        ("trafilatura", 0.508, 0.605, 0.832),
        ("newspaper4k", 0.647, 0.453, 0.694),
    ],
)
def test_peers_on_wcxb(peer: str, title: float, author: float, date: float) -> None:
    titles, authors, dates = wcxb_counts(peer)
    assert (titles.in_gold, authors.in_gold, dates.in_gold) == (1497, 739, 780)
    assert round(titles.accuracy, 3) == title
    assert round(authors.accuracy, 3) == author
    assert round(dates.accuracy, 3) == date


def test_trafilatura_invents_dates() -> None:
    assert round(wcxb_counts("trafilatura")[2].invented_share, 2) == 0.96


def wcxb_counts(peer: str) -> tuple[FieldCounts, FieldCounts, FieldCounts]:
    outputs = recorded.outputs("wcxb", peer)
    titles, authors, dates = FieldCounts(), FieldCounts(), FieldCounts()
    for name, gold in recorded.wcxb_gold().items():
        output = outputs[name]
        titles += metadata.compare_title(gold["title"], output.get("title"))
        authors += metadata.compare_authors(gold["author"], output.get("author"))
        dates += metadata.compare_date(gold["publish_date"], output.get("date"))
    return titles, authors, dates
