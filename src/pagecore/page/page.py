"""A page: its rows (`rows.py`), its source, names, attributes, texts and links."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import astuple
from functools import cached_property
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.errors import BadInput, BadOption
from pagecore.page import tags
from pagecore.page.columns import Array, Mask, whole
from pagecore.page.core_table import checked_word, table_of
from pagecore.page.layout import Layout
from pagecore.page.links import Link, links_of
from pagecore.page.records import AttrTable, PageWarning
from pagecore.page.rows import Rows

#: What HTML calls white space; `str.split` knows more.
_SPACE: Final = re.compile(r"[ \t\n\f\r]+")


class Page(Rows):
    """A parsed page. It never changes; columns are read-only and have one value per row."""

    def __init__(
        self,
        table: _core.Table,
        url: str | None,
        options: dict[str, Any],
        *,
        early: tuple[PageWarning, ...] = (),
        origin: tuple[Page, int] | None = None,
        layout: Layout | None = None,
    ) -> None:
        """Use `parse`."""
        self.__dict__.update(_table=table, url=url, _options=options, _early=early, origin=origin)
        if layout is not None:
            self.__dict__.update(layout=layout)

    url: str | None
    #: The page and row that carried this page, when it was found inside another.
    origin: tuple[Page, int] | None
    #: What a browser drew, where the page was rendered.
    layout: Layout | None = None
    _early: tuple[PageWarning, ...]

    def __repr__(self) -> str:
        where = f" {self.url}" if self.url else ""
        return f"<Page{where}: {len(self)} rows, {len(self.source)} bytes>"

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

    def with_layout(self, layout: Layout) -> Page:
        """The same page with the layout that a browser gave it.

        Raises:
            BadInput: the layout is that of another source.
        """
        layout.check_fits(self)
        return Page(
            self._table,
            self.url,
            self._options,
            early=self._early,
            origin=self.origin,
            layout=layout,
        )

    # -- Equality, copies, other processes -----------------------------------------------------

    def _identity(self) -> tuple[object, ...]:
        return (self.source, self.url, self.layout, *self._options.values())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Page):
            return NotImplemented
        return self is other or self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())

    def __reduce__(self) -> tuple[Callable[..., Page], tuple[Any, ...]]:
        early = tuple(astuple(odd) for odd in self.warnings if odd.code in _EARLY)
        known = (self.encoding, self.encoding_from)
        return _again, (
            self.source, known, self.url, self._options, early, self.origin, self.layout,
        )  # fmt: skip


def _check_words(names: tuple[object, ...]) -> None:
    for name in names:
        if not isinstance(name, str):
            raise BadInput(f"{name!r} is no name: expected words, one argument each")


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
    layout: Layout | None,
) -> Page:
    """A page that comes from another process: parsed once more, from its source."""
    warnings = tuple(PageWarning(*record) for record in early)
    table = table_of(source, options, decoded=known)
    return Page(table, url, options, early=warnings, origin=origin, layout=layout)
