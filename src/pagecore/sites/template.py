"""The template of a site: what its pages have in common, to tell whether a page has it too.

Two kinds of marks are counted: the *place* of a piece, which is the name and the classes of its
container and of the container around that, and its place with its terms. Both are hashes. A class
counts if it is on half of the pages: one page has `postid-7`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final
from xml.etree.ElementTree import Element

import numpy as np

from pagecore.classes.tokens import digest_tokens, read_tokens
from pagecore.errors import WrapperError, show_value
from pagecore.fit import Fit
from pagecore.page import Array, Page
from pagecore.page.counts import format_count
from pagecore.sites.digests import (
    Hashes,
    find_positions,
    read_groups,
    select_highest,
    write_groups,
)
from pagecore.sites.pieces import Integers, find_containers, find_pieces, split_by_elements

#: Odd multipliers, which combine hashes.
_TAG, _CLASS, _AROUND, _TERM = (
    np.uint64(0x9E3779B97F4A7C15),
    np.uint64(0xD6E8FEB86659FD93),
    np.uint64(0xC2B2AE3D27D4EB4F),
    np.uint64(0xFF51AFD7ED558CCD),
)
#: The most marks of each kind that are kept: those on the most pages.
MAX_MARKS: Final = 5000
#: Minimum share of pages that a mark is on.
MIN_SHARE: Final = 0.1
MAX_PAGES: Final = 10**9


@dataclass(frozen=True)
class Marks:
    """The marks of a page; each one once."""

    places: Hashes
    texts: Hashes


def find_marks(page: Page, rows: Array, terms: Hashes, names: Collection[str]) -> Marks:
    """Find the marks of the pieces that have terms.

    Args:
        page: the page.
        rows: the rows of the terms.
        terms: the terms of the page.
        names: the classes of elements that count in a place.
    """
    is_container = find_containers(page)
    pieces = find_pieces(page, split_by_elements(page, is_container), rows, terms)
    has_terms = pieces.n_terms > 0
    with np.errstate(over="ignore"):
        names = page.digest("tag") * _TAG + digest_tokens(page, names) * _CLASS
        inside = page.above(is_container)
        around = np.append(np.int32(-1), inside[page.parent[1:]])
        # The last entry is for rows without a container.
        names = np.append(names, np.uint64(1))
        containers = inside[pieces.first]
        outer = np.where(containers < 0, -1, around[containers])
        places = names[containers] + names[outer] * _AROUND
        mixed = (pieces.term ^ (pieces.term >> np.uint64(29))) * _TERM
        texts = places * _TAG
        np.add.at(texts, pieces.piece, mixed)
    return Marks(np.unique(places[has_terms]), np.unique(texts[has_terms]))


class TemplateCounter:
    """Counts the marks of pages. Grows with the number of distinct marks."""

    def __init__(self, names: tuple[str, ...], known: Template | None = None) -> None:
        """Begin with nothing, or with the counts of a template.

        Args:
            names: the classes of elements that count in a place.
            known: a template with the same names.
        """
        self._names = names
        self._places: Counter[int] = Counter()
        self._texts: Counter[int] = Counter()
        self._n_pages = 0
        if known is not None:
            self._n_pages = known.n_pages
            self._places.update(_count_known(known.places, known.n_place_pages))
            self._texts.update(_count_known(known.texts, known.n_text_pages))

    def add(self, page: Page, rows: Array, terms: Hashes) -> None:
        """Count the marks of a page; `rows` are those of its terms."""
        self.add_marks(find_marks(page, rows, terms, self._names))

    def add_marks(self, marks: Marks) -> None:
        """Count the marks of a page."""
        self._n_pages += 1
        self._places.update(marks.places.tolist())
        self._texts.update(marks.texts.tolist())

    def make_template(self) -> Template:
        """Return the marks that are on several pages.

        Raises:
            WrapperError: there are none.
        """
        places = _select_marks(self._places, self._n_pages)
        if not len(places[0]):
            raise WrapperError(
                "nothing was learned: the pages have nothing in common; pass pages of one template"
            )
        return Template(
            self._names, self._n_pages, *places, *_select_marks(self._texts, self._n_pages)
        )


def _count_known(marks: Hashes, n_pages: Integers) -> dict[int, int]:
    return dict(zip(marks.tolist(), n_pages.tolist(), strict=True))


def _select_marks(counts: Counter[int], n_pages: int) -> tuple[Hashes, Integers]:
    # What is on one page only is content.
    least = max(MIN_SHARE * n_pages, min(2, n_pages))
    marks = [(-count, mark) for mark, count in counts.items() if count >= least]
    kept = sorted((mark, -count) for count, mark in sorted(marks)[:MAX_MARKS])
    hashes = np.array([mark for mark, _ in kept], np.uint64)
    return hashes, np.array([count for _, count in kept], np.int64)


@dataclass(frozen=True, eq=False)
class Template:
    """Marks that the pages of a site have in common, sorted, with the number of their pages."""

    #: The classes of elements that count in a place, sorted.
    names: tuple[str, ...]
    n_pages: int
    places: Hashes
    n_place_pages: Integers
    texts: Hashes
    n_text_pages: Integers

    def fit(self, page: Page, rows: Array, terms: Hashes) -> Fit:
        """Compare a page with the template; `rows` are those of its terms."""
        return self.fit_marks(find_marks(page, rows, terms, self.names))

    def fit_marks(self, marks: Marks) -> Fit:
        """Compare the marks of a page with the template.

        The score is a product. One factor is the weight of the marks of the template that the page
        has, by that of a usual page, where the weight of a mark is its share of the pages. So a
        site of two templates fits the pages of both. The other factor is the share of the page's
        places that the template has.
        """
        at_places = find_positions(self.places, marks.places)
        at_texts = find_positions(self.texts, marks.texts)
        n_mark_pages = np.concatenate(
            [
                self.n_place_pages[at_places[at_places >= 0]],
                self.n_text_pages[at_texts[at_texts >= 0]],
            ]
        )
        every = np.concatenate([self.n_place_pages, self.n_text_pages]) / self.n_pages
        usual = float((every**2).sum())
        share = min(1.0, float(n_mark_pages.sum()) / self.n_pages / usual) if usual else 0.0
        n_places = len(marks.places)
        known = int(np.count_nonzero(at_places >= 0)) / n_places if n_places else 0.0
        reason = (
            f"the page has {share:.0%} of what pages of the template have in common, and the "
            f"template has {known:.0%} of its {format_count(n_places, 'place')} with text"
        )
        return Fit(share * known, reason)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Template) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        columns = (self.places, self.n_place_pages, self.texts, self.n_text_pages)
        return (self.names, self.n_pages, *(column.tobytes() for column in columns))

    def shorten(self, share: float) -> Template:
        """Return the template with a share of its marks, those on the most pages."""
        places, texts = (
            select_highest(counts, share) for counts in (self.n_place_pages, self.n_text_pages)
        )
        return replace(
            self,
            places=self.places[places],
            n_place_pages=self.n_place_pages[places],
            texts=self.texts[texts],
            n_text_pages=self.n_text_pages[texts],
        )

    def write(self) -> list[Element]:
        """Return the elements that `read` reads."""
        return [
            *write_groups("places", "pages", self.places, self.n_place_pages),
            *write_groups("texts", "pages", self.texts, self.n_text_pages),
        ]

    @classmethod
    def read(cls, elements: Iterable[Element], names: str, n_pages: int) -> Template:
        """Read the elements `places` and `texts`; raise `WrapperError` if they are invalid.

        Args:
            elements: these elements.
            names: the classes that count in a place, separated by blanks.
            n_pages: the number of pages.
        """
        listed = list(elements)
        for element in listed:
            if element.tag not in ("places", "texts"):
                raise WrapperError(f"unknown element {show_value(element.tag)}")
        columns = (
            read_groups((element for element in listed if element.tag == tag), "pages", 1, n_pages)
            for tag in ("places", "texts")
        )
        places, texts = columns
        return cls(read_tokens(names), n_pages, *places, *texts)
