"""Content that a page carries in its data and does not show, or of which it shows a stub."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.document import LOW_CONFIDENCE, Part
from pagecore.page import Page
from pagecore.page.columns import Mask
from pagecore.page.inner import pages_inside

#: A choice of fewer words may be a teaser of what the page carries; a doubtful one of more, too.
STUB_WORDS: Final = 60
DOUBTFUL_WORDS: Final = 300
#: A page that shows more is no shell. If little of it was chosen, and without doubt, only what it
#: declares to be its text can be more.
SHELL_WORDS: Final = 150
#: How many times as long as the stub its text is.
_LONGER: Final = 3
#: The share of what a page says of itself that its own text has.
_MIN_TIE: Final = 0.5
#: A page that says less of itself says its name.
_MIN_SAID: Final = 3
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


def is_stub(choice: Choice, kept: int) -> bool:
    """Whether a choice, of so many words, is so little that the page may carry more inside."""
    if choice.confidence is None:
        return not choice.content.any()
    return kept < (DOUBTFUL_WORDS if choice.confidence < LOW_CONFIDENCE else STUB_WORDS)


def embedded(page: Page, choice: Choice, chosen: Callable[[Page], Choice]) -> Part | None:
    """What a page carries of its text, where that is much more than it shows: a long text that has
    most of what the page says of itself."""
    said = _said(page)
    least = max(1, _LONGER * int(page.words[choice.content].sum()))
    best, most = None, 0.0
    is_trusted = choice.confidence is not None and choice.confidence >= LOW_CONFIDENCE
    only_linked = is_trusted and int(page.words[page.visible].sum()) >= SHELL_WORDS
    for inner in pages_inside(page):
        is_linked = _is_linked(inner)
        if only_linked and not is_linked:
            continue
        inside, kind = chosen(inner), _kinds(inner)
        for number, (words, ties) in enumerate(_counted(inner, inside, kind, said)):
            tie = ties / len(said) if said else 1.0
            worth = math.sqrt(words) * tie * (_LINKED if is_linked else 1.0)
            if words >= least and tie >= _MIN_TIE and worth > most:
                best, most = (inner, inside, kind != number, tie), worth
    return None if best is None else _part(*best)


def _part(inner: Page, choice: Choice, others: Mask, tie: float) -> Part:
    """The part that is taken, and how far it is to be trusted."""
    kept = choice.without(inner, others, "it is in another place of the data")
    if choice.confidence is not None:
        trust = tie if _is_linked(inner) else tie * _TRUST_IN_STATE
        kept = replace(kept, confidence=choice.confidence * trust)
    return Part(inner, kept)


def _said(page: Page) -> frozenset[str]:
    """The words that a page says of itself: title, main headings, description. A name alone says
    nothing."""
    # Headings in headings would be read again and again.
    titles = np.flatnonzero(page.is_tag("title", "h1"))[:_MOST_TITLES]
    texts = [page.text(row) for row in titles.tolist()]
    for row in np.flatnonzero(page.is_tag("meta")).tolist():
        names = {page.get(row, "name"), page.get(row, "property")}
        if not names.isdisjoint(_DESCRIBES):
            texts.append(page.get(row, "content") or "")
    words = frozenset(_WORD.findall(" ".join(texts).lower()))
    return words if len(words) >= _MIN_SAID else frozenset()


def _is_linked(inner: Page) -> bool:
    assert inner.origin is not None
    page, row = inner.origin
    return (page.get(row, "type") or "").strip().lower() == "application/ld+json"


def _kinds(inner: Page) -> npt.NDArray[np.intp]:
    """For every row the kind of value it is in: values with the same path, but for the numbers of
    items, are of one kind. What a state has beside the page's text is of others. Linked data, and
    what is no data, is of one kind."""
    number, paths = inner.attr("data-path")
    body = np.flatnonzero(inner.is_tag("body"))[:1]
    sections = inner.is_tag("section") & (number >= 0) & np.isin(inner.parent, body)
    if _is_linked(inner) or not sections.any():
        return np.zeros(len(inner), np.intp)
    numbers: dict[str, int] = {}
    of_path = [numbers.setdefault(_NUMBER.sub("/*", path), len(numbers)) for path in paths]
    near = inner.above(sections)
    return np.where(near >= 0, np.take(of_path, number[near]), -1)


def _counted(
    inner: Page, choice: Choice, kind: npt.NDArray[np.intp], said: frozenset[str]
) -> list[tuple[int, int]]:
    """Of every kind the words that were chosen, and how many of those that the page says of itself
    are among them."""
    words = [0] * (int(kind.max()) + 1)
    found: list[set[str]] = [set() for _ in words]
    rows = np.flatnonzero(choice.content & (inner.words > 0) & (kind >= 0))
    columns = (kind[rows], inner.words[rows], inner.text_start[rows], inner.text_stop[rows])
    for at, count, start, stop in zip(*(column.tolist() for column in columns), strict=True):
        text = bytes(inner.text_buffer[start:stop]).decode().lower()
        words[at] += count
        found[at] |= said.intersection(_WORD.findall(text))
    return [(count, len(ties)) for count, ties in zip(words, found, strict=True)]
