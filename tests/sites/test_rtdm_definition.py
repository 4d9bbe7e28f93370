"""The site method `rtdm` against its definition, on generated sites."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

import numpy as np
import pytest

from pagecore import Page
from pagecore.page import Mask
from pagecore.sites.rtdm import find_body
from tests.sites.learned_templates import learn_template, make_site, write_template


@dataclass
class Node:
    """A node of a page or of a template."""

    label: object
    sign: str = " "
    children: list[Node] = field(default_factory=list)
    row: int = -1

    def size(self) -> int:
        return 1 + sum(child.size() for child in self.children)

    def n_required(self) -> int:
        return (self.sign not in "?*") + sum(child.n_required() for child in self.children)

    def key(self) -> object:
        """Equal for equal subtrees."""
        return self.label, self.sign, tuple(child.key() for child in self.children)


#: A step, and the nodes of the template and of the page that it is about.
Edit: TypeAlias = tuple[str, Node | None, Node | None]


def read_node(page: Page, row: int = 0) -> Node:
    is_text = page.tag[row] == 0
    node = Node(("text", *page.text(row).split()) if is_text else page.name(row), row=row)
    for child in np.flatnonzero(page.parent == row).tolist():
        is_blank = page.tag[child] == 0 and not page.text(child).split()
        if page.visible[child] and not is_blank:
            node.children.append(read_node(page, child))
    return node


def measure(a: Node, b: Node) -> int:
    """The distance of two nodes: a wildcard costs nothing, and one that is optional may be left
    out for nothing."""
    if a.sign != " " or a.key() == b.key():
        return 0
    if a.label != b.label:
        return 1 + (a.n_required() - 1) + (b.size() - 1)
    return align_children(a, b)[0]


def align_children(a: Node, b: Node) -> tuple[int, list[Edit]]:
    """The distance of two nodes with equal labels, and what becomes of their children."""
    left, right = list(a.children), list(b.children)
    first: list[Edit] = []
    last: list[Edit] = []
    # Children that are identical at both ends belong together.
    while left and right and left[0].key() == right[0].key():
        first.append(("pair", left.pop(0), right.pop(0)))
    while left and right and left[-1].key() == right[-1].key():
        last.insert(0, ("pair", left.pop(), right.pop()))
    costs: dict[tuple[int, int], int] = {(0, 0): 0}
    steps: dict[tuple[int, int], str] = {}
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            options = {}
            if i and j:
                options["pair"] = costs[i - 1, j - 1] + measure(left[i - 1], right[j - 1])
                if left[i - 1].sign in "+*":
                    options["absorb"] = costs[i, j - 1]
            if j:
                options["insert"] = costs[i, j - 1] + right[j - 1].size()
            if i:
                options["delete"] = costs[i - 1, j] + left[i - 1].n_required()
            if options:
                # The first of equal ones.
                steps[i, j] = min(options, key=lambda name: options[name])
                costs[i, j] = options[steps[i, j]]
    middle: list[Edit] = []
    i, j = len(left), len(right)
    while i or j:
        step = steps[i, j]
        has_left, has_right = step != "insert", step != "delete"
        middle.insert(
            0, (step, left[i - 1] if has_left else None, right[j - 1] if has_right else None)
        )
        i -= step in ("pair", "delete")
        j -= has_right
    return costs[len(left), len(right)], [*first, *middle, *last]


def merge(a: Node, b: Node) -> Node:
    """The template of a template and a page."""
    merged = Node(a.label)
    is_after_wildcard = False
    for step, of_a, of_b in align_children(a, b)[1]:
        if step == "absorb":
            continue
        if step == "pair" and of_a and of_b and of_a.sign == " " and of_a.label == of_b.label:
            merged.children.append(merge(of_a, of_b))
            is_after_wildcard = False
            continue
        sign = "?" if of_a is None else of_a.sign.strip() or "."
        if step == "delete":
            sign = {".": "?", "+": "*"}.get(sign, sign)
        if is_after_wildcard:
            before = merged.children.pop().sign
            sign = "*" if before in "?*" and sign in "?*" else "+"
        merged.children.append(Node("", sign))
        is_after_wildcard = True
    return merged


def list_template_rows(a: Node, b: Node) -> list[int]:
    """The rows of a page that are in a template."""
    if a.sign != " " or a.label != b.label:
        return []
    rows = [b.row]
    for step, of_a, of_b in align_children(a, b)[1]:
        if step == "pair" and of_a and of_b:
            rows += list_template_rows(of_a, of_b)
    return rows


def write_node(node: Node) -> str:
    below = " ".join(map(write_node, node.children))
    name = node.sign if node.sign != " " else node.label
    name = f"'{' '.join(name[1:])}'" if isinstance(name, tuple) else name
    return f"{name}({below})" if below else f"{name}"


def define_body(page: Page, is_data: Mask, share: float) -> int:
    """The lowest element with a share of the characters of the data: from the root down."""
    total = int(page.chars[is_data].sum())
    row = 0
    while total:
        below = [
            child
            for child in np.flatnonzero((page.parent == row) & ~page.leaves).tolist()
            if page.chars[is_data & page.under(child)].sum() >= share * total
        ]
        if not below:
            break
        (row,) = below
    return row


@pytest.mark.parametrize("seed", range(60))
def test_template_data_and_body_are_those_of_the_definition(seed: int) -> None:
    random = Random(seed)
    *pages, new = make_site(random) + make_site(random)[:1]
    expected, *others = [read_node(page) for page in pages]
    for other in others:
        expected = merge(expected, other)
    template = learn_template(pages)
    outline = write_node(expected).removeprefix("html(body(").removesuffix("))")
    assert write_template(template, pages) == outline
    for page in (*pages, new):
        rows = list_template_rows(expected, read_node(page))
        is_data = page.leaves & page.visible
        is_data[rows] = False
        assert np.flatnonzero(template.find_data(page)).tolist() == np.flatnonzero(is_data).tolist()
        for share in (0.6, 0.7, 0.9):
            assert find_body(page, is_data, share) == define_body(page, is_data, share)


def test_generated_sites_have_all_wildcards() -> None:
    """What the comparison above is worth."""
    signs = "".join(learn_template(make_site(Random(seed))).tree.wildcards for seed in range(60))
    assert all(signs.count(sign) > 10 for sign in ".?+* ")
