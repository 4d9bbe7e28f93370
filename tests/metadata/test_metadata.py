"""Page metadata: each source alone, their order, and pages without metadata."""

from __future__ import annotations

import json

import pytest

import pagecore
from pagecore.metadata import Metadata, read_metadata
from tests.growth import check_ends


def extract_metadata(html: str | bytes, url: str | None = None) -> Metadata:
    return read_metadata(pagecore.parse(html, url=url))


def ld(**thing: object) -> str:
    return f'<script type="application/ld+json">{json.dumps(thing)}</script>'


ARTICLE = '<meta property="og:type" content="article">'

ALONE = [
    # field          page                                                        value       source
    ("title", "<title>Tides</title>", "Tides", "title"),
    ("title", "<h1>Tides</h1>", "Tides", "h1"),
    ("title", "<meta property=og:title content=Tides>", "Tides", "meta: og:title"),
    ("title", "<meta name=twitter:title content=Tides>", "Tides", "meta: twitter:title"),
    ("title", "<meta name=DC.title content=Tides>", "Tides", "meta: dc.title"),
    ("title", ld(**{"@type": "Article", "headline": "Tides"}), "Tides", "json-ld: headline"),
    ("authors", ARTICLE + "<meta name=author content='Ann Lee'>", ("Ann Lee",), "meta: author"),
    (
        "authors",
        "<meta name=citation_author content='Lee, Ann'><p>Ann Lee",
        ("Ann Lee",),
        "meta: citation_author",
    ),
    ("authors", "<div itemprop=author>Ann Lee</div>", ("Ann Lee",), "microdata: author"),
    (
        "authors",
        ARTICLE + "<h1>Tides</h1><a rel=author href=/ann>Ann Lee</a>",
        ("Ann Lee",),
        "rel: author",
    ),
    (
        "authors",
        ARTICLE + "<h1>Tides</h1><p class=byline>by Ann Lee</p>",
        ("Ann Lee",),
        "class of an author",
    ),
    (
        "authors",
        ARTICLE + "<h1>Tides</h1><p>By Ann Lee, May 3, 2024</p>",
        ("Ann Lee",),
        "text beside the title",
    ),
    (
        "published",
        "<meta property=article:published_time content=2024-05-03>",
        "2024-05-03",
        "meta: article:published_time",
    ),
    (
        "published",
        ARTICLE + "<meta name=dcterms.issued content=2024-05-03>",
        "2024-05-03",
        "meta: dcterms.issued",
    ),
    (
        "published",
        ARTICLE + "<span itemprop=datePublished content=2024-05-03></span>",
        "2024-05-03",
        "microdata: datePublished",
    ),
    ("published", "<h1>Tides</h1><time datetime=2024-05-03>Friday</time>", "2024-05-03", "time"),
    ("published", "<h1>Tides</h1><p>May 3, 2024</p>", "2024-05-03", "text beside the title"),
    ("modified", "<h1>Tides</h1><p>Updated May 3, 2024", "2024-05-03", "text beside the title"),
    (
        "modified",
        "<meta property=og:updated_time content=2024-05-03T10:00:00Z>",
        "2024-05-03T10:00:00Z",
        "meta: og:updated_time",
    ),
    ("language", "<html lang=pt_BR>", "pt-BR", "html: lang"),
    (
        "language",
        "<html lang=utf-8><meta property=og:locale content=fr_FR>",
        "fr-FR",
        "meta: og:locale",
    ),
    (
        "language",
        "<meta http-equiv=content-language content='de, en'>",
        "de",
        "meta: content-language",
    ),
    ("language", "<meta property=og:locale content=fr_FR>", "fr-FR", "meta: og:locale"),
    (
        "site",
        "<meta property=og:site_name content='The Shore'>",
        "The Shore",
        "meta: og:site_name",
    ),
    ("site", ld(**{"@type": "WebSite", "name": "The Shore"}), "The Shore", "json-ld: name"),
    (
        "url",
        "<link rel=canonical href=https://a.example/b>",
        "https://a.example/b",
        "link: canonical",
    ),
    (
        "url",
        "<meta property=og:url content=https://a.example/b>",
        "https://a.example/b",
        "meta: og:url",
    ),
    (
        "description",
        "<meta name=description content='On tides.'>",
        "On tides.",
        "meta: description",
    ),
    (
        "image",
        "<meta property=og:image content=https://a.example/i.png>",
        "https://a.example/i.png",
        "meta: og:image",
    ),
    ("tags", "<meta name=keywords content='sea, moon, sea'>", ("sea", "moon"), "meta: keywords"),
    (
        "tags",
        "<meta name=keywords content='sea | moon|sun'>",
        ("sea", "moon", "sun"),
        "meta: keywords",
    ),
    ("tags", "<a rel=tag href=/t>sea</a><a rel=tag href=/u>moon</a>", ("sea", "moon"), "rel: tag"),
    (
        "license",
        "<a rel=license href=https://c.example/by>free</a>",
        "https://c.example/by",
        "rel: license",
    ),
    (
        "license",
        "<link rel=license href=https://c.example/by>",
        "https://c.example/by",
        "rel: license",
    ),
    ("types", ARTICLE, ("article",), "meta: og:type"),
    (
        "types",
        "<div itemscope itemtype=https://schema.org/Recipe></div>",
        ("Recipe",),
        "microdata: itemtype",
    ),
]


