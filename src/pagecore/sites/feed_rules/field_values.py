"""The values of fields: how a row is read, and whether a value is that of an entry of the feed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pagecore.page import Page
from pagecore.sites.feed_rules.collector import (
    FeedItem,
    compare_form,
    is_same_page,
    make_key,
    resolve_link,
)
from pagecore.sites.feed_rules.page_source import MAX_LINE
from pagecore.sites.feed_rules.page_view import PageView, Years, read_day, read_row_date
from pagecore.sites.feed_rules.units import Unit

#: A shortened title has at least this share of the letters of the whole one.
MIN_TITLE: Final = 0.5
_ELLIPSES: Final = ("…", "...", "[…]", "[...]")


def read_value(
    page: Page, row: int, field: str, language: str = "", years: Years | None = None
) -> str | None:
    """Read the value of a field from a row; None if the row has none.

    Args:
        page: the page.
        row: the row.
        field: the name of the field.
        language: decides the order of day and month.
        years: the years in texts of the page, for dates without one.
    """
    if field == "link":
        reference = (page.get(row, "href") or "").strip()
        # A link to `#` opens a menu, and leads nowhere.
        return None if reference == "#" else resolve_link(page, reference)
    if field == "date":
        return read_date(page, row, language, years or Years(page))
    text = " ".join(page.text(row).split())
    return text if text and len(text) <= MAX_LINE else None


def read_date(page: Page, row: int, language: str, years: Years) -> str | None:
    """Read the day of a row: its `datetime`, or the first date in its text."""
    if page.tag[row] == 0:
        return read_row_date(page, row, language, years)
    value = page.get(row, "datetime")
    if value and (day := read_day(value, language)):
        return day
    texts: list[str] = []
    for at in range(row, min(int(page.end[row]), row + 40)):
        if page.tag[at] == 0:
            texts.append(page.text(at))
    return read_day(" ".join(texts), language)


def is_right(item: FeedItem, field: str, value: str) -> bool:
    """Whether a value is that of an entry."""
    if field == "title":
        return is_title(item, value)
    if field == "link":
        return is_same_page(item.link, compare_form(value))
    if field == "date":
        return value[:10] in item.near_days
    key = make_key(value)
    return bool(key) and key in item.author_keys


def is_title(item: FeedItem, value: str) -> bool:
    """Whether a text is the title of an entry, or one that was shortened."""
    key = make_key(value)
    if key == item.title_key:
        return bool(key)
    return is_shortened(value, item.title) or is_shortened(item.title, value)


def is_shortened(short: str, whole: str) -> bool:
    """Whether a text is the beginning of another one, with an ellipsis at its end."""
    cut = next((short[: -len(sign)] for sign in _ELLIPSES if short.rstrip().endswith(sign)), None)
    key = make_key(cut or "")
    return len(key) >= 8 and make_key(whole).startswith(key)


def is_other_title(item: FeedItem, value: str) -> bool:
    """Whether a text is a part of the title of an entry, or the title a part of it."""
    short, long = sorted((make_key(value), item.title_key), key=len)
    return len(short) >= max(4, MIN_TITLE * len(long)) and short in long


def list_right_rows(view: PageView, unit: Unit, item: FeedItem, field: str) -> Iterator[int]:
    """Yield the rows of a unit whose value of a field is that of an entry."""
    if field == "link":
        rows = view.find_links(item)
        yield from (row for row in rows if unit.first <= row < unit.stop)
    elif field == "date":
        days = view.dates
        # The day of the feed is better than a day in another time zone.
        exact = [row for row in days if unit.first <= row < unit.stop and days[row] in item.days]
        near = [
            row for row in days if unit.first <= row < unit.stop and days[row] in item.near_days
        ]
        yield from exact or near
    elif field == "title":
        runs = list(list_runs(view, unit, [item.title_key]))
        yield from runs or list_other_titles(view, unit, item)
    else:
        yield from list_runs(view, unit, sorted(item.author_keys))


def list_runs(view: PageView, unit: Unit, keys: list[str]) -> Iterator[int]:
    """Yield the elements of a unit that have exactly one of these texts, the lowest first; the text
    itself if no element has it alone."""
    page = view.page
    for key in keys:
        for first, last in view.find_key(key, 50):
            if not unit.first <= first <= last < unit.stop:
                continue
            row = int(page.parent[first])
            while row >= 0 and page.end[row] <= last:
                row = int(page.parent[row])
            if view.count_key(row) > len(key):
                if first == last:
                    yield first
                continue
            while row >= unit.first and view.count_key(row) == len(key):
                yield row
                row = int(page.parent[row])


def list_other_titles(view: PageView, unit: Unit, item: FeedItem) -> Iterator[int]:
    """Yield links to an entry, and headings in its unit, with a part of its title or more."""
    page = view.page
    rows = [row for row in view.find_links(item) if page.name(row) == "a"]
    rows += [row for row in view.headings if row not in rows]
    for row in rows:
        if unit.first <= row < unit.stop:
            value = read_value(page, row, "title")
            if value and (is_title(item, value) or is_other_title(item, value)):
                yield row
