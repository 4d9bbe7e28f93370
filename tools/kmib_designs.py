"""Designs of the condensation of k-MIB, which the summary only names.

    python -m tools.kmib_designs

sweeps k-MIB with each design on the corpora of its sweep, with fewer values, and records the
figures out of fold as the entry `kmib designs`. `any depth` is the design of the method.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from unittest import mock

import click
import numpy as np

from pagecore.methods import kmib
from pagecore.methods.kmib import CoverageTree, condense
from pagecore.page import Array, Mask, Page
from pagecore.registry import Value, find_method
from tools import sweep
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, write_command

ENTRY: Final = "kmib designs"
#: Values that are tried with each design.
VALUES: Final[Mapping[str, tuple[Value, ...]]] = {"k": (1, 2), "threshold": (0.3, 0.5, 0.7)}

Design = Callable[[Page, CoverageTree, Array, Mask], Mask]


def drop_nothing(page: Page, tree: CoverageTree, f: Array, chosen: Mask) -> Mask:
    """Keep candidates whole."""
    return np.zeros(len(page), np.bool_)


def drop_children(page: Page, tree: CoverageTree, f: Array, chosen: Mask) -> Mask:
    """Drop thin children of candidates, but nothing further down."""
    is_child = np.zeros(len(page), np.bool_)
    inner = tree.elements[tree.elements > 0]
    is_child[inner] = chosen[tree.above[inner]]
    dropped: Mask = condense(page, tree, f, chosen) & is_child
    return dropped


def drop_with_text(page: Page, tree: CoverageTree, f: Array, chosen: Mask) -> Mask:
    """Drop thin elements at any depth, also those with text of their own."""
    # Without leaves, no element has text of its own.
    return condense(page, tree._replace(leaves=tree.leaves[:0]), f, chosen)


DESIGNS: Final[Mapping[str, Design]] = {
    "any depth": condense,
    "any depth, also elements with text of their own": drop_with_text,
    "children of a candidate only": drop_children,
    "no condensation": drop_nothing,
}


def measure_designs(corpora: list[Any]) -> list[dict[str, Any]]:
    """The best values of each design, and its figures out of fold."""
    method = replace(find_method("kmib"), sweep=VALUES, printed={})
    rows = []
    for name, design in DESIGNS.items():
        # The method runs as `extract` runs it, with another function in the place of its own.
        with mock.patch.object(kmib, "condense", design):
            tried = sweep.sweep(method, corpora)
        rows.append({"design": name, "best": tried["best"], "corpora": tried["corpora"]})
    return rows


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure designs of the condensation of k-MIB, and record them."""
    corpora = sweep.load_corpora(find_method("kmib"), data)
    rows = measure_designs(corpora)
    for row in rows:
        click.echo(f"{row['design']}: {row['best']}; out of fold {sweep.show_figures(row)}")
    run = describe_run(write_command(context, "tools.kmib_designs"), corpora)
    record(ENTRY, rows, provenance=run, path=figures)


if __name__ == "__main__":
    main()
