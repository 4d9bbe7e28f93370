"""The pages that every method has to cope with."""

from __future__ import annotations

import functools
from collections.abc import Callable
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


@functools.cache
def read_test_page(name: str) -> Page:
    """A page, parsed once: no method may change it."""
    return parse(MADE[name]() if name in MADE else FILES[name].read_bytes())
