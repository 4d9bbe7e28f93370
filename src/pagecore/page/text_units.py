"""Units of plain text and Markdown files, which are cut as they are: at blank lines, headings,
items, table rows and fences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Final

import numpy as np

from pagecore.page.units import PageUnits, Unit, list_units

if TYPE_CHECKING:
    from pagecore.page.columns import Mask
    from pagecore.page.page import Page

_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING: Final = re.compile(r" {0,3}(#{1,6})[ \t]+\S")
_ITEM: Final = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\S")
_ROW: Final = re.compile(r"[ \t]*\|")


def list_text_units(page: Page, rows: Mask) -> PageUnits:
    """List the units of a page of plain text. Their text is also their Markdown.

    Args:
        page: the page, parsed as plain text.
        rows: the chosen rows, as a mask.
    """
    text = page.text(rows).rstrip("\n")
    numbers = np.flatnonzero(rows & page.leaves)
    first, last = (int(numbers[0]), int(numbers[-1])) if len(numbers) else (0, 0)
    listed = list(_find_units(text))
    stops = [*(start for *_, start in listed), len(text)][1:]
    units = [
        Unit(kind, level, first, last, start, stop, None)
        for (kind, level, start), stop in zip(listed, stops, strict=True)
    ]
    return PageUnits(text, units, (), _find_sentences(text, units), None)


def find_byte_offsets(page: Page, text: str) -> np.ndarray[tuple[int], np.dtype[np.int64]] | None:
    """Return the byte offset in the source of each character of a text, and of its end; None if the
    source has other characters, such as other line ends."""
    if not page.source.startswith(text.encode(errors="replace")):
        return None
    codes = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    n_bytes = 1 + (codes >= 0x80).astype(np.int64) + (codes >= 0x800) + (codes >= 0x10000)
    return np.concatenate(([0], np.cumsum(n_bytes)))


def _find_units(text: str) -> Iterator[tuple[str, int, int]]:
    """Find the kind, the level and the start of each unit, with the blank lines before it."""
    start = at = 0
    fence = last_kind = ""
    for line in text.splitlines(keepends=True):
        at += len(line)
        if fence:
            is_end = line.strip().startswith(fence) and not line.strip().strip(fence[0])
            fence, start = "" if is_end else fence, at
            continue
        if not line.strip():
            last_kind = ""
            continue
        kind, level = _classify(line)
        if kind != "paragraph" or last_kind not in ("paragraph", "item"):
            yield kind, level, start
            last_kind = kind
        if opening := _FENCE.match(line):
            fence = opening[1]
        start = at


def _classify(line: str) -> tuple[str, int]:
    """Return the kind and the level of a unit that begins with a line."""
    if heading := _HEADING.match(line):
        return "heading", len(heading[1])
    if _FENCE.match(line):
        return "code", 0
    if _ITEM.match(line):
        return "item", 1
    return ("row", 0) if _ROW.match(line) else ("paragraph", 0)


def _find_sentences(text: str, units: list[Unit]) -> list[int]:
    """Find where sentences begin inside paragraphs, as in paragraphs of HTML."""
    from pagecore.page.parse import parse

    paragraphs = [unit for unit in units if unit.kind == "paragraph"]
    markup = "".join(f"<p>{escape(text[unit.start : unit.stop])}</p>" for unit in paragraphs)
    page = parse(markup.encode(errors="replace"), encoding="utf-8")
    written = list_units(page, np.ones(len(page), np.bool_), images=False, links=False)
    starts = iter([*written.sentences, len(written.text) + 1])
    sentences: list[int] = []
    sentence = next(starts)
    for paragraph, copy in zip(paragraphs, written.units, strict=False):
        places = [at for at in range(paragraph.start, paragraph.stop) if not text[at].isspace()]
        copied = [at for at in range(copy.start, copy.stop) if not written.text[at].isspace()]
        place_of = dict(zip(copied, places, strict=False)) if len(copied) == len(places) else {}
        while sentence < copy.stop:
            if sentence in place_of:
                sentences.append(place_of[sentence])
            sentence = next(starts)
    return sentences
