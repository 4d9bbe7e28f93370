"""Training: models learned from labelled pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from pagecore.measure.cross_validation import Trainer

if TYPE_CHECKING:
    import numpy.typing as npt

    from pagecore.train.write_model import Forest

__all__ = ["FileTrainer"]


class FileTrainer(Trainer, Protocol):
    """A trainer whose models can be written to files, for `pagecore train`."""

    @property
    def packages(self) -> tuple[str, ...]:
        """Other packages that it uses; a model's file records their versions."""

    @property
    def n_steps(self) -> int:
        """Number of steps that `fit_parts` reports."""

    def fit_parts(
        self,
        samples: Mapping[str, Sequence[Any]],
        *,
        seed: int,
        weights: Mapping[str, float] | None = None,
        report: Callable[[str], None] = ...,
    ) -> tuple[dict[str, Any], Mapping[str, Forest], Mapping[str, npt.ArrayLike]]:
        """Train metadata, forests and arrays, which `write_model.pack_model` puts into a file.

        Args:
            samples: by the name of their corpus.
            seed: random seed.
            weights: the weight of a page of a corpus, 1 where there is none.
            report: called with the name of each step.
        """
