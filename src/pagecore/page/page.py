"""A page: the table of its rows (`rows.py`) with source, names, attributes, texts and links."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import astuple
from functools import cached_property
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.errors import BadInput, BadOption, show_value
from pagecore.page import tags
from pagecore.page.address import DeclaredAddress, find_base, find_declared_address
from pagecore.page.columns import Array, AttrTable, Mask, check_integers, convert_array
from pagecore.page.core_table import check_flags, check_text, check_word, parse_table
from pagecore.page.layout import Layout
from pagecore.page.links import Link, find_links
from pagecore.page.plain_text import PLAIN_TEXT, render_plain_text
from pagecore.page.received import Received
from pagecore.page.rows import Rows
from pagecore.page.warning import PageWarning, warn_of_path

#: White space of the HTML standard; `str.split` also splits at other characters.
_SPACE: Final = re.compile(r"[ \t\n\f\r]+")


class Page(Rows):
    """A parsed page. It is immutable; columns are read-only and have one value per row."""

    def __init__(
        self,
        table: _core.Table,
        url: str | None,
        options: dict[str, Any],
        *,
        decoding_warnings: tuple[PageWarning, ...] = (),
        origin: tuple[Page, int] | None = None,
        layout: Layout | None = None,
        received: Received | None = None,
    ) -> None:
        """Use `parse`."""
        if url is not None and len(url) > _core.MAX_URL_BYTES // 4:
            url, url_warnings = _limit_url(url)
            decoding_warnings += url_warnings
        self.__dict__.update(_table=table, url=url, _options=options, origin=origin)
        self.__dict__.update(_decoding_warnings=decoding_warnings)
        if layout is not None:
            self.__dict__.update(layout=layout)
        if received is not None:
            self.__dict__.update(received=received)

    #: The URL; None for a URL of more than 2048 bytes, with a warning.
    url: str | None
    #: The page and the row that carry this page, if it is embedded in another.
    origin: tuple[Page, int] | None
    #: The layout of a page that a browser rendered.
    layout: Layout | None = None
    #: What a rendered page was received as; None for other pages.
    received: Received | None = None
    #: Warnings that parsing an unpickled source would not repeat.
    _decoding_warnings: tuple[PageWarning, ...]

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
        """The encoding that the page was decoded from."""
        return self._table.encoding

    @property
    def encoding_from(self) -> str:
        """How the encoding was detected: bom, argument, utf-8, meta, pattern, guess, ascii or str.

        `docs/data-model.md` explains these.
        """
        return self._table.encoding_from

    @property
    def fragment(self) -> str | None:
        """The element that the source was parsed as the content of, if it is a fragment."""
        fragment: str | None = self._options["fragment"]
        return fragment

    @cached_property
    def text_buffer(self) -> memoryview:
        """All texts as UTF-8; `text_start` and `text_stop` are offsets into it."""
        return memoryview(self._table.column("text"))

    @cached_property
    def warnings(self) -> tuple[PageWarning, ...]:
        """Problems of the source, guesses, and truncation by limits."""
        parsing_warnings = tuple(PageWarning(*record) for record in self._table.warnings())
        is_own_text = self.encoding_from == "str" and self.origin is None
        path_warning = warn_of_path(self.source) if is_own_text else None
        path_warnings = () if path_warning is None else (path_warning,)
        own = self._decoding_warnings + parsing_warnings + path_warnings
        address_warning = self._declared_address.warning if self.url is None else None
        return own if address_warning is None else (*own, address_warning)

    @property
    def nbytes(self) -> int:
        """Memory of the page in bytes, including its source."""
        return self._table.nbytes

    def source_of(self, row: int) -> str:
        """Return the source of a row."""
        row = self._check_row(row)
        return self._table.cut(int(self.start[row]), int(self.stop[row]))

    def convert_offsets(
        self, offsets: npt.ArrayLike, unit: Literal["char", "utf16"] = "char"
    ) -> npt.NDArray[np.int64]:
        """Convert byte offsets of the source to positions in a Python `str`, or in UTF-16 units."""
        check_word("unit", unit, ("char", "utf16"))
        checked = check_integers("offsets", offsets)
        flat = self._table.points(np.ascontiguousarray(checked).ravel(), unit == "utf16")
        return np.frombuffer(flat, np.int64).reshape(checked.shape)

    # -- Names and attributes ------------------------------------------------------------------

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of elements, by their numbers in the column `tag`."""
        return tags.NAMES + tuple(self._table.other_names())

    def name(self, row: int) -> str:
        """Return the name of a row: `p`, `svg title`, `#text`."""
        return self.names[int(self.tag[self._check_row(row)])]

    def is_tag(self, *names: str) -> Mask:
        """Return the mask of rows with one of these names."""
        _check_names(names)
        is_named = np.zeros(len(self.names), np.bool_)
        for name in names:
            number = tags.NUMBERS.get(name, self._own_numbers.get(name))
            if number is not None:
                is_named[number] = True
        mask: Mask = is_named.take(self.tag)
        return mask

    @cached_property
    def _own_numbers(self) -> dict[str, int]:
        """The numbers of names that are not in the standard."""
        first = len(tags.NAMES)
        return {name: first + at for at, name in enumerate(self.names[first:])}

    def has_class(self, *names: str) -> Mask:
        """Return the mask of rows with one of these classes."""
        _check_names(names)
        classes = set(names) - {""}
        return self.match_attribute(
            "class", lambda value: not classes.isdisjoint(_SPACE.split(value))
        )

    def match_attribute(self, name: str, test: Callable[[str], bool]) -> Mask:
        """Return the mask of rows with an attribute whose value passes a test.

        Args:
            name: the name of the attribute.
            test: a function of the value; called once per distinct value.
        """
        ids, values = self.attr(name)
        # The last entry is for rows without the attribute, whose id is -1.
        passed = np.zeros(len(values) + 1, np.bool_)
        passed[:-1] = [test(value) for value in values]
        mask: Mask = passed.take(ids)
        return mask

    def attr(self, name: str) -> tuple[npt.NDArray[np.int32], tuple[str, ...]]:
        """Return the values of an attribute as a column.

        Returns:
            The number of each row's value (-1 without the attribute), and the values by number.
        """
        # As bytes, because attribute names ignore the case of ASCII letters only.
        key = _check_attribute(name).encode().lower()
        column = self._attr_cache.get(key)
        if column is None:
            ids, values = self._table.attr(name)
            column = self._attr_cache[key] = (np.frombuffer(ids, np.int32), tuple(values))
        return column

    @cached_property
    def _attr_cache(self) -> dict[bytes, tuple[npt.NDArray[np.int32], tuple[str, ...]]]:
        return {}

    def get(self, row: int, name: str) -> str | None:
        """Return the value of an attribute of a row, or None."""
        return self._table.get(self._check_row(row), _check_attribute(name))

    def attributes(self, row: int) -> dict[str, str]:
        """Return all attributes of a row; names in SVG and MathML have their standard case."""
        return self._table.attributes(self._check_row(row))

    @cached_property
    def attr_table(self) -> AttrTable:
        """All attributes; values are spans of the source and not decoded."""
        row, name, start, stop = np.frombuffer(self._table.attr_table(), np.int32).reshape(-1, 4).T
        return AttrTable(row, name, start, stop, tuple(self._table.attr_names()))

    # -- Texts, links, pages inside ------------------------------------------------------------

    def text(self, rows: int | npt.ArrayLike | None = None) -> str:
        """Return the exact text of some rows.

        Args:
            rows: a row, which means its subtree; a mask or row numbers; None for all rows.
        """
        if rows is None:
            return self._table.text_between(0, len(self))
        if isinstance(rows, (int, np.integer)) and not isinstance(rows, bool):
            at = self._check_row(rows)
            return self._table.text_between(at, int(self.end[at]))
        chosen = convert_array("rows", rows)
        if chosen.dtype != np.bool_:
            chosen = self._make_mask(chosen)
        return self._table.exact_text(self._check_mask(chosen))

    def render(
        self,
        rows: npt.ArrayLike,
        to: Literal["text", "markdown", "html", "tei"] = "text",
        *,
        images: bool = False,
        links: bool = False,
        readings: bool = False,
    ) -> str:
        """Render chosen rows.

        Args:
            rows: a mask that is closed upward: an element is chosen if anything below it is.
            to: the format; `tei` is the inside of the body of a TEI document.
            images: include images.
            links: include the targets of links.
            readings: include the readings of `ruby`, in brackets after their base.
        """
        mask = self._check_mask(rows)
        check_word("to", to, ("text", "markdown", "html", "tei"))
        check_flags(images=images, links=links, readings=readings)
        if self.fragment == PLAIN_TEXT:
            return render_plain_text(self, mask.view(np.bool_), to)
        # Without addresses in the output, their base does not matter.
        url = self.address if images or links else self.url
        return self._table.written(to, mask, url=url, images=images, links=links, readings=readings)

    def _make_mask(self, rows: Array) -> Mask:
        """Return the mask of rows with these numbers."""
        if rows.ndim != 1 or (rows.size and rows.dtype.kind not in "iu"):
            raise BadInput(
                f"rows has the type {rows.dtype} and the shape {rows.shape}: expected a row, a "
                "list of row numbers or a mask"
            )
        n = len(self)
        for outside in rows[(rows < -n) | (rows >= n)][:1]:
            self._check_row(outside)
        mask = np.zeros(n, np.bool_)
        mask[rows.astype(np.int64)] = True
        return mask

    def xpath(self, row: int) -> str:
        """Return the XPath of a row, for a browser: `/html/body/p[2]/text()[1]`.

        If the path has more than 128 steps or 1024 bytes, the row is counted among all rows of its
        name instead: `/descendant::p[7]`. This path selects the same element.
        """
        return self._table.xpath(self._check_row(row))

    def xpaths(self, rows: Sequence[int]) -> list[str]:
        """Return the XPaths of several rows."""
        return self._table.xpaths(check_integers("rows", rows).ravel().tolist())

    def word_digests(
        self, rows: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]:
        """Return the words in the texts of some rows, in document order.

        Returns:
            The row of each word, and a stable 64-bit digest of the word.
        """
        word_rows, hashes = self._table.terms(self._check_mask(rows))
        return np.frombuffer(word_rows, np.int32), np.frombuffer(hashes, np.uint64)

    def term_digests(
        self, rows: npt.ArrayLike, language: str | None
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]:
        """Return the terms in the texts of some rows, in document order: stems of words, without
        stop words. In scripts without spaces, terms are pairs of neighbouring characters.

        Args:
            rows: the rows, as a mask.
            language: the ISO 639-1 code of the language. If it is None or has no stemmer or no
                list of stop words, words are not stemmed, or none is left out.

        Returns:
            The row of each term, and a stable 64-bit digest of the term.
        """
        code = "" if language is None else check_text("language", language)
        term_rows, hashes = self._table.stems(self._check_mask(rows), code)
        return np.frombuffer(term_rows, np.int32), np.frombuffer(hashes, np.uint64)

    def term_texts(self, rows: npt.ArrayLike, language: str | None) -> dict[int, str]:
        """Return the text of each distinct term in the texts of some rows, by its digest; the
        arguments are those of `term_digests`."""
        code = "" if language is None else check_text("language", language)
        return self._table.stem_texts(self._check_mask(rows), code)

    def line_pieces(self, starts: npt.ArrayLike, rows: npt.ArrayLike) -> Array:
        """Split the texts of some rows at lines of the source.

        Args:
            starts: the byte offsets at which lines begin.
            rows: the rows, as a mask.

        Returns:
            One row per piece of a text on a line, with six columns: row, line, characters, leading
            white space, trailing white space, characters other than white space.
        """
        begins = np.ascontiguousarray(check_integers("starts", starts))
        pieces = self._table.line_pieces(begins, self._check_mask(rows))
        return np.frombuffer(pieces, np.int32).reshape(-1, 6)

    @cached_property
    def base(self) -> str | None:
        """The base URL, against which links are resolved.

        This is the `href` of the first `base` that has one, or else the address of the page. An
        `href` that is invalid, longer than 2048 characters, or a `data:` or `javascript:` URL is
        ignored.
        """
        return find_base(self, self.address)

    @cached_property
    def address(self) -> str | None:
        """The URL that was passed or that the page was read from, or else the one that it declares:
        its canonical link or `og:url`.

        It is None if the two name different hosts. A warning says which one was used.
        """
        return self.url if self.url is not None else self._declared_address.url

    @cached_property
    def _declared_address(self) -> DeclaredAddress:
        return find_declared_address(self)

    def resolve_url(self, reference: str) -> str | None:
        """Resolve a link of the page to a URL, by the WHATWG rules; None if that fails."""
        return _core.join_url(self.base, check_text("reference", reference))

    def links(self) -> list[Link]:
        """Return the links of the page that have a target, in document order.

        Links with an invalid `href`, `javascript:` links and, if the page has no base URL, relative
        links are left out. A text that is longer than 1000 characters, or spans more than 4000
        bytes with its white space, is shortened.
        """
        return find_links(self)

    def embedded_page(self, row: int) -> Page | None:
        """Return the page that a row carries (`srcdoc` of a frame, HTML or text in JSON), or None.

        The steps of `extract` read such pages if the page itself shows no content. At most 2000
        values of JSON that are HTML are read; if there are more, the page has a warning.
        """
        from pagecore.page.embedded_pages import Budget, read_embedded_html

        at, budget = self._check_row(row), Budget()
        html = read_embedded_html(self, at, budget)
        return None if html is None else self._parse_embedded(at, html, budget.warnings)

    def _parse_embedded(self, row: int, html: str, warnings: tuple[PageWarning, ...] = ()) -> Page:
        """Parse the HTML that a row carries."""
        options = {**self._options, "encoding": None, "fragment": None}
        return Page(
            parse_table(html, options),
            self.base,
            options,
            decoding_warnings=warnings,
            origin=(self, row),
        )

    def with_layout(self, layout: Layout) -> Page:
        """Return the page with the layout that a browser computed.

        Raises:
            BadInput: the layout belongs to another source.
        """
        if not isinstance(layout, Layout):
            raise BadInput(
                f"layout={show_value(layout)}: expected a Layout, as Layout.of returns it"
            )
        layout.check_fits(self)
        return self._with(layout=layout)

    def with_received(self, received: Received) -> Page:
        """Return the page with the bytes that it was received as, before it was rendered."""
        return self._with(received=received)

    def with_warnings(self, *warnings: PageWarning) -> Page:
        """Return the page with more warnings, about the file that it was read from."""
        return self._with(decoding_warnings=self._decoding_warnings + warnings)

    def _with(self, **changes: Any) -> Page:
        values = {
            "decoding_warnings": self._decoding_warnings,
            "origin": self.origin,
            "layout": self.layout,
            "received": self.received,
        }
        return Page(self._table, self.url, self._options, **{**values, **changes})

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
        warnings = tuple(astuple(warning) for warning in self.warnings if warning.code in _DECODING)
        decoded = (self.encoding, self.encoding_from)
        return _restore_page, (
            self.source, decoded, self.url, self._options, warnings, self.origin, self.layout,
            self.received,
        )  # fmt: skip


