"""The verb `next_page`."""

from __future__ import annotations

import pytest

import pagecore
from pagecore.errors import BadInput, BadOption
from tests.pagination.test_lists import BLOG, PAGER, STORY, URL


def test_articles_and_lists() -> None:
    story = pagecore.parse(STORY + PAGER, url=URL)
    blog = pagecore.parse(BLOG + PAGER, url=URL)
    assert pagecore.next_page(story) == pagecore.next_page(story, kind="article")
    assert pagecore.next_page(story) is not None
    assert pagecore.next_page(blog) is None
    for page in (story, blog):
        following = pagecore.next_page(page, kind="list")
        assert following is not None
        assert (following.url, following.number) == (f"{URL}/2", 2)
        assert (following.by, following.text) == ("sequence", "2")
        assert page.get(following.row, "href") == "/news/2"
    plain = pagecore.parse(STORY, url=URL)
    assert pagecore.next_page(plain) is pagecore.next_page(plain, kind="list") is None


def test_a_link_without_a_number() -> None:
    page = pagecore.parse("<a href=?after=x>Next</a>", url=URL)
    assert pagecore.next_page(page, kind="list") == (f"{URL}?after=x", 3, "label", 0, "Next")


def test_wrong_arguments() -> None:
    page = pagecore.parse(STORY, url=URL)
    with pytest.raises(BadOption, match="kind='thread': expected 'article' or 'list'"):
        pagecore.next_page(page, kind="thread")  # type: ignore[arg-type]  # Wrong on purpose.
    with pytest.raises(BadInput, match="next_page takes a parsed page"):
        pagecore.next_page(STORY)  # type: ignore[arg-type]  # Wrong on purpose.
