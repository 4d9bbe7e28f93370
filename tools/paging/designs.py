"""Designs that find the next page, to be compared on the same pages and folds."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from pagecore.page import Page
from pagecore.page.urls import split_url
from pagecore.pagination.address_numbers import compare_addresses
from pagecore.pagination.directions import Direction
from pagecore.pagination.next_page import find_next_page
from pagecore.pagination.page_links import choose_sequence, find_page_links, is_related
from pagecore.pagination.pager_links import PagerLink, list_pager_links
from pagecore.pagination.sequences import find_sequences
from tools.paging.labels import LabelledPage, make_key

#: Finds the URL of the next page, or None.
Design: TypeAlias = Callable[[Page], str | None]
N_FOLDS: Final = 5
#: Weight of the penalty on squared weights, and steps of Newton's method.
_PENALTY: Final = 1.0
_STEPS: Final = 25
_MIN_PROBABILITY: Final = 0.5


def find_by_article_rules(page: Page) -> str | None:
    """Rules for the pages of an article: `rel=next`, numbers, addresses, the class `next`."""
    following = find_next_page(page)
    return None if following is None else following.url


def find_by_words(page: Page) -> str | None:
    """The first link with `rel=next`, or else with a word for next or older, or an arrow."""
    links = list_pager_links(page, page.url or "")
    by_rel = (link.url for link in links if link.is_rel_next)
    by_word = (
        link.url
        for link in links
        if link.direction is not None and link.direction.is_forward and link.is_exact
    )
    return next(by_rel, None) or next(by_word, None)


def find_by_sequence(page: Page) -> str | None:
    """The link whose number follows that of the current page in a numbered sequence."""
    own = page.url or ""
    sequence = choose_sequence(own, find_sequences(page, own, list_pager_links(page, own)))
    return None if sequence is None or sequence.next is None else sequence.next.url


def find_by_all_signs(page: Page) -> str | None:
    """Sequence, `rel=next`, address, label, class, in this order: what `next_page` does."""
    next_link = find_page_links(page).next
    return None if next_link is None else next_link.link.url


RULES: Final[dict[str, Design]] = {
    "rules for articles (before)": find_by_article_rules,
    "words and `rel=next` alone": find_by_words,
    "numbered sequences alone": find_by_sequence,
    "all signs, strongest first (shipped)": find_by_all_signs,
}


# ---------------------------------------------------------------- a learned model


def find_out_of_fold(pages: Sequence[LabelledPage]) -> list[str | None]:
    """Find the next pages by a logistic model of link features, each with the model of the folds
    that do not have its host."""
    features = [_describe_links(page.page) for page in pages]
    folds = np.array([_choose_fold(page.host) for page in pages])
    results: list[str | None] = [None] * len(pages)
    for fold in range(N_FOLDS):
        inside = np.flatnonzero(folds != fold).tolist()
        weights = _fit(
            np.concatenate([features[at][1] for at in inside]),
            np.concatenate([_mark(features[at][0], pages[at].links["next"]) for at in inside]),
        )
        for at in np.flatnonzero(folds == fold).tolist():
            links, values = features[at]
            if links:
                chances = 1 / (1 + np.exp(-values @ weights))
                best = int(chances.argmax())
                results[at] = links[best].url if chances[best] >= _MIN_PROBABILITY else None
    return results


def _choose_fold(host: str) -> int:
    return int(hashlib.sha256(host.encode()).hexdigest(), 16) % N_FOLDS


def _mark(links: Iterable[PagerLink], wanted: frozenset[str]) -> npt.NDArray[np.float64]:
    return np.array([make_key(link.url) in wanted for link in links], np.float64)


def _describe_links(page: Page) -> tuple[list[PagerLink], npt.NDArray[np.float64]]:
    """The links of a page and their features; the first feature is constant."""
    own = page.url or ""
    address = split_url(own)
    links = list_pager_links(page, own)
    rows = []
    for link in links:
        numbers = compare_addresses(address, split_url(link.url))
        is_second = numbers is not None and numbers.before is None and numbers.after in (1, 2)
        row = [1.0, link.is_rel_next, link.is_rel_previous, link.is_exact, link.is_in_pager]
        row += [link.is_in_prose, link.is_declared, is_related(own, link.url), is_second]
        row += [numbers is not None and numbers.before is not None and numbers.counts_pages]
        row += [numbers is not None and numbers.is_dated, link.number == 2, link.number == 1]
        row += [link.number is not None, not link.label, len(link.label) > 20]
        row += [link.direction is direction for direction in Direction]
        row += [link.class_direction is direction for direction in Direction]
        rows.append(row)
    values = np.array(rows, np.float64)
    return links, values


def _fit(
    values: npt.NDArray[np.float64], wanted: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Fit a logistic regression by Newton's method."""
    weights = np.zeros(values.shape[1])
    penalty = np.full(values.shape[1], _PENALTY)
    penalty[0] = 1e-6
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-np.clip(values @ weights, -30, 30)))
        slope = values.T @ (chances - wanted) + penalty * weights
        spread = np.maximum(chances * (1 - chances), 1e-9)
        curve = (values * spread[:, None]).T @ values + np.diag(penalty)
        weights -= np.linalg.solve(curve, slope)
    return weights
