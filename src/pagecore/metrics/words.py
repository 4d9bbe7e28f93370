"""Word F1: the multisets of words of two texts.

Words are runs of word characters of the lower-cased text, as WCXB has them. Scripts that are
written without spaces would make a word of every sentence; with `unspaced` each of their characters
is a word, as for Fundus.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from pagecore.metrics.score import Score, of_multisets

__all__ = ["Score", "bag", "score", "tokens"]


def score(gold: str, text: str, unspaced: bool = False) -> Score:
    """Precision, recall and F1 of the words of `text` against those of `gold`."""
    return of_multisets(bag(gold, unspaced), bag(text, unspaced))


def bag(text: str, unspaced: bool = False) -> Counter[str]:
    """The words of a text, with how often each occurs."""
    return Counter(tokens(text, unspaced))


def tokens(text: str, unspaced: bool = False) -> list[str]:
    """The words of a text, in order."""
    return (_UNSPACED if unspaced else _WORD).findall(text.lower())


#: The blocks of scripts without spaces, with their own signs and punctuation.
_ALONE: Final = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f"  # Myanmar
    "\u1780-\u17ff"  # Khmer
    "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # kana
    "\u3005\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af"  # Han
)
_WORD: Final = re.compile(r"\w+")
_UNSPACED: Final = re.compile(rf"[{_ALONE}]|[^\W{_ALONE}]+")
