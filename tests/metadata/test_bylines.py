"""Bylines: the role and the place after a name, pages that do not call themselves articles, and a
person instead of a declared organisation."""

from __future__ import annotations

import json

import pytest

import pagecore
from pagecore.metadata import Metadata, read_metadata

TITLE = "<title>Crane stays at the harbour</title>"
HEADING = "<h1>Crane stays at the harbour</h1>"
TEXT = "".join(
    f"<p>The old crane at the harbour will stay where it is, the town council said on day {day} "
    "after a long meeting, since nobody wants to see it go.</p>"
    for day in range(5)
)
ARTICLE = "<meta property=og:type content=article>" + TITLE


def extract_metadata(html: str, language: str = "en") -> Metadata:
    return read_metadata(pagecore.parse(f"<html lang={language}>{html}"))


DETAILS = [
    # language, byline, authors
    ("en", "By Ann Lee, Senior Analyst", ("Ann Lee",)),
    ("en", "By Ann Lee, Staff Writer", ("Ann Lee",)),
    ("en", "By Ann Lee, Science Editor, Berlin", ("Ann Lee",)),
    ("en", "By Ann Lee, Berlin", ("Ann Lee",)),
    ("en", "By Ann Lee, New York", ("Ann Lee",)),
    ("en", "By Ann Lee in London", ("Ann Lee",)),
    ("en", "By Ann Lee, Reuters", ("Ann Lee",)),
    ("en", "By Ann Lee, Associated Press", ("Ann Lee",)),
    ("en", "By Ann Lee, special to the Shore", ("Ann Lee",)),
    ("en", "By Ann Lee - 10+ years at sea", ("Ann Lee",)),
    ("en", "By Ann Lee - Editorial Team", ("Ann Lee",)),
    ("en", "ANN LEE, STAFF WRITER", ("ANN LEE",)),
    ("en", "By Ann Lee for HarbourOnline", ("Ann Lee",)),
    ("en", "By Ann Lee, Chief Crane Strategist, Harbour Sachs", ("Ann Lee",)),
    ("en", "By Ann Lee, Science Editor, Jane Smith, Writer", ("Ann Lee", "Jane Smith")),
    ("de", "Von Jan Müller, Kiel", ("Jan Müller",)),
    ("de", "Jan Müller, dpa", ("Jan Müller",)),
    ("de", "Von Jan Müller, unserem Korrespondenten in Rom", ("Jan Müller",)),
    ("fr", "Par Marie Dupont, envoyée spéciale à Rome", ("Marie Dupont",)),
    ("es", "Por Ana Ruiz, enviada especial", ("Ana Ruiz",)),
    # Several people, each with a detail.
    ("en", "By Ann Lee, Bo Chen", ("Ann Lee", "Bo Chen")),
    ("en", "By Ann Lee, Bo Chen, Berlin", ("Ann Lee", "Bo Chen")),
    ("en", "By Ann Lee, Berlin, and Bo Chen, Paris", ("Ann Lee", "Bo Chen")),
    ("en", "By Ann Lee, Ludwig van der Berg", ("Ann Lee", "Ludwig van der Berg")),
    # Degrees and suffixes belong to the name.
    ("en", "By Ann Lee, MD", ("Ann Lee, MD",)),
    ("en", "By Ann Lee, Ph.D.", ("Ann Lee, Ph.D.",)),
    ("en", "By Ann Lee, Jr.", ("Ann Lee, Jr.",)),
    ("en", "By Ann Lee Jr.", ("Ann Lee Jr.",)),
    ("en", "By Ann Lee, MS, RD, Senior Analyst", ("Ann Lee, MS, RD",)),
    # The family name comes first.
    ("en", "By Lee, Ann", ("Lee, Ann",)),
]


@pytest.mark.parametrize(("language", "byline", "names"), DETAILS)
def test_roles_places_and_agencies_are_left_out(
    language: str, byline: str, names: tuple[str, ...]
) -> None:
    html = f"{ARTICLE}{HEADING}<p class=byline>{byline}</p>{TEXT}"
    assert extract_metadata(html, language).authors == names
    declared = f'<meta name=author content="{byline}">{ARTICLE}<meta name=date content=2024-05-03>'
    assert extract_metadata(declared + HEADING + TEXT, language).authors == names


def test_the_name_of_the_site_is_cut() -> None:
    site = "<meta property=og:site_name content=SHORE>"
    for byline in ("Ann Lee, SHORE", "Ann Lee for the Shore"):
        html = f"{site}{ARTICLE}{HEADING}<p class=byline>{byline}</p>{TEXT}"
        assert extract_metadata(html).authors == ("Ann Lee",)


