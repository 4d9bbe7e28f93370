"""Quality of methods and other extractors on the labelled collections.

    python -m tools.quality --peers all

measures all methods, each on the corpora of its family, and optionally other extractors (peers),
and records a row for each in the entry `quality` of the figures. In-sample figures, on pages that
a method was developed on, are not published: the row has cross-validated figures instead, from the
model file or from the sweep of the parameters, or none. A method whose paper prints values has two
rows, as printed and swept (`tools/settings.py`). Rows of contenders that take no part are kept as
long as the pages are the same, so that a new model does not require a run of all peers.

    python -m tools.quality --collections more --peers all

measures page methods and peers on further collections, which no method was developed on, and
records the rows in the entry `more collections`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import click
from rich.markup import escape
from rich.progress import Progress, TaskID

from pagecore.corpora import load as load_corpus
from pagecore.corpora.corpus import Corpus
from pagecore.evaluate import evaluate_all
from pagecore.evaluate.peers import check_peers
from pagecore.figures import Entries, load_figures
from pagecore.measure.contenders import Contender, OwnMethod
from pagecore.measure.folds import list_hosts
from pagecore.measure.known_metrics import METRICS
from pagecore.measure.metric import Metric, Row
from pagecore.measure.run import MeasuredPage, Results
from pagecore.metrics import bootstrap
from pagecore.models.model import Model, load
from pagecore.registry import FAMILIES, PAGE, Family, find_family, find_method, list_methods
from tools import sweep
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value, write_command
from tools.settings import Setting, list_settings

ENTRY: Final = "quality"
#: The entry of page methods and peers on further collections, and these, the oldest first.
MORE_ENTRY: Final = "more collections"
MORE: Final = ("cleaneval", "daniel", "gtrends", "searchlists", "magic", "small")
#: The page type with a figure of its own, because most methods are designed for it.
ARTICLE: Final = "article"
#: That of contenders with one row.
ONE_SETTING: Final = Setting()


@dataclass(frozen=True)
class Collection:
    """The pages of a figure: all pages of a corpus, or those of one type."""

    results: Results
    page_type: str | None = None

    @property
    def name(self) -> str:
        """The name in tables."""
        of_type = f" {self.page_type}s" if self.page_type else ""
        return f"{self.results.corpus.name}{of_type}"

    #: Whose figure it is.
    family: Family = PAGE

    @property
    def metric(self) -> Metric:
        """The main metric of the corpus if it compares texts, which all contenders return, or that
        of the family."""
        main = self.results.main
        if main.needs == ("text",):
            return main
        return METRICS[self.family.corpora.get(self.results.corpus.format, "words-unspaced")]

    def pages(self, contender: str) -> list[MeasuredPage]:
        """The contender's pages that the metric scores."""
        return [
            page
            for page in self.results.of(contender)
            if self.metric.name in page.scores
            and self.page_type in (None, page.item.gold.page_type)
        ]


@dataclass(frozen=True)
class ValidatedFigure:
    """A method's figure by cross-validation."""

    value: float
    interval: tuple[float, float] | None
    n_pages: int
    #: Its model by the digest of the file, or its sweep.
    origin: str
    #: How pages were split into folds, and the digest of that.
    folds: str
    digest: str


def list_collections(every: Sequence[Results], family: Family = PAGE) -> list[Collection]:
    """A collection for each corpus, and one for its articles if it also has other pages."""
    collections = []
    for results in every:
        collections.append(Collection(results, family=family))
        types = {item.gold.page_type for item in results.corpus.items}
        if ARTICLE in types and len(types - {None}) > 1:
            collections.append(Collection(results, ARTICLE, family))
    return collections


def make_rows(
    every: Sequence[Results],
    run: Mapping[str, Any],
    entries: Entries,
    settings: Mapping[str, Setting] = MappingProxyType({}),
) -> list[Any]:
    """The rows of all contenders that have a figure to publish.

    Args:
        every: the results, one per corpus.
        run: the provenance of the run.
        entries: the recorded figures, whose sweeps are cross-validated.
        settings: the settings that methods were measured with, by the name of the contender.
    """
    rows = []
    for contender in _list_contenders(every):
        is_method = isinstance(contender, OwnMethod)
        setting = settings.get(contender.name, ONE_SETTING)
        # Other extractors choose the content of pages.
        family = find_method(contender.name).family if is_method else PAGE
        published = [
            (collection.results.corpus.name, figure)
            for collection in list_collections(every, family)
            if (figure := publish(collection, contender.name, entries, setting)) is not None
        ]
        if published:
            rows.append(
                {
                    "name": find_method(contender.name).name if is_method else contender.name,
                    "kind": contender.kind,
                    "family": family.name,
                    "version": contender.version,
                    **_describe_setting(setting),
                    "figures": [figure for _, figure in published],
                    "provenance": _select_corpora(run, {name for name, _ in published}),
                }
            )
    return rows


