"""Page metadata: title, authors, dates and more, each with its source.

The core collects and chooses the values. `docs/metadata.md` lists the sources of each field in
their order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from pagecore.metadata.dates import read_date
from pagecore.page import Page
from pagecore.page.metadata import collect_metadata

#: Sources that are visible to a reader; the others are declared in the markup.
SHOWN: Final = frozenset({"time", "text beside the title"})
#: Fields that are mappings.
_MAPPINGS: Final = ("sources", "rows", "raw")
#: Date fields, and their names in the core when it could not parse the date.
_DATES: Final = (("published", "published_raw"), ("modified", "modified_raw"))


@dataclass(frozen=True)
class Metadata:
    """Page metadata. A missing value is None, or empty for fields with several values."""

    title: str | None = None
    #: People, or organisations that the page names as authors.
    authors: tuple[str, ...] = ()
    #: Date of publication in ISO 8601: a day, with time and zone if the page has them. The day is
    #: as written; it is not converted to another zone.
    published: str | None = None
    #: Date of the last change, in the same format.
    modified: str | None = None
    #: The language that the page declares, such as `en-GB`.
    language: str | None = None
    site: str | None = None
    #: The canonical URL.
    url: str | None = None
    description: str | None = None
    #: The URL of the main image.
    image: str | None = None
    tags: tuple[str, ...] = ()
    #: The URL of the licence, or its text.
    license: str | None = None
    #: Declared types: `og:type`, then types of schema.org.
    types: tuple[str, ...] = ()
    #: The source of each field: `sources["published"] == "json-ld: datePublished"`.
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)
    #: The row of the page that has each field; -1 without a row.
    rows: Mapping[str, int] = field(default_factory=dict, hash=False)
    #: Declared dates that could not be parsed, as written.
    raw: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def date(self) -> str | None:
        """The date to show: the date of publication, or a visible date of the last change."""
        if self.published is not None:
            return self.published
        return self.modified if self.sources.get("modified") in SHOWN else None

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields for pickling and copying, which cannot handle read-only mappings."""
        mappings = {name: dict(getattr(self, name)) for name in _MAPPINGS}
        return {**vars(self), **mappings}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the fields."""
        vars(self).update(state)
        for name in _MAPPINGS:
            vars(self)[name] = MappingProxyType(state[name])


def read_metadata(page: Page) -> Metadata:
    """Collect the metadata of a page."""
    return make_metadata(*collect_metadata(page))


def make_metadata(
    values: Mapping[str, Any], sources: Mapping[str, str], rows: Mapping[str, int]
) -> Metadata:
    """Make metadata from what `collect_metadata` returns."""
    values, sources, rows = dict(values), dict(sources), dict(rows)
    raw: dict[str, str] = {}
    for name, raw_name in _DATES:
        if raw_name in values:
            _read_raw_date(values, sources, rows, raw, name, raw_name)
    values["sources"] = MappingProxyType(sources)
    values["rows"] = MappingProxyType(rows)
    values["raw"] = MappingProxyType(raw)
    metadata = object.__new__(Metadata)
    # Missing fields have the defaults of the class. The constructor of a frozen dataclass sets the
    # fields one by one, which takes a third of the time that the core needs to find them.
    vars(metadata).update(values)
    return metadata


def _read_raw_date(
    values: dict[str, Any],
    sources: dict[str, str],
    rows: dict[str, int],
    raw: dict[str, str],
    name: str,
    raw_name: str,
) -> None:
    """Parse a date that the core could not parse, or put it into `raw`."""
    text, source, row = values.pop(raw_name), sources.pop(raw_name), rows.pop(raw_name)
    date = read_date(text, values.get("language"))
    if date is None:
        raw[name] = text
    else:
        values[name], sources[name], rows[name] = date, source, row
