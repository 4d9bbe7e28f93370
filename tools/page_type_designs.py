"""The quality of other designs for predicting page types, on the same folds and pages.

    python -m tools.page_type_designs

records the entry `type designs` of the figures. A design is trained on the pages of four parts and
predicts the types of the fifth; no site is in both. The features that describe the choice come from
one pass of trees that have not seen the page. There are fewer trees than in the shipped model, so
the figures compare with each other, but not with those of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import click
import numpy as np
import numpy.typing as npt
from rich.progress import track

from pagecore import corpora
from pagecore.corpora.corpus import Corpus
from pagecore.page.judging import Floats
from pagecore.train.default import DefaultTrainer
from pagecore.train.page_forests import fit_type_trees
from pagecore.train.samples import TYPES
from pagecore.train.settings import Settings
from pagecore.train.signs import Signs
from tools.model_designs import CORPORA, PARTS, prepare_data
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value, write_command

Numbers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class TypedPages:
    """The pages that designs are trained on."""

    settings: Settings
    #: The features of every page, and its signs.
    rows: Floats
    signs: Signs
    #: The number of its type, -1 if it is unknown; its part, and its corpus.
    types: Numbers
    part: Numbers
    of: Sequence[str]

    def scores(self, kinds: Sequence[int], learned: Mask) -> Floats:
        """Score all pages by the signs of some kinds. Training pages are scored by weights that
        were fitted without their part, other pages by weights of all training pages."""
        signs = Signs(tuple(self.signs.kinds[kind] for kind in kinds))
        scores = self._scores(signs, learned)
        for part in np.unique(self.part[learned]):
            inside = learned & (self.part == part)
            scores[inside] = self._scores(signs, learned & ~inside)[inside]
        return scores

    def _scores(self, signs: Signs, learned: Mask) -> Floats:
        is_type = (self.types[:, None] == np.arange(len(TYPES))).astype(np.float32)
        weights = [
            Signs((kind,)).fit_weights(is_type, np.ones(len(is_type)), learned)
            for kind in signs.kinds
        ]
        return np.hstack([kind @ of for kind, of in zip(signs.kinds, weights, strict=True)])

    def predict_types(self, rows: Floats, learned: Mask) -> Numbers:
        """The types of all pages, by a forest fitted to the rows of some pages."""
        weight = np.ones(np.count_nonzero(learned))
        trees = fit_type_trees(
            self.settings, len(TYPES), 0, rows[learned], self.types[learned], weight
        )
        predicted: Numbers = trees.predict(rows).ravel().astype(np.int64)
        return predicted


Design = Callable[[TypedPages, Mask], Numbers]


def _with_signs(*kinds: int) -> Design:
    def design(pages: TypedPages, learned: Mask) -> Numbers:
        return pages.predict_types(np.hstack([pages.rows, pages.scores(kinds, learned)]), learned)

    return design


def _signs_alone(pages: TypedPages, learned: Mask) -> Numbers:
    scores = pages.scores((0, 1, 2), learned).reshape(len(pages.types), -1, len(TYPES))
    predicted: Numbers = scores.sum(axis=1).argmax(axis=1)
    return predicted


def _numbers_alone(pages: TypedPages, learned: Mask) -> Numbers:
    return pages.predict_types(pages.rows, learned)


def _always_the_same(pages: TypedPages, learned: Mask) -> Numbers:
    return np.full(len(pages.types), np.bincount(pages.types[learned]).argmax())


DESIGNS: Final[dict[str, Design]] = {
    "the most frequent type": _always_the_same,
    "numbers of page and choice, a forest": _numbers_alone,
    "signs alone, a linear model": _signs_alone,
    "numbers, and signs in names": _with_signs(0),
    "numbers, and what the page says of itself": _with_signs(1),
    "numbers, and where links lead": _with_signs(2),
    "numbers and all signs": _with_signs(0, 1, 2),
}


def count_right(pages: TypedPages, design: Design) -> dict[str, float]:
    """The share of pages of each corpus whose predicted type is right."""
    predicted = np.full(len(pages.types), -1)
    for part in np.unique(pages.part):
        learned = (pages.part != part) & (pages.types >= 0)
        asked = pages.part == part
        predicted[asked] = design(pages, learned)[asked]
    of = np.array(pages.of)
    known = pages.types >= 0
    return {
        corpus: float((predicted == pages.types)[known & (of == corpus)].mean())
        for corpus in dict.fromkeys(pages.of)
        if (known & (of == corpus)).any()
    }


def read_pages(collections: Sequence[Corpus]) -> TypedPages:
    """Read the pages of all collections."""
    trainer = DefaultTrainer(replace(Settings(), parts=PARTS))
    samples = {corpus.name: trainer.samples(corpus) for corpus in collections}
    data_set = prepare_data(samples, trainer.settings)
    look = data_set.predict_out_of_fold(data_set.look, data_set.gold, lambda _: None)
    rows, _, is_made = data_set.data.describe_choices(data_set.names, look)
    types = [-1 if of is None else TYPES.index(of) for of in data_set.data.types]
    return TypedPages(
        trainer.settings,
        rows[is_made],
        Signs.of(sample.page for sample in data_set.data.samples),
        np.array(types),
        data_set.data.part,
        data_set.of,
    )


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Compare designs, and record the figures."""
    loaded = [corpora.load(name, data / name) for name in CORPORA]
    pages = read_pages(loaded)
    rows = [
        {
            "design": name,
            "right": {of: round_value(share) for of, share in count_right(pages, design).items()},
        }
        for name, design in track(DESIGNS.items())
    ]
    run = describe_run(write_command(context, "tools.page_type_designs"), loaded)
    record("type designs", rows, provenance=run, path=figures)


if __name__ == "__main__":
    main()
