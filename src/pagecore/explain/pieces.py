"""List the segments, posts or items of a page with their positions and reasons: as a table for a
terminal, as JSON, as JSON lines, and as a web page (`html_pieces.py`)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pagecore.errors import BadOption, show_value
from pagecore.explain.explanation import WIDTH, replace_unprintable
from pagecore.explain.list_table import ListTable, Row, Styled
from pagecore.listing import Listing
from pagecore.page import Array, Page, PageWarning
from pagecore.page.counts import format_count
from pagecore.page.groups import find_spans, group_texts, list_rows
from pagecore.post import FIELDS, Post, render_groups, resolve_links
from pagecore.segmentation import Segmentation
from pagecore.thread import Thread

if TYPE_CHECKING:
    from rich.console import RenderableType

#: Version of the JSON format; it grows when a reader of the JSON has to change.
VERSION: Final = 1
#: Length limit of a text in the table, in characters.
MAX_TEXT: Final = 160
#: Maximum number of pieces in a table.
MAX_SHOWN: Final = 3000


@dataclass(frozen=True)
class Piece:
    """A segment, a post or an item of a listing."""

    #: Its number in the segmentation or thread, from 0.
    index: int
    #: Its first and last row.
    row: int
    last_row: int
    #: Its text, and its number of words.
    text: str
    words: int
    #: The columns of a segment, fields of a post or cells of an item that are known, such as
    #: `parent`, `author` or `price`.
    fields: Mapping[str, Any]
    #: How a post was recognised, and the evidence of the method.
    reason: str
    #: The XPath of its first row.
    xpath: str
    #: Byte offsets into the source; `stop` is one past the end.
    start: int
    stop: int


@dataclass(frozen=True)
class Pieces:
    """The segments, posts or items of a page."""

    #: `segments`, `posts` or `items`.
    kind: str
    method: str
    page: Page = field(repr=False, compare=False)
    #: The piece of each row of the page, -1 outside all pieces.
    ids: Array = field(repr=False, compare=False)
    pieces: tuple[Piece, ...]
    confidence: float | None = None
    #: Warnings of the method.
    more_warnings: tuple[PageWarning, ...] = ()

    @property
    def warnings(self) -> tuple[PageWarning, ...]:
        """Warnings about the page and about the result."""
        return (*self.page.warnings, *self.more_warnings)

    @property
    def summary(self) -> str:
        """One line: the number of pieces and words, and the confidence."""
        n_words = sum(piece.words for piece in self.pieces)
        noun = self.kind.removesuffix("s")
        facts = [format_count(len(self.pieces), noun), format_count(n_words, "word")]
        if self.confidence is not None:
            facts.append(f"confidence {self.confidence:.2f}")
        return f"{self.method}: {', '.join(facts)}"

    def table(self, only: str | None = None) -> RenderableType:
        """Return a table for a terminal of 80 columns.

        Raises:
            BadOption: `only` is not None; all pieces are always shown.
        """
        from rich.console import Group
        from rich.text import Text

        if only is not None:
            raise BadOption(f"only={show_value(only, 200)} has no effect on {self.kind}; remove it")
        shown, noun = self.pieces[:MAX_SHOWN], self.kind.removesuffix("s")
        rows = [_make_row(piece) for piece in shown]
        notes = [Text(self.summary)]
        if len(shown) < len(self.pieces):
            notes.append(Text(f"only the first {len(shown)} are shown", "yellow"))
        names = (noun, "words", "text, fields, reason, place")
        return Group(*notes, Text(), ListTable(names, rows, WIDTH))

    def json(self) -> str:
        """Return the pieces as JSON; docs/explain.md describes the fields."""
        record = {
            "schema_version": VERSION,
            "method": self.method,
            "url": self.page.url,
            "encoding": self.page.encoding,
            "confidence": self.confidence,
            "warnings": [asdict(warning) for warning in self.warnings],
            self.kind: self._convert_all(),
        }
        return json.dumps(record, ensure_ascii=False, indent=1)

    def json_lines(self, **more: Any) -> str:
        """Return a line of JSON for each piece, with more fields before its own."""
        lines = ({**more, **record} for record in self._convert_all())
        return "\n".join(
            json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines
        )

    def _convert_all(self) -> list[dict[str, Any]]:
        """Convert the pieces to flat dicts; posts have their Markdown after their text."""
        records = [_convert_piece(piece, self.kind) for piece in self.pieces]
        if self.kind != "posts":
            return records
        rows = list_rows(self.ids, len(records))
        return [
            {"index": record.pop("index"), "row": record.pop("row"),
             "last_row": record.pop("last_row"), "text": record.pop("text"), "markdown": markdown,
             **record}
            for record, markdown in zip(records, render_groups(self.page, rows), strict=True)
        ]  # fmt: skip

    def html(self) -> str:
        """Return a web page with the blocks of the page, in one colour per piece."""
        from pagecore.explain.html_pieces import draw_pieces

        return draw_pieces(self)


def explain_segmentation(page: Page, segmentation: Segmentation, method: str) -> Pieces:
    """List the segments of a page, with the evidence at the first text of each."""
    columns = {
        name: [_round(value) for value in values.tolist()]
        for name, values in segmentation.columns.items()
    }
    parents = segmentation.parent.tolist()
    fields = [
        ({"parent": parents[at]} if parents[at] >= 0 else {})
        | {name: values[at] for name, values in columns.items()}
        for at in range(len(segmentation))
    ]
    lead = _find_first_texts(page, segmentation.ids, segmentation.first)
    reasons = [_describe_evidence(segmentation.evidence, row) for row in lead.tolist()]
    spans = (segmentation.first, segmentation.last)
    texts = segmentation.texts(page)
    pieces = _make_pieces(page, segmentation.ids, spans, texts, fields, reasons)
    more = segmentation.warnings
    return Pieces("segments", method, page, segmentation.ids, pieces, more_warnings=more)


def explain_thread(page: Page, thread: Thread, method: str) -> Pieces:
    """List the posts of a page, with how each was recognised and the evidence at its first text."""
    rows = np.flatnonzero(thread.ids >= 0).astype(np.int32)
    first, last = np.full(len(thread), len(page), np.int32), np.full(len(thread), -1, np.int32)
    np.minimum.at(first, thread.ids[rows], rows)
    np.maximum.at(last, thread.ids[rows], rows)
    quoted = list_rows(thread.ids, len(thread), thread.quoted)
    fields = [
        {name: value for name, value in _list_fields(post).items() if value is not None}
        | resolve_links(page, post)
        | ({"quoted_rows": quoted[at]} if quoted[at] else {})
        for at, post in enumerate(thread.posts)
    ]
    lead = _find_first_texts(page, thread.ids, first)
    reasons = [
        "; ".join(
            [f"{name}: {why}" for name, why in sorted(post.recognised_by.items())]
            + [evidence for evidence in [_describe_evidence(thread.evidence, row)] if evidence]
        )
        for post, row in zip(thread.posts, lead.tolist(), strict=True)
    ]
    pieces = _make_pieces(page, thread.ids, (first, last), thread.texts(page), fields, reasons)
    return Pieces("posts", method, page, thread.ids, pieces, thread.confidence, thread.warnings)


def explain_listing(page: Page, listing: Listing, method: str) -> Pieces:
    """List the items of the main group, with their cells, how the group was recognised, and the
    evidence at the first text of each item."""
    spans = np.array(listing.groups[0].spans if listing.groups else (), np.int32).reshape(-1, 2)
    first, last = spans[:, 0], spans[:, 1] - 1
    lead = _find_first_texts(page, listing.ids, first)
    reason = listing.groups[0].recognised_by if listing.groups else ""
    reasons = [f"{reason}; {_describe_evidence(listing.evidence, row)}" for row in lead.tolist()]
    texts = group_texts(page, listing.ids, len(listing))
    cells = listing.records.texts()
    pieces = _make_pieces(page, listing.ids, (first, last), texts, cells, reasons)
    return Pieces("items", method, page, listing.ids, pieces, listing.confidence)


def _list_fields(post: Post) -> dict[str, Any]:
    return {name: getattr(post, name) for name in FIELDS if name != "recognised_by"}


def _make_pieces(
    page: Page,
    ids: Array,
    spans: tuple[Array, Array],
    texts: Sequence[str],
    fields: Sequence[Mapping[str, Any]],
    reasons: Sequence[str],
) -> tuple[Piece, ...]:
    n = len(texts)
    rows = np.flatnonzero(ids >= 0)
    words = np.bincount(ids[rows], page.words[rows], n).astype(np.int64).tolist()
    start, stop = find_spans(page, ids, n)
    first, last = (span.tolist() for span in spans)
    columns = (first, last, texts, words, fields, reasons, page.xpaths(first))
    places = (start.tolist(), stop.tolist())
    return tuple(
        Piece(index, *values) for index, values in enumerate(zip(*columns, *places, strict=True))
    )


def _find_first_texts(page: Page, ids: Array, first: Array) -> Array:
    """Find the first text or medium of each segment; its first row if it has none of its own."""
    lead = first.copy()
    rows = np.flatnonzero((ids >= 0) & (page.block >= 0))[::-1]
    lead[ids[rows]] = rows
    return lead


def _describe_evidence(evidence: Mapping[str, Array], row: int) -> str:
    return ", ".join(f"{name}={float(values[row]):.4g}" for name, values in evidence.items())


def _round(value: Any) -> Any:
    if isinstance(value, list):
        return [_round(part) for part in value]
    return round(value, 4) if isinstance(value, float) else value


def _convert_piece(piece: Piece, kind: str) -> dict[str, Any]:
    """Convert a piece to a flat dict: its own fields are at the same level as the others, except
    the cells of an item, which may have any names."""
    values = asdict(piece)
    if kind == "items":
        values["cells"] = values.pop("fields")
        return values
    return {**{name: value for name, value in values.items() if name != "fields"}, **piece.fields}


def _make_row(piece: Piece) -> Row:
    """Make the row of a piece for the table."""
    fields = "; ".join(_shorten(f"{name} {value}") for name, value in piece.fields.items())
    place = f"{piece.xpath}, bytes {piece.start} to {piece.stop}"
    lines = [
        Styled(replace_unprintable(_shorten(piece.text)), "bold"),
        Styled(replace_unprintable(fields)),
        Styled(replace_unprintable(piece.reason)),
        Styled(replace_unprintable(place), "dim"),
    ]
    return Row([Styled(str(piece.index)), Styled(str(piece.words))], lines)


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_TEXT else line[: MAX_TEXT - 1].rstrip() + "…"
