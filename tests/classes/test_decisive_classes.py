"""Small sites on which one rule about page classes decides."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import parse
from pagecore.classes.cluster import cluster_paths, cluster_trees, compare_trees, merge_alike
from pagecore.classes.outline import Outline, Paths, find_common_classes
from pagecore.classes.profile import Profile
from pagecore.page.trees import build_tree


def make_paths(*numbers: int) -> Paths:
    return np.array(numbers, np.uint64)


@pytest.mark.parametrize(("n_common", "is_one"), [(13, False), (14, True), (15, True)])
def test_pages_with_seven_tenths_in_common_are_one_class(n_common: int, is_one: bool) -> None:
    """Twice the common paths over all paths: 2 * 14 / (20 + 20) = .7."""
    first = make_paths(*range(20))
    second = make_paths(*range(n_common), *range(100, 120 - n_common))
    assert len(set(cluster_paths([first, second]).tolist())) == (1 if is_one else 2)


def test_trees_with_four_fifths_in_common_are_one_class() -> None:
    """An element more is one insertion: the similarity is 1 - n / (a + b), at least .8."""
    tags = ["hr", "pre", "center", "address", "blockquote", "h1", "h2", "h3", "figure", "form"]
    every = [f"<{tag}>x</{tag}>" for tag in tags]
    trees = [build_tree(parse("".join(every[:n])), "skeleton") for n in range(4, len(every) + 1)]
    similar = compare_trees(trees)[0]
    assert ((similar >= 0.7) & (similar < 0.8)).any()
    assert ((similar >= 0.8) & (similar < 0.9)).any()
    for tree, similarity in zip(trees, similar.tolist(), strict=True):
        n_classes = len(set(cluster_trees([trees[0], tree]).tolist()))
        assert n_classes == (1 if similarity >= 0.8 else 2), similarity


def test_average_link_weighs_each_page() -> None:
    """Three pages and one: the mean over three pairs, not that of the last two clusters."""
    similarity = np.array(
        [
            [1.00, 0.95, 0.90, 0.50],
            [0.95, 1.00, 0.90, 0.50],
            [0.90, 0.90, 1.00, 0.80],
            [0.50, 0.50, 0.80, 1.00],
        ]
    )
    # (.5 + .5 + .8) / 3 = .6, while ((.5 + .5) / 2 + .8) / 2 = .65.
    assert merge_alike(similarity, 0.62).tolist() == [0, 0, 0, 1]
    assert merge_alike(similarity, 0.59).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(("n_having", "is_common"), [(2, False), (3, True), (10, True)])
def test_classes_of_a_twentieth_of_the_pages_are_common(n_having: int, is_common: bool) -> None:
    pages = ["<p class='a b'>x" if n < n_having else "<p class=a>x" for n in range(60)]
    common = find_common_classes(Outline.of(parse(page)) for page in pages)
    assert common == ({"a", "b"} if is_common else {"a"})


@pytest.mark.parametrize(("n_having", "is_kept"), [(1, False), (2, True), (20, True)])
def test_paths_of_a_fiftieth_of_the_pages_are_in_a_profile(n_having: int, is_kept: bool) -> None:
    pages = [make_paths(1, 2) if n < n_having else make_paths(1) for n in range(100)]
    profile = Profile.of(pages)
    assert profile.paths.tolist() == ([1, 2] if is_kept else [1])
    assert profile.shares.tolist() == ([100, n_having] if is_kept else [100])
