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
from pagecore.records import Records
from pagecore.registry import method
from pagecore.site import Site
from pagecore.sites.content_field import ContentBody, refuse_empty
from pagecore.sites.digests import read_number, write_number
from pagecore.sites.fields import FieldRules, learn_fields
from pagecore.sites.page_terms import PageCounts
from pagecore.sites.tree_xml import read_parents, write_depths
from pagecore.store.xml_elements import check_element
from pagecore.wrapper import Wrapper

#: What the content of a page is: its data, or the data below one element.
CONTENTS: Final = ("body", "data")
#: Limit of the pairs of siblings that are compared for two pages.
_MAX_CELLS: Final = 1 << 22
#: Limit of the nodes of a template.
MAX_NODES: Final = 50_000
_ATTRIBUTES: Final = ("content", "share", "depths", "labels", "wildcards")
_LABELS: Final = re.compile(r"[0-9a-f]{16}( [0-9a-f]{16})*")


class TemplateAlignment(NamedTuple):
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
    #: The rules for the fields of a page; None if only the content was learned.
    field_rules: FieldRules | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the fields; empty if only the content was learned."""
        rules = self.field_rules
        return () if rules is None else tuple(of.name for of in rules.fields)

    def describe_columns(self) -> dict[str, str]:
        """Return what each field was named by, and its wildcard in the template."""
        if self.field_rules is None:
            return {}
        pages = {
            ".": "on all pages", "?": "on some pages",
            "+": "several on all pages", "*": "several on some pages",
        }  # fmt: skip
        return {of.name: f"{of.reason}; {pages[of.sign]}" for of in self.field_rules.fields}

    def fields(self, page: Page) -> Records | None:
        """Return the fields of the page, or its content if no fields were learned."""
        if self.field_rules is None or not self.field_rules.fields:
            return super().fields(page)
        choice = self.content(page)
        return None if choice is None else self.field_rules.find_records(page, choice)

    def judge(self, page: Page) -> tuple[Fit, Choice | None]:
        """Count the leaves of the template that are on the page, and choose the body of the page,
        or all its data. Pages of all sites have `div` and `p`, but not the same texts in them."""
        alignment = self.align(page)
        fit = self._rate(alignment)
        if not fit:
            return fit, None
        is_data = select_data(page, alignment)
        around = find_body(page, is_data, self.share) if self.choice == "body" else 0
        is_body = page.under(around)
        evidence = {"data": is_data, "body": is_body}
        choice = Choice.of(page, is_data & is_body, evidence=evidence)
        return refuse_empty(page, fit, choice)

    def find_data(self, page: Page) -> Mask:
        """Return the mask of texts and images that are not in the template."""
        return select_data(page, self.align(page))

    def align(self, page: Page) -> TemplateAlignment:
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
        return TemplateAlignment(is_template, int(find_leaves(self.tree)[nodes[is_equal]].sum()))

    def _rate(self, alignment: TemplateAlignment) -> Fit:
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
        if [child.tag for child in root] not in ([], ["fields"]):
            raise WrapperError(f"'template' has an unknown element {show_value(root[-1].tag)}")
        content = root.get("content", "")
        if content not in CONTENTS:
            raise WrapperError(f"content={content[:80]!r}: expected one of {', '.join(CONTENTS)}")
        share = read_number(root, "share", 0, 1)
        rules = FieldRules.read(root[0]) if len(root) else None
        return cls(_read_tree(root), content, share, rules)

    def write(self) -> Iterable[Element]:
        """Return the body of a wrapper: the depth, label and wildcard of each node."""
        labels = np.frombuffer(self.tree.label, np.uint64).tolist()
        signs = self.tree.wildcards
        known = (label for label, sign in zip(labels, signs, strict=True) if sign == " ")
        element = Element(
            "template",
            content=self.choice,
            share=write_number(self.share),
            depths=write_depths(np.frombuffer(self.tree.parent, np.int32).tolist()),
            labels=" ".join(f"{label:016x}" for label in known),
            wildcards=signs.replace(" ", "-"),
        )
        if self.field_rules is not None:
            element.append(self.field_rules.write())
        return [element]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TemplateTree) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        columns = (self.tree.parent.tobytes(), self.tree.label.tobytes(), self.tree.wildcards)
        return (*columns, self.choice, self.share, self.field_rules)


def _read_tree(root: Element) -> Tree:
    signs = root.get("wildcards", "")
    label_text = root.get("labels", "")
    if not _LABELS.fullmatch(label_text):
        raise WrapperError(
            f"labels={show_value(label_text, 60)}: expected hashes of 16 hexadecimal digits, "
            "separated by spaces"
        )
    parents = read_parents(root)
    known = [int(word, 16) for word in label_text.split(" ")]
    if len(parents) > MAX_NODES or len(parents) != len(signs) or set(signs) - set("-.?+*"):
        raise WrapperError(
            f"'template' has {len(parents)} depths and the wildcards {show_value(signs, 60)}: "
            f"expected 1 to {MAX_NODES} nodes, and one of -.?+* for each"
        )
    if len(known) != signs.count("-"):
        raise WrapperError(
            f"'template' has {len(known)} labels: expected one for each of {signs.count('-')} "
            "nodes that are no wildcards"
        )
    labels = iter(known)
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


def select_data(page: Page, alignment: TemplateAlignment) -> Mask:
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
def rtdm(
    site: Site,
    *,
    n_pages: int = 10,
    keep: str = "body",
    share: float = 0.7,
    with_fields: bool = False,
) -> Wrapper:
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
        with_fields: also learn the fields of the pages, which are texts that vary.

    Returns:
        The template.

    Raises:
        WrapperError: there are fewer than two pages with different texts, they have no text in
            common, or the template has more nodes than a wrapper can hold.

    Differs:
        The paper prints no rule for the body, and none for the choice of the pages. Both are ours.
    """
    counts = PageCounts()
    numbers = _list_pages(site, counts)
    chosen = np.linspace(0, len(numbers) - 1, min(len(numbers), n_pages)).astype(np.int64)
    trees = [
        build_tree(page, "shown", "text")
        for page in site.select(numbers[at] for at in chosen.tolist())
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
    rules, notes = learn_fields(site, numbers) if with_fields else (None, [])
    body = TemplateTree(template, keep, share, rules)
    return Wrapper("rtdm", body, notes=(*counts.list_notes(), *notes))


def _list_pages(site: Site, counts: PageCounts) -> list[int]:
    """Return the numbers of the pages with text; of pages with the same texts, the first."""
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
    return numbers
