"""The step `embedded`: use text that a page carries as data and shows not at all or as a stub."""

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
from pagecore.page.embedded_pages import Budget, find_embedded_pages, is_json_ld
from pagecore.page.unspaced_scripts import UNSPACED
from pagecore.steps.copies import remove_copies
from pagecore.steps.step import Parts, Request

#: The name of the step in the log.
EMBEDDED: Final = "embedded"

#: A choice with fewer words may be a teaser (stub) of the embedded text; if its confidence is low,
#: so may one with fewer than DOUBTFUL_WORDS.
STUB_WORDS: Final = 60
DOUBTFUL_WORDS: Final = 300
#: A page that shows more words is not an empty shell. If the method is confident of its choice
#: there, only text that JSON-LD declares as the body is used.
SHELL_WORDS: Final = 150
#: The embedded text must be this many times as long as the stub.
_LONGER: Final = 3
#: Minimum share of the words in the page's description that the embedded text must contain.
_MIN_SHARED: Final = 0.5
#: A description with fewer words is only a name.
_MIN_DESCRIPTION: Final = 3
_MAX_TITLES: Final = 8
_DESCRIBES: Final = frozenset({"description", "og:title", "og:description"})
#: Weight of JSON-LD relative to an application state, which also contains other text. Larger
#: values were hardly better on pages of WCXB and Fundus.
_JSON_LD_WEIGHT: Final = 3.0
#: Share of the text from an application state that is in the gold of those pages, about.
_TRUST_IN_STATE: Final = 0.7

#: A word; in scripts without spaces, every character is a word.
_WORD: Final = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+")
#: An item number in a path.
_NUMBER: Final = re.compile(r"/\d+(?=/|$)")


def read_embedded(parts: Parts, request: Request) -> Parts:
    """Replace parts that are stubs by the text that their pages carry as data."""
    return tuple(new for part in parts for new in _replace_stub(part, request))


def _replace_stub(part: Part, request: Request) -> Parts:
    page, choice = part
    if not is_stub(part) or _is_stand_in(choice):
        return (part,)
    budget = Budget()
    inner = find_embedded(part, request, budget)
    choice = replace(choice, warnings=(*choice.warnings, *budget.warnings))
    if inner is None:
        return (Part(page, choice),)
    emptied = choice.drop(
        page, choice.content, EMBEDDED, "replaced by the longer text in the page's data"
    )
    return Part(page, replace(emptied, wall=None)), inner


def _is_stand_in(choice: Choice) -> bool:
    """Whether the page replaces another one, so that its data is not content either.

    This is not decided for a method without a confidence, which may have missed the content.
    """
    wall = choice.wall
    return wall is not None and wall.is_stand_in and choice.confidence is not None


def is_stub(part: Part) -> bool:
    """Whether so little was chosen that the page may carry more as data."""
    choice = part.choice
    if choice.confidence is None:
        return part.n_words == 0
    return part.n_words < (DOUBTFUL_WORDS if choice.confidence < LOW_CONFIDENCE else STUB_WORDS)


def find_embedded(part: Part, request: Request, budget: Budget | None = None) -> Part | None:
    """Find the text that a page carries as data, if it is much longer than the visible text and
    contains most words of the page's title and description.

    Args:
        part: the page, and what was chosen of it.
        request: the method and the steps.
        budget: how much of the data may be read; by default a whole budget.
    """
    page, choice = part
    budget = Budget() if budget is None else budget
    description = _read_description(page)
    min_words = max(1, _LONGER * part.n_words)
    best, best_score = None, 0.0
    is_confident = choice.confidence is not None and choice.confidence >= LOW_CONFIDENCE
    only_json_ld = is_confident and page.count_words(page.visible) >= SHELL_WORDS
    for inner in find_embedded_pages(page, budget):
        is_json_ld = _is_json_ld(inner)
        if only_json_ld and not is_json_ld:
            continue
        inner_choice, kind = _choose_inner(inner, request), _number_kinds(inner)
        counts = _count_words(inner, inner_choice, kind, description)
        for number, (n_words, n_shared) in enumerate(counts):
            shared = n_shared / len(description) if description else 1.0
            score = math.sqrt(n_words) * shared * (_JSON_LD_WEIGHT if is_json_ld else 1.0)
            if n_words >= min_words and shared >= _MIN_SHARED and score > best_score:
                best, best_score = (inner, inner_choice, kind, number, shared), score
    if best is None:
        return None
    inner, inner_choice, kind, number, shared = best
    return _make_part(inner, inner_choice, kind != number, shared)


