"""CETR: the lines of the source with much text and few tags.

T. Weninger, W. H. Hsu and J. Han. "CETR: content extraction via tag ratios." Proc. WWW 2010,
971-980; read as R. Shinde, A. Bolli and A. Kulkarni. "Methods for extracting content blocks from
web pages", section 2.4, tells it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.page import Array, Mask, Page
from pagecore.registry import method

#: Clusters of lines; the one nearest the origin is not content.
N_CLUSTERS = 3
ROUNDS = 100
#: Lines that the change of the ratio looks ahead (alpha).
AHEAD = 3
#: Block elements to a line break, from which on a page has no lines of its own.
BLOCKS_PER_BREAK = 20
#: Characters of a line where lines are broken by length.
WIDTH = 65

#: What the order of adding up may change; so near, a line belongs to the lower cluster.
ROUNDING = 1e-9

Floats = npt.NDArray[np.float64]


@method(
    "cetr",
    paper="Weninger, Hsu and Han 2010",
    family="page",
    bounds={
        "variant": ("tm", "km", "2d"),
        "lines": ("auto", "source", "65"),
        "deviations": (0.0, 10.0),
        "radius": (1, 20),
    },
    made_on=("wcxb", "fundus", "readability"),
    sweep={
        "variant": ("tm", "km", "2d"),
        "lines": ("auto", "source", "65"),
        "deviations": (0.5, 1.0, 1.5),
    },
)
def cetr(
    page: Page,
    *,
    variant: str = "tm",
    lines: str = "auto",
    deviations: float = 1.0,
    radius: int = 1,
) -> Choice:
    """Choose the texts on lines of the source where characters outweigh tags.

    Args:
        page: any page; needs no layout.
        variant: how lines are told apart: `tm` by a threshold, `km` by k-means of the tag ratio,
            `2d` by k-means of the ratio and of its change.
        lines: where lines begin: `source` at the breaks of the source, `65` also after every 65
            characters, `auto` also at block start tags where the source has next to no breaks.
        deviations: standard deviations of the ratio that a line of content has (lambda); of `tm`.
        radius: lines on either side that the ratio is smoothed with (r).

    Returns:
        The choice, with the means over a text's characters of its lines' `tag ratio`, of the
        `smoothed` ratio and of its `change` as evidence.

    Differs:
        What is hidden is taken out, as scripts are. A page of one line is cut at its block start
        tags. Start tags that made no element are not counted, nor end tags without a start, unless
        another element ends right behind one.
    """
    starts = line_starts(page, lines)
    row, line, chars, before, behind, inked = pieces(page, starts)
    n_chars = characters(line, chars, before, behind, inked, len(starts))
    tags = np.append(start_tags(page, page.visible), end_tags(page))
    n_tags = np.bincount(line_of(starts, tags), minlength=len(starts))
    # Empty lines are taken out.
    filled = (n_chars > 0) | (n_tags > 0)
    ratio = n_chars[filled] / np.maximum(n_tags[filled], 1)
    smoothed = smooth(ratio, radius)
    change = smooth(change_ahead(smoothed), radius)
    if variant == "tm":
        content = above_threshold(smoothed, deviations)
    elif variant == "km":
        content = outside_lowest(smoothed)
    else:
        content = outside_origin(smoothed, change)

    n_inked = np.bincount(row, inked, minlength=len(page))

    def mean(of_filled: Array) -> Floats:
        """The mean of a column of lines over the characters of every text that are no blanks."""
        of_lines = np.zeros(len(starts))
        of_lines[filled] = of_filled
        total = np.bincount(row, inked * of_lines[line], minlength=len(page))
        means: Floats = total / np.maximum(n_inked, 1)
        return means

    share = mean(content)
    return Choice.of(
        page,
        (n_inked > 0) & (share >= 0.5),
        score=share,
        evidence={"tag ratio": mean(ratio), "smoothed": mean(smoothed), "change": mean(change)},
    )


# ---------------------------------------------------------------- lines, characters, tags


def line_starts(page: Page, lines: str) -> Array:
    """The offsets where lines begin."""
    source = np.frombuffer(page.source, np.uint8)
    ends = source == ord("\n")
    if b"\r" in page.source:
        # Old pages end lines so; before a line feed it ends none.
        ends[:-1] |= (source[:-1] == ord("\r")) & ~ends[1:]
        ends[-1:] |= source[-1:] == ord("\r")
    starts = np.append(0, np.flatnonzero(ends) + 1)
    if lines == "65":
        return wrapped(page, starts)
    if lines == "auto":
        blocks = start_tags(page, page.owner == np.arange(len(page)))
        # Breaks within scripts, which are taken out, would tell nothing.
        breaks = np.count_nonzero(np.diff(line_of(starts, blocks)))
        if breaks * BLOCKS_PER_BREAK < len(blocks):
            return np.union1d(starts, blocks)
    return starts


def wrapped(page: Page, starts: Array) -> Array:
    """The lines, which begin also behind every 65 characters of one."""
    source = np.frombuffer(page.source, np.uint8)
    offsets = np.append(np.flatnonzero((source & 0xC0) != 0x80), len(source))
    first = np.searchsorted(offsets, starts)
    length = np.diff(np.append(first, len(offsets) - 1))
    n_parts = np.maximum(-(-length // WIDTH), 1)
    nth = np.arange(n_parts.sum()) - np.repeat(np.cumsum(n_parts) - n_parts, n_parts)
    begin: Array = offsets[np.repeat(first, n_parts) + WIDTH * nth]
    return begin


def start_tags(page: Page, mask: Mask) -> Array:
    """The offsets of the start tags of the elements in a mask that are shown, each once.

    An element that no tag made begins where its first child does, maybe with that one's tag.
    """
    source = padded(page)
    is_element = (page.tag != 0) & (page.start < page.stop)
    found = np.zeros(len(source), np.bool_)
    found[page.start[mask & is_element & page.visible]] = True
    # What is shown may begin with a child that is not.
    found[page.start[is_element & ~page.visible]] = False
    at = np.flatnonzero(found)
    tags: Array = at[(source[at] == ord("<")) & is_letter(source[at + 1])]
    return tags


def end_tags(page: Page) -> Array:
    """The offsets of the end tags of the elements that are shown, each once.

    An element that another tag closed ends before that, maybe behind the end tag of a child.
    """
    source = padded(page)
    opening = np.flatnonzero(source == ord("<"))
    closing = np.append(np.flatnonzero(source == ord(">")), len(source))
    elements = np.flatnonzero(page.tag != 0)
    stop = page.stop[elements]
    elements = elements[(stop > 0) & (source[stop - 1] == ord(">"))]
    if not opening.size:
        return opening
    stop = page.stop[elements]
    # The last tag before the end of each: what begins with its last bracket and ends with it.
    nth = np.maximum(np.searchsorted(opening, stop) - 1, 0)
    last = opening[nth]
    is_end = (page.start[elements] < last) & (source[last + 1] == ord("/"))
    is_end &= is_letter(source[last + 2]) & (closing[np.searchsorted(closing, last)] == stop - 1)
    found = np.zeros(len(opening), np.bool_)
    shown = page.visible[elements]
    found[nth[is_end & shown]] = True
    # It may also end behind one that is not.
    found[nth[is_end & ~shown]] = False
    return opening[found]


def padded(page: Page) -> Array:
    """The source, and two bytes more, so that every offset has a next one."""
    return np.frombuffer(page.source + bytes(2), np.uint8)


def is_letter(byte: Array) -> Mask:
    """Whether bytes are ASCII letters."""
    small = (byte | 0x20) - np.uint8(ord("a"))
    letters: Mask = small < 26
    return letters


def line_of(starts: Array, offsets: Array) -> Array:
    """The lines of offsets."""
    return np.searchsorted(starts, offsets, side="right") - 1


def pieces(page: Page, starts: Array) -> Array:
    """What of every shown text stands on which line, by line: row, line, characters, blanks before
    the first character that is none, blanks behind the last, characters that are no blanks."""
    columns = page.line_pieces(starts, page.visible)
    return columns[np.argsort(columns[:, 1], kind="stable")].T


def characters(
    line: Array, chars: Array, before: Array, behind: Array, inked: Array, n_lines: int
) -> Array:
    """The characters of every line, without blanks at either end."""
    total = np.cumsum(chars, dtype=np.int64)
    filled = np.flatnonzero(inked)
    is_last = np.append(np.diff(line[filled]) != 0, True)[: len(filled)]
    first, last = filled[np.append(True, is_last[:-1])[: len(filled)]], filled[is_last]
    n_chars = np.zeros(n_lines, np.int64)
    n_chars[line[first]] = (total - behind)[last] - (total - chars + before)[first]
    return n_chars


# ---------------------------------------------------------------- ratios and what they tell


def smooth(values: Floats, radius: int) -> Floats:
    """Every value with those around it, weighted by a Gaussian; at the ends by what there is."""
    kernel = np.exp(-(np.arange(-radius, radius + 1) ** 2) / (2 * radius**2))
    total, weight = (
        np.convolve(column, kernel)[radius : radius + len(values)]
        for column in (np.append(values, 0), np.append(np.ones(len(values)), 0))
    )
    smoothed: Floats = total / weight
    return smoothed


def change_ahead(smoothed: Floats) -> Floats:
    """How far the mean of the next lines is from every line; of the last, 0."""
    n = len(smoothed)
    total = np.append(0, np.cumsum(smoothed))
    at = np.arange(n)
    stop = np.minimum(at + 1 + AHEAD, n)
    mean = (total[stop] - total[at + 1]) / np.maximum(stop - at - 1, 1)
    change: Floats = np.abs(mean - smoothed)
    change[-1:] = 0
    return change


def above_threshold(values: Floats, deviations: float) -> Mask:
    """The values that reach so many standard deviations."""
    if not values.size:
        return np.zeros(0, np.bool_)
    above: Mask = values >= deviations * values.std() - ROUNDING
    return above


def outside_lowest(values: Floats) -> Mask:
    """The values outside the lowest of three clusters: k-means from quantiles, by sorted values."""
    if not values.size:
        return np.zeros(0, np.bool_)
    ordered = np.sort(values)
    total = np.append(0, np.cumsum(ordered))
    centres = ordered[quantiles(len(values))]
    cuts = np.zeros(0)
    for _ in range(ROUNDS):
        # What is as near to two belongs to the lower; of centres in one place the first has all.
        is_first = np.append(True, np.diff(centres) > ROUNDING)
        first = centres[is_first]
        cuts = (first[1:] + first[:-1]) / 2 + ROUNDING
        stop = np.append(np.searchsorted(ordered, cuts, side="right"), len(values))
        size = np.diff(stop, prepend=0)
        mean = np.diff(total[stop], prepend=0) / np.maximum(size, 1)
        before = centres.copy()
        centres[is_first] = np.where(size > 0, mean, first)
        centres.sort()
        if (before == centres).all():
            break
    outside: Mask = values > (cuts[0] if cuts.size else np.inf)
    return outside


def outside_origin(x: Floats, y: Floats) -> Mask:
    """The points outside the cluster of the origin: k-means with one of three centres held there.

    The others begin at points in the order of `x`.
    """
    if not x.size:
        return np.zeros(0, np.bool_)
    first = np.argsort(x, kind="stable")[quantiles(len(x))]
    centres = np.stack((x[first], y[first]))
    centres[:, 0] = 0
    nearest = np.full(len(x), -1)
    for _ in range(ROUNDS):
        before, nearest = nearest, nearest_centre(x, y, centres)
        if np.array_equal(before, nearest):
            break
        size = np.bincount(nearest, minlength=N_CLUSTERS)
        total = [np.bincount(nearest, axis, minlength=N_CLUSTERS) for axis in (x, y)]
        moved = np.where(size > 0, np.stack(total) / np.maximum(size, 1), centres)
        centres[:, 1:] = moved[:, 1:]
    outside: Mask = nearest > 0
    return outside


def nearest_centre(x: Floats, y: Floats, centres: Floats) -> Array:
    """Which of three centres, of which the first is the origin, is nearest; of equal ones the
    first."""
    # By how much a centre is nearer than the origin: half the difference of squared distances.
    lower, upper = (x * at_x + y * at_y - (at_x**2 + at_y**2) / 2 for at_x, at_y in centres.T[1:])
    is_free = np.maximum(lower, upper) > ROUNDING
    nearest: Array = is_free * np.where(lower >= upper - ROUNDING, 1, 2)
    return nearest


def quantiles(n: int) -> Array:
    """The places of the first centres among ordered values: the middles of thirds."""
    return (2 * np.arange(N_CLUSTERS) + 1) * n // (2 * N_CLUSTERS)
