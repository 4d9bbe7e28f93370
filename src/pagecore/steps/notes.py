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

#: Words of a mark, such as `[1]`.
_MAX_MARK_WORDS: Final = 1
#: A longer note is a section.
_MAX_WORDS: Final = 250
#: Notes with a larger share of the words are a bibliography, or a part of the page of their own.
_MAX_SHARE: Final = 0.2


def add_notes(parts: Parts, request: Request) -> Parts:
    """Add the notes that chosen marks refer to."""
    return tuple(Part(page, follow_references(page, choice)) for page, choice in parts)


def follow_references(page: Page, choice: Choice) -> Choice:
    """Add the notes that marks in a choice refer to: a link with a number or letter leads to them.
    Bibliographies are not notes. Blocks that other steps removed stay removed."""
    notes = find_referenced_notes(page, choice.content)
    if not notes:
        return choice
    words = page.shown(page.words)
    n_words, n_chosen = page.below(words), page.below(np.where(choice.content, words, 0))
    is_note = np.zeros(len(page), np.bool_)
    is_note[[note.row for note in notes]] = True
    # Of a note that is not chosen, its mark may be.
    is_note &= (n_chosen <= _MAX_MARK_WORDS) & (n_words > n_chosen) & (n_words <= _MAX_WORDS)
    if not is_note.any() or n_words[is_note].sum() > _MAX_SHARE * max(int(n_chosen[0]), 1):
        return choice
    texts = page.visible & page.leaves & (page.above(is_note) >= 0)
    blocks = page.blocks_with(texts)
    removed = [change.block for change in choice.changes if not change.kept and change.block >= 0]
    blocks[removed] = False
    return choice.change(page, choice.content | (texts & page.spread(blocks)), NOTES, REFERRED)
