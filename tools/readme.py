"""The table of methods and peers in README: `python -m tools.readme` measures and writes it.

It stands between two marks, and nothing outside them is touched. Figures of a method on pages it
was made on are in-sample and not published: there the cell has what the file of the method's model,
or of the sweep of its parameters, tells by cross-validation, and is empty where neither does. Rows
of contenders that take no part stay as they are while the pages are the same, so that a new model
does not need all peers to run again. How fast contenders are `python -m bench` tells, which
measures all of them in one run.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

import click
from rich.markup import escape
from rich.progress import Progress, TaskID

from pagecore.cli.options import command_line
from pagecore.corpora import load as load_corpus
from pagecore.errors import BadInput, BadOption
from pagecore.evaluate import evaluate_all
from pagecore.evaluate.peers import available
from pagecore.measure.contenders import Contender, OwnMethod
from pagecore.measure.folds import hosts
from pagecore.measure.metric import METRICS, Metric, Row
from pagecore.measure.run import Results
from pagecore.models.model import Model, load
from pagecore.registry import QUALITY, method_named, methods
from tools import sweep
from tools.path_option import data_option, path_option

#: The collections whose figures are published.
CORPORA: Final = ("wcxb", "fundus", "aeb", "readability")
BEGIN, END = "<!-- evaluate -->", "<!-- /evaluate -->"
WIDTH = 120
#: The page type that has a column of its own: most methods are made for it alone.
ARTICLE = "article"

#: Sentences of a caption that a later run reads.
_RUN = re.compile(r"Measured on (?P<day>\S+) by `(?P<command>[^`]*)` \(")
_EARLIER = re.compile(
    r"The rows of (?P<labels>[^`]+?) were measured on (?P<day>\S+) by `(?P<command>[^`]*)`\."
)
_DIGEST = re.compile(r"(?:\(|; )(?P<corpus>[^`;(]+), \d+ pages, digest `(?P<digest>[^`]*)`")
_OF_MODEL = re.compile(
    r"The figures of (?P<label>[^`]+?) on [^`]+? are those of its (?:model|sweep) `[^`]*`, "
    r"cross-validated "
    r"[^`]*\(folds `[^`]*`\)\."
)
_CELL = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Kept:
    """A row of an earlier run that stays as it is."""

    label: str
    #: By heading.
    cells: dict[str, str]
    #: When and by what it was measured.
    day: str
    command: str
    #: What the caption says of its model; empty where it says nothing.
    of_model: str = ""


@dataclass(frozen=True)
class Column:
    """What a column is of: all pages of a corpus, or those of one type."""

    results: Results
    page_type: str | None = None

    @property
    def metric(self) -> Metric:
        """The corpus' main one, if it measures texts, since not everyone gives more."""
        main = self.results.main
        return main if main.needs == ("text",) else METRICS["words-unspaced"]

    @property
    def heading(self) -> str:
        """What stands above it."""
        of_type = f" {self.page_type}s" if self.page_type else ""
        return f"{self.results.corpus.name}{of_type}, {self.metric.title}"

    def rows(self, contender: str) -> list[Row]:
        """What the metric says of the contender's pages."""
        return [
            one.scores[self.metric.name]
            for one in self.results.of(contender)
            if self.metric.name in one.scores and self.page_type in (None, one.item.gold.page_type)
        ]


def columns(every: Sequence[Results]) -> list[Column]:
    """A column a corpus, and behind it one of its articles where it has other pages too."""
    found = []
    for results in every:
        found.append(Column(results))
        types = {item.gold.page_type for item in results.corpus.items}
        if ARTICLE in types and len(types - {None}) > 1:
            found.append(Column(results, ARTICLE))
    return found


@dataclass(frozen=True)
class Validated:
    """A method's figure by cross-validation, as the file of its model or sweep tells it."""

    value: float
    #: Its model by the digest of the file, or its sweep by the file.
    origin: str
    #: How pages were laid into folds, and the digest of that.
    folds: str
    digest: str


def write_readme(every: Sequence[Results], path: Path, *, command: str) -> None:
    """Write the table of several corpora between the marks of a document.

    Args:
        every: what was measured, a corpus each.
        path: the document.
        command: what wrote it, for who wants to write it again.
    """
    before, after = marked(path)
    inside = path.read_text(encoding="utf-8")[len(before) + len(BEGIN) : -len(after + END)]
    rows = kept(inside, every)
    # What stands between backticks is read again, so no word of it may be broken.
    told = textwrap.wrap(
        caption(every, command, rows), WIDTH, break_long_words=False, break_on_hyphens=False
    )
    lines = [BEGIN, *table(every, rows), "", *told, END]
    path.write_text(before + "\n".join(lines) + after, encoding="utf-8")


def marked(path: Path, begin: str = BEGIN, end: str = END) -> tuple[str, str]:
    """What stands before and behind the marks of a document; an error says that it has none."""
    try:
        whole = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: cannot be read: {error}") from error
    before, found_begin, rest = whole.partition(begin)
    _, found_end, after = rest.partition(end)
    if not found_begin or not found_end:
        raise BadOption(f"{path}: has no marks {begin} and {end} for the table to stand between")
    return before, after


