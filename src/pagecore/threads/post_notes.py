"""Read what templates write around the text of a post: notes about changes, scores, the mark of an
accepted answer, and quotations of other posts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from pagecore.page import Array, Mask, Page
from pagecore.page.repetition import list_texts
from pagecore.threads.date_texts import find_date
from pagecore.threads.evidence import Evidence
from pagecore.threads.field_columns import list_posts
from pagecore.threads.markup_names import Name
from pagecore.threads.post_fields import CHANGED, read_text

_NUMBER: Final = re.compile(r"[-+−]?\d{1,7}(?:[.,]\d{1,2})?(?!\d)")
_DIGITS: Final = re.compile(r"\d+")
#: Length limits of a note and of the text with a score, in characters.
MAX_NOTE: Final = 200
_MAX_SCORE: Final = 24
#: Elements around a note about a change that may have its author.
MAX_AROUND: Final = 6
#: Quotations whose author is looked for, and earlier posts that are compared with each.
MAX_QUOTES: Final = 2000
MAX_EARLIER: Final = 100


class Note(NamedTuple):
    """A note about a later change: its text, and its first row and one past its last."""

    text: str
    start: int
    stop: int


def find_notes(page: Page, post_of: Array, evidence: Evidence) -> dict[int, Note]:
    """Find the note about a later change of each post."""
    named = (evidence.names & Name.EDITED > 0) & ~page.is_tag("#text", "body", "html")
    notes: dict[int, Note] = {}
    n_bytes = evidence.n_bytes
    for row in np.flatnonzero(named & (post_of >= 0) & (n_bytes <= 4 * MAX_NOTE)).tolist():
        text = read_text(page, row)
        if CHANGED.search(text) and len(text) <= MAX_NOTE:
            notes.setdefault(int(post_of[row]), Note(text, row, int(page.end[row])))
    is_short = (page.tag == 0) & (page.chars > 0) & (page.chars <= MAX_NOTE)
    rows = np.flatnonzero(is_short & evidence.is_read & (post_of >= 0))
    is_named = set(notes)
    # The last one counts: a note is below the text, which may speak of changes too.
    for row, words in list_texts(page, rows, "change"):
        post = int(post_of[row])
        if post not in is_named and CHANGED.search(words) is not None:
            note = _widen(page, row, post, evidence)
            match = CHANGED.search(note.text)
            # A sentence of the text is no note: a note is short and has a date.
            is_note = match is not None and match.start() <= 60 and find_date(note.text)
            if is_note and len(note.text) <= MAX_NOTE:
                notes[post] = note
    return notes


def _widen(page: Page, row: int, post: int, evidence: Evidence) -> Note:
    """Return the note of a text: the element around it that is not much longer, because a note has
    names and times inside, or what is in that element after the date of the post."""
    start, stop = row, int(page.end[row])
    around = row
    for _ in range(4):
        around = int(page.parent[around])
        n_dates = int(evidence.date[around : page.end[around]].sum())
        has_other = n_dates > 1 and bool(evidence.date[start:stop].any())
        if around <= post or evidence.n_bytes[around] > MAX_NOTE or has_other:
            break
        text = read_text(page, around)
        match = CHANGED.search(text)
        if match is not None and find_date(text[: match.start()]) is not None:
            stop = int(page.end[around])
            break
        start, stop = around, int(page.end[around])
    rows = np.arange(start, stop)
    text = " ".join(" ".join(words for _, words in list_texts(page, rows)).split())
    return Note(text.lstrip(".,;|·- "), start, stop)


def drop_editors(
    page: Page,
    regions: Array,
    bodies: Mask,
    notes: Mapping[int, Note],
    evidence: Evidence,
) -> Array:
    """Return the posts of the rows for author and date: without the elements around notes about
    changes, which name who changed a post and when. A post without another author and date keeps
    them."""
    regions = regions.copy()
    n_dates, n_bodies = page.below(evidence.date, how="count"), page.below(bodies, how="any")
    for post, note in notes.items():
        block, stop = note.start, note.stop
        n_own = int(evidence.date[block:stop].sum())
        for _ in range(MAX_AROUND):
            parent = int(page.parent[block])
            if parent <= post or n_bodies[parent] or n_dates[parent] > n_own:
                break
            block, stop = parent, int(page.end[parent])
        under = slice(block, stop)
        is_own = regions == post
        is_own[under] = False
        if (is_own & evidence.author).any() and (is_own & evidence.date).any():
            regions[under] = -1
    return regions


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
    is_item = bool(item.any())
    rule, mask = (
        ("itemprop", item) if is_item else ("its class", evidence.names & Name.ACCEPTED > 0)
    )
    accepted = dict.fromkeys(np.unique(post_of[mask & (post_of >= 0)]).tolist(), rule)
    # A mark that most posts have is a button; comments on answers do not count.
    rows = np.array(list_posts(post_of), np.int64)
    n_outer = int((post_of.take(page.parent[rows]) < 0).sum())
    return accepted if len(accepted) <= max(1, n_outer // 2) else {}


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
