"""Text runs: the texts of a page as a reader takes them in, one value each.

A run is a line of a block, cut where an element such as a link or a `span` begins or ends. It
continues across formatting (`b`, `em`, …), across elements in the middle of a sentence, after a few
words such as *by*, and across texts without words.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.listings.kinds import Kinds, mix
from pagecore.page import Array, Page

#: Elements that only format their text.
_FORMATTING: Final = (
    "b", "strong", "em", "i", "u", "mark", "font", "small", "big", "sub", "sup", "wbr", "bdi",
    "bdo", "abbr", "tt", "nobr", "center",
)  # fmt: skip
#: A text that only introduces the next one, such as *by*.
_PREFIX: Final = re.compile(r"(?:[^\W\d_]+[ .'’:]*){1,3}")
_WORD: Final = re.compile(r"\w")
#: The beginning of a price, and the rest of a number.
_PRICE_BEGINS: Final = re.compile(r"[$€£¥₹]\s?\d[\d.,]*$|\d[.,]$")
_NUMBER: Final = re.compile(r"[.,]?\d{2}")
_CENTS: Final = re.compile(r"\d[.,]\d\d$|\d[.,]$")
_LETTER: Final = re.compile(r"[^\W\d_]")
#: A sign of a currency alone, the end of a price, and what continues it to a range.
_SIGN: Final = re.compile(r"(?:[A-Z]{1,3})?[$€£¥₹]")
_PRICE_ENDS: Final = re.compile(r"[$€£¥₹]\s?\d[\d.,]*$|\d\s?[€£]$")
_RANGE_ENDS: Final = re.compile(r"[-–—]\s?(?:[A-Z]{1,3})?[$€£¥₹]?\s?\d[\d.,]*\s?[€£]?")
_SEPARATORS: Final = " |•·,;–—"
#: Characters of a text that an item has once only.
_LONG: Final = 16
#: Words of a line that the next one continues.
_PARAGRAPH_WORDS: Final = 7
#: Base of the path hashes; see `kinds._hash_paths`.
_FACTOR: Final = 0x9E3779B97F4A7C15


class Run(NamedTuple):
    """A text of an item."""

    text: str
    #: The rows of its texts.
    rows: tuple[int, ...]
    #: The link around it; -1 if there is none.
    link: int
    #: The element that holds it.
    holder: int
    #: The kinds, and the names, of the elements from the item down to the holder.
    path: int
    names: int
    #: The kinds of the holder and of the two elements around it.
    place: int = 0
    in_heading: bool = False


class TextRuns:
    """The texts of a page, to be read item by item."""

    def __init__(self, page: Page, kinds: Kinds) -> None:
        self._page, self._kinds = page, kinds
        self._buffer = bytes(page.text_buffer)
        rows = np.flatnonzero(kinds.is_read & (page.chars > 0))
        #: The link around each row of the page.
        self.link = kinds.link
        # Columns of the texts, as lists, which are faster to read one by one.
        self._rows: list[int] = rows.tolist()
        self._spans = list(
            zip(page.text_start[rows].tolist(), page.text_stop[rows].tolist(), strict=True)
        )
        is_formatting = page.is_tag(*_FORMATTING)
        holders = page.above((page.tag != 0) & ~is_formatting)
        self._holder: list[int] = holders[rows].tolist()
        self._link: list[int] = kinds.link[rows].tolist()
        breaks = np.cumsum(page.is_tag("br"))[rows]
        block = page.block[rows]
        new_block = np.ones(len(rows), np.bool_)
        new_block[1:] = block[1:] != block[:-1]
        new_line = new_block.copy()
        new_line[1:] |= breaks[1:] != breaks[:-1]
        is_space = (page.tag == 0) & (page.chars == 0) & (page.text_stop > page.text_start)
        #: Texts after white space that is a text of its own.
        after_space, n_spaces = new_line.copy(), np.cumsum(is_space)[rows]
        after_space[1:] |= n_spaces[1:] != n_spaces[:-1]
        self._new_block: list[bool] = new_block.tolist()
        self._new_line: list[bool] = new_line.tolist()
        self._after_space: list[bool] = after_space.tolist()
        is_inner = (page.tag != 0) & ~is_formatting & ~page.is_tag("br")
        #: Elements with nothing but text and line breaks.
        self._is_plain = page.children(is_inner, how="count") == 0
        self._is_cell = page.is_tag("td", "dd")
        is_heading = page.is_tag("h1", "h2", "h3", "h4", "h5", "h6")
        self._heading = page.above(is_heading)
        self._whole = page.above(is_heading | page.is_tag("a"))
        around = page.parent.take(np.maximum(page.parent, 0))
        self._place = kinds.kind ^ mix(kinds.kind[page.parent], 1) ^ mix(kinds.kind[around], 2)
        self._powers = [1]

    def read(self, first: int, stop: int, root: int, *, with_copies: bool = False) -> list[Run]:
        """Return the runs of a range of rows; a long text that an item repeats counts once.

        Args:
            first: the first row of the item.
            stop: the row after its last.
            root: the row from which paths are counted.
            with_copies: return repeated texts each time.
        """
        lo, hi = bisect_left(self._rows, first), bisect_left(self._rows, stop)
        lines: list[list[_Part]] = []
        for at in range(lo, hi):
            begin, end = self._spans[at]
            text = self._buffer[begin:end].decode()
            if self._after_space[at]:
                text = f" {text}"
            part = _Part(text, self._rows[at], self._holder[at], self._link[at])
            if at == lo or self._new_block[at] or not self._goes_on(lines[-1], part, at):
                lines.append([])
            lines[-1].append(part)
        runs = []
        seen = set()
        for line in lines:
            for part in self._join_line(line):
                # A separator between two values is part of neither.
                text = part.text.strip(_SEPARATORS) or part.text
                is_long = len(text) >= _LONG
                if text in seen and is_long and not with_copies:
                    continue
                if part.has_word or (len(line) == 1 and self._in_cell(part)):
                    seen.add(text)
                    runs.append(self._make_run(part, text, root))
        return runs

    def _goes_on(self, line: list[_Part], part: _Part, at: int) -> bool:
        """Whether a text is on the same line as the one before it, or a line break between them is
        only inside a paragraph."""
        if not self._new_line[at]:
            return True
        before = line[-1]
        if before.holder != part.holder or before.link != part.link:
            return False
        return len(before.text.split()) >= _PARAGRAPH_WORDS or bool(self._is_plain[part.holder])

    def _in_cell(self, part: _Part) -> bool:
        return bool(self._is_cell[part.holder])

    def _make_run(self, part: _Part, text: str, root: int) -> Run:
        holder = max(part.holder, root)
        depth = int(self._page.depth[holder] - self._page.depth[root])
        path = self._cut(self._kinds.path, holder, root, depth)
        names = self._cut(self._kinds.name_path, holder, root, depth)
        in_heading = bool(self._heading[part.rows[0]] >= 0)
        place = int(self._place[holder])
        return Run(text, tuple(part.rows), part.link, holder, path, names, place, in_heading)

    def _cut(self, paths: npt.NDArray[np.uint64], holder: int, root: int, depth: int) -> int:
        """Return the hash of the path between two rows."""
        while len(self._powers) <= depth:
            self._powers.append(self._powers[-1] * _FACTOR % 2**64)
        return (int(paths[holder]) - self._powers[depth] * int(paths[root])) % 2**64

    def _join_line(self, line: list[_Part]) -> list[_Part]:
        """Join the parts of a line that belong together."""
        if len(line) == 1:
            return line
        joined: list[_Part] = []
        at = 0
        while at < len(line):
            part = line[at]
            at += 1
            last = self._find_end(line, at - 1)
            for later in range(at, last + 1):
                part.add(line[later])
            at = max(at, last + 1)
            previous = joined[-1] if joined else None
            if previous is not None and self._belongs(previous, part, line[at : at + 1]):
                # Cents in an element of their own, as in `$19` and `97`, are not part of the euros.
                if previous.text[-1:].isdecimal() and part.text[:1].isdecimal():
                    has_cents = _CENTS.search(previous.text) is not None
                    part.source = f" {part.source}" if has_cents else f".{part.source}"
                previous.add(part, takes_place=not previous.has_word)
            else:
                joined.append(part)
        return joined

    def _find_end(self, line: list[_Part], at: int) -> int:
        """Return the last part of the value that begins at a part: a sentence goes on after an
        element inside it, and a link or heading with a text of its own is one value."""
        part, last = line[at], at
        whole = int(self._whole[part.rows[0]])
        if whole >= 0:
            inside = [
                later
                for later in range(at, len(line))
                if line[later].holder == whole or self._is_inside(line[later].holder, whole)
            ]
            if len(inside) > 1 and any(line[later].holder == whole for later in inside):
                last = inside[-1]
                part.holder = whole
        if not _LETTER.search(part.text):
            return last
        for later in range(last + 1, len(line)):
            if line[later].holder == part.holder and (line[later].has_word or later == last + 1):
                last = later
            elif not self._is_inside(line[later].holder, part.holder):
                break
        return last

    def _belongs(self, previous: _Part, part: _Part, following: list[_Part]) -> bool:
        """Whether a part continues the value before it."""
        if not part.has_word or not previous.has_word:
            # The sign of a currency belongs to the number after it, as in `$30` `$` `21`.
            is_sign = _SIGN.fullmatch(part.text) is not None and previous.has_word
            return not (is_sign and any(later.text[:1].isdecimal() for later in following))
        if _is_range(previous.text, part.text):
            return True
        if previous.ends_in_word and part.begins_in_word and _is_one_number(previous, part):
            return True
        return (
            self._is_inside(part.holder, previous.holder)
            and len(previous.rows) == 1
            and not (previous.ends_in_word and part.begins_in_word)
            and _PREFIX.fullmatch(previous.text) is not None
        )

    def _is_inside(self, row: int, outer: int) -> bool:
        return bool(outer < row < self._page.end[outer])


def _is_range(before: str, text: str) -> bool:
    """Whether two texts are a range of prices, as in `$30` and `- $40`."""
    if (begin := before.rstrip(" -–—")) != before:
        text = f"- {text}"
    return _RANGE_ENDS.fullmatch(text) is not None and _PRICE_ENDS.search(begin) is not None


def _is_one_number(previous: _Part, part: _Part) -> bool:
    """Whether two texts without a space between them are one number, as in `$1,899.` and `00`."""
    return (
        _PRICE_BEGINS.search(previous.text) is not None and _NUMBER.fullmatch(part.text) is not None
    )


class _Part:
    """A run that is still being joined."""

    __slots__ = ("has_word", "holder", "link", "rows", "source")

    def __init__(self, source: str, row: int, holder: int, link: int) -> None:
        self.source, self.rows, self.holder, self.link = source, [row], holder, link
        self.has_word = _WORD.search(source) is not None

    def add(self, other: _Part, *, takes_place: bool = False) -> None:
        is_word = self.ends_in_word and other.begins_in_word
        self.source += other.source if is_word else f" {other.source}"
        self.rows += other.rows
        self.has_word = self.has_word or other.has_word
        if takes_place:
            self.holder, self.link = other.holder, other.link
        elif self.link < 0:
            self.link = other.link

    @property
    def text(self) -> str:
        return " ".join(self.source.split())

    @property
    def ends_in_word(self) -> bool:
        return not self.source[-1:].isspace()

    @property
    def begins_in_word(self) -> bool:
        return not self.source[:1].isspace()


def find_roots(page: Page, first: Array, stop: Array) -> Array:
    """Return the row from which the paths of each item are counted: the item itself, or the parent
    of a run of siblings."""
    result: Array = np.where(page.end[first] >= stop, first, page.parent[first])
    return result
