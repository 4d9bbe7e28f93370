"""The metrics: what each needs, how it scores a page, and what figures it makes of many pages.

This is the one place that knows them. A metric scores a page by a row of numbers, such as precision
and recall, or counts. Its figures are made of the means of these columns over pages: a mean itself,
or what two means make, such as the F1 of counts, which is the same of means as of totals. So one
bootstrap serves them all, and a page's own figure is that of its row. A column that says nothing of
a page is NaN there, and left out of its mean.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from pagecore.corpora.corpus import Corpus, Gold, Item
from pagecore.errors import BadOption
from pagecore.measure.output import EXTRAS, Output
from pagecore.metrics import (
    bootstrap,
    grams,
    metadata,
    posts,
    segments,
    sequence,
    snippets,
    structure,
    words,
)
from pagecore.page import parse

NAN: Final = float("nan")
Values: TypeAlias = npt.NDArray[np.float64]
#: The columns' values for one page, in their order.
Row: TypeAlias = tuple[float, ...]
#: From the means of the columns to a figure; NaN where they say nothing.
Figure: TypeAlias = Callable[[Values], float]


@dataclass(frozen=True)
class Asked:
    """What is asked on a corpus, and what a contender gives: what neither has is not scored."""

    #: Of `read_metadata`: the fields that the gold of at least one page has.
    fields: frozenset[str]
    #: What the contender gives; see `output.given`.
    given: frozenset[str]


@dataclass(frozen=True, eq=False)
class Metric:
    """A way to measure outputs by gold."""

    name: str
    #: What the main figure is called where others stand beside it.
    title: str
    #: What it measures, in words.
    about: str
    #: What it compares, of gold and of outputs: one of these at least.
    needs: tuple[str, ...]
    columns: tuple[str, ...]
    #: By what they are called in tables; the first is the main figure.
    figures: Mapping[str, Figure]
    #: A page's row; None where gold, or what the contender gives, has nothing to measure.
    score: Callable[[Item, Output, Asked], Row | None]
    #: Whether it takes so long that it is left out unless asked for.
    slow: bool = False

    @property
    def needed(self) -> str:
        """What it compares, in words."""
        *first, last = self.needs
        return f"{', '.join(first)} or {last}" if first else last

    @property
    def main(self) -> str:
        """What the main figure is called in its own table."""
        return next(iter(self.figures))

    def pool(self, rows: Sequence[Row]) -> dict[str, float]:
        """All figures of many pages."""
        means = bootstrap.compute_means(self._table(rows))
        return {name: figure(means) for name, figure in self.figures.items()}

    def value(self, rows: Sequence[Row]) -> float:
        """The main figure of many pages, or of one."""
        return self.figures[self.main](bootstrap.compute_means(self._table(rows)))

    def interval(self, rows: Sequence[Row], *, seed: int = 0) -> tuple[float, float]:
        """Where the main figure lies with 95 %, by bootstrap over pages."""
        return bootstrap.compute_interval(self._table(rows), seed=seed, of=self.figures[self.main])

    def paired(
        self, a: Sequence[Row], b: Sequence[Row], *, seed: int = 0
    ) -> bootstrap.PairedDifference:
        """How far `a` is ahead of `b` by the main figure, on the same pages."""
        main = self.figures[self.main]
        return bootstrap.compare_pairs(self._table(a), self._table(b), seed=seed, of=main)

    def _table(self, rows: Sequence[Row]) -> Values:
        return np.array(rows, np.float64).reshape(-1, len(self.columns))


def metric_named(name: str) -> Metric:
    """A metric by its name, or `BadOption`."""
    if name not in METRICS:
        raise BadOption(f"there is no metric {name!r}; there are: {', '.join(METRICS)}")
    return METRICS[name]


def check_gold(corpus: Corpus, name: str) -> None:
    """Raise `BadOption` where the gold of a corpus has nothing that a metric could measure."""
    asked = Asked(asked_fields(corpus.items), frozenset(("text", *EXTRAS)))

    def known(metric: Metric) -> bool:
        return any(metric.score(item, Output(item.id, "", None), asked) for item in corpus.items)

    if not known(metric_named(name)):
        others = [metric.name for metric in METRICS.values() if known(metric)]
        needs, there_are = metric_named(name).needed, ", ".join(others) or "none"
        raise BadOption(
            f"nothing of {corpus.name} can be measured by {name!r}, which needs {needs} in gold "
            f"and outputs; there are: {there_are}"
        )


def can_score(outputs: Collection[str], corpus: Corpus) -> bool:
    """Whether the gold of a corpus has something to compare some parts of an output with."""
    return any(_GOLD_PARTS[part](item.gold) for part in outputs for item in corpus.items)


#: The gold that each part of an output is compared with.
_GOLD_PARTS: Final[Mapping[str, Callable[[Gold], object]]] = {
    "text": lambda gold: gold.text or gold.present or gold.absent,
    "html": lambda gold: gold.html,
    "title": lambda gold: gold.title,
    "author": lambda gold: gold.authors,
    "date": lambda gold: gold.date,
    "posts": lambda gold: gold.posts,
    "segments": lambda gold: gold.segments,
}


def asked_fields(items: Iterable[Item]) -> frozenset[str]:
    """The fields of metadata that the gold of at least one page has."""
    return frozenset(
        name for item in items for name, wanted in read_metadata(item).items() if wanted is not None
    )


def read_metadata(item: Item) -> dict[str, str | tuple[str, ...] | None]:
    """The gold's metadata, by the names that outputs have for it."""
    gold = item.gold
    return {"title": gold.title, "author": gold.authors, "date": gold.date}


