"""Contenders, which turn the pages of a corpus into outputs, and our own methods as contenders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pagecore.corpora.corpus import Corpus, Item
from pagecore.measure.output import Output
from pagecore.registry import find_method


class Contender(Protocol):
    """A method of ours, a peer, or a file of recorded outputs."""

    @property
    def name(self) -> str:
        """Its name in tables; no two contenders share one."""

    @property
    def kind(self) -> str:
        """`method`, `peer` or `recorded`."""

    @property
    def version(self) -> str:
        """The version of its package."""

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """Return the outputs, in the order of the items."""


@dataclass(frozen=True)
class OwnMethod:
    """A method of the registry, run as its family runs it."""

    #: As the registry finds it: `cetr`, or `site/hybrid`.
    name: str
    version: str
    parameters: Mapping[str, object] = field(default_factory=dict)
    kind: str = "method"

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """Run the method on every page; a page on which it fails is a miss."""
        method = find_method(self.name)
        return method.family.contend(method, items, method.check_options(self.parameters))

    def in_sample(self, corpus: Corpus) -> bool:
        """Whether the method may have been developed on these pages, so that its figure may not be
        published. A method without `developed_on` may have been developed on any corpus that may be
        trained on."""
        developed_on = find_method(self.name).developed_on
        if developed_on is None:
            return corpus.trainable
        return (corpus.trainable or corpus.tunable) and corpus.layout in developed_on
