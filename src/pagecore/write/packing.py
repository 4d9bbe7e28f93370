"""Packing: decide which units and sentences of a page form a chunk.

An atom is what is never cut: a sentence of a long paragraph, or a whole unit. A boundary is the
place before an atom, and has its number. Chunks end at boundaries that are in no group that would
fit into a chunk, if there is such a boundary.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from pagecore.page.units import PageUnits, Unit

#: A table's head is repeated if it has at most this many characters.
_MAX_HEAD_CHARS: Final = 2000
#: How often a chunk is made shorter because its text is longer than the sum of its atoms.
_MAX_TRIES: Final = 8


class Atom(NamedTuple):
    """A part of a document that is never cut."""

    #: The number of its unit.
    unit: int
    #: Offsets in the text.
    start: int
    stop: int
    length: int


class PackedChunk(NamedTuple):
    """The place of a chunk among the atoms and in the text."""

    #: The first and the last unit, with those of the overlap.
    first: int
    last: int
    #: The first unit after the overlap.
    first_new: int
    #: Offsets in the text: of the overlap, of what is new, and of the end.
    start: int
    start_new: int
    stop: int
    #: The unit of the table's head that is repeated, or None.
    head: int | None
    #: The text as it is written, and its length.
    text: str
    length: int


class Packer:
    """Packs the units of one part of a document."""

    def __init__(
        self, units: PageUnits, measure: Callable[[str], int], max_length: int, overlap: int
    ) -> None:
        self._units = units
        self._measure = measure
        self._max_length = max_length
        self._overlap = overlap
        self._unit_lengths = [self._measure_span(unit.start, unit.stop) for unit in units.units]
        self._atoms = list(self._list_atoms())
        #: The total length of the atoms before each boundary.
        self._totals = [0, *accumulate(atom.length for atom in self._atoms)]
        has_text = (bool(units.text[atom.start : atom.stop].strip()) for atom in self._atoms)
        #: The number of atoms with text before each boundary.
        self._n_texts = [0, *accumulate(map(int, has_text))]
        firsts = [
            number
            for number, atom in enumerate(self._atoms)
            if number == 0 or atom.unit != self._atoms[number - 1].unit
        ]
        #: The first atom of each unit.
        self._first_atoms = [*firsts, len(self._atoms)]
        self._depths = self._count_groups()
        self._section_ends = _find_section_ends(units.units)

    def pack(self) -> Iterator[PackedChunk]:
        """Pack all atoms, from the first to the last."""
        start = previous = 0
        while start < len(self._atoms) and self._n_texts[start] < self._n_texts[-1]:
            chunk, end = self._fill_chunk(start, previous)
            yield chunk
            previous, start = start, end

    def _list_atoms(self) -> Iterator[Atom]:
        sentences = self._units.sentences
        #: The length of headings and the like that the next unit stays with.
        attached = 0
        for number, unit in enumerate(self._units.units):
            length = self._unit_lengths[number]
            starts = sentences[
                bisect_right(sentences, unit.start) : bisect_left(sentences, unit.stop)
            ]
            if starts and (self._overlap or attached + length > self._max_length):
                for start, stop in zip([unit.start, *starts], [*starts, unit.stop], strict=True):
                    yield Atom(number, start, stop, self._measure_span(start, stop))
            else:
                yield Atom(number, unit.start, unit.stop, length)
            attached = attached + length if self._is_attached(number) else 0

    def _count_groups(self) -> list[int]:
        """For each boundary, count the groups around it that fit into a chunk."""
        changes = [0] * (len(self._atoms) + 2)
        firsts = self._first_atoms
        together = [*self._units.groups, *self._find_introductions()]
        groups = [(firsts[first], firsts[stop]) for first, stop in together]
        groups += pairwise(firsts)
        for first, stop in groups:
            if stop - first > 1 and self._totals[stop] - self._totals[first] <= self._max_length:
                changes[first + 1] += 1
                changes[stop] -= 1
        return list(accumulate(changes))

    def _find_introductions(self) -> Iterator[tuple[int, int]]:
        """Find paragraphs that end with a colon, each with the code, item or row that follows."""
        units, text = self._units.units, self._units.text
        for number, unit in enumerate(units[:-1]):
            is_introduced = units[number + 1].kind in ("code", "item", "row", "definition")
            if is_introduced and unit.kind == "paragraph":
                # The end is enough; a hostile unit may be long.
                end = text[max(unit.start, unit.stop - 100) : unit.stop].rstrip()
                if end.endswith((":", "\N{FULLWIDTH COLON}")):
                    yield number, number + 2

    def _is_attached(self, number: int) -> bool:
        """Whether a unit must not end a chunk: a heading with something below it, a term, the head
        or the caption of a table."""
        units = self._units.units
        if number + 1 == len(units):
            return False
        unit, following = units[number], units[number + 1]
        if unit.kind == "heading":
            return following.kind != "heading" or following.level > unit.level
        if unit.kind == "term":
            return following.kind == "definition"
        is_head = following.head == number
        return is_head or (unit.kind == "caption" and following.kind == "row")

    def _is_heading(self, boundary: int) -> bool:
        atom = self._atoms[boundary]
        return self._units.units[atom.unit].kind == "heading"

    def _may_end(self, start: int, boundary: int) -> bool:
        """Whether a chunk from a start may end at a boundary: it has a text, and so has the
        rest."""
        if not self._n_texts[start] < self._n_texts[boundary] < self._n_texts[-1]:
            return False
        before, after = self._atoms[boundary - 1].unit, self._atoms[boundary].unit
        return before == after or not self._is_attached(before)

    def _fill_chunk(self, start: int, previous: int) -> tuple[PackedChunk, int]:
        """Make the chunk that begins at an atom; returns also where it ends.

        Args:
            start: the boundary where it begins.
            previous: the boundary where the previous chunk begins.
        """
        for first in dict.fromkeys([self._find_overlap(start, previous), start]):
            head = self._find_head(first)
            budget = self._max_length - (self._totals[start] - self._totals[first])
            budget -= 0 if head is None else self._unit_lengths[head]
            for _ in range(_MAX_TRIES):
                end = self._find_end(start, budget)
                chunk = self._make_chunk(first, start, end, head)
                # A longer text than its atoms, as tokenizers may count.
                excess = chunk.length - self._max_length
                if excess <= 0:
                    return chunk, end
                fitted = min(budget, self._totals[end] - self._totals[start])
                if self._totals[end] - self._totals[start] > budget:
                    break
                budget = fitted - excess
        return chunk, end

    def _find_end(self, start: int, budget: int) -> int:
        """Find the boundary where the chunk from a start ends."""
        n_atoms = len(self._atoms)
        limit = self._totals[start] + budget
        furthest = bisect_right(self._totals, limit, lo=start) - 1
        if furthest >= n_atoms:
            return n_atoms
        best: int | None = None
        for boundary in range(start + 1, furthest + 1):
            if not self._may_end(start, boundary):
                continue
            depth = self._depths[boundary]
            if depth == 0 and self._starts_long_section(boundary, limit):
                return boundary
            if best is None or depth <= self._depths[best]:
                best = boundary
        if best is not None:
            return best
        following = range(max(start, furthest) + 1, n_atoms)
        return next((at for at in following if self._may_end(start, at)), n_atoms)

    def _starts_long_section(self, boundary: int, limit: int) -> bool:
        """Whether a boundary is before a heading whose section ends after a limit."""
        if not self._is_heading(boundary):
            return False
        end = self._section_ends[self._atoms[boundary].unit]
        return self._totals[self._first_atoms[end]] > limit

    def _find_overlap(self, start: int, previous: int) -> int:
        """Find the first atom before a start that is repeated; the start itself if none is."""
        first = start
        if start == 0 or not self._overlap or self._is_heading(start):
            return first
        while (
            first > previous + 1
            and not self._is_heading(first - 1)
            and self._totals[start] - self._totals[first - 1] <= self._overlap
        ):
            first -= 1
        # An image at the start of the overlap belongs to what precedes it.
        while first < start and self._n_texts[first] == self._n_texts[first + 1]:
            first += 1
        return first

    def _find_head(self, first: int) -> int | None:
        """Find the head to repeat in a chunk that begins with an atom."""
        head = self._units.units[self._atoms[first].unit].head
        if head is None or 2 * self._unit_lengths[head] > self._max_length:
            return None
        unit = self._units.units[head]
        return head if unit.stop - unit.start <= _MAX_HEAD_CHARS else None

    def _make_chunk(self, first: int, start: int, end: int, head: int | None) -> PackedChunk:
        atoms, units = self._atoms, self._units.units
        text_start, stop = atoms[first].start, atoms[end - 1].stop
        text = self._text(atoms[first].unit, text_start, stop)
        if head is not None:
            text = f"{self._text(head, units[head].start, units[head].stop)}\n{text}"
        return PackedChunk(
            atoms[first].unit,
            atoms[end - 1].unit,
            atoms[start].unit,
            text_start,
            atoms[start].start,
            stop,
            head,
            text,
            self._measure(text),
        )

    def _text(self, unit: int, start: int, stop: int) -> str:
        """Return a part of the text that begins in a unit, without white space around it; code
        keeps its indent."""
        text = self._units.text[start:stop].rstrip()
        return text.lstrip("\n") if self._units.units[unit].kind == "code" else text.lstrip()

    def _measure_span(self, start: int, stop: int) -> int:
        text = self._units.text[start:stop]
        return self._measure(text) if text.strip() else 0


def _find_section_ends(units: Sequence[Unit]) -> dict[int, int]:
    """Find for each heading the unit where its section ends: the next heading of its level or a
    higher one, or the end."""
    ends: dict[int, int] = {}
    open_headings: list[tuple[int, int]] = []
    for number, unit in enumerate(units):
        if unit.kind != "heading":
            continue
        while open_headings and open_headings[-1][1] >= unit.level:
            ends[open_headings.pop()[0]] = number
        open_headings.append((number, unit.level))
    return ends | {heading: len(units) for heading, _ in open_headings}
