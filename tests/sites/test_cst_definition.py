"""The site method `cst` against its definition, on generated sites."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np
import pytest

from pagecore import Page, parse
from pagecore.page import Array
from pagecore.sites.cst import TreeTally
from pagecore.sites.structure_tree import StructureTree
from tests.sites.learned_trees import WORDS
from tests.trees import random_soup


def make_site(random: Random, n_pages: int) -> list[Page]:
    """Pages that share much of their structure and their words."""
    pages = []
    skeleton = [random_soup(random, 6) for _ in range(4)]
    for _ in range(n_pages):
        parts = []
        for part in skeleton:
            word = random.choice(WORDS[:6])
            extra = random_soup(random, 3) if random.random() < 0.2 else ""
            attribute = random.choice(("", "", " class=a", " class='b a'", f" class={word}"))
            parts.append(f"<div{attribute}>{part} {word} {extra}</div>")
        pages.append(parse(f"{''.join(parts)}<img src={random.choice('ab')}>"))
    return pages


def read_terms(page: Page) -> tuple[Array, Array]:
    """The rows and the terms of the visible texts."""
    return page.term_digests(page.visible, "en")


def define_importance(pages: Sequence[Page]) -> list[dict[int, float]]:
    """PathImp of each row by the definition: build the tree, node by node."""
    tokens: Counter[str] = Counter()
    for page in pages:
        values = (page.get(row, "class") or "" for row in range(len(page)) if page.visible[row])
        tokens.update(set(itertools.chain(*(value.split() for value in values))))
    classes = {token for token, n in tokens.items() if n >= max(2, len(pages) / 2)}
    found: list[dict[int, float]] = [{} for _ in pages]
    terms: list[dict[int, list[int]]] = [{} for _ in pages]
    for page, of_rows in zip(pages, terms, strict=True):
        for row, term in zip(*map(np.ndarray.tolist, read_terms(page)), strict=True):
            of_rows.setdefault(row, []).append(term)

    def describe(page: Page, row: int) -> tuple[str, frozenset[tuple[str, str]]]:
        names = ("width", "height", "bgcolor", "align", "style")
        attributes = {(name, page.get(row, name) or "") for name in names}
        attributes = {pair for pair in attributes if page.get(row, pair[0]) is not None}
        own = set((page.get(row, "class") or "").split()) & classes
        return page.name(row), frozenset(attributes | {("class", token) for token in own})

    def children(page: Page, row: int) -> list[int]:
        rows = range(row + 1, int(page.end[row]))
        return [child for child in rows if page.parent[child] == row and page.visible[child]]

    def elements(page: Page, row: int) -> list[int]:
        return [child for child in children(page, row) if page.tag[child] != 0]

    def entropy(counts: Sequence[int], m: int) -> float:
        shares = [count / sum(counts) for count in counts]
        return -sum(share * math.log(share, m) for share in shares)

    def weigh_leaf(leaves: list[tuple[int, list[int], list[list[int]]]], rest: float) -> None:
        """Each tag node of the element around: its page, the rows of the leaf, and their terms."""
        m = len(leaves)
        by_term: dict[int, list[int]] = {}
        for _, _, of_rows in leaves:
            for term, n in Counter(itertools.chain(*of_rows)).items():
                by_term.setdefault(term, []).append(n)
        if not by_term:
            importance = 0.0
        elif m == 1:
            importance = 1.0
        else:
            importance = 1 - sum(entropy(of, m) for of in by_term.values()) / len(by_term)
        for number, rows, of_rows in leaves:
            for row, own in zip(rows, of_rows, strict=True):
                found[number][row] = 1 - rest * (1 - importance if own else 1)

    def merge(tags: list[tuple[int, int]], rest: float) -> None:
        by_style: dict[object, list[tuple[int, int]]] = {}
        for number, row in tags:
            page = pages[number]
            style = tuple(describe(page, child) for child in elements(page, row))
            by_style.setdefault(style, []).append((number, row))
        m = len(tags)
        rest *= 1 - (1 if m == 1 else entropy([len(of) for of in by_style.values()], m))
        for number, row in tags:
            found[number][row] = 1 - rest
        for same in by_style.values():
            n_children = len(elements(pages[same[0][0]], same[0][1]))
            for at in range(n_children):
                merge([(number, elements(pages[number], row)[at]) for number, row in same], rest)
            for gap in range(n_children + 1):
                leaves = []
                for number, row in same:
                    texts = list(find_gap(pages[number], children(pages[number], row), gap))
                    leaves.append((number, texts, [terms[number].get(text, []) for text in texts]))
                weigh_leaf(leaves, rest)
            if pages[same[0][0]].name(same[0][1]) == "img":
                sources = [pages[number].get(row, "src") for number, row in same]
                images = [
                    (number, [row], [[] if source is None else [hash(source)]])
                    for (number, row), source in zip(same, sources, strict=True)
                ]
                weigh_leaf(images, rest)

    def find_gap(page: Page, rows: list[int], gap: int) -> Iterator[int]:
        n_before = 0
        for row in rows:
            if page.tag[row] != 0:
                n_before += 1
            elif n_before == gap:
                yield row

    merge([(number, 0) for number in range(len(pages))], 1.0)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_importance_is_that_of_the_definition(seed: int) -> None:
    random = Random(seed)
    pages = make_site(random, random.randint(2, 6))
    tokens = Counter(
        token
        for page in pages
        for token in {
            token
            for row in np.flatnonzero(page.visible).tolist()
            for token in (page.get(row, "class") or "").split()
        }
    )
    classes = tuple(sorted(token for token, n in tokens.items() if n >= max(2, len(pages) / 2)))
    tally = TreeTally(classes)
    for page in pages:
        tally.add(page, *read_terms(page))
    tree = StructureTree(len(pages), "en", 0.5, "places", classes, *tally.weigh_nodes(),
                         *tally.select_pieces(len(pages)))  # fmt: skip
    for page, expected in zip(pages, define_importance(pages), strict=True):
        rows = list(expected)
        assert sorted(rows) == np.flatnonzero(page.visible).tolist()
        path = tree.importance(page)
        assert path[rows] == pytest.approx(np.array(list(expected.values())), abs=1e-4)
        assert not path[~page.visible].any()
        texts = page.term_texts(page.visible, "en")
        weights: Counter[str] = Counter()
        for row, term in zip(*map(np.ndarray.tolist, read_terms(page)), strict=True):
            weights[texts[term]] += expected[row]  # type: ignore[assignment]  # They are reals.
        assert tree.weigh_terms(page) == pytest.approx(dict(weights), abs=1e-2)


def test_generated_sites_have_merged_and_varying_nodes() -> None:
    """What the comparison above is worth: nodes of all kinds."""
    values = [
        value
        for seed in range(40)
        for of in define_importance(make_site(Random(seed), 4))
        for value in of.values()
    ]
    assert min(values) == 0
    assert max(values) == 1
    assert sum(0 < value < 1 for value in values) > 100
