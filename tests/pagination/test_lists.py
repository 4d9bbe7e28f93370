"""Lists are told from articles, so that only the pages of articles are merged."""

from __future__ import annotations

from pagecore import Page, parse
from pagecore.pagination.lists import is_list_page
from pagecore.pagination.next_page import follow_pages

URL = "https://a.example/news"
PAGER = "<p><b>1</b> <a href=/news/2>2</a>"
BIRDS = ("Cranes", "Larks", "Storks", "Terns")


def tell(bird: str) -> str:
    """A paragraph that no other bird has."""
    return f"<p>The {bird} came back to the marshes in March. " + f"Nobody saw {bird} before. " * 9


def entry(bird: str) -> str:
    title = f"<h2><a href=/news/{bird}>{bird} came back to the marshes</a></h2>"
    return f"<div>{title}{tell(bird)}</div>"


BLOG = f"<title>News</title><h1>News</h1>{''.join(map(entry, BIRDS))}"
STORY = f"<title>News</title><h1>Cranes</h1>{tell('Cranes')}<h2>In March</h2>{tell('Larks')}"


def test_a_page_of_entries_is_a_list() -> None:
    assert is_list_page(parse(BLOG, url=URL))
    assert not is_list_page(parse(STORY, url=URL))


def test_headings_that_lead_to_the_page_itself_are_no_entries() -> None:
    heads = "".join(f"<h2><a href=#{bird}>On {bird}</a></h2>{tell(bird)}" for bird in BIRDS)
    assert not is_list_page(parse(f"<h1>Cranes</h1>{heads}", url=URL))
    assert not is_list_page(parse(f"<h1>Cranes</h1>{heads}"), URL)


def test_lists_are_not_followed() -> None:
    def read(url: str) -> Page:
        return parse(STORY + "<p>2", url=url)

    pages, warning = follow_pages(parse(BLOG + PAGER, url=URL), read)
    assert pages == []
    assert warning is not None
    assert "the page is a list, not an article" in warning.message
    pages, warning = follow_pages(parse(STORY + PAGER, url=URL), read)
    assert [page.url for page in pages] == [f"{URL}/2"]
    assert warning is None
