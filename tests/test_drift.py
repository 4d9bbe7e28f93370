"""A site changes its template: every site method notices a redesign, and puts up with a banner and
with a variant. Nothing is lost, and an update learns the new template."""

from __future__ import annotations

from typing import Any

import pytest

from pagecore import Wrapper, apply, extract, learn, parse
from pagecore.registry import Method, list_methods
from tests.sites.sample_site import (
    BANNER,
    HEAD,
    make_html,
    make_list,
    make_redesign,
    make_story,
    make_variant,
    read_words,
)

#: Parameters of methods that learn little from these pages with their defaults.
PARAMETERS: dict[str, dict[str, str]] = {"hybrid": {"learner": "default"}}
OLD = [make_html(seed) for seed in range(6)]
LISTS = [make_list(seed) for seed in range(4)]

#: Pages after a change, by what changed.
SAME_TEMPLATE = {
    "nothing": make_html(77),
    "a new banner": make_html(77, head=BANNER + HEAD),
    "an A/B variant": make_variant(77),
}


#: `wtm`, which needs a feed, is tested with one in `tests/sites/test_wtm.py`.
METHODS = [method for method in list_methods("site") if not method.needs]


@pytest.fixture(params=METHODS, ids=str, scope="module")
def method(request: pytest.FixtureRequest) -> Method:
    known: Method = request.param
    return known


@pytest.fixture(params=["one class", "two classes"], scope="module")
def wrapper(request: pytest.FixtureRequest, method: Method) -> Wrapper:
    """Of stories alone, or of stories and lists."""
    pages = OLD if request.param == "one class" else [*OLD, *LISTS]
    parameters: dict[str, Any] = PARAMETERS.get(method.name, {})
    return learn(pages, method=method.name, **parameters)


@pytest.mark.parametrize("change", SAME_TEMPLATE)
def test_wrapper_fits_after_a_small_change(wrapper: Wrapper, change: str) -> None:
    page = parse(SAME_TEMPLATE[change])
    assert wrapper.fits(page).score >= 0.5, wrapper.fits(page)
    document = apply(wrapper, page)
    assert document.method == f"site/{wrapper.method}"
    assert document.warnings == ()
    assert read_words(make_story(77)) <= read_words(document.text)


def test_wrapper_does_not_fit_after_a_redesign(wrapper: Wrapper) -> None:
    page = parse(make_redesign(77))
    fit = wrapper.fits(page)
    assert fit.score < 0.5
    assert fit.reason
    document = apply(wrapper, page)
    assert [warning.code for warning in document.warnings] == ["wrapper-does-not-fit"]
    assert fit.reason in document.warnings[0].message
    # Nothing is lost.
    assert (document.method, document.text) == ("default", extract(page).text)
    assert read_words(make_story(77)) <= read_words(document.text)


def test_update_learns_the_redesign_and_keeps_the_old_template(wrapper: Wrapper) -> None:
    parameters: dict[str, Any] = PARAMETERS.get(wrapper.method, {})
    new = [make_redesign(seed) for seed in range(4)]
    updated = learn(new, update=wrapper, **parameters)
    assert updated.method == wrapper.method
    assert Wrapper.read(updated.xml()) == updated
    # As if it had been learned from these pages alone.
    fresh = learn(new, method=wrapper.method, **parameters)
    pages = (make_redesign(77), fresh), (make_html(77), wrapper), (make_variant(77), wrapper)
    for html, expected in pages:
        document = apply(updated, html)
        assert document.method == f"site/{wrapper.method}"
        assert document.text == apply(expected, html).text
        assert read_words(make_story(77)) <= read_words(document.text)


def test_update_with_pages_that_fit_keeps_the_template(wrapper: Wrapper) -> None:
    parameters: dict[str, Any] = PARAMETERS.get(wrapper.method, {})
    updated = learn([make_html(50), make_variant(51)], update=wrapper, **parameters)
    assert updated.notes[0].startswith("page class 1: kept; it fits 2 pages: page 1, page 2")
    assert Wrapper.read(updated.xml()) == updated
    for html in SAME_TEMPLATE.values():
        assert updated.fits(parse(html))
        assert read_words(make_story(77)) <= read_words(apply(updated, html).text)
    assert not updated.fits(parse(make_redesign(77)))
