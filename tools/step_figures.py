"""Steps of `extract`: how much they add to a bare method.

    python -m tools.step_figures

extracts the pages of each corpus with every page method, once with all steps and once with none,
and records the difference on the same pages in the entry `added steps` of the figures. The
difference says nothing about the quality of the method, so it is also measured on pages that the
method was developed on.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import click
from rich.progress import Progress

from pagecore import corpora
from pagecore.corpora.corpus import Corpus
from pagecore.measure.gold import list_fields
from pagecore.measure.known_metrics import METRICS
from pagecore.measure.metric import Metric, Row, Scope
from pagecore.registry import PAGE, Method, list_methods
from tools.options import Tool, data_option, figures_option
from tools.record import describe_lead, describe_run, record, write_command

ENTRY: Final = "added steps"


def measure_steps(method: Method, corpus: Corpus) -> dict[str, Any]:
    """The figure of a method on a corpus with all steps, compared with that without any.

    Args:
        method: a page method.
        corpus: a corpus of its family.
    """
    metric = METRICS[method.corpora.get(corpus.format, corpus.metric)]
    bare = _score_pages(method, corpus, metric, {"steps": ()})
    whole = _score_pages(method, corpus, metric, {})
    pages = [page for page in whole if page in bare]
    pairs = [(whole[page], bare[page]) for page in pages]
    lead = metric.compare_pairs([row for row, _ in pairs], [row for _, row in pairs])
    return {
        "method": method.name,
        "corpus": corpus.name,
        "metric": metric.name,
        "pages": len(pages),
        "changed": sum(row != without for row, without in pairs),
        "lead": describe_lead(lead),
    }


def _score_pages(
    method: Method, corpus: Corpus, metric: Metric, options: Mapping[str, Any]
) -> dict[str, Row]:
    """The scores of a method with some options, by page."""
    scope = Scope(list_fields(corpus.items), frozenset(method.family.outputs))
    outputs = method.family.contend(method, corpus.items, options)
    rows = {
        item.id: metric.score(item, output, scope)
        for item, output in zip(corpus.items, outputs, strict=True)
    }
    return {page: row for page, row in rows.items() if row is not None}


@click.command(cls=Tool)
@click.option(
    "--corpora",
    "names",
    default=",".join(PAGE.corpora),
    show_default=True,
    help="Corpora to measure on, comma-separated.",
)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, names: str, data: Path, figures: Path) -> None:
    """Measure what the steps of extract add to each page method, and record it."""
    loaded = [corpora.load(name, data / name) for name in names.split(",")]
    differences = []
    with Progress(transient=True) as bar:
        # These pages are not rendered.
        methods = [method for method in list_methods(PAGE.name) if not method.needs]
        for method in bar.track(methods, description="methods"):
            differences += [measure_steps(method, corpus) for corpus in loaded]
    run = describe_run(write_command(context, "tools.step_figures"), loaded)
    record(ENTRY, differences, provenance=run, path=figures)


if __name__ == "__main__":
    main()
