"""How well the fields of a site are found on pages that took no part in learning.

    python -m tools.field_figures

learns the fields of each site of `swde` from three pages without labels, finds them on the others,
and records the entry `fields`: the share of gold values that are a whole field, and the share of
fields that hold one attribute. Then values of one page name the fields. Each half of a site is
learned from once. Other designs are measured beside the one in use.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import click
from rich.progress import Progress

from pagecore import learn, parse
from pagecore.sites.fields.names import LABELLED
from tools.field_designs import DESIGNS, RANKINGS, Fields, TextPage, find_fields
from tools.options import Tool, data_option, figures_option
from tools.record import describe_run, record, round_value, write_command
from tools.record_pages import RecordPage, load_records

ENTRY: Final = "fields"
#: Pages of a site that are learned from.
N_LEARNED: Final = 3
#: Fields that count: the first by rank that vary.
N_FIELDS: Final = 15
#: The attribute of each kind of page that is the name of its subject.
SUBJECTS: Final = {
    "auto": "model", "book": "title", "camera": "model", "job": "title", "movie": "title",
    "nbaplayer": "name", "restaurant": "name", "university": "name",
}  # fmt: skip


@dataclass(frozen=True)
class GoldPage:
    """A page with the values of its record."""

    id: str
    page: TextPage
    record: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, page: RecordPage) -> GoldPage:
        """Read a page."""
        record = {name: [_normalise(text) for text in of] for name, of in page.record.items()}
        return cls(page.id, TextPage.of(parse(page.html(), url=page.url)), record)


@dataclass
class Counts:
    """What was counted on the pages of one design."""

    counts: Counter[str] = field(default_factory=Counter)

    def add_values(self, page: GoldPage, values: Iterable[str], elsewhere: set[str]) -> None:
        """Count the gold values of a page that are a whole field, apart for those that also are on
        another page of the site."""
        known = set(values)
        for texts in page.record.values():
            for text in texts:
                kind = "repeated" if text in elsewhere else "own"
                self.counts[f"{kind} values"] += 1
                self.counts[f"{kind} values right"] += text in known

    def share(self, name: str) -> float | None:
        """Return the share of right ones; None if there are none at all."""
        n_all = self.counts[name]
        return round_value(self.counts[f"{name} right"] / n_all) if n_all else None


def _normalise(text: str) -> str:
    return " ".join(text.split())


def split_pages(pages: Sequence[GoldPage]) -> Iterator[tuple[list[GoldPage], list[GoldPage]]]:
    """Split the pages of a site: those to learn from, and the others. Both ends come once."""
    yield list(pages[:N_LEARNED]), list(pages[N_LEARNED:])
    yield list(pages[-N_LEARNED:]), list(pages[:-N_LEARNED])


def choose_fields(ranked: Sequence[str], found: Sequence[Fields]) -> list[str]:
    """Choose the first fields that vary on the pages; constant ones are template."""
    chosen = []
    for name in ranked:
        values = [fields[name] for fields in found if name in fields]
        if values and (len(values) == 1 or len(set(values)) > 1):
            chosen.append(name)
    return chosen[:N_FIELDS]


def measure_design(
    sites: Iterable[Sequence[GoldPage]],
    design: Callable[[Sequence[TextPage]], Any],
    rank: Callable[[Any], list[str]],
) -> Counts:
    """Measure fields that are learned without labels."""
    measured = Counts()
    for pages in sites:
        for learned, others in split_pages(pages):
            rules = design([page.page for page in learned])
            found = [rules.find(page.page) for page in others]
            chosen = choose_fields(rank(rules), found)
            attributes: dict[str, set[str]] = defaultdict(set)
            for page, fields in zip(others, found, strict=True):
                values = {name: fields[name] for name in chosen if name in fields}
                measured.add_values(page, values.values(), find_elsewhere(pages, page))
                for name, text in values.items():
                    attributes[name] |= {
                        attribute for attribute, texts in page.record.items() if text in texts
                    }
            measured.counts["fields"] += sum(map(bool, attributes.values()))
            measured.counts["fields right"] += sum(len(of) == 1 for of in attributes.values())
    return measured


def measure_titles(by_site: Mapping[str, Sequence[GoldPage]]) -> Counts:
    """Measure on how many pages the field `title` has the name of their subject, and how many have
    such a field at all."""
    measured = Counts()
    for site, pages in by_site.items():
        subject = SUBJECTS[site.partition("-")[0]]
        for learned, others in split_pages(pages):
            wrapper = learn([page.page.page for page in learned], fields=True, classes="one")
            for page in others:
                title = find_fields(wrapper, page.page.page).get("title")
                gold = page.record[subject]
                measured.counts["pages"] += 1
                measured.counts["pages right"] += title is not None and _normalise(title) in gold
                measured.counts["titles"] += title is not None
    return measured


def find_elsewhere(pages: Sequence[GoldPage], page: GoldPage) -> set[str]:
    """Return the texts of the other pages of a site."""
    return {text for other in pages if other is not page for text in other.page.texts.values()}


def measure_labels(sites: Iterable[Sequence[GoldPage]], n_labelled: int = N_LEARNED) -> Counts:
    """Measure fields that the values of one page name: of each of the first pages that are learned
    from."""
    measured = Counts()
    for pages in sites:
        for learned, others in split_pages(pages):
            for labelled in learned[:n_labelled]:
                values = {name: texts for name, texts in labelled.record.items() if texts}
                named = _find_named(learned, labelled, values, others)
                for page, fields in zip(others, named, strict=True):
                    for name in values:
                        gold = set(page.record[name])
                        measured.counts["labelled values"] += len(gold)
                        measured.counts["labelled values right"] += len(gold & fields[name])
                        if gold:
                            measured.counts["named cells"] += len(fields[name])
                            measured.counts["named cells right"] += len(gold & fields[name])
    return measured


def _find_named(
    learned: Sequence[GoldPage],
    labelled: GoldPage,
    values: Mapping[str, Sequence[str]],
    others: Sequence[GoldPage],
) -> list[dict[str, set[str]]]:
    """Find the values of other pages in the fields that one page names, by attribute."""
    wrapper = learn(
        [page.page.page for page in learned],
        fields=True,
        classes="one",
        values=lambda page: values if page is labelled.page.page else None,
    )
    rules: Any = wrapper.body
    named = {of.name for of in rules.field_rules.fields if of.reason == LABELLED}
    found = []
    for other in others:
        texts: dict[str, set[str]] = defaultdict(set)
        for name, text in find_fields(wrapper, other.page.page).items():
            if name in named:
                # Several values of one attribute are in fields with numbers.
                base = name if name in values else name.rpartition("_")[0]
                texts[base].add(_normalise(text))
        found.append(texts)
    return found


@click.command(cls=Tool)
@data_option
@figures_option
@click.pass_context
def main(context: click.Context, data: Path, figures: Path) -> None:
    """Measure the fields of sites, and record the figures."""
    records, corpus = load_records(data / "swde")
    by_site: dict[str, list[GoldPage]] = {}
    with Progress(transient=True) as bar:
        for page in bar.track(records, description="parse"):
            by_site.setdefault(page.host, []).append(GoldPage.of(page))
        sites = list(by_site.values())
        rows = []
        for name, design in bar.track(DESIGNS.items(), description="designs"):
            for ranking, rank in RANKINGS.items():
                counts = measure_design(sites, design, rank)
                rows.append({"design": name, "ranking": ranking, **_list_shares(counts)})
        labels = measure_labels(bar.track(sites, description="labels"))
        titles = measure_titles(by_site)
    by_kind = [
        {"kind": kind, **_list_shares(measure_design(of, DESIGNS["aligned"], RANKINGS["pages"]))}
        for kind, of in _group_by_kind(by_site).items()
    ]
    measured = {
        "sites": len(sites),
        "rows": rows,
        "kinds": by_kind,
        "labels": labels.share("labelled values"),
        "named": labels.share("named cells"),
        "n_labelled": labels.counts["labelled values"],
        "titles": {
            "pages": titles.counts["pages"],
            "titles": titles.counts["titles"],
            "right": titles.counts["pages right"],
        },
    }
    for row in (*rows, *by_kind):
        click.echo("  ".join(f"{name} {value}" for name, value in row.items()))
    click.echo(f"labelled values right {measured['labels']}, named cells right {measured['named']}")
    click.echo(f"titles {measured['titles']}")
    run = describe_run(write_command(context, "tools.field_figures"), [corpus])
    record(ENTRY, measured, provenance=run, path=figures)


def _group_by_kind(by_site: Mapping[str, Sequence[GoldPage]]) -> dict[str, list[Any]]:
    """Group sites by what their pages describe, which begins their name."""
    kinds: dict[str, list[Any]] = defaultdict(list)
    for site, pages in by_site.items():
        kinds[site.partition("-")[0]].append(pages)
    return kinds


def _list_shares(counts: Counts) -> dict[str, Any]:
    return {
        "own": counts.share("own values"),
        "n_own": counts.counts["own values"],
        "repeated": counts.share("repeated values"),
        "n_repeated": counts.counts["repeated values"],
        "purity": counts.share("fields"),
        "n_fields": counts.counts["fields"],
    }


if __name__ == "__main__":
    main()
