"""Labels of footnotes, such as `[^1]`: they are unique in a document, and a chunk with a reference
also has the footnote.

Pages number their footnotes from 1, so the labels of merged pages collide. The functions work on
Markdown and markup as this package writes it. In Markdown, `[^` outside of code begins a label,
because it has a backslash elsewhere. In HTML and TEI, text has no `<` and no `"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

#: A label.
_LABEL: Final = re.compile(r"(?<!\\)\[\^(?P<mark>[0-9A-Za-z-]{1,24})\]")
#: A footnote begins a line.
_NOTE: Final = re.compile(r"\[\^([0-9A-Za-z-]{1,24})\]: ")
#: A footnote ends before a line that is not indented, after a blank line.
_NOTE_END: Final = re.compile(r"\n\n(?! {4})")
#: The start of a code block, in quotations and items too.
_FENCE: Final = re.compile(r"(?:[> ]|[-*+] |\d{1,9}[.)] )*(`{3,}|~{3,})")
_TICKS: Final = re.compile(r"`+")
#: The id of a footnote in HTML and TEI, and a link to it.
_ID: Final = re.compile(
    r'(?:<(?:[a-z]{1,10} (?:id="|(?:href|target)="#)note-|note n=")|(?<=") xml:id="note-)'
    r'(?P<mark>[0-9A-Za-z-]{1,24})"'
)


def make_labels_unique(parts: Sequence[str], *, markup: bool = False) -> list[str]:
    """Return the parts of a document with unique labels: Markdown, or HTML or TEI (`markup`)."""
    if len(parts) < 2:
        return list(parts)
    labels = NoteLabels(markup=markup)
    return [text for part in parts for text in labels.rename([part])]


class NoteLabels:
    """Makes the labels of the parts of a document unique, part by part."""

    def __init__(self, *, markup: bool = False) -> None:
        self._find = _ID.finditer if markup else _find_labels
        self._used: set[str] = set()
        self._n_parts = 0

    def rename(self, texts: Sequence[str]) -> list[str]:
        """Return the texts of the next part of the document. A mark that an earlier part uses gets
        the number of the part: `[^1]` becomes `[^2-1]`."""
        self._n_parts += 1
        places = [list(self._find(text)) for text in texts]
        marks = {match["mark"] for matches in places for match in matches}
        known = {mark: f"{self._n_parts}-{mark}" for mark in marks & self._used}
        self._used |= {known.get(mark, mark) for mark in marks}
        if not known:
            return list(texts)
        return [
            _replace_marks(text, matches, known)
            for text, matches in zip(texts, places, strict=True)
        ]


def add_footnotes(chunks: Sequence[str]) -> list[str]:
    """Return the Markdown of chunks, each with the footnotes that it refers to but lacks."""
    labels = [list(_find_labels(chunk)) for chunk in chunks]
    notes: dict[str, str] = {}
    for chunk, matches in zip(chunks, labels, strict=True):
        for match in matches:
            if _is_note(chunk, match):
                note = _NOTE_END.split(chunk[match.start() :], maxsplit=1)[0]
                notes.setdefault(match["mark"], note.rstrip("\n"))
    completed = []
    for chunk, matches in zip(chunks, labels, strict=True):
        own = {match["mark"] for match in matches if _is_note(chunk, match)}
        wanted = dict.fromkeys(match["mark"] for match in matches if match["mark"] not in own)
        missing = [notes[mark] for mark in wanted if mark in notes]
        completed.append("\n\n".join([chunk, *missing]))
    return completed


def _is_note(markdown: str, label: re.Match[str]) -> bool:
    """Whether a label begins a footnote."""
    at = label.start()
    return (at == 0 or markdown[at - 1] == "\n") and _NOTE.match(markdown, at) is not None


def _replace_marks(text: str, matches: Sequence[re.Match[str]], known: dict[str, str]) -> str:
    pieces, at = [], 0
    for match in matches:
        start, end = match.span("mark")
        pieces += [text[at:start], known.get(match["mark"], match["mark"])]
        at = end
    return "".join([*pieces, text[at:]])


def _find_labels(markdown: str) -> Iterator[re.Match[str]]:
    """Find the labels of a text in Markdown outside of code."""
    if "[^" not in markdown:
        return
    fence = ""
    at = 0
    for line in markdown.split("\n"):
        end = at + len(line)
        opening = _FENCE.match(line)
        if fence:
            is_closing = opening is not None and opening[1].startswith(fence)
            fence = "" if is_closing and line.endswith(opening[1] if opening else "") else fence
        elif opening is not None:
            fence = opening[1]
        else:
            yield from _find_in_line(markdown, at, end)
        at = end + 1


def _find_in_line(markdown: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Find the labels of a line outside of code spans."""
    ticks = list(_TICKS.finditer(markdown, start, end))
    # The next run of each length, from the end, so that the time stays linear.
    closing: dict[int, int] = {}
    closed_by = [-1] * len(ticks)
    for number in range(len(ticks) - 1, -1, -1):
        closed_by[number] = closing.get(len(ticks[number][0]), -1)
        closing[len(ticks[number][0])] = number
    at, number = start, 0
    while number < len(ticks):
        if closed_by[number] < 0:
            number += 1
            continue
        yield from _LABEL.finditer(markdown, at, ticks[number].start())
        at = ticks[closed_by[number]].end()
        number = closed_by[number] + 1
    yield from _LABEL.finditer(markdown, at, end)
