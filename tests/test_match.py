"""`match`: which rows of two pages correspond. The core's tests compare it with its definition."""

from __future__ import annotations

import math
from typing import Any

import pytest

from pagecore import Match, match, parse
from pagecore.errors import BadInput, BadOption

#: Two pages of a template: the second has one more paragraph and another heading.
FIRST = "<div class=post><h1>Tides</h1><p>Six metres.</p><p>Boats go out.</p></div><hr><p>Imprint"
SECOND = (
    "<div class=post><h2>Winds</h2><p>Six metres.</p><p>Gales.</p><p>Boats go out.</p></div><hr>"
    "<p>Imprint"
)


def _name_pairs(found: Match, first: str, second: str) -> list[tuple[str, str]]:
    """Name the mapped rows of both pages, with the words of texts."""
    pages = parse(first), parse(second)
    return [
        (
            pages[0].text(a) if pages[0].name(a) == "#text" else pages[0].name(a),
            pages[1].text(b) if pages[1].name(b) == "#text" else pages[1].name(b),
        )
        for a, b in found.mapping.tolist()
    ]


def test_rows_of_equal_pages_correspond() -> None:
    found = match(FIRST, parse(FIRST))
    assert (found.similarity, found.distance) == (1, 0)
    n_rows = len(parse(FIRST))
    assert found.n_rows == (n_rows, n_rows)
    assert found.mapping.tolist() == [[row, row] for row in range(n_rows)]
    assert not found.mapping.flags.writeable


def test_words_are_compared_only_if_asked_for() -> None:
    by_tag = match(FIRST, SECOND)
    # h1 and h2 are replaced, the texts in them deleted and inserted, and there is one more p.
    assert by_tag.distance == 1 + 1 + 1 + 2
    by_text = _name_pairs(match(FIRST, SECOND, labels="text"), FIRST, SECOND)
    assert ("Boats go out.", "Boats go out.") in by_text
    assert all(b != "Gales." for _, b in by_text)
    assert ("h1", "h2") in by_text


def test_simple_tree_matching_maps_equal_names_only() -> None:
    found = match(FIRST, SECOND, measure="stm")
    assert ("h1", "h2") not in _name_pairs(found, FIRST, SECOND)
    n_mapped = len(found.mapping)
    assert found.distance == sum(found.n_rows) - 2 * n_mapped
    assert found.similarity == 2 * n_mapped / sum(found.n_rows)


@pytest.mark.parametrize("costs", [{"delete": 3}, {"insert": 0.25}, {"delete": 0}, {"insert": 0}])
def test_costs_do_not_change_simple_tree_matching(costs: dict[str, Any]) -> None:
    plain, found = match(FIRST, SECOND, measure="stm"), match(FIRST, SECOND, measure="stm", **costs)
    assert found.mapping.tolist() == plain.mapping.tolist()
    assert found.similarity == plain.similarity == 2 * len(plain.mapping) / sum(plain.n_rows) < 1
    n_mapped = len(plain.mapping)
    assert found.distance == sum(
        costs.get(name, 1) * (n_rows - n_mapped)
        for name, n_rows in zip(("delete", "insert"), plain.n_rows, strict=True)
    )


def test_the_largest_costs_are_finite() -> None:
    largest = match(FIRST, SECOND, delete=1e6, insert=1e6, replace=1e6)
    assert largest.similarity == match(FIRST, SECOND).similarity
    assert largest.distance == 1e6 * match(FIRST, SECOND).distance


def test_classes_are_labels_in_any_order() -> None:
    first, second = "<p class='a b'>x", "<p class='b a'>x"
    assert match(first, second, labels="class").distance == 0
    # The texts below are not mapped, because their parents differ.
    assert match(first, "<p class=c>x", labels="class").distance == 3


def test_skeletons_have_blocks_without_repetitions() -> None:
    longer = FIRST.replace("<p>", "<p>more</p><p><b>x</b>")
    found = match(FIRST, longer, rows="skeleton")
    assert (found.similarity, found.n_rows) == (1, (7, 7))
    names = [name for name, _ in _name_pairs(found, FIRST, longer)]
    assert names == ["html", "body", "div", "h1", "p", "hr", "p"]
    assert match(FIRST, longer, rows="blocks").n_rows == (8, 11)


@pytest.mark.parametrize(
    ("costs", "distance"),
    [({"insert": 3}, 1 + 1 + 3 + 3 * 2), ({"delete": 3}, 1 + 3 + 1 + 2), ({"replace": 0}, 4)],
)
def test_costs(costs: dict[str, Any], distance: float) -> None:
    assert match(FIRST, SECOND, **costs).distance == distance


def test_epsilon_ends_the_search() -> None:
    first, second = "<b></b><i></i><u></u>", "<s></s><q></q><p></p>"
    assert match(first, second, epsilon=3).distance == 3
    # After the first pair the cost is more than epsilon, so the others are not compared.
    assert match(first, second, epsilon=0).distance > 3


def test_of_equal_rows_the_last_ones_correspond() -> None:
    first, second = "<p>x</p>", "<p>x</p><p>x</p>"
    pages = parse(first), parse(second)
    rows = [page.is_tag("p").nonzero()[0].tolist() for page in pages]
    for a, b in ((0, 1), (1, 0)):
        mapping = match(pages[a], pages[b]).mapping.tolist()
        assert [rows[a][-1], rows[b][-1]] in mapping
        assert not any([rows[a][-1], rows[b][0]] == pair for pair in mapping if b == 1)


def test_pages_with_many_similar_rows_stay_within_the_limit() -> None:
    """One row is always the beginning of the other, so that no pair of siblings is left."""
    first = "".join("<ul>" + "<li></li>" * 50 + f"<hr id={at}>{at}</ul>" for at in range(400))
    second = "".join("<ul>" + "<li></li>" * (51 + at) + "</ul>" for at in range(400))
    options: dict[str, Any] = {"labels": "text", "max_cells": 1 << 20}
    (warning,) = match(first, second, **options).warnings
    assert warning.code == "limit-match"


def test_large_pages_are_compared_in_part_and_say_so() -> None:
    rows = [f"<p id={at}><b>x</b>{at}" for at in range(50)]
    first, second = "".join(rows), "".join(reversed(rows)) + "<ul><li>x"
    assert match(first, second).warnings == ()
    found = match(first, second, labels="text", max_cells=100)
    (warning,) = found.warnings
    assert warning.code == "limit-match"
    assert found.distance > match(first, second, labels="text").distance
    assert "more than 100 pairs of siblings" in warning.message


@pytest.mark.parametrize(
    "options",
    [
        {"measure": "tai"},
        {"rows": "texts"},
        {"labels": "id"},
        {"delete": -1},
        {"insert": math.nan},
        {"replace": math.inf},
        {"delete": 1e308, "insert": 1e308},
        {"insert": 1.1e6},
        {"delete": 0, "insert": 0},
        {"delete": 0, "insert": 0, "measure": "stm"},
        {"epsilon": math.nan},
        {"max_cells": 1.5},
        {"max_cells": -1},
        {"delete": True},
        {"delete": "1"},
    ],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption, match=next(iter(options))):
        match(FIRST, SECOND, **options)


def test_other_file_types_are_refused() -> None:
    with pytest.raises(BadInput, match="PDF"):
        match(b"%PDF-1.7\n", FIRST)


def test_empty_pages() -> None:
    assert match("", "").distance == 0
    assert repr(match("", "")) == ("<Match: similarity 1.000, distance 0, 3 pairs of 3 and 3 rows>")
