"""Labels: how much of every block belongs to the gold text of its page."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pagecore.evaluate.metrics import words
from pagecore.page import Page
from pagecore.train.alignment import Alignment, Words

#: What a word is worth that is not shown: a shown copy of the same text wins.
_HIDDEN: Final = 0.8
#: Reasons to be hidden of what is no text of the page: metadata, script and style.
_NO_TEXT: Final = (1, 2)
#: Words that are aligned; what is beyond is no part of the gold, or of the page.
_MOST: Final = 300_000
#: Characters that are written and not seen: soft hyphen, joiners, direction marks, BOM.
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]")


def labels(page: Page, gold: str) -> NDArray[np.float32]:
    """The share of every block's words that belong to the gold.

    Args:
        page: any page.
        gold: the text that people want of it; it may lack parts, have them in another order, or
            hold text that is not in the page.

    Returns:
        A value from 0 to 1 for every block; 0 for blocks without words.
    """
    result = np.zeros(len(page.blocks), np.float32)
    texts = block_texts(page)
    texts = [
        "" if why in _NO_TEXT else text for text, why in zip(texts, page.blocks.hidden, strict=True)
    ]
    aligned = aligned_with(texts, page.blocks.hidden > 0, gold)
    if aligned is not None:
        result[:] = aligned.shares(len(result))
    return result


def aligned_with(texts: list[str], hidden: NDArray[np.bool_], gold: str) -> Alignment | None:
    """The words of texts matched with those of the gold; None where either has none."""
    number: dict[str, int] = {}
    wanted = [spoken(line) for line in gold.splitlines()]
    for line in wanted:
        for word in line:
            number.setdefault(word, len(number))
    found = [spoken(text) for text in texts]
    gold_words, page_words = _numbered(wanted, number), _numbered(found, number)
    if not len(gold_words.ids) or not len(page_words.ids):
        return None
    alone = sum(len(word) == 1 and word > "\u0e00" for line in wanted for word in line)
    scale = 0.5 if alone * 2 > len(gold_words.ids) else 1.0
    weight = np.where(hidden[page_words.unit], _HIDDEN, 1.0)
    alignment = Alignment(gold_words, page_words, weight, scale)
    alignment.run()
    return alignment


def spoken(text: str) -> list[str]:
    """The words of a text as they are compared: without what is not seen, in one form."""
    # A word of underscores is a line to write on, or emphasis of Markdown.
    plain = _UNSEEN.sub("", unicodedata.normalize("NFKC", text)).replace("_", " ")
    return words.tokens(plain, unspaced=True)


def _numbered(lines: Iterable[list[str]], number: dict[str, int]) -> Words:
    ids = [number.get(word, -1) for line in lines for word in line]
    sizes = [len(line) for line in lines]
    unit = np.repeat(np.arange(len(sizes)), sizes)
    return Words.of(np.array(ids[:_MOST], np.int64), unit[:_MOST])


def block_texts(page: Page) -> list[str]:
    """The text of every block; a line break parts words, an inline element does not."""
    n_blocks = len(page.blocks)
    pieces: list[list[str]] = [[] for _ in range(n_blocks)]
    rows = np.flatnonzero((page.block >= 0) & (page.text_start < page.text_stop))
    breaks = np.cumsum(page.is_tag("br", "wbr"))[rows]
    buffer = bytes(page.text_buffer)
    before = 0
    columns = (page.block[rows], page.text_start[rows], page.text_stop[rows], breaks)
    for block, start, stop, n_breaks in zip(*(c.tolist() for c in columns), strict=True):
        if n_breaks != before:
            pieces[block].append("\n")
        before = n_breaks
        pieces[block].append(buffer[start:stop].decode("utf-8", "replace"))
    return ["".join(piece) for piece in pieces]
