"""Titles without the names of sites and sections, and without what is no title at all."""

from __future__ import annotations

import pytest

import pagecore
from pagecore.metadata import Metadata, read_metadata


def extract_metadata(html: str, url: str | None = None) -> Metadata:
    return read_metadata(pagecore.parse(f"<html lang=en>{html}", url=url))


LOGO = "<a href=/>Just a memo</a>"
SEPARATORS = [
    "|", "-", "–", "—", "·", "•", "⋅", "∙", "●", "―", "‖", "»", "~", "::", ":::", "--", "||", "//",
    "★", "\\", "→", "◆", "*",
]  # fmt: skip


@pytest.mark.parametrize("sign", SEPARATORS)
def test_the_text_of_the_link_to_the_front_page_is_the_name_of_the_site(sign: str) -> None:
    page = f"<title>How boot loaders work {sign} Just a memo</title>{LOGO}<p>Text"
    assert extract_metadata(page).title == "How boot loaders work"


SITES = [
    # what it shows, page, title
    (
        "the logo is an image",
        "<title>How boot loaders work · Just a memo</title><a href=/><img alt='Just a memo'></a>",
        "How boot loaders work",
    ),
    (
        "a link elsewhere is no logo",
        "<title>How boot loaders work · Just a memo</title><a href=/memo>Just a memo</a>",
        "How boot loaders work · Just a memo",
    ),
    (
        "a page of a list keeps the name of the site",
        f"<title>Page 2 · Just a memo</title>{LOGO}",
        "Page 2 · Just a memo",
    ),
    (
        "a heading below the first level has the title",
        "<title>Shared behaviour - The Book of Traits</title><h1>The Book of Traits</h1>"
        "<h2>Shared behaviour</h2>",
        "Shared behaviour",
    ),
    (
        "a heading with the site's name",
        "<meta property=og:site_name content=Artlist><title>Best of May – Artlist</title>"
        "<h1>Best of May – Artlist</h1>",
        "Best of May",
    ),
    (
        "no blanks in Chinese",
        "<meta property=og:site_name content=南方网><title>今天的潮水很高_南方网</title>",
        "今天的潮水很高",
    ),
    (
        "a forum announces the topic",
        "<title>View topic - Season of 2025</title><h2>Season of 2025</h2>",
        "Season of 2025",
    ),
    (
        "the name of the forum is before it",
        "<title>The Shore &bull; View topic - Season of 2025</title>",
        "Season of 2025",
    ),
    (
        "also in other languages",
        "<title>Am Strand • Thema anzeigen - Der Kran bleibt</title>",
        "Der Kran bleibt",
    ),
    ("a host behind", "<title>The crane stays - shore.gr</title>", "The crane stays"),
    ("a host before", "<title>www.shore.example.org | The crane stays</title>", "The crane stays"),
    ("no host: a program", "<title>The crane stays - Node.js</title>", "The crane stays - Node.js"),
    (
        "no host: a product",
        "<title>The crane stays | Tides.io</title>",
        "The crane stays | Tides.io",
    ),
    ("no host: a file", "<title>The crane stays - tide.py</title>", "The crane stays - tide.py"),
    ("a host alone", "<title>shore.gr</title>", "shore.gr"),
    (
        "closing marks",
        "<title>Pourquoi « la grue » reste « ici »</title><meta property=og:site_name content=ici>",
        "Pourquoi « la grue » reste « ici »",
    ),
    (
        "marks and the name of the site",
        "<title>Pourquoi reste « la grue » » Le Port</title>"
        "<meta property=og:site_name content='Le Port'>",
        "Pourquoi reste « la grue »",
    ),
    (
        "reversed marks",
        "<title>Warum »der Kran« bleibt</title><meta property=og:site_name content='der Kran'>",
        "Warum »der Kran« bleibt",
    ),
    (
        "a mark alone separates",
        "<title>The crane stays » The Shore</title>"
        "<meta property=og:site_name content='The Shore'>",
        "The crane stays",
    ),
    (
        "an escaped line break",
        "<title>The crane&lt;BR&gt;stays&lt;br /&gt;here</title>",
        "The crane stays here",
    ),
    (
        "the topic is the line break",
        "<title>How to use the &lt;br&gt; element</title>",
        "How to use the <br> element",
    ),
    (
        "the section in a lower heading",
        "<title>Town news - Harbour - The old crane stays where it is</title>"
        "<h1>The old crane stays where it is</h1><h3>Latest</h3><h3><a href=/n>Town news</a></h3>",
        "The old crane stays where it is",
    ),
    (
        "the class of a title",
        "<title>Shore Quiz - Cranes and ferries (#67)</title><div id=header>Shore Quiz</div>"
        "<span class=title>Cranes and ferries (#67)</span><p>Text",
        "Cranes and ferries (#67)",
    ),
    (
        "the class of the title of a site",
        "<title>Cranes - The Shore of the North</title>"
        "<div class=site-title>The Shore of the North</div><p>Text",
        "Cranes - The Shore of the North",
    ),
    (
        "a logo with the class of a title",
        "<title>Cranes - The Shore of the North</title>"
        "<div class=titles><h1><a href=/>The Shore of the North</a></h1></div><p>Text",
        "Cranes",
    ),
]


