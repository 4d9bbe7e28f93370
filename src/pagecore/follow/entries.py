"""Entries of list pages: the items of their records, each recognised by its link."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Final

from pagecore.page import Page
from pagecore.page.urls import join_url
from pagecore.pagination.pager_links import normalise_address
from pagecore.records import Records

#: The column with the link of an entry.
LINK: Final = "link"
#: The column that says that the body is an excerpt.
PARTIAL: Final = "partial"
#: The columns of a short entry.
_SHORT: Final = frozenset({"title", LINK})
#: Places on the page of an entry; other fragments tell the entries of one page apart.
_PLACES: Final = re.compile(r"(?:more|comment|kommentar|respond|disqus|top)", re.IGNORECASE)

#: An entry: its values by column. The link is absolute.
Entry = dict[str, str]


def list_entries(page: Page, records: Records) -> list[Entry]:
    """Return the items of a page as entries, without those that have no value."""
    entries = []
    for item in records.texts():
        if LINK in item:
            link = join_url(page.base, item[LINK].strip())
            item = {**item, LINK: item[LINK] if link is None else link}
        if any(map(str.strip, item.values())):
            entries.append(item)
    return entries


def make_key(entry: Mapping[str, str]) -> str:
    """Return what identifies an entry: its link, or else all its values."""
    link = entry.get(LINK, "").strip()
    if not link:
        values = json.dumps(entry, sort_keys=True).encode(errors="replace")
        return hashlib.blake2b(values, digest_size=16).hexdigest()
    fragment = link.partition("#")[2]
    key = normalise_address(link)
    return f"{key}#{fragment}" if fragment and not _PLACES.match(fragment) else key


def find_short(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """Find the entries of a page that have a title and a link only, where others have more, such as
    those of a list of recent entries beside the texts. Another page may have them whole."""
    is_long = {key: bool(entry.keys() - _SHORT) for key, entry in entries.items()}
    if not any(is_long.values()):
        return {}
    return {key: entry for key, entry in entries.items() if LINK in entry and not is_long[key]}


def merge_entry(entry: Entry, page: Page, records: Records) -> Entry | None:
    """Add the values of an entry's own page; None if the page has no item for it.

    The values of the page replace those of the list, but for the link. If the page has several
    items, the one with the link of the entry is used.
    """
    items = list_entries(page, records)
    if len(items) > 1:
        items = [item for item in items if make_key(item) == make_key(entry)]
    if not items:
        return None
    values = {name: text for name, text in items[0].items() if text.strip() and name != LINK}
    if "body" in values:
        # The list may have an excerpt, and the page of the entry has the whole text.
        entry = {name: text for name, text in entry.items() if name != PARTIAL}
    return {**entry, **values}
