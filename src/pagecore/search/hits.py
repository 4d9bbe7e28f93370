"""Results of a search: pages with their best segments, or chunks that can be quoted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

#: Characters of a snippet.
SNIPPET_CHARS: Final = 240
Marks = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Hit:
    """A page that matches a query, with its best segment."""

    url: str
    title: str
    #: Higher is better; comparable within one search only.
    score: float
    #: The text of the best segment; empty if the page has none.
    text: str
    #: Where the words of the query start and end in `text`.
    marks: Marks
    #: The title and the headings above the segment.
    heading_path: tuple[str, ...]
    xpath: str
    language: str
    date: str
    page_type: str

    def highlight(self, before: str = "**", after: str = "**") -> str:
        """Return the text of the segment with its words marked."""
        return highlight(self.text, self.marks, before, after)

    def snippet(self, before: str = "", after: str = "", n_chars: int = SNIPPET_CHARS) -> str:
        """Return the part of the text with the most words of the query, on one line."""
        return make_snippet(self.text, self.marks, before, after, n_chars)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain data for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class ChunkHit:
    """A chunk of a page that matches a query, with what a quotation needs."""

    #: The identifier of the chunk, as `Document.chunks` makes it.
    id: str
    url: str
    title: str
    score: float
    text: str
    markdown: str
    marks: Marks
    heading_path: tuple[str, ...]
    #: Equal for chunks with the same words; the results have no two of them.
    digest: str
    language: str
    date: str
    page_type: str
    authors: tuple[str, ...]
    site: str

    @property
    def citation(self) -> str:
        """Authors, title, site and date in one line, as far as they are known."""
        parts = (", ".join(self.authors), self.title, self.site, self.date[:10])
        return ". ".join(part for part in parts if part)

    def highlight(self, before: str = "**", after: str = "**") -> str:
        """Return the text of the chunk with its words marked."""
        return highlight(self.text, self.marks, before, after)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as plain data for JSON, and the citation."""
        return {**asdict(self), "citation": self.citation}


def highlight(text: str, marks: Sequence[tuple[int, int]], before: str, after: str) -> str:
    """Return a text with something before and after some of its parts, which are in order."""
    pieces, at = [], 0
    for start, stop in marks:
        pieces += [text[at:start], before, text[start:stop], after]
        at = stop
    return "".join([*pieces, text[at:]])


def make_snippet(
    text: str, marks: Sequence[tuple[int, int]], before: str, after: str, n_chars: int
) -> str:
    """Return the part of a text with the most marks, on one line, with ellipses where it is cut."""
    first = _choose_start(marks, n_chars)
    start, stop = 0, min(len(text), n_chars)
    if first is not None and first + n_chars // 4 > n_chars:
        start = max(0, first - n_chars // 4)
        stop = min(len(text), start + n_chars)
    # Words are not cut; scripts without spaces have none to search for.
    if start and (blank := text.find(" ", start, start + n_chars // 8)) >= 0:
        start = blank + 1
    if stop < len(text) and (blank := text.rfind(" ", stop - n_chars // 8, stop)) >= 0:
        stop = blank
    inside = [
        (max(a, start) - start, min(z, stop) - start) for a, z in marks if a < stop and z > start
    ]
    piece = highlight(text[start:stop], inside, before, after)
    line = " ".join(piece.split())
    return f"{'… ' if start else ''}{line}{' …' if stop < len(text) else ''}"


def _choose_start(marks: Sequence[tuple[int, int]], n_chars: int) -> int | None:
    """Return where the window with the most marks starts; None without marks."""
    best, best_count = None, 0
    for at, (start, _) in enumerate(marks):
        count = sum(1 for _, stop in marks[at : at + n_chars] if stop <= start + n_chars * 3 // 4)
        if count > best_count:
            best, best_count = start, count
    return best
