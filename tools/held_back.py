"""What wrappers are worth: learned from some pages of a site, applied to others of it.

    python -m tools.held_back

learns a wrapper of every second page of each site that has gold, with the default extractor's
labels, and holds what it gives of the other pages against the gold, beside the default extractor
itself. The table goes into docs/methods/hybrid.md.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Final

import click

from pagecore import corpora
from pagecore.apply import apply
from pagecore.corpora.corpus import Corpus, Item
from pagecore.errors import WrapperError
from pagecore.extract import extract
from pagecore.learn import learn
from pagecore.metrics.bootstrap import Paired, paired
from pagecore.metrics.words import score
from pagecore.page import Page, parse
from tools.path_option import path_option
from tools.readme import marked

DOCUMENT: Final = Path("docs/methods/hybrid.md")
BEGIN, END = "<!-- sites:begin -->", "<!-- sites:end -->"
#: Pages that a wrapper is learned from, at most; and how many a site needs at least.
MOST, FEWEST = 20, 2


@dataclass(frozen=True)
class Site:
    """The held-back pages of a site."""

    name: str
    learned_from: int
    #: Why there is no wrapper; empty where there is one.
    problem: str
    #: On how many pages the wrapper fits.
    fits: int
    #: Word F1 page by page, of the default extractor and of the wrapper.
    default: tuple[float, ...]
    wrapper: tuple[float, ...]


def measured(corpus: Corpus, method: str, progress: Callable[[], None]) -> list[Site]:
    """Every site of a corpus that has gold of enough pages."""
    groups: dict[str, list[Item]] = {}
    for item in corpus.items:
        if item.in_means and item.gold.text:
            groups.setdefault(item.id.partition("/")[0], []).append(item)
    sites = []
    for name, items in groups.items():
        if len(items) >= 2 * FEWEST:
            sites.append(_site(name, items, method))
        progress()
    return sites


def _site(name: str, items: Sequence[Item], method: str) -> Site:
    some, others = items[::2][:MOST], items[1::2]
    try:
        wrapper = learn(map(_page, some), method=method)
    except WrapperError as error:
        return Site(name, len(some), str(error), 0, (), ())
    fits, default, wrapped = 0, [], []
    for item in others:
        gold = str(item.gold.text)
        given = apply(wrapper, item.html(), url=item.url, encoding=item.encoding)
        fits += given.method == wrapper.method
        default.append(score(gold, extract(_page(item)).text, unspaced=True)[2])
        wrapped.append(score(gold, given.text, unspaced=True)[2])
    return Site(name, len(some), "", fits, tuple(default), tuple(wrapped))


def _page(item: Item) -> Page:
    return parse(item.html(), url=item.url, encoding=item.encoding)


def difference(sites: Sequence[Site]) -> Paired:
    """How far wrappers are ahead of the extractor they learned from, over all pages."""
    wrapped = [f1 for site in sites for f1 in site.wrapper]
    default = [f1 for site in sites for f1 in site.default]
    return paired(wrapped, default)


def table(sites: Sequence[Site]) -> list[str]:
    """A line for each site, and one for all."""
    told = [
        "| site | learned from | held back | fits | default | wrapper | difference |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    able = [site for site in sites if not site.problem]
    for site in able:
        told.append(_row(site.name, site.learned_from, site.fits, site.default, site.wrapper))
    if able:
        told.append(
            _row(
                "all",
                sum(site.learned_from for site in able),
                sum(site.fits for site in able),
                [f1 for site in able for f1 in site.default],
                [f1 for site in able for f1 in site.wrapper],
            )
        )
        apart = difference(able)
        told += [
            "",
            f"Word F1. Over all pages the wrappers are {apart.difference:+.4f} from the extractor "
            f"whose labels they learned from ({apart.low:+.4f} to {apart.high:+.4f}, 95 %).",
        ]
    told += [f"{site.name}: {site.problem}." for site in sites if site.problem]
    return told


def _row(
    name: str, learned_from: int, fits: int, default: Sequence[float], wrapper: Sequence[float]
) -> str:
    ours, theirs = fmean(wrapper), fmean(default)
    cells = [name, str(learned_from), str(len(default)), str(fits)]
    cells += [f"{theirs:.3f}", f"{ours:.3f}", f"{ours - theirs:+.3f}"]
    return f"| {' | '.join(cells)} |"


@click.command()
@click.option("--method", default="hybrid", show_default=True, help="A site method.")
@path_option("--data", ".data/sites", "The folder of the sites.")
@path_option("--out", DOCUMENT, "The document with the marks that the table stands between.")
def main(method: str, data: Path, out: Path) -> None:
    """Measure wrappers on held-back pages of their sites."""
    from rich.progress import Progress

    marked(out, BEGIN, END)
    corpus = corpora.load("sites", data)
    n_sites = len({item.id.partition("/")[0] for item in corpus.items if item.in_means})
    with Progress(transient=True) as bar:
        task = bar.add_task("sites", total=n_sites)
        sites = measured(corpus, method, lambda: bar.advance(task))
    told = table(sites)
    before, after = marked(out, BEGIN, END)
    written = f"Written by `python -m tools.held_back`, digest `{corpus.digest}`."
    out.write_text("\n".join([before + BEGIN, *told, "", written, END]) + after, "utf-8")
    click.echo("\n".join(told))


if __name__ == "__main__":
    main()
