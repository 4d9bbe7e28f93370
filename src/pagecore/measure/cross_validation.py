"""Cross-validation: each page is measured with a model that has seen no page of its site.

A learned method names its trainer in the registry. The trainer reads the samples of every corpus
once and fits a model for every fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pagecore.corpora.corpus import Corpus, Item
from pagecore.errors import BadOption
from pagecore.measure.folds import Folds, Place
from pagecore.measure.output import Output
from pagecore.registry import find_method, list_methods


class TrainingSample(Protocol):
    """A page as a trainer sees it. Trainers add fields of their own."""

    @property
    def id(self) -> str:
        """The id of its item in the corpus."""

    @property
    def group(self) -> str:
        """The group of its item: a domain or publisher."""


class Trainer(Protocol):
    """Trains the model that a method takes as `model=`."""

    def samples(
        self, corpus: Corpus, *, progress: Callable[[Item], None] | None = None
    ) -> Sequence[Any]:
        """Read the pages of a corpus as samples, in the order of its items. A page may be skipped.

        This is the slow part and runs once.

        Args:
            corpus: the pages with their gold.
            progress: called after every page.
        """

    def fit(self, samples: Mapping[str, Sequence[Any]], *, seed: int) -> object:
        """Train a model, which the method takes as `model=`.

        Args:
            samples: by the name of their corpus.
            seed: random seed; the same samples and seed give the same model.
        """


def load_trainers() -> dict[str, Trainer]:
    """Import the trainers of all learned methods, by the shortest name that finds the method."""
    return {method.short_name: method.load_trainer() for method in list_methods() if method.trainer}


def select_learned(names: Sequence[str]) -> list[str]:
    """The names of learned methods, which alone can be cross-validated; `BadOption` if there are
    none."""
    known = load_trainers()
    learned = [name for name in names if name in known]
    if not learned:
        raise BadOption(
            f"none of the methods is learned ({', '.join(names) or 'none'}), so there is nothing "
            f"to cross-validate; learned methods: {', '.join(sorted(known)) or 'none'}"
        )
    return learned


@dataclass(frozen=True)
class FoldModels:
    """The models of a method, one per fold, each trained when it is first used."""

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
    ) -> FoldModels:
        """Read the samples of all corpora that may be trained on."""
        trainer = load_trainers()[method]

        def read_samples(corpus: Corpus) -> Sequence[Any]:
            what, total = f"{corpus.name}: samples for {method}", len(corpus.items)
            return trainer.samples(corpus, progress=lambda _: progress(what, total))

        samples = {corpus.name: read_samples(corpus) for corpus in corpora if corpus.trainable}
        return cls(method, trainer, samples, folds, seed)

    def model(self, place: Place) -> object:
        """Return the model for a page: the one that has seen no page of its fold."""
        fold = self.folds.fold_of.get(place)
        if fold not in self._models:
            kept = {
                corpus: [
                    sample for sample in samples if self.folds.fold_of[corpus, sample.id] != fold
                ]
                for corpus, samples in self.samples.items()
            }
            known = {corpus: samples for corpus, samples in kept.items() if samples}
            if not known:
                raise BadOption(f"method {self.method!r}: no page is left to train on")
            self._models[fold] = self.trainer.fit(known, seed=self.seed)
        return self._models[fold]


@dataclass(frozen=True)
class CrossValidatedMethod:
    """A learned method that runs on each page with a model trained without it."""

    name: str
    version: str
    learned: FoldModels
    corpus: str
    kind: str = "method"
    #: Parameters of the method, and the steps to run after it.
    options: Mapping[str, Any] = field(default_factory=dict)

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        """Run the method on every page; training is not timed."""
        for item in items:
            yield run_model(self.learned, (self.corpus, item.id), item, **self.options)


def run_model(learned: FoldModels, place: Place, item: Item, **options: object) -> Output:
    """Run a learned method on a page, with the model that was trained without it."""
    method = find_method(learned.method)
    model = learned.model(place)
    output: Output = next(method.family.contend(method, [item], {"model": model, **options}))
    return output
