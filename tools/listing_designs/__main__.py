"""Run the comparison: `python -m tools.listing_designs`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np

import pagecore.listings.rank
from pagecore.corpora import load
from pagecore.listings.align import Aligner
from pagecore.listings.describe import FEATURES, Floats
from pagecore.listings.levels import correct_scores
from pagecore.metrics.records import RecordCounts, count_records
from tools.listing_designs.columns import DESIGNS as ALIGNERS
from tools.listing_designs.groups import (
    N_FOLDS,
    GroupedPage,
    group_page,
    read_columns,
    score_choice,
)
from tools.listing_designs.rankers import DESIGNS, Design, train
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value

WEIGHTS = Path(pagecore.listings.rank.__file__).with_name("rank_weights.json")
#: The designs of the method.
USED_RANKING, USED_COLUMNS = "linear", "sequences"


@click.command(cls=Tool)
@data_option
@figures_option
@click.option("--write", is_flag=True, help="Train on all pages, and write the weights.")
@click.option("--only-write", is_flag=True, help="Only train and write the weights.")
def main(data: Path, figures: Path, write: bool, only_write: bool) -> None:
    """Compare the designs, and record the figures."""
    corpus = load("searchlists", data / "searchlists")
    pages = [group_page(item) for item in corpus.items]
    if write or only_write:
        write_weights(pages)
    if only_write:
        return
    rankings = []
    chosen: Sequence[int | None] = ()
    for name, design in DESIGNS.items():
        choice = choose_out_of_fold(pages, design)
        rankings.append({"design": name, **_round(score_choice(pages, choice))})
        click.echo(f"ranking by {name}: {rankings[-1]}")
        if name == USED_RANKING:
            chosen = choice
    best = [int(page.f1.argmax()) if len(page.f1) else None for page in pages]
    ceiling = _round(score_choice(pages, best))
    click.echo(f"best group of each page: {ceiling}")
    columns = []
    for name, align in ALIGNERS.items():
        columns.append({"design": name, **score_columns(pages, chosen, align)})
        click.echo(f"columns by {name}: {columns[-1]}")
    measured = {"rankings": rankings, "ceiling": ceiling, "columns": columns}
    run = describe_run("python -m tools.listing_designs", [corpus])
    record("listing designs", measured, provenance=run, path=figures)


def choose_out_of_fold(pages: Sequence[GroupedPage], design: Design) -> list[int | None]:
    """Return the first group of each page, ranked by a design that was trained on other hosts."""
    rankers = {
        fold: design([page for page in pages if page.fold != fold]) for fold in range(N_FOLDS)
    }
    return [_choose(page, rankers[page.fold](page)) for page in pages]


def _choose(page: GroupedPage, scores: Floats) -> int | None:
    """Return the first group after the corrections of the method."""
    corrected = correct_scores(page.found, page.features, scores, min_items=2)
    return int(corrected.argmax()) if np.isfinite(corrected).any() else None


def score_columns(
    pages: Sequence[GroupedPage], chosen: Sequence[int | None], align: Aligner
) -> dict[str, float]:
    """Return the figures of a design of columns, for one group of each page."""
    total = np.zeros(len(RecordCounts._fields))
    for page, at in zip(pages, chosen, strict=True):
        rows = [] if at is None else _build_rows(page, at, align)
        total += count_records(page.item.gold.records or (), rows)
    counts = RecordCounts(*total.astype(np.int64).tolist())
    return _round(
        {
            "f1": 2 * counts.matched / (counts.n_output + counts.n_gold),
            "cells": counts.cells_equal / counts.n_cells,
            "similar": counts.cells_similar / counts.n_cells,
        }
    )


def _build_rows(page: GroupedPage, at: int, align: Aligner) -> list[list[str]]:
    columns = read_columns(page.item, at, align)
    return [
        ["" if run is None else run.text for run in runs]
        for runs in zip(*(column.runs for column in columns), strict=True)
    ]


def write_weights(pages: Sequence[GroupedPage]) -> None:
    """Train the linear model on all pages, and write it into the package."""
    weights = train([page.features for page in pages], [page.f1 for page in pages])
    columns = zip(FEATURES, *(values.tolist() for values in weights), strict=True)
    model: dict[str, Any] = {
        "features": {name: [round(value, 5) for value in values] for name, *values in columns}
    }
    WEIGHTS.write_text(json.dumps(model, indent=1) + "\n", "utf-8")


def _round(values: dict[str, float]) -> dict[str, float]:
    return {name: round_value(value) for name, value in values.items()}


if __name__ == "__main__":
    main()
