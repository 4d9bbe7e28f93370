"""Word F1: the multisets of words of two texts.

Words are runs of word characters of the lower-cased text, as in WCXB. In scripts without spaces a
whole sentence would be one word; with `unspaced` each of their characters is a word, as in Fundus.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from pagecore.metrics.score import Score, score_multisets
from pagecore.page.unspaced_scripts import UNSPACED

__all__ = ["Score", "count_words", "score_words", "split_words"]


def score_words(gold: str, text: str, unspaced: bool = False) -> Score:
    """Precision, recall and F1 of the words of `text` against those of `gold`."""
    return score_multisets(count_words(gold, unspaced), count_words(text, unspaced))


def count_words(text: str, unspaced: bool = False) -> Counter[str]:
    """Count how often each word of a text occurs."""
    return Counter(split_words(text, unspaced))


def split_words(text: str, unspaced: bool = False) -> list[str]:
    """Split a text into words, in order."""
    return (_UNSPACED_WORD if unspaced else _WORD).findall(text.lower())


_WORD: Final = re.compile(r"\w+")
_UNSPACED_WORD: Final = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+")
