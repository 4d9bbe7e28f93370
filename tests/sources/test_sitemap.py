"""Sitemaps: lists of URLs."""

from __future__ import annotations

import gzip

import pytest

from pagecore.errors import BadInput
from pagecore.page import PageWarning
from pagecore.sources.kinds import FileKind
from pagecore.sources.read import ReadOptions
from pagecore.sources.sitemap import read_sitemap
from pagecore.sources.source import Source
from tests.inputs import make_sitemap

URLS = [f"https://a.example/{number}" for number in range(5)]


def read(content: bytes, max_urls: int = 99) -> list[Source | PageWarning]:
    source = Source("map", content=content, kind=FileKind.SITEMAP)
    return list(read_sitemap(source, ReadOptions(max_urls=max_urls)))


def places(items: list[Source | PageWarning]) -> list[str]:
    return [item.place for item in items if isinstance(item, Source)]


@pytest.mark.parametrize("is_index", [False, True])
def test_urls_in_their_order(is_index: bool) -> None:
    sources = read(make_sitemap(URLS, is_index=is_index))
    assert places(sources) == URLS
    assert [source.needs_pause for source in sources if isinstance(source, Source)] == [
        False, True, True, True, True,
    ]  # fmt: skip
    assert places(read(gzip.compress(make_sitemap(URLS)))) == URLS


def test_other_spellings() -> None:
    content = (
        b"<s:urlset xmlns:s='x' xmlns:image='y'>"
        b"<s:url><s:loc>\n https://a.example/?a=1&amp;b=2 \n</s:loc>"
        b"<image:image><image:loc>https://a.example/i.png</image:loc></image:image></s:url>"
        b"<s:url><s:loc><![CDATA[https://a.example/c]]></s:loc></s:url></s:urlset>"
    )
    assert places(read(content)) == ["https://a.example/?a=1&b=2", "https://a.example/c"]


def test_what_is_left_out_is_counted() -> None:
    *urls, other = [*URLS, URLS[0]], "file:///etc/passwd"
    warning, *sources = read(make_sitemap([*urls[0], other]), max_urls=3)
    assert places(sources) == URLS[:3]
    assert isinstance(warning, PageWarning)
    assert (warning.code, warning.count) == ("limit-urls", 4)
    assert "7 URLs, of which 3 are fetched" in warning.message
    assert "--max-urls 3" in warning.message


def test_a_sitemap_without_urls() -> None:
    with pytest.raises(BadInput, match=r"^map: the sitemap has no http or https URLs$"):
        read(make_sitemap([]))


def test_sitemaps_in_sitemaps_end() -> None:
    source = Source("map", content=make_sitemap(URLS), kind=FileKind.SITEMAP, position=(1, 1, 1))
    with pytest.raises(BadInput, match="sitemaps lead to sitemaps more than 3 times"):
        list(read_sitemap(source, ReadOptions()))
