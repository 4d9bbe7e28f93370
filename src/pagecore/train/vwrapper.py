"""Train the method `vwrapper`: a forest for inner blocks, and two for leaf blocks.

A leaf block is labelled as body if at least half of its words are in the gold, and as headline if
its text is the title of the page. An inner block is positive if a leaf block in it has a label. The
forests are logistic regressions over the ranks of features, which were better than boosted stumps
on sites that were not trained on (`python -m tools.vwrapper_designs`). Pages must be rendered;
`python -m tools.record_layouts` renders those of a collection.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.corpora.labels import align_gold, normalise_words
from pagecore.errors import BadInput
from pagecore.methods.visual_features import DIGEST, describe_blocks, select_features
from pagecore.methods.visual_looks import Reals
from pagecore.methods.visual_tree import VisualTree
from pagecore.methods.vwrapper import FORESTS
from pagecore.models.classifiers import Floats
from pagecore.models.model import Model, read
from pagecore.page import Mask, Page
from pagecore.page.metadata import collect_metadata
from pagecore.page.page_file import load_page
from pagecore.train.rank_regression import N_BORDERS, N_STEPS, PENALTY, fit_ranks
from pagecore.train.write_model import Forest, pack_model

if TYPE_CHECKING:
    from pagecore.corpora.corpus import Corpus, Item

#: The share of its words that a leaf block of the body has in the gold.
OWN_SHARE: Final = 0.5
#: The share of the words of title and headline that are the same.
TITLE_SHARE: Final = 0.8
#: Words of the gold that a page has at least, for the weights of its blocks.
LEAST_WORDS: Final = 20
#: Weight of a headline among the other leaf blocks of its page.
HEADLINE_WEIGHT: Final = 10.0

Fit = Callable[[Floats, npt.ArrayLike, npt.ArrayLike, int], Forest]


@dataclass(frozen=True, eq=False)
class Examples:
    """Blocks of a page for one forest: features, labels and weights."""

    features: Floats
    positive: Mask
    weight: Reals


@dataclass(frozen=True, eq=False)
class VisualSample:
    """A page as examples, by the name of the forest."""

    id: str
    group: str
    examples: Mapping[str, Examples]


@dataclass(frozen=True)
class VisualTrainer:
    """The trainer of the method `vwrapper`."""

    #: Fits a forest to rows, labels and weights, with a random seed.
    fit_forest: Fit = fit_ranks
    #: Features that are not used.
    left_out: frozenset[str] = frozenset()

    @property
    def packages(self) -> tuple[str, ...]:
        """Other packages that it uses."""
        return ()

    @property
    def n_steps(self) -> int:
        """Number of steps that `fit_parts` reports."""
        return len(FORESTS)

    def samples(
        self, corpus: Corpus, *, progress: Callable[[Item], None] | None = None
    ) -> list[VisualSample]:
        """Label the blocks of all pages that have gold text.

        Raises:
            BadInput: a page is not rendered.
        """
        samples = []
        for item in corpus.items:
            if item.in_means and item.gold.text:
                if item.rendered is None:
                    raise BadInput(
                        f"{corpus.name}: {item.id} is not rendered, and vwrapper needs its layout; "
                        f"run: python -m tools.record_layouts {corpus.format or corpus.name}"
                    )
                examples = collect_examples(load_page(item.rendered), item.gold.text)
                samples.append(VisualSample(item.id, item.group or item.id, examples))
            if progress is not None:
                progress(item)
        return samples

    def fit(self, samples: Mapping[str, Sequence[VisualSample]], *, seed: int) -> Model:
        """Train a model on all samples."""
        return read(pack_model(*self.fit_parts(samples, seed=seed)), "a model just trained")

    def fit_parts(
        self,
        samples: Mapping[str, Sequence[VisualSample]],
        *,
        seed: int,
        weights: Mapping[str, float] | None = None,
        report: Callable[[str], None] = lambda _: None,
    ) -> tuple[dict[str, Any], dict[str, Forest], dict[str, npt.ArrayLike]]:
        """Train the metadata and forests of a model, which has no arrays.

        Args:
            samples: by the name of their corpus.
            seed: passed to the learner; that of the shipped model draws nothing at random.
            weights: the weight of a page, by corpus (default: 1).
            report: called with the name of each step.

        Raises:
            BadInput: there is too little to learn from.
        """
        pages = [(name, page) for name, of in samples.items() for page in of]
        if not pages:
            raise BadInput("there is no page with gold text to learn from")
        forests, blocks = {}, {}
        for name, features in FORESTS.items():
            report(f"forest {name}")
            every = [page.examples[name] for _, page in pages]
            counts = [(weights or {}).get(corpus, 1.0) for corpus, _ in pages]
            rows = np.concatenate([of.features for of in every])
            # A feature with one value cannot divide anything.
            rows[:, [at for at, feature in enumerate(features) if feature in self.left_out]] = 0
            positive = np.concatenate([of.positive for of in every])
            weight = np.concatenate(
                [of.weight * count for of, count in zip(every, counts, strict=True)]
            )
            try:
                forests[name] = self.fit_forest(rows, positive, weight, seed)
            except BadInput as error:
                raise BadInput(f"forest {name!r}: {error}") from None
            blocks[name] = {"all": len(positive), "positive": int(positive.sum())}
        metadata = {
            "features": DIGEST,
            "method": "vwrapper",
            "seed": seed,
            "settings": {
                "own share": OWN_SHARE,
                "title share": TITLE_SHARE,
                "borders": N_BORDERS,
                "penalty": PENALTY,
                "steps": N_STEPS,
            },
            "blocks": blocks,
        }
        return metadata, forests, {}


@dataclass(frozen=True, eq=False)
class BlockLabels:
    """The labels of the blocks of a page, each with one value per block."""

    #: Number of drawn words.
    words: Reals
    body: Mask
    headline: Mask
    #: Blocks with a leaf block that has one of these labels, and the words of the body in them.
    positive: Mask
    words_of_body: Reals


def label_blocks(tree: VisualTree, gold: str) -> BlockLabels:
    """Label the blocks of a page by its gold text and its title."""
    page = tree.page
    row_words = np.where(tree.nodes.is_text, page.words, 0)
    shares = page.spread(align_gold(page, gold).label)
    words, in_gold = tree.total(row_words), tree.total(row_words * shares)
    body = tree.is_leaf & (words > 0) & (in_gold >= OWN_SHARE * words)
    headline = np.zeros(len(tree), np.bool_)
    headline[find_headline(tree)] = True
    labelled, of_body = np.zeros(len(page)), np.zeros(len(page))
    labelled[tree.first[body | headline]] = 1
    of_body[tree.first[body]] = words[body]
    return BlockLabels(words, body, headline, tree.total(labelled) > 0, tree.total(of_body))


def collect_examples(page: Page, gold: str) -> dict[str, Examples]:
    """Label the blocks of a page and compute their features and weights.

    Args:
        page: a page with a layout.
        gold: the expected text.

    Returns:
        The examples, by the name of the forest. Leaf blocks without text are left out.
    """
    assert page.layout is not None, "rendered pages have one"
    tree = VisualTree.of(page, page.layout)
    columns, labels = describe_blocks(tree), label_blocks(tree, gold)
    has_text = tree.total(tree.nodes.is_text) > 0
    inner, leaves = np.flatnonzero(~tree.is_leaf), np.flatnonzero(tree.is_leaf & has_text)
    whole = max(float(labels.words[labels.body].sum()), LEAST_WORDS)
    # The square root keeps long blocks from outweighing the rest of the page.
    # A block with the headline and nothing of the body weighs by its own words.
    held = np.where(labels.words_of_body > 0, labels.words_of_body, labels.words)
    of_inner, of_body = (np.sqrt(np.maximum(of, 1) / whole) for of in (held, labels.words))
    of_headline = np.where(labels.headline, HEADLINE_WEIGHT, 1.0) / max(len(leaves), 1)
    labelled = {
        "inner": (inner, labels.positive, of_inner),
        "headline": (leaves, labels.headline, of_headline),
        "body": (leaves, labels.body, of_body),
    }
    return {
        name: Examples(
            select_features(columns, FORESTS[name], blocks), label[blocks], weight[blocks]
        )
        for name, (blocks, label, weight) in labelled.items()
    }


def find_headline(tree: VisualTree) -> npt.NDArray[np.int64]:
    """Find the leaf block whose text is the title of the page, by its metadata: the one with most
    words of the title, then that with the largest font, then the first.

    Returns:
        The number of the block, or nothing.
    """
    page = tree.page
    title = normalise_words(str(collect_metadata(page)[0].get("title") or ""))
    sizes = np.where(tree.nodes.is_text, tree.nodes.layout.font_size, 0.0)
    best: tuple[float, float] = (TITLE_SHARE, 0.0)
    found: list[int] = []
    for block in np.flatnonzero(tree.is_leaf).tolist():
        rows = np.arange(tree.first[block], tree.stop[block])
        drawn = rows[tree.nodes.is_text[rows]]
        if not len(drawn) or tree.page.words[drawn].sum() > 4 * len(title) + 4:
            continue
        own = normalise_words(page.text(drawn))
        common = len(set(own) & set(title))
        share = 2 * common / max(len(set(own)) + len(set(title)), 1)
        if (share, float(sizes[drawn].max())) > best:
            best, found = (share, float(sizes[drawn].max())), [block]
    return np.array(found, np.int64)


TRAINER = VisualTrainer()