def _describe_setting(setting: Setting) -> dict[str, Any]:
    """The part of a row that says which setting of the method it is."""
    if not setting.label:
        return {}
    parameters = dict(setting.parameters)
    return {
        "setting": setting.label,
        "parameters": parameters,
        "is_default": setting.is_default,
    }


def _select_corpora(run: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    """The provenance of a run, with some of its corpora alone."""
    corpora = {name: about for name, about in run.get("corpora", {}).items() if name in names}
    shared = [about for about in run.get("shared_hosts", ()) if about["corpus"] in names]
    return {**run, "corpora": corpora, "shared_hosts": shared}


def publish(
    collection: Collection, name: str, entries: Entries, setting: Setting = ONE_SETTING
) -> dict[str, Any] | None:
    """The figure of a contender; if it is in-sample, the cross-validated one, or None."""
    for contender in collection.results.contenders:
        if contender.name != name:
            continue
        figure: dict[str, Any] = {"pages": collection.name, "metric": collection.metric.name}
        if isinstance(contender, OwnMethod) and _is_in_sample(collection, contender, setting):
            validated = find_validated(collection, contender, entries, setting)
            if validated is None:
                return None
            figure["value"] = round_value(validated.value)
            figure["n_pages"] = validated.n_pages
            if validated.interval is not None:
                figure["interval"] = [round_value(bound) for bound in validated.interval]
            if not setting.is_chosen:
                # All values are printed, so every fold has the same.
                return figure
            about = {"origin": validated.origin, "folds": validated.folds}
            return figure | {"validated": about | {"digest": validated.digest}}
        scores: list[Row] = [page.scores[collection.metric.name] for page in collection.pages(name)]
        if not scores:
            return None
        figure["value"] = round_value(collection.metric.value(scores))
        figure["n_pages"] = len(scores)
        figure["interval"] = [round_value(bound) for bound in collection.metric.interval(scores)]
        return figure
    return None


def _is_in_sample(collection: Collection, contender: OwnMethod, setting: Setting) -> bool:
    """Whether a method was developed, or its setting chosen, on the pages of a collection."""
    corpus = collection.results.corpus
    is_swept = setting.validation is not None and corpus.format in setting.validation["corpora"]
    return is_swept or contender.in_sample(corpus)


def find_validated(
    collection: Collection,
    contender: OwnMethod,
    entries: Entries,
    setting: Setting = ONE_SETTING,
) -> ValidatedFigure | None:
    """The figure by group-wise cross-validation, if the model's file or the recorded sweep has it
    for the same pages and the same metric."""
    corpus = collection.results.corpus
    if corpus.part:
        return None
    for origin, digest, way in _list_validations(contender, corpus.name, entries, setting):
        figures = way["corpora"].get(corpus.name, {})
        same = digest == corpus.digest and figures.get("metric") == collection.metric.name
        if not same or not way["folds"].endswith("by group"):
            continue
        of_pages = figures.get("f1_of_pages")
        if collection.page_type is not None:
            figures = figures.get("page_type", {}).get(collection.page_type, {})
        if "f1" in figures:
            interval = figures.get("interval")
            if interval is None and of_pages is not None:
                interval = _compute_interval(corpus, of_pages, collection.page_type)
            about = (way["folds"], way["digest"])
            return ValidatedFigure(float(figures["f1"]), interval, figures["pages"], origin, *about)
    return None


def _compute_interval(
    corpus: Corpus, f1_of_pages: Mapping[str, float], page_type: str | None
) -> tuple[float, float]:
    values = [
        f1_of_pages[item.id]
        for item in corpus.items
        if item.id in f1_of_pages and page_type in (None, item.gold.page_type)
    ]
    return bootstrap.compute_interval(values)


def _list_validations(
    contender: OwnMethod, corpus: str, entries: Entries, setting: Setting
) -> Iterator[tuple[str, str | None, Mapping[str, Any]]]:
    """Cross-validations of a method: where each is from, the digest of the corpus at that time, and
    its figures."""
    if setting.validation is not None:
        way = setting.validation
        yield "sweep", way["corpora"].get(corpus, {}).get("digest"), way
        return
    model = _find_model(contender)
    if model is not None:
        digest = model.metadata.get("corpora", {}).get(corpus, {}).get("digest")
        for way in model.metadata.get("validation", []):
            yield f"model {model.digest}", digest, way
    # Parameters that were set were not swept.
    if find_method(contender.name).sweep and not contender.parameters:
        entry = entries.get(sweep.name_entry(find_method(contender.name)))
        if entry is not None:
            way = entry["figures"]
            yield "sweep", way["corpora"].get(corpus, {}).get("digest"), way


def _find_model(contender: OwnMethod) -> Model | None:
    """The model that a learned method uses; None for others, and where it is not its own."""
    method = find_method(contender.name)
    parameter = method.parameters.get("model")
    if parameter is None or parameter.default is not None:
        return None
    chosen = method.check_options(contender.parameters).get("model")
    model = chosen if isinstance(chosen, Model) else load(method=method.name)
    return model if model.metadata.get("method") == method.name else None


def keep_rows(
    earlier: Sequence[Mapping[str, Any]], rows: Sequence[Mapping[str, Any]], run: Mapping[str, Any]
) -> list[Any]:
    """The rows of earlier runs on the same pages, of contenders that took no part in this run."""
    measured = {(row["family"], row["name"]) for row in rows}
    digests = {name: about["digest"] for name, about in run["corpora"].items()}
    return [
        row
        for row in earlier
        if (row["family"], row["name"]) not in measured
        and all(
            digests.get(name, about["digest"]) == about["digest"]
            for name, about in row["provenance"]["corpora"].items()
        )
    ]


def report_dropped(
    earlier: Sequence[Mapping[str, Any]], rows: Sequence[Mapping[str, Any]]
) -> list[str]:
    """A line for each row of earlier runs that is not recorded again."""
    names = {(row["family"], row["name"], row.get("setting")) for row in rows}
    return [
        f"{' '.join(filter(None, name))}: dropped; it was measured on other pages, or was tuned on"
        " these and has no cross-validation on them (run tools.sweep again)"
        for name in ((row["family"], row["name"], row.get("setting")) for row in earlier)
        if name not in names
    ]


def find_shared_hosts(
    corpora: Sequence[Corpus], trained_on: Sequence[Corpus]
) -> list[dict[str, Any]]:
    """Count the pages of test corpora that are from hosts of training corpora.

    Args:
        corpora: the corpora that were measured; those that are not training corpora are test
            corpora.
        trained_on: the training corpora.
    """
    names = {corpus.name for corpus in trained_on}
    known = {host for corpus in trained_on for item in corpus.items for host in list_hosts(item)}
    shared = []
    for corpus in (test for test in corpora if test.name not in names):
        n_pages = sum(not known.isdisjoint(list_hosts(item)) for item in corpus.items)
        if n_pages:
            about = {"corpus": corpus.name, "pages": len(corpus.items), "shared": n_pages}
            shared.append(about | {"with": [of.name for of in trained_on]})
    return shared


def _list_contenders(every: Sequence[Results]) -> list[Contender]:
    """All contenders of all corpora, each once."""
    by_name: dict[str, Contender] = {}
    for results in every:
        for contender in results.contenders:
            by_name.setdefault(contender.name, contender)
    return list(by_name.values())


def split_peers(names: str, folder: Path) -> tuple[list[str], list[Path]]:
    """The peers to run, and the recorded outputs of those that cannot run here.

    Args:
        names: comma-separated, or `all` or `none`.
        folder: of recorded outputs, `CORPUS/NAME.jsonl`.
    """
    known = check_peers()
    wanted = list(known) if names == "all" else split_names(names)
    missing = [name for name in wanted if isinstance(known.get(name), str)]
    recorded = [file for name in missing for file in sorted(folder.glob(f"*/{name}.jsonl"))]
    return [name for name in wanted if name not in missing], recorded


def split_names(names: str) -> list[str]:
    """Comma-separated names; an empty list for `none`."""
    return [] if names == "none" else [name.strip() for name in names.split(",")]


@click.command(cls=Tool)
@click.option(
    "--peers",
    default="none",
    show_default=True,
    help="Peers to measure, comma-separated, all or none; rows of others are kept.",
)
@click.option(
    "--seconds",
    type=float,
    default=120.0,
    show_default=True,
    help="Timeout of a peer per page, in seconds.",
)
@click.option(
    "--families",
    "of",
    default=",".join(FAMILIES),
    show_default=True,
    help="Families whose methods to measure, comma-separated, or none; rows of others are kept.",
)
@click.option(
    "--collections",
    type=click.Choice(("main", "more")),
    default="main",
    show_default=True,
    help="Collections of the families, or further collections for page methods and peers.",
)
@click.option(
    "--sample",
    type=click.IntRange(1),
    help="Measure this many pages of each collection, and print the figures without a record.",
)
@data_option
@figures_option
@click.pass_context
def main(
    context: click.Context,
    peers: str,
    seconds: float,
    of: str,
    collections: str,
    sample: int | None,
    data: Path,
    figures: Path,
) -> None:
    """Measure all methods, and peers if asked to, and record the figures."""
    live, recorded = split_peers(peers, data / "peers")
    families = [find_family(name) for name in split_names(of)]
    is_more = collections == "more"
    if is_more:
        families = [family for family in families if family.name == PAGE.name]
        # Nobody recorded outputs on these pages, so only peers that run here are measured.
        recorded = []
    # Peers choose the content of pages, as page methods do.
    measured = list(dict.fromkeys([*families, *([PAGE] if live or recorded else [])]))
    names = {family: MORE if is_more else tuple(family.corpora) for family in measured}
    loaded = {name: load_corpus(name, data / name) for listed in names.values() for name in listed}
    entries = load_figures(figures) if figures.is_file() else {}
    corpora = list(loaded.values())
    run = describe_run(write_command(context, "tools.quality"), corpora)
    # The models were not trained on the further collections.
    training = [load_corpus(name, data / name) for name in PAGE.corpora] if is_more else corpora
    run["shared_hosts"] = find_shared_hosts(corpora, [of for of in training if of.trainable])
    rows: list[Any] = []
    with Progress(transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def advance(what: str, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(escape(what), total=total)
            bar.advance(tasks[what])

        def measure_methods(
            family: Family, methods: Sequence[str], **options: Any
        ) -> list[Results]:
            return evaluate_all(
                [loaded[name] for name in names[family]],
                methods=methods,
                metrics={loaded[name].metric for name in MORE}
                if is_more
                else set(family.corpora.values()),
                sample=sample,
                timeout=seconds,
                progress=advance,
                **options,
            )

        for family in measured:
            # Methods that need a layout are measured by `tools.visual_figures`.
            every = list_methods(family.name) if family in families else []
            methods = [method for method in every if not method.needs]
            settings = {method.short_name: list_settings(method, entries) for method in methods}
            others: dict[str, Any] = {"peers": live, "recorded": recorded} if family is PAGE else {}
            single = [name for name, known in settings.items() if known == [ONE_SETTING]]
            if single or any(others.values()):
                rows += make_rows(measure_methods(family, single, **others), run, entries)
            for name, known in settings.items():
                for setting in known if name not in single else ():
                    results = measure_methods(family, [name], parameters=setting.parameters)
                    rows += make_rows(results, run, entries, {name: setting})
    if sample is not None:
        _print_rows(rows)
        return
    entry = MORE_ENTRY if is_more else ENTRY
    earlier = entries.get(entry, {}).get("figures", [])
    recorded_rows = [*rows, *keep_rows(earlier, rows, run)]
    for line in report_dropped(earlier, recorded_rows):
        click.echo(line, err=True)
    record(entry, recorded_rows, provenance=run, path=figures)


def _print_rows(rows: Sequence[Mapping[str, Any]]) -> None:
    """Print the figures of each row, in a line."""
    for row in rows:
        figures = ", ".join(f"{of['pages']} {of['value']:.3f}" for of in row["figures"])
        setting = f", {row['setting']}" if "setting" in row else ""
        click.echo(f"{row['name']}{setting}: {figures}")


if __name__ == "__main__":
    main()
