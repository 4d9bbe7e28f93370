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
