"""Scripts without spaces between words, in which every character counts as a word."""

from __future__ import annotations

from typing import Final

#: Their Unicode blocks with signs and punctuation, for the brackets of a regular expression.
UNSPACED: Final = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f"  # Myanmar
    "\u1780-\u17ff"  # Khmer
    "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # kana
    "\u3005\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af"  # Han
)
