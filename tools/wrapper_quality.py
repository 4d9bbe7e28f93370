"""Quality of wrappers: learned from some pages of a site, applied to its other pages.

    python -m tools.wrapper_quality

learns a wrapper from every second page of each site that has gold, compares its output for the
other pages with the gold, beside what its learner chooses on them itself, and records the entry
`held back METHOD` of the figures. Each learner of the method is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, Final, TypeAlias

import click

from pagecore import corpora
from pagecore.apply import apply
from pagecore.corpora.corpus import Corpus, Item
from pagecore.errors import WrapperError
from pagecore.extract import extract
from pagecore.learn import learn
from pagecore.metrics.bootstrap import PairedDifference, compare_pairs
from pagecore.metrics.words import score_words
from pagecore.page import Page, parse
from pagecore.registry import PAGE
from tools.options import Tool, figures_option, path_option
from tools.record import describe_lead, describe_run, record, round_value, write_command

#: Pages that a wrapper is learned from, at most; and how many a site needs at least.
MAX_LEARNED_PAGES, MIN_PAGES = 20, 2

#: Parameters of a site method.
Options: TypeAlias = Mapping[str, Any]


#: The parameters that each method is measured with. A method that is not listed is measured with
#: its defaults, beside the default extractor.
VARIANTS: Final[Mapping[str, Sequence[Options]]] = {
    "hybrid": (
        {"learner": "c45", "candidates": "div-td"},
        {"learner": "c45", "candidates": "containers"},
        {"learner": "bayes", "candidates": "div-td"},
        {"learner": "bayes", "candidates": "containers"},
        {"learner": "default"},
    )
}
#: The most that a wrapper may lose on a site, in word F1 of the pages that it fits.
MAX_LOSS: Final = 0.02


@dataclass(frozen=True)
class WrapperQuality:
    """The held-back pages of a site."""

    name: str
    learned_from: int
    #: Why there is no wrapper; empty where there is one.
    problem: str
    held_back: int
    #: Word F1 of the learner and of the wrapper on each page that the wrapper fits. On other pages
    #: `apply` falls back to the default extractor, which says nothing about the wrapper.
    learner: tuple[float, ...]
    wrapper: tuple[float, ...]


def measure_sites(
    corpus: Corpus, method: str, options: Options, progress: Callable[[], None]
) -> list[WrapperQuality]:
    """Every site of a corpus that has gold of enough pages.

    Args:
        corpus: the sites.
        method: a site method.
        options: parameters of the method.
        progress: called after every site.
    """
    groups: dict[str, list[Item]] = {}
    for item in corpus.items:
        if item.in_means and item.gold.text:
            groups.setdefault(item.id.partition("/")[0], []).append(item)
    sites = []
    for name, items in groups.items():
        if len(items) >= 2 * MIN_PAGES:
            sites.append(_measure_site(name, items, method, options))
        progress()
    return sites


def _measure_site(
    name: str, items: Sequence[Item], method: str, options: Options
) -> WrapperQuality:
    some, others = items[::2][:MAX_LEARNED_PAGES], items[1::2]
    try:
        wrapper = learn(map(_parse_item, some), method=method, **options)
    except WrapperError as error:
        return WrapperQuality(name, len(some), str(error), len(others), (), ())
    own, wrapped = [], []
    for item in others:
        gold = str(item.gold.text)
        document = apply(wrapper, item.html(), url=item.url, encoding=item.encoding)
        if document.method != f"site/{wrapper.method}":
            continue
        own.append(score_words(gold, run_learner(_parse_item(item), options), unspaced=True)[2])
        wrapped.append(score_words(gold, document.text, unspaced=True)[2])
    return WrapperQuality(name, len(some), "", len(others), tuple(own), tuple(wrapped))


def run_learner(page: Page, options: Options) -> str:
    """The text that the learner of a wrapper extracts itself."""
    if options.get("learner", PAGE.default) == PAGE.default:
        return extract(page).text
    return extract(page, method="hybrid", **options).text


def _parse_item(item: Item) -> Page:
    return parse(item.html(), url=item.url, encoding=item.encoding)


def compare_wrappers(sites: Sequence[WrapperQuality]) -> PairedDifference:
    """How far wrappers are ahead of the learner they learned from, over all pages that they fit."""
    wrapped = [f1 for site in sites for f1 in site.wrapper]
    own = [f1 for site in sites for f1 in site.learner]
    return compare_pairs(wrapped, own)


def summarise_sites(sites: Sequence[WrapperQuality]) -> dict[str, Any]:
    """The means of each site and of all pages that wrappers fit, their lead over the learner, the
    sites on which they lose more than they may, and those without a page that they fit."""
    learned = [site for site in sites if not site.problem]
    rows = [_row(site.name, [site]) for site in learned]
    figures: dict[str, Any] = {"sites": rows}
    if any(site.wrapper for site in learned):
        figures |= {"all": _row("all", learned), "lead": describe_lead(compare_wrappers(learned))}
    figures["losses"] = [
        row["site"] for row in rows if row["fits"] and row["wrapper"] < row["learner"] - MAX_LOSS
    ]
    figures["misfits"] = [row["site"] for row in rows if not row["fits"]]
    figures["problems"] = [
        {"site": site.name, "problem": site.problem} for site in sites if site.problem
    ]
    return figures


def _row(name: str, sites: Sequence[WrapperQuality]) -> dict[str, Any]:
    own = [f1 for site in sites for f1 in site.learner]
    wrapped = [f1 for site in sites for f1 in site.wrapper]
    return {
        "site": name,
        "learned_from": sum(site.learned_from for site in sites),
        "held_back": sum(site.held_back for site in sites),
        "fits": len(wrapped),
        "learner": round_value(fmean(own)) if own else None,
        "wrapper": round_value(fmean(wrapped)) if wrapped else None,
    }


@click.command(cls=Tool)
@click.option("--method", default="hybrid", show_default=True, help="A site method.")
@path_option("--data", ".data/sites", "The folder of the sites.")
@figures_option
@click.pass_context
def main(context: click.Context, method: str, data: Path, figures: Path) -> None:
    """Measure wrappers on held-back pages of their sites, and record the figures."""
    from rich.progress import Progress

    corpus = corpora.load("sites", data)
    n_sites = len({item.id.partition("/")[0] for item in corpus.items if item.in_means})
    variants = VARIANTS.get(method, ({},))
    measured = []
    with Progress(transient=True) as bar:
        task = bar.add_task("sites", total=n_sites * len(variants))
        for options in variants:
            sites = measure_sites(corpus, method, options, lambda: bar.advance(task))
            measured.append({"options": options} | summarise_sites(sites))
    run = describe_run(write_command(context, "tools.wrapper_quality"), [corpus])
    record(f"held back {method}", measured, provenance=run, path=figures)


if __name__ == "__main__":
    main()
