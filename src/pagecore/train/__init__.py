"""Training: what can be learned from labelled pages, and by whom.

A method that is learned has a trainer of its name. `pagecore evaluate --cv` asks it for the samples
of every corpus once, and fits a model for every fold.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy.typing as npt

    from pagecore.corpora.corpus import Corpus, Item
    from pagecore.train.write_model import Forest

__all__ = ["FileTrainer", "Sample", "Trainer", "trainers"]


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


class FileTrainer(Trainer, Protocol):
    """A trainer whose models can be kept in files, which is what `pagecore train` does."""

    @property
    def packages(self) -> tuple[str, ...]:
        """Other packages that it learns with; a model's file tells their versions."""

    @property
    def n_steps(self) -> int:
        """How often `fitted` tells what is being done."""

    def fitted(
        self,
        samples: Mapping[str, Sequence[Any]],
        *,
        seed: int,
        weights: Mapping[str, float] | None = None,
        said: Callable[[str], None] = ...,
    ) -> tuple[dict[str, Any], Mapping[str, Forest], Mapping[str, npt.ArrayLike]]:
        """Metadata, forests and arrays, which `write_model.packed` makes a file of.

        Args:
            samples: by the name of their corpus.
            seed: of whatever is drawn.
            weights: what a page of a corpus counts, 1 where nothing is said.
            said: told what is being done.
        """


#: Where the trainer of a method is: its module, which is imported when it is asked for, and its
#: name there.
_TRAINERS: dict[str, tuple[str, str]] = {
    "default": ("pagecore.train.default", "TRAINER"),
    "hybrid": ("pagecore.train.hybrid", "TRAINER"),
}


def trainers() -> dict[str, FileTrainer]:
    """The trainers by the name of their method."""
    return {
        method: getattr(importlib.import_module(module), name)
        for method, (module, name) in _TRAINERS.items()
    }
