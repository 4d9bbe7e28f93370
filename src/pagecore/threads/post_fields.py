"""Read the author, the date, the link and the number of each post from the columns of a thread."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

import numpy as np

from pagecore.page import Array, Mask, Page
from pagecore.page.repetition import list_texts
from pagecore.threads.date_reading import read_published
from pagecore.threads.date_texts import find_date
from pagecore.threads.evidence import MAX_CHARS, Evidence, match_attribute
from pagecore.threads.field_columns import (
    Column,
    count_posts,
    list_columns,
    list_posts,
    select_column,
)
from pagecore.threads.markup_names import Address

#: A text that more than this share of the posts have is a label, not a name.
MAX_SAME: Final = 0.8
#: Maximum number of words of a name; longer texts are not names.
MAX_NAME_WORDS: Final = 6
#: Words of a date beside a name.
MAX_DATE_WORDS: Final = 6
#: A longer text around a date is not read, in bytes with white space.
MAX_BYTES: Final = 4000
#: Length limit of a field, in characters.
MAX_FIELD: Final = 1000
#: Words before the date on which an author joined, in lower case, and before that of a change.
_JOINED: Final = re.compile(
    r"joined|join date|since|registr|registered|anmeld|beitritt|angemeldet|member since"
    r"|mitglied seit|dabei seit|inscrit|\bseit\b|zuletzt"
    r"|registrado|iscritto|lid sinds|geregistreerd|medlem|dołączył|last (?:visit|seen|active)"
)
CHANGED: Final = re.compile(
    r"\b(?:edited|modified|updated|geändert|bearbeitet|modifiée?|éditée?|editado|modificato"
    r"|gewijzigd|bewerkt|redigerad|zmieniony|edytowany|изменен|отредактировано)\b|编辑|編輯|編集",
    re.IGNORECASE,
)
_BOOKMARK: Final = re.compile(r"\bbookmark\b")
_NUMBER: Final = re.compile(r"^\s*(?:#|Nr\.?|No\.?)\s?(\d{1,7})\s*$", re.IGNORECASE)
_DIGITS: Final = re.compile(r"\d+")
#: Words after the name of an author.
_SAYS: Final = re.compile(
    r"\s{1,4}(?:says|said|wrote|writes|commented|schrieb|sagt|meint|dit|a dit|a écrit|dice|escribió"
    r"|ha scritto|zegt|schreef|säger|pisze)\s{0,4}:?\s{0,4}$|\s{0,4}:$",
    re.IGNORECASE,
)
_NOT_A_NAME: Final = re.compile(
    r"^(?:#?\d+|\d{1,2}:\d\d.*|re:.*|quote|reply|report|edit|delete|share|like|top|more|menu"
    r"|permalink|zitieren|antworten|melden|citer|citar|says:?|wrote:?|by|von|par|por|guest post"
    r"|options?|posted.*|score|homepage|website)$",
    re.IGNORECASE,
)


def read_authors(page: Page, regions: Array, evidence: Evidence) -> dict[int, dict[str, Any]]:
    """Read the name of the author of each post, and the address of the profile."""
    words = page.below(page.words)
    is_small = (words > 0) & (evidence.n_bytes <= MAX_FIELD)
    is_short = is_small & (words <= MAX_NAME_WORDS) & ~evidence.has_date
    has_date = is_small & (words <= MAX_NAME_WORDS + MAX_DATE_WORDS) & evidence.has_date
    # The name is the innermost of the elements that are named for the author.
    is_inner = evidence.author_named & (page.below(evidence.author_named, how="count") == 1)
    is_meta = evidence.author_item & page.is_tag("meta") & (page.attr("content")[0] >= 0)
    rules = [
        ("itemprop", is_short & evidence.author_item, 1.2),
        ("the content of itemprop", is_meta, 1.1),
        ("a link to a profile", is_short & evidence.profile, 1.5),
        ("its class", is_short & is_inner, 1.0),
    ]
    columns = list_columns(page, regions, evidence, rules)
    n_posts = count_posts(regions)
    if not any(len(column.rows) >= 0.5 * n_posts for column in columns):
        text = is_short & (page.tag == 0) & evidence.is_read
        # A name and a date in one text.
        named_text = (page.tag == 0) & has_date & is_inner.take(page.parent)
        rules = [
            ("the first short text", text, 0.0),
            ("its class, beside the date", named_text, 0.6),
        ]
        columns += list_columns(page, regions, evidence, rules)
    selected = select_column(columns, n_posts, lambda column: _score_names(page, column))
    links = find_links(page, [row for row, _ in selected.values()], evidence.is_link)
    return {
        post: {"author": name, "author_link": links[row], "rule": rule, "row": row}
        for post, (row, rule) in selected.items()
        if (name := _SAYS.sub("", _read_name(page, row))) and not _NOT_A_NAME.match(name)
    }


def _read_name(page: Page, row: int) -> str:
    """Return the text of a row without a date in it, or what an element without text declares."""
    text = read_text(page, row)
    if not text:
        return " ".join((page.get(row, "content") or "")[:MAX_FIELD].split())
    date = find_date(text) if len(text) <= MAX_CHARS else None
    return text if date is None else text.replace(date, "").strip(" ,;|·•()-–—")


def _score_names(page: Page, column: Column) -> float:
    """A column of names has values that differ and are names."""
    rows = list(column.rows.values())
    values = [_read_name(page, row) for row in rows[:30]]
    is_odd = sum(bool(_NOT_A_NAME.match(value)) for value in values)
    # The letters that stand for a missing picture are the author's initials.
    n_initials = sum(len(value) <= 2 and value.isalpha() for value in values)
    # One word that all posts have is a label.
    most = max(Counter(values).values(), default=0)
    is_constant = len(values) > 3 and most > MAX_SAME * len(values) and column.weight < 1
    share = n_initials / max(len(values), 1)
    initials = 1.5 if share > 0.5 and all(value.isascii() for value in values) else 0.0
    return -2.0 * is_odd / max(len(values), 1) - 1.5 * is_constant - initials


def read_dates(
    page: Page,
    regions: Array,
    distance: Array,
    evidence: Evidence,
) -> dict[int, dict[str, Any]]:
    """Read the date of each post, as written and in ISO 8601."""
    is_text = page.tag == 0
    date_named = page.above(evidence.date_named & ~evidence.named) >= 0
    is_time = page.is_tag("time") | page.is_tag("abbr", "meta")
    in_element = page.above(evidence.date & ~is_text) >= 0
    rules = [
        ("a time element", evidence.date & page.is_tag("time"), 1.0),
        ("itemprop", evidence.date & ~is_text & ~is_time, 0.8),
        ("text in a date format", evidence.date & is_text & ~in_element, 0.3),
        ("the content of itemprop", evidence.date & page.is_tag("meta"), 0.0),
    ]
    columns = list_columns(page, regions, evidence, rules, distance)
    n_posts = count_posts(regions)
    n_bytes = evidence.n_bytes
    language = read_language(page)
    inside = distance[regions >= 0]
    usual = float(np.median(inside)) if inside.size else 0.0

    @lru_cache(None)
    def read(row: int) -> tuple[str | None, str | None]:
        return _read_date(page, row, n_bytes, language)

    @lru_cache(None)
    def is_other(row: int) -> bool:
        return _is_other_date(page, row, n_bytes)

    def score(column: Column) -> float:
        rows = [column.rows[post] for post in sorted(column.rows)]
        labels = sum(map(is_other, rows[:20]))
        far = float((distance[rows] > usual).mean())
        days = [day for row in rows[:60] if (day := read(row)[1]) is not None]
        panel = float(evidence.panel[rows].mean())
        # A column with one value is a title or a version; one with the time of day is more precise.
        is_constant = len(rows) > 3 and len({read(row)[0] for row in rows[:30]}) == 1
        named = float(date_named[rows].mean())
        precise = sum("T" in day for day in days) / max(len(rows[:60]), 1)
        return (
            _measure_order(days)
            - 2.5 * labels / max(len(rows[:20]), 1)
            - 0.2 * far
            - 0.3 * panel
            - 0.8 * is_constant
            + 0.4 * precise
            + 0.5 * named
        )

    selected = select_column(columns, n_posts, score)
    dates: dict[int, dict[str, Any]] = {}
    for post, (row, rule) in selected.items():
        if not is_other(row):
            date, published = read(row)
            dates[post] = {"date": date, "published": published, "rule": rule, "row": row}
    return dates


def read_language(page: Page) -> str:
    """Return the declared language of a page, or an empty text."""
    rows = np.flatnonzero(page.is_tag("html"))
    return (page.get(int(rows[0]), "lang") or "") if rows.size else ""


def _measure_order(days: list[str]) -> float:
    """How well the dates of a column are in order, -0.5 to 0.5: posts are by their date."""
    if len(days) < 3:
        return 0.0
    rises = sum(a[:10] <= b[:10] for a, b in pairwise(days))
    falls = sum(a[:10] >= b[:10] for a, b in pairwise(days))
    return max(rises, falls) / (len(days) - 1) - 0.5


def _is_other_date(page: Page, row: int, n_bytes: Array) -> bool:
    """Whether a date is that of joining or of a change, by the text before it."""
    if n_bytes[row] > MAX_BYTES:
        return True
    text = read_text(page, row)[:MAX_CHARS]
    if page.tag[row] != 0 or find_date(text[:24]) is not None:
        # The label may be the text before.
        previous = row - 1
        while previous > 0 and row - previous <= 8 and page.words[previous] == 0:
            previous -= 1
        if 0 < page.chars[previous] <= MAX_CHARS:
            text = f"{page.text(previous)[-40:]} {text}"
    # Faster than a pattern that ignores the case.
    return bool(_JOINED.search(text.lower()) or CHANGED.search(text))


def _read_date(
    page: Page, row: int, n_bytes: Array, language: str
) -> tuple[str | None, str | None]:
    """Return the date at a row as written, and in ISO 8601."""
    text = read_text(page, row) if n_bytes[row] <= MAX_BYTES else ""
    attributes = () if page.tag[row] == 0 else (page.get(row, "datetime"), page.get(row, "content"))
    machine = next((value for value in attributes if value), None)
    if text and not any(c.isdigit() for c in text) and find_date(text) is None:
        # A word before a date that is drawn by a script.
        text = ""
    written: str | None = text or machine
    if text and (page.tag[row] == 0 or len(text) > 40):
        own = find_date(text)
        written = own or text
        around = row
        for _ in range(0 if own is None or ":" in own else 3):
            # The time may be in an element of its own, beside the day.
            around = int(page.parent[around])
            if around < 0 or n_bytes[around] > MAX_CHARS * 3:
                break
            if n_bytes[around] == n_bytes[row]:
                continue
            date = find_date(read_text(page, around)[: MAX_CHARS * 2])
            if date and own is not None and own in date and len(date) < len(own) + 24:
                written = date
    written = None if written is None else written[:MAX_CHARS]
    published = None if machine is None else read_published(machine, language)
    if published is None and written is not None:
        published = read_published(written, language)
    return written, published


def read_links(
    page: Page, regions: Array, post_of: Array, evidence: Evidence, dates: Mapping[int, Any]
) -> dict[int, dict[str, Any]]:
    """Read the address of each post: an anchor that was written for links, the link around its
    date, a link with the number of the post, or the id of its element."""
    is_anchor = evidence.anchor & page.is_tag("a") & ~evidence.is_link
    regions = _add_anchors_before(page, regions, post_of, is_anchor)
    is_own_anchor = evidence.permalink & page.is_tag("a") & (page.attr("name")[0] >= 0)
    is_redirect = evidence.permalink & (evidence.address & Address.REDIRECT > 0)
    dated = np.zeros(len(page), np.bool_)
    dated[[about["row"] for about in dates.values()]] = True
    around_date = evidence.is_link & page.below(dated, how="any") & ~is_redirect
    is_fragment = evidence.address & Address.FRAGMENT > 0
    bookmark = evidence.is_link & match_attribute(page, "rel", _BOOKMARK)
    rules = [
        ("a link that is its anchor", is_own_anchor, 1.6),
        ("rel=bookmark", bookmark, 1.2),
        ("the link around its date", around_date, 1.1),
        ("a URL with the number of a post", evidence.permalink & ~is_fragment & ~is_redirect, 1.0),
        ("its anchor in the page", is_anchor, 0.7),
        ("a URL that leads to the post", is_redirect, 0.5),
        ("a link to its anchor", evidence.permalink & is_fragment, 0.6),
        ("its id", evidence.anchor & ~page.is_tag("a"), 0.0),
    ]
    columns = list_columns(page, regions, evidence, rules)
    n_posts = count_posts(regions)
    ids = {post: _read_numbers(page, post) for post in list_posts(post_of)}

    @lru_cache(None)
    def read(row: int) -> str:
        return read_address(page, row) or ""

    @lru_cache(None)
    def has_own_number(post: int, row: int) -> bool:
        return not ids[post].isdisjoint(_DIGITS.findall(read(row)))

    def score(column: Column) -> float:
        n_rows = max(len(column.rows), 1)
        distinct = len({read(row) for row in column.rows.values()}) / n_rows
        n_own = sum(has_own_number(post, row) for post, row in column.rows.items())
        return distinct - 1.0 + 0.5 * n_own / n_rows

    selected = select_column(columns, n_posts, score)
    return {
        post: {"link": address, "rule": rule}
        for post, (row, rule) in selected.items()
        if (address := read_address(page, row, of_anchor="anchor" in rule))
    }


def _add_anchors_before(page: Page, regions: Array, post_of: Array, is_anchor: Mask) -> Array:
    """Add the anchors that are directly before posts to the rows of the posts."""
    regions = regions.copy()
    for post in list_posts(post_of):
        row = post - 1
        while row > 0 and post - row <= 4 and page.words[row] == 0 and regions[row] < 0:
            if is_anchor[row]:
                regions[row] = post
                break
            row -= 1
    return regions


def _read_numbers(page: Page, post: int) -> set[str]:
    """The numbers in the id of a post's element."""
    return {number for number in _DIGITS.findall(page.get(post, "id") or "") if len(number) > 2}


