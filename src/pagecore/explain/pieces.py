"""The segments or posts of a page, each with its place and what decided about it: as a table for a
terminal, as JSON, as JSON lines, and as a page to look at (`html_pieces.py`)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pagecore.errors import BadOption
from pagecore.explain.explanation import WIDTH, counted, printable
from pagecore.page import Array, Page, PageWarning
from pagecore.segmentation import Segmentation
from pagecore.thread import Post, Thread

if TYPE_CHECKING:
    from rich.console import RenderableType

#: Of the JSON; a change that a reader of it would notice makes another.
VERSION: Final = 1
#: Characters of a text that the table shows.
SHOWN: Final = 160


@dataclass(frozen=True)
class Piece:
    """A segment or a post."""

    number: int
    #: Its first and its last row.
    first: int
    last: int
    #: Its text, and how many words it has.
    text: str
    words: int
    #: Its own columns or fields: `parent` of a segment, `author` of a post; unknown ones are left
    #: out.
    fields: Mapping[str, Any]
    #: What decided, in words.
    reason: str
    #: Leads to its first row.
    xpath: str
    #: Where it is in the source: bytes, the second one past its end.
    start: int
    stop: int


@dataclass(frozen=True)
class Pieces:
    """The segments or posts of a page."""

    #: What they are called: `segments` or `posts`.
    kind: str
    method: str
    page: Page = field(repr=False, compare=False)
    #: For each row the piece that it belongs to, -1 outside all.
    ids: Array = field(repr=False, compare=False)
    pieces: tuple[Piece, ...]
    confidence: float | None = None

    @property
    def warnings(self) -> tuple[PageWarning, ...]:
        """What was odd about the page."""
        return self.page.warnings

    @property
    def summary(self) -> str:
        """How many there are, how many words they have, and how sure that is."""
        facts = [f"{len(self.pieces)} {self.kind}"]
        facts.append(counted(sum(piece.words for piece in self.pieces)))
        if self.confidence is not None:
            facts.append(f"confidence {self.confidence:.2f}")
        return f"{self.method}: {', '.join(facts)}"

    def table(self, only: str | None = None) -> RenderableType:
        """A table for a terminal of 80 columns.

        Raises:
            BadOption: `only` is given; all pieces are shown.
        """
        from rich.console import Group
        from rich.table import Table
        from rich.text import Text

        if only is not None:
            raise BadOption(f"only={only!r} has no effect on {self.kind}: all are shown")
        table = Table(box=None, pad_edge=False, width=WIDTH)
        table.add_column(self.kind.removesuffix("s"), justify="right", no_wrap=True)
        table.add_column("words", justify="right", no_wrap=True)
        table.add_column("text, fields, reason, place", ratio=1, overflow="fold")
        for piece in self.pieces:
            known = "; ".join(f"{name} {value}" for name, value in piece.fields.items())
            place = f"{piece.xpath}, bytes {piece.start} to {piece.stop}"
            lines = (
                Text(printable(_cut(piece.text)), "bold"),
                Text(printable(known)),
                Text(printable(piece.reason)),
                Text(printable(place), "dim"),
            )
            cell = Text("\n").join(line for line in lines if line)
            table.add_row(str(piece.number), str(piece.words), cell)
        return Group(Text(self.summary), Text(), table)

    def json(self) -> str:
        """All of it as JSON; docs/explain.md describes it."""
        known = {
            "version": VERSION,
            "method": self.method,
            "page": self.page.url,
            "encoding": self.page.encoding,
            "confidence": self.confidence,
            "warnings": [asdict(warning) for warning in self.page.warnings],
            self.kind: [_written(piece) for piece in self.pieces],
        }
        return json.dumps(known, ensure_ascii=False, indent=1)

    def json_lines(self, **more: Any) -> str:
        """A line of JSON for each piece, with more fields in front of its own."""
        lines = ({**more, **_written(piece)} for piece in self.pieces)
        return "\n".join(
            json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines
        )

    def html(self) -> str:
        """A page to look at in a browser: the blocks of the page, a colour for each piece."""
        from pagecore.explain.html_pieces import draw_pieces

        return draw_pieces(self)


def explain_segmentation(page: Page, segmentation: Segmentation, method: str) -> Pieces:
    """List the segments of a page, with the evidence at the first text of each."""
    columns = {
        name: [_number(value) for value in values.tolist()]
        for name, values in segmentation.columns.items()
    }
    parents = segmentation.parent.tolist()
    fields = [
        ({"parent": parents[at]} if parents[at] >= 0 else {})
        | {name: values[at] for name, values in columns.items()}
        for at in range(len(segmentation))
    ]
    lead = _first_texts(page, segmentation.ids, segmentation.first)
    reasons = [_evidence(segmentation.evidence, row) for row in lead.tolist()]
    spans = (segmentation.first, segmentation.last)
    texts = segmentation.texts(page)
    pieces = _pieces(page, segmentation.ids, spans, texts, fields, reasons)
    return Pieces("segments", method, page, segmentation.ids, pieces)


def explain_thread(page: Page, thread: Thread, method: str) -> Pieces:
    """List the posts of a page, with what each was recognised by."""
    rows = np.flatnonzero(thread.ids >= 0).astype(np.int32)
    first, last = np.full(len(thread), len(page), np.int32), np.full(len(thread), -1, np.int32)
    np.minimum.at(first, thread.ids[rows], rows)
    np.maximum.at(last, thread.ids[rows], rows)
    quoted: dict[int, list[int]] = {}
    for row in np.flatnonzero(thread.quoted).tolist():
        quoted.setdefault(int(thread.ids[row]), []).append(row)
    fields = [
        {name: value for name, value in _post_fields(post).items() if value is not None}
        | ({"quoted_rows": quoted[at]} if at in quoted else {})
        for at, post in enumerate(thread.posts)
    ]
    reasons = [
        "; ".join(f"{name}: {why}" for name, why in sorted(post.recognised_by.items()))
        for post in thread.posts
    ]
    pieces = _pieces(page, thread.ids, (first, last), thread.texts(page), fields, reasons)
    return Pieces("posts", method, page, thread.ids, pieces, thread.confidence)


def _post_fields(post: Post) -> dict[str, Any]:
    """The fields of a post; its own number stands beside that which the page gives it."""
    return {
        "author": post.author,
        "author_link": post.author_link,
        "date": post.date,
        "link": post.link,
        "shown_number": post.number,
        "reply_to": post.reply_to,
    }


def _pieces(
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
    start, stop = np.full(n, len(page.source)), np.zeros(n, np.int64)
    np.minimum.at(start, ids[rows], page.start[rows])
    np.maximum.at(stop, ids[rows], page.stop[rows])
    first, last = (span.tolist() for span in spans)
    columns = (first, last, texts, words, fields, reasons, page.xpaths(first))
    places = (np.minimum(start, stop).tolist(), stop.tolist())
    return tuple(
        Piece(number, *of) for number, of in enumerate(zip(*columns, *places, strict=True))
    )


def _first_texts(page: Page, ids: Array, first: Array) -> Array:
    """For each segment its first text or medium; its first row where it has none of its own."""
    lead = first.copy()
    rows = np.flatnonzero((ids >= 0) & (page.block >= 0))[::-1]
    lead[ids[rows]] = rows
    return lead


def _evidence(evidence: Mapping[str, Array], row: int) -> str:
    return ", ".join(f"{name}={float(values[row]):.4g}" for name, values in evidence.items())


def _number(value: Any) -> Any:
    return round(value, 4) if isinstance(value, float) else value


def _written(piece: Piece) -> dict[str, Any]:
    known = asdict(piece)
    # A field stands among the others, under its own name.
    return {**{name: value for name, value in known.items() if name != "fields"}, **piece.fields}


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else line[: SHOWN - 1].rstrip() + "…"
