"""Lines of the source of a page: where they begin, and the characters and tags on each."""

from __future__ import annotations

import numpy as np

from pagecore.page import Array, Mask, Page

#: Line width where lines are broken by length, in characters.
WIDTH = 65


def find_line_starts(page: Page, lines: str, blocks_per_break: int) -> Array:
    """Find the offsets where lines begin.

    Args:
        page: any page.
        lines: `source`: at the line breaks of the source; `65`: also after every 65 characters of
            a line; `auto`: also at block start tags, if the source has almost no line breaks.
        blocks_per_break: a source has almost no line breaks if it has fewer than one for this many
            block elements.
    """
    source = np.frombuffer(page.source, np.uint8)
    ends = source == ord("\n")
    if b"\r" in page.source:
        # Old pages end lines with a carriage return alone; CR LF is one line break.
        ends[:-1] |= (source[:-1] == ord("\r")) & ~ends[1:]
        ends[-1:] |= source[-1:] == ord("\r")
    starts = np.append(0, np.flatnonzero(ends) + 1)
    if lines == "65":
        return wrap_lines(page, starts)
    if lines == "auto":
        blocks = find_start_tags(page, page.owner == np.arange(len(page)))
        # Only breaks between blocks count, because those inside scripts say nothing.
        n_breaks = np.count_nonzero(np.diff(find_lines(starts, blocks)))
        if n_breaks * blocks_per_break < len(blocks):
            is_start = np.zeros(len(source) + 1, np.bool_)
            is_start[starts] = is_start[blocks] = True
            return np.flatnonzero(is_start)
    return starts


def wrap_lines(page: Page, starts: Array) -> Array:
    """Break lines after every 65 characters."""
    source = np.frombuffer(page.source, np.uint8)
    offsets = np.append(np.flatnonzero((source & 0xC0) != 0x80), len(source))
    first = np.searchsorted(offsets, starts)
    length = np.diff(np.append(first, len(offsets) - 1))
    n_parts = np.maximum(-(-length // WIDTH), 1)
    nth = np.arange(n_parts.sum()) - np.repeat(np.cumsum(n_parts) - n_parts, n_parts)
    begin: Array = offsets[np.repeat(first, n_parts) + WIDTH * nth]
    return begin


def find_start_tags(page: Page, mask: Mask) -> Array:
    """Find the offsets of the start tags of the visible elements in a mask, each once.

    An element without a tag in the source starts where its first child starts, so two elements
    may share a start tag.
    """
    source = pad_source(page)
    is_element = (page.tag != 0) & (page.start < page.stop)
    is_start = np.zeros(len(source), np.bool_)
    is_start[page.start[mask & is_element & page.visible]] = True
    # A visible element without a tag may start with a hidden child, whose tag does not count.
    is_start[page.start[is_element & ~page.visible]] = False
    at = np.flatnonzero(is_start)
    tags: Array = at[(source[at] == ord("<")) & is_letter(source[at + 1])]
    return tags


def find_end_tags(page: Page) -> Array:
    """Find the offsets of the end tags of the visible elements, each once.

    An element that another tag closed ends before that tag, perhaps right after the end tag of a
    child, so two elements may share an end tag.
    """
    source = pad_source(page)
    opening = np.flatnonzero(source == ord("<"))
    closing = np.append(np.flatnonzero(source == ord(">")), len(source))
    elements = np.flatnonzero(page.tag != 0)
    stop = page.stop[elements]
    elements = elements[(stop > 0) & (source[stop - 1] == ord(">"))]
    if not opening.size:
        return opening
    stop = page.stop[elements]
    # The last tag before the end of each element starts at the last opening bracket.
    nth = np.maximum(np.searchsorted(opening, stop) - 1, 0)
    last = opening[nth]
    is_end = (page.start[elements] < last) & (source[last + 1] == ord("/"))
    is_end &= is_letter(source[last + 2]) & (closing[np.searchsorted(closing, last)] == stop - 1)
    is_counted = np.zeros(len(opening), np.bool_)
    shown = page.visible[elements]
    is_counted[nth[is_end & shown]] = True
    # A visible element may end right after a hidden child, whose tag does not count.
    is_counted[nth[is_end & ~shown]] = False
    return opening[is_counted]


def pad_source(page: Page) -> Array:
    """The source and two more bytes, so that every tag has two bytes after its bracket."""
    return np.frombuffer(page.source + bytes(2), np.uint8)


def is_letter(byte: Array) -> Mask:
    """Whether bytes are ASCII letters."""
    small = (byte | 0x20) - np.uint8(ord("a"))
    letters: Mask = small < 26
    return letters


def find_lines(starts: Array, offsets: Array) -> Array:
    """Find the line number of each offset."""
    return np.searchsorted(starts, offsets, side="right") - 1


def split_texts(page: Page, starts: Array) -> Array:
    """Split the visible texts at line starts, ordered by line.

    Returns:
        Six columns with one value per piece: row, line, characters, leading white space, trailing
        white space, and characters other than white space.
    """
    columns = page.line_pieces(starts, page.visible)
    return columns[np.argsort(columns[:, 1], kind="stable")].T


def count_characters(
    line: Array, chars: Array, leading: Array, trailing: Array, inked: Array, n_lines: int
) -> Array:
    """Count the characters of each line, without leading and trailing white space.

    Args:
        line, chars, leading, trailing, inked: columns of `split_texts`.
        n_lines: number of lines.
    """
    total = np.cumsum(chars, dtype=np.int64)
    filled = np.flatnonzero(inked)
    is_last = np.append(np.diff(line[filled]) != 0, True)[: len(filled)]
    first, last = filled[np.append(True, is_last[:-1])[: len(filled)]], filled[is_last]
    n_chars = np.zeros(n_lines, np.int64)
    n_chars[line[first]] = (total - trailing)[last] - (total - chars + leading)[first]
    return n_chars
