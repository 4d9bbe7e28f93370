"""The evidence of a site: which texts its pages share, and at which places their content is.

The body of the wrappers of the site method `default`. It corrects the choice of the default
extractor.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Self
from xml.etree.ElementTree import Element

import numpy as np

from pagecore.choice import Choice
from pagecore.classes.outline import find_places
from pagecore.errors import WrapperError, show_value
from pagecore.fit import Fit
from pagecore.page import Mask, Page
from pagecore.page.counts import format_count
from pagecore.registry import find_method
from pagecore.site import Site
from pagecore.sites.content_field import ContentBody, has_text, refuse_empty
from pagecore.sites.digests import (
    Hashes,
    find_positions,
    read_groups,
    read_number,
    select_highest,
    write_groups,
    write_number,
)
from pagecore.sites.page_terms import DistinctPages
from pagecore.sites.pieces import Floats, Integers, hash_texts
from pagecore.store.xml_elements import check_element

#: Evidence of fewer pages is not used. A page may be among those that were learned from.
MIN_PAGES: Final = 3
#: The step that the log of a choice names.
STEP: Final = "site"
MAX_SITE_PAGES: Final = 10**6 - 1
#: A file has one number for a place: this many times the number of its pages, and the share of
#: content in percent.
_UNIT: Final = 1000
_ROUNDING: Final = 1e-9
#: Minimum share of pages that a place of the template is on, for the fit.
_COMMON: Final = 50
#: Page types that are not corrected: on each page of a shop, its terms belong to the product.
_AS_IS: Final = ("product", "service")
#: Probabilities are at least this far from 0 and 1.
_MARGIN: Final = 0.02
#: Elements whose texts name what follows them. Articles of a site have the same ones, such as
#: "Conclusion", so they are no template.
_LABELS: Final = ("h1", "h2", "h3", "h4", "h5", "h6", "th", "dt")
_ATTRIBUTES: Final = ("pages", "shared", "weight", "names")


@dataclass(frozen=True, eq=False)
class Evidence(ContentBody):
    """How often texts occur on the pages of a template, and how often places are content."""

    n_pages: int
    #: The classes of elements that count in a place.
    names: frozenset[str]
    #: Texts of blocks, as hashes, and the number of pages that have each.
    texts: Hashes
    n_text_pages: Integers
    #: Places of blocks, as hashes, the number of pages that have each, and the share of the words
    #: there that are content, in percent.
    places: Hashes
    n_place_pages: Integers
    content_shares: Integers
    shared: float
    weight: float

    def judge(self, page: Page) -> tuple[Fit, Choice | None]:
        """Compare the places of the template with those of the page, and correct the choice of the
        default extractor."""
        fit = self._compare(page)
        if not fit:
            return fit, None
        choice: Choice = find_method("default", "page")(page)
        corrected = self._correct(page, choice)
        if has_text(page, choice.content):
            return refuse_empty(page, fit, corrected)
        # The default extractor chooses no text, and nothing is lost.
        return fit, corrected

    def _compare(self, page: Page) -> Fit:
        """Return the mean of two shares: that of the template that is on the page, and that of the
        page's blocks at known places."""
        if self.n_pages < MIN_PAGES:
            count = format_count(self.n_pages, "page")
            return Fit(
                0, f"it was learned from {count} with different texts, too few to correct a page"
            )
        is_common = 100 * self.n_place_pages >= _COMMON * self.n_pages
        of_blocks = find_places(page, self.names)[page.blocks.owner]
        n_found = int(np.isin(self.places[is_common], of_blocks).sum())
        n_known = int(np.isin(of_blocks, self.places).sum())
        n_all, n_blocks = int(is_common.sum()), len(of_blocks)
        reason = (
            f"{n_found} of {n_all} places that most pages have are on the page, and {n_known} of "
            f"{format_count(n_blocks, 'block')} are at known places"
        )
        return Fit((n_found / max(n_all, 1) + n_known / max(n_blocks, 1)) / 2, reason)

    def _correct(self, page: Page, choice: Choice) -> Choice:
        """Correct the choice of the default extractor."""
        blocks = page.blocks
        if not len(blocks.first):
            return choice
        if max(choice.types, key=lambda name: choice.types[name], default="") in _AS_IS:
            return choice
        kept = page.blocks_with(choice.content)
        probability = choice.score[blocks.first].astype(np.float64)
        n_text = self._look_up(self.texts, self.n_text_pages, hash_texts(page))
        place = find_places(page, self.names)[blocks.owner]
        n_place = self._look_up(self.places, self.n_place_pages, place)
        content_share = self._look_up(self.places, self.content_shares, place) / 100
        odds = take_logit(probability) + self.weight * take_logit(
            (content_share * n_place + 0.5) / (n_place + 1)
        )
        is_known = n_place >= MIN_PAGES
        is_turned = is_known & ((odds > 0) != (probability > 0.5))
        is_label = page.is_tag(*_LABELS)[blocks.owner]
        is_shared = (n_text > 0) & (n_text >= self.shared * self.n_pages - _ROUNDING)
        is_template = kept & is_shared & ~is_label
        now = np.where(is_turned, odds > 0, kept) & ~is_template
        reasons = {}
        for block in np.flatnonzero(is_turned).tolist():
            reasons[block] = (
                f"on {n_place[block]:.0f} pages of the site, {content_share[block]:.0%} of the "
                "words at this place are content"
            )
        for block in np.flatnonzero(is_template).tolist():
            share = n_text[block] / self.n_pages
            reasons[block] = f"{100 * share:.0f} % of the pages of the site have this text"
        is_changed = page.spread((now != kept).astype(np.int8)) > 0
        leaves = np.where(is_changed, page.spread(now.astype(np.int8)) > 0, choice.content)
        return choice.change(page, leaves & page.visible, STEP, reasons)

    def shorten(self, share: float) -> Evidence:
        """Return a share of the texts and of the places, those on the most pages."""
        texts, places = (
            select_highest(counts, share) for counts in (self.n_text_pages, self.n_place_pages)
        )
        return replace(
            self,
            texts=self.texts[texts],
            n_text_pages=self.n_text_pages[texts],
            places=self.places[places],
            n_place_pages=self.n_place_pages[places],
            content_shares=self.content_shares[places],
        )

    def add_pages(self, site: Site) -> Evidence:
        """Return the evidence with that of further pages of the template."""
        counter = EvidenceCounter(self.names, self)
        pages = DistinctPages(site)
        for page in pages:
            choice: Choice = find_method("default", "page")(page)
            counter.add(page, site.labels(page) if site.labels else choice.content)
        return counter.make_evidence(self.n_pages + pages.n_compared, self.shared, self.weight)

    @staticmethod
    def _look_up(keys: Hashes, values: Integers, wanted: Hashes) -> Floats:
        """Return the value of each wanted key; 0 for an unknown one."""
        selected: Floats = np.append(values, 0)[find_positions(keys, wanted)].astype(np.float64)
        return selected

    # ------------------------------------------------------------ as XML

    @classmethod
    def read(cls, elements: Iterable[Element]) -> Self:
        """Read the body of a wrapper."""
        body = list(elements)
        if [element.tag for element in body] != ["evidence"]:
            raise WrapperError("'wrapper' must contain exactly one element 'evidence'")
        root = body[0]
        check_element(root, _ATTRIBUTES)
        for element in root:
            if element.tag not in ("texts", "places"):
                raise WrapperError(f"'evidence' has an unknown element {show_value(element.tag)}")
        n_pages = int(read_number(root, "pages", 0, MAX_SITE_PAGES, is_integer=True))
        texts, n_text_pages = read_groups(root.findall("texts"), "pages", 0, n_pages)
        most = n_pages * _UNIT + 100
        places, numbers = read_groups(root.findall("places"), "pages-content", 0, most)
        if (numbers % _UNIT > 100).any():
            raise WrapperError("pages-content: the last three digits are more than 100")
        return cls(
            n_pages,
            frozenset(root.get("names", "").split()),
            texts,
            n_text_pages,
            places,
            numbers // _UNIT,
            numbers % _UNIT,
            read_number(root, "shared", 0, 1),
            read_number(root, "weight", 0, 10),
        )

    def write(self) -> Iterable[Element]:
        """Return the body of a wrapper."""
        body = Element(
            "evidence",
            pages=str(self.n_pages),
            shared=write_number(self.shared),
            weight=write_number(self.weight),
            names=" ".join(sorted(self.names)),
        )
        body.extend(write_groups("texts", "pages", self.texts, self.n_text_pages))
        numbers = self.n_place_pages * _UNIT + self.content_shares
        body.extend(write_groups("places", "pages-content", self.places, numbers))
        return [body]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Evidence) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        columns = (
            *(self.texts, self.n_text_pages, self.places, self.n_place_pages),
            self.content_shares,
        )
        return (
            *(column.tobytes() for column in columns),
            *(self.n_pages, self.names, self.shared, self.weight),
        )


