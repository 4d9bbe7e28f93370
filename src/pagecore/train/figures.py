"""The figures that a model carries: the ceiling of its labels, and its own by cross-validation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from pagecore.evaluate.corpora.corpus import Corpus, Item
from pagecore.evaluate.folds import Learned
from pagecore.evaluate.metrics import words
from pagecore.extract import extract
from pagecore.page import parse
from pagecore.train.ceiling import Ceiling, ceiling

#: Called with what is done, of how many pages or steps it is, and which step is being done now:
#: after every page, with an empty step; before every step.
Progress = Callable[[str, int, str], None]

#: Languages with fewer pages are put together.
FEWEST: Final = 5
#: Of how many equal widths the bins of the calibration error are.
BINS: Final = 10


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

    return means(found) | _by("page_type", found, means)


@dataclass(frozen=True)
class _Seen:
    """What a model that has not seen the page makes of it."""

    f1: float
    confidence: float | None
    #: The likeliest, where the method tells one.
    page_type: str | None


def validated(learned: Learned, corpora: Sequence[Corpus], told: Progress) -> dict[str, Any]:
    """The figures of all corpora by cross-validation."""
    folds = learned.folds
    measured = {}
    for corpus in corpora:
        seen: list[tuple[Item, _Seen]] = []
        what = f"{corpus.name}: {folds.name}"
        for item in corpus.items:
            if has_gold(item):
                seen.append((item, _seen(learned, corpus, item)))
            told(what, len(corpus.items), "")
        metric = "words-unspaced" if _unspaced(corpus) else "words"
        measured[corpus.name] = {"metric": metric} | _figures(seen)
    return {"folds": folds.name, "digest": folds.digest, "corpora": measured}


def _seen(learned: Learned, corpus: Corpus, item: Item) -> _Seen:
    page = parse(item.html(), url=item.url, encoding=item.encoding)
    model = learned.model((corpus.name, item.id))
    document = extract(page, method=learned.method, model=model)
    score = words.score(str(item.gold.text), document.text, _unspaced(corpus))
    types = document.choice.types
    likeliest = max(types, key=lambda name: types[name]) if types else None
    return _Seen(score.f1, document.choice.confidence, likeliest)


def _figures(seen: Sequence[tuple[Item, _Seen]]) -> dict[str, Any]:
    def means(some: Sequence[tuple[Item, _Seen]]) -> dict[str, Any]:
        return _means([{"f1": of_page.f1} for _, of_page in some])

    told = means(seen) | _by("page_type", seen, means) | _by("language", seen, means)
    typed = [
        (item.gold.page_type, of_page.page_type)
        for item, of_page in seen
        if item.gold.page_type is not None and of_page.page_type is not None
    ]
    if typed:
        told["type_accuracy"] = _rounded(fmean(gold == found for gold, found in typed))
    sure = [(of.confidence, of.f1) for _, of in seen if of.confidence is not None]
    if sure:
        told["calibration_error"] = _rounded(calibration_error(sure))
    return told


def calibration_error(pairs: Sequence[tuple[float, float]]) -> float:
    """The expected calibration error: how far the mean confidence of pages that are about as sure
    is from their mean F1, in bins of equal width, weighted by their pages.

    Args:
        pairs: confidence, from 0 to 1, and F1 of every page.
    """
    bins: dict[int, list[tuple[float, float]]] = {}
    for confidence, f1 in pairs:
        bins.setdefault(min(int(confidence * BINS), BINS - 1), []).append((confidence, f1))
    off = (abs(sum(confidence - f1 for confidence, f1 in some)) for some in bins.values())
    return sum(off) / len(pairs)


def _by(
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
    means = {name: _rounded(fmean(row[name] for row in rows)) for name in rows[0]}
    return {"pages": len(rows)} | means


def _rounded(value: float) -> float:
    # What differs behind the fourth digit is the platform's.
    return round(value, 4)


def _unspaced(corpus: Corpus) -> bool:
    return corpus.metric != "words"


def has_gold(item: Item) -> bool:
    """Whether there is a text to learn from, and to measure by."""
    return item.in_means and bool(item.gold.text)
