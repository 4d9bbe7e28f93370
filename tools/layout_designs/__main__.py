"""Compare designs of a default extractor that sees the page.

    python -m tools.record_layouts visual
    python -m tools.record_layouts wcxb-sample
    python -m tools.layout_designs

fits each design to rendered pages of `visual` and WCXB, in ten folds by site, and records the entry
`layout designs`: word F1 on `visual`, and on WCXB apart by the quality of the layout. Pages of
`visual` are scored by the shipped model, which has not seen them. Those of WCXB are scored by a
model that is trained without their sites, and kept in `--base`. The entry `layout extractor` has
the word F1 of the default extractor as it is, with and without layouts, on the same pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import numpy.typing as npt

from pagecore import corpora
from pagecore.corpora.corpus import Corpus
from pagecore.measure.folds import split_folds
from pagecore.metrics.bootstrap import compare_pairs
from pagecore.models.model import Model, load
from pagecore.page.judging import describe_choices
from pagecore.page.layout import LOW_QUALITY
from tools.layout_designs import DESIGNS_ENTRY, EXTRACTOR_ENTRY
from tools.layout_designs.designs import DESIGNS, Design
from tools.layout_designs.extractor import measure_extractor
from tools.layout_designs.samples import SAMPLE, SeenSample, collect, load_sample, train_without
from tools.options import Tool, data_option, figures_option, path_option
from tools.record import describe_lead, describe_run, record, round_value, write_command

N_FOLDS: Final = 10


@click.command(cls=Tool)
@data_option
@figures_option
@path_option("--base", ".data/layouts/wcxb-sample/base.model", "The model without the sample.")
@click.option("--only", type=click.Choice(["designs", "extractor"]), help="Measure these alone.")
@click.pass_context
def main(context: click.Context, data: Path, figures: Path, base: Path, only: str | None) -> None:
    """Compare the designs, and record the figures."""
    visual, sample = corpora.load("visual", data / "visual"), load_sample(data)
    model = train_without(data, sample.items, base)
    measured = name_corpora(visual, sample)
    run = describe_run(write_command(context, "tools.layout_designs"), measured)
    if only != "designs":
        rows = [*measure_extractor(visual, load()), *measure_extractor(sample, model)]
        for row in rows:
            click.echo(str(row))
        record(EXTRACTOR_ENTRY, rows, provenance=run, path=figures)
    if only != "extractor":
        rows = list(compare_designs(visual, sample, model))
        record(DESIGNS_ENTRY, rows, provenance=run, path=figures)


def name_corpora(visual: Corpus, sample: Corpus) -> list[Corpus]:
    """The corpora under the names of their layouts: a part of WCXB has another digest than all of
    it."""
    return [visual, replace(sample, name=SAMPLE)]


def compare_designs(visual: Corpus, sample: Corpus, model: Model) -> Iterator[dict[str, Any]]:
    """Measure every design on both corpora; the model has not seen the pages of the second."""
    samples = [*collect(visual, load()), *collect(sample, model)]
    fold_of = split_folds([visual, sample], N_FOLDS, 0, tuning=True).fold_of
    folds = np.array([fold_of[one.corpus, one.page.id] for one in samples])
    groups = group_pages(samples)
    scores = {}
    for design in DESIGNS:
        scores[design.name] = score_design(design, samples, folds)
        row = describe(design.name, scores[design.name], scores[DESIGNS[0].name], samples, groups)
        click.echo(
            f"{design.name:50} " + ", ".join(_show(name, of) for name, of in row["f1"].items())
        )
        yield row


def group_pages(samples: Sequence[SeenSample]) -> dict[str, npt.NDArray[np.bool_]]:
    """The pages of each column of the table."""
    is_visual = np.array([sample.corpus == "visual" for sample in samples])
    is_good = np.array([sample.quality >= LOW_QUALITY for sample in samples])
    return {
        "visual": is_visual,
        "wcxb, good layout": ~is_visual & is_good,
        "wcxb, poor layout": ~is_visual & ~is_good,
    }


def score_design(
    design: Design, samples: Sequence[SeenSample], folds: npt.NDArray[Any]
) -> npt.NDArray[np.float64]:
    """Word F1 of each page, by a design that is fitted to the other folds."""
    scores = np.zeros(len(samples))
    for fold in sorted(set(folds.tolist())):
        predict = design.fit([one for one, of in zip(samples, folds, strict=True) if of != fold])
        for at in np.flatnonzero(folds == fold).tolist():
            sample = samples[at]
            choices = describe_choices(sample.page.page, predict(sample), names=sample.names)[2]
            scores[at] = sample.page.score_choice(design.correct(sample, choices[0]))
    return scores


def describe(
    name: str,
    scores: npt.NDArray[np.float64],
    before: npt.NDArray[np.float64],
    samples: Sequence[SeenSample],
    groups: Mapping[str, npt.NDArray[np.bool_]],
) -> dict[str, Any]:
    """The figures of a design: means, and the differences from the design without a layout."""
    figures = {}
    for group, mask in groups.items():
        sites = np.array([sample.page.group for sample in samples])[mask]
        now, then = scores[mask], before[mask]
        of_site = [sites == site for site in sorted(set(sites.tolist()))]
        now_by_site, then_by_site = (
            [float(values[of].mean()) for of in of_site] for values in (now, then)
        )
        figures[group] = {
            "pages": int(mask.sum()),
            "f1": round_value(float(now.mean())),
            "lead": describe_lead(compare_pairs(now, then)),
            "lead by site": describe_lead(compare_pairs(now_by_site, then_by_site)),
            "better": int((now > then + 1e-6).sum()),
            "worse": int((now < then - 1e-6).sum()),
        }
    return {"design": name, "f1": figures}


def _show(name: str, of: Mapping[str, Any]) -> str:
    lead = of["lead"]
    return (
        f"{name} {of['f1']:.4f} ({lead['difference']:+.4f}, {lead['low']:+.4f} to "
        f"{lead['high']:+.4f}; {of['better']}+ {of['worse']}-)"
    )


if __name__ == "__main__":
    main()
