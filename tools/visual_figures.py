"""Measure the visual methods beside others, on rendered pages.

    python -m tools.record_layouts segments
    python -m tools.record_layouts visual
    python -m tools.visual_figures

divides the pages of `segments` with every segment method, and records the entry `visual segments`:
B-cubed F1 on the coarse and on the fine level. Values of parameters are chosen for each level and
for each page on all other pages, so the figures are out of fold. `vips` has two more rows: as it is
described, and with the weights and thresholds of its separators chosen as well.

It then extracts the pages of `visual` with `vbpa`, as it is and with each of its readings, with the
default extractor, with other extractors, and as a whole, and records the entry `visual themes`:
word F1, the share of pages with at least 85 % of the words of the theme, and the share of pages
where the result also has at most 15 % of other words. The values of `vbpa` for each site are chosen
on the other sites by `python -m tools.sweep vbpa`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import numpy.typing as npt

from pagecore import corpora
from pagecore.choice import Choice
from pagecore.corpora.corpus import Corpus
from pagecore.errors import BadInput
from pagecore.evaluate import evaluate_all
from pagecore.extract import extract
from pagecore.metrics.bootstrap import compute_interval
from pagecore.metrics.segments import bcubed, label_rows
from pagecore.metrics.words import score_words
from pagecore.page import Page
from pagecore.page.layout import VISIBLE
from pagecore.page.page_file import load_page
from pagecore.segment import segment
from pagecore.train.figures import round_figure
from pagecore.write.text import render_text
from tools.choose_values import Values, choose_out_of_fold, choose_stepwise
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, write_command

SEGMENTS_ENTRY, THEMES_ENTRY = "visual segments", "visual themes"
#: The levels of `segments`, by name.
LEVELS: Final = {"coarse": 1, "fine": 2}
#: The values that are tried for each segment method.
TRIED: Final[Mapping[str, Mapping[str, Sequence[Any]]]] = {
    "vips": {"levels": (0, 1, 2, 3), "pdoc": (7, 8, 9), "rules": (12, 13), "min_area": (0.0, 0.05)},
    "dom": {"cut": ("paragraphs", "containers")},
    "fixed": {"words": (50, 100, 200, 400, 800, 100_000)},
}
#: `vips` as it is described, without what we added.
DESCRIBED: Final[Values] = {
    "levels": 0, "pdoc": 8, "rules": 13, "min_area": 0.0, "renew": False, "column": 0.0,
    "overlap": 0.0, "gap": 1.0, "scale": 1.0, "hr": 2.0, "background": 2.0, "font": 2.0,
    "structure": 2.0,
}  # fmt: skip
#: The values of all its parameters that are chosen one after another, from those described.
STEPS: Final[Mapping[str, Sequence[Any]]] = {
    "levels": (0, 1, 2, 3),
    "pdoc": (6, 7, 8, 9),
    "min_area": (0.0, 0.05, 0.1),
    "renew": (False, True),
    "column": (0.0, 4.0),
    "overlap": (0.0, 0.25),
    "rules": (12, 13),
    "gap": (0.5, 1.0, 1.5, 2.0),
    "scale": (0.5, 1.0, 2.0),
    **dict.fromkeys(("hr", "background", "font", "structure"), (0.0, 2.0, 4.0)),
}
#: The rows of `vips` with these values.
AS_DESCRIBED, ALL_CHOSEN = "as described", "weights and thresholds chosen too"
#: The readings of `vbpa` that are measured beside it.
READINGS: Final[Sequence[Mapping[str, Any]]] = (
    {},
    {"drop_marked": True},
    {"pure": "all"},
    {"pairing": "half"},
    {"rule6": "printed"},
    {"fallback": False},
    {"fallback": False, "pairing": "half"},
    {"fallback": False, "rule6": "printed"},
    {"share": 0.5},
    {"share": 1.0},
)
PEERS: Final = ("trafilatura",)
#: Recall of words from which a page counts as accepted, and precision from which it is excellent.
ACCEPTED: Final = 0.85

_Scores = npt.NDArray[np.float64]


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure segments and themes, and record the figures."""
    command = write_command(context, "tools.visual_figures")
    corpus = corpora.load("segments", data / "segments")
    rows = list(measure_segments(corpus))
    record(SEGMENTS_ENTRY, rows, provenance=describe_run(command, [corpus]), path=figures)
    themes = corpora.load("visual", data / "visual")
    rows = list(measure_themes(themes))
    record(THEMES_ENTRY, rows, provenance=describe_run(command, [themes]), path=figures)


def load_rendered(corpus: Corpus) -> Iterator[tuple[Any, Page]]:
    """The items of a corpus that count, with their rendered pages."""
    for item in corpus.items:
        if item.in_means:
            if item.rendered is None:
                raise BadInput(
                    f"{corpus.name}: {item.id} is not rendered; run: python -m "
                    f"tools.record_layouts {corpus.name}"
                )
            yield item, load_page(item.rendered)


