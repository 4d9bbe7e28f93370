"""RTDM: align pages of a site as trees; what they have in common is template, the rest is data.

D. de Castro Reis, P. Golgher, A. Silva and A. Laender. "Automatic web news extraction using tree
edit distance." Proc. WWW 2004, 502-511. Implemented from the summary in Z. Li, W. K. Ng and A. Sun,
section IV, and with details of the original.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self
from xml.etree.ElementTree import Element

import numpy as np
import numpy.typing as npt

from pagecore._core import Tree
from pagecore.choice import Choice
from pagecore.errors import WrapperError, show_value
from pagecore.fit import Fit
from pagecore.page import Mask, Page
from pagecore.page.trees import build_tree
from pagecore.records import Records
from pagecore.registry import method
from pagecore.site import Site
from pagecore.sites.content_field import record_content
from pagecore.sites.digests import read_number
from pagecore.store.xml_elements import check_element
from pagecore.wrapper import Wrapper

#: What the content of a page is: its data, or the data below one element.
CONTENTS: Final = ("body", "data")
#: Limit of the pairs of siblings that are compared for two pages.
_MAX_CELLS: Final = 1 << 22
#: Limit of the nodes of a template.
MAX_NODES: Final = 50_000
#: The signs of wildcards that may stand for nothing.
_OPTIONAL: Final = np.frombuffer(b"?*", np.uint8)
_ATTRIBUTES: Final = ("content", "share", "depths", "labels", "wildcards")


@dataclass(frozen=True, eq=False)
class TemplateTree:
    """What all pages of a class have, as a tree; wildcards stand for the rest."""

    tree: Tree
    #: `body` or `data`.
    choice: str
    #: Minimum share of the characters of the data that the element around the body has.
    share: float

    def fit(self, page: Page) -> Fit:
        """Count the nodes of the template that are on the page, without `html`, `head` and `body`,
        which every page has."""
        parent = np.frombuffer(self.tree.parent, np.int32)
        is_inside = (parent > 0) & ~np.isin(self._signs, _OPTIONAL)
        _, nodes = self._align(page)
        n_nodes, n_found = int(is_inside.sum()), int(is_inside[nodes].sum())
        reason = f"{n_found} of {n_nodes} nodes of the template are on the page"
        return Fit(n_found / n_nodes if n_nodes else 0, reason)

    def content(self, page: Page) -> Choice | None:
        """Choose the body of the page, or all its data."""
        if not self.fit(page):
            return None
        is_data = self.find_data(page)
        around = find_body(page, is_data, self.share) if self.choice == "body" else 0
        is_content = is_data & page.under(around)
        return Choice.of(page, is_content, evidence={"data": is_data, "body": page.under(around)})

    def fields(self, page: Page) -> Records | None:
        """Return the content as text: one item with one field."""
        choice = self.content(page)
        return None if choice is None else record_content(page, choice, page.leaves)

    def find_data(self, page: Page) -> Mask:
        """Return the mask of texts and images that are not in the template."""
        is_template = np.zeros(len(page), np.bool_)
        is_template[self._align(page)[0]] = True
        is_data: Mask = page.leaves & page.visible & ~is_template
        return is_data

    @property
    def _signs(self) -> npt.NDArray[np.uint8]:
        return np.frombuffer(self.tree.wildcards.encode("ascii"), np.uint8)

    def _align(self, page: Page) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
        """Return the rows of a page that are in the template, and the nodes of the template that
        are on the page, with wildcards that need a subtree."""
        tree = build_tree(page, "shown", "text")
        _, _, a, b = self.tree.align(
            tree, delete=1, insert=1, replace=1, epsilon=np.inf, max_cells=_MAX_CELLS
        )
        nodes, of_page = np.frombuffer(a, np.uint32), np.frombuffer(b, np.uint32)
        labels = [np.frombuffer(of.label, np.uint64) for of in (self.tree, tree)]
        is_equal = labels[0][nodes] == labels[1][of_page]
        is_wildcard = self._signs[nodes] != ord(" ")
        rows = np.frombuffer(tree.row, np.uint32)[of_page[is_equal]]
        return rows, np.unique(nodes[is_equal | is_wildcard])

    # ------------------------------------------------------------ as XML

    @classmethod
    def read(cls, elements: Iterable[Element]) -> Self:
        """Read the body of a wrapper."""
        body = list(elements)
        if [element.tag for element in body] != ["template"]:
            raise WrapperError("'wrapper' must contain exactly one element 'template'")
        root = body[0]
        check_element(root, _ATTRIBUTES)
        if len(root):
            raise WrapperError(f"'template' has an unknown element {root[0].tag!r}")
        content = root.get("content", "")
        if content not in CONTENTS:
            raise WrapperError(f"content={content[:80]!r}: expected one of {', '.join(CONTENTS)}")
        share = read_number(root, "share", 0, 1)
        return cls(_read_tree(root), content, share)

    def write(self) -> Iterable[Element]:
        """Return the body of a wrapper: the depth, label and wildcard of each node."""
        depths: list[int] = []
        for above in np.frombuffer(self.tree.parent, np.int32).tolist():
            depths.append(0 if above < 0 else depths[above] + 1)
        labels = np.frombuffer(self.tree.label, np.uint64).tolist()
        signs = self.tree.wildcards
        known = (label for label, sign in zip(labels, signs, strict=True) if sign == " ")
        return [
            Element(
                "template",
                content=self.choice,
                share=f"{self.share:.9g}",
                depths=" ".join(map(str, depths)),
                labels=" ".join(f"{label:016x}" for label in known),
                wildcards=signs.replace(" ", "-"),
            )
        ]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TemplateTree) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        columns = (self.tree.parent.tobytes(), self.tree.label.tobytes(), self.tree.wildcards)
        return (*columns, self.choice, self.share)


def _read_tree(root: Element) -> Tree:
    signs = root.get("wildcards", "")
    try:
        depths = [int(word) for word in root.get("depths", "").split()]
        known = [int(word, 16) for word in root.get("labels", "").split()]
    except ValueError:
        raise WrapperError("'template' has depths or labels that are not numbers") from None
    if not 0 < len(depths) <= MAX_NODES or len(depths) != len(signs) or set(signs) - set("-.?+*"):
        raise WrapperError(
            f"'template' has {len(depths)} depths and the wildcards {show_value(signs, 60)}: "
            f"expected 1 to {MAX_NODES} nodes, and one of -.?+* for each"
        )
    if len(known) != signs.count("-") or any(label >> 64 or label < 0 for label in known):
        raise WrapperError("'template' has not one label for each node that is not a wildcard")
    labels = iter(known)
    parents: list[int] = []
    # The last node of each depth.
    last: list[int] = []
    for node, depth in enumerate(depths):
        if not 0 <= depth <= len(last) or (depth == 0) != (node == 0):
            raise WrapperError(f"'template' has no node above node {node}")
        parents.append(last[depth - 1] if depth else -1)
        last[depth:] = [node]
    try:
        return Tree(
            parents,
            [next(labels) if sign == "-" else 0 for sign in signs],
            signs.replace("-", " "),
        )
    except ValueError as error:
        raise WrapperError(f"'template': {error}") from None


def find_body(page: Page, is_data: Mask, share: float) -> int:
    """Find the lowest element that has a share of the characters of the data."""
    n_chars = page.below(np.where(is_data, page.chars, 0))
    fitting = np.flatnonzero((n_chars >= share * n_chars[0]) & ~page.leaves)
    # Elements with more than half of all are inside each other, so the last one is the lowest.
    return int(fitting[-1]) if fitting.size else 0


@method(
    "rtdm",
    paper="de Castro Reis, Golgher, Silva and Laender 2004",
    family="site",
    bounds={"n_pages": (2, 100), "keep": CONTENTS, "share": (0.5, 1.0)},
    developed_on=("sites",),
    sweep={"n_pages": (3, 5, 10), "keep": CONTENTS, "share": (0.6, 0.7, 0.8)},
    body=TemplateTree,
)
def rtdm(site: Site, *, n_pages: int = 5, keep: str = "body", share: float = 0.7) -> Wrapper:
    """Learn the template of pages by aligning their trees.

    The trees of the pages are aligned one after the other, with the words of texts as labels. What
    all of them have is the template. What differs becomes a wildcard: `.` for one subtree, `?` for
    one or none, `+` for many, `*` for any number. A text of a page that is not in the template is
    data. Memory grows with the template.

    Args:
        site: at least two pages of one template.
        n_pages: number of pages that are aligned; of more pages these are taken at equal distances.
        keep: the body, which is the data below the lowest element with most of it, or all data.
        share: minimum share of the characters of the data that the element around the body has.

    Returns:
        The template.

    Raises:
        WrapperError: there are fewer than two pages with different texts, or the template has more
            nodes than a wrapper can hold.

    Differs:
        The paper prints no rule for the body; that of the original is the longest data text, which
        misses most of an article that has several paragraphs. The choice of the pages is ours.
    """
    trees = _select_trees(site, n_pages)
    template, *others = trees
    for tree in others:
        template = template.merge(tree, max_cells=_MAX_CELLS)
    if len(template) > MAX_NODES:
        raise WrapperError(
            f"nothing was learned: the template has {len(template)} nodes, more than {MAX_NODES}"
        )
    return Wrapper("rtdm", TemplateTree(template, keep, share))


def _select_trees(site: Site, n_pages: int) -> list[Tree]:
    """Return the trees of different pages, at equal distances over the site."""
    total = sum(1 for _ in site.open_pages())
    chosen = set(np.linspace(0, total - 1, min(total, 2 * n_pages)).astype(np.int64).tolist())
    trees: list[Tree] = []
    for page in site.select(sorted(chosen)):
        tree = build_tree(page, "shown", "text")
        if all(tree != other for other in trees):
            trees.append(tree)
    if len(trees) < 2:
        raise WrapperError(
            "nothing was learned: at least two pages with different texts are needed, but there "
            f"{'is one' if trees else 'is none'}"
        )
    places = np.linspace(0, len(trees) - 1, min(len(trees), n_pages)).astype(np.int64)
    return [trees[at] for at in places.tolist()]
