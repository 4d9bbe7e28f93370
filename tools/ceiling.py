"""The quality of an extractor that knows every label, and the causes of its losses.

python -m tools.ceiling --corpus wcxb --path .data/wcxb
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from pagecore import corpora
from pagecore.corpora.corpus import Corpus, Item
from pagecore.page import parse
from pagecore.train.ceiling import Ceiling, compute_ceiling
from tools.options import Tool


def measure_ceilings(corpus: Corpus) -> list[tuple[Item, Ceiling]]:
    """The ceiling of every page that has gold."""
    result = []
    for item in corpus.items:
        if item.in_means and item.gold.text:
            page = parse(item.html(), url=item.url, encoding=item.encoding)
            unspaced = corpus.metric != "words"
            result.append((item, compute_ceiling(page, item.gold.text, unspaced=unspaced)))
    return result


_COLUMNS = ("f1", "best_f1", "reach", "nowhere", "unaligned", "cut", "glued", "extra")


def write_table(name: str, pages: Sequence[tuple[Item, Ceiling]]) -> Table:
    """Means by page type and over all pages; a cause is a share of the gold's words."""
    table = Table(title=f"Ceiling of the labels: {name}", padding=(0, 1, 0, 0), box=SIMPLE_HEAD)
    table.add_column("page type")
    for column in ("pages", "F1", "best", "reach", "nowhere", "unalig.", "cut", "glued", "extra"):
        table.add_column(column, justify="right", no_wrap=True)
    kinds = Counter(item.gold.page_type or "all" for item, _ in pages)
    for kind, count in kinds.most_common():
        some = [about for item, about in pages if (item.gold.page_type or "all") == kind]
        table.add_row(kind, str(count), *_compute_means(some))
    if len(kinds) > 1:
        table.add_section()
        table.add_row("all", str(len(pages)), *_compute_means([about for _, about in pages]))
    return table


def _compute_means(pages: Sequence[Ceiling]) -> list[str]:
    means = [np.mean([getattr(page, column) for page in pages]) for column in _COLUMNS]
    return [f"{mean:.3f}".removeprefix("0") for mean in means]


@click.command(cls=Tool)
@click.option("--corpus", required=True, help="Format of the corpus, such as wcxb or plain.")
@click.option(
    "--path", type=click.Path(path_type=Path), required=True, help="Folder or file of the corpus."
)
@click.option("--worst", type=click.IntRange(0), default=0, help="Number of worst pages to list.")
def main(corpus: str, path: Path, worst: int) -> None:
    """Print the quality of an extractor that knows every label."""
    console = Console(width=80)
    pages = measure_ceilings(corpora.load(corpus, path))
    console.print(write_table(corpus, pages))
    for item, about in sorted(pages, key=lambda page: page[1].f1)[:worst]:
        causes = {name: getattr(about, name) for name in _COLUMNS[3:]}
        listed = ", ".join(f"{name} {share:.2f}" for name, share in causes.items())
        console.print(
            f"{item.id} ({item.gold.page_type}): {about.f1:.3f}; {listed}", soft_wrap=True
        )


if __name__ == "__main__":
    main()