def measure_segments(corpus: Corpus) -> Iterator[dict[str, Any]]:
    """Measure each segment method on both levels, out of fold, and the whole page as one
    segment."""
    pages = []
    for item, page in load_rendered(corpus):
        labels = [label_rows(page, item.gold.segments, level) for level in LEVELS.values()]
        pages.append((page, labels))
    whole = np.array([_score_levels(labels, np.zeros(len(page))) for page, labels in pages])
    yield _describe("one segment", [{}], whole[:, None])
    for method, tried in TRIED.items():
        every = [
            dict(zip(tried, values, strict=True)) for values in itertools.product(*tried.values())
        ]
        scores = np.array(
            [
                [
                    _score_levels(labels, segment(page, method=method, **values).ids)
                    for values in every
                ]
                for page, labels in pages
            ]
        )
        yield _describe(method, every, scores)
        if method == "vips":
            yield from measure_described(pages)


def measure_described(pages: Sequence[tuple[Page, Sequence[Any]]]) -> Iterator[dict[str, Any]]:
    """Measure `vips` as it is described, and with all values chosen one after another."""

    @cache
    def measure(*values: Any) -> _Scores:
        parameters = dict(zip(DESCRIBED, values, strict=True))
        return np.array(
            [
                _score_levels(labels, segment(page, method="vips", **parameters).ids)
                for page, labels in pages
            ]
        )

    def measure_level(at: int, values: Values) -> _Scores:
        return measure(*values.values())[:, at]

    described = measure(*DESCRIBED.values())[:, None]
    yield {**_describe("vips", [DESCRIBED], described), "variant": AS_DESCRIBED}
    row: dict[str, Any] = {"name": "vips", "variant": ALL_CHOSEN}
    for at, level in enumerate(LEVELS):
        chosen = choose_stepwise(partial(measure_level, at), DESCRIBED, STEPS)
        scores = [measure(*values.values())[page, at] for page, values in enumerate(chosen)]
        row[level] = _summarise(np.array(scores), _find_most_frequent(chosen))
    yield row


def _score_levels(labels: Sequence[Any], ids: npt.ArrayLike) -> list[float]:
    """F1 on each level; NaN without regions of that level."""
    scores = [bcubed(regions, ids, weights) for regions, weights in labels]
    return [np.nan if score is None else score.f1 for score in scores]


def _describe(name: str, every: Sequence[Mapping[str, Any]], scores: _Scores) -> dict[str, Any]:
    """The figures of a method; `scores` are by page, values and level."""
    row: dict[str, Any] = {"name": name}
    for at, level in enumerate(LEVELS):
        of = scores[:, :, at]
        chosen = choose_out_of_fold(of)
        most = Counter(chosen.tolist()).most_common(1)[0][0]
        row[level] = _summarise(of[np.arange(len(of)), chosen], every[most])
    return row


def _summarise(scores: _Scores, values: Values) -> dict[str, Any]:
    """The mean of the pages that have a score, with the values of most pages."""
    known = scores[~np.isnan(scores)]
    return {
        "f1": round_figure(float(known.mean())),
        "interval": [round_figure(bound) for bound in compute_interval(known)],
        "pages": len(known),
        "values": dict(values),
    }


def _find_most_frequent(chosen: Sequence[Values]) -> Values:
    counts = Counter(tuple(values.items()) for values in chosen)
    return dict(counts.most_common(1)[0][0])


def measure_themes(corpus: Corpus) -> Iterator[dict[str, Any]]:
    """Measure what is extracted from each page, beside the whole page."""
    pages = list(load_rendered(corpus))
    golds = [item.gold.text for item, _ in pages]
    whole = [render_text(page, choose_drawn(page)) for _, page in pages]
    yield {"name": "whole page", **_score_texts(golds, whole)}
    default: list[str] = []
    for values in READINGS:
        texts = [extract(page, method="vbpa", **values).text for _, page in pages]
        default = default or texts
        changed = sum(text != other for text, other in zip(texts, default, strict=True))
        row = {"name": "vbpa", "values": dict(values), **_score_texts(golds, texts)}
        yield row | ({"changed": changed} if values else {})
    rendered = [extract(page).text for _, page in pages]
    yield {"name": "default", "rendered": True, **_score_texts(golds, rendered)}
    (results,) = evaluate_all([corpus], methods=["default"], peers=PEERS)
    for contender in ("default", *PEERS):
        outputs = {page.item.id: page.output.text for page in results.of(contender)}
        some = [outputs[item.id] for item, _ in pages]
        yield {"name": contender, "rendered": False, **_score_texts(golds, some)}


def choose_drawn(page: Page) -> Choice:
    """All text that is drawn."""
    assert page.layout is not None
    return Choice.of(page, (page.layout.seen & VISIBLE) > 0)


def _score_texts(golds: Sequence[str], texts: Sequence[str]) -> dict[str, Any]:
    scores = [
        score_words(gold, text, unspaced=True) for gold, text in zip(golds, texts, strict=True)
    ]
    f1 = np.array([score.f1 for score in scores])
    return {
        "f1": round_figure(float(f1.mean())),
        "interval": [round_figure(bound) for bound in compute_interval(f1)],
        "precision": round_figure(float(np.mean([score.precision for score in scores]))),
        "recall": round_figure(float(np.mean([score.recall for score in scores]))),
        "excellent": round_figure(
            float(np.mean([min(score.recall, score.precision) >= ACCEPTED for score in scores]))
        ),
        "accepted": round_figure(float(np.mean([score.recall >= ACCEPTED for score in scores]))),
        "empty": sum(not text for text in texts),
        "pages": len(texts),
    }


if __name__ == "__main__":
    main()
