"""Which units of a page are entries [ours]: what every learned entry had says so.

A pattern of rows may also match a menu, a heading inside a text, or a list of categories.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from pagecore.page import Page
from pagecore.sites.feed_rules.collector import compare_form, is_same_page, make_key
from pagecore.sites.feed_rules.link_forms import LinkForms, split_link
from pagecore.sites.feed_rules.page_source import Entry, Value
from pagecore.sites.feed_rules.units import Unit

#: Share of the learned entries with a field that entries always have, if there are so many.
USUAL: Final = 0.9
MIN_LEARNED: Final = 3
#: A text with a larger share of its characters in links is a list of links.
_MAX_LINKED: Final = 0.5


@dataclass(frozen=True)
class EntryChecks:
    """What the entries of a page kind have."""

    page: Page
    #: Fields that nearly all learned entries had.
    usual: frozenset[str]
    links: LinkForms | None
    #: Whether every link must have a known form, because nothing else says what an entry is.
    is_strict: bool = False
    _forms: dict[str, str] = field(default_factory=dict)

    @cached_property
    def _address(self) -> str:
        """The address of the page, in the form that can be compared."""
        return compare_form(self.page.address or "")

    @cached_property
    def _host(self) -> str:
        return split_link(self._address)[0]

    def _get_link(self, entry: Entry) -> str:
        """Return the link of an entry in the form that can be compared; empty without one."""
        return self._get_form(entry["link"].text) if "link" in entry else ""

    def _get_form(self, url: str) -> str:
        form = self._forms.get(url)
        if form is None:
            form = self._forms[url] = compare_form(url)
        return form

    def has_name(self, entry: Entry) -> bool:
        """Whether an entry has a title or a link, if all entries have one."""
        return not self.usual & {"title", "link"} or bool(entry.keys() & {"title", "link"})

    def is_entry(self, entry: Entry) -> bool:
        """Whether a unit of a list is an entry: a link of another form needs all other fields, and
        a date or a text."""
        if not entry.keys() & {"title", "body", "link"} or not self.has_name(entry):
            return False
        if "link" not in entry:
            is_usual = "link" in self.usual
            return not is_usual or bool(self._list_held(entry) & {"date", "body"})
        if self.is_own_link(entry["link"]):
            return True
        held = self._list_held(entry)
        return not self.is_strict and self.usual <= held and bool(held & {"date", "body"})

    def is_own_link(self, link: Value) -> bool:
        """Whether a link may be that of an entry. A place in a page is that of a comment."""
        form = self._get_form(link.text)
        if not form or self.links is None:
            return True
        return "#" not in link.text and not self.links.is_foreign(form, self._host)

    def drop_repeated(self, entries: Sequence[Entry]) -> list[Entry]:
        """Drop entries with the link of another one that have no other title and fewer fields; a
        page may list an entry twice. Without a link, nothing is dropped."""
        links = list(map(self._get_link, entries))
        if len(set(links)) == len(links):
            return list(entries)
        best: dict[str, int] = {}
        for at, link in enumerate(links):
            if link and (link not in best or len(entries[at]) > len(entries[best[link]])):
                best[link] = at
        return [
            entry
            for at, entry in enumerate(entries)
            if (other := best.get(links[at], at)) == at
            or _get_key(entry) not in ("", _get_key(entries[other]))
        ]

    def explain_single(self, entry: Entry) -> str:
        """Return why a page is not that of a single entry; empty if it is."""
        held = self._list_held(entry)
        lost = [name for name in ("title", "date", "body") if name in self.usual - held]
        address = self._address
        is_foreign = (
            self.links is not None and bool(address) and not self.links.may_be_address(address)
        )
        if len(lost) > 1 or (lost and is_foreign):
            return f"it has no {' or '.join(lost)}, as nearly all learned ones have"
        if is_foreign and "body" in entry and self._is_linked(entry["body"]):
            return "its text is a list of links, and its address is not that of an entry"
        # A list of pages links to pages of its own host; a text links to any.
        is_in_text = split_link(self._get_link(entry))[0] not in ("", self._host)
        is_whole = is_in_text and self.usual - {"link"} <= held
        if "link" in self.usual and self._has_other_link(entry) and not is_whole:
            return "it links to another page, whose address is not that of an entry"
        return ""

    def drop_other_link(self, entry: Entry) -> Entry:
        """Drop the link of a single entry if it is that of another page, which is no entry."""
        if "link" not in self.usual or not self._has_other_link(entry):
            return entry
        return {name: value for name, value in entry.items() if name != "link"}

    def _has_other_link(self, entry: Entry) -> bool:
        """Whether the link of an entry leads to another page, which is no entry."""
        link = self._get_link(entry)
        if self.links is None or not link or not self._address:
            return False
        return not is_same_page(link, self._address) and self.links.is_foreign(link, self._host)

    def _list_held(self, entry: Entry) -> set[str]:
        """List the fields of an entry; a body without a text is none."""
        n_chars = self.page.chars
        held = set(entry)
        if "body" in held and not any(n_chars[row] for row in entry["body"].rows):
            held.remove("body")
        return held

    def _is_linked(self, body: Value) -> bool:
        page, rows = self.page, list(body.rows)
        is_linked = page.above(page.is_tag("a")) >= 0
        n_chars = page.chars[rows]
        return bool(n_chars[is_linked[rows]].sum() > _MAX_LINKED * n_chars.sum())


def join_ranges(units: Sequence[Unit], is_named: Sequence[bool]) -> list[Unit]:
    """Join ranges without a title and a link to the entry before them, if another entry follows:
    they begin at a heading inside its text."""
    last = max((at for at, is_own in enumerate(is_named) if is_own), default=-1)
    joined: list[Unit] = []
    for at, (unit, is_own) in enumerate(zip(units, is_named, strict=True)):
        is_inside = bool(joined) and at < last and joined[-1].stop == unit.first
        if not is_own and is_inside:
            joined[-1] = Unit(joined[-1].first, unit.stop)
        else:
            joined.append(unit)
    return joined


def _get_key(entry: Entry) -> str:
    return make_key(entry["title"].text) if "title" in entry else ""
