"""The step `quotes`: leave out quotations of posts that the page also has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice, Part
from pagecore.page import Page
from pagecore.page.columns import Mask
from pagecore.steps.step import Parts, Request

#: The name of the step in the log, and its reason.
QUOTES: Final = "quotes"
LEFT_OUT: Final = "quotes a text of the page; quotes=True keeps it"

#: The page type of threads, and the probability from which a page is one.
_THREAD: Final = "forum"
_MIN_PROBABILITY: Final = 0.5
#: A quotation stands elsewhere if runs of so many words do.
_RUN: Final = 4
#: Words of a quotation that may stand nowhere else, such as "Ann wrote:" or "click to expand": so
#: many, or this share.
_MAX_OTHER: Final = 8
_MAX_OTHER_SHARE: Final = 0.2
#: Minimum share of words that stand elsewhere.
_MIN_SHARE: Final = 0.5
#: Classes of quotations in forums: `quote`, `bbcode_quote`, `bbCodeBlock--quote`, `quotecontent`.
_CLASS: Final = re.compile(
    r"(?:^|\s)(?:(?:bb-?code|bbcodeblock|forum|post|user|message|reply|block|cite)[-_]*)?"
    r"quote(?:[-_]?(?:d|box|block|body|container|content|main|message|post|text|top|wrap|wrapper))?"
    r"(?:$|\s)",
    re.IGNORECASE,
)
#: The post that a reply answers, as NodeBB shows it above the reply.
_COMPONENT: Final = "post/parent"
#: Lines of mails and of posts in plain text: what they quote, and what announces it.
_QUOTED_LINE: Final = re.compile(r"\s*>")
_ANNOUNCEMENT: Final = re.compile(
    r"(?i)\b(?:wrote|writes|said|says|schrieb|schreibt|a écrit|écrit|escribió|ha scritto|escreveu|"
    r"schreef|skrev|pisze|napisał|написала?|пишет)\b.{0,40}:\s*$"
)
_MAX_ANNOUNCEMENT: Final = 120


def drop_quotes(parts: Parts, request: Request) -> Parts:
    """Remove quotations of texts that are content too, unless the caller keeps them."""
    if request.quotes:
        return parts
    return tuple(Part(page, remove_quotes(page, choice)) for page, choice in parts)


def remove_quotes(page: Page, choice: Choice) -> Choice:
    """Remove quotations from a choice whose words stand elsewhere in it, outside of quotations. On
    pages that are no threads, only reader comments are searched for them."""
    quotation = find_quotations(page)
    quoted = choice.content & (quotation >= 0)
    # An article repeats a sentence on purpose. A method without page types may have any page.
    if choice.types and choice.types.get(_THREAD, 0) < _MIN_PROBABILITY:
        quoted &= page.comment_kind > 0
    if not quoted.any():
        return choice
    repeated = _find_repeated(page, choice.content & page.leaves, quotation)
    if not repeated.any():
        return choice
    return choice.drop(page, quoted & repeated.take(quotation), QUOTES, LEFT_OUT)


def find_quotations(page: Page) -> npt.NDArray[np.int32]:
    """Find for every row the outermost quotation at or above it, or -1."""
    is_quotation = page.is_tag("blockquote") | page.match_attribute("class", _is_quote_class)
    is_quotation |= page.match_attribute("component", lambda value: value == _COMPONENT)
    # The page itself is in no quotation.
    is_quotation &= ~page.is_tag("html", "body", "main", "article")
    nearest = page.above(is_quotation)
    is_inside = (page.parent >= 0) & (nearest.take(page.parent) >= 0)
    quotation = page.above(is_quotation & ~is_inside).copy()
    for rows in _list_quoted_lines(page):
        if (quotation[rows] < 0).all():
            quotation[rows] = rows[0]
    return quotation


def _list_quoted_lines(page: Page) -> Iterator[list[int]]:
    """List the texts of each run of lines that begin with `>`, with the line that announces it."""
    if b">" not in bytes(page.text_buffer):
        return
    texts = np.flatnonzero(page.leaves & page.visible & (page.text_start < page.text_stop))
    # A line begins with a block or after a line break.
    n_breaks = np.cumsum(page.is_tag("br"))
    lines: list[list[int]] = []
    last = None
    for row in texts.tolist():
        line = (int(page.block[row]), int(n_breaks[row]))
        if line != last:
            lines.append([])
        lines[-1].append(row)
        last = line
    run: list[int] = []
    before: list[int] = []
    for rows in lines:
        if _QUOTED_LINE.match(page.text(rows[0])) is not None:
            run += [*before, *rows] if not run and _announces(page, before) else rows
            continue
        if run:
            yield run
        run, before = [], rows
    if run:
        yield run


def _announces(page: Page, rows: list[int]) -> bool:
    """Whether a line announces a quotation: `Ann wrote:`."""
    if not rows or sum(int(page.chars[row]) for row in rows) > _MAX_ANNOUNCEMENT:
        return False
    return _ANNOUNCEMENT.search(" ".join(page.text(row).strip() for row in rows)) is not None


def _is_quote_class(value: str) -> bool:
    return _CLASS.search(value) is not None


def _find_repeated(page: Page, texts: Mask, quotation: npt.NDArray[np.int32]) -> Mask:
    """Find the quotations whose words stand elsewhere, by their rows."""
    rows, digests = page.word_digests(texts)
    root = quotation.take(rows)
    is_quoted = root >= 0
    elsewhere = np.unique(_hash_runs(digests[~is_quoted]))
    inside, roots = digests[is_quoted], root[is_quoted]
    runs = _hash_runs(inside)
    # A run is that of one quotation.
    is_known = np.isin(runs, elsewhere) & (roots[: len(runs)] == roots[len(roots) - len(runs) :])
    covered = np.zeros(len(inside), np.bool_)
    for shift in range(_RUN):
        covered[shift : shift + len(runs)] |= is_known
    n_words = np.bincount(roots, minlength=len(page))
    n_covered = np.bincount(roots, weights=covered, minlength=len(page))
    n_other = n_words - n_covered
    is_rest_short = n_other <= np.maximum(_MAX_OTHER, _MAX_OTHER_SHARE * n_words)
    repeated: Mask = (n_covered >= _MIN_SHARE * n_words) & is_rest_short & (n_covered > 0)
    return repeated


def _hash_runs(digests: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Hash every run of words."""
    if len(digests) < _RUN:
        return digests[:0]
    n_runs = len(digests) - _RUN + 1
    hashes = np.zeros(n_runs, np.uint64)
    for shift in range(_RUN):
        hashes = hashes * np.uint64(0x9E3779B97F4A7C15) + digests[shift : shift + n_runs]
    return hashes
