"""Count incomplete and wrong text on the corpora."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

import click
from rich.progress import Progress

from pagecore import Document, corpora, extract, parse
from pagecore.corpora.corpus import Corpus, Gold
from tools.options import Tool, count_options
from tools.record import describe_run, record_column, write_command
from tools.text_faults import elements, parts, titles
from tools.text_faults.output import Count, Output

ENTRY: Final = "text faults"
CORPORA: Final = "wcxb,fundus,readability,sites"

#: The classes, in the order of the documents.
CLASSES: Final[dict[str, Callable[[Output], Count]]] = {
    "title first, once": titles.count_titles,
    "the same with `title=False`": titles.count_titles_in_content,
    "permalinks of headings": elements.count_permalinks,
    "labels of code": elements.count_code_labels,
    "captions of images": elements.count_captions,
    "captions by class": elements.count_named_captions,
    "placeholders and icons": elements.count_placeholders,
    "largest image of a set": elements.count_small_images,
    "quotation marks of q": elements.count_quotation_marks,
    "task boxes": elements.count_task_boxes,
    "numbers of lists": elements.count_list_numbers,
    "readings of ruby": elements.count_readings,
    "cells below a rowspan": elements.count_rowspans,
    "MathML": elements.count_mathml,
    "notes": parts.count_notes,
    "marks of notes": parts.count_marks,
    "lines to jump": elements.count_jumps,
    "shortcodes": elements.count_shortcodes,
    "repeated blocks": parts.count_repeats,
    "repeated pages": parts.count_near_copies,
    "other articles": parts.count_other_articles,
}


#: The classes whose faults depend on the gold.
_BY_GOLD: Final = ("notes", "repeated blocks", "repeated pages", "other articles")


def count_faults(pages: Iterable[tuple[Document, Gold]]) -> dict[str, dict[str, int]]:
    """Count the faults of documents by class, and the places that are faults without the gold
    alone."""
    totals = {name: {"places": 0, "faults": 0, "pages": 0, "faulty pages": 0} for name in CLASSES}
    for document, gold in pages:
        by_page, output = Output(document), Output(document, gold)
        for name, count in CLASSES.items():
            places, faults = count(output)
            row = totals[name]
            row["places"] += places
            row["faults"] += faults
            row["pages"] += places > 0
            row["faulty pages"] += faults > 0
            if name in _BY_GOLD:
                row["in gold"] = row.get("in gold", 0) + count(by_page)[1] - faults
    return totals


def _extract_pages(
    loaded: Iterable[Corpus], bar: Progress, step: int
) -> Iterator[tuple[Document, Gold]]:
    for corpus in loaded:
        for item in bar.track(corpus.items[::step], description=corpus.name):
            yield extract(parse(item.html(), url=item.url, encoding=item.encoding)), item.gold


@click.command(cls=Tool)
@count_options(CORPORA)
@click.pass_context
def main(
    context: click.Context, names: str, label: str, step: int, data: Path, figures: Path
) -> None:
    """Count incomplete and wrong text on the corpora, and record the counts."""
    loaded = [corpora.load(name, data / name) for name in names.split(",")]
    with Progress(transient=True) as bar:
        counts = count_faults(_extract_pages(loaded, bar, step))
    for name, row in counts.items():
        click.echo(
            f"{name:28} {row['faults']:6} of {row['places']:6} on {row['faulty pages']:5} of"
            f" {row['pages']:5} pages"
            + (f", {row['in gold']} more by the page alone" if "in gold" in row else "")
        )
    if step > 1:
        return
    run = describe_run(write_command(context, "tools.text_faults"), loaded)
    record_column(ENTRY, label, counts, provenance=run, path=figures)


if __name__ == "__main__":
    main()