@pytest.mark.parametrize(("shows", "html", "title"), SITES)
def test_names_of_sites(shows: str, html: str, title: str) -> None:
    assert extract_metadata(html).title == title, shows


HOMES = [
    "<title>Home | The Shore</title>",
    "<title>The Shore - Startseite</title>",
    "<title>Accueil</title><meta property=og:title content='The Shore'>",
    "<meta property=og:title content=Home><title>Home - The Shore</title><h1>Home</h1>",
    "<title>The Shore | Official Site</title>",
]


@pytest.mark.parametrize("html", HOMES)
def test_the_front_page_is_called_by_the_name_of_the_site(html: str) -> None:
    assert extract_metadata(html).title == "The Shore"


def test_a_page_with_no_other_title_is_called_home() -> None:
    assert extract_metadata("<title>Home</title>").title == "Home"


PHONES = ["800-981-5146", "Call (0351) 981 51460", "+49 351 9815146"]


@pytest.mark.parametrize("phone", PHONES)
def test_a_phone_number_is_not_the_title(phone: str) -> None:
    page = f"<title>Cranes for hire</title><h1>{phone}</h1><p>Text"
    assert extract_metadata(page).title == "Cranes for hire"


def test_a_heading_that_is_a_day_may_be_the_title() -> None:
    assert extract_metadata("<h1>2024-05-03 12:30</h1>").title == "2024-05-03 12:30"


@pytest.mark.parametrize(
    "heading",
    [
        'Guide to it<a class=headerlink href="#x" title="Link to this heading">\uf0c1</a>',
        'Guide to it<a href="#x" class=hash-link>#</a>',
        '<a href="#x" class=anchor>#</a>Guide to it',
        'Guide to it<a class=anchor href="#x"><span>Link to this heading</span></a>',
        "Guide to it <span class=mw-editsection>[edit]</span>",
        'Guide to it<a href="#x">¶</a>',
    ],
)
def test_permalinks_are_not_part_of_the_title(heading: str) -> None:
    metadata = extract_metadata(f"<h1>{heading}</h1><p>Text")
    assert (metadata.title, metadata.sources["title"]) == ("Guide to it", "h1")


@pytest.mark.parametrize(
    "heading",
    [
        'Guide to it<a href="/x#comments">12 comments</a>',
        "<span class=kicker>News</span><span>Guide to it</span>",
        "Guide to it<small>A subtitle</small>",
    ],
)
def test_a_declared_title_beats_a_heading_with_more(heading: str) -> None:
    page = f"<meta property=og:title content='Guide to it'><h1>{heading}</h1><p>Text"
    assert extract_metadata(page).title == "Guide to it"


def test_a_heading_that_begins_like_another_title_stays() -> None:
    page = "<meta property=og:title content='Guide to it'><h1>Guide to Italy</h1><p>Text"
    assert extract_metadata(page).title == "Guide to Italy"


