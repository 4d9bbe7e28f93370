"""Measure which elements of pages are kept, by pagecore and by other extractors.

    python -m tools.structure_figures

compares clean HTML with Mozilla's test pages, and Markdown with WCXB's (`markdown_figures`), and
records the entries `structure`, `markdown` and `markdown gold` of the figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from pagecore import __version__, corpora
from pagecore.corpora.corpus import Item
from pagecore.evaluate.other_contenders import PeerContender
from pagecore.evaluate.peers import read_version
from pagecore.measure.contenders import Contender, OwnMethod
from pagecore.metrics import structure
from pagecore.models.model import load
from tools import markdown_figures
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, write_command
from tools.structure_by_element import OWN, TIMEOUT, compare_elements

#: Other extractors that write HTML.
PEERS: Final = ("readability-lxml", "trafilatura")


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure which elements are kept, and record the figures."""
    command, model = write_command(context, "tools.structure_figures"), load().digest
    readability = corpora.load("readability", data / "readability")
    rows = compare_html([item for item in readability.items if item.in_means])
    run = describe_run(command, [readability], model=model)
    record("structure", rows, provenance=run, path=figures)
    wcxb = corpora.load("wcxb", data / "wcxb")
    run = describe_run(command, [wcxb], model=model)
    for name, of_markdown in markdown_figures.measure_markdown(wcxb).items():
        record(name, of_markdown, provenance=run, path=figures)


def compare_html(items: Sequence[Item]) -> list[dict[str, Any]]:
    """Our clean HTML and that of others, compared with the gold."""
    contenders: list[Contender] = [OwnMethod("default", __version__)]
    contenders += [PeerContender(name, read_version(name), TIMEOUT) for name in PEERS]
    names = (OWN, *(f"{other.name} {other.version}" for other in contenders[1:]))
    gold = [structure.find_elements(item.gold.html or "", item.gold.html_url) for item in items]
    outputs = {
        name: [
            structure.find_elements(output.html or "", item.gold.html_url)
            for item, output in zip(items, contender.run(items), strict=True)
        ]
        for name, contender in zip(names, contenders, strict=True)
    }
    return compare_elements(structure.KINDS, gold, outputs)


if __name__ == "__main__":
    main()
