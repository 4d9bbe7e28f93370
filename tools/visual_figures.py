"""Measure the visual methods beside others, on rendered pages.

    python -m tools.record_layouts segments
    python -m tools.record_layouts visual
    python -m tools.visual_figures

divides the pages of `segments` with every segment method, and records the entry `visual segments`:
B-cubed F1 on the coarse and on the fine level. Values of parameters are chosen for each level and
for each page on all other pages, so the figures are out of fold. It then extracts the pages of
`visual` with `vbpa`, as it is and with each of its readings, with the default extractor, with other
extractors, and as a whole, and records the entry `visual themes`: word F1, and the share of pages
with at least 85 % of the words of the theme. The values of `vbpa` for each site are chosen on the
other sites by `python -m tools.sweep vbpa`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, write_command

SEGMENTS_ENTRY, THEMES_ENTRY = "visual segments", "visual themes"
#: The levels of `segments`, by name.
LEVELS: Final = {"coarse": 1, "fine": 2}
#: The values that are tried for each segment method.
TRIED: Final[Mapping[str, Mapping[str, Sequence[Any]]]] = {
    "vips": {"levels": (0, 1, 2, 3), "pdoc": (7, 8, 9), "rules": (12, 13), "least": (0.0, 0.05)},
    "dom": {"cut": ("paragraphs", "containers")},
    "fixed": {"words": (50, 100, 200, 400, 800, 100_000)},
}
#: The readings of `vbpa` that are measured beside it.
READINGS: Final[Sequence[Mapping[str, Any]]] = (
    {},
    {"drop_marked": True},
    {"pure": "all"},
    {"pairing": "half"},
    {"rule6": "printed"},
    {"share": 0.5},
    {"share": 1.0},
)
PEERS: Final = ("trafilatura",)
#: Recall of words from which a page counts as accepted.
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
        values = of[np.arange(len(of)), chosen]
        known = values[~np.isnan(values)]
        most = Counter(chosen.tolist()).most_common(1)[0][0]
        row[level] = {
            "f1": round_figure(float(known.mean())),
            "interval": [round_figure(bound) for bound in compute_interval(known)],
            "pages": len(known),
            "values": every[most],
        }
    return row


def choose_out_of_fold(scores: _Scores) -> npt.NDArray[np.int64]:
    """For each page, the values with the highest mean over all other pages."""
    known = ~np.isnan(scores)
    filled = np.where(known, scores, 0.0)
    totals, counts = filled.sum(axis=0) - filled, known.sum(axis=0) - known
    best: npt.NDArray[np.int64] = np.argmax(np.round(totals / np.maximum(counts, 1), 4), axis=1)
    return best


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
        "accepted": round_figure(float(np.mean([score.recall >= ACCEPTED for score in scores]))),
        "empty": sum(not text for text in texts),
        "pages": len(texts),
    }


if __name__ == "__main__":
    main()
