"""Embedded content: text that a page carries in its data and does not show, or shows as a stub."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.choice import COPIES, LOW_CONFIDENCE, Choice, Part
from pagecore.page import Page
from pagecore.page.columns import Mask
from pagecore.page.inner import find_inner_pages
from pagecore.steps.copies import without_copies
from pagecore.steps.step import Parts, Request

#: The name of the step in the log.
EMBEDDED: Final = "embedded"

#: A choice of fewer words may be a teaser of what the page carries; a doubtful one of more, too.
STUB_WORDS: Final = 60
DOUBTFUL_WORDS: Final = 300
#: A page that shows more is no shell. If little of it was chosen, and without doubt, only what it
#: declares to be its text can be more.
SHELL_WORDS: Final = 150
#: How many times as long as the stub its text is.
_LONGER: Final = 3
#: The least share of the words of the page's description that its own text has.
_MIN_TIE: Final = 0.5
#: A description of fewer words is a name.
_MIN_DESCRIPTION: Final = 3
_MOST_TITLES: Final = 8
_DESCRIBES: Final = frozenset({"description", "og:title", "og:description"})
#: What linked data is worth beside the state of an application, in which much else stands. Of the
#: values tried on pages of WCXB and Fundus larger ones were hardly better.
_LINKED: Final = 3.0
#: Of what is taken of a state, about this share is in the gold of those pages.
_TRUST_IN_STATE: Final = 0.7

#: Words; of scripts without spaces every character.
_UNSPACED: Final = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD: Final = re.compile(rf"[{_UNSPACED}]|[^\W_{_UNSPACED}]+")
#: The number of an item in a path.
_NUMBER: Final = re.compile(r"/\d+(?=/|$)")


def read_embedded(parts: Parts, request: Request) -> Parts:
    """Replace parts that are stubs by the text that their pages carry in their data."""
    return tuple(part for whole in parts for part in _replace_stub(whole, request))


def _replace_stub(part: Part, request: Request) -> Parts:
    page, choice = part
    if not is_stub(part) or _is_stand_in(choice):
        return (part,)
    inner = find_embedded(part, request)
    if inner is None:
        return (part,)
    emptied = choice.drop(page, choice.content, EMBEDDED, "the page carries more of it in its data")
    return Part(page, replace(emptied, wall=None)), inner


def _is_stand_in(choice: Choice) -> bool:
    """Whether the page stands in for another one, so that its data is not its content either. A
    method that does not estimate its confidence may have missed the content of the page, so an
    empty choice of it is no sign of that."""
    wall = choice.wall
    return wall is not None and wall.is_stand_in and choice.confidence is not None


def is_stub(part: Part) -> bool:
    """Whether so little was chosen that the page may carry more inside."""
    choice = part.choice
    if choice.confidence is None:
        return not choice.content.any()
    return part.n_words < (DOUBTFUL_WORDS if choice.confidence < LOW_CONFIDENCE else STUB_WORDS)


def find_embedded(part: Part, request: Request) -> Part | None:
    """The text that a page carries in its data, where that is much longer than what it shows and
    has most of the words that the page describes itself with."""
    page, choice = part
    description = _describe(page)
    least = max(1, _LONGER * part.n_words)
    best, most = None, 0.0
    is_trusted = choice.confidence is not None and choice.confidence >= LOW_CONFIDENCE
    only_linked = is_trusted and page.count_words(page.visible) >= SHELL_WORDS
    for inner in find_inner_pages(page):
        is_linked = _is_linked(inner)
        if only_linked and not is_linked:
            continue
        inside, kind = _choose_inside(inner, request), _kinds(inner)
        for number, (words, ties) in enumerate(_count(inner, inside, kind, description)):
            tie = ties / len(description) if description else 1.0
            worth = math.sqrt(words) * tie * (_LINKED if is_linked else 1.0)
            if words >= least and tie >= _MIN_TIE and worth > most:
                best, most = (inner, inside, kind != number, tie), worth
    return None if best is None else _make_part(*best)


def _choose_inside(inner: Page, request: Request) -> Choice:
    choice = request.choose(inner)
    return without_copies(inner, choice) if request.takes(COPIES) else choice


def _make_part(inner: Page, choice: Choice, others: Mask, tie: float) -> Part:
    """The part that is taken, with a confidence that its source allows."""
    kept = choice.drop(inner, others, EMBEDDED, "it is in another place of the data")
    if choice.confidence is not None:
        trust = tie if _is_linked(inner) else tie * _TRUST_IN_STATE
        kept = replace(kept, confidence=choice.confidence * trust)
    assert inner.origin is not None
    page, row = inner.origin
    return Part(inner, kept.note(EMBEDDED, f"read from {page.xpath(row)}"))


def _describe(page: Page) -> frozenset[str]:
    """The words of title, main headings and description; none where these are a name alone."""
    # Headings in headings would be read again and again.
    titles = np.flatnonzero(page.is_tag("title", "h1"))[:_MOST_TITLES]
    texts = [page.text(row) for row in titles.tolist()]
    for row in np.flatnonzero(page.is_tag("meta")).tolist():
        names = {page.get(row, "name"), page.get(row, "property")}
        if not names.isdisjoint(_DESCRIBES):
            texts.append(page.get(row, "content") or "")
    words = frozenset(_WORD.findall(" ".join(texts).lower()))
    return words if len(words) >= _MIN_DESCRIPTION else frozenset()


def _is_linked(inner: Page) -> bool:
    assert inner.origin is not None
    page, row = inner.origin
    return (page.get(row, "type") or "").strip().lower() == "application/ld+json"


def _kinds(inner: Page) -> npt.NDArray[np.intp]:
    """For every row the kind of value it is in: values with the same path, but for the numbers of
    items, are of one kind. What a state has beside the page's text is of others. Linked data, and
    what is no data, is of one kind."""
    number, paths = inner.attr("data-path")
    body = np.flatnonzero(inner.is_tag("body"))
    sections = inner.is_tag("section") & (number >= 0) & np.isin(inner.parent, body)
    if _is_linked(inner) or not sections.any():
        return np.zeros(len(inner), np.intp)
    numbers: dict[str, int] = {}
    of_path = [numbers.setdefault(_NUMBER.sub("/*", path), len(numbers)) for path in paths]
    near = inner.above(sections)
    return np.where(near >= 0, np.take(of_path, number[near]), -1)


def _count(
    inner: Page, choice: Choice, kind: npt.NDArray[np.intp], description: frozenset[str]
) -> list[tuple[int, int]]:
    """For every kind the number of words that were chosen, and how many words of the description
    are among them."""
    words = [0] * (int(kind.max()) + 1)
    shared: list[set[str]] = [set() for _ in words]
    rows = np.flatnonzero(choice.content & (inner.words > 0) & (kind >= 0))
    columns = (kind[rows], inner.words[rows], inner.text_start[rows], inner.text_stop[rows])
    for at, count, start, stop in zip(*(column.tolist() for column in columns), strict=True):
        text = bytes(inner.text_buffer[start:stop]).decode().lower()
        words[at] += count
        shared[at] |= description.intersection(_WORD.findall(text))
    return [(count, len(ties)) for count, ties in zip(words, shared, strict=True)]
