"""Tokens of `class`: those on enough pages of a site belong to its template.

Many sites give a page a token of its own, such as `postid-7`. What compares pages leaves it out, or
no two pages have an element in common.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from hashlib import blake2b
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore.errors import WrapperError, show_value
from pagecore.page import Page
from pagecore.store.xml_elements import UNWRITABLE

#: Minimum share of the pages that a token is on.
MIN_SHARE: Final = 0.5
#: Maximum number of tokens that a wrapper holds, and of the characters of each.
MAX_TOKENS: Final = 5_000
MAX_LENGTH: Final = 100

_SPACE: Final = re.compile(r"[ \t\n\f\r]+")


def split_tokens(value: str) -> frozenset[str]:
    """Split a value of `class` into its tokens."""
    return frozenset(_SPACE.split(value)) - {""}


def list_tokens(page: Page) -> frozenset[str]:
    """List the tokens of `class` on the visible elements of a page."""
    numbers, values = page.attr("class")
    used = np.unique(numbers[page.visible])
    return frozenset().union(*(split_tokens(values[at]) for at in used.tolist() if at >= 0))


def is_writable(token: str) -> bool:
    """Whether a wrapper can hold a token."""
    return len(token) <= MAX_LENGTH and not UNWRITABLE.search(token)


class TokenCounter:
    """Counts the pages that each token is on."""

    def __init__(self) -> None:
        self.n_pages = 0
        self._counts: Counter[str] = Counter()

    def add(self, page: Page) -> None:
        """Count the tokens of a page."""
        self._counts.update(list_tokens(page))
        self.n_pages += 1

    def select(self) -> tuple[str, ...]:
        """Return the tokens that are on enough pages, sorted; of too many, those on the most."""
        # Of two pages, both: a token of one page makes all below its element differ.
        least = max(2, MIN_SHARE * self.n_pages)
        ranked = sorted(self._counts.items(), key=lambda entry: (-entry[1], entry[0]))
        common = [token for token, n in ranked if n >= least and is_writable(token)]
        return tuple(sorted(common[:MAX_TOKENS]))


def read_tokens(names: str) -> tuple[str, ...]:
    """Read the tokens of a wrapper from an attribute; raise `WrapperError` if they are invalid."""
    tokens = tuple(sorted(split_tokens(names)))
    if len(tokens) > MAX_TOKENS or not all(map(is_writable, tokens)):
        raise WrapperError(
            f"names={show_value(names, 80)}: expected {MAX_TOKENS} classes at most, with "
            f"{MAX_LENGTH} characters at most"
        )
    return tokens


def digest_tokens(page: Page, tokens: Collection[str]) -> npt.NDArray[np.uint64]:
    """Digest the tokens of every row that are in a set, in any order; 0 for a row without."""
    numbers, values = page.attr("class")
    known = frozenset(tokens)
    digests = [_digest(split_tokens(value) & known) for value in values]
    # The last entry is for rows without `class`, whose number is -1.
    of_rows: npt.NDArray[np.uint64] = np.array([*digests, 0], np.uint64)[numbers]
    return of_rows


@lru_cache(1 << 14)
def _digest(tokens: frozenset[str]) -> int:
    if not tokens:
        return 0
    joined = " ".join(sorted(tokens)).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(joined, digest_size=8).digest(), "little")
