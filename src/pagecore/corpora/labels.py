"""Labels: the share of each block that belongs to the gold text of its page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagecore.corpora.alignment import GoldAlignment, WordSequence
from pagecore.metrics import words
from pagecore.page import Page

#: Weights of words that are hidden, in links, or outside the usual place of content. They are below
#: 1, so that another copy of the same text is preferred.
_HIDDEN: Final = 0.8
_LINKED: Final = 0.85
_ASIDE: Final = 0.8
_ASIDES: Final = ("nav", "footer", "aside", "button", "select", "label", "dialog")
_HEADS: Final = ("h1", "h2", "h3", "h4", "h5", "h6")
#: Values of `blocks.hidden` for text that is not part of the page: metadata, script and style.
_NO_TEXT: Final = (1, 2)
#: Limit of aligned words; the rest of the gold and of the page is ignored.
_MOST: Final = 300_000
#: Separates two texts of a block; no text contains this character.
_SEAM: Final = "\0"
#: Invisible characters: soft hyphen, joiners, direction marks, BOM.
_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]")


def label_blocks(page: Page, gold: str) -> NDArray[np.float32]:
    """Compute the share of each block's words that belong to the gold.

    Args:
        page: any page.
        gold: the expected text; parts may be missing, in another order, or not in the page.

    Returns:
        A value from 0 to 1 for each block; 0 for blocks without words, and for text that is not
        part of the page: the title in the head, scripts and styles.
    """
    return align_gold(page, gold).label


@dataclass(frozen=True, eq=False)
class LabelledPage:
    """The alignment of a page with its gold, in normalised words."""

    label: NDArray[np.float32]
    #: The words of each block, and how many of them belong to the gold.
    words: list[list[str]]
    matched: NDArray[np.int64]
    #: The words of the gold, and whether each is in the page.
    gold: list[str]
    in_page: NDArray[np.bool_]


def align_gold(page: Page, gold: str) -> LabelledPage:
    """Align a page with its gold and label its blocks."""
    lines = [normalise_words(line) for line in gold.splitlines()]
    number: dict[str, int] = {}
    for line in lines:
        for word in line:
            number.setdefault(word, len(number))
    no_text = np.isin(page.blocks.hidden, _NO_TEXT).tolist()
    blocks = [
        [] if left_out else normalise_words(text, number)
        for text, left_out in zip(page.block_texts(_SEAM), no_text, strict=True)
    ]
    gold_words = [word for line in lines for word in line]
    sizes = np.array([len(block) for block in blocks], np.int64)
    matched = np.zeros(len(blocks), np.int64)
    is_in_page = np.zeros(len(gold_words), np.bool_)
    in_gold, in_page = _number_words(lines, number), _number_words(blocks, number)
    if len(in_gold.ids) and len(in_page.ids):
        _weigh(page, in_page)
        alone = sum(len(word) == 1 and word >= "\u0e00" for word in gold_words)
        alignment = GoldAlignment(in_gold, in_page, 0.5 if alone * 2 > len(gold_words) else 1.0)
        alignment.run()
        hits = in_page.unit[alignment.match >= 0]
        matched = np.bincount(hits, minlength=len(blocks)).astype(np.int64)
        is_in_page[: len(alignment.taken)] = alignment.taken
    label = (matched / np.maximum(sizes, 1)).astype(np.float32)
    return LabelledPage(label, blocks, matched, gold_words, is_in_page)


def _weigh(page: Page, in_page: WordSequence) -> None:
    """Set the weights of the words of a page, so that the copy in the main text is preferred."""
    blocks = page.blocks
    heads = page.above(page.is_tag(*_HEADS))[blocks.first] >= 0
    weight = np.where(blocks.hidden > 0, _HIDDEN, 1.0)
    weight *= np.where(page.above(page.is_tag(*_ASIDES))[blocks.first] >= 0, _ASIDE, 1.0)
    weight *= np.where((blocks.link_words * 10 >= blocks.words * 9) & ~heads, _LINKED, 1.0)
    in_page.weight, in_page.heads = weight[in_page.unit], heads[in_page.unit]


def normalise_words(text: str, known: Container[str] = ()) -> list[str]:
    """Split a text into normalised words (NFKC, no invisible characters).

    Args:
        text: the text, with `_SEAM` where two texts meet without a space. An inline element may be
            displayed as a block, so `<b>Year</b>2013` is two words, unless `known` has the one
            word.
        known: words of the gold.
    """
    # Underscores are a line to write on, or emphasis in Markdown.
    plain = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).replace("_", " ")
    if _SEAM not in plain:
        return words.split_words(plain, unspaced=True)
    result = []
    for piece in plain.split():
        glued = words.split_words(piece.replace(_SEAM, ""), unspaced=True)
        is_split = _SEAM in piece and not all(word in known for word in glued)
        result += words.split_words(piece, unspaced=True) if is_split else glued
    return result


def _number_words(lines: Iterable[list[str]], number: dict[str, int]) -> WordSequence:
    ids = [number.get(word, -1) for line in lines for word in line]
    sizes = [len(line) for line in lines]
    unit = np.repeat(np.arange(len(sizes)), sizes)
    return WordSequence(np.array(ids[:_MOST], np.int64), unit[:_MOST])
