"""The verb `train`: a model with its provenance and its figures.

The same pages, seed and versions give the same bytes; the file has no date. The figures in the file
are the ceiling of its labels, and its quality by cross-validation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import numpy.typing as npt

from pagecore import __version__
from pagecore.corpora import find_format, names
from pagecore.corpora.corpus import Corpus, Item, make_names_distinct
from pagecore.errors import BadOption, NeedsExtra
from pagecore.measure.cross_validation import FoldModels
from pagecore.measure.folds import split_folds
from pagecore.models.model import Model, read
from pagecore.registry import find_method, list_methods
from pagecore.train import FileTrainer
from pagecore.train.figures import Progress, cross_validate, has_gold, measure_ceiling
from pagecore.train.tuned import TunedTrainer, Unchanged, check_base, list_digests
from pagecore.train.write_model import Forest, pack_model

#: Who made the collections, and on what terms; a model names those it was trained on.
CREDITS: Final = {
    "wcxb": "WCXB 1.0, development set, by Murrough Foley (CC-BY-4.0)",
    "fundus": "Fundus' news pages, by Max Dallabetta, Conrad Dobberstein, Aaron Wey (MIT)",
    "readability": "Mozilla Readability's test pages (Apache-2.0)",
    "forums": "Harvest's forum threads, WEB-FORUM-52, by Weichselbraun et al. (Apache-2.0)",
    "segments": "Pages with marked blocks, by Kreuzer et al. (public domain)",
    "magic": "magic-html's benchmark, by OpenDataLab (Apache-2.0)",
    "searchlists": "Testbed for data record extraction and alignment, of Fadwa-estuka (MIT)",
    "visual": "Pages of sites with their style sheets, by the authors of the sites",
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
    """Train the model of a method on labelled pages.

    Args:
        method: the method, which takes the model as `model=`.
        corpora: the results of `pagecore.corpora.load`; all may be trained on.
        seed: random seed.
        weights: the weight of a page of a corpus, by the corpus' name; 1 where there is none.
        cv: the ways to cross-validate: a number of folds, or `collections`.
        base: a trained model of the method to fine-tune.
        command: the command that trains the same model, which the file records.
        progress: called with what is being done, the number of pages or steps, and the step.

    Returns:
        Metadata, forests and arrays; `write_model.write_model` makes a file of them.

    Raises:
        BadOption: a method that is not learned, a corpus that may not be trained on, or one that
            has no text to learn from.
        ModelError: this version cannot use `base`.
        NeedsExtra: CatBoost is not installed.
    """
    report = progress or (lambda what, total, step: None)
    trainer = _find_trainer(method)
    if base is not None:
        trainer = TunedTrainer(check_base(base, method))
    corpora = make_names_distinct(corpora)
    _check_corpora(corpora)
    weights = _check_weights(weights or {}, corpora)
    # Errors about folds and missing packages come before the pages are read.
    ways = [split_folds(corpora, way, seed) for way in cv]
    versions = _find_versions(trainer.packages)
    samples, ceilings = {}, {}
    for corpus in corpora:
        samples[corpus.name] = _label_pages(trainer, corpus, report)
        ceilings[corpus.name] = measure_ceiling(corpus, report)
    fitting = _ReportingTrainer(trainer, weights, report)
    metadata, forests, arrays = fitting.fit_parts(samples, "training", seed)
    metadata |= {
        "method": method,
        "command": command,
        "pagecore": __version__,
        **versions,
        "corpora": {
            corpus.name: {
                "digest": corpus.digest,
                "pages": len(samples[corpus.name]),
                "weight": weights.get(corpus.name, 1.0),
                "credit": CREDITS.get(corpus.format, "pages of one's own"),
            }
            for corpus in corpora
        },
        "ceiling": ceilings,
        "validation": [
            cross_validate(FoldModels(method, fitting, samples, folds, seed), corpora, report)
            for folds in ways
        ],
    }
    if base is not None:
        seen = list_digests(base.metadata)
        metadata["from"]["seen"] = [corpus.name for corpus in corpora if corpus.digest in seen]
        if ways:
            # It is the same model in every fold.
            folds = replace(ways[0], name="model unchanged")
            unchanged = FoldModels(method, Unchanged(base), samples, folds, seed)
            metadata["from"]["figures"] = cross_validate(unchanged, corpora, report)["corpora"]
    return metadata, forests, arrays


def _find_trainer(method: str) -> FileTrainer:
    learned = [known.short_name for known in list_methods() if known.trainer is not None]
    if method not in learned:
        raise BadOption(f"method {method!r} is not learned; learned methods: {', '.join(learned)}")
    trainer: FileTrainer = find_method(method).load_trainer()
    return trainer


def _check_corpora(corpora: Sequence[Corpus]) -> None:
    for corpus in corpora:
        if not corpus.trainable:
            usable = ", ".join(name for name in names() if find_format(name).trainable)
            raise BadOption(
                f"corpus {corpus.name!r} may not be trained on, only measured on; these may: "
                f"{usable}"
            )
        if not any(has_gold(item) for item in corpus.items):
            raise BadOption(f"corpus {corpus.name!r} has no page with gold text to learn from")


def _check_weights(weights: Mapping[str, float], corpora: Sequence[Corpus]) -> dict[str, float]:
    known = [corpus.name for corpus in corpora]
    for name, weight in weights.items():
        if name not in known:
            raise BadOption(f"weight of {name!r}: there is no such corpus; {', '.join(known)}")
        if not 0 < weight < math.inf:
            raise BadOption(f"weight of {name!r} is {weight}: expected a number above 0")
    return dict(weights)


def _find_versions(packages: Sequence[str]) -> dict[str, str]:
    try:
        return {name: version(name) for name in packages}
    except PackageNotFoundError as error:
        raise NeedsExtra("training needs CatBoost: pip install 'pagecore[train]'") from error


def _label_pages(trainer: FileTrainer, corpus: Corpus, report: Progress) -> Sequence[Any]:
    what, total = f"{corpus.name}: labels", len(corpus.items)
    return trainer.samples(corpus, progress=lambda _: report(what, total, ""))


@dataclass
class _ReportingTrainer:
    """A trainer with the weights that it uses, which reports its progress."""

    trainer: FileTrainer
    weights: Mapping[str, float]
    progress: Progress
    n_fits: int = 0

    def samples(
        self, corpus: Corpus, *, progress: Callable[[Item], None] | None = None
    ) -> Sequence[Any]:
        return self.trainer.samples(corpus, progress=progress)

    def fit(self, samples: Mapping[str, Sequence[Any]], *, seed: int) -> Model:
        self.n_fits += 1
        what = f"training for cross-validation, {self.n_fits}"
        return read(pack_model(*self.fit_parts(samples, what, seed)), "a model just trained")

    def fit_parts(self, samples: Mapping[str, Sequence[Any]], what: str, seed: int) -> Trained:
        total = self.trainer.n_steps
        return self.trainer.fit_parts(
            samples,
            seed=seed,
            weights=self.weights,
            report=lambda step: self.progress(what, total, step),
        )
