"""Dates in the forms and languages of the web."""

from __future__ import annotations

import builtins
from types import ModuleType

import pytest

import pagecore
from pagecore.metadata import Metadata, read_metadata


def declared(text: str, language: str = "") -> Metadata:
    lang = f" lang={language}" if language else ""
    html = f'<html{lang}><meta property=article:published_time content="{text}">'
    return read_metadata(pagecore.parse(html))


DATES = [
    # language  text                                    date
    ("", "2024-05-03", "2024-05-03"),
    ("", "2024-05-03T14:05:10Z", "2024-05-03T14:05:10Z"),
    ("", "2024-05-03T14:05:10.123+02:00", "2024-05-03T14:05:10+02:00"),
    ("", "2024-05-03 14:05:10 +0530", "2024-05-03T14:05:10+05:30"),
    ("", "2024-05-03T14:05", "2024-05-03T14:05:00"),
    ("", "20240503", "2024-05-03"),
    ("", "2024/5/3", "2024-05-03"),
    ("", "Fri, 03 May 2024 14:05:10 GMT", "2024-05-03T14:05:10Z"),
    ("", "Friday, 03-May-2024 14:05:10 UTC", "2024-05-03T14:05:10Z"),
    ("", "1714745110", "2024-05-03T14:05:10Z"),
    ("", "1714745110000", "2024-05-03T14:05:10Z"),
    ("en", "May 3, 2024", "2024-05-03"),
    ("en", "May 3rd, 2024 at 2:05 PM", "2024-05-03T14:05:00"),
    ("en", "3 May 2024", "2024-05-03"),
    ("en", "12:10 am, 3 May 2024", "2024-05-03T00:10:00"),
    ("en-US", "5/3/2024", "2024-05-03"),
    ("en-GB", "3/5/2024", "2024-05-03"),
    ("en", "13/5/2024", "2024-05-13"),
    ("de", "3. Mai 2024", "2024-05-03"),
    ("de", "03.05.2024, 14:05 Uhr", "2024-05-03T14:05:00"),
    ("de", "3. Jänner 2024", "2024-01-03"),
    ("fr", "vendredi 3 février 2024", "2024-02-03"),
    ("fr", "Publié le 1er août 2024", "2024-08-01"),
    ("es", "3 de mayo de 2024", "2024-05-03"),
    ("pt", "3 de março de 2024", "2024-03-03"),
    ("it", "3 maggio 2024", "2024-05-03"),
    ("nl", "3 mei 2024", "2024-05-03"),
    ("sv", "3 maj 2024", "2024-05-03"),
    ("fi", "3. toukokuuta 2024", "2024-05-03"),
    ("pl", "3 listopada 2024", "2024-11-03"),
    ("hr", "3. listopada 2024.", "2024-10-03"),
    ("cs", "3. května 2024", "2024-05-03"),
    ("hu", "2024. május 3.", "2024-05-03"),
    ("ru", "3 мая 2024 г., 14:05", "2024-05-03T14:05:00"),
    ("uk", "3 травня 2024", "2024-05-03"),
    ("el", "3 Μαΐου 2024", "2024-05-03"),
    ("tr", "3 Mayıs 2024 Cuma", "2024-05-03"),
    ("id", "Jumat, 3 Mei 2024", "2024-05-03"),
    ("vi", "3 tháng 5, 2024", "2024-05-03"),
    ("ja", "2024年5月3日 14:05", "2024-05-03T14:05:00"),
    ("zh", "2024年05月03日", "2024-05-03"),
    ("ko", "2024년 5월 3일", "2024-05-03"),
    ("ar", "٣ مايو ٢٠٢٤", "2024-05-03"),
    ("fa", "3 مهٔ 2024", "2024-05-03"),
    ("hi", "3 मई 2024", "2024-05-03"),
    ("th", "3 พฤษภาคม 2567", "2024-05-03"),
    ("th", "3 พ.ค. 2567", "2024-05-03"),
    ("he", "3 במאי 2024", "2024-05-03"),
    ("he", "3 מאי 2024", "2024-05-03"),
    ("he", "ב-3 באוקטובר 2023, 14:05", "2023-10-03T14:05:00"),
    # Arabic names months in several ways, and writes two names of a month.
    ("ar", "3 تشرين الأول 2023", "2023-10-03"),
    ("ar", "الثلاثاء ٣ تشرين الاول ٢٠٢٣", "2023-10-03"),
    ("ar", "3 تشرين الأول/أكتوبر 2023", "2023-10-03"),
    ("ar", "3 تشرين الثاني (نوفمبر) 2023", "2023-11-03"),
    ("ar", "3 كانون الثاني 2024", "2024-01-03"),
    ("ar", "3 شباط 2024", "2024-02-03"),
    ("ar-MA", "3 غشت 2023", "2023-08-03"),
    ("ar-DZ", "3 جويلية 2023", "2023-07-03"),
    ("ga", "3 Deireadh Fómhair 2023", "2023-10-03"),
    # Half of a name is none.
    ("ar", "3 تشرين 2023", None),
    # A day and an index, not seconds.
    ("", "2018061703", "2018-06-17"),
    # Two digits for the year.
    ("en", "5/3/24", "2024-05-03"),
    ("en-GB", "3/5/24", "2024-05-03"),
    ("fr", "3/5/99", "1999-05-03"),
    ("de", "03.05.24", "2024-05-03"),
    ("de", "03.05.24, 14:05 Uhr", "2024-05-03T14:05:00"),
    # Eras of Taiwan and Japan, and the calendar of Persia.
    ("zh-TW", "民國113年5月3日", "2024-05-03"),
    ("zh-TW", "中華民國 113 年 5 月 3 日", "2024-05-03"),
    ("ja", "令和6年5月3日", "2024-05-03"),
    ("ja", "平成30年5月3日", "2018-05-03"),
    ("fa", "۱۱ مهر ۱۴۰۲", "2023-10-03"),
    ("fa", "سه‌شنبه ۱۱ مهرماه ۱۴۰۲ - ۱۴:۰۵", "2023-10-03T14:05:00"),
    ("fa", "۱۴۰۲/۰۷/۱۱", "2023-10-03"),
]


