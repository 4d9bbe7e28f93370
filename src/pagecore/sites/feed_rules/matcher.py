"""Matcher (table 2): label the title, link, date and body of each entry in the tokens of a page.

`match_printed` follows the paper's rules on tokens. `label_rows` labels the places that rows have
[ours]: they are found by value, wherever they are in the unit of the entry.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from pagecore.page import Page
from pagecore.sites.feed_rules.body_rules import Target
from pagecore.sites.feed_rules.collector import FeedItem
from pagecore.sites.feed_rules.field_values import list_right_rows
from pagecore.sites.feed_rules.page_view import PageView
from pagecore.sites.feed_rules.row_rules import Sample
from pagecore.sites.feed_rules.token_index import TokenIndex
from pagecore.sites.feed_rules.tokens import Token, list_tokens
from pagecore.sites.feed_rules.units import Unit

#: The fields that the paper has rules for.
FIELDS: Final = ("title", "link", "date", "body")


@dataclass
class EntryLabels:
    """The tokens of the fields of an entry, from the first to before the last."""

    item: FeedItem
    tokens: list[Token]
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    #: Why a field has no place.
    reasons: dict[str, str] = field(default_factory=dict)

    @property
    def first(self) -> int:
        """The first token of the entry."""
        return min((place[0] for place in self.places.values()), default=-1)


# -- As printed ------------------------------------------------------------------------------------


def match_printed(items: Sequence[FeedItem], source: bytes) -> list[EntryLabels]:
    """Label the entries of a feed in a page by the rules of table 2."""
    index = TokenIndex(list_tokens(source))
    labelled = []
    for item in items:
        labels = EntryLabels(item, index.tokens)
        body = find_literal_body(item, index.tokens, index.texts)
        if body is None:
            labels.reasons["body"] = "the feed's text is not in the page literally (code 4 or 6)"
        else:
            labels.places["body"] = body
        title = _find_title(item, index.texts, body)
        if title is None:
            labels.reasons["title"] = "no text of the page equals the title (code 1, 3 or 8)"
        else:
            labels.places["title"] = (title, title + 1)
        anchor = title if title is not None else (body[0] if body else None)
        _label_printed_date(labels, index, anchor)
        _label_printed_link(labels, index, anchor)
        labelled.append(labels)
    return labelled


def find_literal_body(
    item: FeedItem, tokens: Sequence[Token], texts: dict[str, list[int]]
) -> tuple[int, int] | None:
    """Find the feed's text in a page: the same tags and texts, one after the other (rule 3)."""
    own = list_tokens(item.entry.content_html.encode("utf-8", "replace"))
    first = next((at for at, token in enumerate(own) if not token.name), None)
    if first is None:
        return None
    wanted = [token.text for token in own]
    for place in texts.get(own[first].text, []):
        start = place - first
        if start >= 0 and [token.text for token in tokens[start : start + len(own)]] == wanted:
            return start, start + len(own)
    return None


def _find_title(
    item: FeedItem, texts: dict[str, list[int]], body: tuple[int, int] | None
) -> int | None:
    """Find the token that equals the title; of several, the one nearest to the body (rule 1)."""
    places = texts.get(item.title, [])
    if not places or body is None:
        return places[0] if places else None
    return _choose_nearest(places, body[0])


def _choose_nearest(places: Sequence[int], anchor: int) -> int:
    """Return the place that is nearest to another; of two, the first. Places are sorted."""
    at = bisect_left(places, anchor)
    return min(places[max(0, at - 1) : at + 1], key=lambda place: abs(place - anchor))


def _label_printed_date(labels: EntryLabels, index: TokenIndex, anchor: int | None) -> None:
    """Find a token with the feed's date, or with its month and year (rule 2). A text in which both
    are words is better than one in which they are parts of others, such as `2005-07-22`."""
    written, moment = labels.item.date_text, labels.item.moment
    if not moment:
        labels.reasons["date"] = "the feed has no date (code 8)"
        return
    places = index.texts.get(written, []) or index.find_month(moment[:7])
    if not places:
        labels.reasons["date"] = "no text has the date in a format of table 2 (code 7)"
        return
    best = places[0] if anchor is None else _choose_nearest(places, anchor)
    labels.places["date"] = (best, best + 1)


