"""Tokens of `class`: which belong to the template of a site, and pages with tokens of their own."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import Wrapper, apply, learn, parse
from pagecore.classes import tokens as module
from pagecore.classes.tokens import TokenCounter, digest_tokens, list_tokens, read_tokens
from pagecore.errors import WrapperError
from tests.sites.sample_site import make_html, make_story


def test_tokens_are_those_of_visible_elements() -> None:
    page = parse("<p class=' a\tb\na '><p class=''><p><p hidden class=c>")
    assert list_tokens(page) == {"a", "b"}
    assert list_tokens(parse("")) == set()


def select_tokens(*values: str) -> tuple[str, ...]:
    """The tokens of a site whose pages have one element each."""
    counter = TokenCounter()
    for value in values:
        counter.add(parse(f"<p class='{value}'>x"))
    return counter.select()


SITES = [
    # what it shows            classes of the pages            tokens
    ("on all pages",           ["post", "post"],               ("post",)),
    ("on half of the pages",   ["b a", "a b", "x", "y"],       ("a", "b")),
    ("on fewer",               ["a", "a", "b", "b", "b"],      ("b",)),
    ("on one of two pages",    ["a 1", "a 2"],                 ("a",)),
    ("on the only page",       ["a"],                          ()),
    ("not writable",           ["a&#1;b c", "a&#1;b c"],       ("c",)),
    ("too long",               ["x" * 101, "x" * 101],         ()),
    ("no page",                [],                             ()),
]  # fmt: skip


@pytest.mark.parametrize(
    ("values", "tokens"), [case[1:] for case in SITES], ids=[case[0] for case in SITES]
)
def test_tokens_of_a_template_are_on_half_of_the_pages(
    values: list[str], tokens: tuple[str, ...]
) -> None:
    assert select_tokens(*values) == tokens


def test_of_too_many_tokens_those_on_the_most_pages_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MAX_TOKENS", 2)
    assert select_tokens("d c b a", "d c b a", "d") == ("a", "d")
    with pytest.raises(WrapperError, match="names='a b c': expected 2 classes at most"):
        read_tokens("a b c")


def test_other_tokens_make_no_difference() -> None:
    page = parse("<p class='a b'>x<p class='b c a'>y<p class=b>z<p class=c>v<p>w")
    of_rows = digest_tokens(page, ("a", "b"))
    paragraphs = of_rows[np.flatnonzero(page.is_tag("p"))].tolist()
    assert paragraphs[0] == paragraphs[1] != paragraphs[2]
    assert paragraphs[3:] == [0, 0]
    assert 0 not in paragraphs[:3]


def write_post(n: int) -> str:
    """A page of a blog: header, story and footer directly in a body with a number of its own."""
    return (
        f'<html lang=en><body class="post postid-{n}"><header><p>Harbour Courier</p></header>'
        f"<main class='entry entry-{n}'><p>{make_story(n)}</p></main>"
        "<footer><p>Imprint and privacy policy</p></footer>"
    )


@pytest.mark.parametrize("method", ["entropy", "ibdf", "cst"])
def test_a_number_in_a_class_does_not_make_another_template(method: str) -> None:
    wrapper = Wrapper.read(learn([write_post(n) for n in range(10)], method=method).xml())
    for n in (3, 77):
        assert wrapper.fits(parse(write_post(n))).score == pytest.approx(1)
        document = apply(wrapper, write_post(n))
        assert (document.method, document.text) == (f"site/{method}", make_story(n))


@pytest.mark.parametrize("method", ["entropy", "ibdf", "cst"])
def test_a_class_of_most_pages_belongs_to_the_template(method: str) -> None:
    wrapper = learn([make_html(n) for n in range(4)], method=method)
    other = make_html(77).replace('class="', 'class="x')
    assert wrapper.fits(parse(make_html(77))).score > 0.9
    assert not wrapper.fits(parse(other))
