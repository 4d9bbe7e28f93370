"""Chunks: the content in pieces of limited length, for search and retrieval.

`packing.py` decides where chunks end; the core renders them.
"""

from __future__ import annotations

import itertools
import json
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadOption, show_value
from pagecore.page.counts import count_words, shorten
from pagecore.page.plain_text import PLAIN_TEXT
from pagecore.page.text_units import find_byte_offsets, list_text_units
from pagecore.page.units import PageUnits, Unit, list_units
from pagecore.page.writing import leave_out_tables
from pagecore.write.json import VERSION
from pagecore.write.note_labels import NoteLabels, add_footnotes
from pagecore.write.packing import PackedChunk, Packer

if TYPE_CHECKING:
    from pagecore.choice import Part
    from pagecore.document import Document
    from pagecore.page import Page

#: The default of `max_length`, in words.
MAX_LENGTH: Final = 256
#: Headings, titles and names are shortened to this many characters, because every chunk repeats
#: them.
_MAX_NAME_CHARS: Final = 300
#: The most authors that a chunk repeats.
_MAX_AUTHORS: Final = 20
#: Elements whose headings count inside of them only.
_SCOPES: Final = ("li", "dd", "blockquote")
#: The number or the mark of an item in plain text.
_ITEM_MARKER: Final = re.compile(r"(?:\d{1,9}|[A-Za-z]{1,9})[.)] +|[-*•] +")


@dataclass(frozen=True)
class ChunkMetadata:
    """Metadata of the page that all its chunks share."""

    url: str | None
    title: str | None
    language: str | None
    #: The date of publication, or else a date of change that the page shows.
    date: str | None
    authors: tuple[str, ...]
    site: str | None
    page_type: str | None
    confidence: float | None


@dataclass(frozen=True)
class Chunk:
    """A piece of the content of a document."""

    #: Stays the same as long as the URL, the headings and the text of the chunk do.
    id: str
    #: The number of the chunk in the document, from 0.
    index: int
    #: The title of the page, and the headings above the first text that is new in this chunk.
    #: Headings that the chunk begins with are among them.
    heading_path: tuple[str, ...]
    #: Plain text.
    text: str
    #: The same as Markdown that is complete by itself.
    markdown: str
    #: The length of `text`.
    length: int
    #: The number of characters at the start of `text` that repeat earlier chunks: the overlap, and
    #: the head of a table.
    n_repeated_chars: int
    #: The part of the document, and the first and last row of its page.
    part: int
    row: int
    last_row: int
    #: Byte offsets in the source of the page.
    start: int
    stop: int
    #: Metadata of the page.
    metadata: ChunkMetadata

    def to_dict(self) -> dict[str, Any]:
        """Return the fields, and those of the metadata, as `--to chunks` writes them."""
        return {
            "schema_version": VERSION,
            "id": self.id,
            "index": self.index,
            "url": self.metadata.url,
            "title": self.metadata.title,
            "language": self.metadata.language,
            "date": self.metadata.date,
            "authors": list(self.metadata.authors),
            "site": self.metadata.site,
            "page_type": self.metadata.page_type,
            "confidence": self.metadata.confidence,
            "heading_path": list(self.heading_path),
            "text": self.text,
            "markdown": self.markdown,
            "length": self.length,
            "n_repeated_chars": self.n_repeated_chars,
            "part": self.part,
            "row": self.row,
            "last_row": self.last_row,
            "start": self.start,
            "stop": self.stop,
        }


