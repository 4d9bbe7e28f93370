"""The weights of names: which names a block's bag has, and what is learned of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from pagecore import parse
from pagecore.page import Page
from pagecore.page.judging import describe_blocks
from pagecore.train.names import NEAR, SLOTS, Bags, fit_names

#: The names of one block: near by and further out.
Around = tuple[frozenset[int], frozenset[int]]


def list_names_around(bags: Bags) -> list[Around]:
    """The places of each block's names."""
    actual = []
    for block in range(bags.n_blocks):
        places = bags.place[bags.block == block].tolist()
        near = frozenset(place for place in places if place < SLOTS)
        far = frozenset(place - SLOTS for place in places if place >= SLOTS)
        actual.append((near, far))
    return actual


def make_bags(page: Page) -> Bags:
    return Bags.of(page, np.arange(len(page.blocks.words)))


def place(name: str) -> int:
    """Where a name has its weights."""
    (first,) = list_names_around(make_bags(parse(f"<p class={name}>x")))
    (none,) = list_names_around(make_bags(parse("<p>x")))
    (actual,) = first[0] - none[0]
    return actual


def test_names_are_near_or_far() -> None:
    page = parse("<div class=shell><section class=story><div><div><p class=lead>x")
    (first,) = list_names_around(make_bags(page))
    # The elements next to the block are the p and the two divs.
    assert NEAR == 3
    assert place("lead") in first[0]
    assert not {place("story"), place("shell")} & first[0]
    assert {place("story"), place("shell")} <= first[1]
    assert place("lead") not in first[1]


def test_a_name_counts_once_however_often_it_is_above() -> None:
    bags = make_bags(parse("<div class=alpha><div class=alpha><p class=alpha>x"))
    assert (bags.place == place("alpha")).sum() == 1
    assert len(np.unique(bags.place)) == len(bags.place)


def test_blocks_have_their_own_names() -> None:
    first, second = list_names_around(make_bags(parse("<p class=alpha>x</p><p class=beta>y</p>")))
    assert place("alpha") in first[0] - second[0]
    assert place("beta") in second[0] - first[0]


def test_only_the_blocks_that_are_asked_for() -> None:
    page = parse("<p class=alpha>x</p><p class=beta>y</p>")
    bags = Bags.of(page, np.array([1]))
    assert bags.n_blocks == 1
    assert place("beta") in bags.place
    assert place("alpha") not in bags.place


def test_page_without_blocks() -> None:
    bags = Bags.of(parse(""), np.zeros(0, np.int64))
    assert (bags.n_blocks, len(bags.block), len(bags.place)) == (0, 0, 0)


def test_bags_laid_behind_each_other() -> None:
    pages = [parse("<p class=alpha>x</p><p>y</p>"), parse(""), parse("<p class=beta>z</p>")]
    apart = [make_bags(page) for page in pages]
    joined = Bags.join(apart)
    assert joined.n_blocks == 3
    assert list_names_around(joined) == [bag for bags in apart for bag in list_names_around(bags)]


def learned(n: int = 20) -> tuple[Bags, npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
    """Blocks of stories and of menus, half of each, and which is content."""
    html = "<div class=page><p class=story>x</p><p class=menu>y</p></div>" * n
    bags = make_bags(parse(html))
    return bags, np.arange(2 * n) % 2 == 0, np.ones(2 * n)


def test_names_of_content_weigh_more() -> None:
    bags, target, weight = learned()
    near, far = fit_names(bags, target.astype(np.int64), weight, np.ones(40, np.bool_))
    assert near.shape == far.shape == (SLOTS,)
    assert near.dtype == far.dtype == np.float32
    assert near[place("story")] > 0.5
    assert near[place("menu")] < -0.5
    # It is above both.
    assert abs(near[place("page")]) < 0.1
    # No block has it.
    assert near[place("sidebar")] == far[place("story")] == 0


def test_only_the_blocks_of_the_mask_are_learned_from() -> None:
    bags, target, weight = learned()
    which = np.arange(40) < 20
    some = fit_names(bags, target.astype(np.int64), weight, which)
    # What is said of the others changes nothing.
    turned = np.where(which, target, ~target).astype(np.int64)
    again = fit_names(bags, turned, weight, which)
    assert all((item == two).all() for item, two in zip(some, again, strict=True))


def test_heavy_blocks_count_for_more() -> None:
    # The name of three blocks, of which one is content.
    bags = make_bags(parse("<p class=alpha>x</p>" * 3))
    target, every = np.array([1, 0, 0]), np.ones(3, np.bool_)
    even = fit_names(bags, target, np.ones(3), every)[0][place("alpha")]
    heavy = fit_names(bags, target, np.array([9.0, 1.0, 1.0]), every)[0][place("alpha")]
    assert even < 0 < heavy


def test_the_core_adds_the_same_weights() -> None:
    page = parse("<div class=shell><div><div><div><p class=lead>x</p></div></div></div></div>")
    near, far = np.zeros(SLOTS, np.float32), np.zeros(SLOTS, np.float32)
    near[place("lead")], far[place("shell")] = 2.0, 0.5
    features, _, values = describe_blocks(page, names=(near, far))
    bare = describe_blocks(page)[2]
    changed = {
        feature.name: float(weighted)
        for feature, weighted, before in zip(features, values[:, 0], bare[:, 0], strict=True)
        if weighted != before
    }
    bag = make_bags(page)
    total = np.concatenate([near, far])[bag.place].sum()
    assert total == pytest.approx(2.5)
    assert 2.5 in changed.values(), changed
