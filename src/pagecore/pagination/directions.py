"""Read where a link leads from its label, or from a class or id: next, previous, older, newer."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, NamedTuple

from pagecore.page.numbers import parse_number
from pagecore.page.unspaced_scripts import UNSPACED
from pagecore.pagination import direction_words

#: Length limit of a label, in characters; longer texts are titles.
MAX_LABEL: Final = 40
#: Limit of its words.
_MAX_WORDS: Final = 5
#: Minimum length of a word that is the beginning of others.
_MIN_BEGINNING: Final = 5
#: A word, or a run of an unspaced script. Vowels of some scripts are signs, not letters.
_WORD: Final = re.compile(
    r"[^\s\d!-&(-,./:-@\[-`{-¿\u2000-\u2018\u201a-\u2bff\u3000-\u3020＜＞｜]+"
)
_UNSPACED: Final = re.compile(rf"[{UNSPACED}가-힣]")

#: Characters of arrows, and of the edge at which the first and last page are.
_RIGHT: Final = frozenset(">›»→▶►❯⟩≫＞➔➜➡⇒▸⟶")
_LEFT: Final = frozenset("<‹«←◀◄❮⟨≪＜⬅⇐◂⟵")
_EDGE: Final = frozenset("|¦⏭⏮")

#: Signs around a page number; no currency, percent or plus.
_SIGNS: Final = r"[\s\[\](){}.,:·•|<>‹›«»…–—-]*"
_NUMBER_LABEL: Final = re.compile(
    rf"{_SIGNS}(?:([^\W\d_]+){_SIGNS})?(\d{{1,5}}){_SIGNS}(?:([^\W\d_]+){_SIGNS})?"
)

#: Words in classes and ids, which style sheets use in pages of all languages.
_CLASS_WORD: Final = re.compile(
    r"(?<![a-z])(next|prev(?:ious)?|older|newer|first|last)"
    r"(?![a-z])|(?<![a-z])(next|prev(?:ious)?|older|newer|first|last)(?=page|posts?|link|btn|button)",
    re.IGNORECASE,
)
_PAGER_CLASS: Final = re.compile(
    r"pag(?:er|inat|ing|enav|inav|e-?num|e-?nav|e-?link)|nav-?links|posts?-navigation|multipage"
    r"|prev_?next|(?<![a-z])(?:older|newer)(?![a-z])",
    re.IGNORECASE,
)
_CURRENT_CLASS: Final = re.compile(
    r"(?<![a-z])(?:active|curr(?:ent)?|selected|highlight|this-?page|disabled)(?![a-z])",
    re.IGNORECASE,
)


class Direction(Enum):
    """Where a link leads."""

    # In the order in which labels are read: a label may have two words, such as "older" and
    # "previous", or "next" and "last".
    OLDER = "older"
    NEWER = "newer"
    NEXT = "next"
    PREVIOUS = "previous"
    LAST = "last"
    FIRST = "first"

    @property
    def is_forward(self) -> bool:
        """Whether the link leads to the next page; the older entries of a list follow."""
        return self in (Direction.NEXT, Direction.OLDER)

    @property
    def is_back(self) -> bool:
        """Whether the link leads to the previous page."""
        return self in (Direction.PREVIOUS, Direction.NEWER)


class _Words(NamedTuple):
    """Words that are matched as a whole, as the beginning of others, or anywhere."""

    whole: frozenset[str]
    beginnings: tuple[str, ...]
    pieces: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> _Words:
        words = text.split()
        pieces = tuple(word for word in words if _UNSPACED.match(word))
        spaced = [word for word in words if word not in pieces]
        beginnings = (word for word in spaced if len(word) >= _MIN_BEGINNING and word[-1] != ".")
        return cls(frozenset(word.rstrip(".") for word in spaced), tuple(beginnings), pieces)

    def match(self, word: str) -> bool:
        """Whether a word is among these."""
        is_begun = word in self.whole or word.startswith(self.beginnings)
        return is_begun or any(piece in word for piece in self.pieces)


_DIRECTIONS: Final = {
    direction: _Words.of(getattr(direction_words, direction.name)) for direction in Direction
}
_PAGE: Final = frozenset(direction_words.PAGE.split())
_BESIDE: Final = _PAGE | frozenset(direction_words.BESIDE.split())
_MORE: Final = _Words.of(direction_words.MORE)
_SINGLE: Final = _Words.of(direction_words.SINGLE)
#: A text in an unspaced script that consists of known pieces.
_PIECES: Final = re.compile(
    "(?:{})+".format(
        "|".join(
            sorted(
                {piece for known in _DIRECTIONS.values() for piece in known.pieces}
                | {word for word in _BESIDE if _UNSPACED.match(word)},
                key=len,
                reverse=True,
            )
        )
    )
)


def read_direction(label: str) -> Direction | None:
    """Read the direction from the label of a link; None for titles and other texts."""
    label = label.strip()
    if not label or len(label) > MAX_LABEL:
        return None
    words = _WORD.findall(label.casefold())
    if not words:
        return _read_arrow(label)
    if len(words) > _MAX_WORDS:
        return None
    for direction, known in _DIRECTIONS.items():
        if any(known.match(word) for word in words):
            return direction
    return None


def _read_arrow(label: str) -> Direction | None:
    """Read a label of signs alone: an arrow, or an arrow at an edge for the first or last page."""
    signs = {sign for sign in label if not sign.isspace()}
    is_edge = bool(signs & _EDGE)
    arrows = signs - _EDGE
    if arrows and arrows <= _RIGHT:
        return Direction.LAST if is_edge else Direction.NEXT
    if arrows and arrows <= _LEFT:
        return Direction.FIRST if is_edge else Direction.PREVIOUS
    return None


def is_more_label(label: str) -> bool:
    """Whether a label asks for more of a list, as in "load more"."""
    if not label or len(label) > MAX_LABEL:
        return False
    words = _WORD.findall(label.casefold())
    return len(words) <= _MAX_WORDS and any(_MORE.match(word) for word in words)


def is_exact_label(label: str) -> bool:
    """Whether all words of a label are words for directions, pages and entries of lists."""
    return all(_is_exact_word(word) for word in _WORD.findall(label.casefold()))


def _is_exact_word(word: str) -> bool:
    if word in _SINGLE.whole or any(piece in word for piece in _SINGLE.pieces):
        return False
    if _UNSPACED.match(word):
        return _PIECES.fullmatch(word) is not None
    return word in _BESIDE or any(known.match(word) for known in _DIRECTIONS.values())


def read_page_number(label: str) -> int | None:
    """Read a page number: `2`, `[2]`, `Page 2`, `第2页`; None for other texts."""
    if len(label) > MAX_LABEL:
        return None
    match = _NUMBER_LABEL.fullmatch(label)
    if match is None or not all(not word or word.casefold() in _PAGE for word in match.group(1, 3)):
        return None
    return parse_number(match[2])


def read_class_direction(value: str) -> Direction | None:
    """Read the direction from a class or id; None if it names none, or two."""
    names = {(match[1] or match[2]).lower() for match in _CLASS_WORD.finditer(value)}
    names = {"previous" if name == "prev" else name for name in names}
    return Direction(names.pop()) if len(names) == 1 else None


def is_pager_class(value: str) -> bool:
    """Whether a class or id is that of links to pages."""
    return _PAGER_CLASS.search(value) is not None


def is_current_class(value: str) -> bool:
    """Whether a class is that of the current page among numbered ones."""
    return _CURRENT_CLASS.search(value) is not None
