"""The contract of every method that learns from a site, on a site that can be learned."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pagecore import Page, Site, Wrapper, parse
from pagecore.errors import WrapperError
from pagecore.registry import Method, list_methods
from tests.contract.contract_pages import SOME, read_test_page

METHODS = [method for method in list_methods() if method.family.takes is Site]


#: The texts of the pages. They differ, because text that all pages share is not content for methods
#: that compare pages.
STORIES = (
    "The tide comes in at six, and the boats go out past the mole before the fog has lifted.",
    "Our baker mixes rye with water in a wooden trough, then waits until the dough has doubled.",
    "Seven climbers reached the northern ridge on Tuesday; snow stopped them below the summit.",
    "A violin maker needs spruce that grew slowly, high up, where winters are long and dry.",
    "Election officers counted ballots until midnight, although nobody contested the result.",
    "Engineers drained this canal for the first time since 1974 to repair its crumbling walls.",
)


def site_pages() -> list[Page]:
    """Pages of a site: the content of each is in a part of its own."""
    menu = "<div id=menu><a href=/>Home</a> <a href=/news>News</a></div>"
    html = "<title>{0}</title>{1}<div id=text class=post><h1>{0}</h1><p>{0} {2}</p></div>"
    return [
        parse(html.format(f"Page {at}", menu, " ".join([story] * 9)))
        for at, story in enumerate(STORIES)
    ]


def make_site(method: Method, pages: Iterable[Page]) -> Site:
    """A site of these pages, with a feed for a method that needs one."""
    entry = (
        "<item><title>Page {0}</title><link>https://site.example/{0}</link>"
        "<description>Page {0} {1}</description></item>"
    )
    entries = (entry.format(at, " ".join([story] * 9)) for at, story in enumerate(STORIES))
    feed = f"<rss version='2.0'><channel>{''.join(entries)}</channel></rss>".encode()
    return Site.of(pages, feed=feed if "feed" in method.needs else None)


@pytest.fixture(params=METHODS, ids=str)
def method(request: pytest.FixtureRequest) -> Method:
    known: Method = request.param
    return known


@pytest.fixture
def wrapper(method: Method) -> Wrapper:
    learned: Wrapper = method(make_site(method, site_pages()))
    return learned


def test_wrapper_keeps_the_contract(method: Method, wrapper: Wrapper) -> None:
    assert list(method.family.check(Site.of(site_pages()), wrapper)) == []
    assert wrapper.method == method.name
    assert Wrapper.read(wrapper.xml()) == wrapper


def test_same_pages_same_wrapper(method: Method, wrapper: Wrapper) -> None:
    # Nothing of it depends on the run, and an iterator serves as well as a list.
    assert method(make_site(method, iter(site_pages()))).xml() == wrapper.xml()


def test_wrapper_finds_the_content_of_a_page(wrapper: Wrapper) -> None:
    page = site_pages()[0]
    assert wrapper.fits(page)
    (item,) = wrapper.fields(page)
    # A method with several fields calls it the body of an entry.
    content = item["body" if "body" in item else "content"]
    assert "boats" in content.text
    assert "News" not in content.text
    assert b"boats" in page.source[content.start : content.stop]


@pytest.mark.parametrize("name", SOME)
def test_wrapper_of_another_site_does_not_fit(wrapper: Wrapper, name: str) -> None:
    page = read_test_page(name)
    assert not wrapper.fits(page)
    with pytest.raises(WrapperError, match="does not fit"):
        wrapper.content(page)
    with pytest.raises(WrapperError, match="does not fit"):
        wrapper.fields(page)


def test_method_that_learns_nothing_says_so(method: Method) -> None:
    with pytest.raises(WrapperError, match="nothing was learned"):
        method(make_site(method, []))
