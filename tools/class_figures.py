"""How well page classes agree with the kinds of pages of a site.

    python -m tools.class_figures

divides the pages of each site of `sites` by several designs, and records purity and the adjusted
Rand index against the kinds as the entry `page classes`. The minimum similarity is chosen on the
other sites.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import comb
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
import numpy.typing as npt
from rich.progress import Progress

from pagecore import Page, corpora, parse
from pagecore.classes.cluster import cluster_paths, compare_trees, merge_alike
from pagecore.classes.outline import Outline, find_common_classes
from pagecore.page.trees import build_tree
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value, write_command

ENTRY: Final = "page classes"
THRESHOLDS: Final = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9)
#: Pages of a site that take part, so that all pairs can be compared.
MAX_PAGES: Final = 150

Clusters = npt.NDArray[np.int64]
#: From the pages of a site to their classes, for each minimum similarity.
Design = Callable[[Sequence[Page]], dict[float, Clusters]]


def divide_by_outline(pages: Sequence[Page]) -> dict[float, Clusters]:
    """By the paths to blocks, with the classes that are on enough pages."""
    outlines = [Outline.of(page) for page in pages]
    common = find_common_classes(outlines)
    paths = [outline.paths(common) for outline in outlines]
    return {least: cluster_paths(paths, least) for least in THRESHOLDS}


def divide_by_tag_paths(pages: Sequence[Page]) -> dict[float, Clusters]:
    """By the paths to blocks, without classes."""
    paths = [Outline.of(page).paths(frozenset()) for page in pages]
    return {least: cluster_paths(paths, least) for least in THRESHOLDS}


def divide_by_skeleton(pages: Sequence[Page]) -> dict[float, Clusters]:
    """By the edit distance of skeletons, as in the paper."""
    similarity = compare_trees([build_tree(page, "skeleton") for page in pages])
    return {least: merge_alike(similarity, least) for least in THRESHOLDS}


def divide_by_class_skeleton(pages: Sequence[Page]) -> dict[float, Clusters]:
    """By the edit distance of skeletons whose labels have all classes."""
    similarity = compare_trees([build_tree(page, "skeleton", "class") for page in pages])
    return {least: merge_alike(similarity, least) for least in THRESHOLDS}


DESIGNS: Final[Mapping[str, Design]] = {
    "outline: paths of names and classes": divide_by_outline,
    "paths of names": divide_by_tag_paths,
    "RTDM of skeletons, names (`rtdm`)": divide_by_skeleton,
    "RTDM of skeletons, names and classes": divide_by_class_skeleton,
}


def purity(classes: Sequence[Any], kinds: Sequence[Any]) -> float:
    """The share of pages that have the most frequent kind of their class."""
    by_class: dict[Any, Counter[Any]] = defaultdict(Counter)
    for number, kind in zip(classes, kinds, strict=True):
        by_class[number][kind] += 1
    return sum(max(counts.values()) for counts in by_class.values()) / len(classes)


def adjusted_rand(first: Sequence[Any], second: Sequence[Any]) -> float:
    """The agreement of two divisions: 1 for equal ones, 0 as by chance."""
    both = sum(comb(n, 2) for n in Counter(zip(first, second, strict=True)).values())
    of_first, of_second = (sum(comb(n, 2) for n in Counter(of).values()) for of in (first, second))
    expected = of_first * of_second / max(1, comb(len(first), 2))
    most = (of_first + of_second) / 2
    return 1.0 if most == expected else (both - expected) / (most - expected)


def choose_threshold(
    scores: Mapping[tuple[str, float], float], held_back: str | None = None
) -> float:
    """Return the minimum similarity with the best scores on all sites but one."""
    totals = dict.fromkeys(THRESHOLDS, 0.0)
    for (site, least), score in scores.items():
        totals[least] += score if site != held_back else 0
    return max(THRESHOLDS, key=totals.__getitem__)


def _average(values: Iterable[float]) -> float:
    return float(np.mean(list(values)))


def measure_designs(sites: Mapping[str, tuple[list[Page], list[str]]]) -> list[dict[str, Any]]:
    """Measure each design, with the minimum similarity that is best on the other sites."""
    rows: list[dict[str, Any]] = []
    chosen: dict[str, dict[str, list[int]]] = {}
    for design, divide in DESIGNS.items():
        began = time.process_time()
        found = {site: divide(pages) for site, (pages, _) in sites.items()}
        seconds = time.process_time() - began
        scores = {
            (site, least): adjusted_rand(found[site][least].tolist(), kinds)
            for site, (_, kinds) in sites.items()
            for least in THRESHOLDS
        }

        picked = {
            site: found[site][choose_threshold(scores, held_back=site)].tolist() for site in sites
        }
        chosen[design] = picked
        measured: dict[str, float] = {
            "min_similarity": choose_threshold(scores),
            "classes": _average(len(set(of)) for of in picked.values()),
            "purity": _average(purity(picked[site], kinds) for site, (_, kinds) in sites.items()),
            "rand": _average(
                adjusted_rand(picked[site], kinds) for site, (_, kinds) in sites.items()
            ),
            "ms": 1000 * seconds / sum(len(pages) for pages, _ in sites.values()),
        }
        rows.append({"design": design, **{name: round_value(v) for name, v in measured.items()}})
    reference = chosen["RTDM of skeletons, names (`rtdm`)"]
    for row in rows:
        agreements = [adjusted_rand(chosen[row["design"]][site], reference[site]) for site in sites]
        row["agreement"] = round_value(_average(agreements))
    return rows


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure how well page classes agree with the kinds of pages, and record it."""
    corpus = corpora.load("sites", data / "sites")
    sites: dict[str, tuple[list[Page], list[str]]] = {}
    with Progress(transient=True) as bar:
        for item in bar.track(corpus.items, description="parse"):
            pages, kinds = sites.setdefault(item.group, ([], []))
            if len(pages) < MAX_PAGES:
                pages.append(parse(item.html(), url=item.url, encoding=item.encoding))
                kinds.append(item.gold.page_type or "")
    rows = measure_designs(sites)
    for row in rows:
        click.echo(
            f"{row['design']:40} {row['min_similarity']:.2f}  {row['classes']:5.1f} classes  "
            f"purity {row['purity']:.3f}  Rand {row['rand']:.3f}  "
            f"agreement {row['agreement']:.3f}  {row['ms']:.2f} ms per page"
        )
    run = describe_run(write_command(context, "tools.class_figures"), [corpus])
    record(ENTRY, rows, provenance=run, path=figures)


if __name__ == "__main__":
    main()
