"""Word F1: the multisets of words of two texts.

Words are runs of word characters of the lower-cased text, as in WCXB. In scripts without spaces a
whole sentence would be one word; with `unspaced` each of their characters is a word, as in Fundus.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from pagecore.metrics.score import Score, score_multisets

__all__ = ["Score", "count_words", "score_words", "split_words"]


def score_words(gold: str, text: str, unspaced: bool = False) -> Score:
    """Precision, recall and F1 of the words of `text` against those of `gold`."""
    return score_multisets(count_words(gold, unspaced), count_words(text, unspaced))


def count_words(text: str, unspaced: bool = False) -> Counter[str]:
    """Count how often each word of a text occurs."""
    return Counter(split_words(text, unspaced))


def split_words(text: str, unspaced: bool = False) -> list[str]:
    """Split a text into words, in order."""
    return (_UNSPACED if unspaced else _WORD).findall(text.lower())


#: Unicode blocks of scripts without spaces, with their signs and punctuation.
_ALONE: Final = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f"  # Myanmar
    "\u1780-\u17ff"  # Khmer
    "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # kana
    "\u3005\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af"  # Han
)
_WORD: Final = re.compile(r"\w+")
_UNSPACED: Final = re.compile(rf"[{_ALONE}]|[^\W{_ALONE}]+")