ABOVE = [
    # language, byline, authors
    ("en", "<p class=byline>By Ann Lee, Senior Analyst</p>", ("Ann Lee",)),
    ("en", "<p>By Ann Lee</p>", ("Ann Lee",)),
    ("en", "<p>BY ANN LEE</p>", ("ANN LEE",)),
    ("en", "<p>Written by <b>Ann Lee</b></p>", ("Ann Lee",)),
    ("en", "<div class=author-card><b>Ann Lee</b><p>Ann writes of cranes.</p></div>", ("Ann Lee",)),
    ("de", "<p class=autor>Von <a href=/autoren/jan>Jan Müller</a></p>", ("Jan Müller",)),
    ("ar", "<p>بقلم: أحمد علي</p>", ("أحمد علي",)),
    ("ko", "<p>김철수 기자</p>", ("김철수",)),
    ("ko", "<p>김철수 기자 kim@shore.example</p>", ("김철수",)),
    ("ja", "<p>山田太郎 記者</p>", ("山田太郎",)),
    ("zh", "<p>本报记者 王小明</p>", ("王小明",)),
    ("fr", "<p>Publié le 03/10/2023 par Ann Lee</p>", ("Ann Lee",)),
    ("en", "<p>Published on May 3, 2023 at 10:05 by <a href=/a>Ann Lee</a></p>", ("Ann Lee",)),
    ("de", "<p>Veröffentlicht am 3. Mai 2023 von Ann Lee</p>", ("Ann Lee",)),
    (
        "en",
        "<p><a href=https://substack.com/@ann>Ann Lee</a> <span>May 3, 2023</span></p>",
        ("Ann Lee",),
    ),
    (
        "en",
        "<p><a href=https://medium.com/@ann?source=a>Ann Lee</a> <time datetime=2023-05-03>",
        ("Ann Lee",),
    ),
    ("en", "<p>Ann Lee | Senior Writer | May 3, 2023</p>", ("Ann Lee",)),
    # These are not bylines.
    ("en", "<p>Crane News | Harbour Life | May 3, 2023</p>", ()),
    ("en", "<p>By the end of the year</p>", ()),
    ("en", "<p>By Design</p>", ()),
    ("en", "<p>Written by the incomparable Ann Lee, as ever</p>", ()),
    ("en", "<p>By appointment only</p>", ()),
    ("en", "<p>By The Shore Company</p>", ()),
    ("en", "<p>By Harbour News</p>", ()),
    ("en", "<p class=author>About the author</p>", ()),
    ("en", "<p><a href=https://tides.example/@shore>Follow the Shore</a></p>", ()),
]


@pytest.mark.parametrize("head", [TITLE, "<meta name=author content=admin>" + TITLE])
@pytest.mark.parametrize(("language", "byline", "names"), ABOVE)
def test_a_byline_above_the_text_needs_no_declared_article(
    language: str, byline: str, names: tuple[str, ...], head: str
) -> None:
    assert extract_metadata(head + HEADING + byline + TEXT, language).authors == names


ELSEWHERE = [
    ("below the text", HEADING + TEXT + "<p>By Ann Lee</p>"),
    ("above the title", "<p>By Ann Lee</p>" + HEADING + TEXT),
    ("without a text", HEADING + "<p>By Ann Lee</p><p>Short.</p>"),
    (
        "in a list",
        HEADING + f"<p class=author>By Ann Lee</p>{TEXT}<b>Tides</b><p class=author>By Bo Chen</p>",
    ),
    (
        "on the page of a product",
        "<meta property=og:type content=product>" + HEADING + "<p>By Ann Lee</p>" + TEXT,
    ),
]


@pytest.mark.parametrize(("where", "html"), ELSEWHERE)
def test_other_bylines_need_an_article(where: str, html: str) -> None:
    assert extract_metadata(TITLE + html).authors == ()


def test_an_account_with_capital_letters_is_not_a_person() -> None:
    head = "<meta name=author content=AnnL><meta name=date content=2024-05-03>" + ARTICLE
    byline = "<p class=byline>By Ann Lee</p>"
    assert extract_metadata(head + HEADING + byline + TEXT).authors == ("Ann Lee",)
    assert extract_metadata(head + HEADING + TEXT).authors == ("AnnL",)


def write_author(author: object) -> str:
    thing = {
        "@type": "NewsArticle",
        "headline": "Crane stays at the harbour",
        "author": author,
        "publisher": {"@type": "Organization", "name": "Islay Times"},
    }
    return f'<script type="application/ld+json">{json.dumps(thing)}</script>'


