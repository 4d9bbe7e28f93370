"""Precision of `wtm`: which records of a page are entries of the blog.

The entries of a blog are those of its feed and the older ones of the collection. A record that is
none of them is *false* if it cannot be one: it has no link, date or text, although others have a
link; it leads to a place in a page, to another host, to a page that lists entries or to one of
another kind by its name; or, on a homepage, the feed has no entry between those around it. Other
records may be entries that the feed no longer lists: they are counted apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

from pagecore.errors import WrapperError
from pagecore.page import Page
from pagecore.sites.feed_rules.collector import compare_form, make_key
from pagecore.sites.feed_rules.page_view import PageView
from pagecore.wrapper import Wrapper
from tools.wtm_blogs import Blog

#: The pages that records are judged on.
KINDS: Final = {
    "homes": "homepages",
    "lists": "other pages that list entries",
    "entries": "pages of entries that were not learned from",
    "older": "pages of older entries",
}
#: What a record is.
VERDICTS: Final = ("right", "unlisted", "repeated", "false")
#: Names in addresses of pages that are no entries.
_OTHER: Final = re.compile(
    r"/(?:about|archives?|authors?|categor(?:y|ies)|contact|feed|imprint|login|page|rss|search"
    r"|tags?)(?:/|\.html?$|$)"
)


class Verdict(NamedTuple):
    """A record of a page, and what it is."""

    blog: str
    kind: str
    page: str
    #: Title or link.
    name: str
    verdict: str
    reason: str = ""


class PageReading(NamedTuple):
    """The records of a page."""

    #: Whether the wrapper fits the page.
    is_read: bool
    verdicts: list[Verdict]
    #: Entries of the feed whose title and link are both on the page, and those that were read.
    n_known: int
    n_found: int


class KnownEntries:
    """The entries of a blog that are known."""

    def __init__(self, blog: Blog) -> None:
        self.blog = blog

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers of the feed's entries by link and by title."""
        numbers: dict[str, int] = {}
        for item in reversed(self.blog.items):
            for name in (item.link, item.title_key):
                if name:
                    numbers[name] = item.number
        return numbers

    @cached_property
    def older(self) -> frozenset[str]:
        """The links of older entries."""
        return frozenset(compare_form(of["url"]) for of in self.blog.about["older_entries"])

    @cached_property
    def lists(self) -> frozenset[str]:
        """The addresses of pages that list entries."""
        urls = [of["url"] for of in self.blog.about["lists"]]
        return frozenset(map(compare_form, [self.blog.about["home_url"], *urls]))

    @cached_property
    def has_odd_names(self) -> bool:
        """Whether most entries have addresses that other pages usually have."""
        n_odd = sum(_OTHER.search(item.link) is not None for item in self.blog.items)
        return n_odd > len(self.blog.items) / 2

    def find(self, record: Mapping[str, str]) -> str | int | None:
        """Return what identifies the entry of a record; None if it is not known."""
        link, key = compare_form(record.get("link", "")), make_key(record.get("title", ""))
        if link in self.numbers:
            return self.numbers[link]
        if link in self.older:
            return link
        return self.numbers.get(key)


def judge_page(
    blog: Blog, known: KnownEntries, wrapper: Wrapper, page: Page, kind: str
) -> PageReading:
    """Judge the records of a page."""
    view = PageView(page)
    present = {
        item.number
        for item in blog.items
        if any(page.name(row) == "a" for row in view.links.get(item.link, []))
        and next(view.find_key(item.title_key, 1), None) is not None
    }
    try:
        records = wrapper.fields(page).texts()
    except WrapperError:
        return PageReading(False, [], len(present), 0)
    if kind in ("entries", "older"):
        judged = list(judge_single(known, page, records))
    else:
        judged = list(judge_list(known, page, records, is_home=kind == "homes"))
    numbers = {known.find(record) for record in records}
    place = page.url or ""
    verdicts = [
        Verdict(blog.folder.name, kind, place, of.get("title") or of.get("link", ""), *verdict)
        for of, verdict in zip(records, judged, strict=True)
    ]
    return PageReading(True, verdicts, len(present), len(present & numbers))