def _choose_inner(inner: Page, request: Request) -> Choice:
    choice = request.choose_from_data(inner)
    return remove_copies(inner, choice) if request.takes(COPIES) else choice


def _make_part(inner: Page, choice: Choice, others: Mask, shared: float) -> Part:
    """Make the part of an inner page, with a confidence that depends on its source.

    Args:
        inner: the inner page.
        choice: the choice of the method.
        others: rows of other kinds of values, which are dropped.
        shared: share of the words in the page's description that the text contains.
    """
    kept = choice.drop(inner, others, EMBEDDED, "another value of the data was chosen")
    if choice.confidence is not None:
        trust = shared if _is_json_ld(inner) else shared * _TRUST_IN_STATE
        kept = replace(kept, confidence=choice.confidence * trust)
    assert inner.origin is not None
    page, row = inner.origin
    return Part(inner, kept.note(EMBEDDED, f"read from {page.xpath(row)}"))


def _read_description(page: Page) -> frozenset[str]:
    """Return the words of title, main headings and description; none if they are only a name."""
    # A limit, because nested headings would be read repeatedly.
    titles = np.flatnonzero(page.is_tag("title", "h1"))[:_MAX_TITLES]
    texts = [page.text(row) for row in titles.tolist()]
    for row in np.flatnonzero(page.is_tag("meta")).tolist():
        names = {page.get(row, "name"), page.get(row, "property")}
        if not names.isdisjoint(_DESCRIBES):
            texts.append(page.get(row, "content") or "")
    words = frozenset(_WORD.findall(" ".join(texts).lower()))
    return words if len(words) >= _MIN_DESCRIPTION else frozenset()


def _is_json_ld(inner: Page) -> bool:
    assert inner.origin is not None
    page, row = inner.origin
    return is_json_ld(page, row)


def _number_kinds(inner: Page) -> npt.NDArray[np.intp]:
    """Return for every row the number of the kind of value it is in, or -1.

    Values whose paths differ only in item numbers are of one kind, so the text of the page and the
    other values of a state are of different kinds. JSON-LD and frames have a single kind.
    """
    number, paths = inner.attr("data-path")
    body = np.flatnonzero(inner.is_tag("body"))
    sections = inner.is_tag("section") & (number >= 0) & np.isin(inner.parent, body)
    if _is_json_ld(inner) or not sections.any():
        return np.zeros(len(inner), np.intp)
    kinds: dict[str, int] = {}
    path_kinds = [kinds.setdefault(_NUMBER.sub("/*", path), len(kinds)) for path in paths]
    section = inner.above(sections)
    return np.where(section >= 0, np.take(path_kinds, number[section]), -1)


def _count_words(
    inner: Page, choice: Choice, kind: npt.NDArray[np.intp], description: frozenset[str]
) -> list[tuple[int, int]]:
    """Count the chosen words of every kind, and the words of the description among them."""
    words = [0] * (int(kind.max()) + 1)
    shared: list[set[str]] = [set() for _ in words]
    rows = np.flatnonzero(choice.content & (inner.words > 0) & (kind >= 0))
    columns = (kind[rows], inner.words[rows], inner.text_start[rows], inner.text_stop[rows])
    for at, count, start, stop in zip(*(column.tolist() for column in columns), strict=True):
        text = bytes(inner.text_buffer[start:stop]).decode().lower()
        words[at] += count
        shared[at] |= description.intersection(_WORD.findall(text))
    return [(count, len(known)) for count, known in zip(words, shared, strict=True)]
