"""The rule by which CoreEx separates articles from listings, chosen and measured on WCXB.

    python -m tools.coreex_page_types

A rule has a weight of the text, which decides what the best element of a page is, and two
thresholds. Listings and collections count as listings. The rule for a fold is the best on the other
folds, by the mean of the shares of both kinds that are right, since most pages are articles. The
figures out of fold are recorded as the entry `page kind`, also for each weight alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

import click
import numpy as np
from rich.progress import track

from pagecore import corpora
from pagecore.corpora.corpus import Corpus
from pagecore.measure.folds import split_folds
from pagecore.methods.coreex import KINDS, classify_page, coreex, read_best
from pagecore.page import parse
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value, write_command

#: The kind, in the words of the paper, of a page of each type.
KIND_OF: Final = {"article": "article", "listing": "listing", "collection": "listing"}
N_FOLDS: Final = 5
#: Weights of the text to try; that of the ratio is .99.
WEIGHTS: Final = (0.01, 0.03, 0.1, 0.3, 1.0)
#: Thresholds to try: for the best score, and for its share of the text of the page.
SCORES: Final = (0.0, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.9905, 0.991, 0.992, 0.993, 0.994, 0.995)
SHARES: Final = tuple(share / 20 for share in range(20))


class Best(NamedTuple):
    """The best score of a page, and its share of the text."""

    score: float
    share: float


class ScoredPage(NamedTuple):
    """A page: its fold, its kind, and its best score by each weight."""

    fold: str
    kind: str
    best: Mapping[float, Best]


class Rule(NamedTuple):
    """A weight of the text, and the minimum scores of an article."""

    weight: float
    score: float
    share: float

    def classify(self, page: ScoredPage) -> str:
        """Classify a page."""
        best = page.best[self.weight]
        return classify_page(best.score, best.share, min_score=self.score, min_share=self.share)


def compute_balanced(pages: Sequence[ScoredPage], predicted: Sequence[str]) -> float:
    """Balanced accuracy: the mean over kinds of the share of right pages."""
    right: dict[str, list[bool]] = {}
    for page, kind in zip(pages, predicted, strict=True):
        right.setdefault(page.kind, []).append(kind == page.kind)
    return fmean(map(fmean, right.values()))


def choose_rule(pages: Sequence[ScoredPage], weights: Sequence[float] = WEIGHTS) -> Rule:
    """Choose the rule with the best balanced accuracy; of equal ones the lowest weight, then the
    lowest thresholds."""
    kinds = np.array([page.kind for page in pages])
    is_article = kinds == KINDS[0]
    known = [kinds == kind for kind in np.unique(kinds)]

    def compute_accuracy(rule: Rule) -> float:
        """The balanced accuracy, as `Rule.classify` and `compute_balanced` define it."""
        score, share = best[rule.weight]
        is_right = ((score >= rule.score) & (share >= rule.share)) == is_article
        return fmean(float(is_right[of].mean()) for of in known)

    best = {weight: np.array([page.best[weight] for page in pages]).T for weight in weights}
    tried = (Rule(*values) for values in product(weights, SCORES, SHARES))
    return max(tried, key=compute_accuracy)


def predict_out_of_fold(
    pages: Sequence[ScoredPage], weights: Sequence[float] = WEIGHTS
) -> list[str]:
    """Classify every page by a rule that was chosen without its fold."""
    by_fold = {
        fold: choose_rule([page for page in pages if page.fold != fold], weights)
        for fold in {page.fold for page in pages}
    }
    return [by_fold[page.fold].classify(page) for page in pages]


def read_pages(corpus: Corpus) -> Iterable[ScoredPage]:
    """Score the pages whose kind is known."""
    folds = split_folds([corpus], N_FOLDS, seed=0)
    for item in corpus.items:
        if item.gold.page_type in KIND_OF:
            evidence = coreex(parse(item.html(), url=item.url, encoding=item.encoding)).evidence
            best = {weight: Best(*read_best(evidence, text_weight=weight)) for weight in WEIGHTS}
            kind = KIND_OF[item.gold.page_type]
            yield ScoredPage(folds.fold_of[corpus.name, item.id], kind, best)


def measure_rules(pages: Sequence[ScoredPage], weights: Sequence[float]) -> dict[str, float]:
    """The shares of pages that rules with some weights classify correctly, out of fold."""
    predicted = predict_out_of_fold(pages, weights)
    right = fmean(page.kind == kind for page, kind in zip(pages, predicted, strict=True))
    return {
        "right": round_value(right),
        "balanced": round_value(compute_balanced(pages, predicted)),
    }


def summarise_pages(pages: Sequence[ScoredPage]) -> dict[str, Any]:
    """The rule, and the shares of pages that are classified correctly, by weight too."""
    best = choose_rule(pages)
    share = {kind: fmean(page.kind == kind for page in pages) for kind in KINDS}
    return {
        "pages": len(pages),
        **best._asdict(),
        **measure_rules(pages, WEIGHTS),
        "most_frequent": round_value(max(share.values())),
        "balanced_constant": round_value(1 / len(KINDS)),
        "weights": [{"weight": weight} | measure_rules(pages, [weight]) for weight in WEIGHTS],
    }


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Choose the rule, and record its figures."""
    corpus = corpora.load("wcxb", data / "wcxb")
    shares = summarise_pages(list(track(read_pages(corpus), "pages", transient=True)))
    click.echo("\n".join(f"{name}: {share}" for name, share in shares.items()))
    run = describe_run(write_command(context, "tools.coreex_page_types"), [corpus])
    record("page kind", shares, provenance=run, path=figures)


if __name__ == "__main__":
    main()
