"""Read what templates write around the text of a post: notes about changes, scores, the mark of an
accepted answer, and quotations of other posts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from pagecore.page import Array, Mask, Page
from pagecore.threads.date_texts import find_date
from pagecore.threads.evidence import Evidence, list_texts
from pagecore.threads.field_columns import count_posts
from pagecore.threads.markup_names import Name
from pagecore.threads.post_fields import CHANGED, read_text

_NUMBER: Final = re.compile(r"[-+−]?\d{1,7}(?:[.,]\d{1,2})?(?!\d)")
_DIGITS: Final = re.compile(r"\d+")
#: Length limits of a note and of the text with a score, in characters.
MAX_NOTE: Final = 200
_MAX_SCORE: Final = 24
#: Quotations whose author is looked for, and earlier posts that are compared with each.
MAX_QUOTES: Final = 2000
MAX_EARLIER: Final = 100


def find_notes(page: Page, post_of: Array, evidence: Evidence) -> dict[int, tuple[str, int]]:
    """Find the note about a later change of each post: its text, and its row."""
    named = (evidence.names & Name.EDITED > 0) & ~page.is_tag("#text", "body", "html")
    notes: dict[int, tuple[str, int]] = {}
    n_bytes = evidence.n_bytes
    for row in np.flatnonzero(named & (post_of >= 0) & (n_bytes <= 4 * MAX_NOTE)).tolist():
        text = read_text(page, row)
        if CHANGED.search(text) and len(text) <= MAX_NOTE:
            notes.setdefault(int(post_of[row]), (text, row))
    is_short = (page.tag == 0) & (page.chars > 0) & (page.chars <= MAX_NOTE)
    rows = np.flatnonzero(is_short & evidence.is_read & (post_of >= 0))
    for row, words in list_texts(page, rows, "change"):
        post = int(post_of[row])
        if post not in notes and (match := CHANGED.search(words)) is not None:
            note = _widen(page, row, post, n_bytes)
            text = read_text(page, note)
            # A sentence of the text is no note: a note is short and has a date.
            if len(text) <= MAX_NOTE and match.start() <= 60 and find_date(text):
                notes[post] = (text, note)
    return notes


def _widen(page: Page, row: int, post: int, n_bytes: Array) -> int:
    """The element around a text that is not much longer: a note has names and times inside."""
    for _ in range(4):
        parent = int(page.parent[row])
        if parent <= post or n_bytes[parent] > MAX_NOTE:
            break
        row = parent
    return row


def find_quotes(page: Page, bodies: Mask, evidence: Evidence) -> Mask:
    """Find the elements that quote another post inside a text. An element that is the whole text
    does not count, because some forums write every post as one."""
    named = (evidence.names & Name.QUOTE > 0) & ~page.is_tag("#text", "a", "button", "img")
    named |= page.is_tag("blockquote", "q")
    quotes: Mask = named & bodies & bodies.take(page.parent)
    return quotes


def read_scores(page: Page, regions: Array, evidence: Evidence) -> dict[int, tuple[float, str]]:
    """Read the votes, likes or stars of each post, with the rule that found them."""
    scores: dict[int, tuple[float, str]] = {}
    n_bytes = evidence.n_bytes
    item = page.match_attribute("itemprop", _is_score_item)
    named = (evidence.names & Name.SCORE > 0) & ~page.is_tag("#text")
    for rule, mask in (("itemprop", item), ("its class", named)):
        for row in np.flatnonzero(mask & (regions >= 0) & (n_bytes <= _MAX_SCORE)).tolist():
            text = page.get(row, "content") or read_text(page, row)
            match = _NUMBER.search(text)
            if match is not None:
                value = float(match[0].replace(",", ".").replace("−", "-"))
                scores.setdefault(int(regions[row]), (value, rule))
    return scores


def find_accepted(page: Page, post_of: Array, evidence: Evidence) -> dict[int, str]:
    """Find the posts that are marked as the answer, with the rule that found each."""
    item = page.match_attribute("itemprop", lambda value: "acceptedAnswer" in value.split())
    accepted: dict[int, str] = {}
    for rule, mask in (("itemprop", item), ("its class", evidence.names & Name.ACCEPTED > 0)):
        for post in np.unique(post_of[mask & (post_of >= 0)]).tolist():
            accepted.setdefault(post, rule)
    # A mark that all posts have is a button.
    n_posts = count_posts(post_of) if accepted else 0
    return accepted if len(accepted) <= max(1, n_posts // 2) else {}


def find_quoted_posts(
    page: Page, quotes: Mask, post_of: Array, posts: Sequence[int], fields: Sequence[dict[str, Any]]
) -> dict[int, tuple[int, str]]:
    """Find the earlier post that each post quotes first: its index, and the rule that found it.

    Args:
        page: the page.
        quotes: the elements that quote.
        post_of: the post of each row.
        posts: the rows of the posts, by index.
        fields: the fields of the posts, by index.
    """
    index = {row: at for at, row in enumerate(posts)}
    by_number: dict[str, int] = {}
    for at, values in enumerate(fields):
        for number in _DIGITS.findall(values.get("link") or "")[-1:]:
            by_number.setdefault(number, at)
    answers: dict[int, tuple[int, str]] = {}
    links = np.flatnonzero(page.is_tag("a") & (page.above(quotes) >= 0) & (post_of >= 0))
    for row in links.tolist():
        at = index.get(int(post_of[row]), -1)
        for number in _DIGITS.findall(page.get(row, "href") or "")[-1:]:
            other = by_number.get(number)
            if other is not None and other < at:
                answers.setdefault(at, (other, "a link in its quotation"))
    is_outer = quotes & ~(page.above(quotes).take(page.parent) >= 0)
    for row in np.flatnonzero(is_outer & (post_of >= 0))[:MAX_QUOTES].tolist():
        at = index.get(int(post_of[row]), -1)
        if at < 0 or at in answers:
            continue
        header = read_text(page, row)[:60].casefold()
        for other in range(at - 1, max(at - MAX_EARLIER, -1), -1):
            name = (fields[other].get("author") or "").casefold()
            if len(name) > 1 and _holds_word(header, name):
                answers[at] = (other, "the name in its quotation")
                break
    return answers


def _is_score_item(value: str) -> bool:
    names = value.split()
    return "upvoteCount" in names or "ratingValue" in names or "commentScore" in names


def _holds_word(text: str, word: str) -> bool:
    """Whether a text holds a word that is not part of a longer one."""
    start = text.find(word)
    while start >= 0:
        around = text[max(start - 1, 0) : start] + text[start + len(word) :][:1]
        if not any(character.isalnum() or character == "_" for character in around):
            return True
        start = text.find(word, start + 1)
    return False
