"""Measure how often title, authors and date are right, ours and others', and why they are wrong.

    python -m tools.metadata_figures

measures on WCXB, Fundus and Readability and records the entry `metadata` of the figures. Rules were
written while looking at the WCXB pages with even numbers. Pages with odd numbers are counted
separately, to detect rules that fit single pages only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import click

from pagecore import corpora
from pagecore.corpora.corpus import Item
from pagecore.evaluate.other_contenders import PeerContender, RecordedContender
from pagecore.evaluate.peers import read_version
from pagecore.measure.gold import read_metadata as gold_of
from pagecore.metadata import Metadata, read_metadata
from pagecore.metrics import metadata as compare
from pagecore.metrics.bootstrap import compare_pairs
from pagecore.metrics.metadata import FieldCounts
from pagecore.page import parse
from tools.metadata_causes import CAUSES, MOZILLA_CAUSES
from tools.options import Tool, data_option, figures_option
from tools.record import describe_lead, describe_run, record, round_value, write_command

#: Peers that give any of the fields, and are run where no outputs are recorded.
PEERS: Final = ("rs-trafilatura", "trafilatura", "newspaper4k", "turbohtml", "readability-lxml")
FIELDS: Final[dict[str, Callable[..., FieldCounts]]] = {
    "title": compare.compare_title,
    "author": compare.compare_authors,
    "date": compare.compare_date,
}
#: Sources of dates that Mozilla's code reads; any other date is one too many by its gold.
READ_BY_MOZILLA: Final = (
    "json-ld: datePublished",
    "meta: article:published_time",
    "meta: parsely-pub-date",
)
#: Wrong pages of each field whose causes are counted.
N_WRONG: Final = 50
#: Sources with fewer values are counted together.
MIN_VALUES: Final = 10


class PageMetadata(NamedTuple):
    """The metadata of a page by an extractor, with the names of `FIELDS`."""

    title: str | None
    author: str | None
    date: str | None


NOTHING: Final = PageMetadata(None, None, None)
#: The answers of every peer, by page.
Peers: TypeAlias = dict[str, dict[str, PageMetadata]]


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure metadata, and record the figures."""
    loaded = [corpora.load(name, data / name) for name in ("wcxb", "fundus", "readability")]
    measured = {}
    for corpus in loaded:
        own = {item.id: _own(item) for item in corpus.items}
        answers = {page: _answer(about) for page, about in own.items()}
        folder = data / "peers" / corpus.name
        peers = _recorded(corpus.items, folder) if folder.is_dir() else {}
        peers = peers or {peer: _run(peer, corpus.items) for peer in PEERS}
        about: dict[str, Any] = {
            "pages": len(corpus.items),
            "rows": list_rows(corpus.items, answers, peers, halves=corpus.name == "wcxb"),
            "leads": list_leads(corpus.items, answers, peers),
        }
        if corpus.name == "wcxb":
            about["sources"] = count_sources(corpus.items, own)
            about["causes"] = count_causes(corpus.items, own)
        if corpus.name == "readability":
            about["causes"] = count_mozilla_causes(corpus.items, own)
        measured[corpus.name] = about
    run = describe_run(write_command(context, "tools.metadata_figures"), loaded)
    record("metadata", measured, provenance=run, path=figures)


def _own(item: Item) -> Metadata:
    return read_metadata(parse(item.html(), url=item.url, encoding=item.encoding))


def _answer(about: Metadata) -> PageMetadata:
    return PageMetadata(about.title, "; ".join(about.authors) or None, about.date)


def _recorded(items: Sequence[Item], folder: Path) -> Peers:
    """The recorded answers of peers, those that give any of the fields."""
    recorded: Peers = {}
    for path in sorted(folder.glob("*.jsonl")):
        peer = RecordedContender.of(path)
        answers = {
            output.id: PageMetadata(output.title, output.author, output.date)
            for output in peer.run(items)
        }
        if _fields_in(answers):
            recorded[peer.name] = answers
    return recorded


def _run(name: str, items: Sequence[Item]) -> dict[str, PageMetadata]:
    outputs = PeerContender(name, read_version(name)).run(items)
    return {output.id: PageMetadata(output.title, output.author, output.date) for output in outputs}


# -- How often each field is right ----------------------------------------------------------------


def list_rows(
    items: Sequence[Item], own: Mapping[str, PageMetadata], peers: Peers, *, halves: bool
) -> list[dict[str, Any]]:
    """The shares of values that are right and invented: ours, then those of the peers."""
    rows = [_row("pagecore", items, own, FIELDS)]
    if halves:
        even = [item for item in items if _is_even(item)]
        odd = [item for item in items if not _is_even(item)]
        rows.append(_row("pagecore, even pages", even, own, FIELDS))
        rows.append(_row("pagecore, odd pages", odd, own, FIELDS))
    return rows + [_row(name, items, of, _fields_in(of)) for name, of in peers.items()]


def _row(
    name: str, items: Iterable[Item], answers: Mapping[str, PageMetadata], fields: Iterable[str]
) -> dict[str, Any]:
    counts = _counts(items, answers)
    fields = list(fields)
    return {
        "name": name,
        "right": {field: round_value(counts[field].accuracy) for field in fields},
        "invented": {
            field: round_value(counts[field].invented_share)
            for field in fields
            if counts[field].not_in_gold
        },
    }


