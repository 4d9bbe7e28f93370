"""RTDM: align pages of a site as trees; what they have in common is template, the rest is data.

D. de Castro Reis, P. Golgher, A. Silva and A. Laender. "Automatic web news extraction using tree
edit distance." Proc. WWW 2004, 502-511. Implemented from section IV of S. Sirsat, "Extraction of
core contents from web pages", and with details that are known of the original.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, NamedTuple, Self
from xml.etree.ElementTree import Element

import numpy as np

from pagecore._core import Tree
from pagecore.choice import Choice
from pagecore.errors import WrapperError, show_value
from pagecore.fit import Fit
from pagecore.page import Mask, Page, tags
from pagecore.page.trees import build_tree
from pagecore.registry import method
from pagecore.site import Site
from pagecore.sites.content_field import ContentBody
from pagecore.sites.digests import read_number, write_number
from pagecore.sites.page_terms import PageCounts
from pagecore.store.xml_elements import check_element
from pagecore.wrapper import Wrapper

#: What the content of a page is: its data, or the data below one element.
CONTENTS: Final = ("body", "data")
#: Limit of the pairs of siblings that are compared for two pages.
_MAX_CELLS: Final = 1 << 22
#: Limit of the nodes of a template.
MAX_NODES: Final = 50_000
_ATTRIBUTES: Final = ("content", "share", "depths", "labels", "wildcards")
_DEPTHS: Final = re.compile(r"[0-9]{1,5}( [0-9]{1,5})*")
_LABELS: Final = re.compile(r"[0-9a-f]{16}( [0-9a-f]{16})*")


class Alignment(NamedTuple):
    """A page that is aligned with a template."""

    #: Mask of the rows that are in the template.
    is_template: Mask
    #: Number of leaves of the template that are on the page.
    n_found: int


@dataclass(frozen=True, eq=False)
class TemplateTree(ContentBody):
    """What all pages of a class have, as a tree; wildcards stand for the rest."""

    tree: Tree
    #: `body` or `data`.
    choice: str
    #: Minimum share of the characters of the data that the element around the body has.
    share: float

    def fit(self, page: Page) -> Fit:
        """Count the leaves of the template that are on the page. Pages of all sites have `div` and
        `p`, but not the same texts in them."""
        return self._rate(self.align(page))

    def content(self, page: Page) -> Choice | None:
        """Choose the body of the page, or all its data."""
        alignment = self.align(page)
        if not self._rate(alignment):
            return None
        is_data = select_data(page, alignment)
        around = find_body(page, is_data, self.share) if self.choice == "body" else 0
        is_body = page.under(around)
        return Choice.of(page, is_data & is_body, evidence={"data": is_data, "body": is_body})

    def find_data(self, page: Page) -> Mask:
        """Return the mask of texts and images that are not in the template."""
        return select_data(page, self.align(page))

    def align(self, page: Page) -> Alignment:
        """Align a page with the template; wildcards cost nothing."""
        tree = build_tree(page, "shown", "text")
        _, _, a, b = self.tree.align(
            tree, delete=1, insert=1, replace=1, epsilon=np.inf, max_cells=_MAX_CELLS
        )
        nodes, of_page = np.frombuffer(a, np.uint32), np.frombuffer(b, np.uint32)
        labels = [np.frombuffer(of.label, np.uint64) for of in (self.tree, tree)]
        is_equal = labels[0][nodes] == labels[1][of_page]
        is_template = np.zeros(len(page), np.bool_)
        is_template[np.frombuffer(tree.row, np.uint32)[of_page[is_equal]]] = True
        return Alignment(is_template, int(find_leaves(self.tree)[nodes[is_equal]].sum()))

    def _rate(self, alignment: Alignment) -> Fit:
        n_leaves, n_found = int(find_leaves(self.tree).sum()), alignment.n_found
        reason = f"{n_found} of {n_leaves} leaves of the template (texts, images) are on the page"
        return Fit(n_found / n_leaves if n_leaves else 0, reason)

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
                share=write_number(self.share),
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
    depth_text, label_text = root.get("depths", ""), root.get("labels", "")
    if not _DEPTHS.fullmatch(depth_text):
        raise WrapperError(
            f"depths={show_value(depth_text, 60)}: expected numbers, separated by spaces"
        )
    if not _LABELS.fullmatch(label_text):
        raise WrapperError(
            f"labels={show_value(label_text, 60)}: expected hashes of 16 hexadecimal digits, "
            "separated by spaces"
        )
    depths = [int(word) for word in depth_text.split(" ")]
    known = [int(word, 16) for word in label_text.split(" ")]
    if not 0 < len(depths) <= MAX_NODES or len(depths) != len(signs) or set(signs) - set("-.?+*"):
        raise WrapperError(
            f"'template' has {len(depths)} depths and the wildcards {show_value(signs, 60)}: "
            f"expected 1 to {MAX_NODES} nodes, and one of -.?+* for each"
        )
    if len(known) != signs.count("-"):
        raise WrapperError(
            f"'template' has {len(known)} labels: expected one for each of {signs.count('-')} "
            "nodes that are no wildcards"
        )
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
    except ValueError:
        # The depths are those of a tree, so this is what is left.
        raise WrapperError(
            "'template': a wildcard is the root or has nodes below it; expected leaves"
        ) from None


def find_leaves(tree: Tree) -> Mask:
    """Return the mask of the leaves of a template: texts and elements without content. Wildcards
    are none, and neither are `head` and `body`, which every page has."""
    parent = np.frombuffer(tree.parent, np.int32)
    signs = np.frombuffer(tree.wildcards.encode("ascii"), np.uint8)
    is_leaf: Mask = (parent > 0) & (signs == ord(" "))
    is_leaf[parent[1:]] = False
    return is_leaf


def select_data(page: Page, alignment: Alignment) -> Mask:
    """Return the mask of the texts and images of an aligned page that are not in the template."""
    is_data: Mask = page.leaves & page.visible & ~alignment.is_template
    return is_data


def find_body(page: Page, is_data: Mask, share: float) -> int:
    """Find the lowest element that has a share of the characters of the data, and more than half
    of them; the root if there are no data."""
    n_chars = page.below(np.where(is_data, page.chars, 0))
    is_fitting = (n_chars >= share * n_chars[0]) & (2 * n_chars > n_chars[0]) & ~page.leaves
    # Elements with more than half are inside each other, so the last one is the lowest.
    fitting = np.flatnonzero(is_fitting)
    return int(fitting[-1]) if fitting.size else 0


@method(
    "rtdm",
    paper="de Castro Reis, Golgher, Silva and Laender 2004",
    family="site",
    bounds={"n_pages": (2, 100), "keep": CONTENTS, "share": (0.5, 1.0)},
    developed_on=("sites",),
    sweep={"n_pages": (3, 5, 10), "keep": CONTENTS, "share": (0.6, 0.7, 0.8)},
    used_with={"share": {"keep": "body"}},
    body=TemplateTree,
)
def rtdm(site: Site, *, n_pages: int = 10, keep: str = "body", share: float = 0.7) -> Wrapper:
    """Learn the template of pages by aligning their trees.

    The trees of the pages are aligned one after the other, with the words of texts as labels. What
    all of them have is the template. What differs becomes a wildcard: `.` for one subtree, `?` for
    one or none, `+` for many, `*` for any number. A text of a page that is not in the template is
    data. Memory grows with the template, and by a hash per page.

    Args:
        site: at least two pages of one template.
        n_pages: number of pages that are aligned, at equal distances from the first to the last.
        keep: the body, which is the data below the lowest element with most of it, or all data.
        share: minimum share of the characters of the data that the element around the body has.

    Returns:
        The template.

    Raises:
        WrapperError: there are fewer than two pages with different texts, they have no text in
            common, or the template has more nodes than a wrapper can hold.

    Differs:
        The paper prints no rule for the body, and none for the choice of the pages. Both are ours.
    """
    counts = PageCounts()
    trees = [
        build_tree(page, "shown", "text")
        for page in site.select(_select_pages(site, n_pages, counts))
    ]
    template, *others = trees
    for tree in others:
        template = template.merge(tree, max_cells=_MAX_CELLS)
    if len(template) > MAX_NODES:
        raise WrapperError(
            f"nothing was learned: the template has {len(template)} nodes, more than {MAX_NODES}"
        )
    if not len(template) or not find_leaves(template).any():
        raise WrapperError(
            f"nothing was learned: {len(trees)} pages have no text in common; pass pages of one "
            "template"
        )
    return Wrapper("rtdm", TemplateTree(template, keep, share), notes=counts.list_notes())


def _select_pages(site: Site, n_pages: int, counts: PageCounts) -> list[int]:
    """Select pages at equal distances among those with text; of pages with the same texts, the
    first. Returns their numbers."""
    numbers: list[int] = []
    seen: set[bytes] = set()
    for number, page in enumerate(site):
        counts.n_pages += 1
        tree = build_tree(page, "shown", "text")
        is_text = page.tag[np.frombuffer(tree.row, np.uint32)] == tags.TEXT
        if not is_text.any():
            counts.n_empty += 1
            continue
        labels = np.frombuffer(tree.label, np.uint64)[is_text]
        digest = blake2b(labels.tobytes(), digest_size=8).digest()
        if digest in seen:
            counts.n_repeated += 1
            continue
        seen.add(digest)
        numbers.append(number)
    counts.expect_two()
    places = np.linspace(0, len(numbers) - 1, min(len(numbers), n_pages)).astype(np.int64)
    return [numbers[at] for at in places.tolist()]
