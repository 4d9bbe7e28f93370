"""Labels: how much of every block belongs to the gold text of its page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagecore.corpora.alignment import Alignment, Words
from pagecore.metrics import words
from pagecore.page import Page

#: What words are worth that are not shown, are links, or stand where no content is expected: of
#: several copies the others win.
_HIDDEN: Final = 0.8
_LINKED: Final = 0.85
_ASIDE: Final = 0.8
_ASIDES: Final = ("nav", "footer", "aside", "button", "select", "label", "dialog")
_HEADS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
#: Reasons to be hidden of what is no text of the page: metadata, script and style.
_NO_TEXT: Final = (1, 2)
#: Words that are aligned; what is beyond is no part of the gold, or of the page.
_MOST: Final = 300_000
#: Where two texts of a block meet; no text has this character.
_SEAM: Final = "\0"
#: Characters that are written and not seen: soft hyphen, joiners, direction marks, BOM.
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]")


def labels(page: Page, gold: str) -> NDArray[np.float32]:
    """The share of every block's words that belong to the gold.

    Args:
        page: any page.
        gold: the text that people want of it; it may lack parts, have them in another order, or
            hold text that is not in the page.

    Returns:
        A value from 0 to 1 for every block; 0 for blocks without words, and for what is no text of
        the page: its title in the head, the text of scripts.
    """
    return labelled(page, gold).label


@dataclass(frozen=True)
class Labelled:
    """A page beside its gold, in words as they are compared."""

    label: NDArray[np.float32]
    #: Words of every block, and how many of them belong to the gold.
    words: list[list[str]]
    matched: NDArray[np.int64]
    #: Words of the gold, and whether each was found.
    gold: list[str]
    found: NDArray[np.bool_]


def labelled(page: Page, gold: str) -> Labelled:
    """The labels of a page, and what they were made of."""
    lines = [spoken(line) for line in gold.splitlines()]
    number: dict[str, int] = {}
    for line in lines:
        for word in line:
            number.setdefault(word, len(number))
    no_text = np.isin(page.blocks.hidden, _NO_TEXT).tolist()
    blocks = [
        [] if left_out else spoken(text, number)
        for text, left_out in zip(block_texts(page, _SEAM), no_text, strict=True)
    ]
    every = [word for line in lines for word in line]
    sizes = np.array([len(block) for block in blocks], np.int64)
    matched = np.zeros(len(blocks), np.int64)
    found = np.zeros(len(every), np.bool_)
    in_gold, in_page = _numbered(lines, number), _numbered(blocks, number)
    if len(in_gold.ids) and len(in_page.ids):
        _weigh(page, in_page)
        alone = sum(len(word) == 1 and word >= "\u0e00" for word in every)
        alignment = Alignment(in_gold, in_page, 0.5 if alone * 2 > len(every) else 1.0)
        alignment.run()
        hits = in_page.unit[alignment.match >= 0]
        matched = np.bincount(hits, minlength=len(blocks)).astype(np.int64)
        found[: len(alignment.taken)] = alignment.taken
    label = (matched / np.maximum(sizes, 1)).astype(np.float32)
    return Labelled(label, blocks, matched, every, found)


def _weigh(page: Page, in_page: Words) -> None:
    """Give the words of a page their weight: of several copies the one in the text shall win."""
    blocks = page.blocks
    heads = page.above(page.is_tag(*_HEADS))[blocks.first] >= 0
    weight = np.where(blocks.hidden > 0, _HIDDEN, 1.0)
    weight *= np.where(page.above(page.is_tag(*_ASIDES))[blocks.first] >= 0, _ASIDE, 1.0)
    weight *= np.where((blocks.link_words * 10 >= blocks.words * 9) & ~heads, _LINKED, 1.0)
    in_page.weight, in_page.heads = weight[in_page.unit], heads[in_page.unit]


def spoken(text: str, known: Container[str] = ()) -> list[str]:
    """The words of a text as they are compared: without what is not seen, in one form.

    Args:
        text: with `_SEAM` where two texts meet without a space. An inline element may be drawn as a
            block, so that `<b>Year</b>2013` is two words: it is, unless the one word is known.
        known: words of the gold.
    """
    # A word of underscores is a line to write on, or emphasis of Markdown.
    plain = _UNSEEN.sub("", unicodedata.normalize("NFKC", text)).replace("_", " ")
    if _SEAM not in plain:
        return words.split_words(plain, unspaced=True)
    result = []
    for piece in plain.split():
        glued = words.split_words(piece.replace(_SEAM, ""), unspaced=True)
        parted = _SEAM in piece and not all(word in known for word in glued)
        result += words.split_words(piece, unspaced=True) if parted else glued
    return result


def _numbered(lines: Iterable[list[str]], number: dict[str, int]) -> Words:
    ids = [number.get(word, -1) for line in lines for word in line]
    sizes = [len(line) for line in lines]
    unit = np.repeat(np.arange(len(sizes)), sizes)
    return Words(np.array(ids[:_MOST], np.int64), unit[:_MOST])


def block_texts(page: Page, seam: str = "") -> list[str]:
    """The text of every block; a line break parts words, an inline element does not.

    Args:
        page: any page.
        seam: what is put where two texts of a block meet.
    """
    pieces: list[list[str]] = [[] for _ in range(len(page.blocks))]
    rows = np.flatnonzero((page.block >= 0) & (page.text_start < page.text_stop))
    breaks = np.cumsum(page.is_tag("br"))[rows]
    buffer = bytes(page.text_buffer)
    before = 0
    columns = (page.block[rows], page.text_start[rows], page.text_stop[rows], breaks)
    for block, start, stop, n_breaks in zip(*(c.tolist() for c in columns), strict=True):
        if pieces[block]:
            pieces[block].append("\n" if n_breaks != before else seam)
        before = n_breaks
        pieces[block].append(buffer[start:stop].decode())
    return ["".join(piece) for piece in pieces]
