"""Quality of site methods beside other extractors, on pages that they did not learn from.

    python -m tools.site_quality --pages sites --peers trafilatura,resiliparse,readability-lxml

learns a wrapper from 5 and from 20 pages of each site and page kind, compares its content of held
back pages with the gold, and records a column for each setting of each method in the figures. No
step follows a site method. On `sites`, the parameters of a method are those that its sweep chose
without the site. Beside the methods are extractors that see one page only: the default extractor,
the page method `hybrid`, peers, and all visible text. `--pages blogs` does the same with entries of
blogs, with the parameters that are best on `sites`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import click

from pagecore import __version__, corpora
from pagecore.corpora.corpus import Corpus, Item
from pagecore.errors import BadOption, WrapperError
from pagecore.evaluate.other_contenders import PeerContender
from pagecore.evaluate.peers import read_version
from pagecore.extract import extract
from pagecore.figures import Entries, load_figures
from pagecore.learn import learn
from pagecore.measure.folds import split_folds
from pagecore.metrics import bootstrap
from pagecore.metrics.words import score_words
from pagecore.page import Page, parse
from pagecore.registry import SITE, Method, find_method, list_methods
from pagecore.wrapper import Wrapper
from tools import sweep
from tools.feed_gold import read_everything
from tools.options import Tool, data_option, figures_option
from tools.quality import split_names
from tools.record import describe_run, record, round_value, write_command
from tools.settings import PRINTED, list_settings
from tools.site_splits import Split, split_blogs, split_sites

#: The entry of each collection.
ENTRIES: Final = {"sites": "site quality", "blogs": "site quality blogs"}
#: Numbers of pages that wrappers are learned from; 0 for extractors that learn nothing.
LEARNED: Final = (5, 20)
NOT_LEARNED: Final = 0
#: Page methods beside the site methods.
PAGE_METHODS: Final = ("default", "hybrid")
EVERYTHING: Final = "all text"

Texts = Mapping[str, str]
Values = Mapping[str, Any]


@dataclass
class SiteScores:
    """The scores of a contender on the held-back pages of a site, by number of learned pages."""

    site: str
    is_new: bool = False
    #: Word F1 of the pages that the wrapper fits.
    fitting: dict[int, list[float]] = field(default_factory=dict)
    #: Word F1 of all pages; if the wrapper does not fit, that of the default extractor.
    every: dict[int, list[float]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def add(self, n_learned: int, f1: float | None, fallback: float) -> None:
        """Add the score of a page; None if the wrapper does not fit it."""
        fitting = self.fitting.setdefault(n_learned, [])
        if f1 is not None:
            fitting.append(f1)
        self.every.setdefault(n_learned, []).append(fallback if f1 is None else f1)


@dataclass(frozen=True)
class SiteSetting:
    """Values of the parameters of a site method."""

    #: `as printed`, `swept`, or nothing if the method has one setting.
    label: str
    #: The best of all sites.
    parameters: Values
    #: The best without the sites of each fold of the sweep, and the digest of these folds.
    by_fold: Mapping[str, Values] = field(default_factory=dict)
    digest: str = ""


def list_site_settings(method: Method, entries: Entries) -> list[SiteSetting]:
    """The settings of a method, with the values that its sweep chose for each fold."""
    entry = entries.get(sweep.name_entry(method))
    if entry is None or not method.sweep:
        return [SiteSetting("", {})]
    tried = entry["figures"]
    settings = []
    for setting in list_settings(method, entries):
        chosen = tried["printed"] if setting.label == PRINTED else tried
        settings.append(
            SiteSetting(setting.label, chosen["best"], chosen["chosen"], tried["digest"])
        )
    return settings


def choose_values(
    setting: SiteSetting, corpus: Corpus, splits: Sequence[Split]
) -> dict[str, Values]:
    """The parameters of each site. On the pages of the sweep, those chosen without the site."""
    if not corpus.tunable or not setting.by_fold:
        return {split.site: setting.parameters for split in splits}
    folds = split_folds([corpus], SITE.n_folds or "groups", 0, tuning=True)
    if folds.digest != setting.digest:
        raise BadOption("the sweep was measured on other pages; run: python -m tools.sweep METHOD")
    return {
        split.site: setting.by_fold[folds.fold_of[corpus.name, split.held_back[0].id]]
        for split in splits
    }


def measure_method(
    splits: Sequence[Split], method: str, values: Mapping[str, Values], fallback: Texts
) -> list[SiteScores]:
    """Measure a site method on the held-back pages.

    Args:
        splits: the pages.
        method: the name of the method.
        values: its parameters, by site.
        fallback: the texts of pages that a wrapper does not fit, by page.
    """
    sites: dict[str, SiteScores] = {}
    for split in splits:
        scores = sites.setdefault(split.site, SiteScores(split.site, split.is_new))
        pages = [parse_item(item) for item in split.held_back]
        for n in LEARNED:
            wrapper: Wrapper | None = None
            learned_from = map(parse_item, select_pages(split.others, n))
            try:
                wrapper = learn(learned_from, method=method, classes="one", **values[split.site])
            except WrapperError as error:
                scores.problems.append(str(error))
            for item, page in zip(split.held_back, pages, strict=True):
                gold, f1 = str(item.gold.text), None
                if wrapper is not None and wrapper.fits(page):
                    f1 = score_text(gold, page.render(wrapper.content(page).content))
                scores.add(n, f1, score_text(gold, fallback[item.id]))
    return list(sites.values())


def measure_texts(splits: Sequence[Split], texts: Texts) -> list[SiteScores]:
    """Score the texts of an extractor that sees one page only."""
    sites: dict[str, SiteScores] = {}
    for split in splits:
        scores = sites.setdefault(split.site, SiteScores(split.site, split.is_new))
        for item in split.held_back:
            f1 = score_text(str(item.gold.text), texts[item.id])
            scores.add(NOT_LEARNED, f1, f1)
    return list(sites.values())


def select_pages(items: Sequence[Item], n: int) -> list[Item]:
    """Select some pages, evenly over all."""
    step = max(1, len(items) // n)
    return list(items[::step][:n])


def parse_item(item: Item) -> Page:
    """Parse a page of the corpus."""
    return parse(item.html(), url=item.url, encoding=item.encoding)


def score_text(gold: str, text: str) -> float:
    """Word F1; every character of a script without spaces is a word."""
    return score_words(gold, text, unspaced=True).f1


# ---------------------------------------------------------------- columns


def summarise_scores(sites: Sequence[SiteScores]) -> dict[str, Any]:
    """A row for each site, and the means over all sites and over new sites."""
    if not sites:
        raise BadOption("no site has gold of pages of a kind with others to learn from")
    means = {"all": _average_sites(sites)}
    new = [of for of in sites if of.is_new]
    if new:
        means["new"] = _average_sites(new)
    return {"rows": [_describe_site(of) for of in sites], "means": means}


def _describe_site(of: SiteScores) -> dict[str, Any]:
    n_pages = len(next(iter(of.every.values())))
    row = {
        "site": of.site,
        "pages": n_pages,
        "fitting": {str(n): _average(values) for n, values in of.fitting.items()},
        "misfits": {str(n): n_pages - len(values) for n, values in of.fitting.items()},
    }
    return row | ({"problems": of.problems} if of.problems else {})


def _average_sites(sites: Sequence[SiteScores]) -> dict[str, Any]:
    rows = [_describe_site(of) for of in sites]
    numbers = list(rows[0]["fitting"])
    every = {n: [fmean(of.every[int(n)]) for of in sites] for n in numbers}
    intervals = {n: bootstrap.compute_interval(values) for n, values in every.items()}
    return {
        "sites": len(rows),
        "pages": sum(row["pages"] for row in rows),
        "fitting": {
            n: _average([row["fitting"][n] for row in rows if row["fitting"][n] is not None])
            for n in numbers
        },
        "every": {n: _average(values) for n, values in every.items()},
        "intervals": {n: [round_value(bound) for bound in of] for n, of in intervals.items()},
        "misfits": {n: sum(row["misfits"][n] for row in rows) for n in numbers},
    }


def _average(values: Sequence[float]) -> float | None:
    return round_value(fmean(values)) if values else None


def make_columns(
    corpus: Corpus,
    splits: Sequence[Split],
    methods: Sequence[Method],
    peers: Sequence[str],
    entries: Entries,
    progress: Callable[[str], None] = lambda name: None,
) -> Iterator[dict[str, Any]]:
    """Measure all contenders on the same pages, and yield a column for each.

    Args:
        corpus: the collection.
        splits: its pages.
        methods: site methods.
        peers: names of other extractors.
        entries: the recorded figures, which have the sweeps.
        progress: called before each column with its name.
    """
    items = [item for split in splits for item in split.held_back]
    progress(EVERYTHING)
    every = {item.id: read_everything(parse_item(item)) for item in items}
    yield _make_column("all text", EVERYTHING, "", "", measure_texts(splits, every))
    default: Texts = {}
    for name in PAGE_METHODS:
        progress(f"page method {name}")
        texts = {item.id: extract(parse_item(item), method=name).text for item in items}
        default = default or texts
        yield _make_column("page method", name, "", __version__, measure_texts(splits, texts))
    for name in peers:
        progress(f"peer {name}")
        version = read_version(name)
        contender = PeerContender(name, version, timeout=120, with_metadata=False)
        texts = {output.id: output.text for output in contender.run(items)}
        yield _make_column("peer", name, "", version, measure_texts(splits, texts))
    for method in methods:
        for setting in list_site_settings(method, entries):
            progress(f"site method {method.name} {setting.label}")
            values = choose_values(setting, corpus, splits)
            scores = measure_method(splits, method.name, values, default)
            yield _make_column("site method", method.name, setting.label, __version__, scores)


def _make_column(
    kind: str, name: str, setting: str, version: str, scores: Sequence[SiteScores]
) -> dict[str, Any]:
    about = {"kind": kind, "name": name, "setting": setting, "version": version}
    return about | summarise_scores(scores)


def load_splits(pages: str, data: Path) -> tuple[Corpus, list[Split]]:
    """Load a collection, and split its pages."""
    corpus = corpora.load(pages, data / pages)
    if pages == "sites":
        return corpus, split_sites(corpus)
    known = {item.group for item in corpora.load("sites", data / "sites").items}
    return corpus, split_blogs(corpus, data / pages, known)


def keep_columns(
    earlier: Sequence[dict[str, Any]], columns: Sequence[dict[str, Any]], digest: str
) -> list[dict[str, Any]]:
    """The columns of earlier runs on the same pages, of contenders that took no part in this."""
    measured = {(of["kind"], of["name"]) for of in columns}
    return [
        of
        for of in earlier
        if (of["kind"], of["name"]) not in measured
        and {about["digest"] for about in of["provenance"]["corpora"].values()} == {digest}
    ]


@click.command(cls=Tool)
@click.argument("names", metavar="[METHOD]...", nargs=-1)
@click.option("--pages", type=click.Choice(tuple(ENTRIES)), default="sites", show_default=True)
@click.option(
    "--peers", default="none", show_default=True, help="Peers to measure, comma-separated, or none."
)
@data_option
@figures_option
@click.pass_context
def main(
    context: click.Context,
    names: Sequence[str],
    pages: str,
    peers: str,
    data: Path,
    figures: Path,
) -> None:
    """Measure site methods (all, or those named) and other extractors, and record the figures."""
    from rich.progress import Progress

    methods = [find_method(name, SITE.name) for name in names]
    # A method that needs a feed would see the gold of `blogs`.
    methods = methods or [method for method in list_methods(SITE.name) if not method.needs]
    entries = load_figures(figures) if figures.is_file() else {}
    corpus, splits = load_splits(pages, data)
    run = describe_run(write_command(context, "tools.site_quality"), [corpus])
    columns = []
    with Progress(transient=True) as bar:
        task = bar.add_task(pages, total=None)

        def report(name: str) -> None:
            bar.update(task, description=name)

        for of in make_columns(corpus, splits, methods, split_names(peers), entries, report):
            columns.append({**of, "provenance": run})
            bar.console.print(_describe_column(of))
    kept = keep_columns(entries.get(ENTRIES[pages], {}).get("figures", []), columns, corpus.digest)
    record(ENTRIES[pages], [*columns, *kept], provenance=run, path=figures)


def _describe_column(column: Mapping[str, Any]) -> str:
    """The means of a column, in a line."""
    name = " ".join(filter(None, (column["kind"], column["name"], column["setting"])))
    means = [
        f"{sites} {n}: {of['fitting'][n]} (all pages {of['every'][n]})"
        for sites, of in column["means"].items()
        for n in of["every"]
    ]
    return f"{name}: {', '.join(means)}"


if __name__ == "__main__":
    main()
