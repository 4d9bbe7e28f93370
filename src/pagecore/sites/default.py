"""The default extractor with the evidence of a site: what other pages of the template have.

Text that most pages of a template share is template, and blocks at a place whose blocks are mostly
kept, or mostly dropped, on other pages are probably content, or not. Both correct the decisions of
the default extractor.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Self
from xml.etree.ElementTree import Element

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.classes.outline import Outline, find_common_classes, find_places
from pagecore.errors import WrapperError
from pagecore.fit import Fit
from pagecore.page import Page
from pagecore.page.counts import format_count
from pagecore.registry import find_method, method
from pagecore.site import Site
from pagecore.sites.content_field import ContentBody
from pagecore.sites.digests import (
    Hashes,
    find_positions,
    read_groups,
    read_number,
    write_groups,
    write_number,
)
from pagecore.store.xml_elements import check_element
from pagecore.wrapper import Wrapper

#: Evidence of fewer pages is not used. A page may be among those that were learned from.
MIN_PAGES: Final = 3
#: The step that the log of a choice names.
STEP: Final = "site"
MAX_SITE_PAGES: Final = 10**9
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

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Evidence(ContentBody):
    """How often texts occur on the pages of a template, and how often places are content."""

    n_pages: int
    #: The classes of elements that count in a place.
    names: frozenset[str]
    #: Texts of blocks, as hashes, and the share of pages that have each, in percent.
    texts: Hashes
    text_shares: npt.NDArray[np.int64]
    #: Places of blocks, as hashes, and a number for each: a thousand times the share of pages that
    #: have it, in percent, and the share of words that are content there, in percent.
    places: Hashes
    place_shares: npt.NDArray[np.int64]
    shared: float
    weight: float

    def fit(self, page: Page) -> Fit:
        """Compare the places of the template with those of the page: the mean of the share of the
        template that is on the page, and of the share of the page's blocks at known places."""
        if self.n_pages < MIN_PAGES:
            count = format_count(self.n_pages, "page")
            return Fit(1, f"it was learned from {count}, which is too few to correct anything")
        is_common = self.place_shares // 1000 >= _COMMON
        of_blocks = find_places(page, self.names)[page.blocks.owner]
        n_found = int(np.isin(self.places[is_common], of_blocks).sum())
        n_known = int(np.isin(of_blocks, self.places).sum())
        n_all, n_blocks = int(is_common.sum()), len(of_blocks)
        reason = (
            f"{n_found} of {n_all} places that most pages have are on the page, and {n_known} of "
            f"{format_count(n_blocks, 'block')} are at known places"
        )
        return Fit((n_found / max(n_all, 1) + n_known / max(n_blocks, 1)) / 2, reason)

    def content(self, page: Page) -> Choice | None:
        """Correct the choice of the default extractor."""
        return self._correct(page) if self.fit(page) else None

    def _correct(self, page: Page) -> Choice:
        choice: Choice = find_method("default", "page")(page)
        blocks = page.blocks
        if self.n_pages < MIN_PAGES or not len(blocks.first):
            return choice
        if max(choice.types, key=lambda name: choice.types[name], default="") in _AS_IS:
            return choice
        kept = page.blocks_with(choice.content)
        probability = choice.score[blocks.first].astype(np.float64)
        shared = self._look_up(self.texts, self.text_shares, hash_texts(page))
        place = find_places(page, self.names)[blocks.owner]
        found = self._look_up(self.places, self.place_shares, place)
        n_place, content_share = found // 1000 * self.n_pages / 100, found % 1000 / 100
        odds = take_logit(probability) + self.weight * take_logit(
            (content_share * n_place + 0.5) / (n_place + 1)
        )
        is_known = n_place >= MIN_PAGES - 0.5
        is_turned = is_known & ((odds > 0) != (probability > 0.5)) & (kept != (odds > 0))
        is_label = page.is_tag(*_LABELS)[blocks.owner]
        is_template = kept & (shared >= 100 * self.shared) & (shared > 0) & ~is_label
        now = np.where(is_turned, odds > 0, kept) & ~is_template
        reasons = {}
        for block in np.flatnonzero(is_turned).tolist():
            reasons[block] = (
                f"on {n_place[block]:.0f} pages of the site, {content_share[block]:.0%} of the "
                "words at this place are content"
            )
        for block in np.flatnonzero(is_template).tolist():
            reasons[block] = f"{shared[block]:.0f} % of the pages of the site have this text"
        is_changed = page.spread((now != kept).astype(np.int8)) > 0
        leaves = np.where(is_changed, page.spread(now.astype(np.int8)) > 0, choice.content)
        return choice.change(page, leaves & page.visible, STEP, reasons)

    @staticmethod
    def _look_up(keys: Hashes, values: npt.NDArray[np.int64], wanted: Hashes) -> Floats:
        """Return the value of each wanted key; 0 for an unknown one."""
        found: Floats = np.append(values, 0)[find_positions(keys, wanted)].astype(np.float64)
        return found

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
                raise WrapperError(f"'evidence' has an unknown element {element.tag!r}")
        texts, text_shares = read_groups(root.findall("texts"), "share", 0, 100)
        places, place_shares = read_groups(root.findall("places"), "shares", 0, 100_100)
        return cls(
            int(read_number(root, "pages", 0, MAX_SITE_PAGES, is_integer=True)),
            frozenset(root.get("names", "").split()),
            texts,
            text_shares,
            places,
            place_shares,
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
        body.extend(write_groups("texts", "share", self.texts, self.text_shares))
        body.extend(write_groups("places", "shares", self.places, self.place_shares))
        return [body]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Evidence) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        columns = (self.texts, self.text_shares, self.places, self.place_shares)
        return (
            *(column.tobytes() for column in columns),
            *(self.n_pages, self.names, self.shared, self.weight),
        )


