"""Rules that choose no text of a page do not fit it, so that nothing is lost."""

from __future__ import annotations

import pytest

from pagecore import Page, apply, extract, learn, parse
from pagecore.choice import Choice
from pagecore.fit import Fit
from pagecore.sites.content_field import refuse_empty
from tests.sites.sample_site import make_html, make_pages, make_story
from tests.sites.test_default import NOTICE, PAGES, write_page

PAGE = parse("<p>one</p><p><img src=a></p><p hidden>two</p><div> </div>")
PICTURE = parse("<p><img src=a></p><p> </p>")


@pytest.mark.parametrize(
    ("page", "chosen", "is_fit"),
    [
        pytest.param(PAGE, "p", True, id="text"),
        pytest.param(PAGE, "img", False, id="an image"),
        pytest.param(PAGE, "div", False, id="blank text"),
        pytest.param(PAGE, None, False, id="nothing"),
        pytest.param(PICTURE, "img", True, id="a page without text"),
        pytest.param(PICTURE, None, True, id="nothing on a page without text"),
    ],
)
def test_choice_without_text_does_not_fit_a_page_with_text(
    page: Page, chosen: str | None, is_fit: bool
) -> None:
    rows = page.visible & (page.above(page.is_tag(chosen)) >= 0) if chosen else page.tag < 0
    choice = Choice.of(page, rows)
    fit, kept = refuse_empty(page, Fit(0.9, "it has the template"), choice)
    if is_fit:
        assert (fit.score, kept) == (0.9, choice)
    else:
        assert not fit
        assert kept is None
        assert fit.reason == "the rules choose none of its text, although it has the template"


@pytest.mark.parametrize("method", ["entropy", "cst", "ibdf", "rtdm"])
def test_page_with_nothing_but_template_is_left_to_the_default(method: str) -> None:
    wrapper = learn(make_pages(), method=method, classes="one")
    html = make_html(77).replace(make_story(77), "").replace(make_story(10_077, 30), "")
    page = parse(html)
    fit = wrapper.fits(page)
    assert fit.reason.startswith("the rules choose none of its text, although ")
    assert (bool(fit), wrapper.body.content(page), wrapper.body.fields(page)) == (False, None, None)
    document = apply(wrapper, page)
    assert (document.method, document.text) == ("default", extract(page).text)
    assert document.warnings[0].code == "wrapper-does-not-fit"
    assert fit.reason in document.warnings[0].message


def write_notice() -> str:
    """A page of the site of `test_default` without its story."""
    html = write_page(9)
    return f"{html[: html.index('<p>On day')]}{html[html.index(f'<p>{NOTICE}') :]}"


def test_evidence_does_not_drop_all_that_the_default_keeps() -> None:
    wrapper = learn(PAGES, method="default")
    assert NOTICE not in apply(wrapper, write_page(9)).text
    # The notice, which all pages have, is all that this page has.
    page = parse(write_notice().replace("<h1>Day 9</h1>", ""))
    assert NOTICE in extract(page).text
    assert "the rules choose none of its text" in wrapper.fits(page).reason
    assert (apply(wrapper, page).method, apply(wrapper, page).text) == (
        "default",
        extract(page).text,
    )
