"""Designs of the method `vwrapper`, its headlines, and the causes of its errors, out of fold.

    python -m tools.record_layouts visual
    python -m tools.vwrapper_designs

trains every design on six sevenths of the sites of `visual`, measures it on the others, and records
the entry `vwrapper designs`: word F1 with two steps and with one. For the shipped design it also
records how often the headline is the title that the feed of the site has, beside the title in the
metadata of the page, and what kind of error is the largest on each page.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import numpy.typing as npt

from pagecore import corpora
from pagecore.corpora.corpus import Corpus, Item
from pagecore.extract import extract
from pagecore.measure.cross_validation import FoldModels
from pagecore.measure.folds import split_folds
from pagecore.methods.visual_features import AROUND, EXTENDED, INSIDE
from pagecore.methods.visual_tree import VisualTree
from pagecore.methods.vwrapper import BODY, HEADLINE, vwrapper
from pagecore.metrics.bootstrap import compute_interval
from pagecore.metrics.score import Score
from pagecore.metrics.words import score_words
from pagecore.models.model import Model
from pagecore.page import Mask, Page
from pagecore.registry import find_method
from pagecore.train.figures import round_figure
from pagecore.train.vwrapper import TRAINER, VisualTrainer, label_blocks
from pagecore.train.write_model import Forest
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, write_command
from tools.symmetric_trees import Boosting, fit_forest
from tools.visual_figures import load_rendered

ENTRY: Final = "vwrapper designs"
#: Pages with a lower word F1 are counted by the cause of their largest error.
FAULTY: Final = 0.97
#: Three sites each.
N_FOLDS: Final = 7

#: The default of the parameter.
FLOOR: Final[float] = find_method("vwrapper").parameters["floor"].default  # type: ignore[assignment]  # A number.

Step = Callable[[str], None]


@dataclass(frozen=True)
class Design:
    """A way to train the method."""

    name: str
    trainer: VisualTrainer


def boost(settings: Boosting) -> VisualTrainer:
    """A trainer of boosted trees."""

    def fit(
        rows: npt.NDArray[np.float32], positive: npt.ArrayLike, weight: npt.ArrayLike, seed: int
    ) -> Forest:
        return fit_forest(rows, positive, weight, settings, seed=seed)

    return VisualTrainer(fit)


def leave_out(names: Sequence[str], settings: Boosting | None = None) -> VisualTrainer:
    """A trainer that does not use some features: the shipped one, or one of boosted trees."""
    trainer = TRAINER if settings is None else boost(settings)
    return replace(trainer, left_out=frozenset(names))


#: The design of the shipped model.
SHIPPED: Final = "logistic regression over ranks"
DESIGNS: Final = (
    Design(SHIPPED, TRAINER),
    Design("boosted stumps", boost(Boosting())),
    Design("boosted trees of depth 2", boost(Boosting(n_trees=240, depth=2, rate=0.1, l2=20.0))),
    Design("boosted trees of depth 3", boost(Boosting(n_trees=120, depth=3, rate=0.1))),
    Design(f"{SHIPPED}, without the extended features", leave_out(EXTENDED)),
    Design(f"{SHIPPED}, basic features only", leave_out((*EXTENDED, *INSIDE, *AROUND))),
    Design("boosted stumps, without the extended features", leave_out(EXTENDED, Boosting())),
)


def measure_designs(corpus: Corpus, titles: Mapping[str, str], step: Step) -> dict[str, Any]:
    """Measure all designs, each page with models of the other sites.

    Args:
        corpus: rendered pages.
        titles: the titles of entries in feeds, by URL.
        step: called with the name of the design after each page.
    """
    pages = list(load_rendered(corpus))
    samples = {corpus.name: TRAINER.samples(corpus)}
    folds = split_folds([corpus], N_FOLDS, 0)
    rows = []
    shipped: dict[str, Model] = {}
    for design in DESIGNS:
        learned = FoldModels("vwrapper", design.trainer, samples, folds, 0)
        scores: dict[str, list[Score]] = {"two": [], "one": []}
        for item, page in pages:
            model: Any = learned.model((corpus.name, item.id))
            if design.name == SHIPPED:
                shipped[item.id] = model
            for name, floor in (("two", FLOOR), ("one", 0.0)):
                scores[name].append(score_page(item, page, model, floor))
            step(design.name)
        rows.append({"name": design.name, **{name: _summarise(of) for name, of in scores.items()}})
    return {
        "folds": folds.name,
        "digest": folds.digest,
        "designs": rows,
        "titles": measure_titles(pages, shipped, titles),
        "causes": count_causes(pages, shipped),
    }


def score_page(item: Item, page: Page, model: Model, floor: float = FLOOR) -> Score:
    """Word scores of a page; every character of scripts without spaces is a word."""
    document = extract(page, method="vwrapper", quotes=True, model=model, floor=floor)
    return score_words(str(item.gold.text), document.text, unspaced=True)


def _summarise(scores: Sequence[Score]) -> dict[str, Any]:
    f1 = np.array([score.f1 for score in scores])
    return {
        "f1": round_figure(float(f1.mean())),
        "interval": [round_figure(bound) for bound in compute_interval(f1)],
        "precision": round_figure(float(np.mean([score.precision for score in scores]))),
        "recall": round_figure(float(np.mean([score.recall for score in scores]))),
        "pages": len(f1),
    }


# -- Titles ----------------------------------------------------------------------------------------


def measure_titles(
    pages: Sequence[tuple[Item, Page]], models: Mapping[str, Model], titles: Mapping[str, str]
) -> dict[str, int]:
    """Count the pages on which headline and title are those of the feed.

    Args:
        pages: rendered pages.
        models: the model of each page, which has not seen its site.
        titles: the titles of entries in feeds, by URL.
    """
    counts = Counter({"pages": 0, "headline": 0, "metadata": 0, "without_headline": 0})
    for item, page in pages:
        wanted = titles.get(_simplify_url(item.url or ""))
        if wanted is None:
            continue
        choice = vwrapper(page, model=models[item.id])
        rows = np.flatnonzero((choice.evidence["label"] == HEADLINE) & (page.tag == 0))
        counts["pages"] += 1
        counts["without_headline"] += not len(rows)
        counts["headline"] += _simplify(page.text(rows) if len(rows) else "") == _simplify(wanted)
        title = extract(page, method="vwrapper", model=models[item.id]).title
        counts["metadata"] += _simplify(title or "") == _simplify(wanted)
    return dict(counts)


def read_titles(blogs: Path) -> dict[str, str]:
    """The titles of entries in the feeds of `blogs`, by URL."""
    return {
        _simplify_url(entry["link"]): entry["title"]
        for about in sorted(blogs.glob("*/meta.json"))
        for entry in json.loads(about.read_text("utf-8"))["feed_items"]
        if entry.get("link") and entry.get("title")
    }


def _simplify_url(url: str) -> str:
    return re.sub(r"^https?://(www\.)?|(/index\.html|/)?(#.*)?$", "", url)


def _simplify(text: str) -> str:
    return re.sub(r"\W+", "", text).lower()


# -- Causes ----------------------------------------------------------------------------------------


def count_causes(pages: Sequence[tuple[Item, Page]], models: Mapping[str, Model]) -> dict[str, Any]:
    """Count the pages with errors by the kind of error that concerns most words."""
    counts: Counter[str] = Counter()
    n_faulty = 0
    for item, page in pages:
        if score_page(item, page, models[item.id]).f1 < FAULTY:
            n_faulty += 1
            counts[find_cause(page, str(item.gold.text), models[item.id])] += 1
    return {"below": FAULTY, "pages": n_faulty, "causes": dict(counts.most_common())}


def find_cause(page: Page, gold: str, model: Model) -> str:
    """The kind of error of most words: where text was kept in excess, or what was missed."""
    assert page.layout is not None
    tree = VisualTree.of(page, page.layout)
    labels = label_blocks(tree, gold)
    evidence = vwrapper(page, model=model).evidence
    leaves = np.flatnonzero(labels.body | (tree.is_leaf & (labels.words > 0)))
    kept = evidence["label"][tree.first[leaves]] == BODY
    is_candidate = evidence["candidate"][tree.first[leaves]] > 0
    wanted = labels.body[leaves]
    places = np.flatnonzero(wanted)
    first, last = (places[0], places[-1]) if len(places) else (len(leaves), -1)
    order = np.arange(len(leaves))
    code = tree.page.above(tree.page.is_tag("pre", "code"))[tree.first[leaves]] >= 0
    kinds: dict[str, Mask] = {
        "text above the article was kept": kept & ~wanted & (order < first),
        "text below the article was kept": kept & ~wanted & (order > last),
        "text inside the article was kept in excess": kept
        & ~wanted
        & (order > first)
        & (order < last),
        "an inner block was missed": wanted & ~is_candidate,
        "code was missed": wanted & is_candidate & ~kept & code,
        "other text was missed": wanted & is_candidate & ~kept & ~code,
    }
    words = {name: float(labels.words[leaves][mask].sum()) for name, mask in kinds.items()}
    return max(words, key=lambda name: words[name]) if any(words.values()) else "steps after it"


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure the designs of `vwrapper`, and record the figures."""
    from rich.progress import Progress, TaskID

    corpus = corpora.load("visual", data / "visual")
    tasks: dict[str, TaskID] = {}
    with Progress(transient=True) as bar:

        def advance(name: str) -> None:
            if name not in tasks:
                tasks[name] = bar.add_task(name, total=sum(item.in_means for item in corpus.items))
            bar.advance(tasks[name])

        found = measure_designs(corpus, read_titles(data / "blogs"), advance)
    run = describe_run(write_command(context, "tools.vwrapper_designs"), [corpus])
    record(ENTRY, found, provenance=run, path=figures)


if __name__ == "__main__":
    main()