def table(every: Sequence[Results], earlier: Sequence[Kept] = ()) -> list[str]:
    """The lines of the table, as Markdown: who, and a figure a corpus; then the rows that are
    kept."""
    headings = _headings(every)
    rows = [_row(["", *headings]), "|---|" + "--:|" * len(headings)]
    for contender in _contenders(every):
        figures = [_number(published(column, contender.name)) for column in columns(every)]
        # A line without a figure tells nobody anything.
        if any(figures):
            rows.append(_row([_label(contender), *figures]))
    rows += [_row([one.label, *(one.cells[heading] for heading in headings)]) for one in earlier]
    return rows


def caption(every: Sequence[Results], command: str, earlier: Sequence[Kept] = ()) -> str:
    """What the figures are of, and the command that made them."""
    corpora = "; ".join(
        f"{one.corpus.name}, {len(one.corpus.items) - one.left_out} pages, digest "
        f"`{one.corpus.digest}`" + (f", {one.folds}" if one.folds else "")
        for one in every
    )
    sentences = [f"Measured on {date.today()} by `{command}` ({corpora})."]
    runs: dict[tuple[str, str], list[str]] = {}
    for row in earlier:
        runs.setdefault((row.day, row.command), []).append(row.label)
    sentences += [
        f"The rows of {'; '.join(labels)} were measured on {day} by `{by}`."
        for (day, by), labels in runs.items()
    ]
    sentences += _of_models(every)
    sentences += [row.of_model for row in earlier if row.of_model]
    sentences.append(
        "An empty cell is a figure that is not published, because the method was made on those "
        "pages and nothing tells it by cross-validation, or one that could not be measured."
    )
    labels = [*map(_label, _contenders(every)), *(row.label for row in earlier)]
    if any(label.startswith("justext ") for label in labels):
        sentences.append("justext has the stop words of English only, whatever a page's language.")
    sentences += _shared_hosts(every)
    return " ".join(sentences)


def published(column: Column, name: str) -> float:
    """A contender's figure; where that is in-sample, what its model or sweep tells by
    cross-validation; NaN where there is neither."""
    for contender in column.results.contenders:
        if contender.name != name:
            continue
        if isinstance(contender, OwnMethod) and contender.in_sample(column.results.corpus):
            told = validated(column, contender)
            return math.nan if told is None else told.value
        rows = column.rows(name)
        return column.metric.value(rows) if rows else math.nan
    return math.nan


def validated(column: Column, contender: OwnMethod) -> Validated | None:
    """The figure by group-wise cross-validation, where the file of the model or sweep tells it of
    the same pages and the same metric."""
    corpus = column.results.corpus
    if corpus.part:
        return None
    for origin, digest, way in _ways(contender, corpus.name):
        figures = way["corpora"].get(corpus.name, {})
        same = digest == corpus.digest and figures.get("metric") == column.metric.name
        if column.page_type is not None:
            figures = figures.get("page_type", {}).get(column.page_type, {})
        if same and way["folds"].endswith("by group") and "f1" in figures:
            return Validated(float(figures["f1"]), origin, way["folds"], way["digest"])
    return None


def _ways(contender: OwnMethod, corpus: str) -> Iterator[tuple[str, str | None, dict[str, Any]]]:
    """Cross-validations of a method: where each is told, the digest of the corpus that it was made
    with, and its figures."""
    model = _model(contender)
    if model is not None:
        file = hashlib.sha256(model.core.write()).hexdigest()[:16]
        digest = model.metadata.get("corpora", {}).get(corpus, {}).get("digest")
        for way in model.metadata.get("validation", []):
            yield f"model `{file}`", digest, way
    path = sweep.path_of(contender.name)
    # Parameters that are given were not swept.
    if method_named(contender.name).sweep and path.is_file() and not contender.parameters:
        way = json.loads(path.read_text("utf-8"))
        yield f"sweep `{path}`", way["corpora"].get(corpus, {}).get("digest"), way


def _model(contender: OwnMethod) -> Model | None:
    """The model that a learned method uses; None for others, and where it is not its own."""
    method = method_named(contender.name)
    parameter = method.parameters.get("model")
    if parameter is None or parameter.default is not None:
        return None
    given = method.check_options(contender.parameters).get("model")
    model = given if isinstance(given, Model) else load(method=method.name)
    return model if model.metadata.get("method") == method.name else None