def _label_printed_link(labels: EntryLabels, index: TokenIndex, anchor: int | None) -> None:
    """Find the tag that contains the link; of several, the first after the title (rule 4)."""
    places = index.find_link(labels.item.entry.url or "")
    if not places:
        labels.reasons["link"] = "no tag of the page contains the link (code 5 or 8)"
        return
    if len(places) > 1 and anchor is not None:
        places = [at for at in places if at > anchor]
    if places:
        labels.places["link"] = (places[0], places[0] + 1)
    else:
        labels.reasons["link"] = "all tags that contain the link are before the title (code 7)"


# -- By rows ---------------------------------------------------------------------------------------


def label_rows(
    sample: Sample,
    tokens: list[Token],
    starts: Sequence[int],
    target: Target,
    around: Unit | None,
) -> EntryLabels:
    """Label an entry in the token list of a page, by the rows of its unit.

    Args:
        sample: the entry.
        tokens: the token list of the page.
        starts: the start of each token.
        target: the words of the body.
        around: the rows around the body; None without a body.
    """
    page, unit, item = sample.view.page, sample.unit, sample.item
    labels = EntryLabels(item, tokens)
    for name in ("title", "link", "date"):
        row = next(iter(list_right_rows(sample.view, unit, item, name)), None)
        if row is None:
            continue
        at = bisect_left(starts, int(page.start[row]))
        place = (at, at + 1) if name == "link" else _find_texts(sample.view, row, starts)
        if place is not None and place[1] <= len(tokens):
            labels.places[name] = place
    body = None
    if around is not None:
        body = _find_body_tokens(sample, tokens, starts, target, around)
    if body is not None:
        labels.places["body"] = body
    return labels


def _find_texts(view: PageView, row: int, starts: Sequence[int]) -> tuple[int, int] | None:
    """Return the tokens of the texts below a row; None for a value that is no text."""
    page = view.page
    rows = [at for at in range(row, int(page.end[row])) if page.tag[at] == 0 and page.chars[at] > 0]
    if not rows:
        return None
    first = bisect_left(starts, int(page.start[rows[0]]))
    last = bisect_left(starts, int(page.start[rows[-1]]))
    return (first, last + 1) if first <= last < len(starts) else None


def _find_body_tokens(
    sample: Sample, tokens: Sequence[Token], starts: Sequence[int], target: Target, around: Unit
) -> tuple[int, int] | None:
    """Return the tokens of a body: the inside of the element around it, without the children before
    and after its text."""
    page, n_words = sample.view.page, sample.view.n_words
    rows = np.flatnonzero(target.n_matched[around.first : around.stop]) + around.first
    if not rows.size:
        return None
    element, first_row, last_row = around.first, int(rows[0]), int(rows[-1])
    if page.end[element] != around.stop:
        # The siblings of a range have the parent in common.
        element = int(page.parent[element])
    first, last = (_child_around(page, element, row) for row in (first_row, last_row))
    has_before = n_words[first] > n_words[around.first]
    has_after = n_words[around.stop] > n_words[int(page.end[last])]
    start, stop = _inside(page, element, tokens, starts)
    if has_before:
        start = bisect_left(starts, int(page.start[first]))
    if has_after:
        stop = bisect_left(starts, int(page.stop[last]))
    return (start, stop) if start < stop <= len(tokens) else None


def _child_around(page: Page, element: int, row: int) -> int:
    parent = page.parent
    while int(parent[row]) not in (element, -1):
        row = int(parent[row])
    return row


def _inside(
    page: Page, row: int, tokens: Sequence[Token], starts: Sequence[int]
) -> tuple[int, int]:
    """Return the tokens inside an element, without its own tags."""
    start = bisect_left(starts, int(page.start[row])) + 1
    stop = bisect_left(starts, int(page.stop[row]))
    if stop > start and tokens[stop - 1].name == f"/{page.name(row)}":
        stop -= 1
    return start, stop
