"""Images: where pages put their addresses, and the text that stands in for them."""

from __future__ import annotations

import pytest

from pagecore import Page, parse
from pagecore.page.images import find_images
from tests.growth import check_ends

CASES = [
    # what it shows       page                                                   address, text
    ("plain",             "<img src=a.png alt=x>",                               ("a.png", "x")),
    ("no text",           "<img src=a.png>",                                     ("a.png", "")),
    ("white space",       "<img src=' a.png ' alt=' x\n y '>",                   ("a.png", "x y")),
    ("loaded late",       "<img src=blank.gif data-src=a.png>",                  ("a.png", "")),
    ("a placeholder",     "<img src=data:image/gif;base64,R0 srcset='a.png 1x'>", ("a.png", "")),
    ("the widest",        "<img srcset='b.png 320w, a.png 1024w, c.png 640w'>",  ("a.png", "")),
    ("the densest",       "<img srcset='b.png, a.png 2x'>",                      ("a.png", "")),
    ("commas in one",     "<img srcset='w_1,h_2/a.png 9w, b.png 3w'>",      ("w_1,h_2/a.png", "")),
    ("of a picture",      "<picture><source srcset=a.png><img alt=x></picture>", ("a.png", "x")),
    ("JSON",              "<img data-src='{&quot;a&quot;: 1}' src=a.png>",       ("a.png", "")),
    ("for scripts",       "<img src=b.png><noscript><img src=a.png></noscript>", ("a.png", "")),
    ("and another",       "<p><img src=b.png></p><img><noscript><img src=a.png>", ("a.png", "")),
    ("text alone",        "<img src=data:x alt=x>",                              (None, "x")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("html", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_images(html: str, expected: tuple[str | None, str]) -> None:
    (image,) = find_images(parse(html, url="https://a.example/b/"))
    name, text = expected
    assert image.url == (None if name is None else f"https://a.example/b/{name}")
    assert image.text == text


def test_what_scripts_would_not_load_stays() -> None:
    page = parse(
        "<p><img src=a.png></p>b<noscript><img src=c.png></noscript><img src=d.png>"
        "<noscript><img src=e.png width=1></noscript>",
        url="https://a.example/",
    )
    urls = [image.url for image in find_images(page, page.visible)]
    assert urls == ["https://a.example/a.png", "https://a.example/d.png"]


@pytest.mark.parametrize(
    "html", ["<img>", "<img src=data:x>", "<img src=a width=1 height=1 alt=x>", "<svg></svg>"]
)
def test_what_is_not_an_image_to_a_reader(html: str) -> None:
    assert find_images(parse(html, url="https://a.example/")) == []


def test_without_a_url_only_whole_addresses_are_known() -> None:
    page = parse("<img src=a.png alt=x><img src=https://b.example/a.png>")
    assert [image.url for image in find_images(page)] == [None, "https://b.example/a.png"]


def test_repeated_images_take_linear_time() -> None:
    def make(n: int) -> Page:
        return parse("<p>Some words.<p>" + "<img src=/a.png alt=b>" * n, url="https://a.example/")

    assert len(find_images(make(1000))) == 1
    page = make(400_000)
    assert len(check_ends(lambda: find_images(page))) == 1


def test_image_after_text_is_not_a_repeated_one() -> None:
    page = parse("<img src=/a><img src=/a> b <img src=/a><img src=/a>", url="https://a.example/")
    assert len(find_images(page)) == 2
