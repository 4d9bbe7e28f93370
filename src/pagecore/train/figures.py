"""The figures in a model's file: the ceiling of its labels, and its cross-validated quality."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from pagecore import __version__
from pagecore.corpora.corpus import Corpus, Item
from pagecore.measure.calibration import list_calibrations, select_most_confident
from pagecore.measure.cross_validation import CrossValidatedMethod, FoldModels, run_model
from pagecore.measure.known_metrics import METRICS
from pagecore.measure.output import Output
from pagecore.measure.run import Results, measure
from pagecore.page import parse
from pagecore.registry import find_method
from pagecore.train.ceiling import Ceiling, compute_ceiling

#: Called with a description of the work, its number of pages or steps, and the current step: after
#: every page with an empty step, or before every step.
Progress = Callable[[str, int, str], None]

#: Languages with fewer pages are merged.
MIN_PAGES: Final = 5


def measure_ceiling(corpus: Corpus, report: Progress) -> dict[str, Any]:
    """Measure an extractor that knows every label; see `pagecore.train.ceiling`."""
    ceilings: list[tuple[Item, Ceiling]] = []
    for item in corpus.items:
        if has_gold(item):
            page = parse(item.html(), url=item.url, encoding=item.encoding)
            of_page = compute_ceiling(page, str(item.gold.text), unspaced=_is_unspaced(corpus))
            ceilings.append((item, of_page))
        report(f"{corpus.name}: ceiling", len(corpus.items), "")
    columns = ("f1", "best_f1", "reach")

    def means(some: Sequence[tuple[Item, Ceiling]]) -> dict[str, Any]:
        return _means([{name: getattr(about, name) for name in columns} for _, about in some])

    return means(ceilings) | group_by_trait("page_type", ceilings, means)


@dataclass(frozen=True)
class _Variant(CrossValidatedMethod):
    """A learned method with a parameter set to a word, such as `favor` or the learner."""

    parameter: str = ""

    def run(self, items: Sequence[Item]) -> Iterator[Output]:
        for item in items:
            place = (self.corpus, item.id)
            yield run_model(self.learned, place, item, **{self.parameter: self.name})


def cross_validate(
    learned: FoldModels, corpora: Sequence[Corpus], report: Progress
) -> dict[str, Any]:
    """Measure all corpora by cross-validation, as `pagecore evaluate --cv` does."""
    folds = learned.folds
    measured = {}
    for corpus in corpora:
        of = (__version__, learned, corpus.name)
        variants = [_Variant(word, *of, parameter=name) for name, word in _words(learned.method)]
        contenders = [CrossValidatedMethod(learned.method, *of), *variants]
        what, total = f"{corpus.name}: {folds.name}", len(corpus.items) * len(contenders)
        results = measure(
            corpus,
            contenders,
            metrics=("words", "words-unspaced", "snippets"),
            progress=lambda *_, what=what, total=total: report(what, total, ""),
        )
        measured[corpus.name] = _figures(results, learned.method, name_word_metric(corpus))
    return {"folds": folds.name, "digest": folds.digest, "corpora": measured}


def _words(method: str) -> list[tuple[str, str]]:
    """The parameters of a method that are words, each with all its values."""
    return [
        (name, str(word))
        for name, parameter in find_method(method).parameters.items()
        if isinstance(parameter.default, str)
        for word in parameter.bounds or ()
    ]


def _figures(results: Results, name: str, metric: str) -> dict[str, Any]:
    pages = results.of(name)
    scored = [(page.item, page.value(metric)) for page in pages if metric in page.scores]
    figures = {"metric": metric} | group_scores(scored)
    # By page, so that others can be compared on the same pages.
    figures["f1_of_pages"] = {item.id: round_figure(f1) for item, f1 in scored}
    snippets = [page.scores["snippets"] for page in pages if "snippets" in page.scores]
    if snippets:
        figures["left_in"] = round_figure(METRICS["snippets"].pool(snippets)["without"])
    for contender in results.contenders:
        if isinstance(contender, _Variant):
            pooled = METRICS[metric].pool(results.rows(contender.name, metric))
            figures.setdefault(contender.parameter, {})[contender.name] = {
                figure: round_figure(value) for figure, value in pooled.items()
            }
    for of in list_calibrations(results):
        if of.contender != name:
            continue
        if of.types:
            figures["type_accuracy"] = round_figure(of.right / len(of.types))
        if of.pairs:
            figures["calibration_error"] = round_figure(of.ece)
            figures["surest"] = [
                [kept.share, round_figure(kept.f1)] for kept in select_most_confident(of.pairs)
            ]
    return figures


def group_scores(scored: Sequence[tuple[Item, float]]) -> dict[str, Any]:
    """The mean F1 of pages, and that of the pages of each type and language."""

    def means(some: Sequence[tuple[Item, float]]) -> dict[str, Any]:
        return _means([{"f1": f1} for _, f1 in some])

    by_type = group_by_trait("page_type", scored, means)
    return means(scored) | by_type | group_by_trait("language", scored, means)


def group_by_trait(
    trait: str,
    pages: Sequence[tuple[Item, Any]],
    means: Callable[[Sequence[tuple[Item, Any]]], dict[str, Any]],
) -> dict[str, Any]:
    """The figures of the pages of each type or language; empty if there is only one."""
    groups: dict[str, list[tuple[Item, Any]]] = {}
    for item, about in pages:
        value = getattr(item.gold, trait)
        if value is not None:
            groups.setdefault(value, []).append((item, about))
    few = [name for name, some in groups.items() if len(some) < MIN_PAGES]
    if trait == "language" and len(few) > 1:
        groups["other"] = [page for name in few for page in groups.pop(name)]
    if len(groups) < 2:
        return {}
    return {trait: {name: means(some) for name, some in sorted(groups.items())}}


def _means(rows: Sequence[Mapping[str, float]]) -> dict[str, Any]:
    means = {name: round_figure(fmean(row[name] for row in rows)) for name in rows[0]}
    return {"pages": len(rows)} | means


def round_figure(value: float) -> float:
    """Round a figure for the file."""
    # Platforms differ after the fourth digit.
    return round(value, 4)


def name_word_metric(corpus: Corpus) -> str:
    """The name of the metric for the words of a corpus."""
    return "words-unspaced" if _is_unspaced(corpus) else "words"


def _is_unspaced(corpus: Corpus) -> bool:
    return corpus.metric != "words"


def has_gold(item: Item) -> bool:
    """Whether there is a text to learn from and to compare with."""
    return item.in_means and bool(item.gold.text)
