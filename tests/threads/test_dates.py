"""Dates of posts: found in texts as written, and read as ISO 8601."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore.threads.date_reading import read_published
from pagecore.threads.date_texts import find_date

NOW = np.datetime64("2020-05-03T12:00", "s")

CASES = [
    # text                                 date as written              in ISO 8601
    ("Posted 2019-09-29 10:46:47",         "2019-09-29 10:46:47",       "2019-09-29T10:46:47"),
    ("by Ann » Thu Feb 09, 2017 5:04 pm",  "Thu Feb 09, 2017 5:04 pm",  "2017-02-09T17:04"),
    ("ESPAÑA 10-August-2011 20:18",        "10-August-2011 20:18",      "2011-08-10T20:18"),
    ("14. Juni 2020 um 10:23 Uhr",         "14. Juni 2020 um 10:23 Uhr", "2020-06-14T10:23"),
    ("16 mars 2020 à 10h30",               "16 mars 2020 à 10h30",      "2020-03-16T10:30"),
    ("2019年8月3日 12:00",                 "2019年8月3日 12:00",        "2019-08-03T12:00"),
    ("Sat, Jun 18 '05, 10:24 AM",          "Sat, Jun 18 '05, 10:24 AM", "2005-06-18T10:24"),
    ("26.04.20",                           "26.04.20",                  "2020-04-26"),
    ("September 2019",                     "September 2019",            "2019-09"),
    ("March 30",                           "March 30",                  "2020-03-30"),
    ("Thursday 23rd April",                "Thursday 23rd April",       "2020-04-23"),
    ("9:00am On Apr 24",                   "9:00am On Apr 24",          "2020-04-24T09:00"),
    ("December 24",                        "December 24",               "2019-12-24"),
    ("3 hours ago",                        "3 hours ago",               "2020-05-03T09:00"),
    ("an hour ago",                        "an hour ago",               "2020-05-03T11:00"),
    ("vor 3 Stunden",                      "vor 3 Stunden",             "2020-05-03T09:00"),
    ("vor einer Stunde",                   "vor einer Stunde",          "2020-05-03T11:00"),
    ("il y a 2 jours",                     "il y a 2 jours",            "2020-05-01"),
    ("hace 5 días",                        "hace 5 días",               "2020-04-28"),
    ("2 weken geleden",                    "2 weken geleden",           "2020-04-19"),
    ("Gestern, 12:30",                     "Gestern, 12:30",            "2020-05-02T12:30"),
    ("Today at 5:00 PM",                   "Today at 5:00 PM",          "2020-05-03T17:00"),
    ("It was here on Thu., May 7, 2020",   "Thu., May 7, 2020",         "2020-05-07"),
    ("page 2 of it, on Sunday 3 May 2020", "Sunday 3 May 2020",         "2020-05-03"),
    ("12 Likes",                           None,                        None),
    ("version 1.2.3",                      None,                        None),
    ("I saw 3 boats",                      None,                        None),
    ("Ada 3",                              None,                        None),
    ("by Eljan 5",                         None,                        None),
    ("by Eljan 5, on Jan 7",               "Jan 7",                     "2020-01-07"),
    ("ELJAN 5",                            None,                        None),
    ("AdaJan 5",                           "Jan 5",                     "2020-01-05"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "written", "published"), CASES, ids=[case[0] for case in CASES])
def test_dates(text: str, written: str | None, published: str | None) -> None:
    assert find_date(text) == written
    if written is not None:
        assert read_published(written, "", NOW) == published


@pytest.mark.parametrize("text", ["3 hours ago", "March 30", "yesterday, 10:30"])
def test_relative_dates_need_a_reference_time(text: str) -> None:
    assert read_published(text, "") is None


@pytest.mark.parametrize("text", ["", "99999 years ago", "30 February", "31.31.31", "0 ago", "::"])
def test_nonsense_is_no_date(text: str) -> None:
    assert read_published(text, "", NOW) is None


def test_the_language_decides_the_order_of_day_and_month() -> None:
    assert read_published("03/04/2020", "en-US") == "2020-03-04"
    assert read_published("03/04/2020", "fr") == "2020-04-03"