@pytest.mark.parametrize(("field", "html", "value", "source"), ALONE)
def test_each_source_alone(field: str, html: str, value: object, source: str) -> None:
    metadata = extract_metadata(html)
    assert getattr(metadata, field) == value
    assert metadata.sources[field] == source


def test_rows_are_those_that_have_the_value() -> None:
    page = pagecore.parse("<title>Tides</title><h1>Tides</h1><time datetime=2024-05-03></time>")
    metadata = read_metadata(page)
    assert page.name(metadata.rows["title"]) == "h1"
    assert page.name(metadata.rows["published"]) == "time"


NOTHING = [
    "",
    "<p>Just a text of some words.",
    "<h1>Tides</h1><p>The year 2024 was warm, and on May 3, 2024 the water rose higher than ever.",
    "<h1>Tides</h1><p>It was by far the best.",
    "<title>Shop</title><meta name=twitter:creator content=@shop>",
    # A page that is no article was made some day, but not published.
    ld(**{"@type": "WebPage", "datePublished": "2024-05-03"}),
    # A review below a product is not the page.
    ld(**{"@type": "Product", "review": {"author": "Ann Lee", "datePublished": "2024-05-03"}}),
    "<div itemscope itemtype=https://schema.org/Review><i itemprop=author>Ann Lee</i></div>",
    # A list of others has the authors and dates of these.
    "<h1>News</h1>"
    + "".join(
        f"<h2><a href=/{day}>A piece of some news today</a></h2><p>By Ann Lee<p>May {day}, 2024"
        for day in range(3, 9)
    ),
    '<meta name=author content="undefined"><meta property="og:type" content="article">',
    '<meta property="article:published_time" content=""><meta name=author content=" ">',
]


@pytest.mark.parametrize("html", NOTHING)
def test_none_where_nothing_is(html: str) -> None:
    metadata = extract_metadata(html)
    assert metadata.authors == ()
    assert metadata.published is None
    assert metadata.date is None


def test_json_ld_goes_before_meta_and_meta_before_what_is_shown() -> None:
    head = ARTICLE + "<meta name=author content='Bo Chen'>"
    shown = "<h1>Tides</h1><p class=author>Cy Diaz</p>"
    thing = ld(**{"@type": "Article", "author": "Ann Lee"})
    assert extract_metadata(head + thing + shown).authors == ("Ann Lee",)
    assert extract_metadata(head + shown).authors == ("Bo Chen",)
    assert extract_metadata(ARTICLE + shown).authors == ("Cy Diaz",)


