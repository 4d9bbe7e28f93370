"""Places by tree matching: rows that neither classes nor names tell apart."""

from __future__ import annotations

import pytest

from pagecore import Page, Wrapper, learn, parse
from pagecore.errors import WrapperError
from pagecore.sites.feed_rules.row_patterns import RowMatcher
from pagecore.sites.feed_rules.tree_places import Shape, TreePlace, align_unit, read_shape
from pagecore.sites.feed_rules.units import Unit
from tests.sites.sample_blog import HOST, Entry, make_entries, make_feed, make_home

ENTRIES = make_entries(8)
OLDER = make_entries(4, first=20)


def show_plain(entry: Entry) -> str:
    """A title between other lines of the same markup; some entries have a picture too."""
    picture = "<img src=a.png alt=''>" if entry.number % 2 else ""
    lines = (f"Log {entry.number * 7}", f"Port {entry.day[-1]}", entry.title, "Share it")
    inside = "".join(f"<div>{line}</div>" for line in lines)
    more = f'<a href="{entry.path}">More</a>'
    return f'<section class="post">{picture}{inside}<p>{entry.body}</p>{more}</section>'


def read_titles(design: str) -> tuple[Wrapper, list[str | None]]:
    wrapper = learn(
        [make_home(ENTRIES, show_plain)], method="wtm", feed=make_feed(ENTRIES), rules=design
    )
    items = wrapper.fields(make_home(OLDER, show_plain)).texts()
    return wrapper, [item.get("title") for item in items]


@pytest.mark.parametrize("design", ["rows", "trees"])
def test_shape_and_position_find_what_patterns_cannot(design: str) -> None:
    wrapper, titles = read_titles(design)
    assert titles == [of.title for of in OLDER]
    assert "<Shape " in wrapper.xml()
    assert Wrapper.read(wrapper.xml()) == wrapper


def test_patterns_alone_do_not_find_it() -> None:
    wrapper, titles = read_titles("patterns")
    assert not set(titles) & {of.title for of in OLDER}
    assert "<Shape " not in wrapper.xml()


def make_unit(html: str) -> tuple[Page, Unit]:
    page = parse(html, url=HOST, fragment="div")
    return page, Unit(0, len(page))


def test_a_unit_is_aligned_with_a_shape() -> None:
    page, unit = make_unit("<h2>a</h2><p>b<p>c")
    shape, rows = Shape.of(page, unit)
    node = next(at for at, row in enumerate(rows) if page.text(row) == "c" and page.tag[row] == 0)
    other, other_unit = make_unit("<img><h2>x</h2><ul><li>z</ul><p>y<p>w")
    row = align_unit(RowMatcher(other), other_unit, shape)[node]
    assert other.text(row) == "w"
    place = TreePlace(shape, node)
    assert place.find(RowMatcher(other), other_unit, "title", "") == (row, "w")
    # A unit without such a row.
    empty, empty_unit = make_unit("<h2>x</h2>")
    assert place.find(RowMatcher(empty), empty_unit, "title", "") is None


def test_shapes_survive_writing_and_reading() -> None:
    page, unit = make_unit("<h2>a</h2><odd_§>b</odd_§><svg><title>t</title></svg><ul><li>c</ul>")
    shape, _ = Shape.of(page, unit)
    assert read_shape(str(shape)) == shape


@pytest.mark.parametrize("text", ["", "h2", "2:h2", "1:h2 3:a", "0:a", "1:h2  2:a", "1:<a>"])
def test_other_shapes_are_refused(text: str) -> None:
    with pytest.raises(WrapperError, match="expected rows such as"):
        read_shape(text)


def test_large_and_deep_units_are_cut_off() -> None:
    for html in ("<p>a" * 5000, "<div>" * 5000 + "a"):
        page, unit = make_unit(html)
        shape, rows = Shape.of(page, unit)
        assert len(rows) == 400
        assert read_shape(str(shape)) == shape
        assert len(align_unit(RowMatcher(page), unit, shape)) == 400
