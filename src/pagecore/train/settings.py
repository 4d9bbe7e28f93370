"""The settings of a training of the default extractor."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """The settings, recorded in a model's file. The shipped model is trained with the defaults."""

    #: Parts of the training pages; each is left out once.
    parts: int = 4
    #: The sampled share of the blocks that are not content, which are far more than the others.
    drawn: float = 0.35
    #: Trees and learning rate of the first pass over blocks, and of the second.
    first_trees: int = 250
    first_rate: float = 0.15
    trees: int = 320
    rate: float = 0.12
    #: Weight of the gold in the target; the prediction of a draft has the rest.
    gold: float = 0.5
    #: Trees and learning rate of drafts, and of second passes that only serve to estimate the F1.
    draft_trees: int = 150
    draft_rate: float = 0.25
    #: Trees that predict page types, and trees that estimate the F1.
    type_trees: int = 200
    confidence_trees: int = 250
    #: Blocks that the file keeps for rehearsal when the model is tuned; see `pagecore.train.tuned`.
    rehearsed: int = 300
    #: Threads. Another number may give another model, because sums are added in another order.
    threads: int = 2
