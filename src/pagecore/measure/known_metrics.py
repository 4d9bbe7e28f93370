"""The known metrics: words, 4-grams, snippets, sequences, posts, records, metadata, segments,
structure."""

from __future__ import annotations

from typing import Final

import numpy as np

from pagecore.corpora.corpus import Corpus
from pagecore.errors import BadOption
from pagecore.measure.gold import list_fields
from pagecore.measure.metric import NAN, Figure, Metric, Scope, Values
from pagecore.measure.output import EXTRAS, Output
from pagecore.measure.score_page import (
    FIELDS,
    score_grams,
    score_metadata,
    score_posts,
    score_records,
    score_segments,
    score_snippets,
    score_structure,
    score_texts,
)
from pagecore.metrics import grams, posts, records, sequence, structure, words


def find_metric(name: str) -> Metric:
    """Find a metric by its name, or raise `BadOption`."""
    if name not in METRICS:
        raise BadOption(f"there is no metric {name!r}; there are: {', '.join(METRICS)}")
    return METRICS[name]


def check_gold(corpus: Corpus, name: str) -> None:
    """Raise `BadOption` if a metric can measure nothing in the gold of a corpus."""
    scope = Scope(list_fields(corpus.items), frozenset(("text", *EXTRAS)))

    def can_measure(metric: Metric) -> bool:
        return any(metric.score(item, Output(item.id, "", None), scope) for item in corpus.items)

    if not can_measure(find_metric(name)):
        others = [metric.name for metric in METRICS.values() if can_measure(metric)]
        needs, there_are = find_metric(name).needed, ", ".join(others) or "none"
        raise BadOption(
            f"nothing of {corpus.name} can be measured by {name!r}, which needs {needs} in gold "
            f"and outputs; there are: {there_are}"
        )


# -- Figures from the means of the columns --------------------------------------------------------


def _mean(column: int) -> Figure:
    return lambda means: float(means[column])


def _share(part: int, whole: int) -> Figure:
    return lambda means: _ratio(means[part], means[whole])


def _ratio(part: float, whole: float) -> float:
    """NaN where there is no whole."""
    return float(part / whole) if whole > 0 else NAN


def _mean_of_all(means: Values) -> float:
    known = means[~np.isnan(means)]
    return float(known.mean()) if len(known) else NAN


_PRF: Final = ("precision", "recall", "f1")
_PRF_FIGURES: Final = {"F1": _mean(2), "P": _mean(0), "R": _mean(1)}
_KEPT: Final = tuple(structure.KINDS)

#: By name, in the order in which they are shown.
METRICS: Final[dict[str, Metric]] = {
    metric.name: metric
    for metric in (
        Metric(
            "words",
            "word F1",
            "overlap of the words of both texts, as WCXB defines it; mean over pages",
            ("text",),
            _PRF,
            _PRF_FIGURES,
            score_texts(words.score_words),
        ),
        Metric(
            "words-unspaced",
            "word F1 (unspaced)",
            "as words, but every character of a script without spaces is a word",
            ("text",),
            _PRF,
            _PRF_FIGURES,
            score_texts(lambda gold, text: words.score_words(gold, text, unspaced=True)),
        ),
        Metric(
            "grams",
            "4-gram F1",
            "overlap of the 4-grams of both texts, as AEB defines it: F1 of mean precision and "
            "mean recall",
            ("text",),
            ("precision", "recall"),
            {"F1": grams.f1_of_means, "P": _mean(0), "R": _mean(1)},
            score_texts(score_grams),
        ),
        Metric(
            "snippets",
            "snippet F1",
            "share of required snippets in the output (with: recall) and of forbidden ones "
            "(without), over all pages",
            ("text",),
            ("tp", "fp", "fn", "tn"),
            {
                "F1": lambda m: _ratio(2 * m[0], 2 * m[0] + m[1] + m[2]),
                "P": lambda m: _ratio(m[0], m[0] + m[1]),
                "with": lambda m: _ratio(m[0], m[0] + m[2]),
                "without": lambda m: _ratio(m[1], m[1] + m[3]),
                "accuracy": lambda m: _ratio(m[0] + m[3], m.sum()),
            },
            score_snippets,
        ),
        Metric(
            "rouge",
            "ROUGE-LSum",
            "longest common subsequence of the words, line by line; mean over pages",
            ("text",),
            _PRF,
            _PRF_FIGURES,
            score_texts(lambda gold, text: sequence.rouge_lsum(gold, text, unspaced=True)),
            slow=True,
        ),
        Metric(
            "levenshtein",
            "Levenshtein",
            "1 minus the words to insert, delete or replace, as a share of the longer text",
            ("text",),
            ("similarity",),
            {"similarity": _mean(0)},
            score_texts(lambda gold, text: (sequence.levenshtein(gold, text, unspaced=True),)),
            slow=True,
        ),
        Metric(
            "posts",
            "post F1",
            "matched posts over all pages; user, date and link: share of matched posts whose "
            "field is right",
            ("posts",),
            (
                *("matched", "n_output", "n_gold"),
                *(f"{field}_right" for field in posts.FIELDS),
                *(f"{field}_in_gold" for field in posts.FIELDS),
            ),
            {
                "F1": lambda m: _ratio(2 * m[0], m[1] + m[2]),
                "P": _share(0, 1),
                "R": _share(0, 2),
                **{field: _share(3 + at, 6 + at) for at, field in enumerate(posts.FIELDS)},
            },
            score_posts,
        ),
        Metric(
            "records",
            "record F1",
            "matched items over all pages; cells: share of the cells of matched items that are "
            "right, columns being matched one to one; similar: the same with cells that share most "
            "of their words",
            ("records",),
            records.RecordCounts._fields,
            {
                "F1": lambda m: _ratio(2 * m[0], m[1] + m[2]),
                "P": _share(0, 1),
                "R": _share(0, 2),
                "cells": _share(3, 5),
                "similar": _share(4, 5),
            },
            score_records,
        ),
        Metric(
            "metadata",
            "metadata right",
            "share of known titles, authors and dates that are right; invented: share of pages "
            "without the field that get a value",
            ("title", "author", "date"),
            (
                *("right", "in_gold"),
                *(
                    f"{field}_{count}"
                    for field in FIELDS
                    for count in ("right", "in_gold", "invented", "not_in_gold")
                ),
            ),
            {
                "right": _share(0, 1),
                **{field: _share(2 + 4 * at, 3 + 4 * at) for at, field in enumerate(FIELDS)},
                **{
                    f"{field} invented": _share(4 + 4 * at, 5 + 4 * at)
                    for at, field in enumerate(FIELDS)
                },
            },
            score_metadata,
        ),
        Metric(
            "segments",
            "B-cubed F1",
            "agreement of segments and marked regions, by characters, on the fine and the coarse "
            "level; mean over pages",
            ("segments",),
            tuple(f"{level}_{part}" for level in ("fine", "coarse") for part in _PRF),
            {
                "fine F1": _mean(2),
                "fine P": _mean(0),
                "fine R": _mean(1),
                "coarse F1": _mean(5),
                "coarse P": _mean(3),
                "coarse R": _mean(4),
            },
            score_segments,
        ),
        Metric(
            "structure",
            "structure kept",
            "F1 of the elements of each kind, mean over the pages on which gold or output has such "
            "elements; then mean over kinds",
            ("html",),
            _KEPT,
            {"kept": _mean_of_all, **{kind: _mean(at) for at, kind in enumerate(_KEPT)}},
            score_structure,
        ),
    )
}
