"""Compare a model with other extractors, page by page.

    python -m tools.compare_peers

measures other extractors on WCXB and Fundus, and writes their word F1 by page to docs/peers.tsv.
Recorded outputs are scored if there are any, as for WCXB; otherwise all installed peers run. This
is needed only when peers or pages change. `python -m tools.model_figures` compares these figures
with the cross-validated F1 in the model's file.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import click
import numpy as np

from pagecore import corpora
from pagecore.errors import BadInput
from pagecore.evaluate import evaluate_all, peers
from pagecore.measure.run import Results
from pagecore.metrics.bootstrap import PairedDifference, compare_pairs
from pagecore.models.model import Model
from pagecore.train.figures import MIN_PAGES
from tools.options import Tool, path_option

COMMAND: Final = "python -m tools.compare_peers"
#: The corpora, and the trait by which their pages are grouped.
TRAITS: Final = {"wcxb": "page_type", "fundus": "language"}
#: The largest languages; the others are also measured together.
LARGEST: Final = ("de", "en")
#: Timeout per page, in seconds; only quality is measured here.
TIMEOUT: Final = 60.0
_COLUMNS: Final = ("corpus", "page", "group")


class PageScores(NamedTuple):
    """A page with its group, and the word F1 of each extractor."""

    corpus: str
    id: str
    group: str
    f1: Mapping[str, float]


@dataclass(frozen=True)
class PeerComparison:
    """A model compared with the best other extractor, on the pages of one group."""

    group: str
    pages: int
    ours: float
    #: The best extractor on these pages.
    best: str
    theirs: float
    paired: PairedDifference


def measure_peers(data: Path, progress: Callable[[str, int], None]) -> list[PageScores]:
    """Measure the other extractors.

    Args:
        data: the folder of the corpora, and of recorded outputs.
        progress: called after every page with a description of the work and its number of pages.
    """
    pages = []
    installed = [name for name, peer in peers.check_peers().items() if not isinstance(peer, str)]
    for name, trait in TRAITS.items():
        is_recorded = any((data / "peers" / name).glob("*.jsonl"))
        (results,) = evaluate_all(
            [corpora.load(name, data / name)],
            methods=(),
            peers=[] if is_recorded else installed,
            recorded=[data / "peers"] if is_recorded else [],
            metrics=(),
            metric=corpora.find_format(name).metric,
            timeout=TIMEOUT,
            progress=progress,
        )
        pages += _list_pages(results, trait)
    return pages


def _list_pages(results: Results, trait: str) -> list[PageScores]:
    metric = results.main.name
    values: dict[str, dict[str, float]] = {}
    for contender in results.contenders:
        label = f"{contender.name} {contender.version.removesuffix(', recorded')}"
        for page in results.of(contender.name):
            if metric in page.scores:
                values.setdefault(page.item.id, {})[label] = round(page.value(metric), 4)
    return [
        PageScores(results.corpus.name, item.id, getattr(item.gold, trait) or "", values[item.id])
        for item in results.corpus.items
        if item.id in values
    ]


def write_pages(path: Path, pages: Sequence[PageScores]) -> None:
    """Write the figures as tab-separated values; a cell is empty if there is no output."""
    others = list(dict.fromkeys(name for page in pages for name in page.f1))
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, dialect="excel-tab", lineterminator="\n")
        rows.writerow([*_COLUMNS, *others])
        for page in pages:
            rows.writerow([*page[:3], *(page.f1.get(name, "") for name in others)])


def read_pages(path: Path) -> list[PageScores]:
    """Read a file of `write_pages`."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, dialect="excel-tab"))
        return [
            PageScores(
                row["corpus"],
                row["page"],
                row["group"],
                {name: float(f1) for name, f1 in row.items() if name not in _COLUMNS and f1},
            )
            for row in rows
        ]
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read ({error}); it is written by {COMMAND}") from error


def compare_groups(model: Model, pages: Sequence[PageScores], corpus: str) -> list[PeerComparison]:
    """A model beside the best of the others: on all pages of a corpus, on those of each group, and
    in languages on all but the largest.

    Args:
        model: whose file tells its cross-validated F1 page by page; the first way counts.
        pages: of the others.
        corpus: its name.

    Returns:
        Nothing where the model tells nothing of single pages.

    Raises:
        BadInput: the others were measured on other pages.
    """
    ways = model.metadata.get("validation") or [{"corpora": {}}]
    ours = ways[0]["corpora"].get(corpus, {}).get("f1_of_pages")
    if ours is None:
        return []
    there = [page for page in pages if page.corpus == corpus]
    if {page.id for page in there} != set(ours):
        raise BadInput(
            f"the model was measured on other pages of {corpus} than the other extractors; measure "
            f"them again: {COMMAND}"
        )
    groups = {"all": there}
    for name in sorted({page.group for page in there} - {""}):
        some = [page for page in there if page.group == name]
        if len(some) >= MIN_PAGES:
            groups[name] = some
    if TRAITS[corpus] == "language":
        others = [page for page in there if page.group not in LARGEST]
        if others:
            groups[f"neither {' nor '.join(LARGEST)}"] = others
    return [_compare_group(name, some, ours) for name, some in groups.items()]


def _compare_group(
    group: str, pages: Sequence[PageScores], ours: Mapping[str, float]
) -> PeerComparison:
    own = np.array([ours[page.id] for page in pages])
    theirs = {
        name: np.array([page.f1[name] for page in pages])
        for name in pages[0].f1
        if all(name in page.f1 for page in pages)
    }
    best = max(theirs, key=lambda name: float(theirs[name].mean()))
    return PeerComparison(
        group,
        len(pages),
        float(own.mean()),
        best,
        float(theirs[best].mean()),
        compare_pairs(own, theirs[best]),
    )


def list_worst_pages(metadata: Mapping[str, Any], n: int) -> list[tuple[str, str, float]]:
    """The pages of each corpus that a model fails most on by cross-validation, in the first way:
    corpus, page and F1."""
    ways = metadata.get("validation") or [{"corpora": {}}]
    worst = []
    for corpus, figures in ways[0]["corpora"].items():
        of_pages = sorted(figures.get("f1_of_pages", {}).items(), key=lambda pair: pair[1])
        worst += [(corpus, page, f1) for page, f1 in of_pages[:n]]
    return worst


@click.command(cls=Tool)
@path_option("--data", ".data", "The folder of the corpora, and of recorded outputs.")
@path_option("--out", "docs/peers.tsv", "The file to write.")
def main(data: Path, out: Path) -> None:
    """Measure other extractors page by page."""
    printed: set[str] = set()

    def tell(what: str, total: int) -> None:
        if what not in printed:
            printed.add(what)
            click.echo(f"{what}, {total} pages")

    write_pages(out, measure_peers(data, tell))


if __name__ == "__main__":
    main()
