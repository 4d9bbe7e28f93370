"""What a page says about itself: title, authors, dates and more, each with where it was found.

The core collects and chooses; here the fields get their names. `docs/metadata.md` tells the sources
of each field and their order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from pagecore.metadata.dates import read_date
from pagecore.page import Page
from pagecore.page.metadata import collect_metadata

#: Sources that a reader sees; the others are declared in the markup.
SHOWN: Final = frozenset({"time", "text beside the title"})
#: Dates, and what the core calls those that it could not read.
_DATES: Final = (("published", "published_raw"), ("modified", "modified_raw"))


@dataclass(frozen=True)
class Metadata:
    """What a page says about itself; what it does not say is None, or empty where there may be
    several."""

    title: str | None = None
    #: People, or organisations where the page names such as the author.
    authors: tuple[str, ...] = ()
    #: When it was published, as ISO 8601 has it: a day, with a time and its zone where they are
    #: given. The day is the one that is written; nothing is converted to another zone.
    published: str | None = None
    #: When it was changed last, likewise.
    modified: str | None = None
    #: The language that the page declares, such as `en-GB`.
    language: str | None = None
    site_name: str | None = None
    #: The canonical URL.
    url: str | None = None
    description: str | None = None
    #: The URL of the image that stands for the page.
    image: str | None = None
    tags: tuple[str, ...] = ()
    #: The URL of the licence, or its text.
    license: str | None = None
    #: What the page says that it is: its `og:type`, then types of schema.org.
    types: tuple[str, ...] = ()
    #: Where each field was found: `sources["published"] == "json-ld: datePublished"`.
    sources: Mapping[str, str] = field(default_factory=dict, hash=False)
    #: The row of the page that has it; -1 where no row has.
    rows: Mapping[str, int] = field(default_factory=dict, hash=False)
    #: Dates that are declared and could not be read, as they are written.
    raw: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def date(self) -> str | None:
        """The date to show: when it was published, else when it was changed, where the page itself
        shows that date."""
        if self.published is not None:
            return self.published
        return self.modified if self.sources.get("modified") in SHOWN else None


def metadata_of(page: Page) -> Metadata:
    """Collect the metadata of a page."""
    values, sources, rows = collect_metadata(page)
    raw: dict[str, str] = {}
    for name, unread in _DATES:
        if unread in values:
            _read(values, sources, rows, raw, name, unread)
    values["sources"] = MappingProxyType(sources)
    values["rows"] = MappingProxyType(rows)
    values["raw"] = MappingProxyType(raw)
    about = object.__new__(Metadata)
    # What is not found is the class's own None. Setting field by field, as a frozen dataclass does,
    # takes a third of the time that the core needs to find them.
    vars(about).update(values)
    return about


def _read(
    values: dict[str, Any],
    sources: dict[str, str],
    rows: dict[str, int],
    raw: dict[str, str],
    name: str,
    unread: str,
) -> None:
    """Put a date that the core could not read where it belongs: read, or raw."""
    text, source, row = values.pop(unread), sources.pop(unread), rows.pop(unread)
    date = read_date(text, values.get("language"))
    if date is None:
        raw[name] = text
    else:
        values[name], sources[name], rows[name] = date, source, row
