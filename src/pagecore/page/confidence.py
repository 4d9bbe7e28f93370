"""The confidence of a choice of few words, by the rule of the core.

The default extractor applies it to its choice, and the step that detects walls applies it to what
is left of a choice.
"""

from __future__ import annotations

from typing import Final

from pagecore import _core

#: A choice with fewer words is almost empty; the warning `no-content` reports it.
FEW_WORDS: Final = _core.FEW_WORDS
#: The highest confidence of such a choice, and of the choice of a wall.
DOUBTFUL_CONFIDENCE: Final = _core.DOUBT


def limit_confidence(confidence: float, n_words: int) -> float:
    """Lower the confidence of a choice of few words to `DOUBTFUL_CONFIDENCE`, and to 0 for none.

    Args:
        confidence: the F1 that a method expects of its choice, 0 to 1.
        n_words: words of the choice.
    """
    return _core.limit_confidence(confidence, n_words)