def _counts(items: Iterable[Item], answers: Mapping[str, PageMetadata]) -> dict[str, FieldCounts]:
    """The counts of each field over pages; a page without an answer has no value."""
    totals = dict.fromkeys(FIELDS, FieldCounts())
    for item in items:
        gold, answer = gold_of(item), answers.get(item.id, NOTHING)
        for name, count in FIELDS.items():
            totals[name] += count(gold[name], getattr(answer, name))
    return totals


def _fields_in(answers: Mapping[str, PageMetadata]) -> list[str]:
    return [name for name in FIELDS if any(getattr(answer, name) for answer in answers.values())]


def _is_even(item: Item) -> bool:
    return int(item.id) % 2 == 0


# -- Leads over peers, with intervals --------------------------------------------------------------


def list_leads(
    items: Sequence[Item], own: Mapping[str, PageMetadata], peers: Peers
) -> list[dict[str, Any]]:
    """Our lead over each peer in each field that it gives, by a paired bootstrap over pages."""
    return [
        {
            "name": name,
            "leads": {
                field: describe_lead(
                    compare_pairs(_right(items, own, field), _right(items, answers, field))
                )
                for field in _fields_in(answers)
            },
        }
        for name, answers in peers.items()
    ]


def _right(items: Sequence[Item], answers: Mapping[str, PageMetadata], field: str) -> list[float]:
    """1 or 0 for each page, NaN where gold has nothing."""
    values = []
    for item in items:
        answer = getattr(answers.get(item.id, NOTHING), field)
        counts = FIELDS[field](gold_of(item)[field], answer)
        values.append(counts.right / counts.in_gold if counts.in_gold else float("nan"))
    return values


# -- Where values come from, and why they are wrong ------------------------------------------------


def count_sources(items: Iterable[Item], own: Mapping[str, Metadata]) -> list[dict[str, Any]]:
    """For each source how often it was right, wrong and invented; the rare ones together."""
    by_field: dict[str, dict[str, Counter[str]]] = {name: {} for name in FIELDS}
    for item in items:
        gold, about = gold_of(item), own[item.id]
        for name, count in FIELDS.items():
            counts = count(gold[name], getattr(_answer(about), name))
            of = by_field[name].setdefault(_source(about, name), Counter())
            of["right"] += counts.right
            of["wrong"] += counts.in_gold - counts.right
            of["invented"] += counts.invented
    rows = []
    for name, sources in by_field.items():
        rest: Counter[str] = Counter()
        for source, of in sorted(sources.items(), key=lambda pair: -pair[1].total()):
            if of.total() < MIN_VALUES:
                rest += of
            else:
                rows.append(_source_row(name, source, of))
        rows.append(_source_row(name, "others", rest))
    return rows


def _source_row(field: str, source: str, of: Counter[str]) -> dict[str, Any]:
    counts = {name: of[name] for name in ("right", "wrong", "invented")}
    return {"field": field, "source": source} | counts


def _source(about: Metadata, field: str) -> str:
    fields = {"title": "title", "author": "authors", "date": "published"}
    if field == "date" and about.published is None and about.date is not None:
        return "modified, shown"
    return about.sources.get(fields[field], "none")


def count_causes(items: Iterable[Item], own: Mapping[str, Metadata]) -> list[dict[str, Any]]:
    """Why the first wrong pages with even numbers are wrong, field by field."""
    causes: dict[str, Counter[str]] = {name: Counter() for name in FIELDS}
    for item in items:
        if not _is_even(item):
            continue
        gold, about = gold_of(item), own[item.id]
        for name, count in FIELDS.items():
            counts = count(gold[name], getattr(_answer(about), name))
            if counts.in_gold > counts.right and causes[name].total() < N_WRONG:
                causes[name][CAUSES[name](item, about)] += 1
    return [
        {"field": name, "cause": cause, "pages": n}
        for name, counted in causes.items()
        for cause, n in counted.most_common()
    ]


def count_mozilla_causes(
    items: Iterable[Item], own: Mapping[str, Metadata]
) -> list[dict[str, Any]]:
    """Why pages of Readability are wrong or invented, by the gold of Mozilla's code."""
    causes: Counter[tuple[str, str]] = Counter()
    for item in items:
        gold, about = gold_of(item), own[item.id]
        for name, count in FIELDS.items():
            counts = count(gold[name], getattr(_answer(about), name))
            if counts.in_gold > counts.right:
                causes[name, MOZILLA_CAUSES[name](item, about)] += 1
            elif counts.invented:
                causes[f"{name} invented", _surplus(name, about)] += 1
    ordered = sorted(causes.items(), key=lambda pair: (pair[0][0], -pair[1], pair[0][1]))
    return [{"field": name, "cause": cause, "pages": n} for (name, cause), n in ordered]


def _surplus(field: str, about: Metadata) -> str:
    """Whether a value that gold has not is from a source that Mozilla's code does not read."""
    source = _source(about, field)
    if field == "date" and source not in READ_BY_MOZILLA:
        return "from a source that Mozilla's code does not read"
    return source


if __name__ == "__main__":
    main()
