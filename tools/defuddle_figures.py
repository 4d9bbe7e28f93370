"""Measure structure of Markdown on the pages of `defuddle`: footnotes, code, formulas, callouts,
tables and more, by pagecore, by trafilatura and by a converter of whole pages.

    python -m tools.defuddle_figures

records the entry `defuddle` of the figures. The pages are small and made for single traits, and
their Markdown is the reviewed output of another program, so these are tests of structure rather
than a measure of quality.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import click

from pagecore.corpora.corpus import Gold, Item
from pagecore.evaluate.peers import isolate, read_version
from pagecore.evaluate.peers.markdown import CONVERTERS, WRITERS
from pagecore.evaluate.peers.peer import Peer
from pagecore.extract import extract
from pagecore.metrics.words import split_words
from pagecore.models.model import load
from pagecore.page import parse
from tools.markdown_figures import write_pages
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, write_command
from tools.record_pages import load_records
from tools.structure_by_element import OWN, TIMEOUT, Elements, compare_elements

#: Kinds of elements, in the order of the table.
KINDS: Final = (
    "footnotes",
    "footnote references",
    "code blocks",
    "languages of code",
    "formulas",
    "callouts",
    "table cells",
    "headings",
    "list items",
    "links",
    "images",
)
#: Of the writers of Markdown, the one that is compared.
_PEERS: Final = ("trafilatura",)

_FENCE: Final = re.compile(r"^[ >]*(```+|~~~+)[ ]*([\w+#.-]*)", re.MULTILINE)
_NOTE: Final = re.compile(r"^\[\^([^\]\s]{1,40})\]:[ ]?(.*)$", re.MULTILINE)
_REFERENCE: Final = re.compile(r"\[\^([^\]\s]{1,40})\](?!:)")
_BLOCK_FORMULA: Final = re.compile(r"\$\$(.{1,5000}?)\$\$", re.DOTALL)
_FORMULA: Final = re.compile(r"(?<![\\$\w])\$(?![\s$])([^$\n]{1,500}?)(?<![\s\\])\$(?![\w$])")
_CALLOUT: Final = re.compile(r"^[ ]*>[ ]*\[!(\w+)\]", re.MULTILINE)


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure structure on the pages of defuddle, and record the figures."""
    items, about = read_items(data / "defuddle")
    run = describe_run(write_command(context, "tools.defuddle_figures"), model=load().digest)
    run["corpora"] = {"defuddle": about}
    record("defuddle", compare_markdown(items), provenance=run, path=figures)


def read_items(folder: Path) -> tuple[list[Item], dict[str, Any]]:
    """Read the pages with their expected Markdown; also their provenance."""
    record_pages, corpus = load_records(folder)
    gold = (folder / "gold.jsonl").read_text("utf-8")
    markdown = {data["id"]: data["markdown"] for data in map(json.loads, gold.splitlines())}
    items = [
        Item(page.id, page.path, Gold(markdown=markdown[page.id]), url=page.url)
        for page in record_pages
    ]
    return items, {"pages": len(items), "digest": corpus.digest}


def compare_markdown(items: Sequence[Item]) -> list[dict[str, Any]]:
    """Compare the Markdown of all contenders with the expected one, by kind of element."""
    gold = [find_marks(item.gold.markdown or "", item.url) for item in items]
    outputs = {OWN: [find_marks(_write_own(item), item.url) for item in items]}
    peers = [peer for peer in WRITERS if peer.name in _PEERS]
    for peer in (*peers, *CONVERTERS):
        written = _run_peer(peer, items)
        outputs[f"{peer.name} {read_version(peer.modules[0])}"] = [
            find_marks(markdown, item.url) for item, markdown in zip(items, written, strict=True)
        ]
    return compare_elements(KINDS, gold, outputs)


def _write_own(item: Item) -> str:
    page = parse(item.html(), url=item.url)
    return extract(page, quotes=True).markdown(title=False)


def _run_peer(peer: Peer, items: Sequence[Item]) -> Iterator[str]:
    for outcome in isolate.run_peer(peer, items, TIMEOUT):
        yield outcome.result.text if outcome.result else ""


def find_marks(markdown: str, url: str | None) -> Elements:
    """Find the elements of a text in Markdown, as keys that can be compared: those of CommonMark,
    and footnotes, formulas and callouts, which it does not know."""
    plain, fences = _cut_code(markdown)
    formulas = [*_BLOCK_FORMULA.findall(plain), *_FORMULA.findall(_BLOCK_FORMULA.sub(" ", plain))]
    marks = {
        "footnotes": _count(tuple(split_words(text)) for _, text in _NOTE.findall(plain)),
        "footnote references": _count(_REFERENCE.findall(plain)),
        "languages of code": _count(language.lower() for language in fences if language),
        "formulas": _count("".join(formula.split()) for formula in formulas),
        "callouts": _count(name.lower() for name in _CALLOUT.findall(plain)),
    }
    # Definitions of footnotes would be read as those of links.
    return {**write_pages(_NOTE.sub(r"\2", markdown), url), **marks}


def _cut_code(markdown: str) -> tuple[str, list[str]]:
    """Return Markdown without its fenced code, and the languages of the fences."""
    lines, languages, fence = [], [], ""
    for line in markdown.splitlines():
        match = _FENCE.match(line)
        if not fence and match is not None:
            fence = match[1]
            languages.append(match[2])
        elif fence:
            if line.strip(" >") == fence:
                fence = ""
        else:
            lines.append(line)
    return "\n".join(lines), languages


def _count(keys: Iterable[Hashable]) -> Counter[Hashable]:
    return Counter(key for key in keys if key)


if __name__ == "__main__":
    main()
