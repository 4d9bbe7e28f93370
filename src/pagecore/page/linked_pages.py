"""Pages that links lead to: how similar a link's text is to the page behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadOption, show_value
from pagecore.page.page import Page
from pagecore.page.parse import parse
from pagecore.page.urls import join_url, split_url

Digests = npt.NDArray[np.uint64]


class Terms(NamedTuple):
    """The distinct words of a text, as sorted digests, and how often each occurs."""

    words: Digests
    counts: npt.NDArray[np.int64]

    @property
    def length(self) -> float:
        """The Euclidean length of the counts."""
        return float(np.sqrt((self.counts.astype(np.float64) ** 2).sum()))


class LinkedPages:
    """The words of pages, by URL. The pages themselves are not kept.

    Two URLs are the same if they differ in the fragment or in a slash at the end only.
    """

    def __init__(self, terms: Mapping[str, Terms]) -> None:
        self._terms = dict(terms)

    @classmethod
    def of(
        cls, pages: LinkedPages | Mapping[str, Page | str | bytes], name: str = "linked"
    ) -> LinkedPages:
        """Read the words of pages.

        Args:
            pages: parsed or unparsed pages, by URL.
            name: the parameter that they are passed as, for messages.

        Raises:
            BadOption: a key is not a URL, or a value is not a page.
        """
        if isinstance(pages, LinkedPages):
            return pages
        terms = {}
        for url, page in pages.items():
            key = _read_key(url) if isinstance(url, str) else None
            if key is None:
                raise BadOption(f"{name}={{{show_value(url)}: ...}}: expected an absolute URL")
            if isinstance(page, (str, bytes)):
                page = parse(page, url=url)
            if not isinstance(page, Page):
                raise BadOption(
                    f"{name}={{{show_value(url)}: {show_value(page)}}}: expected a page, or its "
                    "HTML as str or bytes"
                )
            terms[key] = count_terms(page.word_digests(page.visible)[1])
        return cls(terms)

    def __len__(self) -> int:
        return len(self._terms)

    def compare(self, url: str, words: Digests) -> float:
        """Return the cosine of the counts of some words, such as those of a link, and of the words
        of a page: 0 if no word is shared, or if there is no such page; 1 if all counts are alike.

        Args:
            url: the URL of the page.
            words: digests of the words, by `Page.word_digests`.
        """
        there = self._terms.get(_read_key(url) or "")
        if there is None or not len(there.words):
            return 0.0
        here = count_terms(words)
        at = np.minimum(np.searchsorted(there.words, here.words), len(there.words) - 1)
        shared = there.words[at] == here.words
        product = float((here.counts * there.counts[at])[shared].sum())
        return product / (here.length * there.length) if product else 0.0


def count_terms(words: Digests) -> Terms:
    """Count the occurrences of each word."""
    return Terms(*np.unique(words, return_counts=True))


def _read_key(url: str) -> str | None:
    """The standard form of a URL without its fragment and final slash; None if it is not one."""
    absolute = join_url(None, url)
    if absolute is None:
        return None
    return split_url(absolute)._replace(fragment="").geturl().rstrip("/")