NAMED = [
    # what it shows, title element, title
    ("several signs", "Light of Islay shines :: Courier", "Light of Islay shines"),
    ("before the title", "Courier :: Light of Islay shines", "Light of Islay shines"),
    ("a bar without blanks", "Light of Islay shines|Courier", "Light of Islay shines"),
    ("a wide bar without blanks", "Light of Islay shines｜Courier", "Light of Islay shines"),
    ("a line without blanks", "Light of Islay shines_Courier", "Light of Islay shines"),
    ("a dash without blanks", "Light of Islay shines—Courier", "Light of Islay shines"),
    ("a short dash without blanks", "Light of Islay shines–Courier", "Light of Islay shines"),
    ("one blank", "Light of Islay shines- Courier", "Light of Islay shines"),
    ("a word with a hyphen", "Light of the Air-Courier", "Light of the Air-Courier"),
    ("a name with a line", "How to call get_courier", "How to call get_courier"),
    ("another name", "Light of Islay—Lighthouse", "Light of Islay—Lighthouse"),
    ("a colon in a title", "Light of Islay: Courier", "Light of Islay: Courier"),
]


@pytest.mark.parametrize(("what", "text", "title"), NAMED)
def test_the_name_of_the_site_is_cut_after_any_sign(what: str, text: str, title: str) -> None:
    page = f"<title>{text}</title><p>Text"
    named = "<meta property=og:site_name content=Courier>" + page
    assert extract_metadata(named).title == title, what
    assert extract_metadata(page, "https://www.courier.example/a").title == title, what


SECTIONS = [
    # what it shows, head, title element, URL, title
    (
        "a declared section",
        "<meta property=article:section content='World news'>",
        "The crane of Islay stays | World news | The Shore",
        None,
        "The crane of Islay stays",
    ),
    (
        "a section in the URL",
        "",
        "The crane of Islay stays - Politics - The Shore",
        "https://shore.example/politics/crane.html",
        "The crane of Islay stays",
    ),
    (
        "no section",
        "",
        "The crane of Islay stays - Part two - The Shore",
        "https://shore.example/politics/crane.html",
        "The crane of Islay stays - Part two",
    ),
    (
        "the list of a section",
        "",
        "News - Politics - The Shore",
        "https://shore.example/politics/crane.html",
        "News - Politics",
    ),
    (
        "no name of the site after it",
        "",
        "The crane of Islay stays - Politics",
        "https://shore.example/politics/crane.html",
        "The crane of Islay stays - Politics",
    ),
]


@pytest.mark.parametrize(("what", "head", "text", "url", "title"), SECTIONS)
def test_the_section_before_the_name_of_the_site(
    what: str, head: str, text: str, url: str | None, title: str
) -> None:
    site = "<meta property=og:site_name content='The Shore'>"
    assert extract_metadata(f"{site}{head}<title>{text}</title>", url).title == title, what


PUBLICATIONS = [
    ("港口的旧起重机将保留_新闻频道_海岸网", "港口的旧起重机将保留"),
    ("港のクレーンは残ることになった｜海岸新聞デジタル", "港のクレーンは残ることになった"),
    ("항구의 크레인은 그대로 남는다 : 바다 블로그", "항구의 크레인은 그대로 남는다"),
    ("The crane stays at the harbour – My website", "The crane stays at the harbour"),
    ("The crane stays at the harbour | Ann's Blog", "The crane stays at the harbour"),
    ("The crane stays - How to start a crane blog", "The crane stays - How to start a crane blog"),
    # The longer part is the title.
    ("短_今天的新闻", "短_今天的新闻"),
]


@pytest.mark.parametrize(("text", "title"), PUBLICATIONS)
def test_undeclared_names_of_newspapers_and_blogs(text: str, title: str) -> None:
    assert extract_metadata(f"<title>{text}</title><p>Text").title == title


def test_a_lower_heading_goes_before_an_undeclared_name() -> None:
    head = "<title>Survey of 2018 | Crane Blog</title>"
    headings = "<h2>Survey of 2018</h2><p>Text</p><h1>Crane users of 2018</h1>"
    assert extract_metadata(head + headings).title == "Survey of 2018"


