"""The collector: entries of a feed in forms that can be compared with pages."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagecore import Feed
from pagecore.sites.feed_rules.collector import (
    FeedItem,
    collect_items,
    compare_form,
    make_key,
    shift_day,
)

ADDRESSES = [
    # two addresses of the same page
    ("https://a.example/x",              "http://www.a.example/x/"),
    ("https://a.example/x/index.html",   "https://a.example/x/"),
    ("https://a.example//x",             "https://a.example/x#top"),
    ("https://A.example/",               "https://a.example"),
    ("https://a.example/x/?p=2",         "https://a.example/x?p=2"),
    ("https://a.example/%e7%b5%8c/",     "https://a.example/%E7%B5%8C"),
    ("https://a.example/%e7%b5%8c/",     "https://a.example/経"),
    ("https://a.example/%7Ejo/?q=%2c",   "https://a.example/~jo?q=%2C"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ADDRESSES)
def test_addresses_of_the_same_page_are_equal(one: str, other: str) -> None:
    assert compare_form(one) == compare_form(other) != ""


@pytest.mark.parametrize("other", ["https://a.example/x?p=2", "https://b.example/x", "/x", ""])
def test_other_addresses_are_not(other: str) -> None:
    assert compare_form("https://a.example/x") != compare_form(other)


def test_keys_are_letters_and_digits() -> None:
    assert make_key("C++ – “the” Café, №1") == "cthecaféno1"
    assert make_key("…") == ""


@given(st.dates(datetime.date(1990, 1, 2), datetime.date(2090, 1, 1)), st.sampled_from([-1, 1]))
def test_days_of_the_calendar(day: datetime.date, step: int) -> None:
    assert shift_day(day.isoformat(), step) == (day + datetime.timedelta(step)).isoformat()


def make_item(date: str) -> FeedItem:
    feed = f"<rss version='2.0'><channel><item><title>A</title><pubDate>{date}</pubDate></item>"
    (item,) = collect_items(Feed.read(f"{feed}</channel></rss>".encode()))
    return item


DAYS = [
    # date of the feed                   days                          in another time zone
    ("Fri, 22 Jul 2005 16:24:55 -0400",  {"2005-07-22"},               {"2005-07-23"}),
    ("Fri, 22 Jul 2005 22:24:55 -0400",  {"2005-07-22", "2005-07-23"}, set()),
    ("Fri, 22 Jul 2005 00:00:00 +0000",  {"2005-07-22"},               set()),
    ("Fri, 22 Jul 2005 03:00:00 +0000",  {"2005-07-22"},               {"2005-07-21"}),
    ("Mon, 01 Jan 0001 00:00:00 +0000",  set(),                        set()),
]  # fmt: skip


@pytest.mark.parametrize(("date", "days", "near"), DAYS)
def test_days_are_those_of_the_feed_and_of_other_time_zones(
    date: str, days: set[str], near: set[str]
) -> None:
    item = make_item(date)
    assert item.days == days
    assert item.near_days >= days | near


def test_entries_without_anything_are_left_out() -> None:
    feed = b"<rss version='2.0'><channel><item/><item><title>A</title></item></channel></rss>"
    assert [item.number for item in collect_items(Feed.read(feed))] == [1]


TITLES = [
    # as the feed writes it                         as it is searched for
    ("<title>Using &amp;nbsp; in HTML</title>",     "Using &nbsp; in HTML"),
    ("<title>R&amp;D\n in  May</title>",             "R&D in May"),
    ("<title type='html'>R&amp;amp;amp;D</title>",  "R&amp;D"),
]  # fmt: skip


@pytest.mark.parametrize(("written", "title"), TITLES)
def test_references_of_titles_are_decoded_once(written: str, title: str) -> None:
    feed = f"<feed xmlns='http://www.w3.org/2005/Atom'><entry><id>a</id>{written}</entry></feed>"
    (item,) = collect_items(Feed.read(feed.encode()))
    assert item.title == title