def test_a_date_that_is_shown_goes_before_one_that_is_not() -> None:
    declared = ld(**{"@type": "Article", "datePublished": "2025-01-01"}) + ARTICLE
    assert extract_metadata(declared + "<h1>Tides</h1>").published == "2025-01-01"
    assert extract_metadata(declared + "<h1>Tides</h1><p>May 3, 2024").published == "2024-05-03"
    # The day of a change does not tell the day of publication.
    metadata = extract_metadata(declared + "<h1>Tides</h1><p>Updated: May 3, 2026")
    assert (metadata.published, metadata.modified) == ("2025-01-01", "2026-05-03")


def test_date_is_the_published_one_else_a_change_that_is_shown() -> None:
    assert extract_metadata("<h1>Tides</h1><p>Updated May 3, 2024").date == "2024-05-03"
    hidden = extract_metadata("<meta property=article:modified_time content=2024-05-03>")
    assert (hidden.modified, hidden.date) == ("2024-05-03", None)


SITE = "<meta property=og:site_name content='The Shore'>"
TITLES = [
    # what it shows                    page                                               title
    ("site name behind", "<title>Tides | The Shore</title>" + SITE, "Tides"),
    ("site name before", "<title>The Shore – Tides</title>" + SITE, "Tides"),
    ("name of the host", "<title>Tides - theshore.example</title>", "Tides"),
    ("a bar is a part of it", "<title>Tides | Moon and sea</title>", "Tides | Moon and sea"),
    ("the heading is it", "<title>Tides - More</title><h1>Tides</h1>", "Tides"),
    (
        "the heading that is it",
        "<title>On tides | X</title><h1>X</h1><h1>On tides</h1>",
        "On tides",
    ),
    ("the logo is none", "<title>On tides</title><h1>The Shore</h1>" + SITE, "On tides"),
    (
        "other words",
        "<title>Why tides rise</title><h1>Tides: why they rise</h1>",
        "Tides: why they rise",
    ),
    (
        "a kicker in the heading",
        "<title>Why tides rise</title><h1>Sea: Why tides rise</h1>",
        "Why tides rise",
    ),
    ("line break in it", "<h1>Tides<br>rise</h1>", "Tides rise"),
    ("escaped twice", "<title>Sea &amp;amp; moon</title>", "Sea & moon"),
]


@pytest.mark.parametrize(("shows", "html", "title"), TITLES)
def test_titles(shows: str, html: str, title: str) -> None:
    assert extract_metadata(html, "https://www.theshore.example/a/b").title == title, shows


AUTHORS = [
    ("Ann Lee, Bo Chen and Cy Diaz", ("Ann Lee", "Bo Chen", "Cy Diaz")),
    ("By Ann Lee | Bo Chen", ("Ann Lee", "Bo Chen")),
    ("Ann Lee & Bo Chen", ("Ann Lee", "Bo Chen")),
    ("Written by: Ann Lee", ("Ann Lee",)),
    ("Ann Lee, MD", ("Ann Lee, MD",)),
    ("Von Ann Lee und Bo Chen", ("Ann Lee", "Bo Chen")),
    ("https://a.example/ann", ()),
    ("ann@a.example", ()),
    ("tidewatcher_7", ("tidewatcher_7",)),
    ("Guest", ()),
    ("Atom Feed", ()),
    ("(mk)", ("mk",)),
    ("(mk), (AP)", ("mk",)),
    ("李小明）", ("李小明",)),
    ("Richard (R.J.) Lee", ("Richard (R.J.) Lee",)),
    ("Ann Lee, Professor of Tides", ("Ann Lee",)),
    ("Ann Lee (ale), Bo Chen (bch.)", ("Ann Lee", "Bo Chen")),
    ("Ann Lee, Dresden", ("Ann Lee",)),
    ("Ann Lee - Editorial Team", ("Ann Lee",)),
    ("Ann Lee, Founder and CEO", ("Ann Lee",)),
    ("Ann Miller. For all my friends", ("Ann Miller",)),
    ("Dr. Ann B. Lee", ("Dr. Ann B. Lee",)),
    ("Photo: Ann Lee", ()),
    ("Foto – Ann Lee", ()),
    ("Photo-Journalist Ann Lee", ("Photo-Journalist Ann Lee",)),
]


