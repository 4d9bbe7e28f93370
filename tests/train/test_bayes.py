"""Naive Bayes: its parts by hand, and its posterior beside products of densities."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
import pytest

from pagecore.models.classifiers import Bayes
from pagecore.train.bayes import fit_bayes


def posterior(bayes: Bayes, *row: float) -> float:
    (actual,) = bayes.probability(np.array([row], np.float32))
    return float(actual)


def test_shares_means_and_variances() -> None:
    rows = np.array([[0, 1], [2, 5], [4, 0], [6, 0], [8, 6]], np.float32)
    bayes = fit_bayes(rows, np.array([False, False, True, True, True]))
    assert bayes.prior.tolist() == pytest.approx([0.4, 0.6])
    assert bayes.mean.tolist() == [[1, 3], [6, 2]]
    assert bayes.variance.tolist() == [[1, 4], [pytest.approx(8 / 3), 8]]


def test_posterior_by_hand() -> None:
    bayes = fit_bayes(
        np.array([[0], [2], [4], [6]], np.float32), np.array([False, False, True, True])
    )
    # Normal around 1 and around 5, both with the variance 1.
    assert posterior(bayes, 3) == pytest.approx(0.5)
    # -(4 - 5)²/2 + (4 - 1)²/2 = 4.
    assert posterior(bayes, 4) == pytest.approx(1 / (1 + math.exp(-4)))


def test_the_prior_counts() -> None:
    rows = np.array([[0], [2], [0], [2], [0], [2], [4], [6]], np.float32)
    bayes = fit_bayes(rows, np.array([False] * 6 + [True] * 2))
    assert posterior(bayes, 3) == pytest.approx(0.25)


def test_columns_are_multiplied() -> None:
    rows = np.array([[0, 0], [2, 2], [4, 4], [6, 6]], np.float32)
    bayes = fit_bayes(rows, np.array([False, False, True, True]))
    # Each column alone says e⁴ for content.
    assert posterior(bayes, 4, 4) == pytest.approx(1 / (1 + math.exp(-8)))
    assert posterior(bayes, 4, 2) == pytest.approx(0.5)


def test_a_column_that_never_differs_in_a_class_has_the_least_variance() -> None:
    rows = np.array([[0, 7], [0, 7], [4, 7], [6, 7]], np.float32)
    bayes = fit_bayes(rows, np.array([False, False, True, True]))
    over_all = float(rows[:, 0].var())
    assert bayes.variance[0].tolist() == pytest.approx([over_all / 1000, 1e-6])
    assert bayes.variance[1].tolist() == pytest.approx([1, 1e-6])


def test_a_product_of_many_small_numbers_does_not_vanish() -> None:
    rows = np.array([[0] * 400, [2] * 400, [4] * 400, [6] * 400], np.float32)
    bayes = fit_bayes(rows, np.array([False, False, True, True]))
    assert posterior(bayes, *[300.0] * 400) == 1.0
    assert posterior(bayes, *[-300.0] * 400) == pytest.approx(0.0)
    assert posterior(bayes, *[3.0] * 400) == pytest.approx(0.5)


def test_posterior_is_bayes_rule_on_products_of_densities() -> None:
    random = np.random.default_rng(0)
    for _ in range(20):
        rows = random.integers(0, 9, (30, 3)).astype(np.float32)
        positive = random.random(30) < 0.4
        bayes = fit_bayes(rows, positive)
        new_rows = random.integers(0, 9, (10, 3)).astype(np.float32)
        for row, probability in zip(new_rows, bayes.probability(new_rows), strict=True):
            joint = []
            for is_class in (~positive, positive):
                inside = rows[is_class].astype(np.float64)
                normals = [NormalDist(values.mean(), values.std()) for values in inside.T]
                densities = [n.pdf(float(x)) for n, x in zip(normals, row, strict=True)]
                joint.append(is_class.mean() * math.prod(densities))
            assert probability == pytest.approx(joint[1] / sum(joint))


def test_a_row_that_counts_twice_is_as_two_rows() -> None:
    rows = np.array([[0], [2], [5], [6], [9]], np.float32)
    positive = np.array([False, False, True, True, True])
    weighed = fit_bayes(rows, positive, np.array([1.0, 2, 2, 1, 1]))
    repeats = [1, 2, 2, 1, 1]
    twice = fit_bayes(np.repeat(rows, repeats, axis=0), np.repeat(positive, repeats))
    for array, other in zip(weighed.arrays().values(), twice.arrays().values(), strict=True):
        assert np.allclose(array, other)
