"""The pages that every method has to cope with."""

from __future__ import annotations

import functools
from collections.abc import Callable
from html import escape
from itertools import pairwise
from pathlib import Path

from pagecore import Page, parse

ROOT = Path(__file__).resolve().parents[2]

#: Pages made for the contract, whose only word is "word".
MADE: dict[str, Callable[[], str | bytes]] = {
    "empty": lambda: b"",
    "one text": lambda: "word",
    "one word in a paragraph": lambda: "<p>word</p>",
    "no body": lambda: "<frameset><frame></frameset><noframes>word</noframes>",
    "nothing shown": lambda: "<title>word</title><p hidden>word word</p><script>word</script>",
    "only images": lambda: "<p><img></p><p><img></p>",
    "only links": lambda: "<ul>" + "<li><a href=/>word word</a>" * 9 + "</ul>",
    "100 000 siblings": lambda: "<p>word word, word." * 100_000,
    "60 000 levels": lambda: "<div>word word" * 60_000,
}
FILES = {
    str(path.relative_to(ROOT)): path
    for folder in ("tests/pages", "examples")
    for path in sorted((ROOT / folder).glob("*.html"))
}
PAGES = [*MADE, *FILES]
#: A page of each kind, for checks that need no more.
SOME = ["empty", "one text", "no body", "tests/pages/article-en.html", "examples/forum.html"]


def make_feed(page: Page) -> bytes:
    """A feed whose entries are blocks of a page: each is a title, and the next block its text."""
    lines = list(dict.fromkeys(filter(None, page.block_beginnings(300)[:40])))
    items = (
        f"<item><title>{escape(title)}</title><link>https://feed.example/{at}</link>"
        f"<pubDate>Fri, 22 Jul 2005 16:24:55 -0400</pubDate><description>{escape(text)}"
        "</description></item>"
        for at, (title, text) in enumerate(pairwise([*lines, "end"]))
    )
    return f"<rss version='2.0'><channel>{''.join(items)}</channel></rss>".encode()


@functools.cache
def read_test_page(name: str) -> Page:
    """A page, parsed once: no method may change it."""
    return parse(MADE[name]() if name in MADE else FILES[name].read_bytes())
