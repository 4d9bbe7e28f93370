"""Pages of a site written for the tests: one template, and texts without a word in common."""

from __future__ import annotations

import random
from functools import partial
from typing import Final

import pytest

from pagecore import Page, learn, parse

#: The pages of these tests are of one class.
learn_class: Final = partial(learn, classes="one")

HEAD = (
    '<header class="top"><div class="brand"><p>Harbour Courier</p></div>'
    '<nav class="menu"><ul><li><a href="/sport">Sport results</a></li>'
    '<li><a href="/weather">Weather forecast</a></li></ul></nav></header>'
)
SIDE = (
    '<aside class="side"><div class="box"><p>Subscribe to our newsletter</p></div>'
    '<div class="box2"><p>Advertise with the courier</p></div></aside>'
)
FOOT = '<footer class="bottom"><div class="legal"><p>Imprint and privacy policy</p></div></footer>'
BANNER = '<div class="banner"><div class="offer"><p>Autumn sale begins tomorrow</p></div></div>'


def make_story(seed: int, n_words: int = 60) -> str:
    """Words that no other story has, nearly."""
    drawn = random.Random(seed)
    syllables = [a + b for a in "bdfgklmnprtvz" for b in "aiou"]
    words = ["".join(drawn.choices(syllables, k=4)) for _ in range(n_words)]
    return " ".join(words)


def make_html(seed: int, *, head: str = HEAD, side: str = SIDE, foot: str = FOOT) -> str:
    """A page of the site."""
    story, more = make_story(seed), make_story(seed + 10_000, 30)
    return (
        f'<!DOCTYPE html><html lang="en"><body>{head}<main class="content">'
        f'<article class="post"><p>{story}</p><p>{more}</p></article></main>{side}{foot}</body>'
    )


def make_redesign(seed: int) -> str:
    """A page with the same texts in another template."""
    return (
        '<!DOCTYPE html><html lang="en"><body><div id="app"><div class="grid-12"><div class="hd">'
        "<div><p>Harbour Courier</p></div><section><p>Sport results</p><p>Weather forecast</p>"
        f'</section></div><div class="col-8"><section class="body-text"><p>{make_story(seed)}</p>'
        '</section></div><div class="col-4"><section><p>Subscribe to our newsletter</p></section>'
        '<section class="ft"><p>Imprint and privacy policy</p></section></div></div></div></body>'
    )


def make_variant(seed: int) -> str:
    """A page of an A/B test: the template, with a box above the story and another in the side."""
    more = '<div class="box3"><p>Most read this week</p></div></aside>'
    html = make_html(seed, side=SIDE.replace("</aside>", more))
    box = '<div class="variant-b"><p>Listen to this story</p></div>'
    return html.replace('<article class="post">', f'{box}<article class="post">')


def make_list(seed: int) -> str:
    """A page of the site's other template: a list of stories."""
    items = "".join(
        f'<section class="teaser"><div class="thumb"><p>{make_story(seed * 100 + at, 6)}</p></div>'
        f'<div class="lead"><p>{make_story(seed * 100 + at + 50, 9)}</p></div></section>'
        for at in range(5)
    )
    return (
        f'<!DOCTYPE html><html lang="en"><body>{HEAD}<div class="listing"><form class="filter">'
        f'<p>Filter stories</p></form>{items}<div class="pager"><div><p>Older</p></div></div>'
        f"</div>{FOOT}</body>"
    )


def make_pages(n: int = 6, **parts: str) -> list[Page]:
    """Pages of the site."""
    return [parse(make_html(seed, **parts)) for seed in range(n)]


def read_words(text: str) -> set[str]:
    """The distinct words of a text."""
    return set(text.lower().split())


#: A page of a template, with places for a heading, a number and a text.
POST = (
    "<header><a>Home</a><a>News</a><a>Sport</a></header><main><article><h1>{0}</h1>"
    "<p class=date>{1} May</p><p>{2}</p></article></main><footer><p>Contact</p><p>Imprint</p>"
    "</footer>"
)

#: Changes of that template that a wrapper still fits: what is replaced, and by what.
SMALL_CHANGES = [
    pytest.param("", "", id="a new page"),
    pytest.param("<header>", "<div class=banner>Sale ends Monday</div><header>", id="banner"),
    pytest.param("<a>Sport</a>", "<a>Sports today</a>", id="variant"),
    pytest.param("<footer>", "<aside><p>Read more</p></aside><footer>", id="a new part"),
    pytest.param("<main>", "<main class=wide>", id="a new class"),
]
