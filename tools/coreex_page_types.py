"""The thresholds by which CoreEx separates articles from listings, chosen and measured on WCXB.

    python -m tools.coreex_page_types

Listings and collections count as listings. The thresholds for a fold are the best on the other
folds, by the mean of the shares of both kinds that are right, since most pages are articles. The
figures out of fold are recorded as the entry `page kind`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

import click
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
#: Thresholds to try: for the best score, and for its share of the text of the page.
SCORES: Final = (0.0, 0.9, 0.99, 0.9905, 0.991, 0.9915, 0.992, 0.993, 0.994, 0.995)
SHARES: Final = tuple(share / 20 for share in range(20))


class ScoredPage(NamedTuple):
    """A page: its fold, its kind, and its scores by CoreEx."""

    fold: str
    kind: str
    score: float
    share: float


class Thresholds(NamedTuple):
    """The minimum scores of an article."""

    score: float
    share: float

    def classify(self, page: ScoredPage) -> str:
        """Classify a page."""
        return classify_page(page.score, page.share, min_score=self.score, min_share=self.share)


def compute_balanced(pages: Sequence[ScoredPage], predicted: Sequence[str]) -> float:
    """Balanced accuracy: the mean over kinds of the share of right pages."""
    right: dict[str, list[bool]] = {}
    for page, kind in zip(pages, predicted, strict=True):
        right.setdefault(page.kind, []).append(kind == page.kind)
    return fmean(map(fmean, right.values()))


def choose_thresholds(pages: Sequence[ScoredPage]) -> Thresholds:
    """Choose the thresholds with the best balanced accuracy, the lowest of equal ones."""
    tried = (Thresholds(score, share) for score, share in product(SCORES, SHARES))
    return max(tried, key=lambda of: compute_balanced(pages, [of.classify(page) for page in pages]))


def predict_out_of_fold(pages: Sequence[ScoredPage]) -> list[str]:
    """Classify every page by thresholds that were chosen without its fold."""
    by_fold = {
        fold: choose_thresholds([page for page in pages if page.fold != fold])
        for fold in {page.fold for page in pages}
    }
    return [by_fold[page.fold].classify(page) for page in pages]


def read_pages(corpus: Corpus) -> Iterable[ScoredPage]:
    """Score the pages whose kind is known."""
    folds = split_folds([corpus], N_FOLDS, seed=0)
    for item in corpus.items:
        if item.gold.page_type in KIND_OF:
            page = parse(item.html(), url=item.url, encoding=item.encoding)
            kind = KIND_OF[item.gold.page_type]
            yield ScoredPage(
                folds.fold_of[corpus.name, item.id], kind, *read_best(coreex(page).evidence)
            )


def summarise_pages(pages: Sequence[ScoredPage]) -> dict[str, Any]:
    """The thresholds, and the shares of pages that they classify correctly."""
    predicted, best = predict_out_of_fold(pages), choose_thresholds(pages)
    right = fmean(page.kind == kind for page, kind in zip(pages, predicted, strict=True))
    share = {kind: fmean(page.kind == kind for page in pages) for kind in KINDS}
    return {
        "pages": len(pages),
        "score": best.score,
        "share": best.share,
        "right": round_value(right),
        "most_frequent": round_value(max(share.values())),
        "balanced": round_value(compute_balanced(pages, predicted)),
        "balanced_constant": round_value(1 / len(KINDS)),
    }


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Choose the thresholds, and record their figures."""
    corpus = corpora.load("wcxb", data / "wcxb")
    shares = summarise_pages(list(track(read_pages(corpus), "pages", transient=True)))
    click.echo("\n".join(f"{name}: {share}" for name, share in shares.items()))
    run = describe_run(write_command(context, "tools.coreex_page_types"), [corpus])
    record("page kind", shares, provenance=run, path=figures)


if __name__ == "__main__":
    main()
