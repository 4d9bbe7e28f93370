"""Quality of site methods: learned from a few pages of a kind, applied to other pages of it.

    python -m tools.site_quality cst entropy

learns a wrapper from 5 and from 20 pages of each site and page kind, compares its content of held
back pages with the gold, and records the column of each method in the entry `site quality` of the
figures. No step follows the method. Beside it are the default extractor, which sees one page only,
and all visible text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import click

from pagecore import corpora
from pagecore.corpora.corpus import Corpus, Item
from pagecore.errors import BadOption, WrapperError
from pagecore.extract import extract
from pagecore.learn import learn
from pagecore.metrics.words import score_words
from pagecore.page import Page, parse
from pagecore.registry import SITE, find_method
from pagecore.wrapper import Wrapper
from tools.options import Tool, figures_option, path_option
from tools.record import describe_run, record_column, round_value

ENTRY: Final = "site quality"
#: Numbers of pages that wrappers are learned from.
LEARNED: Final = (5, 20)
#: The columns of what is not learned.
DEFAULT, EVERYTHING = "default", "everything"


@dataclass
class SiteScores:
    """The scores of a method on the held-back pages of a site."""

    site: str
    #: Word F1 by page, of the pages that the wrapper fits, by the number of learned pages.
    learned: dict[int, list[float]] = field(default_factory=dict)
    #: Number of pages that the wrapper does not fit, by the number of learned pages.
    misfits: dict[int, int] = field(default_factory=dict)
    default: list[float] = field(default_factory=list)
    everything: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def measure_sites(
    corpus: Corpus, method: str, progress: Callable[[], None] = lambda: None
) -> list[SiteScores]:
    """Measure a method on every site with gold of pages of a kind that has others to learn from."""
    groups: dict[tuple[str, str], list[Item]] = {}
    for item in corpus.items:
        kind = (item.id.partition("/")[0], item.gold.page_type or "")
        groups.setdefault(kind, []).append(item)
    sites: dict[str, SiteScores] = {}
    for (site, _), items in groups.items():
        held_back, others = split_pages(items)
        if held_back and len(others) > 1:
            scores = sites.setdefault(site, SiteScores(site))
            _measure_kind(scores, method, held_back, others)
            progress()
    return list(sites.values())


def split_pages(items: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """Split the pages of a kind: every second page with gold is held back."""
    gold = [item for item in items if item.in_means]
    held_back = gold[1::2]
    kept = {item.id for item in held_back}
    return held_back, [item for item in items if item.id not in kept]


def select_pages(items: Sequence[Item], n: int) -> list[Item]:
    """Select some pages, evenly over all."""
    step = max(1, len(items) // n)
    return list(items[::step][:n])


def _measure_kind(
    scores: SiteScores, method: str, held_back: Sequence[Item], others: Sequence[Item]
) -> None:
    pages = [(str(item.gold.text), parse_item(item)) for item in held_back]
    scores.default += [score_text(gold, extract(page).text) for gold, page in pages]
    scores.everything += [score_text(gold, read_everything(page)) for gold, page in pages]
    for n in LEARNED:
        wrapper: Wrapper | None = None
        try:
            wrapper = learn(map(parse_item, select_pages(others, n)), method=method, classes="one")
        except WrapperError as error:
            scores.problems.append(str(error))
        fitting = [
            (gold, page) for gold, page in pages if wrapper is not None and wrapper.fits(page)
        ]
        scores.misfits[n] = scores.misfits.get(n, 0) + len(pages) - len(fitting)
        found = scores.learned.setdefault(n, [])
        for gold, page in fitting:
            assert wrapper is not None
            found.append(score_text(gold, page.render(wrapper.content(page).content)))


def parse_item(item: Item) -> Page:
    """Parse a page of the corpus."""
    return parse(item.html(), url=item.url, encoding=item.encoding)


def read_everything(page: Page) -> str:
    """Render all visible text of a page."""
    return page.render(page.below(page.leaves & page.visible, how="any"))


def score_text(gold: str, text: str) -> float:
    """Word F1; every character of a script without spaces is a word."""
    return score_words(gold, text, unspaced=True).f1


def summarise_scores(sites: Sequence[SiteScores]) -> list[dict[str, Any]]:
    """A row for each site, and one with the means over sites."""
    rows: list[dict[str, Any]] = [
        {
            "site": of.site,
            "pages": len(of.default),
            EVERYTHING: round_value(fmean(of.everything)),
            DEFAULT: round_value(fmean(of.default)),
            "learned": {
                str(n): round_value(fmean(values)) if values else None
                for n, values in of.learned.items()
            },
            "misfits": {str(n): count for n, count in of.misfits.items()},
            "problems": of.problems,
        }
        for of in sites
    ]
    if not rows:
        raise BadOption("no site has gold of pages of a kind with others to learn from")
    total: dict[str, Any] = {"site": "mean", "pages": sum(row["pages"] for row in rows)}
    for name in (EVERYTHING, DEFAULT):
        total[name] = round_value(fmean(row[name] for row in rows))
    for name in ("learned", "misfits"):
        total[name] = {}
        for n in map(str, LEARNED):
            values = [row[name][n] for row in rows if row[name][n] is not None]
            mean = round_value(fmean(values)) if values else None
            total[name][n] = mean if name == "learned" else sum(values)
    return [*rows, total]


@click.command(cls=Tool)
@click.argument("names", metavar="METHOD...", nargs=-1, required=True)
@path_option("--data", ".data/sites", "The folder of the sites.")
@figures_option
def main(names: Sequence[str], data: Path, figures: Path) -> None:
    """Measure site methods on held-back pages, and record the figures."""
    from rich.progress import Progress

    methods = [find_method(name, SITE.name) for name in names]
    corpus = corpora.load("sites", data)
    with Progress(transient=True) as bar:
        for method in methods:
            task = bar.add_task(method.name, total=None)
            sites = measure_sites(corpus, method.name, lambda task=task: bar.advance(task))  # type: ignore[misc]  # mypy infers no type for the default.
            run = describe_run(f"python -m tools.site_quality {' '.join(names)}", [corpus])
            rows = summarise_scores(sites)
            record_column(ENTRY, method.name, rows, provenance=run, path=figures)
            shown = ", ".join(f"{n} pages {value}" for n, value in rows[-1]["learned"].items())
            bar.console.print(f"{method.name}: {shown}")


if __name__ == "__main__":
    main()
