"""Contenders: whatever turns the pages of a corpus into outputs, and our own methods as such."""

from __future__ import annotations

import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pagecore.corpora.corpus import Corpus, Item
from pagecore.extract import extract
from pagecore.measure.output import Output
from pagecore.metadata import Metadata
from pagecore.page import parse
from pagecore.registry import method_named


class Contender(Protocol):
    """A method of ours, a peer, or a file of outputs recorded earlier."""

    @property
    def name(self) -> str:
        """What it is called in tables; no two are called the same."""

    @property
    def kind(self) -> str:
        """`method`, `peer` or `recorded`."""

    @property
    def version(self) -> str:
        """Of the package it comes from."""

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """The outputs, in the order of the items."""


@dataclass(frozen=True)
class OwnMethod:
    """A method of the registry, called as `extract` calls it."""

    name: str
    version: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    kind: str = "method"

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """Extract page by page; what one page does to the method is that page's miss."""
        method_named(self.name).check_options(self.parameters)
        for item in items:
            yield extracted(item, self.name, self.parameters)

    def in_sample(self, corpus: Corpus) -> bool:
        """Whether the method may have been made on these pages, so that its figure is not to be
        published. One that does not say what it was made on may have been made on anything that
        may be trained on."""
        made_on = method_named(self.name).made_on
        return corpus.trainable and (made_on is None or corpus.layout in made_on)


def extracted(item: Item, method: str, parameters: Mapping[str, Any]) -> Output:
    """What a method makes of a page, from bytes to text; this is what is timed. The content as HTML
    is written where the page's gold tells what it should be."""
    text, error, html = "", None, None
    confidence, page_types = None, None
    about = Metadata()
    began, cpu_ms = time.process_time_ns(), None
    try:
        source = item.html()
        # Reading the file is not what is measured.
        began = time.process_time_ns()
        page = parse(source, url=item.url, encoding=item.encoding)
        document = extract(page, method=method, **parameters)
        text = document.text
        # Who wants the text asks for nothing else; `python -m bench` has the time of the rest.
        cpu_ms = (time.process_time_ns() - began) / 1e6
        if item.gold.html is not None:
            html = document.html()
        confidence, page_types = document.confidence, document.page_types or None
        about = document.metadata
    except KeyboardInterrupt:
        raise
    except BaseException as raised:  # noqa: BLE001 - anything may come out of a method, a panic of Rust or an exit too, and all of it is this page's miss
        # Even the words of an error may be one more error, which Python's own formatting minds.
        told = traceback.format_exception_only(raised)[-1].partition(": ")[2]
        message = " ".join(told.split())
        error = f"raised: {type(raised).__name__}" + (f": {message}" if message else "")
    if cpu_ms is None:
        cpu_ms = (time.process_time_ns() - began) / 1e6
    return Output(
        item.id,
        text,
        cpu_ms,
        error,
        html=html,
        title=about.title,
        author="; ".join(about.authors) or None,
        date=about.date,
        confidence=confidence,
        page_types=page_types,
    )
