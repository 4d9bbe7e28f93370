"""The task that finds the repeated items of pages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pagecore.batch.record import Record, Task
from pagecore.explain.explanation import WIDTH, render_table, replace_unprintable
from pagecore.explain.list_table import ListTable, Row, Styled
from pagecore.find_records import records
from pagecore.listing import ItemGroup, Listing
from pagecore.page import PageWarning
from pagecore.page.counts import format_count
from pagecore.registry import LISTING, find_method
from pagecore.sources.read import ReadOptions, read_page
from pagecore.sources.source import Source

#: Formats of records, with the extension of their files.
RECORD_FORMATS: Final = {
    "table": ".txt", "csv": ".csv", "jsonl": ".jsonl", "parquet": ".parquet",
}  # fmt: skip
#: Length limit of a value in a table, in characters.
_MAX_SHOWN: Final = 300


@dataclass(frozen=True)
class RecordsTask(Task):
    """Find the items of a source. The content of a record is a line of JSON for each item, or a
    table."""

    method: str
    to: str = "table"
    #: Which group of items to write, from 1; the first is the main one.
    group: int = 1
    #: Parameters of the method.
    parameters: Mapping[str, Any] = field(default_factory=dict)
    read_options: ReadOptions = field(default_factory=ReadOptions)

    #: The columns of a table are those of the items, which are known when all pages are read.
    columns = None

    def make_record(self, source: Source) -> Record:
        page = read_page(source, self.read_options)
        listing = records(page, method=self.method, **self.parameters)
        groups = listing.groups[self.group - 1 : self.group]
        if self.to == "table":
            shown = render_listing(listing, groups[0] if groups else None)
            return Record(source, shown, page.warnings)
        lines = [
            json.dumps({"page": str(source), **item}, ensure_ascii=False)
            for group in groups
            for item in group.records.texts()
        ]
        warnings = page.warnings if groups else (*page.warnings, _warn_of_none(self.group))
        return Record(source, "\n".join(lines), warnings)

    def prepare(self) -> None:
        find_method(self.method, LISTING.name)


def render_listing(listing: Listing, chosen: ItemGroup | None) -> str:
    """Render the groups of a page in a line each, and the items of one of them as a table."""
    lines = [
        f"group {number}: {format_count(len(group), 'item')}, score {group.score:.2f}, "
        f"{group.recognised_by}"
        for number, group in enumerate(listing.groups, start=1)
    ]
    if chosen is None:
        return "\n".join([*lines, "no such group of items" if lines else "no repeated items"])
    rows = []
    for number, item in enumerate(chosen.records):
        cells = [Styled(f"{name}: {_shorten(cell.text)}") for name, cell in item.items()]
        rows.append(Row([Styled(str(number))], cells))
    table = render_table(ListTable(("item", "columns"), rows, WIDTH))
    return "\n".join([*lines, "", table])


def _warn_of_none(group: int) -> PageWarning:
    return PageWarning("no-records", f"the page has no group {group} of repeated items", -1, -1, 0)


def _shorten(text: str) -> str:
    line = replace_unprintable(" ".join(text.split()))
    return line if len(line) <= _MAX_SHOWN else f"{line[: _MAX_SHOWN - 1]}…"