@pytest.mark.parametrize(("text", "names"), AUTHORS)
def test_texts_of_several_authors(text: str, names: tuple[str, ...]) -> None:
    language = "<html lang=de>" if text.startswith("Von") else "<html lang=en>"
    html = f'{language}{ARTICLE}<meta name=author content="{text}">'
    assert extract_metadata(html).authors == names


def person(name: str) -> dict[str, str]:
    return {"@type": "Person", "name": name}


MAKERS = [
    ("a text", "Ann Lee", ("Ann Lee",)),
    ("a person", person("Ann Lee"), ("Ann Lee",)),
    ("a list", [person("Ann Lee"), person("Bo Chen")], ("Ann Lee", "Bo Chen")),
    ("names in one", {"@type": "Person", "name": ["Ann Lee", "Bo Chen"]}, ("Ann Lee", "Bo Chen")),
    ("twice", [person("Ann Lee"), "Ann Lee"], ("Ann Lee",)),
    ("a reference", {"@id": "#ann"}, ("Ann Lee",)),
    ("an organisation", {"@type": "Organization", "name": "Tide Watch"}, ("Tide Watch",)),
    ("the publisher", {"@type": "Organization", "name": "The Shore"}, ()),
    ("without a name", {"@type": "Person", "url": "https://a.example"}, ()),
]


@pytest.mark.parametrize(("shows", "author", "names"), MAKERS)
def test_authors_in_json_ld(shows: str, author: object, names: tuple[str, ...]) -> None:
    article = {"@type": "NewsArticle", "author": author, "publisher": {"name": "The Shore"}}
    html = ld(**{"@graph": [article, {"@type": "Person", "@id": "#ann", "name": "Ann Lee"}]})
    assert extract_metadata(html).authors == names, shows


def test_names_below_an_element_are_distinguished_from_what_stands_there_too() -> None:
    box = (
        "<div class=author><img><b>Written by</b><a href=/a>Ann Lee</a><i>Founder</i> 3 posts</div>"
    )
    assert extract_metadata(f"{ARTICLE}<h1>Tides</h1>{box}").authors == ("Ann Lee",)
    two = "<p class=byline>By <a>Ann Lee</a>, <a>Bo Chen</a> and <a>Cy Diaz</a></p>"
    assert extract_metadata(f"{ARTICLE}<h1>Tides</h1>{two}").authors == (
        "Ann Lee",
        "Bo Chen",
        "Cy Diaz",
    )


WHOLE = '"@type": "NewsArticle", "headline": "Tides", "datePublished": "2024-05-03"'
BROKEN = [
    ("trailing commas", f"{{{WHOLE},}}"),
    ("raw line ends", f'{{"description": "a\nb\tc", {WHOLE}}}'),
    ("comments", f"{{/* on tides */ {WHOLE} // the end\n}}"),
    ("CDATA", f"//<![CDATA[\n{{{WHOLE}}}\n//]]>"),
    ("an HTML comment", f"<!-- {{{WHOLE}}} -->"),
    ("several values", f'{{"@type": "WebSite"}} {{{WHOLE}}}'),
    ("a list", f"[[{{{WHOLE}}}]]"),
    ("a graph", f'{{"@graph": [{{"@type": "WebSite"}}, {{{WHOLE}}}]}}'),
    ("what the page is about", f'{{"@type": "WebPage", "mainEntity": {{{WHOLE}}}}}'),
    ("no comma", WHOLE.join("{}").replace('", "', '" "')),
    ("quotation marks inside", f'{{"description": "the "best" tide", {WHOLE}}}'),
    ("cut off", f'{{{WHOLE}, "author": {{"name": "Ann'),
    ("names without marks", '{"@type": "NewsArticle", datePublished: "2024-05-03"}'),
    ("types as a list", '{"@type": ["WebPage", "NewsArticle"], "datePublished": "2024-05-03"}'),
    ("the whole address of a type", f"{{{WHOLE}}}".replace("News", "http://schema.org/News")),
    ("escapes", f"{{{WHOLE}}}".replace("Tides", r"\ud83c\udf0a \u00e9")),
]


