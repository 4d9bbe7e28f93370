"""From a page to its record in an index: fields, segments and chunks, as plain data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any, Final, Self

import numpy as np

from pagecore.choice import Part
from pagecore.document import Document
from pagecore.extract import extract
from pagecore.page import Page
from pagecore.page.counts import shorten
from pagecore.page.groups import group_texts, list_rows
from pagecore.page.plain_text import PLAIN_TEXT
from pagecore.page.urls import split_url
from pagecore.registry import SEGMENT, find_method
from pagecore.segmentation import Segmentation
from pagecore.segments.content import HEADINGS, cut_content
from pagecore.write.chunks import Chunk

#: The segmentation of an index unless another is chosen.
DEFAULT_SEGMENTS: Final = "content"
#: Headings are shortened to this many characters, because segments repeat them.
_MAX_HEADING_CHARS: Final = 300
_SPACES: Final = re.compile(r"\s+")


@dataclass(frozen=True)
class SegmentRecord:
    """A segment of a page."""

    text: str
    #: The headings above the segment, including those that it begins with.
    heading_path: tuple[str, ...]
    #: The element of the segment, or its first element if it has several; empty for content that
    #: the page carries as data.
    xpath: str


@dataclass(frozen=True)
class ChunkRecord:
    """A chunk of the content of a page."""

    id: str
    text: str
    markdown: str
    heading_path: tuple[str, ...]
    #: Equal for chunks with the same words, on any page.
    digest: str


@dataclass(frozen=True)
class PageRecord:
    """What an index stores about a page."""

    #: The URL, or the name of the source if the page has none.
    url: str
    title: str
    #: The headings of what is indexed, in document order.
    headings: tuple[str, ...]
    #: The ISO 639 code, empty if it is not clear.
    language: str
    #: The host of the URL, in lower case; empty without one.
    host: str
    #: The date of publication, or else of change, such as `2024-05-01`; empty without one.
    date: str
    #: Such as `article` or `forum`.
    page_type: str
    authors: tuple[str, ...]
    site: str
    segments: tuple[SegmentRecord, ...]
    chunks: tuple[ChunkRecord, ...]

    @property
    def body(self) -> str:
        """The text that is indexed: all segments."""
        return "\n".join(segment.text for segment in self.segments)

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Make a record from the data of `to_dict`."""
        fields = dict(values)
        fields["segments"] = tuple(
            SegmentRecord(**{**of, "heading_path": tuple(of["heading_path"])})
            for of in values["segments"]
        )
        fields["chunks"] = tuple(
            ChunkRecord(**{**of, "heading_path": tuple(of["heading_path"])})
            for of in values["chunks"]
        )
        for name in ("headings", "authors"):
            fields[name] = tuple(values[name])
        return cls(**fields)


def read_page_record(
    page: Page | Document,
    *,
    segments: str = DEFAULT_SEGMENTS,
    url: str | None = None,
    with_chunks: bool = True,
    **parameters: object,
) -> PageRecord:
    """Make the record of a page.

    Args:
        page: a parsed page, or the document that was extracted from it.
        segments: the method of the family `segment` that divides the page. `content` indexes what
            the default extractor keeps, the others the whole page.
        url: the URL, or another name, if the page itself has none.
        with_chunks: add the chunks of the content.
        parameters: parameters of the method.
    """
    document = page if isinstance(page, Document) else extract(page)
    address = document.url or url or ""
    records, headings = _read_segments(document, segments, parameters)
    metadata = document.metadata
    return PageRecord(
        url=address,
        title=document.title or "",
        headings=tuple(headings),
        language=document.language or "",
        host=(split_url(address).hostname or "") if "://" in address else "",
        date=metadata.date or "",
        page_type=document.page_type or "",
        authors=metadata.authors,
        site=metadata.site or "",
        segments=tuple(records),
        chunks=tuple(map(_make_chunk, document.chunks())) if with_chunks else (),
    )


