"""The layout of a rendered page: what it may hold, and the one page it belongs to."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from pagecore import Layout, Page, parse
from pagecore.errors import BadInput
from pagecore.page.layout import DISPLAYS, POSITIONS, VISIBLE
from tests.layouts import make_layout

PAGE = parse("<title>t</title><p>one<p>two")


def test_layout_has_a_row_for_each_row_of_its_page() -> None:
    layout = make_layout(PAGE)
    assert len(layout) == len(PAGE)
    assert layout.box.shape == (len(PAGE), 4)
    assert np.isnan(layout.box[:, 0]).tolist() == (~PAGE.visible).tolist()
    dtypes = [str(column.dtype) for column in (layout.box, layout.seen, layout.colour)]
    assert dtypes == ["float32", "uint8", "uint32"]
    assert repr(layout) == f"<Layout: {PAGE.visible.sum()} of {len(PAGE)} rows drawn, quality 1.00>"


def test_columns_are_read_only() -> None:
    layout = make_layout(PAGE)
    for name in ("box", "font_size", "font", "colour", "seen"):
        column = getattr(layout, name)
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1
        with pytest.raises(ValueError, match="WRITEABLE"):
            column.flags.writeable = True


def n_rows(value: Any) -> Any:
    return [value] * len(PAGE)


@pytest.mark.parametrize(
    ("column", "values", "message"),
    [
        ("font_size", [1.0], "font_size has the shape"),
        ("font_size", n_rows(-1), "font_size has a value that is not finite"),
        ("font_size", n_rows(float("nan")), "font_size has a value that is not finite"),
        ("font_size", n_rows("big"), "font_size has the shape .* expected 9 numbers"),
        ("font", n_rows(1), "font has the value 1: expected less than 1"),
        ("font_weight", n_rows(0.5), "font_weight has the value 0.5"),
        ("colour", n_rows(-1), "colour has the value -1"),
        ("colour", n_rows(2**32), "colour has the value 4294967296"),
        ("display", n_rows(len(DISPLAYS)), "display has the value"),
        ("position", n_rows(len(POSITIONS)), "position has the value"),
        ("seen", n_rows(16), "seen has the value 16: expected less than 16"),
        ("seen", n_rows(VISIBLE), "a visible row without a box"),
        ("box", n_rows(0.0), "box has the shape"),
        ("box", n_rows([0, 0, 1]), "box has the shape"),
        ("box", n_rows([0, 0, -1, 1]), "a width or height below 0"),
        ("box", n_rows([0, 0, np.inf, 1]), "an infinite value"),
        ("box", n_rows([np.nan, 0, 1, 1]), "partly NaN"),
        ("quality", 1.5, "quality=1.5"),
        ("quality", float("nan"), "quality=nan"),
        ("quality", "x", "quality='x': expected a number"),
        ("font_size", n_rows(np.inf), "font_size has a value that is not finite"),
        ("has_run_scripts", 1, "has_run_scripts=1: expected True or False"),
        ("fonts", (1,), r"fonts=\(1,\): expected a list of names"),
        ("fonts", "serif", "fonts='serif': expected a list of names"),
    ],
)
def test_what_no_layout_can_hold(column: str, values: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        make_layout(PAGE, **{column: values})


def test_layout_has_as_many_rows_as_the_page() -> None:
    with pytest.raises(BadInput, match=f"the layout has {len(PAGE)} rows and the page has 4"):
        parse("<p>").with_layout(make_layout(PAGE))


def test_page_takes_the_layout_of_its_own_source_alone() -> None:
    layout = make_layout(PAGE)
    page = PAGE.with_layout(layout)
    assert page.layout is layout
    assert PAGE.layout is None
    assert page.text() == PAGE.text()
    assert (page.url, page.warnings, page.blocks.words.tolist()) == (None, (), [1, 1, 1])
    with pytest.raises(BadInput, match="belongs to another source"):
        parse("<title>t</title><p>one<p>six").with_layout(layout)


def test_layout_is_part_of_the_page() -> None:
    page, other = PAGE.with_layout(make_layout(PAGE)), PAGE.with_layout(make_layout(PAGE))
    assert page == other
    assert hash(page) == hash(other)
    assert page != PAGE
    assert page != PAGE.with_layout(make_layout(PAGE, quality=0.5))
    assert make_layout(PAGE) != make_layout(PAGE, font_size=n_rows(12.0))


def test_layout_in_another_process() -> None:
    page = pickle.loads(pickle.dumps(PAGE.with_layout(make_layout(PAGE, quality=0.25))))
    assert isinstance(page, Page)
    assert isinstance(page.layout, Layout)
    assert page.layout == make_layout(PAGE, quality=0.25)
    assert not page.layout.box.flags.writeable
    # What another page holds inside was not drawn with it.
    inner = parse("<iframe srcdoc='<p>in'>")
    framed = inner.with_layout(make_layout(inner)).embedded_page(
        int(inner.is_tag("iframe").argmax())
    )
    assert framed is not None
    assert framed.layout is None
