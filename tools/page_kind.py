"""The thresholds by which CoreEx tells articles from listings, chosen and measured on WCXB.

    python -m tools.page_kind

Articles are held against listings and collections. The thresholds of a fold are those that tell
the pages of the others best, by the mean of the shares of both kinds that are told right, since
most pages are articles. Their figures on pages that they were not chosen on are recorded as the
entry `page kind`.
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

#: The kind that the paper would call a page of each type.
KIND_OF: Final = {"article": "article", "listing": "listing", "collection": "listing"}
N_FOLDS: Final = 5
#: Thresholds that are tried: of the best score, and of its share of the page's text.
SCORES: Final = (0.0, 0.9, 0.99, 0.9905, 0.991, 0.9915, 0.992, 0.993, 0.994, 0.995)
SHARES: Final = tuple(share / 20 for share in range(20))


class Seen(NamedTuple):
    """A page: its fold, its kind, and what CoreEx says of it."""

    fold: str
    kind: str
    score: float
    share: float


class Thresholds(NamedTuple):
    """What an article has at least."""

    score: float
    share: float

    def told(self, page: Seen) -> str:
        """The kind that a page is told to be."""
        return classify_page(page.score, page.share, least_score=self.score, least_share=self.share)


def compute_balanced(pages: Sequence[Seen], told: Sequence[str]) -> float:
    """The share of pages told right, as the mean over kinds."""
    right: dict[str, list[bool]] = {}
    for page, kind in zip(pages, told, strict=True):
        right.setdefault(page.kind, []).append(kind == page.kind)
    return fmean(map(fmean, right.values()))


def choose_thresholds(pages: Sequence[Seen]) -> Thresholds:
    """The thresholds that tell these pages best, of several the lowest."""
    tried = (Thresholds(score, share) for score, share in product(SCORES, SHARES))
    return max(tried, key=lambda one: compute_balanced(pages, [one.told(page) for page in pages]))


def predict_out_of_fold(pages: Sequence[Seen]) -> list[str]:
    """The kind of every page, by thresholds that were chosen without its fold."""
    by_fold = {
        fold: choose_thresholds([page for page in pages if page.fold != fold])
        for fold in {page.fold for page in pages}
    }
    return [by_fold[page.fold].told(page) for page in pages]


def read_pages(corpus: Corpus) -> Iterable[Seen]:
    """What CoreEx says of the pages whose kind is known."""
    folds = split_folds([corpus], N_FOLDS, seed=0)
    for item in corpus.items:
        if item.gold.page_type in KIND_OF:
            page = parse(item.html(), url=item.url, encoding=item.encoding)
            kind = KIND_OF[item.gold.page_type]
            yield Seen(folds.of[corpus.name, item.id], kind, *read_best(coreex(page).evidence))


def summarise_pages(pages: Sequence[Seen]) -> dict[str, Any]:
    """The thresholds, and the shares of pages that they classify correctly."""
    told, best = predict_out_of_fold(pages), choose_thresholds(pages)
    right = fmean(page.kind == kind for page, kind in zip(pages, told, strict=True))
    share = {kind: fmean(page.kind == kind for page in pages) for kind in KINDS}
    return {
        "pages": len(pages),
        "score": best.score,
        "share": best.share,
        "right": round_value(right),
        "most_frequent": round_value(max(share.values())),
        "balanced": round_value(compute_balanced(pages, told)),
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
    run = describe_run(write_command(context, "tools.page_kind"), [corpus])
    record("page kind", shares, provenance=run, path=figures)


if __name__ == "__main__":
    main()