@pytest.mark.parametrize(("shows", "text"), BROKEN)
def test_json_ld_that_is_not_strict(shows: str, text: str) -> None:
    metadata = extract_metadata(f'<script type="application/ld+json">{text}</script>')
    assert metadata.published == "2024-05-03", shows


def test_escapes_and_references_in_json_ld() -> None:
    text = r'{"@type": "Article", "headline": "\ud83c\udf0a Caf\u00e9 \"x\" &#8217;s \/ a\nb"}'
    assert (
        extract_metadata(f'<script type="application/ld+json">{text}</script>').title
        == '🌊 Café "x" ’s / a b'
    )


def test_of_several_articles_the_one_with_the_title_counts() -> None:
    listed = [
        {"@type": "Article", "headline": f"Piece {n}", "datePublished": f"2024-05-0{n}"}
        for n in range(1, 8)
    ]
    script = ld(**{"@graph": listed})
    assert extract_metadata(ARTICLE + script).published is None
    assert extract_metadata(ARTICLE + script + "<h1>Piece 3</h1>").published == "2024-05-03"


def test_relative_addresses_are_joined() -> None:
    html = "<base href=/en/><link rel=canonical href=tides><meta property=og:image content=i.png>"
    metadata = extract_metadata(html, "https://a.example/x")
    assert (metadata.url, metadata.image) == (
        "https://a.example/en/tides",
        "https://a.example/en/i.png",
    )


def test_a_date_in_the_address_of_an_article() -> None:
    metadata = extract_metadata(ARTICLE + "<h1>Tides</h1>", "https://a.example/2024/05/03/tides")
    assert (metadata.published, metadata.sources["published"]) == ("2024-05-03", "url")


def test_the_front_page_has_no_author() -> None:
    html = "<h1>News</h1><p class=author>Ann Lee</p><p>May 3, 2024"
    assert extract_metadata(html, "https://a.example/").authors == ()
    assert extract_metadata(html, "https://a.example/news").authors == ("Ann Lee",)


