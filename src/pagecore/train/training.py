"""The verb `train`: a model file that tells what it was made of, and how good it is.

The same pages, seed and versions give the same bytes; there is no clock in the file. What it says
of itself is measured here: the ceiling of its labels, and its figures by cross-validation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import numpy.typing as npt

from pagecore import __version__
from pagecore.corpora import layout_named, names
from pagecore.corpora.corpus import Corpus, Item, make_names_distinct
from pagecore.errors import BadOption, NeedsExtra
from pagecore.measure.cross_validation import Learned
from pagecore.measure.folds import folded
from pagecore.models.model import Model, read
from pagecore.registry import method_named, methods
from pagecore.train import FileTrainer
from pagecore.train.figures import Progress, ceiling_of, has_gold, validated
from pagecore.train.tuned import TunedTrainer, Unchanged, digests, usable
from pagecore.train.write_model import Forest, packed

#: Who made the collections, and on what terms; a model names those it was trained on.
CREDITS: Final = {
    "wcxb": "WCXB 1.0, development set, by Murrough Foley (CC-BY-4.0)",
    "fundus": "Fundus' news pages, by Max Dallabetta, Conrad Dobberstein, Aaron Wey (MIT)",
    "readability": "Mozilla Readability's test pages (Apache-2.0)",
    "forums": "Harvest's forum threads, WEB-FORUM-52, by Weichselbraun et al. (Apache-2.0)",
    "segments": "Pages with marked blocks, by Kreuzer et al. (public domain)",
    "trafilatura": "trafilatura's evaluation pages, by Adrien Barbaresi",
}

#: Metadata, forests and arrays of a model.
Trained = tuple[dict[str, Any], Mapping[str, Forest], Mapping[str, npt.ArrayLike]]


def train(
    method: str,
    corpora: Sequence[Corpus],
    *,
    seed: int = 0,
    weights: Mapping[str, float] | None = None,
    cv: Iterable[int | str] = (),
    base: Model | None = None,
    command: str | None = None,
    progress: Progress | None = None,
) -> Trained:
    """Learn what a method takes as `model=` from labelled pages.

    Args:
        method: whose model it is.
        corpora: which `pagecore.corpora.load` has read; all may be trained on.
        seed: of all that is drawn.
        weights: what a page of a corpus counts, by the corpus' name; 1 where nothing is said.
        cv: the ways to cross-validate: a number of folds, or `collections`.
        base: a model of the method that is there; what is learned is added to it.
        command: what to give to get the same model, which the file tells.
        progress: told what is being done.

    Returns:
        Metadata, forests and arrays; `write_model.write` makes a file of them.

    Raises:
        BadOption: a method that is not learned, a corpus that may not be trained on, or one that
            has no text to learn from.
        ModelError: this version cannot use `base`.
        NeedsExtra: CatBoost is not installed.
    """
    told = progress or (lambda what, total, step: None)
    trainer = _trainer(method)
    if base is not None:
        trainer = TunedTrainer(usable(base, method))
    corpora = make_names_distinct(corpora)
    _check(corpora)
    weights = _weights(weights or {}, corpora)
    # What cannot be laid into folds, or trained at all, is told before pages are read.
    ways = [folded(corpora, way, seed) for way in cv]
    versions = _versions(trainer.packages)
    samples, ceilings = {}, {}
    for corpus in corpora:
        samples[corpus.name] = _samples(trainer, corpus, told)
        ceilings[corpus.name] = ceiling_of(corpus, told)
    fitting = _Told(trainer, weights, told)
    metadata, forests, arrays = fitting.fitted(samples, "training", seed)
    metadata |= {
        "method": method,
        "command": command,
        "pagecore": __version__,
        **versions,
        "corpora": {
            one.name: {
                "digest": one.digest,
                "pages": len(samples[one.name]),
                "weight": weights.get(one.name, 1.0),
                "credit": CREDITS.get(one.layout, "pages of one's own"),
            }
            for one in corpora
        },
        "ceiling": ceilings,
        "validation": [
            validated(Learned(method, fitting, samples, folds, seed), corpora, told)
            for folds in ways
        ],
    }
    if base is not None:
        seen = digests(base.metadata)
        metadata["from"]["seen"] = [one.name for one in corpora if one.digest in seen]
        if ways:
            # It is the same model in every fold.
            folds = replace(ways[0], name="model unchanged")
            unchanged = Learned(method, Unchanged(base), samples, folds, seed)
            metadata["from"]["figures"] = validated(unchanged, corpora, told)["corpora"]
    return metadata, forests, arrays


def _trainer(method: str) -> FileTrainer:
    learned = [one.name for one in methods() if one.trainer is not None]
    if method not in learned:
        raise BadOption(f"method {method!r} is not learned; these are: {', '.join(learned)}")
    trainer: FileTrainer = method_named(method).load_trainer()
    return trainer


def _check(corpora: Sequence[Corpus]) -> None:
    for corpus in corpora:
        if not corpus.trainable:
            usable = ", ".join(name for name in names() if layout_named(name).trainable)
            raise BadOption(
                f"corpus {corpus.name!r} may not be trained on, only measured on; these may: "
                f"{usable}"
            )
        if not any(has_gold(item) for item in corpus.items):
            raise BadOption(f"corpus {corpus.name!r} has no page with gold text to learn from")


def _weights(given: Mapping[str, float], corpora: Sequence[Corpus]) -> dict[str, float]:
    known = [corpus.name for corpus in corpora]
    for name, weight in given.items():
        if name not in known:
            raise BadOption(f"weight of {name!r}: there is no such corpus; {', '.join(known)}")
        if not 0 < weight < math.inf:
            raise BadOption(f"weight of {name!r} is {weight}: expected a number above 0")
    return dict(given)


def _versions(packages: Sequence[str]) -> dict[str, str]:
    try:
        return {name: version(name) for name in packages}
    except PackageNotFoundError as error:
        raise NeedsExtra("training needs CatBoost: pip install 'pagecore[train]'") from error


def _samples(trainer: FileTrainer, corpus: Corpus, told: Progress) -> Sequence[Any]:
    what, total = f"{corpus.name}: labels", len(corpus.items)
    return trainer.samples(corpus, progress=lambda _: told(what, total, ""))


@dataclass
class _Told:
    """A trainer with the weights that it uses, which tells how far it is."""

    trainer: FileTrainer
    weights: Mapping[str, float]
    told: Progress
    n_fits: int = 0

    def samples(
        self, corpus: Corpus, *, progress: Callable[[Item], None] | None = None
    ) -> Sequence[Any]:
        return self.trainer.samples(corpus, progress=progress)

    def fit(self, samples: Mapping[str, Sequence[Any]], *, seed: int) -> Model:
        self.n_fits += 1
        what = f"training for cross-validation, {self.n_fits}"
        return read(packed(*self.fitted(samples, what, seed)), "a model just trained")

    def fitted(self, samples: Mapping[str, Sequence[Any]], what: str, seed: int) -> Trained:
        total = self.trainer.n_steps
        return self.trainer.fitted(
            samples,
            seed=seed,
            weights=self.weights,
            said=lambda step: self.told(what, total, step),
        )
