"""Count the quotations of posts that also stand on the page.

    python -m tools.quote_figures

extracts the threads of `forums` and of WCXB with quotations and without them, and records the entry
`quotes` of the figures. The gold of `forums` has the quotations, that of WCXB lacks most of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import click
import numpy as np

from pagecore import corpora
from pagecore.corpora.corpus import Item
from pagecore.extract import extract
from pagecore.metrics.words import count_words, score_words
from pagecore.models.model import load
from pagecore.page import parse
from pagecore.steps.quotes import QUOTES
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value, write_command

ENTRY: Final = "quotes"
#: The page type of threads.
THREAD: Final = "forum"


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Count quotations, and record the figures."""
    used = [corpora.load(name, data / name) for name in ("forums", "wcxb")]
    rows = [
        {"corpus": corpus.name}
        | count_quotes(item for item in corpus.items if item.gold.page_type == THREAD)
        for corpus in used
    ]
    run = describe_run(write_command(context, "tools.quote_figures"), used, model=load().digest)
    record(ENTRY, rows, provenance=run, path=figures)


def count_quotes(items: Iterable[Item]) -> dict[str, Any]:
    """Count pages with quotations that are left out, their blocks, and words with and without
    them, and word F1 with and without them."""
    rows = []
    for item in items:
        if not item.in_means or item.gold.text is None:
            continue
        page = parse(item.html(), url=item.url, encoding=item.encoding)
        texts = [extract(page, quotes=quotes).text for quotes in (True, False)]
        changes = extract(page).choice.changes
        n_blocks = sum(change.step == QUOTES for change in changes)
        words = [count_words(text, unspaced=True).total() for text in texts]
        f1 = [score_words(item.gold.text, text, unspaced=True).f1 for text in texts]
        rows.append((n_blocks > 0, n_blocks, *words, *f1))
    values = np.array(rows, np.float64)
    n_changed, n_blocks, before, after = values[:, :4].sum(axis=0).astype(int).tolist()
    return {
        "threads": len(rows),
        "changed": n_changed,
        "blocks": n_blocks,
        "words": {"quotes=True": before, "default": after},
        "f1": {
            "quotes=True": round_value(float(values[:, 4].mean())),
            "default": round_value(float(values[:, 5].mean())),
        },
    }


if __name__ == "__main__":
    main()