HOSTILE = {
    "deep lists": "[" * 2_000_000,
    "deep objects": '{"a":' * 1_000_000,
    "many things": '[{"@type":"Article","headline":"x","author":[{"@id":"#a"}]}'
    + ',{"@type":"Article"}' * 250_000,
    "many marks": '"' + '" ' * 2_500_000,
    "backslashes": '{"a": "' + "\\" * 5_000_001,
    "slashes": "/" * 5_000_000,
    "long text": '{"@type":"Article","headline":"' + "é" * 2_500_000 + '"}',
    "long list of authors": '{"@type":"Article","author":[' + '"A B",' * 800_000 + "]}",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_json_ld_is_read_in_linear_time(name: str) -> None:
    page = pagecore.parse(f'<h1>x</h1><script type="application/ld+json">{HOSTILE[name]}</script>')
    # Five megabytes of a quadratic reader would take many minutes.
    check_ends(lambda: read_metadata(page))


@pytest.mark.parametrize(
    "unit",
    [
        "<div itemscope itemtype=x><i itemprop=author>Ann Lee</i>",
        "<meta name=author content='Ann Lee'><meta property=article:tag content=t>",
        "<h1>Tides rise</h1>",
        "<meta property=og:title content='Tides rise'>",
        "<b itemscope itemtype=/Review><i itemprop=author>Ann Lee</i></b>",
    ],
)
def test_hostile_markup_is_read_in_linear_time(unit: str) -> None:
    page = pagecore.parse(unit * 250_000)
    check_ends(lambda: read_metadata(page))


def test_metadata_of_a_document_is_lazy_and_kept() -> None:
    document = pagecore.extract("<title>Tides</title><p>Text.", method="balance")
    assert "metadata" not in vars(document)
    assert document.title == "Tides"
    assert document.metadata is document.metadata


def test_language_is_detected_or_else_declared() -> None:
    text = "Das Wasser steigt zweimal am Tag, und niemand wundert sich mehr darüber. " * 3
    actual = pagecore.extract(f"<html lang=en><p>{text}", method="balance")
    assert (actual.language, actual.metadata.language) == ("de", "en")
    short = pagecore.extract("<html lang=en-GB><p>Text.", method="balance")
    assert short.language == "en"
    assert pagecore.extract("<p>Text.", method="balance").language is None


LANGUAGES = {
    "ja": "潮の満ち引きは月と太陽の引力によって起こる現象であり、海岸では一日に二回見られる。",
    "zh": "潮汐是由月球和太阳的引力引起的海水周期性涨落现象，沿海地区每天可以看到两次。",
    "ko": "조석은 달과 태양의 인력에 의해 바닷물이 주기적으로 오르내리는 현상이며 하루에 두 번.",
    "th": "น้ำขึ้นน้ำลงเกิดจากแรงดึงดูดของดวงจันทร์และดวงอาทิตย์ที่กระทำต่อน้ำทะเลบนโลกของเรา",
    "ar": "المد والجزر ظاهرة طبيعية تحدث بسبب جاذبية القمر والشمس على مياه البحار والمحيطات كل يوم",
    "he": "הגאות והשפל הם תופעה טבעית הנגרמת מכוח המשיכה של הירח והשמש על מי הים בכל יום מחדש",
    "el": "Η παλίρροια είναι ένα φυσικό φαινόμενο που προκαλείται από την έλξη της σελήνης",
    "ru": "Приливы и отливы вызваны притяжением луны и солнца, их видят дважды в день",
    "fr": "La marée monte deux fois par jour, et personne ne s'en étonne plus",
    "es": "La marea sube dos veces al día y desde hace mucho tiempo nadie se sorprende por ello",
}


@pytest.mark.parametrize("code", LANGUAGES)
def test_languages_of_texts(code: str) -> None:
    html = f"<p>{LANGUAGES[code]}</p>" * 2
    assert pagecore.extract(html, method="balance").language == code


def test_a_person_who_wrote_an_article_need_not_be_shown() -> None:
    thing = {"@type": "Article", "author": {"@type": "Person", "name": "Ann Lee"}}
    assert extract_metadata(ld(**thing) + "<h1>Tides</h1><p>They come and go.").authors == (
        "Ann Lee",
    )
    thing["author"] = {"@type": "Thing", "name": "Ann Lee"}
    assert extract_metadata(ld(**thing) + "<h1>Tides</h1><p>They come and go.").authors == ()


SITE = ARTICLE + "<meta property=article:published_time content=2024-05-03><h1>Tides</h1>"


@pytest.mark.parametrize(
    ("page", "names"),
    [
        # One word is the name of an account.
        (SITE + "<meta name=author content=shore>", ()),
        (SITE + "<meta name=author content=shore><p>By Shore", ("shore",)),
        (SITE + "<meta name=author content=shore><p>Shore makes maps", ()),
        (SITE + "<meta name=author content='The Shore'>", ("The Shore",)),
        # Who stands beside the title goes first.
        (SITE + "<meta name=author content='The Shore'><p class=byline>Ann Lee", ("Ann Lee",)),
        # A paper signs in its own name.
        (ld(**{"@type": "NewsArticle", "author": "shore"}) + "<h1>Tides</h1>", ("shore",)),
        (
            ld(**{"@type": "NewsArticle", "author": ["Ann Lee", "The Shore"]}) + "<h1>Tides</h1>",
            ("Ann Lee",),
        ),
    ],
)
def test_the_site_as_the_author(page: str, names: tuple[str, ...]) -> None:
    assert extract_metadata(page, "https://www.shore.example/tides").authors == names


def test_declared_authors_of_pages_without_a_date_have_to_be_shown() -> None:
    page = ARTICLE + "<meta name=author content='Ann Lee'><h1>Tides</h1>"
    assert extract_metadata(page + "<p>They come and go.").authors == ()
    assert extract_metadata(page + "<p>Ann Lee, May").authors == ("Ann Lee",)
    # Below, far from the title, it is not who wrote it.
    below = "<p>They come and go.</p>" * 100 + "<p>Ann Lee"
    assert extract_metadata(page + below).authors == ()


def test_a_list_of_others_has_no_author() -> None:
    page = ARTICLE + "<h1>Tides</h1><p class=byline>By Ann Lee</p>"
    assert extract_metadata(page).authors == ("Ann Lee",)
    assert extract_metadata(ld(**{"@type": "ItemList"}) + page).authors == ()


def test_the_number_of_a_page_in_its_url_is_not_a_date() -> None:
    page = ARTICLE + "<h1>Tides</h1>"
    assert extract_metadata(page, "https://a.example/tides-1690268064").published is None
    assert extract_metadata(page, "https://a.example/tides-20230725").published == "2023-07-25"


def test_names_of_meta_elements_with_colons() -> None:
    page = "<meta name=DC:Title content=Tides><meta name=dc:language content=fr>"
    assert (extract_metadata(page).title, extract_metadata(page).language) == ("Tides", "fr")


def test_what_parsely_calls_published_is() -> None:
    page = "<meta name=parsely-pub-date content=2024-05-03>"
    assert extract_metadata(page).published == "2024-05-03"


def test_a_heading_whose_parts_are_set_apart_by_style() -> None:
    page = "<h1><span>Demo</span><span>The ninth nears</span></h1>"
    declared = "<meta property=og:title content='Demo / The ninth nears'>"
    assert extract_metadata(declared + page).title == "Demo / The ninth nears"


def test_what_follows_the_headline_in_a_declared_title_is_cut() -> None:
    page = "<title>The ninth nears-politicsㅣdaily</title>"
    headline = ld(**{"@type": "NewsArticle", "headline": "The ninth nears"})
    assert extract_metadata(page + headline).title == "The ninth nears"
    assert extract_metadata(page).title == "The ninth nears-politicsㅣdaily"


UNNAMED = [
    # declared author, byline, authors
    ("The Shore", "By Ann Lee", ("Ann Lee",)),
    ("annlee", "By Ann Lee", ("Ann Lee",)),
    # The name of the site is shown too, as that of the section.
    ("The Shore", "<b>The Shore</b> <i class=author>Ann Lee</i>", ("Ann Lee",)),
    ("annlee", "By annlee", ("annlee",)),
    ("Bo Chen", "By Ann Lee", ("Bo Chen",)),
]


@pytest.mark.parametrize(("declared", "byline", "names"), UNNAMED)
def test_a_person_beside_the_title_is_better_than_an_organisation_or_an_account(
    declared: str, byline: str, names: tuple[str, ...]
) -> None:
    head = "<meta property=og:type content=article><meta property=og:site_name content='The Shore'>"
    page = f"{head}<meta name=author content='{declared}'><title>Tides</title><h1>Tides</h1>"
    assert extract_metadata(f"{page}<p>{byline}</p><p>3 May 2024</p>").authors == names
