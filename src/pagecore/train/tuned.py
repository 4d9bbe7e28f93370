"""Fine-tuning: more trees for a trained default extractor, fitted to pages of one's own.

The trees of the old model stay as they are. New trees are boosted on its predictions for the new
pages, a few for the first look and a few for the second, and appended to the same forests. The
weights of elements' names, page types and confidence stay those of the old model. The new trees are
few and shallow, and the values of their leaves are regularised, so that pages of other kinds are
judged as before.

The second look must learn from first looks as they will be on new pages. So the new trees of the
first look are fitted once without each part of the pages, and predict that part. Parts consist of
whole sites if there are enough of them, and of single pages otherwise: who has few sites will
extract more pages of these.
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

#: What of the old model's metadata the new file tells.
TOLD: Final = ("command", "pagecore", "catboost", "seed", "settings", "corpora", "from")


@dataclass(frozen=True)
class Tuning:
    """How much is learned; the file has them."""

    #: Parts of the pages; each is left out once.
    parts: int = 4
    #: New trees of each look, how far each goes, and its levels.
    trees: int = 40
    rate: float = 0.1
    depth: int = 4
    #: What holds down the leaves of blocks that are few.
    held_down: float = 20.0
    #: What the gold counts against what the old model says.
    gold: float = 0.75
    #: What the blocks to rehearse count, all together, against one's own.
    rehearsed: float = 2.0
    #: Borders of a feature. The core takes 254, of which the shipped model has up to 64.
    borders: int = 32
    threads: int = 2


@dataclass(frozen=True)
class TunedTrainer:
    """Learns what a model of the method `default` does not know yet."""

    base: Model
    settings: Tuning = Tuning()

    @property
    def packages(self) -> tuple[str, ...]:
        """Other packages that it uses."""
        return ("catboost",)

    @property
    def n_steps(self) -> int:
        """How often `fit_parts` reports a step."""
        return 3

    def samples(
        self, corpus: Corpus, *, progress: Callable[[Item], None] | None = None
    ) -> list[PageSample]:
        """The pages that have gold text, with the labels of their blocks."""
        return TRAINER.samples(corpus, progress=progress)

    def fit(
        self,
        samples: Mapping[str, Sequence[PageSample]],
        *,
        seed: int,
        weights: Mapping[str, float] | None = None,
    ) -> Model:
        """The model with what all samples add to it."""
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
        """Metadata, forests and arrays of the model; as for `DefaultTrainer.fit_parts`."""
        parts, apart = self._parts(samples)
        # Pages are few: nothing of them is left out.
        how = Settings(parts=parts, drawn=1.0, threads=self.settings.threads)
        data = TrainingSet.of(apart, how, seed, weights or {})
        names = [(self.base.array("near names"), self.base.array("far names"))] * parts
        target = data.target.astype(np.float32)
        look = data.compute_features(names)
        report("first look, parts")
        first = self.base.predict("blocks", look.T).copy()
        for part in data.outside:
            learned = self._more("blocks", data, look, target, part, seed)
            first[~part] += learned.predict(look[~part], prediction_type="RawFormulaVal")
        report("first look")
        blocks = self._more("blocks", data, look, target, data.all_blocks, seed)
        look = data.compute_features(names, _chance(first))
        report("second look")
        context = self._more("context", data, look, target, data.all_blocks, seed)
        forests = {name: read_forest(self.base, name) for name in self.base.forests}
        for name, more in (("blocks", blocks), ("context", context)):
            forests[name] = join_forests(forests[name], convert_catboost(more))
        metadata = {
            "features": self.base.metadata["features"],
            "types": self.base.metadata.get("types", []),
            "seed": seed,
            "settings": asdict(self.settings),
            "from": told_of(self.base),
        }
        return metadata, forests, {name: self.base.array(name) for name in self.base.arrays}

    def _parts(
        self, samples: Mapping[str, Sequence[PageSample]]
    ) -> tuple[int, Mapping[str, Sequence[PageSample]]]:
        """How many parts there are, and the samples, each a group of its own where parts are not
        made of sites."""
        pages = [one for of in samples.values() for one in of]
        wanted = self.settings.parts
        if len({one.group for one in pages}) >= wanted:
            return wanted, samples
        alone = {
            name: [replace(one, group=f"{name}\t{one.id}") for one in of]
            for name, of in samples.items()
        }
        return max(2, min(wanted, len(pages))), alone

    def _more(
        self,
        name: str,
        data: TrainingSet,
        look: Floats,
        target: Floats,
        which: npt.NDArray[np.bool_],
        seed: int,
    ) -> Any:
        """Trees that mend what a forest says of some blocks, and leave the blocks to rehearse as
        they are."""
        settings = self.settings
        kept = self.base.array("rehearsed").reshape(-1, self.base.shape("context")[0])
        rows = np.concatenate([look[which], kept[:, : look.shape[1]]])
        before = self.base.predict(name, rows.T)
        weight = data.weight[which]
        gold = settings.gold * target[which] + (1 - settings.gold) * _chance(before[: len(weight)])
        rehearsed = np.full(len(kept), settings.rehearsed * weight.sum() / max(len(kept), 1))
        return fit_trees(
            "CatBoostClassifier",
            data.settings,
            seed,
            rows,
            np.concatenate([gold, _chance(before[len(weight) :])]),
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
    """A trainer that learns nothing: the old model, to be measured beside the tuned one."""

    base: Model

    def samples(
        self, corpus: Corpus, *, progress: Callable[[Item], None] | None = None
    ) -> list[PageSample]:
        """None are needed."""
        return []

    def fit(self, samples: Mapping[str, Sequence[PageSample]], *, seed: int) -> Model:
        """The model as it is."""
        return self.base


def usable(base: Model, method: str) -> Model:
    """Refuse a model that cannot be the beginning of one for the method, before pages are read.

    Raises:
        BadOption: it is another method's, or the method's models cannot be tuned.
        ModelError: this version of pagecore cannot use it.
    """
    if method != "default":
        raise BadOption(f"a model of {method!r} cannot be tuned, only trained; leave --from out")
    made_for = base.metadata.get("method", method)
    if made_for != method:
        raise BadOption(f"{base.source} is a model of the method {made_for!r}, not of {method!r}")
    default(parse(""), model=base)
    if "rehearsed" not in base.arrays:
        raise ModelError(f"{base.source} has no blocks to rehearse; train it again to tune it")
    return base


def told_of(base: Model) -> dict[str, Any]:
    """What a file tells of the model it was tuned from: the digest of its file, and how it was
    made."""
    known = {name: base.metadata[name] for name in TOLD if name in base.metadata}
    return {"digest": base.digest} | known


def digests(metadata: Mapping[str, Any]) -> set[str]:
    """The digests of all corpora that a model was trained on, and those that it was tuned from."""
    own = {about["digest"] for about in metadata.get("corpora", {}).values()}
    return own | (digests(metadata["from"]) if "from" in metadata else set())


def _chance(score: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-score)), np.float32)
