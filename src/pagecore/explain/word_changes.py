"""Compare two texts word by word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from pagecore.explain.align import align_items

#: Scripts without spaces between words, in which every character is compared.
_UNSPACED: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
#: Punctuation, each character of which is a word, except inside a number.
_PUNCTUATION: Final = (
    "!-/:-@\\[-`{-~\u00a1-\u00bf\u060c\u061b\u061f\u06d4\u0964\u0965\u2010-\u2027\u2030-\u205e"
    "\u3001-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
)
_WORD: Final = f"\\d+(?:[.,:]\\d+)+|[{_UNSPACED}{_PUNCTUATION}]|[^\\s{_UNSPACED}{_PUNCTUATION}]+"
_WORDS: Final = re.compile(f"(?:{_WORD})\\s*|\\s+")
_WORDS_AND_SPACES: Final = re.compile(f"{_WORD}|\\s")


class WordRun(NamedTuple):
    """Words that follow each other and that are in both texts or in one of them."""

    #: `same`, `removed` (only in the first text) or `added` (only in the second).
    status: str
    #: The words with the white space after them; of words in both texts, as in the second.
    text: str


def split_words(text: str, *, with_spaces: bool = False) -> list[str]:
    """Split a text into words, each with the white space after it.

    In scripts without spaces, every character is a word, and so is every punctuation mark.

    Args:
        text: the text.
        with_spaces: whether white space counts: every character of it is then a word too.
    """
    return (_WORDS_AND_SPACES if with_spaces else _WORDS).findall(text)


def compare_words(a: str, b: str, *, with_spaces: bool = False) -> tuple[WordRun, ...]:
    """Return the words of two texts in runs: in both, only in the first, only in the second.

    Args:
        a: a text.
        b: another text.
        with_spaces: whether white space counts, as in code.
    """
    words = [split_words(text, with_spaces=with_spaces) for text in (a, b)]
    keys = [[word if with_spaces else word.rstrip() for word in side] for side in words]
    pieces: list[tuple[str, Sequence[str]]] = []
    i = j = 0
    for next_i, next_j in (*align_items(*keys), (len(words[0]), len(words[1]))):
        pieces.append(("removed", words[0][i:next_i]))
        pieces.append(("added", words[1][j:next_j]))
        pieces.append(("same", words[1][next_j : next_j + 1]))
        i, j = next_i + 1, next_j + 1
    runs = groupby((piece for piece in pieces if piece[1]), key=itemgetter(0))
    return tuple(
        WordRun(status, "".join(word for _, run_words in run for word in run_words))
        for status, run in runs
    )
