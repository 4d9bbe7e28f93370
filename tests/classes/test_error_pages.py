"""Error pages, challenges and redirects among the pages of a site are left out, and reported."""

from __future__ import annotations

from typing import Any

import pytest

from pagecore import Wrapper, apply, learn, parse
from pagecore.classes.body import ClassedBody
from pagecore.errors import WrapperError
from pagecore.registry import list_methods
from pagecore.steps.walls import find_stand_in
from tests.sites.sample_site import make_html, make_list, make_redesign, make_story

#: A method that needs a feed learns something else.
METHODS = [method.name for method in list_methods("site") if not method.needs]


def write_error(n: int) -> str:
    """An error page that names the page that is missing, and offers others."""
    links = "".join(f"<li><a href=/{at}>{make_story(n * 10 + at, 5)}</a>" for at in range(3))
    return (
        f"<html lang=en><title>404</title><body class=error><main><h1>Error 404</h1><p>The page "
        f"{make_story(n, 2)} does not exist. Perhaps you meant:</p><ul>{links}</ul></main>"
    )


SIGNS = [
    # what it shows     page                                                       sign
    ("title",           "<title>404 Not Found</title><p>Sorry",                    "status 404"),
    ("heading",         "<title>Oops</title><h1>Error 503</h1>",                   "status 503"),
    ("challenge",       "<script>window._cf_chl_opt={}</script><p>Wait",           "a challenge"),
    ("redirect",        "<meta http-equiv=refresh content='0; url=/a'><p>Moved",   "a redirect"),
    ("an article",      f"<title>Tides</title><h1>Tides</h1><p>{make_story(1)}",   None),
    ("long text",       f"<title>404</title><p>{make_story(1, 500)}",              None),
    ("empty",           "",                                                        None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "sign"), [case[1:] for case in SIGNS], ids=[case[0] for case in SIGNS]
)
def test_signs(html: str, sign: str | None) -> None:
    assert find_stand_in(parse(html)) == sign


@pytest.mark.parametrize("method", METHODS)
def test_most_pages_are_different_error_pages(method: str) -> None:
    parameters: dict[str, Any] = {"learner": "default"} if method == "hybrid" else {}
    articles = [make_html(n) for n in range(3)]
    pages = [*(write_error(n) for n in range(7)), *articles]
    wrapper = learn(pages, method=method, **parameters)
    note = (
        "like error pages (status 404), and not used, among 10 pages: 7 pages: page 1, page 2, "
        "page 3 and 4 more"
    )
    assert note in wrapper.notes
    # As if they were not there.
    assert wrapper.body == learn(articles, method=method, **parameters).body
    assert not wrapper.fits(parse(write_error(9)))
    assert "no-content" in [warning.code for warning in apply(wrapper, write_error(9)).warnings]


def test_error_pages_beside_two_classes() -> None:
    pages = [write_error(1), *(make_html(n) for n in range(4)), *(make_list(n) for n in range(3))]
    wrapper = learn(pages, method="cst")
    assert isinstance(wrapper.body, ClassedBody)
    assert wrapper.notes[:4] == (
        "2 page classes among 8 pages",
        "page class 1: 4 pages: page 2, page 3, page 4 and 1 more",
        "page class 2: 3 pages: page 6, page 7, page 8",
        "like error pages (status 404), and not used, among 8 pages: 1 page: page 1",
    )
    assert Wrapper.read(wrapper.xml()) == wrapper


def test_nothing_but_error_pages() -> None:
    pages = [write_error(n) for n in range(3)]
    with pytest.raises(WrapperError, match=r"all pages are like error pages \(status 404\).*'one'"):
        learn(pages, method="cst")
    assert learn(pages, method="cst", classes="one").fits(parse(pages[0]))


def test_update_does_not_learn_from_error_pages() -> None:
    old = learn([make_html(n) for n in range(4)], method="cst")
    pages = [*(write_error(n) for n in range(3)), *(make_redesign(n) for n in range(3))]
    updated = learn(pages, update=old)
    assert any(note.startswith("like error pages (status 404)") for note in updated.notes)
    assert updated.fits(parse(make_redesign(9)))
    assert not updated.fits(parse(write_error(9)))
    alone = learn(pages[:3], update=old)
    assert alone.body == old.body
