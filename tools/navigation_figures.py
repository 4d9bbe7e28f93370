"""How well k-MIB finds the navigation of a page by the features of its links.

    python -m tools.navigation_figures

chooses blocks of the pages of `sites` that have navigation (`nav` elements with links) by each
feature, with every combination of k and threshold, and records the entry `navigation`. The figures
of a page are the share of its navigation links that are in the chosen blocks and the share of the
links in these blocks that are navigation. Values are chosen by their harmonic mean, leaving out one
site at a time. `API` compares links with all pages of the site.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any, Final, NamedTuple

import click
import numpy as np
from rich.progress import track

from pagecore import corpora
from pagecore.corpora.corpus import Corpus, Item
from pagecore.methods.kmib import kmib
from pagecore.page import Mask, Page, parse
from pagecore.page.linked_pages import LinkedPages
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value, write_command

ENTRY: Final = "navigation"
FEATURES: Final = ("ALEN", "API", "CLEN")
#: The row of the table that keeps every link.
WHOLE: Final = "the whole page"
#: Values to try: k and the threshold.
VALUES: Final = tuple(product((1, 2, 3, 4, 5), (0.1, 0.3, 0.5, 0.7, 0.9)))
#: Number of pages of a site that are measured, evenly spaced.
MAX_PAGES: Final = 20


class Shares(NamedTuple):
    """The shares of navigation links that are chosen, and of chosen links that are navigation."""

    found: float
    right: float

    @property
    def f1(self) -> float:
        """Their harmonic mean."""
        total = self.found + self.right
        return 2 * self.found * self.right / total if total else 0.0


class MeasuredPage(NamedTuple):
    """A page: its site, and its shares by feature, for each of `VALUES`."""

    site: str
    shares: Mapping[str, Sequence[Shares]]


def find_links(page: Page) -> tuple[Mask, Mask]:
    """The visible links of a page, and those in navigation."""
    links: Mask = page.is_tag("a") & (page.attr("href")[0] >= 0) & page.visible
    return links, links & (page.above(page.is_tag("nav")) >= 0)


def compute_shares(links: Mask, navigation: Mask, content: Mask) -> Shares:
    """The shares of a choice; nothing chosen is nothing right."""
    chosen = links & content
    n_found = int(np.count_nonzero(navigation & chosen))
    n_chosen = int(np.count_nonzero(chosen))
    return Shares(n_found / int(np.count_nonzero(navigation)), n_found / max(n_chosen, 1))


def read_site(items: Sequence[Item]) -> tuple[list[Page], LinkedPages]:
    """The pages of a site that are measured, and the words of all of its pages."""
    pages = [parse(item.html(), url=item.url, encoding=item.encoding) for item in items]
    by_url = {page.url: page for page in pages if page.url is not None}
    with_navigation = [page for page in pages if find_links(page)[1].any()]
    step = max(1, -(-len(with_navigation) // MAX_PAGES))
    return with_navigation[::step], LinkedPages.of(by_url)


def measure_pages(sites: Iterable[tuple[str, Sequence[Item]]]) -> Iterator[MeasuredPage]:
    """Measure every feature with every combination of values."""
    for site, items in sites:
        pages, linked = read_site(items)
        for page in pages:
            links, navigation = find_links(page)
            shares = {
                feature: [
                    compute_shares(
                        links,
                        navigation,
                        kmib(page, feature=feature, linked=linked, k=k, threshold=least).content,
                    )
                    for k, least in VALUES
                ]
                for feature in FEATURES
            }
            shares[WHOLE] = [compute_shares(links, navigation, page.visible)] * len(VALUES)
            yield MeasuredPage(site, shares)


def average(pages: Sequence[MeasuredPage], feature: str, at: Mapping[str, int] | int) -> Shares:
    """The mean shares over pages, sites counting alike.

    Args:
        pages: the pages.
        feature: the feature.
        at: the number of the combination of values, or that of each site.
    """
    by_site: dict[str, list[Shares]] = {}
    for page in pages:
        chosen = at if isinstance(at, int) else at[page.site]
        by_site.setdefault(page.site, []).append(page.shares[feature][chosen])
    means = [[fmean(column) for column in zip(*of, strict=True)] for of in by_site.values()]
    return Shares(*(fmean(column) for column in zip(*means, strict=True)))


def choose_values(pages: Sequence[MeasuredPage], feature: str) -> int:
    """The combination with the best harmonic mean, the first of equal ones."""
    return max(range(len(VALUES)), key=lambda at: average(pages, feature, at).f1)


def summarise_pages(pages: Sequence[MeasuredPage]) -> dict[str, Any]:
    """The figures of every feature, leaving out one site at a time."""
    sites = list(dict.fromkeys(page.site for page in pages))
    rows = []
    for feature in (*FEATURES, WHOLE):
        chosen = {
            site: choose_values([page for page in pages if page.site != site], feature)
            for site in sites
        }
        shares = average(pages, feature, chosen)
        k, threshold = VALUES[choose_values(pages, feature)]
        row = {"feature": feature, "found": shares.found, "right": shares.right, "f1": shares.f1}
        rows.append(
            {name: round_value(of) if isinstance(of, float) else of for name, of in row.items()}
            | ({} if feature == WHOLE else {"k": k, "threshold": threshold})
        )
    return {"pages": len(pages), "sites": len(sites), "rows": rows}


def split_sites(corpus: Corpus) -> list[tuple[str, Sequence[Item]]]:
    """The pages of each site, in their order."""
    sites: dict[str, list[Item]] = {}
    for item in corpus.items:
        sites.setdefault(item.group, []).append(item)
    return list(sites.items())


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure how well k-MIB finds navigation, and record it."""
    corpus = corpora.load("sites", data / "sites")
    sites = split_sites(corpus)
    pages = list(measure_pages(track(sites, "sites", transient=True)))
    summary = summarise_pages(pages)
    for row in summary["rows"]:
        click.echo(", ".join(f"{name} {of}" for name, of in row.items()))
    run = describe_run(write_command(context, "tools.navigation_figures"), [corpus])
    record(ENTRY, summary, provenance=run, path=figures)


if __name__ == "__main__":
    main()