def _check_attribute(name: str) -> str:
    """Return the name of an attribute that the core can look up, or raise `BadOption`."""
    if not check_text("name", name):
        raise BadOption("name='': expected the name of an attribute")
    return name


def _check_names(names: tuple[object, ...]) -> None:
    for name in names:
        if not isinstance(name, str):
            raise BadInput(f"{name!r} is not a name: pass each name as a str of its own")


#: Codes of warnings about decoding, the URL, and the data that the page was read from, which are
#: not repeated when a page is unpickled.
_DECODING: Final = frozenset(
    {
        "encoding-contradicted",
        "encoding-unknown",
        "encoding-declared-otherwise",
        "limit-bytes",
        "limit-embedded",
        "limit-url",
        "url-from-comment",
    }
)


def _limit_url(url: str) -> tuple[str | None, tuple[PageWarning, ...]]:
    """Return the URL of a page, or None and a warning if it is too long.

    Every link repeats the URL, so the output would grow with the square of the page.
    """
    n_bytes, most = len(url.encode()), _core.MAX_URL_BYTES
    if n_bytes <= most:
        return url, ()
    message = f"the URL of the page has {n_bytes} bytes and is ignored; the limit is {most}"
    return None, (PageWarning("limit-url", message, -1, -1, n_bytes - most),)


def _restore_page(
    source: bytes,
    decoded: tuple[str, str],
    url: str | None,
    options: dict[str, Any],
    warnings: Sequence[tuple[Any, ...]],
    origin: tuple[Page, int] | None,
    layout: Layout | None,
    received: Received | None = None,
) -> Page:
    """Unpickle a page: parse its source again."""
    table = parse_table(source, options, decoded=decoded)
    decoding_warnings = tuple(PageWarning(*record) for record in warnings)
    return Page(
        table,
        url,
        options,
        decoding_warnings=decoding_warnings,
        origin=origin,
        layout=layout,
        received=received,
    )
