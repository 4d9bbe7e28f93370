"""The address that a page declares, for pages without a URL."""

from __future__ import annotations

import pickle

import pytest

from pagecore import extract, parse

LINK = "<a href=c>c</a>"
CANONICAL = "<link rel=canonical href=https://a.example/x/y>"
OG_URL = "<meta property=og:url content=https://www.a.example/z/>"
CASES = [
    # page                                                      address
    (CANONICAL,                                                 "https://a.example/x/y"),
    (OG_URL,                                                    "https://www.a.example/z/"),
    (OG_URL + CANONICAL,                                        "https://a.example/x/y"),
    ("<link rel='x CANONICAL' href=https://a.example/x>",       "https://a.example/x"),
    ("<meta name=og:url content=' https://a.example/x '>",      "https://a.example/x"),
    (CANONICAL + "<meta property=og:url content=https://b.example/>", None),
    ("<link rel=canonical href=/x>",                            None),
    ("<link rel=canonical href=//c.example/1>",                 "https://c.example/1"),
    ("<meta property=og:url content=//c.example/1>",            "https://c.example/1"),
    ("<base href=http://b.example/><link rel=canonical href=//c.example/1>", "http://c.example/1"),
    ("<link rel=canonical href=javascript:x>",                  None),
    ("<link rel=canonical href=mailto:a@a.example>" + OG_URL,   "https://www.a.example/z/"),
    (f"<link rel=canonical href=https://a.example/{'x' * 3000}>", None),
    ("<base href=https://b.example/><link rel=canonical href=/x>", "https://b.example/x"),
    ("<p>",                                                     None),
]  # fmt: skip


@pytest.mark.parametrize(("html", "address"), CASES)
def test_addresses(html: str, address: str | None) -> None:
    page = parse(html)
    assert (page.address, page.url) == (address, None)


def test_links_are_resolved_against_it() -> None:
    page = parse(CANONICAL + LINK + "<img src=i.png alt=i>")
    assert [link.url for link in page.links()] == ["https://a.example/x/c"]
    document = extract(CANONICAL + f"<p>One {LINK} two.")
    assert document.markdown() == "One [c](https://a.example/x/c) two."
    assert 'href="https://a.example/x/c"' in document.html()
    assert document.to_text(links=True) == "One c <https://a.example/x/c> two."


def test_the_base_and_the_url_are_first() -> None:
    page = parse("<base href=https://b.example/d/>" + CANONICAL + LINK)
    assert page.base == "https://b.example/d/"
    (warning,) = page.warnings
    assert warning.message.endswith(
        "the URL of the page is its canonical link, https://a.example/x/y; relative links are "
        "resolved against its base, https://b.example/d/"
    )
    page = parse(CANONICAL + LINK, url="https://c.example/e/")
    assert (page.address, page.base) == ("https://c.example/e/",) * 2
    assert page.warnings == ()
    # A relative base is resolved, as HTML says.
    assert parse("<base href=/d/>" + CANONICAL).base == "https://a.example/d/"


def test_a_warning_says_which_was_used() -> None:
    (warning,) = parse(CANONICAL + LINK).warnings
    assert (warning.code, warning.row) == ("url-declared", 2)
    message = "its canonical link, https://a.example/x/y; relative links are resolved against it"
    assert warning.message.endswith(message)
    (warning,) = parse(OG_URL + LINK).warnings
    assert "its og:url, https://www.a.example/z/; relative" in warning.message
    conflict = CANONICAL + "<meta property=og:url content=https://b.example/>" + LINK
    (warning,) = parse(conflict).warnings
    assert warning.message.endswith("relative links are not resolved")
    assert "a.example (canonical link) and b.example (og:url)" in warning.message


def test_the_warning_names_links_only_if_there_are_relative_ones() -> None:
    (warning,) = parse(CANONICAL + "<a href=https://b.example/>b</a><a href='#x'>x</a>").warnings
    assert "links" not in warning.message


def test_all_outputs_have_the_same_url() -> None:
    document = extract(CANONICAL + f"<p>One {LINK} two.")
    url = "https://a.example/x/y"
    assert document.url == document.to_dict()["url"] == url
    assert f'url: "{url}"' in document.markdown(front_matter=True)
    assert f'<ptr target="{url}"/>' in document.xml()
    (chunk,) = document.chunks()
    assert chunk.metadata.url == url
    assert chunk.markdown == "One [c](https://a.example/x/c) two."
    conflict = CANONICAL + "<meta property=og:url content=https://b.example/><p>One."
    assert extract(conflict).to_dict()["url"] is None
    assert extract(CANONICAL + "<p>One.", url="https://c.example/").url == "https://c.example/"


def test_an_unpickled_page_warns_once() -> None:
    page = parse(CANONICAL + LINK)
    assert pickle.loads(pickle.dumps(page)).warnings == page.warnings
