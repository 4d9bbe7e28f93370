"""Show what differs between two pages, block by block: as a table for a terminal, as JSON, and as a
web page (`html_difference.py`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from pagecore.explain.explanation import WIDTH, replace_unprintable
from pagecore.explain.list_table import ListTable, Row, Styled
from pagecore.explain.pair_blocks import BlockPair, ShownBlocks, pair_blocks
from pagecore.explain.reasons import MAX_BLOCKS
from pagecore.explain.spans import describe_offsets
from pagecore.explain.word_changes import WordRun, compare_words
from pagecore.page import Page, PageWarning
from pagecore.page.address import drop_address_warnings
from pagecore.page.core_table import check_word
from pagecore.page.counts import format_count, shorten
from pagecore.page.groups import find_spans

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pagecore.match import Match

#: Version of the JSON format; it grows when a reader of the JSON has to change.
VERSION: Final = 1
#: What may have happened to a block.
STATUSES: Final = ("unchanged", "changed", "removed", "added")
#: What the pages are called.
LETTERS: Final = ("A", "B")
#: Length limit of a text in the table, in characters.
MAX_TEXT: Final = 160
#: The same for a changed block, with its marks; the changes after it are left out.
MAX_CHANGED: Final = 640
#: Limit of the unchanged words before and after a change in the table, in characters.
_MAX_AROUND: Final = 30
#: A run of at least this many unchanged blocks is one row of the table.
_MIN_FOLDED: Final = 3
#: What changed white space is shown as.
_SHOWN_SPACES: Final = str.maketrans({" ": "·", "\n": "↵", "\t": "→"})
#: The mark and the style of each status in the table.
_MARKS: Final = {
    "unchanged": Styled("=", "dim"),
    "changed": Styled("~", "yellow"),
    "removed": Styled("-", "red"),
    "added": Styled("+", "green"),
}


@dataclass(frozen=True)
class BlockSide:
    """A block in one of two pages."""

    #: Its index in `page.blocks`.
    block: int
    #: Its first and last row.
    row: int
    last_row: int
    #: Its text, and its number of words.
    text: str
    words: int
    #: The XPath of its first row.
    xpath: str
    #: Byte offsets into the source; `stop` is one past the end.
    start: int
    stop: int


@dataclass(frozen=True)
class ComparedBlock:
    """A block of two pages, or of one of them."""

    #: Its number in the comparison, from 0.
    index: int
    #: `unchanged`, `changed`, `removed` (only in the first page) or `added` (only in the second).
    status: str
    #: The block in each page, or None.
    a: BlockSide | None
    b: BlockSide | None
    #: The words of a changed block: in both pages, only in the first, only in the second.
    changes: tuple[WordRun, ...] = ()
    #: For a removed or added block, the index of the block with the same text in the other page,
    #: where it was moved to or from; else None.
    moved: int | None = None

    @property
    def place(self) -> str:
        """Where a moved block is in the other page, in words; else empty."""
        if self.moved is None:
            return ""
        if self.status == "removed":
            return f"moved: it is block {self.moved} of B"
        return f"moved: it was block {self.moved} of A"


@dataclass(frozen=True)
class Difference:
    """What differs between two pages: the blocks of the second, and between them the removed blocks
    of the first."""

    #: Names of the pages, such as their files; may be empty.
    names: tuple[str, str]
    pages: tuple[Page, Page] = field(repr=False, compare=False)
    #: Similarity of the pages as trees, 0 to 1, and their distance.
    similarity: float
    distance: float
    #: The number of blocks with each status, also of those that are not listed.
    counts: dict[str, int]
    #: The first 3000 blocks.
    blocks: tuple[ComparedBlock, ...]
    #: Warnings about the comparison; those of a page are in `page.warnings`.
    warnings: tuple[PageWarning, ...] = ()

    @property
    def summary(self) -> str:
        """One line: the similarity, and the number of blocks with each status."""
        counts = ", ".join(f"{self.counts[status]} {status}" for status in STATUSES)
        return f"similarity {self.similarity:.3f}; blocks: {counts}"

    @property
    def titles(self) -> tuple[str, str]:
        """The titles of both pages."""
        return _read_title(self.pages[0]), _read_title(self.pages[1])

    @property
    def all_warnings(self) -> list[tuple[str, PageWarning]]:
        """The warnings of both pages, each with the letter of its page, and those about the
        comparison with an empty string."""
        of_pages = [
            (letter, warning)
            for letter, page in zip(LETTERS, self.pages, strict=True)
            for warning in drop_address_warnings(page.warnings)
        ]
        return of_pages + [("", warning) for warning in self.warnings]

    @property
    def offset_note(self) -> str:
        """A note if byte offsets are not offsets into the files themselves; else empty."""
        return describe_offsets(self.pages)

    def table(self, only: str | None = None) -> RenderableType:
        """Return a table for a terminal of 80 columns.

        Removed words are written as `[-word-]`, and added ones as `{+word+}`. Runs of unchanged
        blocks are one row each.

        Args:
            only: show only `unchanged`, `changed`, `removed` or `added` blocks; None for all.

        Raises:
            BadOption: `only` is none of them.
        """
        from rich.console import Group
        from rich.text import Text

        if only is not None:
            check_word("only", only, STATUSES)
        lines = [
            Text(line) for line in (self.summary, *_name_pages(self), self.offset_note) if line
        ]
        for letter, warning in self.all_warnings:
            name = f"{letter}: " if letter else ""
            message = replace_unprintable(warning.message)
            lines.append(Text(f"{name}{warning.code}: {message}", "yellow"))
        rows = list(_make_rows(self.blocks, only))
        return Group(*lines, Text(), ListTable(("A", "B", "", "text, place"), rows, WIDTH))

    def json(self) -> str:
        """Return the comparison as JSON; docs/compare.md describes the fields."""
        record = {
            "schema_version": VERSION,
            "names": self.names,
            "urls": [page.url for page in self.pages],
            "titles": self.titles,
            "encodings": [page.encoding for page in self.pages],
            "similarity": self.similarity,
            "distance": self.distance,
            "counts": self.counts,
            "warnings": [
                {"page": letter or None, **asdict(warning)} for letter, warning in self.all_warnings
            ],
            "blocks": [_convert_block(block) for block in self.blocks],
        }
        return json.dumps(record, ensure_ascii=False, indent=1)

    def html(self) -> str:
        """Return a web page with the blocks of both pages, coloured by what happened to them."""
        from pagecore.explain.html_difference import draw_difference

        return draw_difference(self)

    def __repr__(self) -> str:
        return f"<Difference: {self.summary}>"


def explain_difference(
    a: Page, b: Page, match: Match, names: tuple[str, str] | None = None
) -> Difference:
    """Show what differs between two pages, block by block.

    Two blocks are one block that changed if they have common words, or if both are short and the
    mapping pairs them. Only visible blocks are compared. White space counts only in code.

    Args:
        a: a page.
        b: another page.
        match: the result of `match(a, b, rows="shown", labels="text")`, or with other options.
        names: names of the pages; None for their URLs, if they have one.
    """
    shown = ShownBlocks(a), ShownBlocks(b)
    pairs = pair_blocks(*shown, match)
    listed = pairs[:MAX_BLOCKS]
    sides_a = _make_sides(shown[0], [pair.a for pair in listed])
    sides_b = _make_sides(shown[1], [pair.b for pair in listed])
    counts = dict.fromkeys(STATUSES, 0)
    for pair in pairs:
        counts[pair.status] += 1
    n_more = len(pairs) - len(listed)
    return Difference(
        names or (a.url or "", b.url or ""),
        (a, b),
        match.similarity,
        match.distance,
        counts,
        tuple(
            _compare_block(index, pair, sides_a[index], sides_b[index], shown)
            for index, pair in enumerate(listed)
        ),
        (*match.warnings, *_warn_of_limit(n_more)),
    )


def _make_sides(blocks: ShownBlocks, numbers: Sequence[int]) -> list[BlockSide | None]:
    """Make the sides of blocks with some numbers; None for -1."""
    page, columns = blocks.page, blocks.page.blocks
    start, stop = find_spans(page, page.block, len(columns))
    present = [at for at in numbers if at >= 0]
    paths = dict(zip(present, page.xpaths(columns.first[present].tolist()), strict=True))
    return [
        None
        if at < 0
        else BlockSide(
            at,
            int(columns.first[at]),
            int(columns.last[at]),
            blocks.texts[at],
            int(columns.words[at]),
            paths[at],
            int(start[at]),
            int(stop[at]),
        )
        for at in numbers
    ]


def _compare_block(
    index: int,
    pair: BlockPair,
    a: BlockSide | None,
    b: BlockSide | None,
    shown: tuple[ShownBlocks, ShownBlocks],
) -> ComparedBlock:
    changes: tuple[WordRun, ...] = ()
    if pair.status == "changed" and a is not None and b is not None:
        is_code = shown[0].is_code[pair.a] or shown[1].is_code[pair.b]
        changes = compare_words(a.text, b.text, with_spaces=is_code)
    return ComparedBlock(index, pair.status, a, b, changes, None if pair.moved < 0 else pair.moved)


def _warn_of_limit(n_more: int) -> tuple[PageWarning, ...]:
    """Return a warning if there are more blocks than are listed."""
    if not n_more:
        return ()
    blocks = format_count(n_more, "block")
    message = f"only the first {MAX_BLOCKS} blocks are listed; {blocks} are left out"
    return (PageWarning("limit-explained", message, -1, -1, n_more),)


def _read_title(page: Page) -> str:
    rows = np.flatnonzero(page.is_tag("title"))[:1].tolist()
    return " ".join(page.text(rows[0]).split()) if rows else ""


def _convert_block(block: ComparedBlock) -> dict[str, Any]:
    return {**asdict(block), "changes": [run._asdict() for run in block.changes]}


# ---------------------------------------------------------------- the table


def _name_pages(difference: Difference) -> list[str]:
    """Name the pages, and their titles if they differ."""
    lines = [
        f"{letter}: {name}" for letter, name in zip(LETTERS, difference.names, strict=True) if name
    ]
    a, b = difference.titles
    if a != b:
        lines.append(f"title: {mark_words(compare_words(a, b), _MAX_AROUND)}")
    return [replace_unprintable(line) for line in lines]


def _make_rows(blocks: Iterable[ComparedBlock], only: str | None) -> Iterable[Row]:
    if only is not None:
        yield from (_make_row(block) for block in blocks if block.status == only)
        return
    for is_unchanged, run in groupby(blocks, key=lambda block: block.status == "unchanged"):
        listed = list(run)
        if is_unchanged and len(listed) >= _MIN_FOLDED:
            yield _make_folded_row(listed)
        else:
            yield from (_make_row(block, with_places=not is_unchanged) for block in listed)


def _make_folded_row(blocks: Sequence[ComparedBlock]) -> Row:
    cells = [_number_side(blocks[0].a), _number_side(blocks[0].b), _MARKS["unchanged"]]
    beginning = shorten(blocks[0].b.text, _MAX_AROUND) if blocks[0].b else ""
    line = f"{len(blocks)} unchanged blocks: {beginning}"
    return Row(cells, [Styled(replace_unprintable(line), "dim")])


def _make_row(block: ComparedBlock, *, with_places: bool = True) -> Row:
    """Make the row of a block for the table."""
    mark = _MARKS[block.status]
    if block.changes:
        text = mark_words(block.changes, _MAX_AROUND)
    else:
        text = shorten((block.b or block.a).text, MAX_TEXT)  # type: ignore[union-attr]  # One is there.
    lines = [Styled(replace_unprintable(text), mark.style), Styled(block.place)]
    for letter, side in zip(LETTERS, (block.a, block.b), strict=True):
        if side is not None and with_places:
            place = f"{letter}: {replace_unprintable(side.xpath)}"
            lines.append(Styled(f"{place}, bytes {side.start} to {side.stop}", "dim"))
    return Row([_number_side(block.a), _number_side(block.b), mark], lines)


def _number_side(side: BlockSide | None) -> Styled:
    return Styled("" if side is None else str(side.block))


def mark_words(runs: Sequence[WordRun], max_around: int | None = None) -> str:
    """Return words on one line, with removed ones as `[-word-]` and added ones as `{+word+}`.

    Args:
        runs: the words.
        max_around: limit of the unchanged words before and after a change, in characters; None for
            no limit. Changed words are cut to four times as many, and the line ends after
            `MAX_CHANGED` characters.
    """
    parts: list[str] = []
    n_chars = 0
    for at, (status, text) in enumerate(runs):
        n_chars += len(parts[-1]) if parts else 0
        if max_around is not None and n_chars > MAX_CHANGED:
            parts.append("…")
            break
        is_first, is_last = at == 0, at == len(runs) - 1
        line = " ".join(text.split())
        space = " " if text[-1:].isspace() and line else ""
        if status == "same":
            parts.append(_cut_middle(line, max_around, is_first=is_first, is_last=is_last) + space)
            continue
        # White space is marked too, in code.
        line = line or text.translate(_SHOWN_SPACES)
        line = line if max_around is None else shorten(line, 4 * max_around)
        before, after = ("[-", "-]") if status == "removed" else ("{+", "+}")
        is_replaced = status == "removed" and not is_last and runs[at + 1].status == "added"
        parts.append(f"{before}{line}{after}{'' if is_replaced else space}")
    return "".join(parts).strip()


def _cut_middle(line: str, max_around: int | None, *, is_first: bool, is_last: bool) -> str:
    """Keep the part of unchanged words that is next to changes: the end of the first run, the start
    of the last one, and both of the others."""
    if max_around is None or len(line) <= max_around * (2 - is_first - is_last) + 3:
        return line
    start, end = line[:max_around], line[-max_around:]
    # No word is cut, except one that is longer.
    start, end = start.rpartition(" ")[0] or start, end.partition(" ")[2] or end
    return f"{'' if is_first else f'{start} '}…{'' if is_last else f' {end}'}"