def _read_segments(
    document: Document, name: str, parameters: dict[str, object]
) -> tuple[list[SegmentRecord], list[str]]:
    """Return the segments of a document, and the headings in them."""
    records, headings = [], []
    for at, (part, segmentation) in enumerate(_divide(document, name, parameters)):
        if part.page.fragment == PLAIN_TEXT:
            # A text file has one row, which no method divides.
            records += [SegmentRecord(of.text, of.heading_path, "") for of in document.chunks()]
            continue
        texts = segmentation.texts(part.page)
        paths = find_heading_paths(part.page, segmentation, document.title)
        xpaths = part.page.xpaths(_find_elements(part.page, segmentation))
        records += [
            SegmentRecord(text, path, xpath if at == 0 else "")
            for text, path, xpath in zip(texts, paths, xpaths, strict=True)
            if text
        ]
        headings += _read_headings(part.page, segmentation)
    return records, headings


def _divide(
    document: Document, name: str, parameters: dict[str, object]
) -> Iterator[tuple[Part, Segmentation]]:
    """Divide the pages of a document into segments."""
    method = find_method(name, SEGMENT.name)
    options: dict[str, Any] = method.check_options(parameters)
    if name != DEFAULT_SEGMENTS:
        yield document.parts[0], method(document.page, **options)
        return
    # The steps after the method have corrected the choice, and may have added embedded pages.
    for part in document.parts:
        yield part, cut_content(part.page, part.choice.content, **options)


def find_heading_paths(
    page: Page, segmentation: Segmentation, title: str | None = None
) -> list[tuple[str, ...]]:
    """Return the title and the headings above each segment: those before its first text that is not
    a heading, each below the last one of a higher level."""
    rows = np.flatnonzero(page.is_tag(*HEADINGS)).tolist()
    texts = _read_texts(page, rows)
    levels = [int(page.name(row)[1]) for row in rows]
    in_heading = page.above(page.is_tag(*HEADINGS)) >= 0
    paths: list[tuple[str, ...]] = [()] * len(segmentation)
    above: list[tuple[int, str]] = []
    first = () if not title else (shorten(title, _MAX_HEADING_CHARS),)
    at = 0
    starts = _find_first_texts(segmentation, in_heading | (page.text_start == page.text_stop))
    for number in np.argsort(starts, kind="stable").tolist():
        while at < len(rows) and rows[at] <= starts[number]:
            if texts[at]:
                above = [of for of in above if of[0] < levels[at]] + [(levels[at], texts[at])]
            at += 1
        # The main heading mostly repeats the title.
        headings = tuple(text for _, text in above if text not in first)
        paths[number] = first + headings
    return paths


def _find_elements(page: Page, segmentation: Segmentation) -> list[int]:
    """Return the element of each segment: of those around its first text, the first one that
    contains its last text too, or else the outermost one that belongs to the segment."""
    rows: list[int] = segmentation.first.tolist()
    ids, texts = segmentation.ids, page.text_start < page.text_stop
    for number, leaves in enumerate(list_rows(ids, len(segmentation), texts)):
        if not leaves:
            continue
        row, last = leaves[0], leaves[-1]
        while page.end[row] <= last or page.tag[row] == 0:
            above = int(page.parent[row])
            if above < 0 or ids[above] != number:
                break
            row = above
        rows[number] = row
    return rows


def _find_first_texts(segmentation: Segmentation, left_out: np.ndarray) -> np.ndarray:
    """Return the first row of each segment that is not left out, or else its last row."""
    starts = segmentation.last.astype(np.int64)
    rows = np.flatnonzero((segmentation.ids >= 0) & ~left_out)[::-1]
    starts[segmentation.ids[rows]] = rows
    return starts


def _read_headings(page: Page, segmentation: Segmentation) -> list[str]:
    """Return the texts of the headings that are in segments."""
    rows = np.flatnonzero(page.is_tag(*HEADINGS) & (segmentation.ids >= 0)).tolist()
    return list(filter(None, _read_texts(page, rows)))


def _read_texts(page: Page, rows: list[int]) -> list[str]:
    """Return the texts below rows, each on one line."""
    ids = np.full(len(page), -1, np.int32)
    for number, row in enumerate(rows):
        ids[row : page.end[row]] = number
    ids[np.isin(page.hidden, (2, 3, 4))] = -1
    return [shorten(text, _MAX_HEADING_CHARS) for text in group_texts(page, ids, len(rows))]


def _make_chunk(chunk: Chunk) -> ChunkRecord:
    words = _SPACES.sub(" ", chunk.text).strip().casefold()
    digest = blake2b(words.encode(errors="replace"), digest_size=16).hexdigest()
    return ChunkRecord(chunk.id, chunk.text, chunk.markdown, chunk.heading_path, digest)
