"""Dates and bylines beside the title, and those that are not: in sentences, asides, comments,
footers and other articles."""

from __future__ import annotations

import json

import pytest

import pagecore
from pagecore.metadata import Metadata, read_metadata

P = (
    "<p>The old crane at the harbour will stay where it is, the town council said after a long "
    "meeting.</p><p>It was to be taken down in the autumn, since nobody had used it for many "
    "years and its feet are rusty.</p><p>Now a club of friends of the harbour wants to paint it "
    "and to open its cabin for visitors.</p><p>What that will cost nobody could tell, and who is "
    "to pay for it is not yet known either.</p>"
)
TITLE = "<title>Crane stays</title>"
HEAD = "<meta property=og:type content=article>" + TITLE
A = HEAD + "<h1>Crane stays</h1>"
DECLARED = "<meta property=article:published_time content=2020-02-03>"


def extract_metadata(html: str, language: str = "en") -> Metadata:
    return read_metadata(pagecore.parse(f"<html lang={language}>{html}"))


TWO_DATES = [
    ("en", "Published: May 3, 2023 | Updated: May 9, 2023"),
    ("en", "Published 3 May 2023, updated 9 May 2023"),
    ("en", "Published: 3 May 2023 • Last updated: 9 May 2023"),
    ("en", "Updated 9 May 2023, first published 3 May 2023"),
    ("en", "May 3, 2023 10:00 (Updated May 9, 2023 11:00)"),
    ("de", "Veröffentlicht am 3. Mai 2023, zuletzt aktualisiert am 9. Mai 2023"),
    ("fr", "Publié le 3 mai 2023 à 10:00, mis à jour le 9 mai 2023 à 11:00"),
    ("es", "Publicado el 3 de mayo de 2023. Última actualización: 9 de mayo de 2023"),
    ("it", "Pubblicato il 3 maggio 2023, ultimo aggiornamento 9 maggio 2023"),
    ("pl", "Opublikowano 3 maja 2023, aktualizacja 9 maja 2023"),
    ("zh", "发布时间：2023-05-03 更新时间：2023-05-09"),
    ("zh", "2023-05-03 发布 2023-05-09 更新"),
    ("ja", "公開日：2023年5月3日　最終更新日：2023年5月9日"),
]


@pytest.mark.parametrize(("language", "text"), TWO_DATES)
def test_each_of_two_dates_is_of_the_kind_that_the_words_beside_it_tell(
    language: str, text: str
) -> None:
    metadata = extract_metadata(f"{A}<p>{text}</p>{P}", language)
    assert (metadata.published or "")[:10] == "2023-05-03"
    assert (metadata.modified or "")[:10] == "2023-05-09"


def test_times_of_two_dates() -> None:
    metadata = extract_metadata(f"{A}<p>May 3, 2023 10:00 | Updated May 9, 2023 11:00</p>{P}")
    assert (metadata.published, metadata.modified) == ("2023-05-03T10:00:00", "2023-05-09T11:00:00")


SHORT_YEARS = [
    ("en", "<p>Posted 5/3/23</p>", "2023-05-03"),
    ("en-GB", "<p>By Ann Lee, 3/5/23</p>", "2023-05-03"),
    ("fr", "<p>3/5/23</p>", "2023-05-03"),
    ("de", "<p>03.05.23</p>", "2023-05-03"),
    # These may be a result or a version.
    ("en", "<p>5/3/23</p>", None),
    ("en", "<p>Released 03.05.23</p>", None),
    ("de", "<p>3.5.23</p>", None),
]


@pytest.mark.parametrize(("language", "html", "published"), SHORT_YEARS)
def test_years_of_two_digits(language: str, html: str, published: str | None) -> None:
    assert extract_metadata(A + html + P, language).published == published


