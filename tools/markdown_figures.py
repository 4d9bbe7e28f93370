"""Compare Markdown with that of WCXB: first the quality of this gold, then ours and that of others.

The gold is Markdown of the text that people, or a program, selected as content. It can only measure
kinds of elements that it has itself, so it is compared with the page first. An element of the gold
should be an element of the page. An element of the page whose words are in the gold should be an
element of the gold.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from markdown_it import MarkdownIt

from pagecore.corpora.corpus import Corpus, Item
from pagecore.evaluate.peers import isolate, read_version
from pagecore.evaluate.peers.markdown import WRITERS
from pagecore.extract import extract
from pagecore.metrics import structure, words
from pagecore.page import parse
from tools.structure_by_element import OWN, TIMEOUT, Elements, compare_elements

#: A kind is measured if at least these shares are reached: of the elements of the gold that are
#: elements of the page, and of the elements of the page with words in the gold that are elements of
#: the gold.
MIN_REAL: Final = 0.8
MIN_MARKED: Final = 2 / 3
#: The words of a shorter element may be in the gold by chance.
MIN_WORDS: Final = 3

_MARKDOWN: Final = MarkdownIt("commonmark").enable("table").enable("strikethrough")


@dataclass
class Quality:
    """Elements of one kind in the gold, compared with those in the pages."""

    #: Elements of the gold, and how many are elements in the page.
    marked: int = 0
    real: int = 0
    #: Elements of the page whose words are in the gold, and how many are elements there.
    shown: int = 0
    kept: int = 0
    #: Pages with such elements, and how many of them have none in the gold.
    pages: int = 0
    lost: int = 0

    @property
    def holds(self) -> bool:
        """Whether elements of this kind can be measured by the gold."""
        is_real = self.real >= MIN_REAL * self.marked > 0
        return is_real and self.kept >= MIN_MARKED * self.shown


def measure_markdown(corpus: Corpus) -> dict[str, list[dict[str, Any]]]:
    """Measure the quality of the gold, and compare our Markdown and that of others with it."""
    items = [item for item in corpus.items if item.gold.markdown]
    gold = [write_pages(item.gold.markdown or "", item.url) for item in items]
    quality = measure_gold(items, gold)
    kinds = [kind for kind, of_kind in quality.items() if of_kind.holds]
    about = [
        {"elements": kind} | asdict(of_kind) | {"measured": of_kind.holds}
        for kind, of_kind in quality.items()
    ]
    return {"markdown gold": about, "markdown": _compare(items, gold, kinds)}


def write_pages(markdown: str, url: str | None) -> Elements:
    """The elements of a text in Markdown."""
    return structure.find_elements(_MARKDOWN.render(markdown), url)


def measure_gold(items: Iterable[Item], gold: Iterable[Elements]) -> dict[str, Quality]:
    """Compare the elements of the gold with those of the pages, by kind."""
    qualities = {kind: Quality() for kind in structure.KINDS}
    for item, marked in zip(items, gold, strict=True):
        page = structure.find_elements(item.html(), item.url)
        text = " ".join(["", *_list_words(item.gold.markdown or ""), ""])
        for kind, quality in qualities.items():
            _count_elements(quality, marked[kind], page[kind], text)
    return qualities


def _count_elements(
    quality: Quality, marked: structure.Elements, page: structure.Elements, text: str
) -> None:
    shown = Counter(
        {
            element: times
            for element, times in page.items()
            if len(words := _read_text(element)) >= MIN_WORDS and f" {' '.join(words)} " in text
        }
    )
    kept = (shown & marked).total()
    quality.marked += marked.total()
    quality.real += (marked & page).total()
    quality.shown += shown.total()
    quality.kept += kept
    quality.pages += bool(shown)
    quality.lost += bool(shown) and kept == 0


def _list_words(markdown: str) -> list[str]:
    """The words of Markdown, without the URLs in it."""
    return words.split_words(re.sub(r"\]\([^)\s]*\)", "]", markdown), unspaced=True)


def _read_text(element: Hashable) -> Sequence[str]:
    """The words of an element; those of a link come after its URL."""
    if isinstance(element, str):
        return words.split_words(element, unspaced=True)
    if not isinstance(element, tuple):
        return ()
    return element[1] if element and isinstance(element[-1], tuple) else element


def _compare(
    items: Sequence[Item], gold: Sequence[Elements], kinds: Iterable[str]
) -> list[dict[str, Any]]:
    outputs = {OWN: [write_pages(_write_own(item), item.url) for item in items]}
    for peer in WRITERS:
        outcomes = isolate.run_peer(peer, items, TIMEOUT)
        outputs[f"{peer.name} {read_version(peer.name)}"] = [
            write_pages(outcome.result.text if outcome.result else "", item.url)
            for item, outcome in zip(items, outcomes, strict=True)
        ]
    return compare_elements(kinds, gold, outputs)


def _write_own(item: Item) -> str:
    return extract(parse(item.html(), url=item.url, encoding=item.encoding)).markdown(title=False)