def judge_list(
    known: KnownEntries, page: Page, records: Sequence[Mapping[str, str]], *, is_home: bool
) -> Iterator[tuple[str, str]]:
    """Yield what each record of a list is, and why. Other lists than a homepage may have another
    order than the feed."""
    found = [known.find(record) for record in records]
    has_links = any("link" in record for record in records)
    seen: set[str | int] = set()
    for at, (record, own) in enumerate(zip(records, found, strict=True)):
        if own is not None:
            yield ("repeated" if own in seen else "right", "")
            seen.add(own)
        elif reason := _explain_false(known, page, record, has_links=has_links) or (
            _explain_place(found, at) if is_home else ""
        ):
            yield "false", reason
        else:
            yield "unlisted", ""


def judge_single(
    known: KnownEntries, page: Page, records: Sequence[Mapping[str, str]]
) -> Iterator[tuple[str, str]]:
    """Yield what each record of the page of an entry is, and why: the first is its entry."""
    address = compare_form(page.url or "")
    for at, record in enumerate(records):
        link = compare_form(record.get("link", ""))
        if at:
            yield "false", "the page has one entry"
        elif (
            link and link != address and known.find({"link": link}) != known.find({"link": address})
        ):
            yield "false", "the link leads to another page"
        elif address in known.numbers and known.find(record) not in (None, known.numbers[address]):
            yield "false", "the title is that of another entry"
        else:
            yield "right", ""


def _explain_false(
    known: KnownEntries, page: Page, record: Mapping[str, str], *, has_links: bool
) -> str:
    """Say why a record cannot be an entry; empty if it can. Other records may have links."""
    link = compare_form(record.get("link", ""))
    if not link:
        # Rules without links say nothing about a title alone.
        is_bare = has_links and not record.keys() & {"date", "body"}
        return "no link, date or text" if is_bare or not record.get("title") else ""
    if "#" in record["link"]:
        return "the link leads to a place in a page"
    hosts = {compare_form(page.url or "").partition("/")[0]}
    hosts |= {item.link.partition("/")[0] for item in known.blog.items}
    if link.partition("/")[0] not in hosts:
        return "the link leads to another host"
    if link in known.lists:
        return "the link leads to a page that lists entries"
    is_other = _OTHER.search(link) is not None and not known.has_odd_names
    return "the link leads to a page of another kind" if is_other else ""


def _explain_place(found: Sequence[str | int | None], at: int) -> str:
    """Say whether the feed has no entry between those around a record."""
    before = next((of for of in reversed(found[:at]) if isinstance(of, int)), None)
    after = next((of for of in found[at + 1 :] if isinstance(of, int)), None)
    if before is not None and after is not None and abs(before - after) == 1:
        return "the feed has no entry between those around it"
    return ""


def judge_blog(
    blog: Blog, wrapper: Wrapper | str, kinds: Sequence[str] = tuple(KINDS)
) -> dict[str, list[PageReading]]:
    """Judge the records of the pages of a blog, by kind."""
    if isinstance(wrapper, str):
        return {}
    pages = {
        "homes": [blog.read_home()],
        "lists": list(blog.read_lists()),
        "entries": [page for page, _ in list(blog.read_entries())[1::2]],
        "older": list(blog.read_older()),
    }
    known = KnownEntries(blog)
    return {
        kind: [judge_page(blog, known, wrapper, page, kind) for page in pages[kind]]
        for kind in kinds
    }


def summarise_readings(readings: Sequence[PageReading]) -> dict[str, Any]:
    """Count the records of pages by what they are."""
    counts = Counter(of.verdict for reading in readings for of in reading.verdicts)
    reasons = Counter(
        of.reason for reading in readings for of in reading.verdicts if of.verdict == "false"
    )
    return {
        "pages": len(readings),
        "read": sum(reading.is_read for reading in readings),
        **{verdict: counts[verdict] for verdict in VERDICTS},
        "reasons": dict(reasons.most_common()),
        "known": sum(reading.n_known for reading in readings),
        "found": sum(reading.n_found for reading in readings),
    }
