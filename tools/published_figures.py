"""Figures beside those that were published: methods on the collections nearest to a paper's pages.

    python -m tools.published_figures

measures precision, recall and F1 of words for each setting of a method, as printed and swept, and
records the entry `published figures`. A setting that was chosen on a collection is not measured
there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from pagecore import __version__
from pagecore import corpora as collections
from pagecore.corpora.corpus import Corpus
from pagecore.figures import Entries, load_figures
from pagecore.measure.contenders import OwnMethod
from pagecore.measure.run import measure
from pagecore.registry import Method, find_method
from pagecore.train.figures import name_word_metric
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value, write_command
from tools.settings import Setting, list_settings

ENTRY: Final = "published figures"
#: The collections that come nearest to the pages of a paper: news of CoreEx, and CleanEval of CETR.
COLLECTIONS: Final[Mapping[str, Sequence[str]]] = {
    "coreex": ("daniel", "fundus"),
    "cetr": ("cleaneval",),
}


def measure_method(
    method: Method, corpus: Corpus, entries: Entries, progress: Callable[[], None]
) -> list[dict[str, Any]]:
    """Measure each setting of a method that was not chosen on a corpus.

    Args:
        method: the method.
        corpus: the pages with their gold.
        entries: the recorded figures, which have the sweep.
        progress: called after every page.
    """
    metric = name_word_metric(corpus)
    rows = []
    for setting in list_settings(method, entries):
        if is_chosen_on(setting, corpus):
            continue
        contender = OwnMethod(method.name, __version__, dict(setting.parameters))
        results = measure(corpus, [contender], metrics=(metric,), progress=lambda *_: progress())
        scores = results.rows(method.name, metric)
        figures = {name: round_value(value) for name, value in results.main.pool(scores).items()}
        rows.append(
            {
                "method": method.name,
                "setting": setting.label,
                "parameters": dict(setting.parameters),
                "corpus": corpus.name,
                "metric": metric,
                "pages": len(scores),
                **{name: figures[name] for name in ("P", "R", "F1")},
            }
        )
    return rows


def is_chosen_on(setting: Setting, corpus: Corpus) -> bool:
    """Whether values of a setting were chosen on the pages of a corpus."""
    swept_on = setting.validation["corpora"] if setting.validation is not None else {}
    return setting.is_chosen and corpus.format in swept_on


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure methods on pages like those of their papers, and record the figures."""
    from rich.progress import Progress

    entries = load_figures(figures) if figures.is_file() else {}
    names = dict.fromkeys(name for of in COLLECTIONS.values() for name in of)
    corpora = {name: collections.load(name, data / name) for name in names}
    rows = []
    with Progress(transient=True) as bar:
        for name, of in COLLECTIONS.items():
            for corpus in of:
                task = bar.add_task(f"{name}: {corpus}", total=None)
                rows += measure_method(
                    find_method(name), corpora[corpus], entries, partial(bar.advance, task)
                )
    run = describe_run(write_command(context, "tools.published_figures"), corpora.values())
    record(ENTRY, rows, provenance=run, path=figures)


if __name__ == "__main__":
    main()
