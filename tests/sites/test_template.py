"""The template of a site: which pages fit, and which do not."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import parse
from pagecore.errors import WrapperError
from pagecore.sites.template import Marks, Template, TemplateCounter
from tests.sites.sample_site import (
    BANNER,
    HEAD,
    learn_class,
    make_html,
    make_list,
    make_pages,
    make_redesign,
)

VARIANT = '<aside class="new"><p>Join the club</p></aside>'
VARIANTS = [
    ("a page of the site",   make_html(77),                                 True),
    ("a new banner",         make_html(77, head=BANNER + HEAD),             True),
    ("an A/B variant",       make_html(77, side=VARIANT),                   True),
    ("a redesign",           make_redesign(77),                             False),
    ("another template",     make_list(7),                                  False),
    ("no text",              "<body><div></div>",                           False),
    ("empty",                "",                                            False),
]  # fmt: skip


@pytest.mark.parametrize("method", ["entropy", "ibdf"])
@pytest.mark.parametrize(
    ("html", "is_fit"), [case[1:] for case in VARIANTS], ids=[case[0] for case in VARIANTS]
)
def test_wrapper_notices_other_templates(method: str, html: str, is_fit: bool) -> None:
    wrapper = learn_class(make_pages(), method=method)
    page = parse(html)
    assert bool(wrapper.fits(page)) == is_fit, wrapper.fits(page)
    assert "of what pages of the template have in common" in wrapper.fits(page).reason
    if not is_fit:
        with pytest.raises(WrapperError, match="does not fit"):
            wrapper.content(page)
        assert wrapper.body.fields(page) is None


def make_marks(places: list[int], texts: list[int]) -> Marks:
    return Marks(np.array(places, np.uint64), np.array(texts, np.uint64))


def count_marks(*pages: Marks) -> Template:
    counter = TemplateCounter(("post",))
    for marks in pages:
        counter.add_marks(marks)
    return counter.make_template()


def test_score_is_the_weight_of_marks_times_the_share_of_known_places() -> None:
    # Place 1 is on all pages, place 2 on three of four, place 9 on one.
    pages = [make_marks([1, 2], [5]), make_marks([1, 2], [5]), make_marks([1, 2], [5])]
    template = count_marks(*pages, make_marks([1, 9], [5]))
    assert template.places.tolist() == [1, 2]
    assert template.n_place_pages.tolist() == [4, 3]
    usual = 1 + 0.75**2 + 1
    assert template.fit_marks(make_marks([1, 2], [5])).score == 1
    assert template.fit_marks(make_marks([1], [])).score == pytest.approx(1 / usual)
    assert template.fit_marks(make_marks([1, 8], [])).score == pytest.approx(1 / usual / 2)
    assert template.fit_marks(make_marks([1, 2, 7, 8], [5])).score == pytest.approx(1 / 2)
    assert template.fit_marks(make_marks([], [])).score == 0


def test_site_of_two_templates_fits_both() -> None:
    template = count_marks(*[make_marks([1, 2], [3])] * 5, *[make_marks([11, 12], [13])] * 5)
    assert template.fit_marks(make_marks([1, 2], [3])).score == 1
    assert template.fit_marks(make_marks([11, 12], [13])).score == 1
    assert not template.fit_marks(make_marks([1, 11, 20, 21], []))


def test_marks_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pagecore.sites.template.MAX_MARKS", 2)
    template = count_marks(*[make_marks([1, 2, 3], [])] * 3, *[make_marks([2, 3], [])] * 2)
    assert template.places.tolist() == [2, 3]
    # A mark on less than a tenth of the pages is none.
    pages = [make_marks([1, 2], []), make_marks([1, 2], []), *[make_marks([1], [])] * 20]
    assert count_marks(*pages).places.tolist() == [1]


@pytest.mark.parametrize("method", ["entropy", "ibdf"])
def test_pages_without_anything_in_common_are_refused(method: str) -> None:
    pages = ["<section class=a><p>one", "<article class=b><p>two", "<aside class=c><p>three"]
    with pytest.raises(WrapperError, match="nothing was learned: the pages have nothing in common"):
        learn_class(pages, method=method)
