"""Fine-tuning: more trees for a trained default extractor, fitted to your own pages.

The trees of the old model stay as they are. New trees are boosted on its predictions for the new
pages, a few for the first pass and a few for the second, and appended to the same forests. The
weights of elements' names, page types and confidence stay those of the old model. The new trees are
few and shallow, and the values of their leaves are regularised, so that predictions for pages of
other kinds hardly change.

The second pass must be trained on first scores as they will be on new pages. The new trees of the
first pass are therefore fitted once without each part of the pages, and predict that part. Parts
consist of whole sites if there are enough of them, and of single pages otherwise: with few sites,
the model will be used on more pages of the same sites.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from pagecore.errors import BadOption, ModelError
from pagecore.methods.default import default
from pagecore.models.model import Model, read
from pagecore.page import parse
from pagecore.page.judging import Floats
from pagecore.train.boosting import fit_trees
from pagecore.train.default import TRAINER
from pagecore.train.samples import PageSample
from pagecore.train.settings import Settings
from pagecore.train.training_set import TrainingSet
from pagecore.train.write_model import (
    Forest,
    convert_catboost,
    join_forests,
    pack_model,
    read_forest,
)

if TYPE_CHECKING:
    from pagecore.corpora.corpus import Corpus, Item

#: Metadata of the old model that the new file keeps.
KEPT: Final = ("command", "pagecore", "catboost", "seed", "settings", "corpora", "from")


@dataclass(frozen=True)
class Tuning:
    """The settings of fine-tuning, which the file records."""

    #: Parts of the pages; each is left out once.
    parts: int = 4
    #: Number of new trees per pass, learning rate, and depth.
    trees: int = 40
    rate: float = 0.1
    depth: int = 4
    #: L2 regularisation of the leaves, which keeps leaves with few blocks small.
    held_down: float = 20.0
    #: Weight of the gold in the target; the prediction of the old model has the rest.
    gold: float = 0.75
    #: Total weight of the rehearsed blocks against that of the new ones.
    rehearsed: float = 2.0
    #: Borders per feature. The core allows 254, and the shipped model has up to 64.
    borders: int = 32
    threads: int = 2


@dataclass(frozen=True)
class TunedTrainer:
    """Fine-tunes a model of the method `default`."""

    base: Model
    settings: Tuning = Tuning()

    @property
    def packages(self) -> tuple[str, ...]:
        """Other packages that it uses."""
        return ("catboost",)

    @property
    def n_steps(self) -> int:
        """Number of steps that `fit_parts` reports."""
        return 3

    def samples(
        self, corpus: Corpus, *, progress: Callable[[Item], None] | None = None
    ) -> list[PageSample]:
        """Label the blocks of all pages that have gold text."""
        return TRAINER.samples(corpus, progress=progress)

    def fit(
        self,
        samples: Mapping[str, Sequence[PageSample]],
        *,
        seed: int,
        weights: Mapping[str, float] | None = None,
    ) -> Model:
        """Fine-tune the model on all samples."""
        fitted = self.fit_parts(samples, seed=seed, weights=weights)
        return read(pack_model(*fitted), "a model just tuned")

    def fit_parts(
        self,
        samples: Mapping[str, Sequence[PageSample]],
        *,
        seed: int,
        weights: Mapping[str, float] | None = None,
        report: Callable[[str], None] = lambda _: None,
    ) -> tuple[dict[str, Any], dict[str, Forest], dict[str, npt.ArrayLike]]:
        """Fine-tune metadata, forests and arrays; see `DefaultTrainer.fit_parts`."""
        parts, apart = self._parts(samples)
        # There are few pages, so all blocks are used.
        how = Settings(parts=parts, drawn=1.0, threads=self.settings.threads)
        data = TrainingSet.of(apart, how, seed, weights or {})
        names = [(self.base.array("near names"), self.base.array("far names"))] * parts
        target = data.target.astype(np.float32)
        features = data.compute_features(names)
        report("first pass, parts")
        first = self.base.predict("blocks", features.T).copy()
        for part in data.outside:
            learned = self._fit_more("blocks", data, features, target, part, seed)
            first[~part] += learned.predict(features[~part], prediction_type="RawFormulaVal")
        report("first pass")
        blocks = self._fit_more("blocks", data, features, target, data.all_blocks, seed)
        features = data.compute_features(names, _sigmoid(first))
        report("second pass")
        context = self._fit_more("context", data, features, target, data.all_blocks, seed)
        forests = {name: read_forest(self.base, name) for name in self.base.forests}
        for name, more in (("blocks", blocks), ("context", context)):
            forests[name] = join_forests(forests[name], convert_catboost(more))
        metadata = {
            "features": self.base.metadata["features"],
            "types": self.base.metadata.get("types", []),
            "seed": seed,
            "settings": asdict(self.settings),
            "from": describe_base(self.base),
        }
        return metadata, forests, {name: self.base.array(name) for name in self.base.arrays}

    def _parts(
        self, samples: Mapping[str, Sequence[PageSample]]
    ) -> tuple[int, Mapping[str, Sequence[PageSample]]]:
        """The number of parts, and the samples. With too few sites, each page is a group."""
        pages = [page for of in samples.values() for page in of]
        wanted = self.settings.parts
        if len({page.group for page in pages}) >= wanted:
            return wanted, samples
        alone = {
            name: [replace(page, group=f"{name}\t{page.id}") for page in of]
            for name, of in samples.items()
        }
        return max(2, min(wanted, len(pages))), alone

    def _fit_more(
        self,
        name: str,
        data: TrainingSet,
        features: Floats,
        target: Floats,
        which: npt.NDArray[np.bool_],
        seed: int,
    ) -> Any:
        """Fit trees that correct a forest on some blocks and keep its predictions for the rehearsed
        ones."""
        settings = self.settings
        kept = self.base.array("rehearsed").reshape(-1, self.base.shape("context")[0])
        rows = np.concatenate([features[which], kept[:, : features.shape[1]]])
        before = self.base.predict(name, rows.T)
        weight = data.weight[which]
        gold = settings.gold * target[which] + (1 - settings.gold) * _sigmoid(before[: len(weight)])
        rehearsed = np.full(len(kept), settings.rehearsed * weight.sum() / max(len(kept), 1))
        return fit_trees(
            "CatBoostClassifier",
            data.settings,
            seed,
            rows,
            np.concatenate([gold, _sigmoid(before[len(weight) :])]),
            np.concatenate([weight, rehearsed]),
            before=before,
            iterations=settings.trees,
            learning_rate=settings.rate,
            depth=settings.depth,
            l2_leaf_reg=settings.held_down,
            border_count=settings.borders,
            loss_function="CrossEntropy",
        )


@dataclass(frozen=True)
class Unchanged:
    """A trainer that returns the old model, to measure it beside the fine-tuned one."""

    base: Model

    def samples(
        self, corpus: Corpus, *, progress: Callable[[Item], None] | None = None
    ) -> list[PageSample]:
        """Return no samples."""
        return []

    def fit(self, samples: Mapping[str, Sequence[PageSample]], *, seed: int) -> Model:
        """Return the old model."""
        return self.base


def check_base(base: Model, method: str) -> Model:
    """Check that a model can be tuned for a method, before pages are read.

    Raises:
        BadOption: it is a model of another method, or models of the method cannot be tuned.
        ModelError: this version of pagecore cannot use it.
    """
    if method != "default":
        raise BadOption(f"a model of {method!r} cannot be tuned, only trained; leave --from out")
    own_method = base.metadata.get("method", method)
    if own_method != method:
        raise BadOption(f"{base.source} is a model of the method {own_method!r}, not of {method!r}")
    default(parse(""), model=base)
    if "rehearsed" not in base.arrays:
        raise ModelError(f"{base.source} has no blocks to rehearse; train it again to tune it")
    return base


def describe_base(base: Model) -> dict[str, Any]:
    """Describe the model that another was tuned from: the digest of its file, and its training."""
    known = {name: base.metadata[name] for name in KEPT if name in base.metadata}
    return {"digest": base.digest} | known


def list_digests(metadata: Mapping[str, Any]) -> set[str]:
    """The digests of all corpora that a model was trained on, and those that it was tuned from."""
    own = {about["digest"] for about in metadata.get("corpora", {}).values()}
    return own | (list_digests(metadata["from"]) if "from" in metadata else set())


def _sigmoid(score: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-score)), np.float32)
