"""The training set: the blocks of all samples in one table, and forests fitted to parts of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadInput
from pagecore.page.judging import Floats, NameWeights, describe_blocks, describe_choices
from pagecore.train.boosting import fit_trees
from pagecore.train.names import Bags
from pagecore.train.samples import TYPE_OF_CORPUS, PageSample
from pagecore.train.settings import Settings


@dataclass(frozen=True, eq=False)
class TrainingSet:
    """The samples one after the other, and their blocks in the same order."""

    settings: Settings
    samples: list[PageSample]
    #: The page type, weight and part of each sample.
    types: list[str | None]
    page_weight: npt.NDArray[np.float64]
    part: npt.NDArray[np.int64]
    #: The first block of each sample, and one past the last block.
    start: npt.NDArray[np.int64]
    #: The names around each block, its target (1 for content), its weight, and whether it was
    #: sampled.
    bags: Bags
    target: npt.NDArray[np.int64]
    weight: npt.NDArray[np.float64]
    drawn: npt.NDArray[np.bool_]
    #: For each part a mask of the blocks outside of it; and a mask of all blocks.
    outside: list[npt.NDArray[np.bool_]]
    all_blocks: npt.NDArray[np.bool_]

    @classmethod
    def of(
        cls,
        samples: Mapping[str, Sequence[PageSample]],
        settings: Settings,
        seed: int,
        weights: Mapping[str, float],
    ) -> TrainingSet:
        """Put samples into one table.

        Args:
            samples: by the name of their corpus, in whose order they come.
            settings: parts, and the share of blocks to draw.
            seed: random seed.
            weights: the weight of a page of a corpus, 1 where there is none.

        Raises:
            BadInput: the samples are too few to learn from.
        """
        ordered = [(name, page) for name in sorted(samples) for page in samples[name]]
        if not ordered:
            raise BadInput("there is no page with gold text to learn from")
        pages = [page for _, page in ordered]
        start = np.cumsum([0, *(len(page.label) for page in pages)])
        label = np.concatenate([page.label for page in pages])
        target = (label >= 0.5).astype(np.int64)
        page_weight = np.array([weights.get(name, 1.0) for name, _ in ordered])
        # The square root keeps long blocks from outweighing the rest of the page.
        weight = np.concatenate(
            [np.sqrt(page.words / max(page.gold.sum(), 20), dtype=np.float64) for page in pages]
        ) * np.repeat(page_weight, np.diff(start))
        random = np.random.default_rng(seed)
        drawn = (target == 1) | (random.random(len(target)) < settings.drawn)
        weight = np.where(target == 1, weight, weight / settings.drawn)
        part_of_group = _deal_groups({page.group for page in pages}, seed, settings.parts)
        part_of_page = np.array([part_of_group[page.group] for page in pages])
        part = np.repeat(part_of_page, np.diff(start))
        for at in range(settings.parts):
            left = target[drawn & (part != at)]
            if not (left == 1).any() or not (left == 0).any():
                raise BadInput(
                    f"{len(pages)} pages are too few to learn from: without a part of them there "
                    "must be content, and something beside it; give pages of more sites"
                )
        return cls(
            settings,
            pages,
            [TYPE_OF_CORPUS.get(name, page.page_type) for name, page in ordered],
            page_weight,
            part_of_page,
            start,
            Bags.join([page.names for page in pages]),
            target,
            weight / weight[drawn].mean(),
            drawn,
            [part != at for at in range(settings.parts)],
            np.ones(len(target), np.bool_),
        )

    def compute_features(self, names: Sequence[NameWeights], first: Floats | None = None) -> Floats:
        """Compute the features of all blocks.

        Args:
            names: for each part the weights of names, fitted without it.
            first: the first score of each block, for the features of the second pass.
        """
        columns = []
        for at, sample in enumerate(self.samples):
            scores = None if first is None else first[self.start[at] : self.start[at + 1]]
            weights = names[self.part[at]]
            columns.append(describe_blocks(sample.page, names=weights, first_pass=scores)[2].T)
        return np.concatenate(columns)

    def predict_out_of_fold(
        self,
        features: Floats,
        target: Floats,
        seed: int,
        name: str,
        trees: tuple[int, float],
        report: Callable[[str], None],
    ) -> Floats:
        """Predict the probability of every block to be content, by trees fitted without its part.

        Args:
            features: the features of all blocks.
            target: the value to learn for each block.
            seed: random seed.
            name: the name of this step.
            trees: their number, and the learning rate.
            report: called with the name of each fit.
        """
        probabilities = np.zeros(len(self.target), np.float32)
        for at, part in enumerate(self.outside):
            report(f"{name}, part {at + 1} of {len(self.outside)}")
            if not part.all():
                classifier = self.fit_classifier(features, target, part, seed, trees)
                probabilities[~part] = classifier.predict_proba(features[~part])[:, 1]
        return probabilities

    def fit_classifier(
        self,
        features: Floats,
        target: Floats,
        which: npt.NDArray[np.bool_],
        seed: int,
        trees: tuple[int, float],
    ) -> Any:
        """Fit trees to some blocks, given their number and the learning rate."""
        learned = which & self.drawn
        return fit_trees(
            "CatBoostClassifier",
            self.settings,
            seed,
            features[learned],
            target[learned],
            self.weight[learned],
            iterations=trees[0],
            learning_rate=trees[1],
            loss_function="CrossEntropy",
        )

    def draw_rehearsal(self, seed: int) -> list[int]:
        """Draw blocks for the rehearsal in later fine-tuning: from each page, in random order, one
        block that is content and one that is not, with probabilities proportional to weights."""
        random = np.random.default_rng(seed)
        chosen: list[int] = []
        for page in random.permutation(len(self.samples)):
            blocks = np.arange(self.start[page], self.start[page + 1])
            for kind in (1, 0):
                candidates = blocks[self.target[blocks] == kind]
                if len(candidates) and len(chosen) < self.settings.rehearsed:
                    weight = self.weight[candidates]
                    chosen.append(int(random.choice(candidates, p=weight / weight.sum())))
        return chosen

    def describe_choices(
        self, names: Sequence[NameWeights], second: Floats
    ) -> tuple[Floats, npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """Describe several possible choices of each page.

        Args:
            names: for each part the weights of names, fitted without it.
            second: the probability of every block.

        Returns:
            The features of each choice, its F1, and whether it is the choice that is made, which is
            the first of each page.
        """
        rows, scores, is_chosen = [], [], []
        for at, sample in enumerate(self.samples):
            probability = second[self.start[at] : self.start[at + 1]]
            _, of_page, keep = describe_choices(
                sample.page, probability, names=names[self.part[at]]
            )
            rows.append(of_page)
            scores += [sample.score_choice(choice) for choice in keep]
            is_chosen += [True] + [False] * (len(of_page) - 1)
        return np.concatenate(rows), np.array(scores), np.array(is_chosen)


def _deal_groups(groups: Set[str], seed: int, n_parts: int) -> dict[str, int]:
    """Deal groups to parts like cards, as folds are."""

    def hash_group(group: str) -> bytes:
        return hashlib.sha256(f"part\t{seed}\t{group}".encode(errors="backslashreplace")).digest()

    return {group: at % n_parts for at, group in enumerate(sorted(groups, key=hash_group))}
