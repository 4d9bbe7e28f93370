"""Structure: which headings, list items, table cells, code blocks, links and images are kept.

Elements are compared by their content: headings, list items and table cells by their own words
(without those of an item or a cell inside), code blocks by their text, links by target and words,
images by their URL, which may be in a `srcset` or in an attribute for lazy loading. Levels of
headings are not compared, because extractors renumber them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Final, TypeAlias

import numpy as np

from pagecore.metrics import words
from pagecore.metrics.score import Score, score_multisets
from pagecore.page import Html, Page, parse
from pagecore.page.images import find_images

Elements: TypeAlias = Counter[Hashable]

#: Kinds of elements and their tags.
KINDS: Final = {
    "headings": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "list items": ("li", "dt", "dd"),
    "table cells": ("td", "th"),
    "code blocks": ("pre",),
    "links": ("a",),
    "images": ("img",),
}


def score_structure(gold_html: Html, html: Html, url: str | None = None) -> dict[str, Score]:
    """Compute precision, recall and F1 for each kind of elements.

    Args:
        gold_html: the expected content.
        html: the output.
        url: the URL of the page; relative URLs of both are joined to it.

    Returns:
        A score for each kind that has an element in the gold or in the output.
    """
    gold, output = find_elements(gold_html, url), find_elements(html, url)
    return {
        kind: score_multisets(gold[kind], output[kind])
        for kind in KINDS
        if gold[kind] or output[kind]
    }


def find_elements(html: Html, url: str | None = None) -> dict[str, Elements]:
    """Find the visible elements of a page by kind, as keys that can be compared."""
    page = parse(html, url=url)
    elements: dict[str, Elements] = {}
    for kind in ("headings", "list items", "table cells"):
        texts = (
            tuple(words.split_words(text, unspaced=True))
            for _, text in _own_texts(page, KINDS[kind])
        )
        elements[kind] = Counter(filter(None, texts))
    code = (" ".join(text.split()) for _, text in _own_texts(page, KINDS["code blocks"]))
    elements["code blocks"] = Counter(filter(None, code))
    elements["links"] = Counter(
        (target, tuple(words.split_words(text, unspaced=True)))
        for row, text in _own_texts(page, KINDS["links"])
        if (target := _target(page, row, "href"))
    )
    addresses = {row: url for row, url, _ in find_images(page)}
    elements["images"] = Counter(
        source
        for row in np.flatnonzero(page.is_tag(*KINDS["images"]) & page.visible).tolist()
        if (source := addresses.get(row) or _target(page, row, "src"))
    )
    return elements


def _own_texts(page: Page, tags: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """The visible elements with one of the tags, each with its own text."""
    mask = page.is_tag(*tags) & page.visible
    nearest = page.above(mask)
    pieces: dict[int, list[str]] = {int(row): [] for row in np.flatnonzero(mask)}
    last: tuple[int, int] | None = None
    buffer = page.text_buffer
    text_or_line_end = (page.tag == 0) | page.is_tag("br")
    for row in np.flatnonzero((nearest >= 0) & page.visible & text_or_line_end):
        element = int(nearest[row])
        # A line break separates the words of two blocks, and those around an inner item. A `br` is
        # in no block, so it ends a line too.
        if last != (element, page.block[row]):
            pieces[element].append("\n")
        last = (element, int(page.block[row]))
        text = buffer[page.text_start[row] : page.text_stop[row]]
        pieces[element].append(str(text, "utf-8"))
    return ((row, "".join(parts)) for row, parts in pieces.items())


def _target(page: Page, row: int, name: str) -> str | None:
    """A URL made absolute, or as written if that fails; None if it is blank."""
    written = (page.get(row, name) or "").strip()
    return (page.resolve_url(written) or written) if written else None