class EvidenceCounter:
    """Counts the pages that texts and places are on, and sums up how much of a place is content."""

    def __init__(self, names: frozenset[str], known: Evidence | None = None) -> None:
        """Begin with nothing, or with some evidence.

        Args:
            names: the classes of elements that count in a place.
            known: evidence with the same names.
        """
        self._names = names
        self._n_texts: Counter[int] = Counter()
        self._n_places: Counter[int] = Counter()
        self._content: defaultdict[int, float] = defaultdict(float)
        if known is not None:
            places, n_pages = known.places.tolist(), known.n_place_pages.tolist()
            content = (known.n_place_pages * known.content_shares / 100).tolist()
            texts = zip(known.texts.tolist(), known.n_text_pages.tolist(), strict=True)
            self._n_texts.update(dict(texts))
            self._n_places.update(dict(zip(places, n_pages, strict=True)))
            self._content.update(zip(places, content, strict=True))

    def add(self, page: Page, content: Mask) -> None:
        """Count the texts and places of a page, and the words of its content."""
        blocks = page.blocks
        self._n_texts.update(set(hash_texts(page).tolist()))
        places, at = np.unique(find_places(page, self._names)[blocks.owner], return_inverse=True)
        words = np.maximum(blocks.words, 1).astype(np.float64)
        kept = page.blocks_with(content)
        shares = np.bincount(at, words * kept, len(places)) / np.bincount(at, words, len(places))
        self._n_places.update(places.tolist())
        for place, share in zip(places.tolist(), shares.tolist(), strict=True):
            self._content[place] += share

    def make_evidence(self, n_pages: int, shared: float, weight: float) -> Evidence:
        """Return the texts and places that are on enough of the pages."""
        least = max(MIN_PAGES, shared * n_pages - _ROUNDING)
        texts = sorted(text for text, count in self._n_texts.items() if text and count >= least)
        places = sorted(place for place, count in self._n_places.items() if count >= MIN_PAGES)
        content = [round(100 * self._content[at] / self._n_places[at]) for at in places]
        return Evidence(
            n_pages,
            self._names,
            np.array(texts, np.uint64),
            np.array([self._n_texts[text] for text in texts], np.int64),
            np.array(places, np.uint64),
            np.array([self._n_places[place] for place in places], np.int64),
            np.array(content, np.int64),
            shared,
            weight,
        )


def take_logit(share: Floats) -> Floats:
    """Return the log-odds of shares."""
    inside = np.clip(share, _MARGIN, 1 - _MARGIN)
    odds: Floats = np.log(inside / (1 - inside))
    return odds
