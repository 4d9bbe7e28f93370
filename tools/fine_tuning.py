"""The gain of fine-tuning on a site, and its cost on other sites.

    python -m tools.fine_tuning

trains a small model on WCXB and Fundus, without some sites and without 200 pages of other sites. It
then fine-tunes the model on half of the pages of each left-out site, measures it on the other half
and on the 200 pages, and records the entry `tuning` of the figures.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import click

from pagecore import __version__
from pagecore.corpora import load
from pagecore.corpora.corpus import Corpus
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.run import measure
from pagecore.models.model import Model
from pagecore.train.default import DefaultTrainer
from pagecore.train.samples import PageSample
from pagecore.train.settings import Settings
from pagecore.train.tuned import TunedTrainer
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value, write_command

CORPORA: Final = ("wcxb", "fundus")
#: Minimum number of pages of a site, which is halved.
MIN_PAGES: Final = 8
#: A language whose pages are treated as one site.
LANGUAGE: Final = "no"
#: Number of other pages to measure on, which are not trained on.
OTHERS: Final = 200
#: Fewer trees than the shipped model has.
SMALL: Final = Settings(
    parts=2,
    first_trees=100,
    first_rate=0.25,
    trees=120,
    rate=0.25,
    draft_trees=60,
    type_trees=30,
    confidence_trees=30,
)

#: A page: its corpus, and its id there.
Place = tuple[str, str]


@dataclass(frozen=True)
class TuningGain:
    """F1 on a site and on other pages, before and after tuning with half of the site."""

    site: str
    pages: int
    before: float
    after: float
    others_before: float
    #: The worse of both halves.
    others_after: float


@dataclass(frozen=True)
class SampledPages:
    """Corpora with their samples."""

    corpora: Mapping[str, Corpus]
    samples: Mapping[Place, PageSample]

    def of(self, places: Iterable[Place]) -> dict[str, list[PageSample]]:
        """The samples of some pages, by corpus."""
        by_corpus: dict[str, list[PageSample]] = {}
        for place in places:
            if place in self.samples:
                by_corpus.setdefault(place[0], []).append(self.samples[place])
        return by_corpus

    def f1(self, places: Sequence[Place], model: Model) -> float:
        """Mean word F1 of a model on some pages."""
        contender = OwnMethod("default", __version__, {"model": model})
        values = []
        for corpus in self.corpora.values():
            ids = {page for name, page in places if name == corpus.name}
            items = tuple(item for item in corpus.items if item.id in ids)
            metric = corpus.metric
            some = replace(corpus, items=items)
            if not ids:
                continue
            for page in measure(some, [contender], metrics=(), metric=metric).measured:
                if metric in page.scores:
                    values.append(page.value(metric))
        return fmean(values)


def select_sites(corpora: Iterable[Corpus]) -> dict[str, list[Place]]:
    """The pages of large sites, and those of a language."""
    sites: dict[str, list[Place]] = {}
    for corpus in corpora:
        usable = [item for item in corpus.items if item.in_means]
        count = Counter(item.group for item in usable)
        for item in usable:
            if count[item.group] >= MIN_PAGES:
                sites.setdefault(item.group, []).append((corpus.name, item.id))
            if item.gold.language == LANGUAGE:
                sites.setdefault(f"language {LANGUAGE}", []).append((corpus.name, item.id))
    return sites


def select_others(corpora: Iterable[Corpus], taken: set[Place], n: int) -> list[Place]:
    """Pages of other sites, whole sites at a time, in a random but fixed order."""
    groups: dict[str, list[Place]] = {}
    for corpus in corpora:
        for item in corpus.items:
            if (corpus.name, item.id) not in taken and item.in_means:
                groups.setdefault(f"{corpus.name}\t{item.group}", []).append((corpus.name, item.id))
    ordered = sorted(groups, key=lambda name: hashlib.sha256(name.encode()).digest())
    return [place for name in ordered for place in groups[name]][:n]


def measure_tuning(
    pages: SampledPages, settings: Settings = SMALL, n_others: int = OTHERS
) -> list[TuningGain]:
    """Tune a model with each half of each site, and measure it on the other half."""
    of_sites = select_sites(pages.corpora.values())
    taken = {place for some in of_sites.values() for place in some}
    beside = select_others(pages.corpora.values(), taken, n_others)
    rest = [place for place in pages.samples if place not in taken and place not in set(beside)]
    base = DefaultTrainer(settings).fit(pages.of(rest), seed=0)
    others_before = pages.f1(beside, base)
    figures = []
    for site, places in of_sites.items():
        halves = places[::2], places[1::2]
        before, after, of_others = [], [], []
        for learned, measured in (halves, halves[::-1]):
            model = TunedTrainer(base).fit(pages.of(learned), seed=0)
            before.append(pages.f1(measured, base))
            after.append(pages.f1(measured, model))
            of_others.append(pages.f1(beside, model))
        figure = TuningGain(
            site, len(places), fmean(before), fmean(after), others_before, min(of_others)
        )
        figures.append(figure)
    return figures


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure what fine-tuning gains and costs, and record the figures."""
    corpora = {name: load(name, data / name) for name in CORPORA}
    samples = {
        (name, sample.id): sample
        for name, corpus in corpora.items()
        for sample in DefaultTrainer().samples(corpus)
    }
    rows = [round_figures(site) for site in measure_tuning(SampledPages(corpora, samples))]
    run = describe_run(write_command(context, "tools.fine_tuning"), corpora.values())
    record("tuning", rows, provenance=run, path=figures)


def round_figures(site: TuningGain) -> dict[str, Any]:
    """The figures of a site as they are kept."""
    return {
        name: round_value(value) if isinstance(value, float) else value
        for name, value in asdict(site).items()
    }


if __name__ == "__main__":
    main()
