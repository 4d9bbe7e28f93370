"""What a wrapper for several page classes holds: never more than its file may have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pagecore import Wrapper, learn, parse
from pagecore.classes.body import ClassedBody, PageClass
from pagecore.classes.outline import Outline, find_common_classes
from pagecore.errors import WrapperError
from pagecore.sites import limit_classes as module
from pagecore.sites.digests import select_highest
from pagecore.sites.entropy import Entropies
from pagecore.sites.limit_classes import find_limit, limit_classes, measure_class
from pagecore.sites.redundant_pieces import RedundantPieces
from pagecore.sites.structure_tree import StructureTree
from tests.sites.sample_site import make_html, make_list, make_redesign, make_story

PAGES = [
    *(make_html(n) for n in range(6)),
    *(make_list(n) for n in range(4)),
    *(make_redesign(n) for n in range(3)),
]
#: Pages of each template that took no part.
OTHERS = [make_html(77), make_list(77), make_redesign(77)]
METHODS = ["entropy", "cst", "ibdf", "default"]


def read_classes(wrapper: Wrapper) -> ClassedBody:
    assert isinstance(wrapper.body, ClassedBody)
    return wrapper.body


LIMITS = [
    # what it shows                    sizes           total  limit
    ("all fit",                        [10, 20, 30],   60,    30),
    ("the largest is cut",             [10, 20, 90],   60,    30),
    ("small ones leave room",          [10, 50, 90],   100,   45),
    ("all are cut",                    [50, 50, 90],   30,    10),
    ("no class",                       [],             30,    0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("sizes", "total", "limit"), [case[1:] for case in LIMITS], ids=[case[0] for case in LIMITS]
)
def test_room_is_divided_evenly(sizes: list[int], total: int, limit: int) -> None:
    assert find_limit(sizes, total) == limit
    assert sum(min(size, limit) for size in sizes) <= total


def test_highest_values_are_selected_in_their_order() -> None:
    assert select_highest(np.array([5, 9, 1, 9]), 0.5).tolist() == [1, 3]
    assert select_highest(np.array([5, 9, 9, 9]), 0.5).tolist() == [1, 2]
    assert select_highest(np.array([5, 9], np.uint16), 0.0).tolist() == [1]
    assert select_highest(np.zeros(0, np.int64), 0.5).tolist() == []


@pytest.mark.parametrize("method", METHODS)
def test_large_rules_are_cut_down(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    body = read_classes(learn(PAGES, method=method))
    sizes = [measure_class(of) for of in body.classes]
    # The largest class alone is cut down.
    total = sum(sizes) - (max(sizes) - sorted(sizes)[-2]) // 2 - 1
    monkeypatch.setattr(module, "CLASS_BYTES", total)
    wrapper = learn(PAGES, method=method)
    limited = read_classes(wrapper)
    assert sum(map(measure_class, limited.classes)) <= total
    assert [of.n_pages for of in limited.classes] == [6, 4, 3]
    largest = sizes.index(max(sizes))
    assert measure_class(limited.classes[largest]) < max(sizes)
    note = f"page class {largest + 1}: only the most frequent rules are kept; a wrapper has at most"
    assert any(each.startswith(note) for each in wrapper.notes), wrapper.notes
    assert Wrapper.read(wrapper.xml()) == wrapper
    # The template is still known.
    assert all(wrapper.fits(parse(html)) for html in OTHERS)


def test_the_most_frequent_rules_stay() -> None:
    parts = [f"<p>{make_story(500 + at, 9)}</p>" for at in range(2)]

    def write(n: int) -> str:
        # The second paragraph is on fewer pages than the first.
        shared = parts[0] + (parts[1] if n < 3 else "")
        return make_html(n).replace("</article>", f"</article><div class=x>{shared}</div>")

    pages = [write(n) for n in range(6)]
    body: Any = learn(pages, method="entropy", classes="one").body
    assert isinstance(body, Entropies)
    short = body.shorten(0.5)
    assert len(short.terms) == len(body.terms) // 2
    assert short.thousandths.min() == 1000 > body.thousandths.min()
    assert set(short.terms.tolist()) < set(body.terms.tolist())
    assert short.template.n_place_pages.min() == 6 > body.template.n_text_pages.min()
    body = learn(pages, method="ibdf", classes="one").body
    assert isinstance(body, RedundantPieces)
    assert set(body.stored.n_pages.tolist()) == {3, 6}
    assert set(body.shorten(0.8).stored.n_pages.tolist()) == {6}
    body = learn(pages, method="cst", classes="one").body
    assert isinstance(body, StructureTree)
    short_tree = body.shorten(0.25)
    assert 0 < len(short_tree.keys) < len(body.keys)
    assert short_tree.path_importance.max() <= np.median(body.path_importance)
    assert short_tree.piece_share.min() > body.piece_share.min()


def test_classes_that_cannot_be_cut_down_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    body = read_classes(learn(PAGES, learner="default"))
    sizes = [measure_class(of) for of in body.classes]
    monkeypatch.setattr(module, "CLASS_BYTES", sum(sizes) - 1)
    limited, notes = limit_classes(body)
    assert limited.classes == body.classes[:-1]
    assert notes == [
        "the last 1 page class is left out; a wrapper has at most 1000 page classes and 4194304 "
        "bytes"
    ]
    # The first class stays, whatever its size.
    monkeypatch.setattr(module, "CLASS_BYTES", 1)
    assert limit_classes(body)[0].classes == body.classes[:1]


def test_too_many_classes_are_left_out() -> None:
    body = read_classes(learn(PAGES, learner="default"))
    many = replace(body, classes=body.classes[:1] * 1002)
    limited, notes = limit_classes(many)
    assert len(limited.classes) == 1000
    assert notes[0].startswith("the last 2 page classes are left out")
    wrapper = Wrapper("hybrid", limited)
    assert Wrapper.read(wrapper.xml()) == wrapper
    assert limit_classes(body) == (body, [])


def test_update_is_limited_too(monkeypatch: pytest.MonkeyPatch) -> None:
    old = learn(PAGES[:10], learner="default")
    monkeypatch.setattr(module, "MAX_CLASSES", 2)
    updated = learn(PAGES[10:], update=old, learner="default")
    assert len(read_classes(updated).classes) == 2
    assert updated.notes[-1].startswith("the last 1 page class is left out")


def test_large_wrapper_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wrapper = learn(PAGES[:6], method="entropy")
    n_bytes = len(wrapper.xml().encode())
    monkeypatch.setattr("pagecore.wrapper.MAX_BYTES", n_bytes)
    assert Wrapper.read(wrapper.xml()) == wrapper
    monkeypatch.setattr("pagecore.wrapper.MAX_BYTES", n_bytes - 1)
    with pytest.raises(WrapperError, match=f"the wrapper has {n_bytes} bytes, but its file may"):
        wrapper.xml()


def test_classes_of_elements_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagecore.classes.outline.MAX_TOKENS", 2)
    pages = ["<p class='a b c'>x", "<p class='a b c'>x", "<p class=c>x"]
    outlines = [Outline.of(parse(page)) for page in pages]
    assert find_common_classes(outlines) == {"a", "c"}


def test_class_with_its_profile_is_measured_as_written() -> None:
    body = read_classes(learn(PAGES, method="cst"))
    xml = Wrapper("cst", body).xml()
    total = sum(map(measure_class, body.classes))
    assert abs(total - len(xml)) < 200 * len(body.classes)
    assert isinstance(body.classes[0], PageClass)
