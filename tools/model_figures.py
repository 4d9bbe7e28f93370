"""Figures of the trained models: what their files hold, and how the default's compares with others.

    python -m tools.model_figures

records the entry `model METHOD` for every model that comes with the package (its corpora, its
figures by cross-validation, the ceiling of its labels), and the entry `standing`: the default
extractor beside the best other extractor on each page type and in each language. The others' word
F1, page by page, is in docs/peers.tsv, which `python -m tools.compare_peers` measures.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click

from pagecore.models.model import Model, load
from pagecore.registry import list_methods
from tools.compare_peers import TRAITS, compare_groups, list_worst_pages, read_pages
from tools.options import Tool, figures_option, path_option
from tools.record import describe_lead, describe_run, record, round_value, write_command

#: Figures of single pages stay in the model's file.
OF_PAGES: Final = "f1_of_pages"


def read_figures(model: Model) -> dict[str, Any]:
    """The figures in a model's file, without those of single pages."""
    ways = [
        way | {"corpora": {name: _without_pages(of) for name, of in way["corpora"].items()}}
        for way in model.metadata.get("validation", [])
    ]
    return {
        "corpora": model.metadata.get("corpora", {}),
        "validation": ways,
        "ceiling": model.metadata.get("ceiling", {}),
    }


def _without_pages(figures: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in figures.items() if name != OF_PAGES}


def describe_model(model: Model) -> dict[str, Any]:
    """The provenance in a model's file: command, versions, corpora, and the digest of the file."""
    about = {"model": model.digest}
    for name in ("command", "pagecore", "catboost", "features"):
        if model.metadata.get(name) is not None:
            about[name] = model.metadata[name]
    if "from" in model.metadata:
        about["tuned_from"] = model.metadata["from"]["digest"]
    return about


def compare_with_others(model: Model, peers: Path) -> dict[str, list[dict[str, Any]]]:
    """A model beside the best other extractor, by corpus: on each page type or in each language."""
    pages = read_pages(peers)
    return {
        corpus: [
            {
                "group": comparison.group,
                "pages": comparison.pages,
                "ours": round_value(comparison.ours),
                "best": comparison.best,
                "theirs": round_value(comparison.theirs),
                "lead": describe_lead(comparison.paired),
            }
            for comparison in compare_groups(model, pages, corpus)
        ]
        for corpus in TRAITS
    }


@click.command(cls=Tool)
@path_option("--peers", "docs/peers.tsv", "The word F1 of other extractors, page by page.")
@figures_option
@click.option(
    "--worst",
    "n_worst",
    type=click.IntRange(1),
    help="Record nothing; print this many of the default's worst pages of each corpus.",
)
@click.pass_context
def main(context: click.Context, peers: Path, figures: Path, n_worst: int | None) -> None:
    """Record the figures of the models that come with the package."""
    if n_worst is not None:
        for corpus, page, f1 in list_worst_pages(load().metadata, n_worst):
            click.echo(f"{corpus}\t{page}\t{f1:.4f}")
        return
    for method in list_methods():
        if method.trainer is not None:
            model = load(method=method.name)
            run = describe_model(model)
            record(f"model {method.name}", read_figures(model), provenance=run, path=figures)
    run = describe_run(write_command(context, "tools.model_figures"), model=load().digest)
    record("standing", compare_with_others(load(), peers), provenance=run, path=figures)


if __name__ == "__main__":
    main()
