"""Kinds of rows: what two rows must share to be written by the same part of a template."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.page import Array, Mask, Page

#: Values of `hidden` for rows that are read, visible and in a closed `details`, as a mask.
_READABLE: Final = np.isin(np.arange(256), (0, 7))
#: Number of hash functions for estimating the similarity of two rows.
N_HASHES: Final = 8

#: Classes of elements that are not displayed, or only read aloud.
_UNSEEN: Final = re.compile(
    r"(?<!\S)(?:hidden|hide|is-hidden|ng-hide|d-none|invisible|off-?screen)(?!\S)"
    r"|\bsr-only\b(?!-)|visually-?hidden|screen-?reader"
)

_NO_DIGITS: Final = str.maketrans("", "", "0123456789")

Hashes = npt.NDArray[np.uint64]


class Kinds(NamedTuple):
    """The columns that are compared, one value per row."""

    #: The rows that are read: not hidden, nor in an element whose class says that it is hidden, and
    #: no choices of a form.
    is_read: Mask
    #: The rows with a text, an image or another medium at or below them that is read.
    filled: Mask
    #: The link at or above each row; -1 without one.
    link: npt.NDArray[np.int32]
    #: Name and first class of a row, without digits.
    kind: Hashes
    #: The kinds from the root down to the row.
    path: Hashes
    #: The names from the root down to the row.
    name_path: Hashes
    #: The kinds of the row and its children that have content, as a set.
    shape: Hashes
    #: The kinds below the row, without its own, as a set.
    inner: Hashes
    #: MinHash of the kinds below the row, one column per hash function.
    signature: npt.NDArray[np.int64]


def find_kinds(page: Page) -> Kinds:
    """Compute the kinds of all rows."""
    kind, unseen = _read_classes(page)
    unread = unseen | page.is_tag("select", "option", "datalist")
    is_read = _READABLE.take(page.hidden) & (page.above(unread) < 0)
    has_content = is_read & ((page.chars > 0) | page.is_tag("img", "video", "iframe"))
    filled = page.below(has_content, how="any") & is_read
    parent = np.maximum(page.parent, 0)
    is_element = (page.tag != 0) & filled
    rows = np.flatnonzero(is_element)
    # The sum of hashes would count repetitions, their maximum does not.
    shape = mix(kind, 1)
    for seed in (2, 3):
        best = np.zeros(len(page), np.uint64)
        np.maximum.at(best, parent[rows], mix(kind[rows], seed))
        shape = mix(shape ^ best, seed)
    signature = np.empty((len(page), N_HASHES), np.int64)
    values = np.zeros(len(page), np.int64)
    for at in range(N_HASHES):
        values[rows] = (mix(kind[rows], 10 + at) >> np.uint64(1)).astype(np.int64)
        signature[:, at] = page.below(values, how="max")
    inner = np.zeros(len(page), np.uint64)
    for at in range(3):
        best = np.zeros(len(page), np.int64)
        np.maximum.at(best, parent[rows], signature[rows, at])
        inner = mix(inner ^ best.astype(np.uint64), 4 + at)
    link = page.above(page.is_tag("a") & (page.attr("href")[0] >= 0))
    path = _hash_paths(page, kind)
    name_path = _hash_paths(page, mix(page.tag.astype(np.uint64), 0))
    return Kinds(is_read, filled, link, kind, path, name_path, shape, inner, signature)


def compare(signature: Array, rows: Array, others: Array) -> Array:
    """Return the similarity of rows to other rows: the share of equal hashes."""
    result: Array = (signature[rows] == signature[others]).mean(axis=1)
    return result


def find_matches(pattern: re.Pattern[str], texts: Sequence[str]) -> set[int]:
    """Return the numbers of texts that a pattern of lower-case letters without white space matches
    in any case; all texts are searched at once, each on a line of its own."""
    # A pattern that ignores the case is several times slower.
    texts = [text.lower() for text in texts]
    ends = list(accumulate(len(text) + 1 for text in texts))
    return {bisect_right(ends, match.start()) for match in pattern.finditer("\n".join(texts))}


def mix(values: Hashes, seed: int) -> Hashes:
    """Hash numbers with a seed (the finaliser of SplitMix64)."""
    mixed = values + np.uint64((seed + 1) * 0x9E3779B97F4A7C15 % 2**64)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return mixed ^ (mixed >> np.uint64(31))


def _read_classes(page: Page) -> tuple[Hashes, Mask]:
    """Return the kind of each row, and the mask of rows whose class says that they are hidden."""
    ids, values = page.attr("class")
    numbers: dict[str, int] = {"": 0}
    by_value = [0]
    for value in values:
        first = value.split(None, 1)
        name = first[0].translate(_NO_DIGITS) if first else ""
        by_value.append(numbers.setdefault(name, len(numbers)))
    unseen = np.zeros(len(values) + 1, np.bool_)
    for at in find_matches(_UNSEEN, values):
        unseen[at + 1] = True
    of_row = np.array(by_value, np.uint64).take(ids + 1)
    kind = mix(of_row * np.uint64(65536) + page.tag.astype(np.uint64), 0)
    mask: Mask = unseen.take(ids + 1)
    return kind, mask


def _hash_paths(page: Page, kind: Hashes) -> Hashes:
    """Hash the kinds from the root to each row, by doubling: the hash of 2k rows is that of the
    first k above and the k below them."""
    n = len(page)
    # The root is its own parent in the doubling, and has the neutral value there.
    path = np.append(kind, np.uint64(0))
    above = np.append(np.where(page.parent < 0, n, page.parent), n)
    factor = 0x9E3779B97F4A7C15
    n_steps = max(int(page.depth.max(initial=0)), 1).bit_length()
    for _ in range(n_steps):
        path = path + np.uint64(factor) * path[above]
        above = above[above]
        factor = factor * factor % 2**64
    return path[:n]
