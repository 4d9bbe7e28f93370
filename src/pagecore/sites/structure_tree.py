"""Structure tree: how important each place of a site's template is.

The body of the wrappers of the site method `cst`. It holds the importance of the nodes of the
compressed structure tree by their keys (`element_nodes.py`), not the pages. A node that it does not
hold has the importance 1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Self
from xml.etree.ElementTree import Element

import numpy as np
import numpy.typing as npt

from pagecore.choice import Choice
from pagecore.classes.tokens import read_tokens
from pagecore.errors import WrapperError, show_value
from pagecore.fit import Fit
from pagecore.page import Mask, Page
from pagecore.page.counts import format_count
from pagecore.site import Site
from pagecore.sites.content_field import ContentBody, refuse_empty
from pagecore.sites.digests import (
    find_positions,
    read_language,
    read_number,
    select_highest,
)
from pagecore.sites.element_nodes import (
    Keys,
    digest_pieces,
    find_element_nodes,
)
from pagecore.sites.page_terms import SitePages
from pagecore.sites.tally import Tally
from pagecore.sites.terms import find_terms
from pagecore.store.xml_elements import check_element

#: How leaves of different pages are compared.
COMPARED: Final = ("places", "texts")
#: Importances are stored as multiples of 1 / SCALE.
SCALE: Final = 10_000
#: Minimum share of the pages on which a text belongs to the template.
TEMPLATE_SHARE: Final = 0.8
#: Minimum share of the pages on which a piece is kept, to tell whether a page fits.
PIECE_SHARE: Final = 0.1
#: Maximum numbers of stored nodes and pieces.
MAX_NODES: Final = 100_000
MAX_PIECES: Final = 20_000
MAX_PAGES: Final = 10**9


@dataclass(frozen=True, eq=False)
class StructureTree(ContentBody):
    """What was learned from a site: the importance of nodes, and the texts of the template."""

    #: Number of pages that it was learned from.
    pages: int
    #: The ISO 639 code of the language that words are stemmed by; empty if it is not clear.
    language: str
    #: Minimum importance of a leaf that is content.
    threshold: float
    #: `places`, or `texts` if texts of the template are never content.
    compare: str
    #: The tokens of `class` that are display attributes, sorted.
    classes: tuple[str, ...]
    #: The nodes whose path has an importance of less than 1, sorted.
    keys: Keys
    #: The importance of each node alone, and of its path from the root, times `SCALE`.
    node_importance: npt.NDArray[np.uint16]
    path_importance: npt.NDArray[np.uint16]
    #: The pieces that several pages share, sorted, and the share of the pages, times `SCALE`.
    pieces: Keys
    piece_share: npt.NDArray[np.uint16]

    @classmethod
    def read(cls, elements: Iterable[Element]) -> Self:
        """Read the body of a wrapper."""
        body = list(elements)
        if [element.tag for element in body] != ["tree"]:
            raise WrapperError("'wrapper' must contain exactly one element 'tree'")
        tree = body[0]
        check_element(tree, ("pages", "language", "threshold", "compare"))
        if [element.tag for element in tree] != ["classes", "nodes", "pieces"]:
            raise WrapperError("'tree' must contain the elements 'classes', 'nodes' and 'pieces'")
        for element, names in zip(tree, _ATTRIBUTES, strict=True):
            check_element(element, names)
            if len(element):
                raise WrapperError(
                    f"{show_value(element.tag)} has an unknown element {show_value(element[0].tag)}"
                )
        classes, nodes, pieces = tree
        compare = tree.get("compare", "")
        if compare not in COMPARED:
            raise WrapperError(
                f"compare={show_value(compare, 200)}: expected one of {', '.join(COMPARED)}"
            )
        keys = _read_keys(nodes, "keys", MAX_NODES)
        of_nodes, of_paths = (_read_importances(nodes, name) for name in ("node", "path"))
        if not len(keys) == len(of_nodes) == len(of_paths):
            raise WrapperError("'nodes' has different numbers of keys and importances")
        piece_keys = _read_keys(pieces, "keys", MAX_PIECES)
        shares = _read_importances(pieces, "share")
        if len(piece_keys) != len(shares):
            raise WrapperError("'pieces' has different numbers of keys and shares")
        return cls(
            int(read_number(tree, "pages", 2, MAX_PAGES, is_integer=True)),
            read_language(tree),
            read_number(tree, "threshold", 0, 1),
            compare,
            read_tokens(classes.get("names", "")),
            keys,
            of_nodes,
            of_paths,
            piece_keys,
            shares,
        )

    def add_pages(self, site: Site) -> StructureTree:
        """Return the tree with the texts and places of further pages of the template; the
        importance of its nodes stays, because it is no sum."""
        pieces = Tally(1, 0)
        pieces.add(self.pieces, np.rint(self.piece_share / SCALE * self.pages))
        compared = SitePages(site, self.language)
        for page, *_ in compared:
            pieces.add(np.unique(self._weigh(page).pieces), 1)
        pieces.merge()
        n_pages = self.pages + compared.n_compared
        keys, shares = select_pieces(pieces.key, pieces.sums[0], n_pages)
        return replace(self, pages=n_pages, pieces=keys, piece_share=shares)

    def shorten(self, share: float) -> StructureTree:
        """Return a share of the nodes, the least important, and of the pieces, those on the most
        pages."""
        nodes = select_highest(SCALE - self.path_importance.astype(np.int64), share)
        pieces = select_highest(self.piece_share, share)
        return replace(
            self,
            keys=self.keys[nodes],
            node_importance=self.node_importance[nodes],
            path_importance=self.path_importance[nodes],
            pieces=self.pieces[pieces],
            piece_share=self.piece_share[pieces],
        )

    def write(self) -> Iterable[Element]:
        """Return the body of a wrapper."""
        tree = Element("tree", pages=str(self.pages), language=self.language)
        tree.set("threshold", f"{self.threshold:.9f}".rstrip("0").rstrip("."))
        tree.set("compare", self.compare)
        tree.append(Element("classes", names=" ".join(self.classes)))
        nodes = Element("nodes", keys=_write_numbers(self.keys))
        nodes.set("node", _write_numbers(self.node_importance))
        nodes.set("path", _write_numbers(self.path_importance))
        tree.append(nodes)
        pieces = Element("pieces", keys=_write_numbers(self.pieces))
        pieces.set("share", _write_numbers(self.piece_share))
        tree.append(pieces)
        return [tree]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StructureTree) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def _values(self) -> tuple[Any, ...]:
        own = (self.pages, self.language, self.threshold, self.compare, self.classes)
        of_nodes = (self.keys, self.node_importance, self.path_importance)
        return (*own, *(of.tobytes() for of in (*of_nodes, self.pieces, self.piece_share)))

    def weights(self, page: Page) -> dict[str, float] | None:
        """Weigh the terms of a page as `weigh_terms` does; None if it is of another template."""
        return self.weigh_terms(page) if self._fit(self._weigh(page)) else None

    def weigh_terms(self, page: Page) -> dict[str, float]:
        """Weigh the terms of a page: the sum of PathImp over the leaves that a term occurs in, each
        counted as often as the term occurs there.

        These weights are the result of the system in its paper, for classifiers and clustering. The
        parameters `threshold` and `compare` make no difference.

        Returns:
            The weight of each term of the visible texts, the highest first. A term is the stem of a
            word that is no stop word; in scripts without spaces, it is a pair of neighbouring
            characters.
        """
        weighed = self._weigh(page)
        terms, at = np.unique(weighed.terms, return_inverse=True)
        sums = np.bincount(at, weighed.path[weighed.term_rows], len(terms))
        texts = page.term_texts(page.visible, self.language)
        weights = zip((texts[term] for term in terms.tolist()), sums.tolist(), strict=True)
        return dict(sorted(weights, key=lambda weight: (-weight[1], weight[0])))

    def importance(self, page: Page) -> npt.NDArray[np.float64]:
        """Return the importance (PathImp) of every row of a page; 0 for hidden rows."""
        return self._weigh(page).path

    def judge(self, page: Page) -> tuple[Fit, Choice | None]:
        """Compare the texts of a page, and their places, with those that the pages share; choose
        the leaves with an importance of at least the threshold."""
        weighed = self._weigh(page)
        fit = self._fit(weighed)
        return refuse_empty(page, fit, self._choose(page, weighed)) if fit else (fit, None)

    def _fit(self, weighed: _Weighed) -> Fit:
        """Compare the pieces of a page with those that the learned pages share.

        The score is a product. One factor is the weight of the known pieces on the page, by that of
        a usual page, where the weight of a piece is its share of the pages. The other one is the
        share of the places of the page's texts that are known.
        """
        shares = self.piece_share / SCALE
        usual = float((shares**2).sum())
        at = find_positions(self.pieces, np.unique(weighed.pieces))
        weight = min(1.0, float(shares[at[at >= 0]].sum()) / usual) if usual else 0.0
        shapes = np.unique(weighed.shapes)
        n_known = int((find_positions(self.pieces, shapes) >= 0).sum())
        known = n_known / max(len(shapes), 1)
        reason = (
            f"the page has {weight:.0%} of what pages of the template have in common, and the "
            f"template has {known:.0%} of its {format_count(len(shapes), 'place')} with text"
        )
        return Fit(weight * known, reason)

    def _weigh(self, page: Page) -> _Weighed:
        """Find the importance of every row, the terms, and the pieces that may be template."""
        nodes = find_element_nodes(page, self.classes)
        # A text without terms has no importance of its own, and has that of its element.
        term_rows, terms = find_terms(page, self.language)
        has_terms = np.zeros(len(page), np.bool_)
        has_terms[term_rows] = True
        is_leaf = nodes.has_leaf & (has_terms | (page.tag != 0))
        key = np.where(is_leaf, nodes.leaf, nodes.key)
        is_bare = (page.tag == 0) & ~is_leaf & page.visible & (page.parent >= 0)
        key[is_bare] = nodes.key[page.parent[is_bare]]
        at = find_positions(self.keys, key)
        is_known = at >= 0
        path = np.where(is_known, np.append(self.path_importance, 0)[at] / SCALE, 1.0)
        node = np.where(is_known, np.append(self.node_importance, 0)[at] / SCALE, 1.0)
        texts = np.flatnonzero(has_terms)
        pieces = digest_pieces(page, nodes, texts)
        at = find_positions(self.pieces, pieces[: len(texts)])
        in_template = np.zeros(len(page), np.bool_)
        in_template[texts] = np.append(self.piece_share, 0)[at] >= TEMPLATE_SHARE * SCALE
        node, path = page.shown(node), page.shown(path)
        shapes = pieces[len(texts) :]
        return _Weighed(is_leaf, term_rows, terms, node, path, pieces, shapes, in_template)

    def _choose(self, page: Page, weighed: _Weighed) -> Choice:
        path = weighed.path
        if self.compare == "texts":
            path = np.where(weighed.in_template, 0, path)
        chosen = weighed.is_leaf & (path >= self.threshold)
        # Line breaks, and texts without terms, belong to the text around them.
        others = page.leaves & page.visible & ~weighed.is_leaf
        is_text = page.tag == 0
        beside = page.spread(page.blocks_with(chosen & is_text)).astype(np.bool_)
        evidence = {
            "NodeImp": weighed.node,
            "PathImp": weighed.path,
            "in_template": weighed.in_template,
        }
        return Choice.of(page, chosen | (others & beside), score=path, evidence=evidence)


class _Weighed(NamedTuple):
    """A page with the importance of its rows."""

    #: Texts with terms, and images with a source.
    is_leaf: Mask
    term_rows: npt.NDArray[np.int32]
    terms: Keys
    #: NodeImp and PathImp; 0 for hidden rows.
    node: npt.NDArray[np.float64]
    path: npt.NDArray[np.float64]
    #: Digests of the texts with terms, and of their places alone.
    pieces: Keys
    shapes: Keys
    #: Texts that are on most of the learned pages.
    in_template: Mask


def select_pieces(
    keys: Keys, n_on: npt.NDArray[np.float64], n_pages: int
) -> tuple[Keys, npt.NDArray[np.uint16]]:
    """Select the pieces that several pages share, and return them with their shares.

    Args:
        keys: the pieces, sorted.
        n_on: the number of pages that each is on.
        n_pages: the number of all pages.
    """
    at = np.flatnonzero(n_on >= max(2, PIECE_SHARE * n_pages))
    at = np.sort(at[np.argsort(-n_on[at], kind="stable")][:MAX_PIECES])
    return keys[at], np.rint(n_on[at] / n_pages * SCALE).astype(np.uint16)


#: The attributes of the elements of `tree`.
_ATTRIBUTES: Final = (("names",), ("keys", "node", "path"), ("keys", "share"))


def _write_numbers(values: npt.NDArray[np.unsignedinteger]) -> str:
    """Write numbers in hexadecimal, each with the same number of digits."""
    return values.astype(values.dtype.newbyteorder(">")).tobytes().hex()


def _read_numbers(element: Element, name: str, dtype: type[np.unsignedinteger]) -> Any:
    text = element.get(name, "")
    size = np.dtype(dtype).itemsize
    try:
        numbers = bytes.fromhex(text)
    except ValueError:
        numbers = b"?"
    if len(numbers) % size or len(text) != 2 * len(numbers):
        raise WrapperError(
            f"{name}={show_value(text, 80)}: expected numbers of {2 * size} hexadecimal digits"
        )
    return np.frombuffer(numbers, np.dtype(dtype).newbyteorder(">")).astype(dtype)


def _read_keys(element: Element, name: str, most: int) -> Keys:
    keys: Keys = _read_numbers(element, name, np.uint64)
    if len(keys) > most:
        raise WrapperError(
            f"{show_value(element.tag)} has {len(keys)} keys: expected {most} at most"
        )
    if not (keys[1:] > keys[:-1]).all():
        raise WrapperError(f"{show_value(element.tag)} has keys that are not sorted")
    return keys


def _read_importances(element: Element, name: str) -> npt.NDArray[np.uint16]:
    values: npt.NDArray[np.uint16] = _read_numbers(element, name, np.uint16)
    if (values > SCALE).any():
        raise WrapperError(f"{name}: an importance is greater than {SCALE:04x}")
    return values