SENTENCES = [
    ("en", "<p>The fair opens on 12 June 2026.</p>"),
    ("en", "<p>The fair opens on <b>12 June 2026</b> in Oslo, they say.</p>"),
    ("en", "<p>The crane was built on 3 June 1921.</p>"),
    ("en", "<p>The fair opens on <time datetime=2026-06-12>12 June</time>.</p>"),
    ("de", "<p>Das Buch wurde am 3. Mai 2023 veröffentlicht.</p>"),
    ("de", "<p>Der Kran wurde am 3. Juni 2001 gebaut.</p>"),
    ("ja", "<p>このクレーンは2001年6月3日に建てられた。</p>"),
]


@pytest.mark.parametrize(("language", "text"), SENTENCES)
def test_a_date_in_a_sentence_is_not_the_date_of_the_page(language: str, text: str) -> None:
    assert extract_metadata(A + text + P, language).published is None
    assert extract_metadata(DECLARED + A + text + P, language).published == "2020-02-03"


SAID = [
    ("<p>Last updated on 3 May 2023.</p>", (None, "2023-05-03")),
    ("<p>This page was last updated on 3 May 2023.</p>", (None, "2023-05-03")),
    ("<p>Published on 3 May 2023 in Oslo.</p>", ("2023-05-03", None)),
    (
        "<p>Posted by Ann Lee on <span class=date>3 May 2023</span> in Oslo.</p>",
        ("2023-05-03", None),
    ),
    ("<p>Published 3 June 1921</p>", ("1921-06-03", None)),
    # The day before pages were made that a caption has.
    ("<p>Harbour, 3 June 1921</p>", (None, None)),
]


@pytest.mark.parametrize(("text", "dates"), SAID)
def test_a_sentence_that_states_the_date(text: str, dates: tuple[str | None, str | None]) -> None:
    metadata = extract_metadata(A + text + P)
    assert (metadata.published, metadata.modified) == dates


def test_a_declared_date_goes_before_one_that_may_be_of_something_else() -> None:
    event = "<p>Fair opens in Oslo on 12 June 2026</p>"
    assert extract_metadata(DECLARED + A + event + P).published == "2020-02-03"
    today = "<body><div>Friday, November 14, 2025</div><h1>Crane stays</h1>"
    assert extract_metadata(HEAD + DECLARED + today + P).published == "2020-02-03"
    assert extract_metadata(
        DECLARED + A + "<p>By Ann Lee in Oslo, 12 June 2019</p>" + P
    ).published == ("2019-06-12")


def test_the_day_in_the_header_of_the_site_is_not_the_date_of_the_page() -> None:
    today = "<header><span>Friday, November 14, 2025</span></header>"
    page = "<body>" + today + "<h1>Crane stays</h1>" + P
    assert extract_metadata(HEAD + DECLARED + page).published == "2020-02-03"
    assert extract_metadata(HEAD + page).published is None
    own = "<article><header>Friday, November 14, 2025</header><h1>Crane stays</h1>" + P
    assert extract_metadata(HEAD + own).published == "2025-11-14"


BYLINE = "<span class=author>Someone Else</span><time datetime=2001-01-01>1 January</time>"
NOT_BESIDE = [
    ("aside", f"<aside>{BYLINE}</aside>"),
    ("footer", f"<footer>{BYLINE}<p>Page last updated 3 May 2001</p></footer>"),
    ("figure", f"<figure>{BYLINE}</figure>"),
    ("comment in microdata", f"<div itemscope itemtype=https://schema.org/Comment>{BYLINE}</div>"),
    ("comment by class", f"<div class=comment-list>{BYLINE}</div>"),
]


@pytest.mark.parametrize(("shows", "html"), NOT_BESIDE)
def test_what_is_not_beside_the_title(shows: str, html: str) -> None:
    metadata = extract_metadata(A + P + html)
    assert (metadata.authors, metadata.published, metadata.modified) == ((), None, None), shows


@pytest.mark.parametrize("name", ["aside", "footer"])
def test_a_byline_right_below_the_title_may_stand_in_any_element(name: str) -> None:
    html = f"{HEAD}<h1>Crane stays</h1><article><{name}>{BYLINE}</{name}>{P}</article>"
    metadata = extract_metadata(html)
    assert (metadata.authors, metadata.published) == (("Someone Else",), "2001-01-01")


