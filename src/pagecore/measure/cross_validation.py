"""Cross-validation: each page is measured with a model that has seen nothing of its site.

A method that is learned names its trainer in the registry. The trainer makes samples of every
corpus once, and fits a model for every fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pagecore.corpora.corpus import Corpus, Item
from pagecore.errors import BadOption
from pagecore.measure.folds import Folds, Place
from pagecore.measure.output import Output
from pagecore.registry import method_named, methods


class Sample(Protocol):
    """A page as a trainer sees it; what else it holds is the trainer's own."""

    @property
    def id(self) -> str:
        """Of the corpus' item it is made of."""

    @property
    def group(self) -> str:
        """The item's: its domain or publisher."""


class Trainer(Protocol):
    """Learns what a method takes as `model=`."""

    def samples(
        self, corpus: Corpus, *, progress: Callable[[Item], None] | None = None
    ) -> Sequence[Any]:
        """The corpus' pages as samples, in the order of its items; a page may be left out.

        This is the slow part, and is done once.

        Args:
            corpus: the pages with their gold.
            progress: called after every page.
        """

    def fit(self, samples: Mapping[str, Sequence[Any]], *, seed: int) -> object:
        """A model learned from samples: what the method takes as `model=`.

        Args:
            samples: by the name of their corpus.
            seed: of whatever is drawn; the same samples and seed give the same model.
        """


def trainers() -> dict[str, Trainer]:
    """The trainers by the name of their method."""
    return {one.name: one.load_trainer() for one in methods() if one.trainer is not None}


def learned_of(methods: Sequence[str]) -> list[str]:
    """Those that are learned, which alone can be cross-validated; `BadOption` where none is."""
    known = trainers()
    found = [name for name in methods if name in known]
    if not found:
        given = ", ".join(methods) or "none"
        raise BadOption(
            f"no method that is given is learned ({given}), so there is nothing to cross-validate; "
            f"these are learned: {', '.join(sorted(known)) or 'none'}"
        )
    return found


@dataclass(frozen=True)
class Learned:
    """A method's models, a model a fold, each made when it is asked for."""

    method: str
    trainer: Trainer
    #: By corpus.
    samples: Mapping[str, Sequence[Any]]
    folds: Folds
    seed: int
    _models: dict[str | None, object] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        method: str,
        corpora: Sequence[Corpus],
        folds: Folds,
        seed: int,
        progress: Callable[[str, int], None],
    ) -> Learned:
        """Read the samples of all corpora that may be trained on."""
        known = trainers()

        def samples(corpus: Corpus) -> Sequence[Any]:
            what, total = f"{corpus.name}: samples for {method}", len(corpus.items)
            return known[method].samples(corpus, progress=lambda _: progress(what, total))

        read = {corpus.name: samples(corpus) for corpus in corpora if corpus.trainable}
        return cls(method, known[method], read, folds, seed)

    def model(self, place: Place) -> object:
        """The model for a page, which has seen no page of its fold."""
        fold = self.folds.of.get(place)
        if fold not in self._models:
            kept = {
                corpus: [one for one in samples if self.folds.of[corpus, one.id] != fold]
                for corpus, samples in self.samples.items()
            }
            known = {corpus: samples for corpus, samples in kept.items() if samples}
            if not known:
                raise BadOption(f"method {self.method!r}: there is nothing left to train on")
            self._models[fold] = self.trainer.fit(known, seed=self.seed)
        return self._models[fold]


@dataclass(frozen=True)
class CrossValidated:
    """A learned method, for every page with the model that knows nothing of it."""

    name: str
    version: str
    learned: Learned
    corpus: str
    kind: str = "method"

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """Run the method page by page; training is not timed."""
        for item in items:
            yield run_model(self.learned, (self.corpus, item.id), item)


def run_model(learned: Learned, place: Place, item: Item, **options: object) -> Output:
    """Run a learned method on a page with the model that knows nothing of it."""
    method = method_named(learned.method)
    model = learned.model(place)
    output: Output = next(method.family.contend(method, [item], {"model": model, **options}))
    return output
