"""Contenders, which turn the pages of a corpus into outputs, and our own methods as contenders."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pagecore.corpora.corpus import Corpus, Item
from pagecore.errors import BadOption
from pagecore.measure.output import Output
from pagecore.registry import Method, find_method


def make_step_options(method: Method, steps: Sequence[str] | None) -> dict[str, Any]:
    """Return the option that selects the steps after a method; `BadOption` if no verb of its family
    runs steps."""
    if steps is None:
        return {}
    if not any("steps" in inspect.signature(verb).parameters for verb in method.family.verbs):
        raise BadOption(f"no steps follow {method.family} methods such as {method.name!r}")
    return {"steps": steps}


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
    #: Names of the steps to run after the method; None for all.
    steps: Sequence[str] | None = None

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """Run the method on every page; a page on which it raises is a failure."""
        method = find_method(self.name)
        options = method.check_options(self.parameters) | make_step_options(method, self.steps)
        return method.family.contend(method, items, options)

    def in_sample(self, corpus: Corpus) -> bool:
        """Whether the method may have been developed on these pages, so that its figure may not be
        published. A method without `developed_on` may have been developed on any corpus that may be
        trained on."""
        developed_on = find_method(self.name).developed_on
        if developed_on is None:
            return corpus.trainable
        return (corpus.trainable or corpus.tunable) and corpus.format in developed_on