def test_counters_of_messages() -> None:
    assert extract_metadata("<title>(3) How to tie a knot</title>").title == "How to tie a knot"
    assert extract_metadata("<title>(99+) How to tie a knot</title>").title == "How to tie a knot"
    assert extract_metadata("<title>(2024) A year at sea</title>").title == "(2024) A year at sea"
    film = "<title>(500) Days at sea</title><h1>(500) Days at sea</h1>"
    assert extract_metadata(film).title == "(500) Days at sea"


def test_forums_on_reddit() -> None:
    assert extract_metadata("<title>Tie a knot : r/sailing</title>").title == "Tie a knot"


def test_phone_numbers_in_declared_titles() -> None:
    heading = "<h1>Drain cleaning in Austin</h1>"
    call = "<title>Call (555) 123-4567 | Acme Plumbing</title>"
    assert extract_metadata(call + heading).title == "Drain cleaning in Austin"
    assert extract_metadata(call).title == "Acme Plumbing"
    last = "<title>Drain cleaning | Call (555) 123-4567</title>"
    assert extract_metadata(last + "<h1>Since 1990</h1>").title == "Drain cleaning"


FERRY = "Ferry sinks off the coast"
COURIER = "<header><a href=/>Courier</a></header>"
BAKERY = '<meta property=og:site_name content="Bob Bakery">'
EMPTY = [
    # head
    "<title>Courier</title>",
    "<title>Home</title>",
    "<title>Home</title><meta property=og:title content=Home>"
    "<meta property=og:site_name content=Home>",
    "<title>Startseite</title>",
    "<title>Index</title>",
    "<title>Blog</title>",
    "<title>Blog | Courier</title>",
    "<title>News - Courier</title>",
    "<title>Untitled Document</title>",
    "<title>React App</title>",
    "<title>Call us: 555-123-4567</title>",
    f"<title>Bob Bakery</title>{BAKERY}",
    f"<title>Bob Bakery | Leeds</title>{BAKERY}",
]


@pytest.mark.parametrize("head", EMPTY)
def test_the_only_heading_beats_a_title_that_says_nothing(head: str) -> None:
    page = f"{head}{COURIER}<article><h1>{FERRY}</h1><p>Text"
    assert extract_metadata(page, "https://courier.example/news/1").title == FERRY
    assert extract_metadata(page).title == FERRY


@pytest.mark.parametrize(
    ("shows", "body", "url"),
    [
        (
            "the front page has the name of the site",
            f"<h1>{FERRY}</h1>",
            "https://courier.example/",
        ),
        (
            "none of several headings is the title",
            f"<h1>{FERRY}</h1><p>Text</p><h1>Crane stays</h1>",
            "https://courier.example/news/1",
        ),
        (
            "a heading in a sidebar",
            f"<aside><h1>{FERRY}</h1></aside>",
            "https://courier.example/news/1",
        ),
        (
            "the heading of a widget",
            f"<h1 class=widget-title>{FERRY}</h1>",
            "https://courier.example/news/1",
        ),
        (
            "the heading is the logo",
            f"<h1><a href=/>{FERRY}</a></h1>",
            "https://courier.example/news/1",
        ),
    ],
)
def test_the_name_of_the_site_stays_without_a_better_heading(
    shows: str, body: str, url: str
) -> None:
    page = f"<title>Courier</title>{COURIER}{body}<p>Text"
    assert extract_metadata(page, url).title == "Courier"


def test_a_site_name_that_is_the_title_of_the_page_is_not_cut() -> None:
    whole = "Move cranes overview | Cranes | Harbour Developer"
    head = f'<title>{whole}</title><meta property=og:site_name content="{whole}">'
    page = f"{head}<h1>Move cranes overview</h1><p>Text"
    assert extract_metadata(page).title == "Move cranes overview"


def test_a_brand_before_the_title_stays_if_the_heading_has_it() -> None:
    url = "https://seagull.example/shoes/90"
    page = "<title>{}</title><h1>Seagull - Deck Shoe 90</h1>"
    same = page.format("Seagull - Deck Shoe 90")
    assert extract_metadata(same, url).title == "Seagull - Deck Shoe 90"
    other = page.format("Deck Shoe 90")
    assert extract_metadata(other, url).title == "Deck Shoe 90"