ZEROS = [
    "0001-01-01",
    "0001-01-01T00:00:00Z",
    "-0001-11-30",
    "-0001-11-30T00:00:00+00:00",
    "0000-00-00 00:00:00",
    "1970-01-01T00:00:00Z",
    "1970-01-01T01:00:00+01:00",
    "1970-01-01T00:00:00+02:00",
    "1970-01-01T03:00:00",
    "1969-12-31T19:00:00-05:00",
    "1970-01-01",
    "1900-01-01",
]


@pytest.mark.parametrize("zero", ZEROS)
def test_what_programs_write_where_they_have_no_date(zero: str) -> None:
    head = f"<meta property=article:published_time content='{zero}'>" + A
    metadata = extract_metadata(head + P)
    assert (metadata.published, dict(metadata.raw)) == (None, {})
    # Neither does it count where it is shown.
    shown = extract_metadata(A + f"<time datetime='{zero}'></time>" + P)
    assert (shown.published, shown.modified) == (None, None)
    # The next source counts.
    later = "<meta name=dcterms.issued content=2023-05-03>"
    assert extract_metadata(later + head + P).published == "2023-05-03"


@pytest.mark.parametrize("day", ["1921-06-03", "1970-01-02", "1970-01-01T12:00:00Z"])
def test_old_days_that_are_declared_count(day: str) -> None:
    assert (
        extract_metadata(f"<meta property=article:published_time content={day}>{A}{P}").published
        == day
    )


def article(title: str, name: str, day: str) -> str:
    byline = f"<p class=byline>By {name}</p><time datetime={day}>{day}</time>"
    return f"<article><h1>{title}</h1>{byline}<p>Short.</p></article>"


def test_of_two_articles_the_first_counts() -> None:
    two = article("Crane stays", "Ann Lee", "2023-05-03") + article("Fair", "Bo Chen", "2024-01-01")
    for head in ("<title>News</title>", ""):
        metadata = extract_metadata(head + two)
        assert (metadata.authors, metadata.published) == (("Ann Lee",), "2023-05-03")
    assert extract_metadata(two).title == "Crane stays"


@pytest.mark.parametrize("attributes", ["", " class=comment", " class=answer"])
def test_dated_comments_do_not_hide_the_date(attributes: str) -> None:
    comments = "".join(
        f"<div{attributes}><b>Reader</b> <time datetime=2024-06-0{day}>June</time><p>Yes.</p></div>"
        for day in (1, 2, 3)
    )
    byline = "<p class=byline>Ann Lee</p><time datetime=2024-05-03>May 3</time>"
    metadata = extract_metadata(f"{TITLE}<h1>Crane stays</h1>{byline}<p>Short.</p>{comments}")
    assert (metadata.authors, metadata.published) == (("Ann Lee",), "2024-05-03")


LOGOS = [
    "<h1><a href=/>The Harbour</a></h1>",
    "<a href=https://harbour.example><h1>The Harbour</h1></a>",
    "<h1><a href=/en/>The Harbour</a></h1>",
    "<h1><a href=/index.html>The Harbour</a></h1>",
    "<h1>The Harbour</h1>",
]


@pytest.mark.parametrize("logo", LOGOS)
def test_the_logo_is_not_the_title(logo: str) -> None:
    head = (
        "<meta property=og:title content='Crane stays for now'>"
        "<title>Crane stays for now | The Harbour</title>"
    )
    metadata = extract_metadata(
        f"{head}<body>{logo}<h2>Crane stays for now</h2><p>May 3, 2024</p>{P}"
    )
    assert (metadata.title, metadata.published) == ("Crane stays for now", "2024-05-03")