def read_numbers(page: Page, regions: Array, evidence: Evidence) -> dict[int, dict[str, Any]]:
    """Read the displayed number of each post."""
    mask = np.zeros(len(page), np.bool_)
    rows = np.flatnonzero((regions >= 0) & (page.chars > 0) & (page.chars <= 12))
    for row, text in list_texts(page, rows, "number"):
        mask[row] = _NUMBER.match(text) is not None
    columns = list_columns(page, regions, evidence, [("text such as #12", mask, 0.0)])
    selected = select_column(columns, count_posts(regions), lambda _: 0.0)
    numbers = {}
    for post, (row, rule) in selected.items():
        match = _NUMBER.match(page.text(row))
        assert match is not None
        numbers[post] = {"number": int(match[1]), "rule": rule}
    return numbers


def read_text(page: Page, row: int) -> str:
    """Return the text of a row on one line, up to the length limit of a field."""
    return " ".join(page.text(row)[:MAX_FIELD].split())


def read_address(page: Page, row: int, *, of_anchor: bool = False) -> str | None:
    """Return the address of a link, or of an anchor: `#` and its name."""
    href = page.get(row, "href")
    name = page.get(row, "name") or page.get(row, "id")
    if href and not (of_anchor and name and href.endswith(f"#{name}")):
        return href
    return f"#{name}" if name else None


def find_links(page: Page, rows: list[int], is_link: Mask) -> dict[int, str | None]:
    """Return the address of the link around or inside each row."""
    above = page.above(is_link)[rows]
    links = np.append(np.flatnonzero(is_link), len(page))
    # The first link at or after each row; it is inside if the row ends after it.
    following = links[np.searchsorted(links, rows)]
    inside = np.where(following < page.end[rows], following, -1)
    nearest = np.where(above >= 0, above, inside).tolist()
    return {
        row: page.get(at, "href") if at >= 0 else None
        for row, at in zip(rows, nearest, strict=True)
    }
