"""Prepare and count judgements of records on listing and collection pages of WCXB.

    python -m tools.listing_judgements sheet FOLDER

draws pages by a seed and writes what comes out of each beside what the page shows: `sheet.html`, a
text `PAGE.txt` per page, and `judgements-NAME.tsv`, which a reader completes: `yes` or `no` for the
main group and for its columns, and a note. FOLDER is outside the repository, because the pages are
those of others.

    python -m tools.listing_judgements count docs/listing-judgements.tsv

counts the completed judgements of all readers and records the entry `listing judgements`.
"""

from __future__ import annotations

import csv
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

import click

import pagecore
from pagecore.corpora import load
from pagecore.corpora.corpus import Item
from pagecore.listing import Listing
from pagecore.page import Page
from tools.options import Refusal, Tool, data_option, figures_option
from tools.record import describe_run, record

PAGE_TYPES: Final = ("listing", "collection")
#: Number of pages that readers judge, and the random seed by which they are drawn.
N_PAGES: Final = 60
SEED: Final = 34
#: The columns of a file of judgements.
COLUMNS: Final = ("page", "reader", "main group", "columns", "note")
QUESTIONS: Final = ("main group", "columns")
#: Items, characters of a value, and blocks of a page that a sheet shows.
MAX_ITEMS: Final = 6
MAX_CHARS: Final = 160
MAX_BLOCKS: Final = 150


@click.group()
def main() -> None:
    """Prepare and count judgements."""


