"""The groups of a page, and the words that decisions about them add to its text or remove."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from pagecore.choice import COPIES, WHOLE_PAGE, Choice
from pagecore.corpora.corpus import Item
from pagecore.extract import extract, parse_html
from pagecore.listings.kinds import find_kinds
from pagecore.listings.repeats import repeats
from pagecore.metrics.score import score_multisets
from pagecore.metrics.words import count_words
from pagecore.models.model import Model
from pagecore.page import Mask, Page
from pagecore.thread import Thread
from pagecore.threads.groups import groups as find_posts
from tools.group_designs.smoothing import smooth

#: Threads below this confidence are not used.
MIN_CONFIDENCE: Final = 0.2
#: Words between a heading and the first item under it.
MAX_BETWEEN: Final = 30

Words = Counter[str]


@dataclass(frozen=True)
class Piece:
    """Texts that are decided together: their words that were chosen, and the others."""

    kept: Words
    left: Words

    @property
    def n_words(self) -> int:
        """The number of words."""
        return self.kept.total() + self.left.total()

    @property
    def share(self) -> float:
        """The share of words that were chosen."""
        return self.kept.total() / max(self.n_words, 1)


@dataclass(frozen=True)
class Group:
    """Posts or items of a page."""

    #: `posts` or `items`.
    kind: str
    n_members: int
    #: The confidence in the thread, or the score of the group of items.
    score: float
    #: The mean probability of its texts, weighted by words.
    probability: float
    #: All texts; the heading above them; the lines with authors and dates of posts.
    whole: Piece
    heading: Piece
    lines: Piece
    #: The texts in places of one kind, such as the titles of all items.
    places: tuple[Piece, ...]


@dataclass
class MeasuredPage:
    """A page, the words of its gold and of the base, and its groups."""

    corpus: str
    id: str
    site: str
    page_type: str
    gold: Words
    base: Words
    types: Mapping[str, float]
    groups: tuple[Group, ...]
    #: The words that smoothing removes and adds, by level and move.
    smoothed: Mapping[tuple[str, float], Piece]
    known: dict[object, float] = field(default_factory=dict)

    def score(self, key: object, added: Sequence[Words], removed: Sequence[Words]) -> float:
        """Word F1 with some words added and others removed; computed once for each key."""
        if key not in self.known:
            words = self.base.copy()
            for more in added:
                words.update(more)
            for fewer in removed:
                words -= fewer
            self.known[key] = score_multisets(self.gold, words).f1
        return self.known[key]


def read_page(item: Item, corpus: str, model: Model, unspaced: bool) -> MeasuredPage:
    """Extract a page with a model that has not seen it, and find its groups."""
    page = parse_html(item.html(), item.url, item.encoding)
    document = extract(page, quotes=True, model=model)
    choice = document.parts[0].choice
    found: tuple[Group, ...] = ()
    smoothed: dict[tuple[str, float], Piece] = {}
    # A page that was read from data has no rows to decide about.
    if len(document.parts) == 1 and choice.content.any():
        reader = _make_reader(page, choice, unspaced)
        masks = list(find_groups(page, reader))
        found = tuple(group for group, _ in masks)
        smoothed = dict(reader.smooth([rows for _, rows in masks])) if found else {}
    return MeasuredPage(
        corpus,
        item.id,
        item.group or item.id,
        item.gold.page_type or "thread",
        count_words(item.gold.text or "", unspaced),
        count_words(document.text, unspaced),
        dict(choice.types),
        found,
        smoothed,
    )


def _make_reader(page: Page, choice: Choice, unspaced: bool) -> _Reader:
    is_copy = page.blocks_with(np.zeros(len(page), np.bool_))
    for change in choice.changes:
        if change.step == COPIES and change.block != WHOLE_PAGE:
            is_copy[change.block] = True
    texts = page.leaves & (page.words > 0) & (page.block >= 0)
    # Threads may be in `noscript`: there, what was not chosen is hidden as well.
    texts &= page.visible | np.isin(page.hidden, np.unique(page.hidden[choice.content & texts]))
    texts &= choice.content | ~page.spread(is_copy)
    return _Reader(page, choice, texts, find_kinds(page).path[page.parent], unspaced)


def find_groups(page: Page, reader: _Reader) -> Iterator[tuple[Group, Mask]]:
    """Find the posts, and the groups of items that are not in them, with the rows of each."""
    texts = reader.texts
    taken = np.zeros(len(page), np.bool_)
    thread = find_posts(page)
    if len(thread) and thread.confidence >= MIN_CONFIDENCE:
        inside = np.logical_or.reduce(
            [column > 0 for name, column in thread.evidence.items() if name != "text"]
        )
        taken = inside | (thread.ids >= 0)
        lines = _find_lines(page, thread, taken & texts & (thread.ids < 0))
        none = np.zeros(len(page), np.bool_)
        masks = (thread.ids >= 0, none, lines, taken)
        yield reader.make("posts", len(thread), thread.confidence, masks), taken
    for group in repeats(page).groups:
        rows = np.zeros(len(page), np.bool_)
        for first, stop in group.spans:
            rows[first:stop] = True
        if not (rows & taken).any():
            heading = _find_heading(page, group.spans[0][0], texts)
            none = np.zeros(len(page), np.bool_)
            yield reader.make("items", len(group), group.score, (rows, heading, none, rows)), rows


@dataclass(frozen=True)
class _Reader:
    page: Page
    choice: Choice
    texts: Mask
    place: np.ndarray[tuple[int], np.dtype[np.uint64]]
    unspaced: bool

    def make(
        self, kind: str, n_members: int, score: float, masks: tuple[Mask, Mask, Mask, Mask]
    ) -> Group:
        """Make a group of the masks of its texts, its heading, its lines, and all its places."""
        rows, heading, lines, all_rows = masks
        leaves = rows & self.texts
        words = np.where(leaves, self.page.words, 0)
        probability = float((words * self.choice.score).sum() / max(int(words.sum()), 1))
        return Group(
            kind,
            n_members,
            score,
            probability,
            self.read(rows),
            self.read(heading),
            self.read(lines),
            tuple(self.list_places(all_rows)),
        )

    def list_places(self, rows: Mask) -> Iterator[Piece]:
        """List the texts in places of one kind; those that occur once are no column."""
        numbers = np.flatnonzero(rows & self.texts)
        _, place, counts = np.unique(self.place[numbers], return_inverse=True, return_counts=True)
        for at in np.flatnonzero(counts > 1).tolist():
            mask = np.zeros(len(self.page), np.bool_)
            mask[numbers[place == at]] = True
            yield self.read(mask)

    def read(self, rows: Mask) -> Piece:
        """Count the words of the texts that were chosen, and of the others."""
        leaves = rows & self.texts
        parts = (leaves & self.choice.content, leaves & ~self.choice.content)
        return Piece(*(count_words(self._write(mask), self.unspaced) for mask in parts))

    def smooth(self, groups: Sequence[Mask]) -> Iterator[tuple[tuple[str, float], Piece]]:
        """Count the words that smoothing removes and adds."""
        found = smooth(self.page, self.choice, self.texts, groups, self.place)
        for level, move, added, removed in found:
            parts = (count_words(self._write(mask), self.unspaced) for mask in (removed, added))
            yield (level, move), Piece(*parts)

    def _write(self, leaves: Mask) -> str:
        if not leaves.any():
            return ""
        return self.page.render(self.page.below(leaves, how="any"))


def _find_lines(page: Page, thread: Thread, rows: Mask) -> Mask:
    """Find the blocks in posts, outside of their texts, with the author or the date of a post."""
    values = {value for post in thread.posts for value in (post.author, post.date) if value}
    known = {" ".join(value.split()) for value in values}
    lines = np.zeros(len(page), np.bool_)
    for row in np.flatnonzero(rows).tolist():
        text = " ".join(page.text(row).split())
        lines[row] = bool(text) and any(text in value or value in text for value in known)
    return rows & page.spread(page.blocks_with(lines))


def _find_heading(page: Page, first: int, texts: Mask) -> Mask:
    """Find the heading above the first item, unless it is the main one or far from it."""
    rows = np.zeros(len(page), np.bool_)
    headings = np.flatnonzero(page.is_tag("h2", "h3", "h4", "h5", "h6")[:first])
    if headings.size:
        heading = int(headings[-1])
        end = int(page.end[heading])
        between = page.words[end:first][texts[end:first]].sum()
        rows[heading:end] = end <= first and between <= MAX_BETWEEN
    return rows
