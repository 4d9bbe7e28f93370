"""Segmentations: their columns, and invalid ones."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import Page, Segmentation, parse
from pagecore.errors import BadInput
from pagecore.segmentation import check_segmentation
from tests.trees import pages


def make_segmentation(ids: list[int], parent: list[int], **more: Any) -> Segmentation:
    return Segmentation(np.array(ids), np.array(parent, int), **more)


def test_first_and_last_rows_are_those_of_inner_segments_too() -> None:
    # Segment 0 has row 5 of its own, and 1 and 2 in it; 3 stands alone.
    segmentation = make_segmentation([-1, 1, 1, 2, -1, 0, 3], [-1, 0, 0, -1])
    assert len(segmentation) == 4
    assert segmentation.first.tolist() == [1, 1, 3, 6]
    assert segmentation.last.tolist() == [5, 2, 3, 6]
    assert segmentation.inside(0).tolist() == [False, True, True, True, False, True, False]
    assert segmentation.inside(2).nonzero()[0].tolist() == [3]
    assert repr(segmentation) == "<Segmentation: 4 segments of 7 rows>"
    with pytest.raises(IndexError, match="segment 4 is out of range"):
        segmentation.inside(4)


def test_spans_reach_through_all_levels() -> None:
    segmentation = make_segmentation([0, 1, 2, -1], [-1, 0, 1])
    assert segmentation.first.tolist() == [0, 1, 2]
    assert segmentation.last.tolist() == [2, 2, 2]


def test_texts_are_those_of_a_segment_without_inner_ones() -> None:
    page = parse("<p>a</p><p>b</p>")
    assert make_segmentation([-1, -1, -1, 0, 0, 1, 1], [-1, 0]).texts(page) == ["a", "b"]


@pytest.mark.parametrize(
    ("ids", "parent", "more", "message"),
    [
        ([0, 1], [-1], {}, "ids: expected numbers of the 1 segments"),
        ([-2, 0], [-1], {}, "ids: expected numbers of the 1 segments"),
        ([[0]], [-1], {}, "ids has the shape"),
        ([0.5], [-1], {}, "ids has the type float64"),
        ([0, 1], [-1, 1], {}, "parent: expected the number of an earlier segment"),
        ([0, 1], [1, -1], {}, "parent: expected the number of an earlier segment"),
        ([0, 1], [-1, -2], {}, "parent: expected the number of an earlier segment"),
        ([0, 0], [-1, -1], {}, "segment 1 has no rows"),
        ([1, 0], [-1, -1], {}, "not in the order of their first rows"),
        ([0], [-1], {"columns": {"doc": np.zeros(2)}}, "columns: doc has the shape"),
        ([0], [-1], {"columns": {"doc": np.array(["a"])}}, "columns: doc .* expected 1 numbers"),
        ([0], [-1], {"evidence": {"x": np.zeros(3)}}, "evidence: x has the shape"),
    ],
)
def test_what_no_segmentation_can_say(
    ids: Any, parent: list[int], more: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        make_segmentation(ids, parent, **more)


def test_parents_and_labels_are_integers() -> None:
    with pytest.raises(BadInput, match="parent has the type float64"):
        Segmentation(np.array([0]), np.array([-1.0]))
    with pytest.raises(BadInput, match="labels has the type float64"):
        Segmentation.of(parse("<p>a"), [0.5] * 5)


def test_columns_are_read_only_here_and_in_another_process() -> None:
    columns = {"doc": np.array([9]), "box": np.zeros((1, 4))}
    segmentation = make_segmentation([0, -1], [-1], columns=columns, evidence={"x": np.ones(2)})
    for copy in (segmentation, pickle.loads(pickle.dumps(segmentation))):
        assert copy.ids.tolist() == [0, -1]
        assert copy.columns["box"].shape == (1, 4)
        assert copy.columns["doc"].tolist() == [9]
        assert copy.evidence["x"].tolist() == [1, 1]
        assert (copy.first.tolist(), copy.last.tolist()) == ([0], [0])
        for column in (
            copy.ids,
            copy.parent,
            copy.first,
            copy.columns["box"],
            copy.evidence["x"],
        ):
            assert not column.flags.writeable
        with pytest.raises(TypeError, match="does not support item assignment"):
            copy.columns["more"] = column  # type: ignore[index]  # That is what is tested.


# ---------------------------------------------------------------- from labels


def texts_of(page: Page, segmentation: Segmentation) -> list[str]:
    is_text = page.tag == 0
    return [page.text(segmentation.inside(at) & is_text) for at in range(len(segmentation))]


def test_labels_are_numbered_in_the_order_of_the_page() -> None:
    page = parse("<p>a<b>b</b><p>c")
    label = {"a": 7, "b": 7, "c": 2}
    labels = [
        label.get(page.text(row), -1) if page.tag[row] == 0 else 5 for row in range(len(page))
    ]
    segmentation = Segmentation.of(page, labels)
    assert texts_of(page, segmentation) == ["ab", "c"]
    # An element belongs to the segment that has all of it: the first p, not the body.
    names = [page.name(int(row)) for row in np.flatnonzero(segmentation.ids == 0)]
    assert names == ["p", "#text", "b", "#text"]
    assert segmentation.ids[0] == -1


def test_nobody_reads_scripts_templates_and_metadata_but_the_title() -> None:
    page = parse(
        "<title>a</title><script>s</script><style>s</style><p>b <noscript>n</noscript>"
        "<template>t</template><img><svg><desc>d</desc></svg><span hidden>c</span>"
    )
    segmentation = Segmentation.of(page, np.zeros(len(page), int))
    assert page.text((segmentation.ids == 0) & (page.tag == 0)) == "ab c"
    assert segmentation.ids[page.is_tag("img")].tolist() == [0]
    assert segmentation.ids[page.is_tag("script", "noscript", "template")].max() == -1


def test_of_labels_a_drawing_is_where_its_text_is() -> None:
    page = parse("<svg>a</svg>")
    segmentation = Segmentation.of(page, np.arange(len(page)))
    assert len(segmentation) == 1
    assert [page.name(row) for row in (3, 4)] == ["svg svg", "#text"]
    assert segmentation.ids[[3, 4]].tolist() == [0, 0]
    empty = parse("<p>a</p><svg></svg>")
    assert len(Segmentation.of(empty, np.arange(len(empty)))) == 2


def test_labels_are_one_for_each_row() -> None:
    with pytest.raises(BadInput, match="labels: expected one for each of the 5 rows"):
        Segmentation.of(parse("<p>a"), [1, 2])


@given(page=pages(), data=st.data())
def test_of_labels_each_label_is_a_segment(page: Page, data: st.DataObject) -> None:
    labels = data.draw(st.lists(st.integers(-1, 3), min_size=len(page), max_size=len(page)))
    segmentation = Segmentation.of(page, labels)
    assert not list(check_segmentation(page, segmentation)) or not segmentation.evidence
    inside = segmentation.ids >= 0
    leaf = page.below(inside & (page.block >= 0), how="count") == 1
    leaves = np.flatnonzero(inside & (page.block >= 0) & leaf)
    of_label: dict[int, set[int]] = {}
    for row in leaves:
        of_label.setdefault(labels[row], set()).add(int(segmentation.ids[row]))
    assert all(len(ids) == 1 for ids in of_label.values())
    assert len(of_label) == len(segmentation)
    for row in np.flatnonzero(inside):
        below = segmentation.ids[row : page.end[row]]
        assert set(below[below >= 0]) == {segmentation.ids[row]}


def test_contract_names_what_is_wrong() -> None:
    page = parse("<p>a")
    whole = Segmentation.of(page, [0] * 5, evidence={"x": np.zeros(5)})
    assert list(check_segmentation(page, whole)) == []
    assert list(check_segmentation(page, None)) == [
        ("result", "expected a Segmentation, not NoneType")
    ]
    odd = Segmentation.of(page, [0] * 5, evidence={"x": np.array([np.nan, 0, 0, 0, 0])})
    assert list(check_segmentation(parse("<p>a<p>b"), odd)) == [
        ("result", "the result has 5 rows, but the page has 7"),
        ("evidence", "x has values that are not finite"),
    ]
    bare = Segmentation.of(page, [0] * 5)
    assert list(check_segmentation(page, bare)) == [("evidence", "the result has no evidence")]
