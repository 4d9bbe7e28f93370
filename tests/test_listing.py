"""The result type Listing: its invariants, copies and description."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import pagecore
from pagecore import ItemGroup, Listing, Records, parse
from pagecore.errors import BadInput
from pagecore.listing import check_listing

PAGE = parse("<ul><li>one<li>two</ul>")
ITEMS = Records.of(PAGE, ("text",), [{"text": ("one", [5])}, {"text": ("two", [7])}])


def group(**changes: Any) -> ItemGroup:
    values: dict[str, Any] = {
        "records": ITEMS, "spans": ((4, 6), (6, 8)), "types": {"text": "text"}, "score": 0.5,
        "recognised_by": "a test",
    } | changes  # fmt: skip
    return ItemGroup(**values)


def test_rows_follow_from_the_main_group() -> None:
    listing = Listing.of(PAGE, (group(),), {"row": np.arange(len(PAGE))})
    assert listing.ids.tolist() == [-1, -1, -1, -1, 0, 0, 1, 1]
    assert (len(listing), listing.confidence) == (2, 0.5)
    assert repr(listing) == "<Listing: 2 items, 1 group>"
    assert repr(listing.groups[0]) == "<ItemGroup: 2 items, columns text>"
    assert list(check_listing(PAGE, listing)) == []


def test_listing_survives_a_pickle() -> None:
    listing = Listing.of(PAGE, (group(),), {"row": np.arange(len(PAGE))})
    copy = pickle.loads(pickle.dumps(listing))
    assert copy.groups == listing.groups
    assert copy.ids.tolist() == listing.ids.tolist()


BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"records": "items"}, "expected Records"),
    ({"spans": ((4, 6),)}, "1 spans for 2 items"),
    ({"spans": ((6, 8), (4, 6))}, "in document order"),
    ({"spans": ((4, 4), (6, 8))}, "in document order"),
    ({"spans": ((4, 6), 7)}, "expected a pair of rows"),
    ({"types": {}}, "expected a type for each column"),
    ({"types": {"text": "colour"}}, "expected a type for each column"),
    ({"score": 2}, "expected a number, 0 to 1"),
    ({"recognised_by": ""}, "expected a text"),
]


@pytest.mark.parametrize(("changes", "message"), BROKEN)
def test_broken_group_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        group(**changes)


def test_broken_listing_is_refused() -> None:
    n = len(PAGE)
    with pytest.raises(BadInput, match="numbers of the items"):
        Listing(np.zeros(n, np.int32), (group(),))
    with pytest.raises(BadInput, match="in another item"):
        Listing.of(PAGE, (group(), group(score=0.1)), {})
    with pytest.raises(BadInput, match="outside the"):
        Listing.of(PAGE, (group(spans=((0, 1), (1, n + 1))),), {})
    later = group(spans=((0, 1), (1, 2)), score=0.9)
    with pytest.raises(BadInput, match="order of their scores"):
        Listing.of(PAGE, (group(), later), {})
    with pytest.raises(BadInput, match="an ItemGroup with items"):
        Listing.of(PAGE, (group(records=Records(("text",), ()), spans=()),), {})


def test_contract_reports_what_is_wrong() -> None:
    assert [rule for rule, _ in check_listing(PAGE, None)] == ["result"]
    other = pagecore.records(parse("<p>one"))
    assert [rule for rule, _ in check_listing(PAGE, other)] == ["result"]
    outside = group(spans=((0, 1), (1, 2)))
    problems = list(check_listing(PAGE, Listing.of(PAGE, (outside,), {})))
    assert [rule for rule, _ in problems] == ["result", "result", "evidence"]
