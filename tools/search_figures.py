"""Measure block-based search on the known-item collection, and BM25 on Cranfield.

    python -m tools.record_layouts segments
    python -m tools.record_layouts visual
    python -m tools.known_items
    python -m tools.search_figures

ranks the pages of the collection for each query: by whole pages, by extracted content, by segments,
by both, and after expansion. It records the entries `search web` and `search styled`: MAP, nDCG@10,
P@10, MRR and success@1 by ir-measures, and paired differences. The weight `alpha` of a combination
is chosen for each fold of queries on the other folds; a fold has whole sites. The entry `cranfield`
checks the ranking against published figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click
import numpy as np

from pagecore.search.combine import COMBINATIONS
from tools.known_items.candidates import KINDS
from tools.known_items.collection import Collection, read_collection
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, write_command
from tools.search_runs.cranfield import measure_cranfield
from tools.search_runs.measures import (
    Table,
    assign_folds,
    choose_out_of_fold,
    compare,
    describe,
    measure_run,
)
from tools.search_runs.rankings import EXPANSIONS
from tools.search_runs.runs import (
    ALPHAS,
    EXTRACTED,
    HEADINGS,
    WHOLE,
    Runs,
    add_headings,
    name_expanded,
    name_pages,
    name_segments,
    run_queries,
)
from tools.search_runs.texts import load_texts

CRANFIELD_ENTRY: Final = "cranfield"
#: The segmentations that are measured on each part of the collection.
SEGMENTATIONS: Final[Mapping[str, Sequence[str]]] = {
    "web": ("fixed", "dom", "content"),
    "styled": (
        *("fixed", "dom", "content", "vips"),
        *("vips pdoc=6", "vips pdoc=7", "vips pdoc=9", "comb"),
    ),
}


def name_entry(part: str) -> str:
    """The entry of a part of the collection."""
    return f"search {part}"


@click.command(cls=Tool)
@click.option(
    "--part",
    "parts",
    type=click.Choice([*SEGMENTATIONS, CRANFIELD_ENTRY]),
    multiple=True,
    help="Measure only this part (repeatable).",
)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, parts: tuple[str, ...], data: Path, figures: Path) -> None:
    """Measure, print the means, and record the figures."""
    command = write_command(context, "tools.search_figures")
    for part in parts or (*SEGMENTATIONS, CRANFIELD_ENTRY):
        if part == CRANFIELD_ENTRY:
            measured, digest = measure_cranfield(data / "cranfield")
            pages = {"cranfield": {"pages": measured["documents"], "digest": digest}}
            _print(measured["rows"])
            entry = CRANFIELD_ENTRY
        else:
            collection = read_collection(part, data)
            measured = measure_collection(collection, data)
            name = f"known items, {part}"
            pages = {name: {"pages": len(collection.pages), "digest": collection.digest}}
            _print(measured["rows"])
            entry = name_entry(part)
        record(entry, measured, provenance=describe_run(command) | {"corpora": pages}, path=figures)


def measure_collection(collection: Collection, data: Path) -> dict[str, Any]:
    """Measure all rankings of a part of the collection."""
    texts = load_texts(collection, data, SEGMENTATIONS[collection.part])
    names = [*texts, *map(add_headings, texts)]
    runs = run_queries(collection, texts)
    sites = {page.id: page.site for page in collection.pages}
    folds = assign_folds([sites[query.page] for query in collection.queries])
    tables = measure_plain(runs, collection)
    combined = list(measure_combined(runs, collection, folds, names))
    tables |= {row["name"]: row.pop("table") for row in combined}
    kinds = np.array([query.kind for query in collection.queries])
    return {
        "queries": dict(Counter(kinds.tolist())),
        "segments": {name: len(of.segments) for name, of in texts.items()},
        "rows": [
            {
                "name": name,
                **describe(table),
                "lead": None if name == WHOLE else compare(table, tables[WHOLE]),
                "kinds": {
                    kind: describe(table[kinds == kind])["MAP"]
                    for kind in KINDS
                    if (kinds == kind).any()
                },
            }
            for name, table in tables.items()
        ],
        "combinations": combined,
        "claims": list(check_claims(tables, names)),
    }


def measure_plain(runs: Runs, collection: Collection) -> dict[str, Table]:
    """The measures of rankings without a value to choose."""
    return {name: measure_run(run, collection.answers) for name, run in runs.plain.items()}


def measure_combined(
    runs: Runs, collection: Collection, folds: Any, names: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """The measures of combinations, with `alpha` chosen out of fold, and the MAP of each value."""
    for segmentation in names:
        for combination in COMBINATIONS:
            by_alpha = {
                alpha: measure_run(
                    runs.combined[segmentation, combination, alpha], collection.answers
                )
                for alpha in ALPHAS
            }
            table, chosen = choose_out_of_fold(by_alpha, folds)
            yield {
                "name": name_combination(segmentation, combination),
                "segmentation": segmentation,
                "combination": combination,
                "alphas": chosen,
                "map_by_alpha": [describe(of)["MAP"] for of in by_alpha.values()],
                "table": table,
            }


def name_combination(segmentation: str, combination: str) -> str:
    """The name of a combination of the rankings by pages and by segments."""
    return f"{name_pages(segmentation)} and {name_segments(segmentation)}, by {combination}"


def check_claims(tables: Mapping[str, Table], names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Compare the rankings that the claims are about: the first should be ahead of the second."""

    def check(claim: str, first: str, second: str) -> dict[str, Any]:
        means = [describe(tables[name])["MAP"] for name in (first, second)]
        difference = compare(tables[first], tables[second])
        return {"claim": claim, "first": first, "second": second, "map": means, **difference}

    yield check("extraction", EXTRACTED, WHOLE)
    for name in names:
        for combination in COMBINATIONS:
            combined = name_combination(name, combination)
            yield check("combination", combined, name_pages(name))
            yield check("combination", combined, name_segments(name))
    for expansion in EXPANSIONS:
        for name in names:
            pages = name_pages(name)
            from_segments = name_expanded(pages, expansion, name)
            yield check("expansion", from_segments, name_expanded(pages, expansion))
            yield check("gain of expansion", from_segments, pages)
    # As the paper has it, with the text of segments alone.
    others = [name for name in names if name != "comb" and not name.endswith(HEADINGS)]
    for other in others:
        if "comb" in names:
            yield check("comb", name_segments("comb"), name_segments(other))
            for expansion in EXPANSIONS:
                first = name_expanded(name_pages("comb"), expansion, "comb")
                second = name_expanded(name_pages(other), expansion, other)
                yield check("comb", first, second)


def _print(rows: Sequence[Mapping[str, Any]]) -> None:
    for row in rows:
        values = "  ".join(
            f"{name} {value:.3f}" for name, value in row.items() if isinstance(value, float)
        )
        lead = row.get("lead")
        ahead = f"  {lead['difference']:+.3f} (p {lead['p']:.3f})" if lead else ""
        click.echo(f"{row['name']:60} {values}{ahead}")


if __name__ == "__main__":
    main()
