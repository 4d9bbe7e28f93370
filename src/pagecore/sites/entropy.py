"""Entropy: pieces whose terms are on few pages of a site are informative.

S.-H. Lin and J.-M. Ho. "Discovering informative content blocks from Web documents." Proc. KDD 2002,
588-593. Implemented from the summary in R. Shinde, A. Bolli and A. Kulkarni. "Methods for
extracting content blocks from web pages", section 2.1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Self
from xml.etree.ElementTree import Element

import numpy as np

from pagecore.choice import Choice
from pagecore.classes.tokens import TokenCounter
from pagecore.errors import WrapperError
from pagecore.fit import Fit
from pagecore.page import Mask, Page
from pagecore.registry import method
from pagecore.site import Site
from pagecore.sites.content_field import ContentBody, refuse_empty
from pagecore.sites.digests import (
    find_positions,
    read_groups,
    read_language,
    read_number,
    select_highest,
    write_groups,
    write_number,
)
from pagecore.sites.page_terms import SitePages
from pagecore.sites.pieces import (
    Floats,
    Hashes,
    Integers,
    PagePieces,
    find_containers,
    find_pieces,
    follow_neighbours,
    has_block_children,
    split_by_elements,
)
from pagecore.sites.template import MAX_PAGES, Template, TemplateCounter
from pagecore.sites.terms import find_terms
from pagecore.store.xml_elements import check_element
from pagecore.wrapper import Wrapper

#: The elements that divide a page first.
COARSE: Final = ("table", "containers")
#: Entropies are stored in thousandths.
_UNIT: Final = 1000
#: Rounding of the sums of entropies.
_ROUNDING: Final = 1e-9
#: The most terms that a wrapper holds: those with the highest entropy.
MAX_TERMS: Final = 100_000
#: Pairs of term and page that are collected before they are added up.
_MAX_WAITING: Final = 1 << 20
_ATTRIBUTES: Final = ("pages", "threshold", "refine", "coarse", "language", "names")


@dataclass(frozen=True, eq=False)
class Entropies(ContentBody):
    """The entropy of the terms of a site, and the threshold between informative and redundant."""

    #: The terms whose entropy is not 0, sorted, and their entropies in thousandths.
    terms: Hashes
    thousandths: Integers
    threshold: float
    #: Pieces whose entropy differs from the threshold by no more are split.
    refine: float
    coarse: str
    #: The language of stems and stop words; empty for none.
    language: str
    template: Template

    def judge(self, page: Page) -> tuple[Fit, Choice | None]:
        """Compare the template of the site with the page, and choose the informative pieces; the
        evidence is the entropy of each."""
        fit = self.template.fit(page, *find_terms(page, self.language))
        if not fit:
            return fit, None
        entropy = self.measure_rows(page)
        is_informative = page.visible & (entropy <= self.threshold + _ROUNDING)
        evidence = {"entropy": entropy}
        choice = Choice.of(page, is_informative, score=1 - entropy, evidence=evidence)
        return refuse_empty(page, fit, choice)

    def measure_rows(self, page: Page) -> Floats:
        """The entropy of the piece of each row, or of its part where the piece was split."""
        rows, terms = find_terms(page, self.language)
        pieces = find_pieces(page, split_coarsely(page, self.coarse), rows, terms)
        entropy = self._measure_pieces(pieces)
        of_rows: Floats = pieces.spread(entropy)
        if self.refine:
            is_ambiguous = np.abs(entropy - self.threshold) <= self.refine + _ROUNDING
            parts = find_pieces(page, split_finely(page), rows, terms)
            of_parts = parts.spread(self._measure_pieces(parts))
            of_rows = np.where(pieces.spread(is_ambiguous), of_parts, of_rows)
        return of_rows

    def _measure_pieces(self, pieces: PagePieces) -> Floats:
        at = find_positions(self.terms, pieces.term)
        values = np.append(self.thousandths, 0)[at] / _UNIT
        return follow_neighbours(average_terms(pieces, values), pieces.n_terms > 0)

    def add_pages(self, site: Site) -> Entropies:
        """Return the entropies with further pages of the template; the threshold stays.

        Of a term, only its entropy is known. A term that is equally frequent on k of n pages has
        the entropy log k / log n, so n to the power of its entropy is the number of pages that it
        seems to be on, and these numbers are added. A term of a single page has the entropy 0, and
        is not known.
        """
        pages = SitePages(site, self.language)
        spread = TermSpread()
        counter = TemplateCounter(self.template.names, self.template)
        for page, _, rows, terms in pages:
            spread.add(terms)
            counter.add(page, rows, terms)
        if not pages.n_compared:
            return self
        template = counter.make_template()
        # The entropy of a single page is 0 to any base.
        base = max(2, pages.n_compared)
        new_terms, new_entropies = spread.measure(base)
        every = np.concatenate([self.terms, new_terms])
        seeming = [self.template.n_pages ** (self.thousandths / _UNIT), base**new_entropies]
        terms, at = np.unique(every, return_inverse=True)
        n_seeming = np.bincount(at, np.concatenate(seeming), len(terms))
        entropies = np.clip(np.log(n_seeming) / np.log(template.n_pages), 0, 1)
        thousandths = np.rint(entropies * _UNIT).astype(np.int64)
        kept = select_terms(thousandths)
        return replace(self, terms=terms[kept], thousandths=thousandths[kept], template=template)

    def shorten(self, share: float) -> Entropies:
        """Return a share of the terms, those with the highest entropy, and of the template."""
        kept = select_highest(self.thousandths, share)
        terms, thousandths = self.terms[kept], self.thousandths[kept]
        template = self.template.shorten(share)
        return replace(self, terms=terms, thousandths=thousandths, template=template)

    # ------------------------------------------------------------ as XML

    @classmethod
    def read(cls, elements: Iterable[Element]) -> Self:
        """Read the body of a wrapper."""
        body = list(elements)
        if [element.tag for element in body] != ["entropies"]:
            raise WrapperError("'wrapper' must contain exactly one element 'entropies'")
        root = body[0]
        check_element(root, _ATTRIBUTES)
        n_pages = int(read_number(root, "pages", 2, MAX_PAGES, is_integer=True))
        coarse = root.get("coarse", "")
        if coarse not in COARSE:
            raise WrapperError(f"coarse={coarse[:80]!r}: expected one of {', '.join(COARSE)}")
        language = read_language(root)
        terms, thousandths = read_groups(root.findall("terms"), "thousandths", 1, _UNIT)
        others = [element for element in root if element.tag != "terms"]
        return cls(
            terms,
            thousandths,
            read_number(root, "threshold", 0, 1),
            read_number(root, "refine", 0, 1),
            coarse,
            language,
            Template.read(others, root.get("names", ""), n_pages),
        )

    def write(self) -> Iterable[Element]:
        """Return the body of a wrapper."""
        body = Element(
            "entropies",
            pages=str(self.template.n_pages),
            threshold=write_number(self.threshold),
            refine=write_number(self.refine),
            coarse=self.coarse,
            language=self.language,
            names=" ".join(self.template.names),
        )
        body.extend(write_groups("terms", "thousandths", self.terms, self.thousandths))
        body.extend(self.template.write())
        return [body]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entropies) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        values = (self.terms.tobytes(), self.thousandths.tobytes(), self.template)
        return (*values, self.threshold, self.refine, self.coarse, self.language)


@method(
    "entropy",
    paper="Lin and Ho 2002",
    family="site",
    bounds={
        "coarse": COARSE,
        "share": (0.0, 1.0),
        "tolerance": (0.0, 1.0),
        "refine": (0.0, 1.0),
    },
    developed_on=("sites",),
    sweep={
        "coarse": COARSE,
        "share": (0.5, 0.8),
        "tolerance": (0.0, 0.01, 0.02),
        "refine": (0.0, 0.1),
    },
    # The paper splits ambiguous pieces; how close to the threshold they are is our reading.
    printed={"coarse": "table", "tolerance": 0.0, "refine": 0.1},
    body=Entropies,
)
def entropy(
    site: Site,
    *,
    coarse: str = "containers",
    share: float = 0.5,
    tolerance: float = 0.02,
    refine: float = 0.0,
) -> Wrapper:
    """Learn how evenly the terms of a site are spread over its pages.

    The site is iterated twice. Memory grows with the number of distinct terms and of distinct
    places of pieces, not with the text of the pages.

    Args:
        site: at least two pages of one template.
        coarse: the elements that divide a page into pieces: only `table`, as in the paper, or also
            the containers of today's pages, such as `section` and `div` (containers).
        share: minimum share of the terms of the site that the informative pieces have.
        tolerance: maximum share of the terms that the next threshold may add if the threshold is
            chosen.
        refine: pieces whose entropy is this close to the threshold are split, and their parts are
            decided; 0 to split none.

    Returns:
        The entropy of each term, and the threshold.

    Raises:
        WrapperError: there are fewer than two pages with different texts.

    Differs:
        The paper divides pages by `table` and stems English only. Its second phase, which splits
        ambiguous pieces, is left out by default. Without a minimum share of terms, its search for
        the threshold stops at the first step that adds none. Without a tolerance, it rarely stops
        on many pages.
    """
    pages = SitePages(site)
    spread = TermSpread()
    tokens = TokenCounter()
    for page, _, _, terms in pages:
        spread.add(terms)
        tokens.add(page)
    pages.expect_two()
    counter = TemplateCounter(tokens.select())
    terms, entropies = spread.measure(tokens.n_pages)
    thousandths = np.rint(entropies * _UNIT).astype(np.int64)
    lowest = np.full(len(terms), np.inf)
    for page, _, rows, page_terms in pages:
        counter.add(page, rows, page_terms)
        pieces = find_pieces(page, split_coarsely(page, coarse), rows, page_terms)
        at = find_positions(terms, pieces.term)
        of_pieces = average_terms(pieces, thousandths[at] / _UNIT)
        np.minimum.at(lowest, at, of_pieces[pieces.piece])
    threshold = choose_threshold(lowest, share, tolerance)
    kept = select_terms(thousandths)
    template = counter.make_template()
    body = Entropies(
        terms[kept], thousandths[kept], threshold, refine, coarse, pages.language, template
    )
    return Wrapper("entropy", body, notes=pages.list_notes())


def select_terms(thousandths: Integers) -> Integers:
    """Select the terms that a wrapper holds: those on several pages, with the highest entropy."""
    kept = np.flatnonzero(thousandths)
    if len(kept) > MAX_TERMS:
        kept = np.sort(kept[np.argsort(-thousandths[kept], kind="stable")[:MAX_TERMS]])
    return kept


class TermSpread:
    """The frequencies of terms over pages, as two sums per term."""

    def __init__(self) -> None:
        self._terms = np.zeros(0, np.uint64)
        #: The sums of tf and of tf * log(tf) over the pages.
        self._sums = np.zeros((2, 0))
        self._waiting: list[tuple[Hashes, Floats]] = []
        self._n_waiting = 0

    def add(self, terms: Hashes) -> None:
        """Add the terms of a page."""
        distinct, tf = np.unique(terms, return_counts=True)
        self._waiting.append((distinct, np.stack([tf, tf * np.log(tf)])))
        self._n_waiting += len(distinct)
        if self._n_waiting > _MAX_WAITING:
            self._sum_up()

    def _sum_up(self) -> None:
        every = np.concatenate([self._terms, *(terms for terms, _ in self._waiting)])
        sums = np.concatenate([self._sums, *(sums for _, sums in self._waiting)], axis=1)
        self._terms, at = np.unique(every, return_inverse=True)
        n = len(self._terms)
        self._sums = np.stack([np.bincount(at, values, minlength=n) for values in sums])
        self._waiting, self._n_waiting = [], 0

    def measure(self, n_pages: int) -> tuple[Hashes, Floats]:
        """Return the terms and their entropies H, 0 on one page to 1 if equally spread over all.

        With w = tf / total, H = -sum(w log w) = log(total) - sum(tf log tf) / total, to the base of
        the number of pages.
        """
        self._sum_up()
        total, weighted = self._sums
        entropies = (np.log(total) - weighted / total) / np.log(n_pages)
        return self._terms, np.clip(entropies, 0, 1)


def average_terms(pieces: PagePieces, values: Floats) -> Floats:
    """The entropy of pieces: the mean over their distinct terms; 0 without terms."""
    sums = np.bincount(pieces.piece, values, minlength=len(pieces))
    means: Floats = sums / np.maximum(pieces.n_terms, 1)
    return means


def choose_threshold(lowest: Floats, share: float, tolerance: float) -> float:
    """Choose the threshold of a site, from .1 by .1 to .9.

    Args:
        lowest: the lowest entropy of the pieces that each term is in. F(t), the number of terms in
            pieces with an entropy up to t, is the number of those that are not above t.
        share: F(t) must reach this share of F(1).
        tolerance: the next step may add this share of F(1).
    """
    steps = np.arange(1, 11) / 10
    n_terms = np.count_nonzero(lowest <= steps[:, None] + _ROUNDING, axis=1)
    is_enough = n_terms[:-1] >= share * n_terms[-1] - _ROUNDING
    is_level = np.diff(n_terms) <= tolerance * n_terms[-1] + _ROUNDING
    fitting = np.flatnonzero(is_enough & is_level)
    return float(steps[fitting[0]]) if fitting.size else 0.9


def split_coarsely(page: Page, coarse: str) -> Integers:
    """Number the rows of a page by their innermost container."""
    is_container: Mask = page.is_tag("table") if coarse == "table" else find_containers(page)
    return split_by_elements(page, is_container)


def split_finely(page: Page) -> Integers:
    """Number the rows of a page by their innermost element with block-level children."""
    return split_by_elements(page, has_block_children(page))
