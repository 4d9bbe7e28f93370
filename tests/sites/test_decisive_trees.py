"""Small sites on which one rule of `cst` or `rtdm` decides."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pagecore import Page, parse
from pagecore._core import Tree
from pagecore.sites.cst import TreeTally
from pagecore.sites.element_nodes import (
    DISPLAY_ATTRIBUTES,
    digest_labels,
    digest_pieces,
    find_element_nodes,
)
from pagecore.sites.rtdm import find_leaves
from pagecore.sites.structure_tree import SCALE, StructureTree, select_pieces
from pagecore.sites.terms import find_terms
from tests.sites.sample_site import learn_class, make_html, make_story

# ---------------------------------------------------------------- display attributes and pieces


@pytest.mark.parametrize("name", ["width", "height", "bgcolor", "align", "style"])
def test_every_display_attribute_of_the_paper_counts(name: str) -> None:
    assert name in DISPLAY_ATTRIBUTES
    page = parse(f"<p {name}=a>x<p {name}=b>x<p>x<p title=a>x<p title=b>x")
    labels = digest_labels(page, ())[page.is_tag("p")].tolist()
    assert len(set(labels[:3])) == 3
    assert labels[2] == labels[3] == labels[4]


@pytest.mark.parametrize(("depth", "is_same"), [(1, False), (4, False), (5, True), (6, True)])
def test_four_elements_around_a_text_belong_to_a_piece(depth: int, is_same: bool) -> None:
    def digest(tag: str) -> list[int]:
        # The element `depth` levels above the text.
        html = f"<{tag}>{'<div>' * (depth - 1)}tide"
        page = parse(f"<section><section><section>{html}")
        row = np.flatnonzero(page.tag == 0)[-1:]
        pieces: list[int] = digest_pieces(page, find_element_nodes(page, ()), row).tolist()
        return pieces

    assert (digest("article") == digest("aside")) == is_same


SHARES = [
    # what it shows                 pages that have it  of   kept
    ("on a tenth",                  3,                  30,  True),
    ("on less",                     2,                  30,  False),
    ("on one page of few",          1,                  5,   False),
    ("on two pages of few",         2,                  5,   True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("n_on", "n_pages", "is_kept"), [case[1:] for case in SHARES], ids=[case[0] for case in SHARES]
)
def test_pieces_of_a_tenth_of_the_pages_are_kept(n_on: int, n_pages: int, is_kept: bool) -> None:
    keys = np.array([7], np.uint64)
    kept, shares = select_pieces(keys, np.array([float(n_on)]), n_pages)
    assert kept.tolist() == ([7] if is_kept else [])
    assert shares.tolist() == ([round(SCALE * n_on / n_pages)] if is_kept else [])


# ---------------------------------------------------------------- the template of `cst`


def learn_tree(pages: list[str]) -> StructureTree:
    body = learn_class(pages, method="cst").body
    assert isinstance(body, StructureTree)
    return body


@pytest.mark.parametrize(("n_sharing", "is_template"), [(7, False), (8, True)])
def test_text_of_four_fifths_of_the_pages_is_template(n_sharing: int, is_template: bool) -> None:
    notice = f"<aside><p>{make_story(500, 9)}</p></aside>"

    def write(seed: int, inside: str) -> str:
        # A number of paragraphs of its own, so that the place differs and only the text is shared.
        story = "".join(f"<p>{make_story(100 * seed + at, 9)}</p>" for at in range(seed % 5 + 1))
        return f"<nav><p>Home</p></nav><main>{story}{inside}</main>"

    pages = [write(seed, notice if seed < n_sharing else "") for seed in range(10)]
    page = parse(write(77, notice))
    choice = learn_tree(pages).content(page)
    assert choice is not None
    assert (make_story(500, 9) not in page.render(choice.content)) == is_template
    assert bool(choice.evidence["in_template"].any())


def test_fit_falls_with_places_that_the_template_lacks() -> None:
    tree = learn_tree([make_html(seed) for seed in range(5)])
    page = parse(make_html(77))
    assert tree.fit(page).score == pytest.approx(1)
    # All that pages of the template have in common is there, and as many places are new.
    n_places = int(tree.fit(page).reason.split("of its ")[1].split(" ")[0])
    new = "".join(
        f"<{tag}><blockquote><p>{make_story(at)}</p></blockquote></{tag}>"
        for at, tag in enumerate(["dl", "fieldset", "center", "figure", "hgroup", "ol"])
    )
    fit = tree.fit(parse(make_html(77).replace("</body>", f"{new}</body>")))
    assert "has 100% of what pages" in fit.reason
    assert fit.score == pytest.approx(n_places / (n_places + 6), abs=0.02)


# ---------------------------------------------------------------- dropping what one page has


def generate_page(seed: int) -> Page:
    """A page of few words and styles, so that some are on one page only."""
    drawn = random.Random(seed)
    words = [f"w{at}q" for at in range(9)]

    def write(depth: int) -> str:
        tag = drawn.choice(["div", "p", "ul", "section"])
        width = drawn.choice(["", "", " width=1", f" width={drawn.randint(2, 40)}"])
        text = " ".join(drawn.choices([*words, f"own{seed}"], k=drawn.randint(0, 3)))
        inner = "".join(write(depth - 1) for _ in range(drawn.randint(0, 2))) if depth else ""
        return f"<{tag}{width}>{text}{inner}</{tag}>"

    return parse(f"<p>menu</p>{write(2)}{write(2)}")


@pytest.mark.parametrize("seed", range(20))
def test_what_one_page_has_can_be_dropped_without_a_difference(seed: int) -> None:
    """What is dropped at the end still counts in the entropies of its place."""
    tallies = [TreeTally(()), TreeTally(())]
    for at in range(6):
        page = generate_page(100 * seed + at)
        for tally in tallies:
            tally.add(page, *find_terms(page, ""))
    tallies[1]._drop_single()
    every, dropped = (tally.weigh_nodes() for tally in tallies)
    assert dropped.key.tolist() == every.key.tolist()
    assert dropped.node_importance.tolist() == every.node_importance.tolist()
    assert dropped.path_importance.tolist() == every.path_importance.tolist()


def test_dropped_terms_count_in_the_mean_over_terms() -> None:
    """Of five terms of a leaf, one is on all four pages: the importance is 1 - 1 / 5."""
    tally = TreeTally(())
    for at in range(4):
        page = parse(f"<p>shared own{at}q</p>")
        tally.add(page, *find_terms(page, ""))
    tally._drop_single()
    nodes = tally.weigh_nodes()
    page = parse("<p>shared</p>")
    leaf = find_element_nodes(page, ()).leaf[page.is_tag("#text")]
    assert nodes.node_importance[nodes.key == leaf].tolist() == [round(SCALE * (1 - 1 / 5))]


# ---------------------------------------------------------------- rtdm


def test_children_of_the_root_are_no_leaves() -> None:
    # html, head, body with a paragraph; a page without text has nothing but these.
    tree = Tree([-1, 0, 0, 2, 3], [1, 2, 3, 4, 5], "     ")
    assert find_leaves(tree).tolist() == [False, False, False, False, True]
    bare = Tree([-1, 0, 0], [1, 2, 3], "   ")
    assert not find_leaves(bare).any()
