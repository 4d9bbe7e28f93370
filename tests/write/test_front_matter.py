"""Front matter: YAML that parsers read back."""

from __future__ import annotations

import re
from html import escape

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pagecore import extract, parse
from pagecore.extract import keep_all
from pagecore.page.plain_text import PLAIN_TEXT
from tests.write.rendered import RENDERERS

TEXT = "<article>" + "<p>One day the ferry did not come, and nobody in the town asked why.</p>" * 20


def read(markdown: str) -> tuple[dict[str, object], str]:
    before, block, content = markdown.split("---\n", 2)
    assert before == ""
    values: dict[str, object] = yaml.safe_load(block)
    return values, content


def test_nothing_is_written_without_any_field() -> None:
    document = keep_all(parse(b"one", fragment=PLAIN_TEXT))
    assert document.markdown(front_matter=True) == "one"


def test_fields_of_the_front_matter() -> None:
    html = f"""<html lang=en><title>The ferry</title><meta name=author content="Ann Berg">
    <meta property=article:published_time content=2024-03-05><meta name=keywords content="sea, 1">
    <meta property=og:site_name content="Courier"><meta property=og:type content=article>{TEXT}"""
    document = extract(html, url="https://a.example/f")
    values, content = read(document.markdown(front_matter=True))
    assert values == {
        "title": "The ferry",
        "authors": ["Ann Berg"],
        "date": "2024-03-05",
        "url": "https://a.example/f",
        "site": "Courier",
        "language": "en",
        "tags": ["sea", "1"],
        "page_type": document.page_type,
        "confidence": pytest.approx(document.confidence, abs=0.001),
    }
    assert content == "\n" + document.markdown()
    values, content = read(document.markdown(front_matter=True, title=False))
    assert values["title"] == "The ferry"
    assert content == "\n" + document.markdown(title=False)


def test_fields_without_a_value_are_left_out() -> None:
    values, _ = read(extract(TEXT, method="coreex").markdown(front_matter=True))
    assert set(values) == {"language", "page_type"}


@pytest.mark.parametrize(
    "title",
    [
        "no",
        "2024-01-02",
        "1e3",
        "a: b # c",
        "--- \\ \" '",
        "é 😀 \u200f x",
        "- a",
        "{a}",
        "*a",
        "%a",
    ],
)
def test_titles_read_back(title: str) -> None:
    check(title)


@given(st.text(min_size=1, max_size=40))
def test_any_title_reads_back(title: str) -> None:
    check(title)


def check(title: str) -> None:
    document = extract(f"<title>{escape(title)}</title>{TEXT}")
    values, _ = read(document.markdown(front_matter=True))
    assert values.get("title") == document.title


@pytest.mark.parametrize(
    "title",
    [
        "<script>alert(1)</script>",
        "x <img src=x onerror=alert(1)>",
        "<!-- x",
        "[x](javascript:alert(1))",
        "![x](https://e.example/x.png)",
        "<https://e.example/>",
        "http://e.example/ HTTPS://e.example WWW.e.example www.e.example",
        "`x` *x* **x** _x_ __x__ ~x~ ~~x~~ $x$ $$x$$",
        "\\<b> \\[x](y) \\`x\\`",
    ],
)
def test_no_renderer_makes_markup_of_a_title(title: str) -> None:
    fields = "".join(
        f'<meta name="{name}" content="{escape(title)}">'
        for name in ("author", "keywords", "og:site_name", "article:tag")
    )
    document = extract(f"<title>{escape(title)}</title>{fields}{TEXT}")
    markdown = document.markdown(front_matter=True, title=False)
    values, _ = read(markdown)
    assert values["title"] == document.title
    for render in RENDERERS.values():
        html = render(markdown)
        # The lines around the block are a rule and the underline of a heading; lists are lists.
        assert set(re.findall(r"<(?!/)(\w+)", html)) <= {"hr", "h2", "p", "ul", "li"}, html
        assert "<!" not in html


def test_words_and_the_url_are_written_as_they_are() -> None:
    document = extract(
        f"<title>snake_case &amp; A | B: 5 > 3</title>{TEXT}", url="https://a.example/f_g"
    )
    lines = document.markdown(front_matter=True).splitlines()
    assert lines[1:3] == ['title: "snake_case & A | B: 5 > 3"', 'url: "https://a.example/f_g"']
