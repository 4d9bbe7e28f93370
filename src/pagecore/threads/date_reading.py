"""Read the date of a post as ISO 8601: absolute, without a year, or relative to a given time."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from pagecore._core import find_dates as find_absolute
from pagecore.threads.date_texts import AGE, DAYS, ONE, RELATIVE, read_month, read_unit

_TIME: Final = re.compile(r"(\d{1,2})[:h](\d\d)(?::(\d\d))?\s?(?:([ap])\.?m\b)?", re.IGNORECASE)
_SECONDS: Final = re.compile(r":\d\d:\d\d")
_AMOUNT: Final = re.compile(rf"(\d{{1,4}}|\b(?:{ONE})\b)\s?([^\W\d_]{{1,12}})", re.IGNORECASE)
_DAY_MONTH: Final = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:de\s+)?([^\W\d_]{3,12})"
    r"|([^\W\d_]{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?!\d)"
)
_MONTH_YEAR: Final = re.compile(r"([^\W\d_]{3,12})\.?\s+((?:19|20)\d\d)\b")
_SHORT_YEAR: Final = re.compile(r"['’](\d\d)\b")
_SHORT_NUMBERS: Final = re.compile(r"(?<!\d)(\d{1,2})([./-])(\d{1,2})\2(\d\d)(?!\d)")
#: Names of days, such as "yesterday", the longest first.
_NAMED_DAY: Final = re.compile(
    rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(DAYS, key=len, reverse=True)))})(?!\w)"
)
_DAY: Final = 86400
#: Longer times are no dates of posts: a hundred years.
_MAX_SECONDS: Final = 3_155_695_200


def read_published(text: str, language: str, now: np.datetime64 | None = None) -> str | None:
    """Read a date, with its time of day if there is one.

    Args:
        text: the date as written.
        language: the language of the page, which decides the order of day and month; may be empty.
        now: the reference time for relative dates and dates without a year; without it they are
            None.

    Returns:
        ISO 8601, as precise as the text: `2024-05`, `2024-05-01` or `2024-05-01T18:30`. A time
        zone is kept if it is written.
    """
    plain = _SHORT_YEAR.sub(lambda m: f" {_expand_year(m[1])}", text)
    plain = _SHORT_NUMBERS.sub(lambda m: f"{m[1]}{m[2]}{m[3]}{m[2]}{_expand_year(m[4])}", plain)
    dates = find_absolute(plain, language) or find_absolute(plain, "en")
    if dates:
        moment = str(dates[0][0])
        if "T" not in moment:
            return _add_time(moment, plain)
        return moment if _SECONDS.search(plain) else re.sub(r"(T\d\d:\d\d):00", r"\1", moment)
    if (match := _MONTH_YEAR.search(plain)) and (month := read_month(match[1])):
        return f"{match[2]}-{month:02}"
    return None if now is None else _read_relative(plain, now)


def _expand_year(digits: str) -> int:
    """The year of two digits: 1970 to 2069."""
    year = int(digits)
    return 1900 + year if year >= 70 else 2000 + year


def _read_relative(text: str, now: np.datetime64) -> str | None:
    if (match := AGE.fullmatch(text.strip()) or RELATIVE.search(text)) is not None:
        return _subtract(match[0], now)
    lowered = text.casefold()
    if (match := _NAMED_DAY.search(lowered)) is not None:
        days = DAYS[match[0]]
        return _add_time(_write_day(now - np.timedelta64(days, "D")), text)
    start = 0
    while (match := _DAY_MONTH.search(text, start)) is not None:
        day, name = (match[1], match[2]) if match[1] else (match[4], match[3])
        month = read_month(name)
        if month is not None and 1 <= int(day) <= 31:
            return _place_in_year(month, int(day), text, now)
        # A weekday may be before the day.
        start = match.end(3) if match[3] else match.end(1)
    return None


def _subtract(text: str, now: np.datetime64) -> str | None:
    """Subtract the amounts of a text such as `2 days and 3 hours ago`; the result is as precise as
    the smallest unit."""
    seconds, smallest = 0, 0
    for amount, name in _AMOUNT.findall(text):
        unit = read_unit(name)
        if unit is not None:
            seconds += unit * (int(amount) if amount.isdigit() else 1)
            smallest = unit
    if not smallest or seconds > _MAX_SECONDS:
        return None
    moment = now.astype("datetime64[s]") - np.timedelta64(seconds, "s")
    return _write_day(moment) if smallest >= _DAY else str(moment.astype("datetime64[m]"))


def _place_in_year(month: int, day: int, text: str, now: np.datetime64) -> str | None:
    """The last such day that is not after the reference time; a day ahead is allowed, because
    clocks differ."""
    this_year = int(_write_day(now)[:4])
    for year in (this_year, this_year - 1):
        try:
            moment = np.datetime64(f"{year:04}-{month:02}-{day:02}")
        except ValueError:
            continue
        if moment <= now + np.timedelta64(1, "D"):
            return _add_time(_write_day(moment), text)
    return None


def _write_day(moment: np.datetime64) -> str:
    return str(moment.astype("datetime64[D]"))


def _add_time(day: str, text: str) -> str:
    match = _TIME.search(text)
    if match is None:
        return day
    hour, minute = int(match[1]), int(match[2])
    if match[4]:
        hour = hour % 12 + (12 if match[4].casefold() == "p" else 0)
    if hour > 23 or minute > 59:
        return day
    seconds = f":{match[3]}" if match[3] else ""
    return f"{day}T{hour:02}:{minute:02}{seconds}"
