"""Train the method `hybrid`: a decision tree and naive Bayes over the blocks of pages.

Each set of candidates (`div` and `td`, or also the containers of HTML5) has its own classifiers. A
candidate is labelled as content if at least half of its words are in the gold, and if it holds at
least a share of the gold, which `python -m tools.hybrid_labels` sweeps. Candidates without words
are left out. Training draws nothing at random, so the seed has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pagecore.corpora.labels import align_gold
from pagecore.errors import BadInput
from pagecore.methods.candidates import (
    CANDIDATE_TAGS,
    GOLD_SHARES,
    OWN_SHARE,
    find_candidates,
    label_candidates,
)
from pagecore.methods.hybrid import DIGEST, name_array
from pagecore.models.classifiers import Floats
from pagecore.models.model import Model, read
from pagecore.page import Mask, Page, parse
from pagecore.train import bayes, c45
from pagecore.train.write_model import Forest, pack_model

if TYPE_CHECKING:
    from pagecore.corpora.corpus import Corpus, Item


@dataclass(frozen=True, eq=False)
class BlockExamples:
    """The candidates of a page that have words: their features, and how much of the gold each
    holds."""

    features: Floats
    #: Number of words of each candidate, as labels count them, and how many of these are gold.
    words: npt.NDArray[np.float64]
    inside: npt.NDArray[np.float64]
    #: Number of words of the gold.
    gold: int

    def label(self, gold_share: float) -> Mask:
        """Label the candidates that are content.

        Args:
            gold_share: the share of the gold that a candidate must hold.
        """
        return label_candidates(self.words, self.inside, self.gold, gold_share)


@dataclass(frozen=True, eq=False)
class BlockSample:
    """A page as examples, by the set of candidates."""

    id: str
    group: str
    examples: Mapping[str, BlockExamples]


@dataclass(frozen=True)
class HybridTrainer:
    """The trainer of the method `hybrid`."""

    #: The share of the gold that a candidate must hold to be labelled as content, by the set of
    #: candidates.
    gold_shares: Mapping[str, float] = field(default_factory=lambda: dict(GOLD_SHARES))

    @property
    def packages(self) -> tuple[str, ...]:
        """Other packages that it uses."""
        return ()

    @property
    def n_steps(self) -> int:
        """Number of steps that `fit_parts` reports."""
        return 2 * len(CANDIDATE_TAGS)

    def samples(
        self, corpus: Corpus, *, progress: Callable[[Item], None] | None = None
    ) -> list[BlockSample]:
        """Label the candidates of all pages that have gold text."""
        samples = []
        for item in corpus.items:
            if item.in_means and item.gold.text:
                page = parse(item.html(), url=item.url, encoding=item.encoding)
                examples = collect_examples(page, item.gold.text)
                samples.append(BlockSample(item.id, item.group or item.id, examples))
            if progress is not None:
                progress(item)
        return samples

    def fit(self, samples: Mapping[str, Sequence[BlockSample]], *, seed: int) -> Model:
        """Train a model on all samples."""
        return read(pack_model(*self.fit_parts(samples, seed=seed)), "a model just trained")

    def fit_parts(
        self,
        samples: Mapping[str, Sequence[BlockSample]],
        *,
        seed: int,
        weights: Mapping[str, float] | None = None,
        report: Callable[[str], None] = lambda _: None,
    ) -> tuple[dict[str, Any], dict[str, Forest], dict[str, npt.ArrayLike]]:
        """Train the metadata and arrays of a model, which has no forests.

        Args:
            samples: by the name of their corpus.
            seed: recorded in the file; nothing is random.
            weights: the weight of a page, by corpus (default: 1).
            report: called with the name of each step.

        Raises:
            BadInput: there is too little to learn from.
        """
        pages = [(name, page) for name, of in samples.items() for page in of]
        counts = [(weights or {}).get(name, 1.0) for name, _ in pages]
        arrays: dict[str, npt.ArrayLike] = {}
        blocks = {}
        for candidates in CANDIDATE_TAGS:
            examples = [page.examples[candidates] for _, page in pages]
            labels = [of.label(self.gold_shares[candidates]) for of in examples]
            positive = np.concatenate(labels or [np.zeros(0, np.bool_)])
            if positive.all() or not positive.any():
                raise BadInput(
                    f"there is too little to learn from: of {len(positive)} candidates "
                    f"({candidates}) {positive.sum()} are content; candidates of both kinds are "
                    "needed"
                )
            rows = np.concatenate([of.features for of in examples])
            weight = np.repeat(counts, [len(of) for of in labels])
            report(f"decision tree, {candidates}")
            tree = c45.fit_tree(rows, positive, weight)
            report(f"naive Bayes, {candidates}")
            odds = bayes.fit_bayes(rows, positive, weight)
            for name, array in {**tree.arrays(), **odds.arrays()}.items():
                arrays[name_array(candidates, name)] = array
            blocks[candidates] = {"all": len(positive), "content": int(positive.sum())}
        metadata = {
            "features": DIGEST,
            "method": "hybrid",
            "seed": seed,
            "settings": {
                "own share": OWN_SHARE,
                "gold share": dict(self.gold_shares),
                "smallest leaf": c45.SMALLEST,
                "confidence": c45.CONFIDENCE,
                "variance floor": bayes.FLOOR,
            },
            "blocks": blocks,
        }
        return metadata, {}, arrays


def collect_examples(page: Page, gold: str) -> dict[str, BlockExamples]:
    """Compute the features of the candidates with words, and how much of the gold each holds.

    Args:
        page: any page.
        gold: the expected text.

    Returns:
        The examples, by the set of candidates.
    """
    labelled = align_gold(page, gold)
    # Both counts use the words of labels, so that their ratio is a share.
    words = np.array([len(block) for block in labelled.words], np.int64)
    columns = [
        _at_first(page, column * (page.blocks.hidden == 0)) for column in (words, labelled.matched)
    ]
    examples = {}
    for name, tags in CANDIDATE_TAGS.items():
        candidates = find_candidates(page, tags)
        with_words = candidates.words > 0
        own, inside = (candidates.total(column)[with_words] for column in columns)
        features = candidates.features[with_words]
        examples[name] = BlockExamples(features, own, inside, len(labelled.gold))
    return examples


def _at_first(page: Page, column: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Turn a column of blocks into a column of rows, at the first row of each block."""
    rows = np.zeros(len(page), np.int64)
    rows[page.blocks.first] = column
    return rows


TRAINER = HybridTrainer()