def kept(inside: str, every: Sequence[Results]) -> list[Kept]:
    """The rows of what stands between the marks whose contenders take no part in this run; none
    where they are of other pages. In columns that are new their cells are empty."""
    lines = inside.strip().splitlines()
    rows = [_cells(line) for line in lines if line.startswith("|")]
    told = " ".join(" ".join(line for line in lines if not line.startswith("|")).split())
    run = _RUN.search(told)
    if run is None or len(rows) < 2:
        return []
    digests = {found["corpus"]: found["digest"] for found in _DIGEST.finditer(told)}
    digest_of = {one.corpus.name: one.corpus.digest for one in every}
    if any(digest_of.get(corpus, digest) != digest for corpus, digest in digests.items()):
        return []
    earlier = {
        label: (found["day"], found["command"])
        for found in _EARLIER.finditer(told)
        for label in found["labels"].split("; ")
    }
    of_model = {found["label"]: found[0] for found in _OF_MODEL.finditer(told)}
    names = [contender.name for contender in _contenders(every)]
    found_rows = []
    for label, *cells in rows[2:]:
        by_heading = dict(zip(rows[0][1:], cells, strict=False))
        shown = {heading: by_heading.get(heading, "") for heading in _headings(every)}
        if any(shown.values()) and not any(_is_of(label, name) for name in names):
            day, command = earlier.get(label, (run["day"], run["command"]))
            found_rows.append(Kept(label, shown, day, command, of_model.get(label, "")))
    return found_rows


def write_quality(every: Sequence[Results], path: Path) -> None:
    """Write the published figures of methods to the file that `pagecore methods` shows. Those of
    methods that take no part stay."""
    known = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    for contender in _contenders(every):
        if isinstance(contender, OwnMethod):
            figures = {one.heading: published(one, contender.name) for one in columns(every)}
            known[contender.name] = {
                heading: round(value, 3)
                for heading, value in figures.items()
                if not math.isnan(value)
            }
    path.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _is_of(label: str, name: str) -> bool:
    """Whether a row is a contender's: behind the name stands a version, and not `(5-fold …)`."""
    return label.startswith(f"{name} ") and not label[len(name) + 1 :].startswith("(")


def _contenders(every: Sequence[Results]) -> list[Contender]:
    """All that take part in some corpus, by the name once."""
    found: dict[str, Contender] = {}
    for results in every:
        for contender in results.contenders:
            found.setdefault(contender.name, contender)
    return list(found.values())


def _of_models(every: Sequence[Results]) -> Iterator[str]:
    """A sentence for every model or sweep whose file has told figures of the table."""
    said: dict[tuple[str, str, str, str], list[str]] = {}
    for column in map(Column, every):
        for contender in column.results.contenders:
            if isinstance(contender, OwnMethod) and contender.in_sample(column.results.corpus):
                told = validated(column, contender)
                if told is not None:
                    key = (_label(contender), told.origin, told.folds, told.digest)
                    said.setdefault(key, []).append(column.results.corpus.name)
    for (label, origin, folds, digest), corpora in said.items():
        yield (
            f"The figures of {label} on {' and '.join(corpora)} are those of its {origin}, "
            f"cross-validated {folds} (folds `{digest}`)."
        )


def _shared_hosts(every: Sequence[Results]) -> Iterator[str]:
    """A sentence for every corpus that may not be trained on and has hosts of one that may."""
    learned_from = [one.corpus for one in every if one.corpus.trainable]
    known = {host for corpus in learned_from for item in corpus.items for host in hosts(item)}
    for corpus in (one.corpus for one in every if not one.corpus.trainable):
        shared = [item for item in corpus.items if not known.isdisjoint(hosts(item))]
        if shared:
            yield (
                f"{len(shared)} of the {len(corpus.items)} pages of {corpus.name} are of hosts "
                f"that {' or '.join(one.name for one in learned_from)} has pages of too."
            )


def _headings(every: Sequence[Results]) -> list[str]:
    return [column.heading for column in columns(every)]


def _label(contender: Contender) -> str:
    return f"{contender.name} {contender.version}".replace("|", "\\|")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in _CELL.split(line.strip())[1:-1]]


def _number(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.3f}"


@click.command()
@click.option(
    "--peers",
    default="none",
    show_default=True,
    help="Peers to measure, comma-separated, or all; the rows of others stay as they are.",
)
@click.option("--seconds", type=float, default=120.0, show_default=True, help="Timeout of a page.")
@data_option
@path_option("--readme", "README.md", "The document.")
@path_option("--quality", QUALITY, "The file that `pagecore methods` shows.")
@click.pass_context
def main(
    context: click.Context, peers: str, seconds: float, data: Path, readme: Path, quality: Path
) -> None:
    """Measure all methods, and write the figures that may be published."""
    marked(readme)
    names = [name.strip() for name in peers.split(",") if name.strip()]
    if peers in ("none", "all"):
        known = available() if peers == "all" else {}
        names = [name for name, peer in known.items() if not isinstance(peer, str)]
    with Progress(transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def advance(what: str, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(escape(what), total=total)
            bar.advance(tasks[what])

        every = evaluate_all(
            [load_corpus(name, data / name) for name in CORPORA],
            methods=[method.name for method in methods("page")],
            peers=names,
            recorded=[data / "peers"] if names else [],
            seconds=seconds,
            progress=advance,
        )
    command = command_line(context).replace("pagecore main", "python -m tools.readme", 1)
    write_readme(every, readme, command=command)
    write_quality(every, quality)


if __name__ == "__main__":
    main()
