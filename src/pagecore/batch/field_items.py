"""The task that finds the fields of pages with a wrapper."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pagecore.batch.record import Record, Task
from pagecore.batch.tasks import load_method, read_wrapper
from pagecore.errors import WrapperError
from pagecore.explain.explanation import WIDTH, render_table, replace_unprintable
from pagecore.explain.list_table import ListTable, Row, Styled
from pagecore.extract import extract, warn_of_misfit, warn_of_other_site
from pagecore.metadata.dates import prepare_dates
from pagecore.page import Page, PageWarning
from pagecore.registry import PAGE, find_method
from pagecore.sources.read import ReadOptions, read_page
from pagecore.sources.source import Source
from pagecore.wrapper import Wrapper

#: Formats of fields, with the extension of their files.
FIELD_FORMATS: Final = {
    "jsonl": ".jsonl", "csv": ".csv", "parquet": ".parquet", "table": ".txt",
}  # fmt: skip
#: The fields of a page that the wrapper does not fit, and the column with the name of the method
#: that found them.
FALLBACK_COLUMNS: Final = ("title", "author", "date", "body")
FALLBACK: Final = "fallback"
#: Length limit of a value in a table, in characters.
_MAX_SHOWN: Final = 400


@dataclass(frozen=True)
class FieldsTask(Task):
    """Find the fields of a source with a wrapper. The content of a record is a line of JSON for
    each item, or a table."""

    #: The content of the wrapper's file, which each worker reads once.
    wrapper: bytes
    to: str = "jsonl"
    #: The fields to write; None for all.
    names: tuple[str, ...] | None = None
    read_options: ReadOptions = field(default_factory=ReadOptions)

    def make_record(self, source: Source) -> Record:
        page = read_page(source, self.read_options)
        items, warnings = find_items(read_wrapper(self.wrapper), page)
        if self.names is not None:
            names = (*self.names, FALLBACK)
            items = [{name: of[name] for name in names if name in of} for of in items]
        if self.to == "table":
            return Record(source, "\n\n".join(map(_render_item, items)), warnings)
        lines = [json.dumps({"page": str(source), **item}, ensure_ascii=False) for item in items]
        return Record(source, "\n".join(lines), warnings)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a table: the page, the fields of the wrapper, those of pages that it does
        not fit, the method that was used for them, and the error of a page that failed."""
        # A wrapper without fields has the content as its only one.
        own = read_wrapper(self.wrapper).columns or ("content",)
        all_names = (*own, *FALLBACK_COLUMNS)
        names = all_names if self.names is None else self.names
        return tuple(dict.fromkeys(("page", *names, FALLBACK, "error")))

    def prepare(self) -> None:
        read_wrapper(self.wrapper)
        # The fallback for pages that the wrapper does not fit.
        load_method(PAGE.default)
        prepare_dates()


def find_items(
    wrapper: Wrapper, page: Page
) -> tuple[list[dict[str, str]], tuple[PageWarning, ...]]:
    """Return the texts of the fields of each item of a page, and warnings.

    If the wrapper does not fit the page, there is one item with the title, author, date and content
    that the default extractor finds. Its `fallback` is the name of the extractor, so that its
    values can be told from those of rules.
    """
    is_own = wrapper.matches_site(page.url)
    warnings = () if is_own else (warn_of_other_site(wrapper, page.url),)
    try:
        return wrapper.fields(page).texts(), (*page.warnings, *warnings)
    except WrapperError as error:
        misfit = warn_of_misfit(error, find_method(PAGE.default, PAGE.name))
    document = extract(page)
    metadata = document.metadata
    values = (document.title, ", ".join(metadata.authors), metadata.date, document.text)
    item = {name: value for name, value in zip(FALLBACK_COLUMNS, values, strict=True) if value}
    item[FALLBACK] = document.method
    return [item], (*document.warnings, *warnings, misfit)


def _render_item(item: Mapping[str, str]) -> str:
    rows = [
        Row([Styled(name)], [Styled(replace_unprintable(_shorten(text)))])
        for name, text in item.items()
    ]
    return render_table(ListTable(("field", "value"), rows, WIDTH))


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MAX_SHOWN else f"{line[: _MAX_SHOWN - 1]}…"
