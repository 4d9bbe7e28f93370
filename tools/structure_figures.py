"""Writes the figures of `docs/output.md`: which elements come through, beside other extractors.

`python -m tools.structure_figures .data`, where the corpora are. Clean HTML is held
against Mozilla's test pages, and Markdown against WCXB's, by `markdown_figures`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from pagecore import __version__, corpora
from pagecore.corpora.corpus import Item
from pagecore.evaluate.contenders import Peer
from pagecore.evaluate.peers import version
from pagecore.measure.contenders import Contender, OwnMethod
from pagecore.metrics import structure
from tools import markdown_figures
from tools.elementwise import OWN, SECONDS, table

DOCUMENT: Final = Path("docs/output.md")
#: Who writes HTML, beside our own.
PEERS: Final = ("readability-lxml", "trafilatura")


def main() -> None:
    """Measure and write."""
    data = Path(sys.argv[1] if len(sys.argv) > 1 else ".data")
    readability = corpora.load("readability", data / "readability")
    tables = {
        "structure": _structure([item for item in readability.items if item.in_means]),
        **markdown_figures.tables(corpora.load("wcxb", data / "wcxb")),
    }
    DOCUMENT.write_text(marked(DOCUMENT.read_text("utf-8"), tables), "utf-8")


def marked(text: str, tables: Mapping[str, Sequence[str]]) -> str:
    """A document with other lines between its marks."""
    for mark, lines in tables.items():
        before, begin, rest = text.partition(f"<!-- {mark}:begin -->\n")
        _, end, after = rest.partition(f"<!-- {mark}:end -->")
        text = before + begin + "\n".join(lines) + "\n" + end + after
    return text


def _structure(items: Sequence[Item]) -> list[str]:
    contenders: list[Contender] = [OwnMethod("default", __version__)]
    contenders += [Peer(name, version(name), SECONDS) for name in PEERS]
    names = (OWN, *(f"{one.name} {one.version}" for one in contenders[1:]))
    gold = [structure.elements(item.gold.html or "", item.gold.html_url) for item in items]
    found = {
        name: [
            structure.elements(output.html or "", item.gold.html_url)
            for item, output in zip(items, one.run(items), strict=True)
        ]
        for name, one in zip(names, contenders, strict=True)
    }
    return table(structure.KINDS, gold, found)


if __name__ == "__main__":
    main()
