"""Collector: the entries of a feed, cleaned for matching with pages.

The paper's collector downloads the homepage and the feed. Here both are passed in, and the
collector cleans them (section 3.2): references are decoded and runs of blanks become one.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from pagecore import _core
from pagecore.page import Page, parse
from pagecore.page.urls import join_url, split_url
from pagecore.site import UNKNOWN_URL
from pagecore.sources.feed import Feed
from pagecore.sources.feed_entry import FeedEntry

#: Limit of the entries of a feed that are compared with a page; the first ones are the newest.
MAX_ITEMS: Final = 10_000
#: Earlier dates stand for a missing one.
FIRST_DAY: Final = "1980"
_INDEX: Final = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?)$", re.IGNORECASE)
_SIMPLE: Final = re.compile(
    r"https?://([a-z0-9][a-z0-9.-]{0,250})(/[!$->@-~]{0,2000})?(?:\?([!$-~]{0,2000}))?(?:#[!-~]{0,2000})?"
)
#: The longest name of an index file with its slash, in characters.
_MAX_INDEX: Final = len("/default.aspx")
_ESCAPE: Final = re.compile("%([0-9A-Fa-f]{2})")
_OTHER: Final = re.compile(r"[^\x00-\x7f]+")
_SLASHES: Final = re.compile(r"/{2,100}")
_LENGTHS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, eq=False)
class FeedItem:
    """An entry of the feed, as it is searched for in pages."""

    #: Its place in the feed, from 0 on.
    number: int
    entry: FeedEntry

    @cached_property
    def title(self) -> str:
        """The title on one line; empty if there is none. The feed's references are decoded."""
        return " ".join((self.entry.title or "").split())

    @cached_property
    def title_key(self) -> str:
        """The letters and digits of the title."""
        return make_key(self.title)

    @cached_property
    def link(self) -> str:
        """The link in a form that can be compared; empty if there is none."""
        return compare_form((self.entry.url or "").removeprefix(UNKNOWN_URL.rstrip("/")))

    @cached_property
    def digest(self) -> int:
        """What identifies the entry: a hash of its link, or else of its title or text."""
        text = self.link or self.title_key or self.body_key
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")

    @cached_property
    def author_keys(self) -> frozenset[str]:
        """The letters of the names of the authors."""
        return frozenset(filter(None, map(make_key, self.entry.authors)))

    @cached_property
    def days(self) -> frozenset[str]:
        """The days of the entry, by ISO 8601: as the feed writes it, and in UTC."""
        written = _core.find_dates(self.date_text, "")
        texts = (written[0][0] if written else "", self.moment)
        return frozenset(text[:10] for text in texts if text >= FIRST_DAY)

    @cached_property
    def near_days(self) -> frozenset[str]:
        """The days of the entry in any time zone. A time of midnight is no time."""
        moment = self.moment
        if not moment or moment[11:19] in ("", "00:00:00"):
            return self.days
        hour = int(moment[11:13])
        steps = ([-1] if hour < 12 else []) + ([1] if hour >= 10 else [])
        return self.days | {shift_day(moment[:10], step) for step in steps}

    @property
    def date_text(self) -> str:
        """The date as the feed writes it: of publication, or else of the last change."""
        return self.entry.published_text or self.entry.modified_text or ""

    @property
    def moment(self) -> str:
        """The date of publication in UTC, or else that of the last change; empty without both."""
        moment = self.entry.published or self.entry.modified or ""
        return moment if moment >= FIRST_DAY else ""

    @cached_property
    def words(self) -> npt.NDArray[np.uint64]:
        """Digests of the words of the feed's text, in order."""
        return read_words(self.body)[1]

    @cached_property
    def body_key(self) -> str:
        """The letters and digits of the feed's text."""
        return make_key(self.body.text(0))

    @cached_property
    def body(self) -> Page:
        """The text of the feed as a page."""
        return parse(self.entry.content_html, fragment="div")


def collect_items(feed: Feed) -> list[FeedItem]:
    """List the entries of a feed that can be searched for: they have a title, a link or a text. An
    entry that is listed twice, with the same title and link or the same title and text, is one."""
    items: list[FeedItem] = []
    seen: set[tuple[str, str]] = set()
    for number, entry in enumerate(feed.entries[:MAX_ITEMS]):
        title, link, text = entry.title or "", entry.url or "", entry.content_html
        keys = {(title, value) for value in (link, text) if title and value}
        if (title or link or text) and not keys & seen:
            items.append(FeedItem(number, entry))
        seen |= keys
    return items


def read_words(page: Page) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64]]:
    """Return the row and the digest of each visible word of a page, in document order."""
    return page.word_digests((page.tag == 0) & page.visible)


def make_key(text: str) -> str:
    """Return the letters and digits of a text in a form that can be compared."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(filter(str.isalnum, folded))


def compare_form(url: str) -> str:
    """Return what two addresses of the same page have in common: host without `www.`, path without
    the name of an index file and without a slash at its end, and query. Escapes such as `%c3` have
    capital letters, and only the signs that need one have one."""
    # Most addresses have a form that takes a tenth of the time.
    if simple := _SIMPLE.fullmatch(url):
        host, path, query = simple[1], simple[2] or "", simple[3] or ""
    else:
        parts = split_url(url)
        host, path, query = parts.hostname or "", parts.path, parts.query
    if "." in path[-_MAX_INDEX:]:
        path = _INDEX.sub("/", path)
    if "//" in path:
        path = _SLASHES.sub("/", path)
    if "%" in url or not url.isascii():
        path, query = (
            _ESCAPE.sub(_write_escape, _OTHER.sub(_escape, part)) for part in (path, query)
        )
    path = path.rstrip("/")
    host = host.removeprefix("www.")
    query = f"?{query}" if query else ""
    return f"{host}{path}{query}" if host or path or query else ""


def _escape(text: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in text[0].encode(errors="replace"))


def _write_escape(escape: re.Match[str]) -> str:
    sign = chr(int(escape[1], 16))
    is_plain = sign.isascii() and (sign.isalnum() or sign in "-._~")
    return sign if is_plain else escape[0].upper()


def is_same_page(form: str, other: str) -> bool:
    """Whether two links, in the form that can be compared, lead to the same page. A blog may have
    moved to another host since, or the host of a page may not be known."""
    if form == other:
        return bool(form)
    path, other_path = (link[link.find("/") :] if "/" in link else "" for link in (form, other))
    return len(path) > 1 and path == other_path


def resolve_link(page: Page, reference: str) -> str | None:
    """Resolve a link of a page; None if it is not a web address. Of a page whose address is not
    known, a relative link is returned as it is, from the root."""
    url = join_url(page.base or UNKNOWN_URL, reference.strip())
    if url is None or not url.startswith(("http://", "https://")):
        return None
    return url.removeprefix(UNKNOWN_URL.rstrip("/")) if url.startswith(UNKNOWN_URL) else url


def shift_day(day: str, step: int) -> str:
    """Return the day before (-1) or after (1) a day of the calendar."""
    year, month, date = int(day[:4]), int(day[5:7]), int(day[8:10]) + step
    if date < 1:
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)
        date = count_days(year, month)
    elif date > count_days(year, month):
        year, month, date = (year, month + 1, 1) if month < 12 else (year + 1, 1, 1)
    return f"{year:04}-{month:02}-{date:02}"


def count_days(year: int, month: int) -> int:
    """Return the number of days of a month."""
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return 29 if month == 2 and is_leap else _LENGTHS[month - 1]