@method(
    "default",
    paper=None,
    family="site",
    bounds={"shared": (0.0, 1.0), "weight": (0.0, 10.0)},
    developed_on=("sites",),
    sweep={"shared": (0.5, 0.8), "weight": (0.25, 0.5)},
    uses=("page/default",),
    body=Evidence,
)
def default(
    site: Site,
    *,
    default: Callable[[Page], Choice],
    shared: float = 0.8,
    weight: float = 0.5,
) -> Wrapper:
    """Learn which texts the pages of a site share, and at which places their content is.

    The place of a block is the sequence of names and classes of the elements around it. The default
    extractor decides about every block of the learned pages, and these decisions are averaged by
    place. On a new page, the log-odds of a block are increased by `weight` times those of its
    place, and a block whose text is on a share of the pages is dropped. Evidence of fewer than
    three pages is not used, so that a single page is extracted as by the default extractor. Memory
    grows with the number of distinct texts and places.

    Args:
        site: pages of one template.
        default: the default extractor.
        shared: share of the pages from which on a text is template.
        weight: weight of the place against the block itself.

    Returns:
        The evidence.
    """
    names = find_common_classes(Outline.of(page) for page in site)
    n_pages = 0
    n_texts: Counter[int] = Counter()
    n_places: Counter[int] = Counter()
    content: defaultdict[int, float] = defaultdict(float)
    for page in site:
        n_pages += 1
        choice = site.labels(page) if site.labels else default(page).content
        blocks = page.blocks
        n_texts.update(set(hash_texts(page).tolist()))
        places, at = np.unique(find_places(page, names)[blocks.owner], return_inverse=True)
        words = np.maximum(blocks.words, 1).astype(np.float64)
        kept = page.blocks_with(choice)
        shares = np.bincount(at, words * kept, len(places)) / np.bincount(at, words, len(places))
        n_places.update(places.tolist())
        for place, share in zip(places.tolist(), shares.tolist(), strict=True):
            content[place] += share
    if not n_pages:
        raise WrapperError("nothing was learned: there is no page")
    least = max(MIN_PAGES, shared * n_pages)
    texts = sorted(text for text, count in n_texts.items() if text and count >= least)
    known = sorted(place for place, count in n_places.items() if count >= MIN_PAGES)
    body = Evidence(
        n_pages,
        names,
        np.array(texts, np.uint64),
        np.array([round(100 * n_texts[text] / n_pages) for text in texts], np.int64),
        np.array(known, np.uint64),
        np.array(
            [
                1000 * round(100 * n_places[place] / n_pages)
                + round(100 * content[place] / n_places[place])
                for place in known
            ],
            np.int64,
        ),
        shared,
        weight,
    )
    return Wrapper("default", body)


def hash_texts(page: Page) -> Hashes:
    """Return a hash of the text of each block; 0 without text."""
    blocks = page.blocks
    digests = page.digest("text")
    is_text = page.leaves & page.visible & (page.chars > 0)
    rows = np.flatnonzero(is_text & (page.block >= 0))
    rows = rows[np.argsort(page.block[rows], kind="stable")]
    hashes = np.zeros(len(blocks.first), np.uint64)
    # A number for the sequence of texts: each is weighted by its place in the block.
    of_block = page.block[rows]
    order = np.arange(len(rows)) - np.searchsorted(of_block, of_block)
    with np.errstate(over="ignore"):
        weights = (2 * order + 1).astype(np.uint64) * np.uint64(0x9E37_79B9_7F4A_7C15)
        np.add.at(hashes, of_block, digests[rows] * weights)
    return hashes


def take_logit(share: Floats) -> Floats:
    """Return the log-odds of shares."""
    inside = np.clip(share, _MARGIN, 1 - _MARGIN)
    odds: Floats = np.log(inside / (1 - inside))
    return odds
