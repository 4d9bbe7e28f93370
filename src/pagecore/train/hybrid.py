"""Train the method `hybrid`: a decision tree and naive Bayes over the `div` and `td` of pages.

These elements are the candidates. A candidate is labelled as content if at least half of its words
are in the gold, and if it holds at least a tenth of the gold. Candidates without words are left
out. Training draws nothing at random, so the seed has no effect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pagecore.corpora.labels import align_gold
from pagecore.errors import BadInput
from pagecore.methods.candidates import GOLD_SHARE, OWN_SHARE, find_candidates, label_candidates
from pagecore.methods.hybrid import DIGEST
from pagecore.models.classifiers import Floats
from pagecore.models.model import Model, read
from pagecore.page import Mask, Page, parse
from pagecore.train import bayes, c45
from pagecore.train.write_model import Forest, pack_model

if TYPE_CHECKING:
    from pagecore.corpora.corpus import Corpus, Item


@dataclass(frozen=True, eq=False)
class BlockSample:
    """The candidates of a page: their features, and which of them are content."""

    id: str
    group: str
    features: Floats
    positive: Mask


@dataclass(frozen=True)
class HybridTrainer:
    """The trainer of the method `hybrid`."""

    @property
    def packages(self) -> tuple[str, ...]:
        """Other packages that it uses."""
        return ()

    @property
    def n_steps(self) -> int:
        """Number of steps that `fit_parts` reports."""
        return 2

    def samples(
        self, corpus: Corpus, *, progress: Callable[[Item], None] | None = None
    ) -> list[BlockSample]:
        """Label the candidates of all pages that have gold text."""
        samples = []
        for item in corpus.items:
            if item.in_means and item.gold.text:
                page = parse(item.html(), url=item.url, encoding=item.encoding)
                features, positive = label_examples(page, item.gold.text)
                samples.append(BlockSample(item.id, item.group or item.id, features, positive))
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
        sizes = [len(page.positive) for _, page in pages]
        positive = np.concatenate([page.positive for _, page in pages] or [np.zeros(0, np.bool_)])
        if positive.all() or not positive.any():
            raise BadInput(
                f"there is too little to learn from: of {len(positive)} div and td elements "
                f"{positive.sum()} are content; elements of both kinds are needed"
            )
        rows = np.concatenate([page.features for _, page in pages])
        weight = np.repeat(counts, sizes)
        report("decision tree")
        tree = c45.fit_tree(rows, positive, weight)
        report("naive Bayes")
        odds = bayes.fit_bayes(rows, positive, weight)
        metadata = {
            "features": DIGEST,
            "method": "hybrid",
            "seed": seed,
            "settings": {
                "own share": OWN_SHARE,
                "gold share": GOLD_SHARE,
                "smallest leaf": c45.SMALLEST,
                "confidence": c45.CONFIDENCE,
                "variance floor": bayes.FLOOR,
            },
            "blocks": {"all": len(positive), "content": int(positive.sum())},
        }
        return metadata, {}, {**tree.arrays(), **odds.arrays()}


def label_examples(page: Page, gold: str) -> tuple[Floats, Mask]:
    """Compute the features of the candidates with words, and which of them are content.

    Args:
        page: any page.
        gold: the expected text.
    """
    blocks = find_candidates(page)
    labelled = align_gold(page, gold)
    # Both counts use the words of labels, so that their ratio is a share.
    words = np.array([len(block) for block in labelled.words], np.int64)
    inside, own = (
        blocks.total(_at_first(page, column * (page.blocks.hidden == 0)))
        for column in (labelled.matched, words)
    )
    with_words = blocks.words > 0
    positive = label_candidates(own, inside, len(labelled.gold))
    return blocks.features[with_words], positive[with_words]


def _at_first(page: Page, column: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Turn a column of blocks into a column of rows, at the first row of each block."""
    rows = np.zeros(len(page), np.int64)
    rows[page.blocks.first] = column
    return rows


TRAINER = HybridTrainer()