@main.command(cls=Tool)
@click.argument("folder", type=click.Path(path_type=Path))
@data_option
@click.option("--pages", "n_pages", default=N_PAGES, show_default=True, help="Number of pages.")
@click.option("--seed", default=SEED, show_default=True, help="Random seed.")
@click.option("--readers", default="first,second", show_default=True, help="Comma-separated.")
def sheet(folder: Path, data: Path, n_pages: int, seed: int, readers: str) -> None:
    """Draw pages, and write what comes out of each."""
    if Path(__file__).resolve().parents[1] in folder.resolve().parents:
        raise Refusal(f"{folder} is in the repository; the pages of others do not belong there")
    items = draw_pages(load("wcxb", data / "wcxb").items, n_pages, seed)
    folder.mkdir(parents=True, exist_ok=True)
    sections = []
    for item in items:
        page = pagecore.parse(item.html(), url=item.url, encoding=item.encoding)
        listing = pagecore.records(page)
        name = item.id.replace("/", "-")
        (folder / f"{name}.txt").write_text(write_text(item, page, listing), "utf-8")
        sections.append(write_section(item, page, listing))
    style = (
        "<style>table{border-collapse:collapse}td,th{border:1px solid;vertical-align:top}</style>"
    )
    (folder / "sheet.html").write_text(
        f"<!DOCTYPE html><meta charset=utf-8><title>Records</title>{style}{''.join(sections)}",
        "utf-8",
    )
    for reader in readers.split(","):
        with (folder / f"judgements-{reader}.tsv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, delimiter="\t", lineterminator="\n")
            writer.writerow(COLUMNS)
            writer.writerows([item.id, reader, "", "", ""] for item in items)
    click.echo(f"{len(items)} pages in {folder}")


@main.command(cls=Tool)
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@figures_option
def count(file: Path, figures: Path) -> None:
    """Count the judgements of all readers."""
    rows = read_judgements(file)
    counted = count_judgements(rows)
    for question in QUESTIONS:
        click.echo(f"{question}: {counted[question]}")
    run = describe_run(f"python -m tools.listing_judgements count {file.name}")
    record("listing judgements", counted, provenance=run, path=figures)


def draw_pages(items: Sequence[Item], n_pages: int = N_PAGES, seed: int = SEED) -> list[Item]:
    """Draw pages of the types, the same for the same seed, in the order of their ids."""
    known = sorted(
        (item for item in items if item.gold.page_type in PAGE_TYPES), key=lambda item: item.id
    )
    drawn = random.Random(seed).sample(known, min(n_pages, len(known)))
    return sorted(drawn, key=lambda item: item.id)


def read_judgements(file: Path) -> list[dict[str, str]]:
    """Read a file of judgements, and refuse answers other than yes and no."""
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    for number, row in enumerate(rows, start=2):
        missing = [name for name in COLUMNS[:4] if not row.get(name)]
        if missing:
            raise Refusal(f"{file.name}:{number}: {missing[0]!r} is empty")
        for question in QUESTIONS:
            if row[question] not in ("yes", "no"):
                raise Refusal(
                    f"{file.name}:{number}: {question}={row[question]!r}: expected yes or no"
                )
    return rows


def count_judgements(rows: Sequence[dict[str, str]]) -> dict[str, dict[str, int]]:
    """Count, for each question, the pages, those with yes of all readers, those with yes of some
    only, and yes by reader."""
    counted: dict[str, dict[str, int]] = {}
    for question in QUESTIONS:
        answers: dict[str, list[str]] = defaultdict(list)
        by_reader: Counter[str] = Counter()
        for row in rows:
            answers[row["page"]].append(row[question])
            by_reader[row["reader"]] += row[question] == "yes"
        counted[question] = {
            "pages": len(answers),
            "yes of all": sum(set(of) == {"yes"} for of in answers.values()),
            "disagreements": sum(len(set(of)) == 2 for of in answers.values()),
            **{f"yes of {reader}": n for reader, n in sorted(by_reader.items())},
        }
    return counted


def write_text(item: Item, page: Page, listing: Listing) -> str:
    """Write a page and its records as text."""
    lines = [f"page: {item.id}", f"url: {item.url}", f"type: {item.gold.page_type}", ""]
    for number, group in enumerate(listing.groups, start=1):
        lines.append(
            f"group {number}: {len(group)} items, score {group.score:.3f}, {group.recognised_by}"
        )
    lines.append("")
    table = listing.records
    lines.append(f"main group: {len(table)} items, columns: {', '.join(table.columns)}")
    for at in _choose_items(len(table)):
        lines.append(f"  item {at}")
        lines += [f"    {name}: {_shorten(cell.text)}" for name, cell in table[at].items()]
    lines += ["", "the page, block by block (* in an item of the main group):"]
    ids = listing.ids
    for block, text in enumerate(page.block_beginnings(MAX_CHARS)[:MAX_BLOCKS]):
        if text and page.blocks.hidden[block] == 0:
            mark = "*" if ids[page.blocks.first[block]] >= 0 else " "
            lines.append(f"{mark} {text}")
    return "\n".join(lines) + "\n"


def write_section(item: Item, page: Page, listing: Listing) -> str:
    """Write a page and its records as a part of the sheet."""
    table = listing.records
    head = "".join(f"<th>{escape(name)}" for name in table.columns)
    body = "".join(
        f"<tr><td>{at}"
        + "".join(
            f"<td>{escape(_shorten(table[at][name].text)) if name in table[at] else ''}"
            for name in table.columns
        )
        for at in _choose_items(len(table))
    )
    ids = listing.ids
    shown = []
    for block, text in enumerate(page.block_beginnings(MAX_CHARS)[:MAX_BLOCKS]):
        if text and page.blocks.hidden[block] == 0:
            tag = "b" if ids[page.blocks.first[block]] >= 0 else "span"
            shown.append(f"<{tag}>{escape(text)}</{tag}>")
    return (
        f"<h2>{escape(item.id)}</h2><p>{escape(item.url or '')}</p><p>{len(table)} items"
        f"<table><tr><th>item{head}{body}</table><details><summary>the page</summary>"
        f"{'<br>'.join(shown)}</details>"
    )


def _choose_items(n_items: int) -> list[int]:
    """The first items, and the last one."""
    shown = list(range(min(n_items, MAX_ITEMS)))
    return shown if n_items <= MAX_ITEMS else [*shown[:-1], n_items - 1]


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_CHARS else f"{line[: MAX_CHARS - 1]}…"


if __name__ == "__main__":
    main()
