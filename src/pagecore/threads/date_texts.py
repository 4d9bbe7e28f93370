"""Find the date of a post in a text, as written: absolute, without a year, or relative, in many
languages."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from pagecore._core import find_dates as find_absolute

#: Weekdays and their abbreviations, in the languages of the largest forums.
WEEKDAYS: Final = frozenset(
    """
    mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday
    sunday mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonnabend
    sonntag lun mar mer jeu ven sam dim lundi mardi mercredi jeudi vendredi samedi dimanche mié
    mie jue vie sáb sab dom lunes martes miércoles jueves viernes sábado domingo gio lunedì
    martedì mercoledì giovedì venerdì sabato domenica seg ter qua qui sex segunda terça quarta
    quinta sexta ma woe wo don vrij vr za zat zo zon maandag dinsdag woensdag donderdag vrijdag
    zaterdag zondag pon wt śr czw pt ndz poniedziałek wtorek środa czwartek piątek sobota
    niedziela mån tis ons tors fre lör sön måndag tisdag onsdag torsdag fredag lördag söndag
    man tir tor lør søn mandag tirsdag пн вт ср чт пт сб вс
    """.split()  # noqa: SIM905 - a list with one name per item is hard to read.
)
#: Words for days relative to today, with their distance in days.
DAYS: Final = {
    "today": 0, "heute": 0, "aujourd'hui": 0, "aujourd’hui": 0, "hoy": 0, "oggi": 0, "hoje": 0,
    "vandaag": 0, "idag": 0, "i dag": 0, "dzisiaj": 0, "dziś": 0, "dnes": 0, "сегодня": 0,
    "bugün": 0, "tänään": 0, "今日": 0, "今天": 0,
    "yesterday": 1, "gestern": 1, "hier": 1, "ayer": 1, "ieri": 1, "ontem": 1, "gisteren": 1,
    "igår": 1, "i går": 1, "wczoraj": 1, "včera": 1, "вчера": 1, "dün": 1, "eilen": 1,
    "昨日": 1, "昨天": 1, "vorgestern": 2, "avant-hier": 2, "anteayer": 2,
}  # fmt: skip
#: Units of time, by the beginnings of their names, with their length in seconds.
UNITS: Final = (
    (("second", "sec", "sekund", "sek", "segundo", "secondo", "secondi", "seconde", "sekunt",
      "секунд", "saniye", "秒"), 1),
    (("minute", "min", "minuto", "minuti", "minuut", "minuut", "minut", "минут", "dakika", "分"),
     60),
    (("hour", "hr", "std", "stunde", "heure", "hora", "ora", "ore", "uur", "uren", "timm", "time",
      "godzin", "hodin", "час", "saat", "tunti", "時間", "小时"), 3600),
    (("day", "tag", "jour", "día", "dia", "giorn", "dag", "dni", "dzień", "dnem", "дня", "дней",
      "день", "gün", "päiv", "日", "天"), 86400),
    (("week", "wk", "woche", "semaine", "semana", "settiman", "weken", "veck", "uge", "tydzień",
      "tygodni", "недел", "hafta", "viikko", "週", "周"), 604800),
    (("month", "monat", "mois", "mes", "mês", "mesi", "mese", "maand", "månad", "måned", "miesi",
      "месяц", "ay", "kuukau", "か月", "个月"), 2629746),
    (("year", "yr", "jahr", "an", "ans", "année", "año", "anno", "anni", "ano", "jaar", "år",
      "rok", "lat", "лет", "год", "yıl", "vuot", "vuosi", "年"), 31556952),
)  # fmt: skip
#: Words that say that something was some time ago, before and after the time.
_AGO_BEFORE: Final = r"vor|il y a|hace|há|fa|for|för|przed|před"
_AGO_AFTER: Final = r"ago|fa|atrás|atras|geleden|sedan|siden|temu|назад|önce|sitten|前"
_WORD_OF_AGE: Final = re.compile("|".join((_AGO_BEFORE, _AGO_AFTER, *map(re.escape, DAYS))))
ONE: Final = r"an?|one|ein(?:e[rmns]?)?|une?|um|uma|een|en|ett"
_SPAN: Final = rf"(?:\d{{1,4}}\s?|(?:{ONE})\s)[^\W\d_]{{1,12}}\.?"
RELATIVE: Final = re.compile(
    rf"\b(?:(?:{_AGO_BEFORE})\s+(?:etwa\s+|about\s+|environ\s+)?{_SPAN}(?:,?\s+{_SPAN})?"
    rf"|{_SPAN}(?:,?\s+(?:and\s+)?{_SPAN})?\s?(?:{_AGO_AFTER})(?!\w))",
    re.IGNORECASE,
)

# A possessive quantifier (`{3,12}+`) keeps what it took: the patterns after it cannot begin with a
# letter, so that shorter words need not be tried.
_WORD: Final = r"[^\W\d_]{3,12}+\.?"
_DAY: Final = r"\d{1,2}(?:st|nd|rd|th|er|º|\.)?"
_YEAR: Final = r"(?:(?:19|20)\d\d|['’]\d\d)\b"
_CLOCK: Final = r"\d{1,2}[:h]\d\d(?::\d\d)?(?:\s?[ap]\.?m\b\.?)?(?:\s+Uhr\b)?"
_SHORT_WORD: Final = r"(?:[^\W\d_]{1,3}\s+|[-–|·»]\s*)"
_AFTER: Final = rf"(?:(?:,|\s[-–|·»])?\s*{_SHORT_WORD}?{_CLOCK})?"
_BEFORE: Final = rf"(?:{_CLOCK},?\s+(?:on\s+)?)?(?:(?P<weekday>[^\W\d_]{{2,12}}+)\.?,?\s+)?"
_ABSOLUTE: Final = re.compile(
    rf"{_BEFORE}(?:"
    rf"(?<!\d)\d{{4}}[./-]\d{{1,2}}[./-]\d{{1,2}}(?:T[\d:]+(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?)?"
    rf"|(?<![\d.])\d{{1,2}}(?P<sign>[./-])\d{{1,2}}(?P=sign)(?:\d{{4}}|\d\d)(?![\d.])"
    rf"|\d{{4}}\s?年\s?\d{{1,2}}\s?月\s?\d{{1,2}}\s?日"
    rf"|(?P<a>{_WORD})\s+{_DAY}(?:,?\s+{_YEAR}|(?![\d./:-]))"
    rf"|(?<!\d){_DAY}[\s-]+(?:de\s+)?(?P<b>{_WORD})(?:[\s-]+(?:de\s+|del\s+)?{_YEAR}|,|\b)"
    rf"|(?P<c>{_WORD})\s+(?:19|20)\d\d\b"
    rf"){_AFTER}",
    re.IGNORECASE,
)
#: The age of a post as social sites write it, which is a date if it is the whole text.
AGE: Final = re.compile(r"\d{1,3}\s?(?:min|hrs?|mo|yr|[smhdwy])")
_DIGIT: Final = re.compile(r"\d")
_NEAR: Final = re.compile(
    rf"(?<!\w)(?:{'|'.join(re.escape(day) for day in DAYS)})(?!\w){_AFTER}", re.IGNORECASE
)


@lru_cache(4096)
def find_date(text: str) -> str | None:
    """Find the first date of a text, and return it as written.

    The date may lack its year (`March 30`) or its day (`May 2019`), and may be relative (`3 hours
    ago`, `yesterday, 10:30`).
    """
    if AGE.fullmatch(text):
        return text
    digit = _DIGIT.search(text)
    # At most a weekday and a month are before the first digit of a date.
    words = [] if digit is None else text[: digit.start()].rsplit(None, 2)
    start = len(words[0]) if len(words) == 3 else 0
    while digit is not None and (match := _ABSOLUTE.search(text, start)) is not None:
        month = match["a"] or match["b"] or match["c"]
        if month is None or (read_month(month) is not None and not _is_in_word(text, match)):
            return _cut_weekday(text, match)
        start = match.start() + 1 if match["weekday"] is None else match.end("weekday")
    # Most texts have none of the words, which are faster to find than the patterns.
    if _WORD_OF_AGE.search(text.casefold()) is None:
        return None
    relative = RELATIVE.search(text)
    if relative is not None and _names_units(relative[0]):
        return relative[0]
    near = _NEAR.search(text)
    # A day alone may be a word of a sentence.
    if near is not None and (len(near[0]) > len(text) - 12 or ":" in near[0]):
        return near[0].strip()
    return None


@lru_cache(4096)
def read_month(name: str) -> int | None:
    """Return the number of a month by its name in any language, or None."""
    plain = name.rstrip(".").casefold()
    dates = find_absolute(f"1 {plain} 2001", "") if len(plain) >= 3 else []
    if not dates and len(plain) >= 3:
        # Names that mean different months in two languages.
        dates = find_absolute(f"1 {plain} 2001", "en")
    return int(dates[0][0][5:7]) if dates and dates[0][0].startswith("2001-") else None


def read_unit(name: str) -> int | None:
    """Return the length of a unit of time in seconds, by its name in one of the languages."""
    plain = name.casefold().rstrip(".")
    for names, seconds in UNITS:
        # Short names are whole words, with the sign of the plural at most.
        if any(plain == unit or _is_plural(plain, unit) for unit in names):
            return seconds
    short = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800, "y": 31556952, "mo": 2629746}
    return short.get(plain)


def _is_plural(name: str, unit: str) -> bool:
    """Whether a name is a unit with an ending; a short unit has none, because it begins words."""
    return len(unit) > 2 and name.startswith(unit) and len(name) < len(unit) + 4


def _is_in_word(text: str, match: re.Match[str]) -> bool:
    """Whether the month is the end of a longer word, such as "jan" in "Eljan 5". In "AdaJan 5" it
    is not: pages write a name and a date without a space."""
    start = max(match.start("a"), match.start("c"))
    before = text[start - 1] if start > 0 else ""
    return before.isupper() or (before.islower() and not text[start].isupper())


def _cut_weekday(text: str, match: re.Match[str]) -> str:
    """Cut a word before the date that is not a weekday."""
    word = match["weekday"]
    start = match.start()
    if word is not None and word.casefold() not in WEEKDAYS:
        start = match.end("weekday")
    return text[start : match.end()].strip(" \t\n\r\xa0,.;-–|·»")


#: The names behind amounts, such as "hours" in "3 hours".
_UNIT_NAMES: Final = re.compile(rf"(?:\d{{1,4}}|\b(?:{ONE}))\s?([^\W\d_]+)", re.IGNORECASE)


def _names_units(text: str) -> bool:
    words = _UNIT_NAMES.findall(text)
    return any(read_unit(word) is not None for word in words)
