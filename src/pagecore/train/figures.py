"""The figures that a model carries: the ceiling of its labels, and its own by cross-validation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from pagecore import __version__
from pagecore.corpora.corpus import Corpus, Item
from pagecore.measure.calibration import list_calibrations, select_surest
from pagecore.measure.cross_validation import CrossValidated, Learned, run_model
from pagecore.measure.known_metrics import METRICS
from pagecore.measure.output import Output
from pagecore.measure.run import Results, measure
from pagecore.page import parse
from pagecore.registry import find_method
from pagecore.train.ceiling import Ceiling, ceiling

#: Called with what is done, of how many pages or steps it is, and which step is being done now:
#: after every page, with an empty step; before every step.
Progress = Callable[[str, int, str], None]

#: Languages with fewer pages are put together.
FEWEST: Final = 5


def ceiling_of(corpus: Corpus, told: Progress) -> dict[str, Any]:
    """What an extractor reaches that knows every label; see `pagecore.train.ceiling`."""
    found: list[tuple[Item, Ceiling]] = []
    for item in corpus.items:
        if has_gold(item):
            page = parse(item.html(), url=item.url, encoding=item.encoding)
            of_page = ceiling(page, str(item.gold.text), unspaced=_unspaced(corpus))
            found.append((item, of_page))
        told(f"{corpus.name}: ceiling", len(corpus.items), "")
    columns = ("f1", "best_f1", "reach")

    def means(some: Sequence[tuple[Item, Ceiling]]) -> dict[str, Any]:
        return _means([{name: getattr(about, name) for name in columns} for _, about in some])

    return means(found) | by_trait("page_type", found, means)


@dataclass(frozen=True)
class _Variant(CrossValidated):
    """A learned method with a parameter set to a word: what it leans to, or who learned."""

    parameter: str = ""

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        for item in items:
            place = (self.corpus, item.id)
            yield run_model(self.learned, place, item, **{self.parameter: self.name})


def validated(learned: Learned, corpora: Sequence[Corpus], told: Progress) -> dict[str, Any]:
    """The figures of all corpora by cross-validation, as `pagecore evaluate --cv` has them."""
    folds = learned.folds
    measured = {}
    for corpus in corpora:
        of = (__version__, learned, corpus.name)
        variants = [_Variant(word, *of, parameter=name) for name, word in _words(learned.method)]
        contenders = [CrossValidated(learned.method, *of), *variants]
        what, total = f"{corpus.name}: {folds.name}", len(corpus.items) * len(contenders)
        results = measure(
            corpus,
            contenders,
            metrics=("words", "words-unspaced", "snippets"),
            progress=lambda *_, what=what, total=total: told(what, total, ""),
        )
        measured[corpus.name] = _figures(results, learned.method, word_metric(corpus))
    return {"folds": folds.name, "digest": folds.digest, "corpora": measured}


def _words(method: str) -> list[tuple[str, str]]:
    """The method's parameters that are words, each with every word that it may be."""
    return [
        (name, str(word))
        for name, parameter in find_method(method).parameters.items()
        if isinstance(parameter.default, str)
        for word in parameter.bounds or ()
    ]


def _figures(results: Results, name: str, metric: str) -> dict[str, Any]:
    pages = results.of(name)
    seen = [(one.item, one.value(metric)) for one in pages if metric in one.scores]

    told = {"metric": metric} | of_groups(seen)
    # Page by page, so that others can be compared on the same pages, and the worst be found.
    told["f1_of_pages"] = {item.id: rounded(f1) for item, f1 in seen}
    snippets = [one.scores["snippets"] for one in pages if "snippets" in one.scores]
    if snippets:
        told["left_in"] = rounded(METRICS["snippets"].pool(snippets)["without"])
    for one in results.contenders:
        if isinstance(one, _Variant):
            pooled = METRICS[metric].pool(results.rows(one.name, metric))
            told.setdefault(one.parameter, {})[one.name] = {
                figure: rounded(value) for figure, value in pooled.items()
            }
    for of in list_calibrations(results):
        if of.contender != name:
            continue
        if of.types:
            told["type_accuracy"] = rounded(of.right / len(of.types))
        if of.pairs:
            told["calibration_error"] = rounded(of.ece)
            told["surest"] = [[kept.share, rounded(kept.f1)] for kept in select_surest(of.pairs)]
    return told


def of_groups(seen: Sequence[tuple[Item, float]]) -> dict[str, Any]:
    """The mean F1 of pages, and that of the pages of each type and language."""

    def means(some: Sequence[tuple[Item, float]]) -> dict[str, Any]:
        return _means([{"f1": f1} for _, f1 in some])

    return means(seen) | by_trait("page_type", seen, means) | by_trait("language", seen, means)


def by_trait(
    trait: str,
    pages: Sequence[tuple[Item, Any]],
    means: Callable[[Sequence[tuple[Item, Any]]], dict[str, Any]],
) -> dict[str, Any]:
    """The figures of the pages of each type or language, where there are several."""
    groups: dict[str, list[tuple[Item, Any]]] = {}
    for item, about in pages:
        value = getattr(item.gold, trait)
        if value is not None:
            groups.setdefault(value, []).append((item, about))
    few = [name for name, some in groups.items() if len(some) < FEWEST]
    if trait == "language" and len(few) > 1:
        groups["other"] = [one for name in few for one in groups.pop(name)]
    if len(groups) < 2:
        return {}
    return {trait: {name: means(some) for name, some in sorted(groups.items())}}


def _means(rows: Sequence[Mapping[str, float]]) -> dict[str, Any]:
    means = {name: rounded(fmean(row[name] for row in rows)) for name in rows[0]}
    return {"pages": len(rows)} | means


def rounded(value: float) -> float:
    """A figure as it is kept."""
    # What differs behind the fourth digit is the platform's.
    return round(value, 4)


def word_metric(corpus: Corpus) -> str:
    """The metric that a corpus' texts are measured by."""
    return "words-unspaced" if _unspaced(corpus) else "words"


def _unspaced(corpus: Corpus) -> bool:
    return corpus.metric != "words"


def has_gold(item: Item) -> bool:
    """Whether there is a text to learn from, and to measure by."""
    return item.in_means and bool(item.gold.text)