@pytest.mark.parametrize(("language", "text", "date"), DATES)
def test_dates(language: str, text: str, date: str | None, without_dateparser: None) -> None:
    assert declared(text, language).published == date


NO_DATES = [
    "", "soon", "2024", "May 2024", "31 February 2024", "2024-13-01", "12:10", "3.5.24", "03.05.24",
    "5-3-24", "1/5/3/24", "5/3/24/1", "5/3/60", "1402/07/11",
]  # fmt: skip


@pytest.mark.parametrize("text", NO_DATES)
def test_what_is_not_a_date(text: str, without_dateparser: None) -> None:
    assert declared(text, "en").published is None


def test_numbers_alone_tell_the_day_only_with_a_language(without_dateparser: None) -> None:
    assert declared("3/5/2024").published is None
    assert declared("3/5/24").published is None
    assert declared("03.05.24").published is None
    assert declared("3/5/2024").raw == {"published": "3/5/2024"}
    assert declared("5/5/2024").published == "2024-05-05"


def test_what_cannot_be_read_goes_to_dateparser() -> None:
    pytest.importorskip("dateparser")
    actual = declared("3 במאי 2024", "he")
    assert (actual.published, dict(actual.raw)) == ("2024-05-03", {})
    # What needs to know today is not read.
    assert declared("two days ago", "en").published is None


@pytest.fixture
def without_dateparser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let dateparser be missing."""
    real = builtins.__import__

    def refuse(name: str, *rest: object, **more: object) -> ModuleType:
        if name == "dateparser":
            raise ImportError(name)
        module: ModuleType = real(name, *rest, **more)  # type: ignore[arg-type]  # As it was called.
        return module

    monkeypatch.setattr(builtins, "__import__", refuse)


def test_numbers_alone_do_not_reach_dateparser(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would try them in all its languages."""
    pytest.importorskip("dateparser")
    read: list[str] = []
    monkeypatch.setattr("dateparser.parse", lambda text, **options: read.append(text))
    for text in ("99999-99-99T99:99:99+99:99", "1/2/3/4/5", "3 zorgle 2024", "民國99年"):
        declared(text)
    assert read == ["3 zorgle 2024", "民國99年"]


ORDERS = [
    # what it shows, page, date
    (
        "the region of og:locale",
        "<html lang=en><meta property=og:locale content=en_GB>",
        None,
        "2023-10-03",
    ),
    ("the country of the host", "<html lang=en>", "https://shore.example.uk/a", "2023-10-03"),
    ("American English", "<html lang=en-US>", "https://shore.example.uk/a", "2023-03-10"),
    ("English of no region", "<html lang=en>", "https://shore.example/a", "2023-03-10"),
    (
        "the date in the URL",
        "<html lang=en>",
        "https://shore.example/2023/october/03/tides/",
        "2023-10-03",
    ),
    (
        "a declared date that is the same day",
        "<html lang=en><meta property=article:published_time content=2023-10-03>",
        None,
        "2023-10-03",
    ),
]


@pytest.mark.parametrize(("shows", "head", "url", "date"), ORDERS)
def test_the_order_of_day_and_month(
    shows: str, head: str, url: str | None, date: str, without_dateparser: None
) -> None:
    page = f"{head}<title>Tides</title><h1>Tides</h1><p>03/10/2023</p><p>Text"
    metadata = read_metadata(pagecore.parse(page, url=url))
    assert (metadata.published or "")[:10] == date, shows
