"""Structure kept: which headings, list items, cells, code, links and images came through.

An element is known by what it holds: a heading, list item or table cell by its own words (those of
an item or cell inside it are that one's), a code block by its text, a link by its target and words,
an image by its address, which may be in a `srcset` or wait for scripts. Levels of headings are not
compared, since extractors renumber them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Final, TypeAlias

import numpy as np

from pagecore.metrics import words
from pagecore.metrics.score import Score, of_multisets
from pagecore.page import Html, Page, parse
from pagecore.page.images import images_of

Elements: TypeAlias = Counter[Hashable]

#: The kinds of elements, and their tags.
KINDS: Final = {
    "headings": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "list items": ("li", "dt", "dd"),
    "table cells": ("td", "th"),
    "code blocks": ("pre",),
    "links": ("a",),
    "images": ("img",),
}


def kept(gold_html: Html, html: Html, url: str | None = None) -> dict[str, Score]:
    """Precision, recall and F1 of the elements of every kind.

    Args:
        gold_html: what the page's content should look like.
        html: what came out.
        url: where the page is; links and sources of both are joined to it.

    Returns:
        A score for every kind of which one of the two has an element; the others say nothing.
    """
    gold, found = elements(gold_html, url), elements(html, url)
    return {
        kind: of_multisets(gold[kind], found[kind]) for kind in KINDS if gold[kind] or found[kind]
    }


def elements(html: Html, url: str | None = None) -> dict[str, Elements]:
    """The visible elements of a page by kind, each by what it is known by."""
    page = parse(html, url=url)
    found: dict[str, Elements] = {}
    for kind in ("headings", "list items", "table cells"):
        texts = (
            tuple(words.tokens(text, unspaced=True)) for _, text in _own_texts(page, KINDS[kind])
        )
        found[kind] = Counter(known for known in texts if known)
    code = (" ".join(text.split()) for _, text in _own_texts(page, KINDS["code blocks"]))
    found["code blocks"] = Counter(known for known in code if known)
    found["links"] = Counter(
        (target, tuple(words.tokens(text, unspaced=True)))
        for row, text in _own_texts(page, KINDS["links"])
        if (target := _target(page, row, "href"))
    )
    addresses = {row: url for row, url, _ in images_of(page)}
    found["images"] = Counter(
        source
        for row in np.flatnonzero(page.is_tag(*KINDS["images"]) & page.visible).tolist()
        if (source := addresses.get(row) or _target(page, row, "src"))
    )
    return found


def _own_texts(page: Page, tags: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """The visible elements with one of the tags, and the text for which each is the nearest."""
    mask = page.is_tag(*tags) & page.visible
    nearest = page.above(mask)
    pieces: dict[int, list[str]] = {int(row): [] for row in np.flatnonzero(mask)}
    last: tuple[int, int] | None = None
    buffer = page.text_buffer
    text_or_line_end = (page.tag == 0) | page.is_tag("br")
    for row in np.flatnonzero((nearest >= 0) & page.visible & text_or_line_end):
        element = int(nearest[row])
        # Words of two blocks are not one, nor those around an item inside. A `br`, which is in no
        # block, parts lines in the same way.
        if last != (element, page.block[row]):
            pieces[element].append("\n")
        last = (element, int(page.block[row]))
        text = buffer[page.text_start[row] : page.text_stop[row]]
        pieces[element].append(str(text, "utf-8"))
    return ((row, "".join(parts)) for row, parts in pieces.items())


def _target(page: Page, row: int, name: str) -> str | None:
    """An address as a URL, as it is written where it cannot be joined; None where it is blank."""
    written = (page.get(row, name) or "").strip()
    return (page.join(written) or written) if written else None