def split_document(
    document: Document,
    title: str | None,
    parts: Sequence[Part],
    *,
    max_length: int = MAX_LENGTH,
    length: Callable[[str], int] = count_words,
    overlap: int = 0,
    tables: bool = True,
    images: bool = True,
    links: bool = True,
    readings: bool = False,
) -> list[Chunk]:
    """Split the content of a document into chunks; `Document.chunks` describes the options.

    Args:
        document: the document, for its metadata.
        title: begins the path of headings, or None.
        parts: the parts without what repeats the title.
        max_length: the limit of a chunk.
        length: measures a text.
        overlap: the limit of what a chunk repeats.
        tables: include data tables.
        images: include images in Markdown.
        links: include the targets of links in Markdown.
        readings: include the readings of `ruby`, in brackets after their base.

    Raises:
        BadOption: an option is out of bounds, or `length` returns no length.
    """
    max_length, overlap = check_lengths(max_length, overlap)
    measure = _check_measure(length)
    metadata = _collect_metadata(document)
    path = _HeadingPath(title)
    counter: Counter[bytes] = Counter()
    chunks: list[Chunk] = []
    labels = NoteLabels()
    for number, (page, choice) in enumerate(parts):
        if page.fragment == PLAIN_TEXT:
            units = list_text_units(page, choice.content)
            offsets = find_byte_offsets(page, units.text)
        else:
            rows = choice.content if tables else leave_out_tables(page, choice.content)
            units = list_units(page, rows, images=images, links=links, readings=readings)
            offsets = None
        packed = list(Packer(units, measure, max_length, overlap).pack())
        rendered = _render(units, packed)
        if page.fragment != PLAIN_TEXT:
            rendered = add_footnotes(labels.rename(rendered))
        for chunk, markdown in zip(packed, rendered, strict=True):
            headings = path.advance(page, units, _find_first_text(units, chunk))
            row, last_row = units.units[chunk.first].first, units.units[chunk.last].last
            if offsets is None:
                start, stop = _find_span(page, row, last_row)
            else:
                start, stop = int(offsets[chunk.start]), int(offsets[chunk.stop])
            chunks.append(
                Chunk(
                    id=_make_id(metadata, title, headings, chunk.text, counter),
                    index=len(chunks),
                    heading_path=headings,
                    text=chunk.text,
                    markdown=markdown,
                    length=chunk.length,
                    n_repeated_chars=_count_repeated(units, chunk),
                    part=number,
                    row=row,
                    last_row=last_row,
                    start=start,
                    stop=stop,
                    metadata=metadata,
                )
            )
        path.advance(page, units, len(units.units) - 1)
    return chunks


def _find_span(page: Page, row: int, last_row: int) -> tuple[int, int]:
    """Find where the rows of a chunk begin and end in the source. The parser moves some elements,
    such as those it finds between the cells of a table, so the first row need not come first."""
    rows = slice(row, last_row + 1)
    is_leaf = page.leaves[rows]
    start = page.start[rows][is_leaf].min(initial=page.start[row])
    stop = page.stop[rows][is_leaf].max(initial=page.stop[last_row])
    return int(start), int(stop)


def check_lengths(max_length: int = MAX_LENGTH, overlap: int = 0) -> tuple[int, int]:
    """Return the lengths as integers.

    Raises:
        BadOption: one is out of bounds.
    """
    max_length = _check_count("max_length", max_length, 1)
    overlap = _check_count("overlap", overlap, 0)
    if 2 * overlap > max_length:
        raise BadOption(
            f"overlap={show_value(overlap)}: expected at most half of "
            f"max_length={show_value(max_length)}"
        )
    return max_length, overlap


def write_chunk_lines(chunks: Sequence[Chunk], page: str) -> str:
    """Write chunks as lines of JSON, without the last line end; each begins with the name of the
    page."""
    return "\n".join(
        json.dumps({"page": page, **chunk.to_dict()}, ensure_ascii=False) for chunk in chunks
    )


class _HeadingPath:
    """The title and the headings above a unit, which goes on from unit to unit.

    A heading inside a list item or a quotation counts inside of it only; the headings before it
    count again after it.
    """

    def __init__(self, title: str | None) -> None:
        self._title = () if title is None else (shorten(title, _MAX_NAME_CHARS),)
        self._headings: list[_Heading] = []
        self._units: PageUnits | None = None
        self._next = 0
        #: The item or quotation around each row, or -1.
        self._scopes: npt.NDArray[np.int32] | None = None

    def advance(self, page: Page, units: PageUnits, number: int) -> tuple[str, ...]:
        """Return the path of a unit, which does not precede that of the last call."""
        if units is not self._units:
            self._units, self._next = units, 0
            is_plain = page.fragment == PLAIN_TEXT
            self._scopes = None if is_plain else page.above(page.is_tag(*_SCOPES))
            self._headings = [replace(heading, scope=-1) for heading in self._headings]
        for unit in units.units[self._next : number + 1]:
            while self._headings and self._headings[-1].has_ended(page, unit):
                self._headings.pop()
            if unit.kind == "heading":
                scope = -1 if self._scopes is None else int(self._scopes[unit.first])
                while self._headings and self._headings[-1].is_replaced(unit, scope):
                    self._headings.pop()
                text = _read_heading(page, units, unit)
                self._headings.append(_Heading(unit.level, text, scope))
        self._next = max(self._next, number + 1)
        return (*self._title, *(heading.text for heading in self._headings if heading.text))


