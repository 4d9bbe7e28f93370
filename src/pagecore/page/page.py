"""A page as a table: one row per node, in document order, one array per property.

`docs/data-model.md` describes every column and what always holds.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import astuple
from functools import cached_property
from typing import Any, Final, Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.errors import BadInput, BadOption
from pagecore.page import tags
from pagecore.page.columns import (
    Array,
    Blocks,
    Column,
    Mask,
    Unchanging,
    checked,
    frozen,
    numbers,
    numeric,
    picked,
    whole,
)  # fmt: skip
from pagecore.page.core_table import checked_word, table_of
from pagecore.page.links import Link, links_of
from pagecore.page.records import AttrTable, PageWarning

#: What HTML calls white space; `str.split` knows more.
_SPACE: Final = re.compile(r"[ \t\n\f\r]+")


class Page(Unchanging):
    """A parsed page. It never changes; columns are read-only and have one value per row."""

    tag = Column(np.uint16, "column")
    parent = Column(np.int32, "column")
    end = Column(np.int32, "column")
    depth = Column(np.int32, "column")
    start = Column(np.int32, "column")
    stop = Column(np.int32, "column")
    text_start = Column(np.int32, "column")
    text_stop = Column(np.int32, "column")
    chars = Column(np.int32, "column")
    words = Column(np.int32, "column")
    punctuation = Column(np.int32, "column")
    hidden = Column(np.uint8, "column")
    joined = Column(np.bool_, "column")
    owner = Column(np.int32, "column")
    block = Column(np.int32, "column")

    def __init__(
        self,
        table: _core.Table,
        url: str | None,
        options: dict[str, Any],
        *,
        early: tuple[PageWarning, ...] = (),
        origin: tuple[Page, int] | None = None,
    ) -> None:
        """Use `parse`."""
        self.__dict__.update(_table=table, url=url, _options=options, _early=early, origin=origin)

    url: str | None
    #: The page and row that carried this page, when it was found inside another.
    origin: tuple[Page, int] | None
    _table: _core.Table
    _options: dict[str, Any]
    _early: tuple[PageWarning, ...]

    def __len__(self) -> int:
        return len(self._table)

    def __repr__(self) -> str:
        where = f" {self.url}" if self.url else ""
        return f"<Page{where}: {len(self)} rows, {len(self.source)} bytes>"

    def _at(self, row: SupportsIndex) -> int:
        """A row by its number, which counts from the end where it is negative."""
        n = len(self)
        try:
            at = operator.index(row)
        except TypeError:
            raise BadInput(f"row {row!r}: expected a whole number") from None
        if not -n <= at < n:
            raise IndexError(f"row {at} of a page of {n} rows")
        return at % n

    # -- The source ----------------------------------------------------------------------------

    @cached_property
    def source(self) -> bytes:
        """The decoded page as UTF-8; `start` and `stop` are offsets into it."""
        return self._table.source()

    @property
    def encoding(self) -> str:
        """The encoding the page was read in."""
        return self._table.encoding

    @property
    def encoding_from(self) -> str:
        """What spoke for it: bom, argument, utf-8, meta, pattern, guess, ascii or str."""
        return self._table.encoding_from

    @property
    def fragment(self) -> str | None:
        """The element the page was parsed in, if it is a fragment."""
        fragment: str | None = self._options["fragment"]
        return fragment

    @cached_property
    def text_buffer(self) -> memoryview:
        """All texts as UTF-8; `text_start` and `text_stop` are offsets into it."""
        return memoryview(self._table.column("text"))

    @cached_property
    def warnings(self) -> tuple[PageWarning, ...]:
        """What was odd, guessed or cut off."""
        return self._early + tuple(PageWarning(*record) for record in self._table.warnings())

    @property
    def nbytes(self) -> int:
        """Bytes of memory the page holds, its source included."""
        return self._table.nbytes

    def cut(self, row: int) -> str:
        """The source of a row."""
        row = self._at(row)
        return self._table.cut(int(self.start[row]), int(self.stop[row]))

    def points(
        self, offsets: npt.ArrayLike, unit: Literal["char", "utf16"] = "char"
    ) -> npt.NDArray[np.int64]:
        """Byte offsets of the source as positions in a Python `str`, or in UTF-16 units."""
        if unit not in ("char", "utf16"):
            raise BadOption(f"unit={unit!r}: expected 'char' or 'utf16'")
        wanted = whole("offsets", offsets)
        flat = self._table.points(np.ascontiguousarray(wanted).ravel(), unit == "utf16")
        return np.frombuffer(flat, np.int64).reshape(wanted.shape)

    # -- Names and attributes ------------------------------------------------------------------

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of elements, by their numbers in `tag`."""
        return tags.NAMES + tuple(self._table.other_names())

    def name(self, row: int) -> str:
        """The name of a row: `p`, `svg title`, `#text`."""
        return self.names[int(self.tag[self._at(row)])]

    def is_tag(self, *names: str) -> Mask:
        """The rows with one of these names."""
        _check_words(names)
        known = np.zeros(len(self.names), np.bool_)
        for name in names:
            number = tags.NUMBERS.get(name, self._own_numbers.get(name))
            if number is not None:
                known[number] = True
        mask: Mask = known.take(self.tag)
        return mask

    @cached_property
    def _own_numbers(self) -> dict[str, int]:
        first = len(tags.NAMES)
        return {name: first + at for at, name in enumerate(self.names[first:])}

    def has_class(self, *names: str) -> Mask:
        """The rows that have one of these classes."""
        _check_words(names)
        wanted = set(names) - {""}
        return self.where("class", lambda value: not wanted.isdisjoint(_SPACE.split(value)))

    def where(self, name: str, test: Callable[[str], bool]) -> Mask:
        """The rows whose value of an attribute passes a test; rows without it do not."""
        ids, values = self.attr(name)
        # One more for the rows without the attribute, whose id is -1.
        passed = np.zeros(len(values) + 1, np.bool_)
        passed[:-1] = [test(value) for value in values]
        mask: Mask = passed.take(ids)
        return mask

    def attr(self, name: str) -> tuple[npt.NDArray[np.int32], tuple[str, ...]]:
        """For every row the number of its value of an attribute, -1 without it; and the values."""
        # Bytes, because HTML knows capitals of ASCII alone.
        key = checked_word("name", name).encode().lower()
        known = self._attr.get(key)
        if known is None:
            ids, values = self._table.attr(name)
            known = self._attr[key] = (np.frombuffer(ids, np.int32), tuple(values))
        return known

    @cached_property
    def _attr(self) -> dict[bytes, tuple[npt.NDArray[np.int32], tuple[str, ...]]]:
        return {}

    def get(self, row: int, name: str) -> str | None:
        """One attribute of one row, or None."""
        return self._table.get(self._at(row), checked_word("name", name))

    def attributes(self, row: int) -> dict[str, str]:
        """All attributes of a row; SVG's and MathML's names have their capitals."""
        return self._table.attributes(self._at(row))

    @cached_property
    def attr_table(self) -> AttrTable:
        """All attributes; values are spans of the source, not yet decoded."""
        row, name, start, stop = np.frombuffer(self._table.attr_table(), np.int32).reshape(-1, 4).T
        return AttrTable(row, name, start, stop, tuple(self._table.attr_names()))

    # -- The four moves ------------------------------------------------------------------------

    def below(
        self, x: npt.ArrayLike | None = None, how: Literal["sum", "max", "any", "count"] = "sum"
    ) -> Array:
        """For every row, `x` over its subtree: its total, its largest value, whether any is true,
        or how many are. Without `x` every row counts as 1."""
        if how not in ("sum", "max", "any", "count"):
            raise BadOption(f"how={how!r}: expected 'sum', 'max', 'any' or 'count'")
        values = self._values(x, truth=how in ("any", "count"))
        if values.dtype == np.int64:
            total = _total(lambda: self._table.below_int(values, how == "max"), np.int64)
        else:
            total = _total(lambda: self._table.below_float(values, how == "max"), np.float64)
        return total > 0 if how == "any" else total

    def above(self, mask: npt.ArrayLike) -> npt.NDArray[np.int32]:
        """For every row the nearest ancestor or self in the mask, or -1."""
        return np.frombuffer(self._table.above(self._mask(mask)), np.int32)

    def children(
        self,
        x: npt.ArrayLike | None = None,
        how: Literal["sum", "count"] = "sum",
        *,
        blank: bool = False,
    ) -> Array:
        """For every row, `x` over its direct children: its total, or how many are true. Counting
        leaves blank texts out unless `blank`. Without `x` every child counts as 1."""
        if how not in ("sum", "count"):
            raise BadOption(f"how={how!r}: expected 'sum' or 'count'")
        values = self._values(x, truth=how == "count")
        if not blank and (how == "count" or x is None):
            values *= ~self._is_blank
        if values.dtype == np.int64:
            return _total(lambda: self._table.children_int(values), np.int64)
        return _total(lambda: self._table.children_float(values), np.float64)

    def beside(
        self, x: npt.ArrayLike, step: int = 1, fill: Any = 0, *, blank: bool = False
    ) -> Array:
        """For every row the value of `x` at the sibling `step` places on, or `fill`. Blank texts
        are stepped over unless `blank`."""
        values = checked("a column", x, len(self))
        if isinstance(step, bool) or not isinstance(step, (int, np.integer)):
            raise BadOption(f"step={step!r}: expected a whole number")
        # No sibling is further away than the page is long.
        steps = max(-len(self), min(int(step), len(self)))
        return picked(values, np.frombuffer(self._table.beside(steps, blank), np.int32), fill)

    @cached_property
    def _is_blank(self) -> Mask:
        return frozen((self.tag == 0) & (self.chars == 0) & (self.text_start < self.text_stop))

    def _values(self, x: npt.ArrayLike | None, *, truth: bool) -> Array:
        """A column to add up: its values, or 1 where one is not 0."""
        if x is None:
            return np.ones(len(self), np.int64)
        if truth:
            return self._mask(x).astype(np.int64)
        return numbers(numeric("a column", x, len(self)))

    def _mask(self, mask: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        return np.ascontiguousarray(numeric("a mask", mask, len(self)), np.bool_).view(np.uint8)

    # -- Masks ---------------------------------------------------------------------------------

    @cached_property
    def visible(self) -> Mask:
        """The rows that are shown: `hidden == 0`."""
        return frozen(self.hidden == 0)

    @cached_property
    def leaves(self) -> Mask:
        """The rows without rows below them: texts, images and other void elements."""
        return frozen(self.end == np.arange(1, len(self) + 1, dtype=np.int32))

    def shown(self, x: npt.ArrayLike) -> Array:
        """`x` with hidden rows zero."""
        values = checked("a column", x, len(self))
        return np.where(self.visible, values, np.zeros(1, values.dtype))

    @cached_property
    def data_tables(self) -> Mask:
        """The `table` rows that hold data, not those that lay out the page.

        A table holds data if it has a caption or heading cells, unless it has one column and one
        cell with most of the words. Any other table holds data if it has two rows of two cells, no
        table inside and no cell of running text. The role of a table can overrule this.
        """
        return np.frombuffer(self._table.data_tables(), np.bool_)

    @cached_property
    def reader_comments(self) -> npt.NDArray[np.uint8]:
        """For every row 1 where it is part of reader comments, 2 where it is part of a form that
        asks for one, else 0. Comments are recognised by class, id, role and `itemtype`."""
        return np.frombuffer(self._table.comments(), np.uint8)

    def under(self, row: int) -> Mask:
        """The rows of a subtree, its root included."""
        mask = np.zeros(len(self), np.bool_)
        at = self._at(row)
        mask[at : self.end[at]] = True
        return mask

    # -- Blocks and digests --------------------------------------------------------------------

    @cached_property
    def blocks(self) -> Blocks:
        """The smaller table of blocks: runs of inline content, in reading order."""
        return Blocks(self._table, self._options)

    def block_texts(self, seam: str = "") -> list[str]:
        """The exact text of each block. A line break is a line end; `seam` is put where two texts
        meet without one."""
        return self._table.block_texts(seam)

    def block_lines(self) -> list[str]:
        """The text of each block as it is shown: white space is one blank except in code, and a
        line break is a line end."""
        return self._table.block_lines()

    def block_beginnings(self, limit: int) -> list[str]:
        """The text of each block on one line. A text of more than `limit` characters is cut, and
        ends in an ellipsis."""
        return self._table.block_beginnings(limit)

    def spread(self, column: npt.ArrayLike, fill: Any = 0) -> Array:
        """A column of blocks as a column of rows; `fill` where a row is in no block."""
        values = checked("a column of blocks", column, len(self.blocks), "block")
        return picked(values, self.block, fill)

    def blocks_with(self, rows: npt.ArrayLike) -> Mask:
        """The blocks that have any of some rows, as a mask of blocks."""
        blocks = np.zeros(len(self.blocks), np.bool_)
        numbers = self.block[numeric("a mask", rows, len(self)).astype(np.bool_)]
        blocks[numbers[numbers >= 0]] = True
        return blocks

    def count_words(self, rows: Mask) -> int:
        """How many words some rows have."""
        return int(np.dot(self.words, rows))

    def digest(self, of: str) -> npt.NDArray[np.uint64]:
        """A stable 64-bit digest of every row, to compare rows across pages: of its `"text"`, its
        `"tag"`, its `"shape"` (tags and classes of the subtree) or an attribute, `"attr:class"`."""
        try:
            return np.frombuffer(self._table.digest(checked_word("of", of)), np.uint64)
        except KeyError:
            raise BadOption(
                f"digest of {of!r}: expected 'text', 'tag', 'shape' or 'attr:NAME'"
            ) from None

    # -- Texts, links, pages inside ------------------------------------------------------------

    def text(self, rows: int | npt.ArrayLike | None = None) -> str:
        """The exact text of a row's subtree, of chosen rows (a mask or numbers), or of all."""
        if rows is None:
            return self._table.text_between(0, len(self))
        if isinstance(rows, (int, np.integer)) and not isinstance(rows, bool):
            at = self._at(rows)
            return self._table.text_between(at, int(self.end[at]))
        try:
            chosen = np.asarray(rows)
        except ValueError as error:
            raise BadInput(f"rows: {error}") from None
        if chosen.dtype != np.bool_:
            chosen = self._mask_of(chosen)
        return self._table.exact_text(self._mask(chosen))

    def render(
        self,
        rows: npt.ArrayLike,
        to: Literal["text", "markdown", "html", "tei"] = "text",
        *,
        images: bool = False,
        links: bool = False,
    ) -> str:
        """Chosen rows, a mask that is closed upward, as plain text, Markdown, HTML or what stands
        in the body of a TEI document; with images, and with where links lead, if asked for."""
        mask = self._mask(rows)
        return self._table.written(to, mask, url=self.url, images=images, links=links)

    def _mask_of(self, rows: Array) -> Mask:
        """The mask of rows that are given by their numbers."""
        if rows.ndim != 1 or (rows.size and rows.dtype.kind not in "iu"):
            raise BadInput(
                f"rows of the type {rows.dtype} and the shape {rows.shape}: expected a row, a list "
                "of whole numbers or a mask"
            )
        n = len(self)
        for odd in rows[(rows < -n) | (rows >= n)][:1]:
            self._at(odd)
        mask = np.zeros(n, np.bool_)
        mask[rows.astype(np.int64)] = True
        return mask

    def xpath(self, row: int) -> str:
        """A path that leads to the row in a browser: `/html/body/p[2]/text()[1]`. A row below 512
        levels is counted among all of its name, `/descendant::p[7]`."""
        return self._table.xpath(self._at(row))

    def xpaths(self, rows: Sequence[int]) -> list[str]:
        """The paths of several rows, as `xpath` has them."""
        return self._table.xpaths(rows)

    def terms(self, rows: npt.ArrayLike) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]:
        """The words in the texts of some rows, in their order: the row of each, and a stable 64-bit
        digest of it."""
        of_row, hashes = self._table.terms(self._mask(rows))
        return np.frombuffer(of_row, np.int32), np.frombuffer(hashes, np.uint64)

    def line_pieces(self, starts: npt.ArrayLike, rows: npt.ArrayLike) -> Array:
        """The texts of some rows by lines of the source that begin at byte offsets: for each text
        and line that it is on row, line, characters, blanks before the first character that is
        none, blanks behind the last, characters that are no blanks. A column each."""
        begins = np.ascontiguousarray(whole("starts", starts))
        pieces = self._table.line_pieces(begins, self._mask(rows))
        return np.frombuffer(pieces, np.int32).reshape(-1, 6)

    @cached_property
    def base(self) -> str | None:
        """What links are joined to: the first `base` with an href, else the page's URL; also where
        that href is no URL, one of the schemes `data:` and `javascript:`, or over 2048 characters
        long."""
        return self._table.base(self.url)

    def join(self, reference: str) -> str | None:
        """A reference of the page as a URL, by the WHATWG rules; None where they fail."""
        return _core.join_url(self.base, checked_word("reference", reference))

    def links(self) -> list[Link]:
        """The links of the page that lead somewhere, in document order: those whose `href` makes a
        URL, and none of `javascript:`. Of a text that is longer than 1 000 characters, or spans
        more than 4 000 bytes with all its white space, the beginning is given and an ellipsis."""
        return links_of(self)

    def inner(self, row: int) -> Page | None:
        """The page that a row carries: an iframe's `srcdoc`, HTML or text in JSON; or None."""
        from pagecore.page.inner import carried

        at = self._at(row)
        html = carried(self, at)
        return None if html is None else self._inside(at, html)

    def _inside(self, row: int, html: str) -> Page:
        """The page that HTML makes which a row carries."""
        options = {**self._options, "encoding": None, "fragment": None}
        return Page(table_of(html, options), self.base, options, origin=(self, row))

    # -- Equality, copies, other processes -----------------------------------------------------

    def _identity(self) -> tuple[object, ...]:
        return (self.source, self.url, *self._options.values())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Page):
            return NotImplemented
        return self is other or self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __reduce__(self) -> tuple[Callable[..., Page], tuple[Any, ...]]:
        early = tuple(astuple(odd) for odd in self.warnings if odd.code in _EARLY)
        known = (self.encoding, self.encoding_from)
        return _again, (self.source, known, self.url, self._options, early, self.origin)


def _check_words(names: tuple[object, ...]) -> None:
    for name in names:
        if not isinstance(name, str):
            raise BadInput(f"{name!r} is no name: expected words, one argument each")


def _total(add: Callable[[], memoryview], dtype: type[np.generic]) -> Array:
    """Totals of a column, which are told or refused, and never wrap."""
    try:
        return np.frombuffer(add(), dtype)
    except OverflowError as error:
        raise BadInput(f"{error}: give the column as floats") from None


#: Warnings of steps that are not taken again when a page is parsed from its own source.
_EARLY: Final = frozenset(
    {"encoding-contradicted", "encoding-unknown", "encoding-declared-otherwise", "limit-bytes"}
)


def _again(
    source: bytes,
    known: tuple[str, str],
    url: str | None,
    options: dict[str, Any],
    early: Sequence[tuple[Any, ...]],
    origin: tuple[Page, int] | None,
) -> Page:
    """A page that comes from another process: parsed once more, from its source."""
    warnings = tuple(PageWarning(*record) for record in early)
    table = table_of(source, options, decoded=known)
    return Page(table, url, options, early=warnings, origin=origin)
