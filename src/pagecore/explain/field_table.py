"""The fields that a wrapper finds, as a table over some pages, for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from pagecore.classes.body import ClassedBody
from pagecore.explain.explanation import WIDTH, replace_unprintable
from pagecore.explain.list_table import ListTable, Row, Styled
from pagecore.page import Page
from pagecore.page.counts import format_count
from pagecore.wrapper import Wrapper

if TYPE_CHECKING:
    from rich.console import RenderableType

#: Number of pages of each page class that are shown.
N_PAGES: Final = 3
#: Number of fields of each page class that are shown.
_MAX_FIELDS: Final = 30
#: Length limit of a value, in characters.
_MAX_VALUE: Final = 56


def build_field_tables(
    wrapper: Wrapper, pages: Iterable[tuple[str, Page]]
) -> Iterator[RenderableType]:
    """Build a table of the fields for each set of columns that the pages have, with the values of
    some pages.

    Args:
        wrapper: a wrapper with fields.
        pages: the name of each page, and the page.
    """
    from rich.text import Text

    for columns, shown in _group_pages(wrapper, pages).items():
        yield Text()
        yield Text(f"{format_count(len(columns), 'field')}; values on {', '.join(shown)}", "bold")
        reasons = _describe_columns(wrapper, columns)
        rows = [_make_row(name, reasons, shown.values()) for name in columns[:_MAX_FIELDS]]
        yield ListTable(("field", "values; what the field was named by"), rows, WIDTH)
        if len(columns) > _MAX_FIELDS:
            yield Text(f"{len(columns) - _MAX_FIELDS} more: {', '.join(columns[_MAX_FIELDS:])}")


def _group_pages(
    wrapper: Wrapper, pages: Iterable[tuple[str, Page]]
) -> dict[tuple[str, ...], dict[str, Mapping[str, str]]]:
    """Return the items of the first pages of each page class, by the columns of the class."""
    groups: dict[tuple[str, ...], dict[str, Mapping[str, str]]] = {}
    for name, page in pages:
        records = wrapper.body.fields(page)
        # A page class without fields has only its content.
        if records is not None and records.items and records.columns != ("content",):
            shown = groups.setdefault(records.columns, {})
            if len(shown) < N_PAGES:
                shown[name] = records.texts()[0]
    return groups


def _describe_columns(wrapper: Wrapper, columns: tuple[str, ...]) -> Mapping[str, str]:
    """Return what the columns of a page class were recognised by."""
    body: Any = wrapper.body
    bodies = [of.body for of in body.classes] if isinstance(body, ClassedBody) else [body]
    own = next(of for of in bodies if of.columns == columns)
    reasons: Mapping[str, str] = own.describe_columns()
    return reasons


def _make_row(name: str, reasons: Mapping[str, str], items: Iterable[Mapping[str, str]]) -> Row:
    values = [Styled(_shorten(item[name]) if name in item else "–") for item in items]
    return Row([Styled(name, "bold")], [*values, Styled(f"({reasons[name]})", "dim")])


def _shorten(text: str) -> str:
    line = replace_unprintable(" ".join(text.split()))
    return line if len(line) <= _MAX_VALUE else f"{line[: _MAX_VALUE - 1]}…"
