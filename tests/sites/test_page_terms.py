"""The pages that site methods compare: which are left out, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pagecore import Wrapper, parse
from pagecore.errors import WrapperError
from tests.sites.sample_site import learn_class, make_html, make_pages, make_story, read_words


def choose_text(wrapper: Wrapper, html: str) -> str:
    """The text that a wrapper chooses on a page."""
    page = parse(html)
    return page.render(wrapper.content(page).content)


TEXT = make_story(1)
BAD = [
    # what it shows      pages                                         message
    ("no pages",         [],                                           "there are no pages"),
    ("one page",         [make_html(1)],                               "there is only one page"),
    ("no text",          ["<p></p>", "", "<img src=a>"],               "none of 3 pages has text"),
    ("one with text",    [make_html(1), ""],                           "only one of 2 pages has"),
    ("identical",        [make_html(1)] * 3,                           "the 3 pages with text are"),
]  # fmt: skip


@pytest.mark.parametrize("method", ["entropy", "ibdf"])
@pytest.mark.parametrize(
    ("pages", "message"), [case[1:] for case in BAD], ids=[case[0] for case in BAD]
)
def test_bad_pages_are_refused(method: str, pages: list[str], message: str) -> None:
    with pytest.raises(WrapperError, match="nothing was learned: .*" + message):
        learn_class(pages, method=method)


@pytest.mark.parametrize("method", ["entropy", "ibdf"])
def test_pages_without_text_and_repeated_pages_are_left_out(method: str) -> None:
    pages = [make_html(seed) for seed in range(4)]
    wrapper = learn_class([*pages, "", pages[0], "<p> </p>"], method=method)
    assert wrapper.notes == (
        "2 of 7 pages have no text and were left out",
        "1 of 7 pages have the text of another page and were left out",
    )
    assert wrapper.body == learn_class(pages, method=method).body


GERMAN = (
    "Die Fähre legt wegen des Hochwassers erst am Nachmittag wieder an, sagte die Reederei. "
    "Fahrgäste sollen sich vorher über die Abfahrten informieren. "
)


@pytest.mark.parametrize("method", ["entropy", "ibdf"])
def test_several_languages_are_reported(method: str) -> None:
    pages = [make_html(seed) for seed in range(3)]
    german = make_html(9).replace('lang="en"', "lang=de").replace(make_story(9), GERMAN * 2)
    wrapper = learn_class([*pages, german], method=method)
    (note,) = wrapper.notes
    assert note.startswith("the pages are in several languages: en (3), de (1); words are stemmed")
    # The menu has the same stems on all pages.
    assert "Weather" not in parse(german).render(wrapper.content(parse(german)).content)


@pytest.mark.parametrize("method", ["entropy", "ibdf"])
def test_two_pages_are_enough(method: str) -> None:
    wrapper = learn_class(make_pages(2), method=method)
    assert read_words(choose_text(wrapper, make_html(0))) >= read_words(make_story(0))
    assert "newsletter" not in choose_text(wrapper, make_html(0))


@pytest.mark.parametrize("method", ["entropy", "ibdf"])
def test_error_pages_among_the_pages(method: str) -> None:
    # Half of the pages are the same error page, which counts once.
    error = "<html lang=en><body><div class=error><p>Not found</p></div>"
    wrapper = learn_class([*[make_html(seed) for seed in range(4)], *[error] * 4], method=method)
    assert "newsletter" not in choose_text(wrapper, make_html(50))
    assert read_words(choose_text(wrapper, make_html(50))) >= read_words(make_story(50))


def test_pages_are_iterated_twice_and_not_kept() -> None:
    n_opened = 0

    def open_pages() -> Iterator[str]:
        nonlocal n_opened
        n_opened += 1
        return (make_html(seed) for seed in range(25))

    for method in ("entropy", "ibdf"):
        n_opened = 0
        learn_class(open_pages, method=method, host="a.example")
        assert n_opened == 2, method