def test_a_person_is_preferred_to_a_declared_organisation() -> None:
    desk = write_author([{"@type": "Organization", "name": "The Desk"}])
    byline = "<p>By Ann Lee, Staff Writer</p>"
    assert extract_metadata(desk + TITLE + HEADING + byline + TEXT).authors == ("Ann Lee",)
    assert extract_metadata(desk + TITLE + HEADING + TEXT).authors == ("The Desk",)
    other = "<p class=byline>By The Harbour Desk</p>"
    assert extract_metadata(desk + TITLE + HEADING + other + TEXT).authors == ("The Desk",)
    person = write_author({"@type": "Person", "name": "Bo Chen"})
    assert extract_metadata(person + TITLE + HEADING + byline + TEXT).authors == ("Bo Chen",)


PHRASES = [
    ("de", "Von Hamburg nach Berlin"),
    ("es", "Por Amor al Arte"),
    ("fr", "Par Temps de Pluie"),
    ("en", "By Royal Decree"),
    ("en", "By Popular Demand"),
    ("it", "di Roma e Milano"),
    ("en", "Written by hand in Italy"),
]


@pytest.mark.parametrize("head", [TITLE, ARTICLE])
@pytest.mark.parametrize(("language", "phrase"), PHRASES)
def test_a_summary_below_the_title_is_not_a_byline(head: str, language: str, phrase: str) -> None:
    for tag in ("p", "h2"):
        html = f"{head}{HEADING}<{tag}>{phrase}</{tag}>{TEXT}"
        assert extract_metadata(html, language).authors == ()


@pytest.mark.parametrize(
    ("language", "byline", "name"),
    [
        ("en", "By Jane Smith", "Jane Smith"),
        ("es", "Por Juan de la Cruz", "Juan de la Cruz"),
        ("de", "Von Anna von der Heide", "Anna von der Heide"),
        ("en", "By Oluwaseun Adeyemi", "Oluwaseun Adeyemi"),
        ("en", "By J. K. Night", "J. K. Night"),
    ],
)
def test_names_that_resemble_phrases(language: str, byline: str, name: str) -> None:
    html = f"{TITLE}{HEADING}<p>{byline}</p>{TEXT}"
    assert extract_metadata(html, language).authors == (name,)


@pytest.mark.parametrize("account", ["admin", "Administrator", "root", "webmaster", "wpadmin"])
def test_an_account_without_a_person_is_not_an_author(account: str) -> None:
    link = f'<a class="url fn n" href="/author/{account}/">{account}</a>'
    html = f'{ARTICLE}{HEADING}<span class="author vcard">{link}</span>{TEXT}'
    assert extract_metadata(html).authors == ()
    declared = f"<meta name=author content={account}><meta name=date content=2024-05-03>"
    assert extract_metadata(declared + ARTICLE + HEADING + TEXT).authors == ()


DATED = [
    # line, authors
    ("<div class=publish-date-author>Feb. 14, 2022 &middot; Oto Berg</div>", ("Oto Berg",)),
    (
        "<div>May 5, 2017 · Brian Lee, David Chen, and Aaron Smith</div>",
        ("Brian Lee", "David Chen", "Aaron Smith"),
    ),
    (
        "<div class=post-meta><span>May 3, 2024</span>&nbsp;·&nbsp;5 min&nbsp;·&nbsp;"
        "Sarah Chen</div>",
        ("Sarah Chen",),
    ),
    (
        "<div class=date-author>July 5, 2023 · Oto Berg on behalf of <a href=/a>the crew</a></div>",
        ("Oto Berg",),
    ),
    ("<div class=date-author>July 5, 2023 · The Crane Team</div>", ("The Crane Team",)),
    ("<div>July 5, 2023 · The Crane Team</div>", ()),
    ("<div class=meta>Sarah Chen • May 3, 2024</div>", ("Sarah Chen",)),
    ("<div>May 3, 2024 · Sarah Chen · 5 min read</div>", ("Sarah Chen",)),
    ("<div>Sarah Chen | May 3, 2024</div>", ("Sarah Chen",)),
    # These have no name, or more than a name.
    ("<div>May 3, 2024 · Harbour News</div>", ()),
    ("<div>May 3, 2024 · Climate Change</div>", ()),
    ("<div>May 3, 2024 · 5 min read</div>", ()),
    ("<div>London · May 3, 2024</div>", ()),
    ("<div>Sarah Chen · May Lee · 5 min read</div>", ()),
]


@pytest.mark.parametrize(("line", "names"), DATED)
def test_a_name_in_one_line_with_the_date(line: str, names: tuple[str, ...]) -> None:
    assert extract_metadata(TITLE + HEADING + line + TEXT).authors == names