# -- How pages are scored -------------------------------------------------------------------------


def _gold_text(item: Item, asked: Asked) -> str | None:
    return item.gold.text if item.in_means and "text" in asked.given else None


def _by_text(score: Callable[[str, str], Row]) -> Callable[[Item, Output, Asked], Row | None]:
    """The row of a metric that compares two texts."""

    def row(item: Item, output: Output, asked: Asked) -> Row | None:
        gold = _gold_text(item, asked)
        return None if gold is None else score(gold, output.text)

    return row


def _grams(gold: str, text: str) -> Row:
    counts = grams.count_grams(gold, text)
    return counts.precision, counts.recall


def _snippets(item: Item, output: Output, asked: Asked) -> Row | None:
    present, absent = item.gold.present, item.gold.absent
    if not item.in_means or "text" not in asked.given or not (present or absent):
        return None
    found = snippets.count_snippets(present, absent, output.text)
    return found.tp, found.fp, found.fn, found.tn


def _posts(item: Item, output: Output, asked: Asked) -> Row | None:
    gold = item.gold.posts
    if gold is None or not item.in_means or "posts" not in asked.given:
        return None
    found = posts.count_posts(gold, output.posts or (), unspaced=True)
    return found.matched, found.n_output, found.n_gold, *found.right, *found.in_gold


_FIELDS: Final[dict[str, Callable[..., metadata.FieldCounts]]] = {
    "title": metadata.compare_title,
    "author": metadata.compare_authors,
    "date": metadata.compare_date,
}


def _metadata(item: Item, output: Output, asked: Asked) -> Row | None:
    gold = read_metadata(item)
    known = any(gold.values())
    # A page without gold text may have a title; one of which nothing is known forbids nothing.
    if not (known or item.in_means) or not asked.fields or not asked.given & _FIELDS.keys():
        return None
    row: list[float] = []
    right = wanted = 0
    for name, compare in _FIELDS.items():
        found = compare(gold[name], getattr(output, name))
        right, wanted = right + found.right, wanted + found.wanted
        said = name in asked.fields and name in asked.given
        counts = (found.right, found.wanted, found.invented, found.unwanted)
        row += counts if said else (NAN,) * 4
    return right, wanted, *row


