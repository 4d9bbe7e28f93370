"""The step `notes`: a note that the content refers to is content too."""

from __future__ import annotations

from typing import Final

import numpy as np

from pagecore.choice import Choice, Part
from pagecore.page import Page
from pagecore.page.notes import find_referenced_notes
from pagecore.steps.step import Parts, Request

#: The name of the step in the log, and its reason.
NOTES: Final = "notes"
REFERRED: Final = "a note that the content refers to"

#: A longer note is a section.
_MAX_WORDS: Final = 250
#: Page types whose notes are mostly conditions of an offer, and the largest share of the chosen
#: words that these may have.
_OFFERS: Final = frozenset({"product", "service", "listing", "collection"})
_MAX_SHARE: Final = 0.2


def add_notes(parts: Parts, request: Request) -> Parts:
    """Add the notes that chosen marks refer to."""
    return tuple(Part(page, follow_references(page, choice)) for page, choice in parts)


def follow_references(page: Page, choice: Choice) -> Choice:
    """Add the notes that marks in a choice refer to: a link with a number, letter, symbol or label
    leads to them. A note of which a part is chosen is completed. Bibliographies are not notes.
    Blocks that other steps removed stay removed."""
    notes = find_referenced_notes(page, choice.content)
    if not notes:
        return choice
    words = page.shown(page.words)
    n_words, n_chosen = page.below(words), page.below(np.where(choice.content, words, 0))
    is_note = np.zeros(len(page), np.bool_)
    is_note[[note.row for note in notes]] = True
    is_note &= (n_words > n_chosen) & (n_words <= _MAX_WORDS)
    n_added = int((n_words - n_chosen)[is_note].sum())
    if not n_added or (_is_offer(choice) and n_added > _MAX_SHARE * int(n_chosen[0])):
        return choice
    texts = page.visible & page.leaves & (page.above(is_note) >= 0)
    blocks = page.blocks_with(texts)
    removed = [change.block for change in choice.changes if not change.kept and change.block >= 0]
    blocks[removed] = False
    return choice.change(page, choice.content | (texts & page.spread(blocks)), NOTES, REFERRED)


def _is_offer(choice: Choice) -> bool:
    """Whether a page offers something, by its most probable type."""
    return bool(choice.types) and max(choice.types, key=choice.types.__getitem__) in _OFFERS
