"""Query expansion: terms of the best texts are added to the query.

`offer-weight` is that of Okapi: S. Robertson. "On term selection for query expansion." Journal of
Documentation 46 (1990), 359-364; with the weights of the new terms from D. Cai, S. Yu, J.-R. Wen
and W.-Y. Ma. "Block-based web search." Proc. SIGIR 2004. `rm3` is N. Abdul-Jaleel et al. "UMass at
TREC 2004: novelty and HARD."
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from pagecore.errors import BadOption, show_value

#: The weights of the terms of an expanded query: those of the paper, or 1 and 1/2.
WEIGHTS: Final = ("falling", "flat")
#: Texts that new terms are taken from, and the number of new terms.
N_TEXTS: Final = 10
N_TERMS: Final = 10


def relevance_weight(n_relevant: int, n_texts: int, n_relevant_with: int, n_with: int) -> float:
    """Return the relevance weight of a term (RW).

    Args:
        n_relevant: texts that are taken as relevant (R).
        n_texts: texts of the collection (N).
        n_relevant_with: relevant texts that have the term (r).
        n_with: texts of the collection that have the term (n).
    """
    r_with, r_without = n_relevant_with + 0.5, n_relevant - n_relevant_with + 0.5
    # Counts of an index may include deleted pages.
    n_others_with = max(n_with - n_relevant_with, 0) + 0.5
    n_others_without = max(n_texts - n_with - n_relevant + n_relevant_with, 0) + 0.5
    return math.log(r_with * n_others_without / (n_others_with * r_without))


def offer_weight(n_relevant: int, n_texts: int, n_relevant_with: int, n_with: int) -> float:
    """Return the offer weight of a term (OW): `r` times its relevance weight."""
    weight = relevance_weight(n_relevant, n_texts, n_relevant_with, n_with)
    return n_relevant_with * weight


def expand_by_offer_weight(
    query: Mapping[str, float],
    texts: Sequence[Sequence[str]],
    count_texts_with: Callable[[Iterable[str]], Mapping[str, int]],
    n_texts: int,
    *,
    n_terms: int = N_TERMS,
    weights: str = "falling",
) -> dict[str, float]:
    """Add the terms with the highest offer weights to a query.

    Args:
        query: the number of occurrences of each term.
        texts: the terms of the texts that are taken as relevant.
        count_texts_with: counts the texts of the collection that have each term.
        n_texts: the number of texts of the collection.
        n_terms: the number of new terms.
        weights: `falling` for twice the number of occurrences of a term of the query, and 1 down to
            1/m for the m new terms; `flat` for 1 and 1/2.

    Returns:
        The weight of each term, those of the query first, then the new ones, the best first.
    """
    if weights not in WEIGHTS:
        expected = ", ".join(WEIGHTS)
        raise BadOption(f"weights={show_value(weights)}: expected one of: {expected}")
    n_relevant_with = Counter(term for terms in texts for term in set(terms))
    new = [term for term in n_relevant_with if term not in query]
    n_with = count_texts_with(new)
    offers = {
        term: offer_weight(len(texts), n_texts, n_relevant_with[term], n_with.get(term, 0))
        for term in new
    }
    # Terms that are not more frequent in the relevant texts than elsewhere would only do harm.
    useful = [term for term in new if offers[term] > 0]
    best = sorted(useful, key=lambda term: (-offers[term], term))[:n_terms]
    if weights == "flat":
        return dict.fromkeys(query, 1.0) | dict.fromkeys(best, 0.5)
    falling = {term: 1 - at / len(best) for at, term in enumerate(best)}
    return {term: 2 * n for term, n in query.items()} | falling


def expand_by_rm3(
    query: Mapping[str, float],
    texts: Sequence[Sequence[str]],
    scores: Sequence[float],
    *,
    n_terms: int = N_TERMS,
    original: float = 0.5,
) -> dict[str, float]:
    """Mix a query with the most probable terms of the best texts.

    Args:
        query: the number of occurrences of each term.
        texts: the terms of the texts that are taken as relevant.
        scores: their scores, which say how much each counts.
        n_terms: the number of terms from the texts; they may be terms of the query.
        original: the share of the query in the mixture, 0 to 1.

    Returns:
        The weight of each term; their sum is 1.
    """
    total = sum(scores)
    feedback: dict[str, float] = defaultdict(float)
    for terms, score in zip(texts, scores, strict=True):
        for term, n in Counter(terms).items():
            feedback[term] += (score / total if total else 1 / len(texts)) * n / len(terms)
    best = sorted(feedback, key=lambda term: (-feedback[term], term))[:n_terms]
    mass = sum(feedback[term] for term in best)
    if not mass:
        return dict(query)
    n_query = sum(query.values())
    mixture = {term: original * n / n_query for term, n in query.items()}
    for term in best:
        mixture[term] = mixture.get(term, 0.0) + (1 - original) * feedback[term] / mass
    return mixture
