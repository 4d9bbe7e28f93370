"""Train the default extractor: two forests that score blocks, and the weights that they need.

First, the names of elements get weights by logistic regression. A forest then scores every block
(the first pass). A second forest scores it again and also uses the first scores of the blocks
around it (the second pass). Two small forests predict the page type and the F1 of the choice.

A later step must be trained on inputs as they will look on new pages. Every earlier step is
therefore fitted once for each part of the training pages, without that part, and predicts it.

Gold has errors: of two similar pages, one includes the comments and the other does not. The
forests are therefore trained on the mean of the gold and the prediction of a draft that has not
seen the page. Drafts are not nested: the draft of a page may have seen the part that is predicted
next. Cross-validation repeats the whole training in each fold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.models.model import Model, read
from pagecore.train.names import fit_names
from pagecore.train.page_forests import fit_confidence, fit_types
from pagecore.train.samples import TYPES, PageSample, make_sample
from pagecore.train.settings import Settings
from pagecore.train.training_set import TrainingSet
from pagecore.train.write_model import Forest, convert_catboost, pack_model

if TYPE_CHECKING:
    from pagecore.corpora.corpus import Corpus, Item


@dataclass(frozen=True)
class DefaultTrainer:
    """The trainer of the method `default`."""

    settings: Settings = field(default_factory=Settings)

    @property
    def packages(self) -> tuple[str, ...]:
        """Other packages that it uses."""
        return ("catboost",)

    @property
    def n_steps(self) -> int:
        """Number of steps that `fit_parts` reports."""
        return 3 * self.settings.parts + 4

    def samples(
        self, corpus: Corpus, *, progress: Callable[[Item], None] | None = None
    ) -> list[PageSample]:
        """Label the blocks of all pages that have gold text."""
        samples = []
        for item in corpus.items:
            sample = make_sample(item, unspaced=corpus.metric == "words-unspaced")
            if sample is not None:
                samples.append(sample)
            if progress is not None:
                progress(item)
        return samples

    def fit(
        self,
        samples: Mapping[str, Sequence[PageSample]],
        *,
        seed: int,
        weights: Mapping[str, float] | None = None,
    ) -> Model:
        """Train a model on all samples."""
        parts = self.fit_parts(samples, seed=seed, weights=weights)
        return read(pack_model(*parts), "a model just trained")

    def fit_parts(
        self,
        samples: Mapping[str, Sequence[PageSample]],
        *,
        seed: int,
        weights: Mapping[str, float] | None = None,
        report: Callable[[str], None] = lambda _: None,
    ) -> tuple[dict[str, Any], dict[str, Forest], dict[str, npt.ArrayLike]]:
        """Train the metadata, forests and arrays of a model.

        Args:
            samples: by the name of their corpus.
            seed: random seed.
            weights: the weight of a page of a corpus, 1 where there is none.
            report: called with the name of each step.

        Raises:
            BadInput: there is too little to learn from.
            NeedsExtra: CatBoost is not installed.
        """
        settings = self.settings
        data = TrainingSet.of(samples, settings, seed, weights or {})
        report("names of elements")
        names = [fit_names(data.bags, data.target, data.weight, part) for part in data.outside]
        all_names = fit_names(data.bags, data.target, data.weight, data.all_blocks)
        features = data.compute_features(names)
        firsts = settings.first_trees, settings.first_rate
        trees = settings.trees, settings.rate
        drafts = settings.draft_trees, settings.draft_rate
        gold = data.target.astype(np.float32)
        draft = data.predict_out_of_fold(features, gold, seed, "draft", drafts, report)
        target = settings.gold * gold + (1 - settings.gold) * draft
        first = data.predict_out_of_fold(features, target, seed, "first pass", firsts, report)
        report("first pass")
        blocks = convert_catboost(
            data.fit_classifier(features, target, data.all_blocks, seed, firsts)
        )
        features = data.compute_features(names, first)
        second = data.predict_out_of_fold(features, target, seed, "second pass", drafts, report)
        report("second pass")
        context = convert_catboost(
            data.fit_classifier(features, target, data.all_blocks, seed, trees)
        )
        report("page types and confidence")
        pages, scores, is_chosen = data.describe_choices(names, second)
        forests = {
            "blocks": blocks,
            "context": context,
            "confidence": fit_confidence(data, pages, scores, is_chosen, seed),
        }
        # Pages of a single type say nothing about types.
        types = [of for of in TYPES if of in data.types] if len({*data.types} - {None}) > 1 else []
        arrays: dict[str, npt.ArrayLike] = {
            "near names": all_names[0],
            "far names": all_names[1],
            "rehearsed": features[data.draw_rehearsal(seed)],
        }
        if types:
            forests["type"], arrays["type signs"] = fit_types(data, pages[is_chosen], types, seed)
        metadata = {
            "features": _core.features_digest(),
            "types": types,
            "seed": seed,
            "settings": asdict(settings),
        }
        return metadata, forests, arrays


TRAINER: Final = DefaultTrainer()