@dataclass(frozen=True)
class _Heading:
    """A heading of the path, with the row of the item or quotation around it, or -1."""

    level: int
    text: str
    scope: int

    def has_ended(self, page: Page, unit: Unit) -> bool:
        return self.scope >= 0 and unit.first >= page.end[self.scope]

    def is_replaced(self, unit: Unit, scope: int) -> bool:
        return self.scope == scope and self.level >= unit.level


def _read_heading(page: Page, units: PageUnits, unit: Unit) -> str:
    """Return the text of a heading, without the number of the item that it begins."""
    text = units.read_heading(unit)
    marker = _ITEM_MARKER.match(text)
    if (
        marker is not None
        and page.fragment != PLAIN_TEXT
        and not page.text(unit.first).lstrip().startswith(marker[0].rstrip())
    ):
        text = text[marker.end() :]
    return shorten(text, _MAX_NAME_CHARS)


def _find_first_text(units: PageUnits, chunk: PackedChunk) -> int:
    """Find the first new unit of a chunk that is not a heading; the last unit if all are."""
    numbers = range(chunk.first_new, chunk.last)
    is_heading = (units.units[number].kind == "heading" for number in numbers)
    return chunk.first_new + sum(1 for _ in itertools.takewhile(bool, is_heading))


def _render(units: PageUnits, packed: Sequence[PackedChunk]) -> list[str]:
    return units.render_markdown(
        [
            (chunk.first, chunk.last, chunk.start, chunk.stop, chunk.head is not None)
            for chunk in packed
        ]
    )


def _count_repeated(units: PageUnits, chunk: PackedChunk) -> int:
    """Count the characters of a chunk's text before what is new in it."""
    n_new = len(units.text[chunk.start_new : chunk.stop].strip())
    return len(chunk.text) - n_new if chunk.start < chunk.start_new or chunk.head is not None else 0


def _make_id(
    metadata: ChunkMetadata,
    title: str | None,
    path: tuple[str, ...],
    text: str,
    counter: Counter[bytes],
) -> str:
    """Return a digest of what identifies a chunk; chunks that are alike are numbered."""
    headings = path if title is None else path[1:]
    page = metadata.url if metadata.url is not None else metadata.title
    key = json.dumps([page, headings, text]).encode()
    digest = blake2b(key, digest_size=16).digest()
    counter[digest] += 1
    if counter[digest] > 1:
        digest = blake2b(digest, digest_size=16, salt=counter[digest].to_bytes(8, "big")).digest()
    return digest.hex()


def _collect_metadata(document: Document) -> ChunkMetadata:
    metadata = document.metadata
    names: Iterator[str] = (shorten(name, _MAX_NAME_CHARS) for name in metadata.authors)
    title, site = document.title, metadata.site
    return ChunkMetadata(
        url=document.url,
        title=None if title is None else shorten(title, _MAX_NAME_CHARS),
        language=document.language,
        date=metadata.date,
        authors=tuple(names)[:_MAX_AUTHORS],
        site=None if site is None else shorten(site, _MAX_NAME_CHARS),
        page_type=document.page_type,
        confidence=document.confidence,
    )


def _check_count(name: str, value: object, least: int) -> int:
    try:
        count = least - 1 if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]  # What is no number raises.
    except TypeError:
        count = least - 1
    if count < least:
        raise BadOption(f"{name}={show_value(value)}: expected integer, {least} or more")
    return count


def _check_measure(length: object) -> Callable[[str], int]:
    """Return a function that calls `length` and checks what it returns."""
    if not callable(length):
        raise BadOption(f"length={show_value(length)}: expected a function from a str to an int")
    measure_text: Callable[[str], object] = length

    def measure(text: str) -> int:
        value = measure_text(text)
        try:
            return _check_count("length", value, 0)
        except BadOption:
            raise BadOption(
                f"length={show_value(measure_text)} returned {show_value(value)} for a text of "
                f"{len(text)} characters; expected an integer, 0 or more"
            ) from None

    return measure
