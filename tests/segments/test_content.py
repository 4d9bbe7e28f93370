"""Content: sections and windows of what the default extractor keeps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pagecore import Page, parse, segment
from pagecore import content as choose_content
from pagecore.segments.content import cut_content
from tests.segments.texts import texts_of

PAGES = Path(__file__).parents[1] / "pages"

CASES = [
    # what it shows, page, windows of 4 words
    ("a heading begins a section", "<p>a<h2>H</h2><p>b", ["a", "H b"]),
    ("headings stay together", "<h1>T</h1><h2>H</h2><p>a", ["T H a"]),
    ("a long section", "<h2>H</h2><p>a b c<p>d e<h2>I</h2><p>f", ["H a b c", "d e", "I f"]),
    ("a text is not divided", "<p>a b c d e f<p>g", ["a b c d e f", "g"]),
    ("formatted headings", "<p>a<h2><b>H</b> <i>I</i></h2><p>b", ["a", "H I b"]),
    ("a heading at the end", "<p>a<h2>H</h2>", ["a", "H"]),
    ("nothing", "<div></div>", []),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "html", "texts"), CASES, ids=[case[0] for case in CASES])
def test_known_segments_of_a_whole_page(shows: str, html: str, texts: list[str]) -> None:
    page = parse(html)
    segmentation = cut_content(page, np.ones(len(page), np.bool_), words=4)
    assert texts_of(page, segmentation) == texts
    assert segmentation.columns["words"].tolist() == [len(text.split()) for text in texts]


def test_rows_outside_the_content_are_in_no_segment() -> None:
    page = parse("<p>a<p id=menu>x y z<p>b")
    kept = page.text_start >= 0
    menu = int(np.flatnonzero(page.is_tag("p"))[1])
    kept = kept & ~page.under(menu)
    segmentation = cut_content(page, kept, words=2)
    # Words of the menu do not fill the window.
    assert texts_of(page, segmentation) == ["a b"]
    assert segmentation.evidence["section"][menu + 1] == -1


def test_article_without_its_menus() -> None:
    page = parse((PAGES / "article-en.html").read_bytes())
    segmentation = segment(page, method="content", words=60)
    texts = texts_of(page, segmentation)
    assert texts[0].startswith("Every year around midsummer")
    assert any(text.startswith("What can be done Clockmakers") for text in texts)
    assert not any("Towers" in text or "Sundials" in text for text in texts)
    assert len(texts) > 2


def test_segments_are_the_content_of_the_default_extractor() -> None:
    page: Page = parse((PAGES / "article-en.html").read_bytes())
    ids = segment(page, method="content").ids
    is_text = (page.tag == 0) & (page.words > 0)
    kept = choose_content(page, steps=()).content
    assert ((ids >= 0) & is_text).tolist() == (kept & is_text).tolist()
