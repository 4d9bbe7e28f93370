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

#: Sources that a reader sees; the others are declared in the markup.
SHOWN: Final = frozenset({"time", "text beside the title"})
#: Fields that hold several values.
_SEVERAL: Final = ("authors", "tags", "types")


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
    values: dict[str, Any] = {}
    sources: dict[str, str] = {}
    rows: dict[str, int] = {}
    raw: dict[str, str] = {}
    found = {name: (texts, source, row) for name, texts, source, row in _found(page)}
    for name, (texts, source, row) in found.items():
        text: str | None = texts[0]
        if name.endswith("_raw"):
            name = name.removesuffix("_raw")
            language = found["language"][0][0] if "language" in found else None
            text = read_date(texts[0], language)
            if text is None:
                raw[name] = texts[0]
                continue
        values[name] = tuple(texts) if name in _SEVERAL else text
        sources[name], rows[name] = source, row
    told: dict[str, Any] = {"sources": sources, "rows": rows, "raw": raw}
    values.update((name, MappingProxyType(each)) for name, each in told.items())
    return Metadata(**values)


def _found(page: Page) -> list[tuple[str, list[str], str, int]]:
    """Name, values, source and row of the fields that the core found."""
    return page._table.metadata(page.url)
