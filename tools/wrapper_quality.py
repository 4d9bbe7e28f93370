"""Quality of wrappers: learned from some pages of a site, applied to its other pages.

    python -m tools.wrapper_quality

learns a wrapper from every second page of each site that has gold, with the default extractor's
labels, compares its output for the other pages with the gold, beside the default extractor itself,
and records the entry `held back METHOD` of the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

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
from tools.options import Tool, figures_option, path_option
from tools.record import describe_lead, describe_run, record, round_value, write_command

#: Pages that a wrapper is learned from, at most; and how many a site needs at least.
MAX_LEARNED_PAGES, MIN_PAGES = 20, 2


@dataclass(frozen=True)
class WrapperQuality:
    """The held-back pages of a site."""

    name: str
    learned_from: int
    #: Why there is no wrapper; empty where there is one.
    problem: str
    #: On how many pages the wrapper fits.
    fits: int
    #: Word F1 page by page, of the default extractor and of the wrapper.
    default: tuple[float, ...]
    wrapper: tuple[float, ...]


def measure_sites(
    corpus: Corpus, method: str, progress: Callable[[], None]
) -> list[WrapperQuality]:
    """Every site of a corpus that has gold of enough pages."""
    groups: dict[str, list[Item]] = {}
    for item in corpus.items:
        if item.in_means and item.gold.text:
            groups.setdefault(item.id.partition("/")[0], []).append(item)
    sites = []
    for name, items in groups.items():
        if len(items) >= 2 * MIN_PAGES:
            sites.append(_measure_site(name, items, method))
        progress()
    return sites


def _measure_site(name: str, items: Sequence[Item], method: str) -> WrapperQuality:
    some, others = items[::2][:MAX_LEARNED_PAGES], items[1::2]
    try:
        wrapper = learn(map(_parse_item, some), method=method)
    except WrapperError as error:
        return WrapperQuality(name, len(some), str(error), 0, (), ())
    fits, default, wrapped = 0, [], []
    for item in others:
        gold = str(item.gold.text)
        document = apply(wrapper, item.html(), url=item.url, encoding=item.encoding)
        fits += document.method == f"site/{wrapper.method}"
        default.append(score_words(gold, extract(_parse_item(item)).text, unspaced=True)[2])
        wrapped.append(score_words(gold, document.text, unspaced=True)[2])
    return WrapperQuality(name, len(some), "", fits, tuple(default), tuple(wrapped))


def _parse_item(item: Item) -> Page:
    return parse(item.html(), url=item.url, encoding=item.encoding)


def compare_wrappers(sites: Sequence[WrapperQuality]) -> PairedDifference:
    """How far wrappers are ahead of the extractor they learned from, over all pages."""
    wrapped = [f1 for site in sites for f1 in site.wrapper]
    default = [f1 for site in sites for f1 in site.default]
    return compare_pairs(wrapped, default)


def summarise_sites(sites: Sequence[WrapperQuality]) -> dict[str, Any]:
    """The means of each site and of all pages, and the lead of wrappers over the extractor."""
    learned = [site for site in sites if not site.problem]
    rows = [_row(site.name, [site]) for site in learned]
    figures: dict[str, Any] = {"sites": rows}
    if learned:
        figures |= {"all": _row("all", learned), "lead": describe_lead(compare_wrappers(learned))}
    figures["problems"] = [
        {"site": site.name, "problem": site.problem} for site in sites if site.problem
    ]
    return figures


def _row(name: str, sites: Sequence[WrapperQuality]) -> dict[str, Any]:
    default = [f1 for site in sites for f1 in site.default]
    return {
        "site": name,
        "learned_from": sum(site.learned_from for site in sites),
        "held_back": len(default),
        "fits": sum(site.fits for site in sites),
        "default": round_value(fmean(default)),
        "wrapper": round_value(fmean(f1 for site in sites for f1 in site.wrapper)),
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
    with Progress(transient=True) as bar:
        task = bar.add_task("sites", total=n_sites)
        sites = measure_sites(corpus, method, lambda: bar.advance(task))
    run = describe_run(write_command(context, "tools.wrapper_quality"), [corpus])
    record(f"held back {method}", summarise_sites(sites), provenance=run, path=figures)


if __name__ == "__main__":
    main()