def test_a_heading_that_leads_elsewhere_is_not_a_logo() -> None:
    head = "<title>Crane stays for now | The Harbour</title>"
    linked = "<h1><a href=https://harbour.example/crane>Crane stays</a></h1>"
    assert extract_metadata(head + linked + P).title == "Crane stays"


BYLINES = [
    ("en", "<p>By Ann Lee Published 5 June 2023 Updated 6 June 2023</p>", ("Ann Lee",)),
    ("en", "<p class=byline>Ann Lee Updated May 3, 2023</p>", ("Ann Lee",)),
    ("de", "<p class=byline>Ann Lee Aktualisiert vor zwei Stunden</p>", ("Ann Lee",)),
    ("en", "<p class=byline>Reviewed by Cy Brown, MD. Written by Ann Lee</p>", ("Ann Lee",)),
    ("en", "<p>Written by Ann Lee. Reviewed by Cy Brown, MD</p>", ("Ann Lee",)),
    (
        "en",
        "<p class=byline>Medically reviewed by Cy Brown, MD — Written by Ann Lee</p>",
        ("Ann Lee",),
    ),
    (
        "en",
        "<p class=byline>Reviewed by <a>Cy Brown</a><p class=byline>Written by <a>Ann Lee</a>",
        ("Ann Lee",),
    ),
    ("en", "<p class=byline>Reviewed by Cy Brown, MD</p>", ("Cy Brown, MD",)),
    ("en", "<p class=author><a href=/a>View all posts by Ann Lee</a></p>", ("Ann Lee",)),
    ("de", "<p class=author><a href=/a>Alle Beiträge von Ann Lee</a></p>", ("Ann Lee",)),
    ("en", "<p class=author>Ann Lee, Science Editor</p>", ("Ann Lee",)),
    ("en", "<p>By <a href=/a>Ann Lee</a> and <a href=/b>Bo Chen</a></p>", ("Ann Lee", "Bo Chen")),
    (
        "fr",
        "<p>Par <a href=/a>Ann Lee</a>, <a href=/b>Bo Chen</a> et <a href=/c>Cy Diaz</a></p>",
        ("Ann Lee", "Bo Chen", "Cy Diaz"),
    ),
    (
        "en",
        "<ul class=authors><li>Ann Lee</li><li>Bo Chen</li><li>Cy Diaz</li></ul>",
        ("Ann Lee", "Bo Chen", "Cy Diaz"),
    ),
    ("en", "<ul class=author-info><li>Ann Lee</li><li>May 3, 2024</li></ul>", ("Ann Lee",)),
    ("de", "<p>Von Ann Lee und Sabine Groß, Dresden</p>", ("Ann Lee", "Sabine Groß")),
    ("de", "<p>Von Ursula von der Tann</p>", ("Ursula von der Tann",)),
    ("ja", "<p>文・山田太郎</p>", ("山田太郎",)),
    ("ja", "<p>取材・文／山田太郎</p>", ("山田太郎",)),
    ("zh", "<p>2023-05-03 10:00 来源：新华网 作者：李小明 编辑：王芳</p>", ("李小明",)),
    ("en", "<p>Source: Reuters Author: Ann Lee</p>", ("Ann Lee",)),
    # Words of menus, forms and labels are not names.
    ("en", "<p class=author>Blogs</p><p>By Ann Lee</p>", ("Ann Lee",)),
    ("en", "<p class=author><a href=/license>License</a></p>", ()),
    ("en", "<p class=author><a href=/>Home</a> <a href=/tides>Tides of the north</a></p>", ()),
    ("de", "<p class=author>Region</p>", ()),
    ("de", "<p class=autor>Über uns</p>", ()),
    ("fr", "<p class=auteur>À propos</p>", ()),
    ("zh", "<p class=author>楼主</p>", ()),
    ("en", "<label class=username>Username or Email Address</label>", ()),
    ("en", "<p class=author>Topic Author <a href=/u>annlee</a></p>", ("annlee",)),
    # A role is not a name.
    ("en", "<p class=author>Senior Analyst</p>", ()),
    ("en", "<p class=author>Editor-in-Chief</p><p>By Ann Lee</p>", ("Ann Lee",)),
    # A forum shows the first letter of a user without a picture.
    (
        "en",
        "<div class=username><a href=/a><span>A</span></a> <a href=/a>annlee</a></div>",
        ("annlee",),
    ),
    # The day of the week belongs to the date.
    ("en", "<p class=author>by annlee » Wed Aug 07, 2019 6:50 am</p>", ("annlee",)),
    ("en", "<p class=author>by <b>annlee</b> » Wed Aug 07, 2019 6:50 am</p>", ("annlee",)),
    # A role after a comma is left out.
    ("en", "<p class=byline>Ann Lee, Head of the Ferries</p>", ("Ann Lee",)),
    ("en", "<p class=byline>Ann Lee, Vice President</p>", ("Ann Lee",)),
    ("en", "<p>Posted by Ann Lee, Engineer on Ferry Lines</p>", ("Ann Lee",)),
    ("en", "<p class=byline><b>Ann Lee,</b> <i>Manager, Ferries, Shore Ltd</i></p>", ("Ann Lee",)),
    ("en", "<p class=byline><b>Ann Lee</b>, <b>Bo Chen</b></p>", ("Ann Lee", "Bo Chen")),
    # Nor are these people.
    ("en", "<p class=author>Guest</p>", ()),
    ("en", "<p class=author>Submitted</p>", ()),
    ("en", "<p>By <a href=/atom.xml>Atom Feed</a> <b>Social</b></p>", ()),
    ("en", "<p>Authors</p><p>Atom Feed</p><p>Social</p>", ()),
    ("en", "<p class=byline>Photo: Ann Lee</p>", ()),
    ("en", "<p class=byline>Photos by Ann Lee</p>", ()),
    ("en", "<p class=byline>Photo: Bo Chen</p><p class=byline>By Ann Lee</p>", ("Ann Lee",)),
    ("ru", "<p class=author>Фото: Анна Ли</p>", ()),
    ("ru", "<p class=author>Анна Ли. Фото: Бо Чен</p>", ("Анна Ли",)),
    ("de", "<p>Von Ann Müller. Für alle am Hafen bleibt</p>", ()),
    # Names with brackets.
    ("en", "<p>By Richard (R.J.) Lee</p>", ("Richard (R.J.) Lee",)),
    ("en", "<p>By Ann Lee (Shore News)</p>", ("Ann Lee",)),
    ("de", "<p class=author>(mk)</p>", ("mk",)),
    # Places.
    ("en", "<p class=byline>London, England</p>", ()),
    ("en", "<p class=byline>London, England</p><p>By Ann Lee</p>", ("Ann Lee",)),
    ("en", "<p class=byline>By Lee, Ann</p>", ("Lee, Ann",)),
    (
        "en",
        "<p class=byline>London</p><p>LONDON (Shore News) — The old crane will stay for now.</p>",
        (),
    ),
    (
        "en",
        "<p class=byline>New York</p><p>NEW YORK, May 3 – The old crane will stay for now.</p>",
        (),
    ),
    (
        "en",
        "<p class=author>Ann Lee</p><p>Ann Lee – who owns it – has the old crane.</p>",
        ("Ann Lee",),
    ),
    (
        "en",
        "<p class=byline><span class=byline-location>London</span> <b>Ann Lee</b></p>",
        ("Ann Lee",),
    ),
    ("en", "<p class=byline>London</p><meta name=geo.placename content=London>", ()),
    (
        "en",
        "<p class=byline>London</p><p>Shore Ltd, <i itemprop=addressLocality>London</i></p>",
        (),
    ),
    # The address of a link names an author.
    ("en", "<p><a href=/author/ann-lee>Ann Lee</a></p>", ("Ann Lee",)),
    ("es", "<p>/ <a href=https://shore.example/autores/ann>Ann Lee</a></p>", ("Ann Lee",)),
    ("en", "<p><a href=/author/ann-lee>Articles by Ann</a></p>", ()),
    ("en", "<p>A book by the well known <a href=/author/ann-lee>Ann Lee</a> was read.</p>", ()),
    ("en", "<p><a href=/author/>Ann Lee</a></p>", ()),
]


