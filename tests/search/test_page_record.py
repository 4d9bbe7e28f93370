"""The record of a page: fields, segments with headings and XPaths, chunks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pagecore import extract, parse
from pagecore.errors import BadOption
from pagecore.extract import keep_all
from pagecore.search.page_record import PageRecord, read_page_record

PAGES = Path(__file__).parents[1] / "pages"
ARTICLE = parse((PAGES / "article-en.html").read_bytes(), url="https://News.example.org/clock")


def test_fields_of_an_article() -> None:
    record = read_page_record(ARTICLE)
    assert record.url == "https://News.example.org/clock"
    assert record.title == "Why the old clock runs slow in summer"
    assert record.headings == ("What can be done",)
    assert (record.language, record.host, record.date) == ("en", "news.example.org", "2022-07-03")
    assert record.page_type == "article"
    assert record.authors == ("Ada Lindqvist",)


def test_segments_have_headings_and_xpaths() -> None:
    first, second = read_page_record(ARTICLE).segments
    assert first.heading_path == ("Why the old clock runs slow in summer",)
    assert first.xpath == "/html/body/div/p[1]"
    assert second.text.startswith("What can be done\nClockmakers")
    assert second.heading_path == ("Why the old clock runs slow in summer", "What can be done")
    assert second.xpath == "/html/body/div/h2"


def test_other_segmentations_index_the_whole_page() -> None:
    assert "Sundials" not in read_page_record(ARTICLE).body
    for segments in ("dom", "fixed"):
        record = read_page_record(ARTICLE, segments=segments)
        assert "Sundials" in record.body
        assert "Related" in record.headings


def test_heading_path_follows_the_levels() -> None:
    html = "<h1>A</h1><p>a<h2>B</h2><p>b<h3>C</h3><p>c<h2>D</h2><p>d"
    paths = [of.heading_path for of in read_page_record(parse(html), segments="dom").segments]
    assert paths[1] == ("A",)
    assert paths[-5:] == [("A", "B"), ("A", "B", "C"), ("A", "B", "C"), ("A", "D"), ("A", "D")]


def test_content_that_a_page_carries_as_data() -> None:
    words = " ".join(f"The {number}. sentence of the story is here." for number in range(60))
    data = json.dumps({"@type": "NewsArticle", "headline": "Lakes", "articleBody": words})
    html = f'<title>Lakes</title><script type="application/ld+json">{data}</script><div></div>'
    document = extract(html)
    assert len(document.parts) == 2
    record = read_page_record(document)
    assert record.body.startswith("The 0. sentence")
    assert {segment.xpath for segment in record.segments} == {""}


def test_chunks_with_the_same_words_have_the_same_digest() -> None:
    other = parse((PAGES / "article-en.html").read_bytes(), url="https://copy.example.org/")
    chunks, copies = read_page_record(ARTICLE).chunks, read_page_record(other).chunks
    assert [chunk.digest for chunk in chunks] == [chunk.digest for chunk in copies]
    assert chunks[0].id != copies[0].id
    assert read_page_record(ARTICLE, with_chunks=False).chunks == ()


def test_plain_text_is_divided_into_chunks() -> None:
    text = "\n\n".join(f"Paragraph {number}. " + "It has some words. " * 20 for number in range(9))
    document = keep_all(parse(text, fragment="plaintext"))
    for segments in ("content", "fixed", "dom"):
        record = read_page_record(document, segments=segments, url="a.txt")
        assert len(record.segments) > 1
        assert [of.text for of in record.segments] == [of.text for of in record.chunks]


@pytest.mark.parametrize(
    ("url", "host"),
    [("https://A.example:80/b", "a.example"), ("https://[x/", ""), ("a/b.html", "")],
)
def test_host(url: str, host: str) -> None:
    assert read_page_record(parse("<p>word"), url=url).host == host


def test_record_survives_json() -> None:
    record = read_page_record(ARTICLE)
    assert PageRecord.from_dict(json.loads(json.dumps(record.to_dict()))) == record


def test_page_without_a_url_has_the_name_that_is_passed() -> None:
    record = read_page_record(parse("<p>word"), url="pages/a.html")
    assert (record.url, record.host) == ("pages/a.html", "")


def test_unknown_segmentation_and_parameter() -> None:
    with pytest.raises(BadOption, match="content"):
        read_page_record(ARTICLE, segments="blocks")
    with pytest.raises(BadOption, match="words"):
        read_page_record(ARTICLE, window=3)


@pytest.mark.parametrize("html", ["", "<div></div>", "<h1></h1>"])
def test_page_without_text(html: str) -> None:
    record = read_page_record(parse(html))
    assert (record.body, record.segments, record.headings) == ("", (), ())
