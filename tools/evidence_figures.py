"""What the evidence of a site adds to the default extractor.

    python -m tools.evidence_figures

learns from every second page of a site and extracts the others, then the other way round, on the
sites of `sites`; and from the other pages of the same host on WCXB. It compares the text with that
of the default extractor, page by page, for several designs, and records the entry `site evidence`.
The design and its parameters are chosen on the other sites.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
from rich.progress import Progress

from pagecore import Document, Page, corpora, extract, learn, parse
from pagecore.corpora.corpus import Item
from pagecore.errors import WrapperError
from pagecore.metrics.bootstrap import compare_pairs
from pagecore.metrics.words import score_words
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value, write_command

ENTRY: Final = "site evidence"
#: The parameters of each design.
DESIGNS: Final[Mapping[str, Sequence[dict[str, float]]]] = {
    "shared texts": [{"shared": share, "weight": 0.0} for share in (0.5, 0.8)],
    "places": [{"shared": 1.0, "weight": weight} for weight in (0.25, 0.5)],
    "both": [{"shared": share, "weight": weight} for share in (0.5, 0.8) for weight in (0.25, 0.5)],
}
#: The design that the method uses.
USED: Final = "both"
#: Sites with this many pages must not lose more than the limit.
MIN_PAGES: Final = 20
MAX_LOSS: Final = 0.005


def score(item: Item, document: Document) -> float:
    """Word F1 of a document."""
    return score_words(str(item.gold.text), document.text, unspaced=True).f1


def split_halves(items: Sequence[Item]) -> list[tuple[list[Item], list[Item]]]:
    """Pages to learn from, and pages with gold to extract: each half by the other."""
    halves = [list(items[0::2]), list(items[1::2])]
    return [(halves[1 - at], [i for i in halves[at] if i.in_means]) for at in (0, 1)]


def hold_out_each(items: Sequence[Item]) -> list[tuple[list[Item], list[Item]]]:
    """Each page with gold, and all others to learn from."""
    return [([j for j in items if j is not i], [i]) for i in items if i.in_means]


def measure_site(
    splits: Iterable[tuple[list[Item], list[Item]]], pages: Mapping[str, Page]
) -> dict[str, list[float]]:
    """The scores of the pages of a site: by the default extractor, and by each design."""
    scores: dict[str, list[float]] = {"default": []}
    for learned, extracted in splits:
        scores["default"] += [score(item, extract(pages[item.id])) for item in extracted]
        for design, settings in DESIGNS.items():
            for setting in settings:
                key = f"{design} {setting}"
                try:
                    site = learn(
                        [pages[item.id] for item in learned],
                        method="default",
                        **dict[str, Any](setting),
                    )
                except WrapperError:
                    site = None
                found = [score(item, extract(pages[item.id], site=site)) for item in extracted]
                scores.setdefault(key, []).extend(found)
    return scores


def choose(scores: Mapping[str, Mapping[str, list[float]]], design: str, held_back: str) -> str:
    """The setting of a design that is best on the other sites."""
    keys = [f"{design} {setting}" for setting in DESIGNS[design]]

    def mean(key: str) -> float:
        others = [np.mean(of[key]) for site, of in scores.items() if site != held_back]
        return float(np.mean(others)) if others else 0.0

    return max(keys, key=mean)


def summarise(scores: Mapping[str, Mapping[str, list[float]]]) -> dict[str, Any]:
    """The means of all designs, and the gain of the used design by site."""
    before = {site: float(np.mean(of["default"])) for site, of in scores.items()}
    designs = {"default": float(np.mean(list(before.values())))}
    for design in DESIGNS:
        held_back = [np.mean(of[choose(scores, design, site)]) for site, of in scores.items()]
        designs[design] = float(np.mean(held_back))
    sites = []
    for site, of in scores.items():
        now = of[choose(scores, USED, site)]
        paired = compare_pairs(now, of["default"])
        row = {"pages": len(now), "default": before[site], "gain": paired.difference}
        row |= {"low": paired.low, "high": paired.high}
        sites.append({"site": site} | {name: round_value(v) for name, v in row.items()})
    return {"designs": {name: round_value(v) for name, v in designs.items()}, "sites": sites}


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure what the evidence of a site adds to the default extractor, and record it."""
    loaded = [corpora.load(name, data / name) for name in ("sites", "wcxb")]
    result: dict[str, Any] = {}
    with Progress(transient=True) as bar:
        for corpus, split in zip(loaded, (split_halves, hold_out_each), strict=True):
            groups: dict[str, list[Item]] = {}
            for item in corpus.items:
                groups.setdefault(item.group, []).append(item)
            scores = {}
            for site, items in bar.track(list(groups.items()), description=corpus.name):
                if len(items) > 1 and any(item.in_means for item in items):
                    pages = {i.id: parse(i.html(), url=i.url, encoding=i.encoding) for i in items}
                    scores[site] = measure_site(split(items), pages)
            result[corpus.name] = summarise(scores)
    for name, of in result.items():
        click.echo(f"{name}: {of['designs']}")
        for row in sorted(of["sites"], key=lambda row: row["gain"])[:5]:
            click.echo(f"  {row}")
    run = describe_run(write_command(context, "tools.evidence_figures"), loaded)
    record(ENTRY, result, provenance=run, path=figures)


if __name__ == "__main__":
    main()