@pytest.mark.parametrize(("language", "html", "names"), BYLINES)
def test_bylines(language: str, html: str, names: tuple[str, ...]) -> None:
    assert extract_metadata(A + html + P, language).authors == names


PLACES = [
    {"@type": "NewsArticle", "contentLocation": {"@type": "Place", "name": "London"}},
    {"@type": "NewsArticle", "dateline": "London"},
    {"@type": "NewsArticle", "publisher": {"address": {"addressLocality": "London"}}},
    {"@type": "Organization", "location": {"address": {"addressLocality": "London"}}},
]


@pytest.mark.parametrize("thing", PLACES)
def test_a_declared_place_is_not_an_author(thing: object) -> None:
    script = f'<script type="application/ld+json">{json.dumps(thing)}</script>'
    byline = "<p class=byline>London</p>"
    assert extract_metadata(A + byline + P).authors == ("London",)
    assert extract_metadata(script + A + byline + P).authors == ()
    assert extract_metadata(script + A + byline + "<p>By Ann Lee</p>" + P).authors == ("Ann Lee",)


def test_a_forum_that_repeats_the_title_of_a_thread_in_a_table() -> None:
    menu = "<ul>" + "<li><a href=/m>Menu</a></li>" * 60 + "</ul>"
    post = (
        "<table><tr><td><strong>Crane stays for now</strong></td></tr></table>"
        "<div class=post_author><b>annlee</b></div><span class=post_date>2019-02-23, 09:14 PM "
        "<span class=post_edit>(This post was last modified: 2024-01-05, 03:27 AM by "
        "<a href=/u/1>annlee</a>.)</span></span>"
    )
    menu = f"<p><a href=/f>Forum</a> › <b>Crane stays for now</b></p>{menu}"
    metadata = extract_metadata(f"<title>Crane stays for now</title>{menu}{post}{P}")
    assert metadata.published == "2019-02-23T21:14:00"
    assert metadata.authors == ("annlee",)


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ({"@type": "Organization", "name": "Ann &amp; Co"}, ("Ann & Co",)),
        ({"@type": "Person", "name": "Ann &amp;amp; Co"}, ("Ann & Co",)),
        ({"@type": "Organization", "name": "Ships and Cranes"}, ("Ships and Cranes",)),
        ({"@type": "Person", "name": "Ann Lee &amp; Bo Chen"}, ("Ann Lee", "Bo Chen")),
    ],
)
def test_firms_are_one_author(author: object, names: tuple[str, ...]) -> None:
    thing = json.dumps({"@type": "NewsArticle", "headline": "Crane stays", "author": author})
    html = f'<script type="application/ld+json">{thing}</script>' + A + P
    assert extract_metadata(html).authors == names


def test_meta_elements_of_microdata() -> None:
    meta = "<meta itemprop=datePublished content=2024-05-03>"
    metadata = extract_metadata(A + meta + P)
    assert (metadata.published, metadata.sources["published"]) == (
        "2024-05-03",
        "microdata: datePublished",
    )
    comment = f"<div itemscope itemtype=https://schema.org/Comment>{meta}</div>"
    assert extract_metadata(A + P + comment).published is None


def test_a_person_signs_the_front_page_of_a_site() -> None:
    thing = {"@type": "Article", "headline": "Crane stays", "author": {"name": "Ann Lee"}}
    for kind, names in (("Person", ("Ann Lee",)), ("Thing", ())):
        thing["author"] = {"@type": kind, "name": "Ann Lee"}
        html = (
            f'<script type="application/ld+json">{json.dumps(thing)}</script><h1>Crane stays</h1>'
        )
        page = pagecore.parse(html + P, url="https://harbour.example/")
        assert read_metadata(page).authors == names
