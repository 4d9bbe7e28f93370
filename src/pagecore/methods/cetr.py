"""CETR: the lines of the source with much text and few tags.

T. Weninger, W. H. Hsu and J. Han. "CETR: content extraction via tag ratios." Proc. WWW 2010,
971-980. Implemented from the summary in R. Shinde, A. Bolli and A. Kulkarni. "Methods for
extracting content blocks from web pages", section 2.4.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.methods.source_lines import (
    count_characters,
    find_end_tags,
    find_line_starts,
    find_lines,
    find_start_tags,
    split_texts,
)
from pagecore.page import Array, Mask, Page
from pagecore.registry import method

#: Number of clusters of lines; the cluster nearest the origin is not content.
N_CLUSTERS = 3
#: Limit of iterations of k-means.
MAX_ROUNDS = 100
#: Number of following lines that the change of the ratio looks at (alpha).
N_AHEAD = 3
#: Tolerance for rounding errors; within it, a line belongs to the lower cluster.
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
        "blocks_per_break": (1, 1000),
    },
    developed_on=("wcxb", "fundus", "readability"),
    sweep={
        "variant": ("tm", "km", "2d"),
        "lines": ("auto", "source", "65"),
        "deviations": (0.5, 1.0, 1.5, 2.0),
        "radius": (1, 2, 3, 5, 8, 12, 20),
        "blocks_per_break": (5, 20, 80),
    },
    printed={"lines": "source", "deviations": 1.0, "radius": 1},
    used_with={"deviations": {"variant": "tm"}, "blocks_per_break": {"lines": "auto"}},
)
def cetr(
    page: Page,
    *,
    variant: str = "tm",
    lines: str = "65",
    deviations: float = 1.5,
    radius: int = 12,
    blocks_per_break: int = 20,
) -> Choice:
    """Choose the texts on lines of the source where characters outweigh tags.

    Args:
        page: any page; needs no layout.
        variant: how to classify lines: `tm` by a threshold, `km` by k-means of the tag ratio,
            `2d` by k-means of the ratio and its change.
        lines: where lines begin: `source` at the line breaks of the source, `65` also after every
            65 characters, `auto` also at block start tags if the source has almost no line breaks.
        deviations: threshold on the smoothed ratio of a content line, in standard deviations of
            the ratio (lambda); used by `tm` only.
        radius: number of lines on either side for smoothing the ratio (r).
        blocks_per_break: a source has almost no line breaks if it has fewer than one for this many
            block elements; used by `auto` only.

    Returns:
        The choice, with `tag ratio`, `smoothed` ratio and `change` as evidence. A text on several
        lines has the mean of its lines, weighted by its characters on each.

    Differs:
        Hidden text is removed, as scripts are. With `lines="auto"`, a page with almost no line
        breaks is also split at block start tags. Start tags without an
        element are not counted. Neither are end tags without a start tag, unless another element
        ends right after one.
    """
    measured = measure_lines(page, lines, radius, blocks_per_break)
    starts, filled = measured.starts, measured.filled
    ratio, smoothed, change = measured.ratio, measured.smoothed, measured.change
    if variant == "tm":
        content = keep_above_threshold(smoothed, deviations)
    elif variant == "km":
        content = exclude_lowest_cluster(smoothed)
    else:
        content = exclude_origin_cluster(smoothed, change)

    row, line, inked = measured.row, measured.line, measured.inked
    n_inked = np.bincount(row, inked, minlength=len(page))

    def average(line_values: Array) -> Floats:
        """The mean of the lines of each text, weighted by its characters other than white space."""
        values = np.zeros(len(starts))
        values[filled] = line_values
        total = np.bincount(row, inked * values[line], minlength=len(page))
        means: Floats = total / np.maximum(n_inked, 1)
        return means

    share = average(content)
    return Choice.of(
        page,
        (n_inked > 0) & (share >= 0.5),
        score=share,
        evidence={
            "tag ratio": average(ratio),
            "smoothed": average(smoothed),
            "change": average(change),
        },
    )


class TagRatios(NamedTuple):
    """The lines of a page and their tag ratios.

    Attributes:
        starts: the offsets in the source where lines begin.
        filled: which lines have text or tags; the others are ignored.
        n_chars, n_tags: of each filled line.
        ratio: the tag ratio of each filled line: characters divided by tags.
        smoothed: the same, smoothed.
        change: how far each is from the mean of the next lines, smoothed.
        row, line, inked: for each piece of a text on a line: the row of the text, the line, and the
            number of characters other than white space.
    """

    starts: Array
    filled: Mask
    n_chars: Array
    n_tags: Array
    ratio: Floats
    smoothed: Floats
    change: Floats
    row: Array
    line: Array
    inked: Array


def measure_lines(page: Page, lines: str, radius: int, blocks_per_break: int) -> TagRatios:
    """Measure the tag ratios of the lines of a page; the parameters are those of `cetr`."""
    starts = find_line_starts(page, lines, blocks_per_break)
    row, line, chars, leading, trailing, inked = split_texts(page, starts)
    n_chars = count_characters(line, chars, leading, trailing, inked, len(starts))
    tags = np.append(find_start_tags(page, page.visible), find_end_tags(page))
    n_tags = np.bincount(find_lines(starts, tags), minlength=len(starts))
    # The paper removes empty lines.
    filled = (n_chars > 0) | (n_tags > 0)
    n_chars, n_tags = n_chars[filled], n_tags[filled]
    ratio = n_chars / np.maximum(n_tags, 1)
    smoothed = smooth(ratio, radius)
    change = smooth(measure_change(smoothed), radius)
    return TagRatios(starts, filled, n_chars, n_tags, ratio, smoothed, change, row, line, inked)


def smooth(values: Floats, radius: int) -> Floats:
    """Smooth values with a Gaussian kernel; at the ends, over the existing values only."""
    kernel = np.exp(-(np.arange(-radius, radius + 1) ** 2) / (2 * radius**2))
    total, weight = (
        np.convolve(column, kernel)[radius : radius + len(values)]
        for column in (np.append(values, 0), np.append(np.ones(len(values)), 0))
    )
    smoothed: Floats = total / weight
    return smoothed


def measure_change(smoothed: Floats) -> Floats:
    """Measure how far the mean of the next lines is from each line; 0 for the last line."""
    n = len(smoothed)
    total = np.append(0, np.cumsum(smoothed))
    at = np.arange(n)
    stop = np.minimum(at + 1 + N_AHEAD, n)
    mean = (total[stop] - total[at + 1]) / np.maximum(stop - at - 1, 1)
    change: Floats = np.abs(mean - smoothed)
    change[-1:] = 0
    return change


def keep_above_threshold(values: Floats, deviations: float) -> Mask:
    """Keep the values that reach this many standard deviations of all values, as a mask."""
    if not values.size:
        return np.zeros(0, np.bool_)
    above: Mask = values >= find_threshold(values, deviations) - ROUNDING
    return above


def find_threshold(values: Floats, deviations: float) -> float:
    """The threshold that values must reach: this many standard deviations of all values."""
    return float(deviations * values.std())


def exclude_lowest_cluster(values: Floats) -> Mask:
    """Keep the values outside the lowest of three clusters (k-means on sorted values)."""
    if not values.size:
        return np.zeros(0, np.bool_)
    ordered = np.sort(values)
    total = np.append(0, np.cumsum(ordered))
    centres = ordered[place_centres(len(values))]
    cuts = np.zeros(0)
    for _ in range(MAX_ROUNDS):
        # A tie goes to the lower centre; of equal centres, the first takes all values.
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


def exclude_origin_cluster(x: Floats, y: Floats) -> Mask:
    """Keep the points outside the cluster of the origin."""
    outside: Mask = cluster_around_origin(x, y)[0] > 0
    return outside


def cluster_around_origin(x: Floats, y: Floats) -> tuple[Array, Floats]:
    """Cluster points by k-means with one of three centres fixed at the origin.

    The other centres start at quantiles of the points ordered by `x`.

    Returns:
        The number of the centre nearest to each point, 0 for the origin, and the centres as two
        rows of coordinates.
    """
    if not x.size:
        return np.zeros(0, np.int64), np.zeros((2, N_CLUSTERS))
    first = np.argsort(x, kind="stable")[place_centres(len(x))]
    centres = np.stack((x[first], y[first]))
    centres[:, 0] = 0
    nearest = np.full(len(x), -1)
    for _ in range(MAX_ROUNDS):
        before, nearest = nearest, find_nearest_centre(x, y, centres)
        if np.array_equal(before, nearest):
            break
        size = np.bincount(nearest, minlength=N_CLUSTERS)
        total = [np.bincount(nearest, axis, minlength=N_CLUSTERS) for axis in (x, y)]
        moved = np.where(size > 0, np.stack(total) / np.maximum(size, 1), centres)
        centres[:, 1:] = moved[:, 1:]
    return nearest, centres


def find_nearest_centre(x: Floats, y: Floats, centres: Floats) -> Array:
    """Find the nearest of three centres; the first is the origin. A tie goes to the first."""
    # Half the difference of squared distances: how much nearer a centre is than the origin.
    lower, upper = (x * at_x + y * at_y - (at_x**2 + at_y**2) / 2 for at_x, at_y in centres.T[1:])
    is_free = np.maximum(lower, upper) > ROUNDING
    nearest: Array = is_free * np.where(lower >= upper - ROUNDING, 1, 2)
    return nearest


def place_centres(n: int) -> Array:
    """Positions of the initial centres among ordered values: the middles of thirds."""
    return (2 * np.arange(N_CLUSTERS) + 1) * n // (2 * N_CLUSTERS)
