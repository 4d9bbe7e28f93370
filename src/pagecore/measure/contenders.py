"""Contenders: whatever turns the pages of a corpus into outputs, and our own methods as such."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pagecore.corpora.corpus import Corpus, Item
from pagecore.measure.output import Output
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
    """A method of the registry, run as its family runs it."""

    #: As the registry finds it: `cetr`, or `site/hybrid`.
    name: str
    version: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    kind: str = "method"

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """Run the method over the pages; what one page does to it is that page's miss."""
        method = method_named(self.name)
        return method.family.contend(method, items, method.check_options(self.parameters))

    def in_sample(self, corpus: Corpus) -> bool:
        """Whether the method may have been made on these pages, so that its figure is not to be
        published. One that does not say what it was made on may have been made on anything that
        may be trained on."""
        made_on = method_named(self.name).made_on
        return corpus.trainable and (made_on is None or corpus.layout in made_on)