def _segments(item: Item, output: Output, asked: Asked) -> Row | None:
    gold = item.gold.segments
    if gold is None or not item.in_means or "segments" not in asked.given:
        return None
    page = parse(item.html(), url=item.url, encoding=item.encoding)
    found = np.full(len(page), -1) if output.segments is None else output.segments
    row: list[float] = []
    for level in (2, 1):
        labels, weights = segments.label_rows(page, gold, level)
        row += segments.bcubed(labels, found, weights) or (NAN,) * 3
    return tuple(row)


def _structure(item: Item, output: Output, asked: Asked) -> Row | None:
    gold = item.gold.html
    if gold is None or not item.in_means or "html" not in asked.given:
        return None
    kept = structure.score_structure(gold, output.html or "", item.gold.html_url or item.url)
    return tuple(kept[kind].f1 if kind in kept else NAN for kind in structure.KINDS)


# -- What figures are made of the columns' means --------------------------------------------------


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
            _by_text(words.score_words),
        ),
        Metric(
            "words-unspaced",
            "word F1",
            "as words, but every character of a script without spaces is a word",
            ("text",),
            _PRF,
            _PRF_FIGURES,
            _by_text(lambda gold, text: words.score_words(gold, text, unspaced=True)),
        ),
        Metric(
            "grams",
            "4-gram F1",
            "overlap of the 4-grams of both texts, as AEB defines it: F1 of mean precision and "
            "mean recall",
            ("text",),
            ("precision", "recall"),
            {"F1": grams.f1_of_means, "P": _mean(0), "R": _mean(1)},
            _by_text(_grams),
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
            _snippets,
        ),
        Metric(
            "rouge",
            "ROUGE-LSum",
            "longest common subsequence of the words, line by line; mean over pages",
            ("text",),
            _PRF,
            _PRF_FIGURES,
            _by_text(lambda gold, text: sequence.rouge_lsum(gold, text, unspaced=True)),
            slow=True,
        ),
        Metric(
            "levenshtein",
            "Levenshtein",
            "1 minus the words to insert, delete or replace, as a share of the longer text",
            ("text",),
            ("similarity",),
            {"similarity": _mean(0)},
            _by_text(lambda gold, text: (sequence.levenshtein(gold, text, unspaced=True),)),
            slow=True,
        ),
        Metric(
            "posts",
            "post F1",
            "matched posts over all pages; user, date and link: share of matched posts whose "
            "field is right",
            ("posts",),
            (
                *("matched", "found", "wanted"),
                *(f"{field}_right" for field in posts.FIELDS),
                *(f"{field}_asked" for field in posts.FIELDS),
            ),
            {
                "F1": lambda m: _ratio(2 * m[0], m[1] + m[2]),
                "P": _share(0, 1),
                "R": _share(0, 2),
                **{field: _share(3 + at, 6 + at) for at, field in enumerate(posts.FIELDS)},
            },
            _posts,
        ),
        Metric(
            "metadata",
            "metadata right",
            "share of known titles, authors and dates that are right; invented: share of pages "
            "without the field that get a value",
            ("title", "author", "date"),
            (
                *("right", "wanted"),
                *(
                    f"{field}_{count}"
                    for field in _FIELDS
                    for count in ("right", "wanted", "invented", "unwanted")
                ),
            ),
            {
                "right": _share(0, 1),
                **{field: _share(2 + 4 * at, 3 + 4 * at) for at, field in enumerate(_FIELDS)},
                **{
                    f"{field} invented": _share(4 + 4 * at, 5 + 4 * at)
                    for at, field in enumerate(_FIELDS)
                },
            },
            _metadata,
        ),
        Metric(
            "segments",
            "B-cubed F1",
            "agreement of segments and marked blocks, by characters, on the fine and the coarse "
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
            _segments,
        ),
        Metric(
            "structure",
            "structure kept",
            "F1 of the elements of each kind, mean over the pages that have such elements; then "
            "mean over kinds",
            ("html",),
            _KEPT,
            {"kept": _mean_of_all, **{kind: _mean(at) for at, kind in enumerate(_KEPT)}},
            _structure,
        ),
    )
}
