"""Authors and dates far from the title: below the text, in the first post of a thread, in the URL,
and dates that are none of the page's."""

from __future__ import annotations

import pytest

import pagecore
from pagecore.metadata import Metadata, read_metadata

HEAD = "<meta property=og:type content=article><title>Crane stays</title><h1>Crane stays</h1>"
#: More rows than are searched beside the title.
TEXT = "<p>The old crane at the harbour will stay where it is, the council said.</p>" * 100


def extract_metadata(html: str, language: str = "en", url: str | None = None) -> Metadata:
    return read_metadata(pagecore.parse(f"<html lang={language}>{html}", url=url))


AUTHORS = [
    # language, text below the article, authors
    ("en", "<p>Written by Ann Lee</p>", ("Ann Lee",)),
    ("en", "<p>Author: <a href=/ann>Ann Lee</a></p>", ("Ann Lee",)),
    (
        "en",
        "<footer>Posted by <a rel=author href=/ann>Ann Lee</a> on Friday</footer>",
        ("Ann Lee",),
    ),
    ("de", "<p>Geschrieben von Ann Lee</p>", ("Ann Lee",)),
    ("zh", "<p>作者：李小明</p>", ("李小明",)),
    # Twice the same.
    ("en", "<p>Written by Ann Lee</p><p>View all posts by Ann Lee</p>", ("Ann Lee",)),
    # Those of other pages differ.
    ("en", "<p>Written by Ann Lee</p><p>Written by Bo Chen</p>", ()),
    # The maker of the site.
    ("en", "<p>Created by Ann Lee</p>", ()),
    ("en", "<p>Published by Harbour Press</p>", ()),
    ("en", "<p>By Ann Lee</p>", ()),
    ("en", "<nav>Written by Ann Lee</nav>", ()),
    ("en", "<div class=comments><p>Posted by Ann Lee</p></div>", ()),
]


@pytest.mark.parametrize(("language", "html", "names"), AUTHORS)
def test_authors_below_the_text(language: str, html: str, names: tuple[str, ...]) -> None:
    metadata = extract_metadata(HEAD + TEXT + html, language)
    assert metadata.authors == names
    if names and "rel=" not in html:
        assert metadata.sources["authors"] == "labelled text"


def test_only_an_article_is_signed_below_its_text() -> None:
    page = f"<title>Crane stays</title><h1>Crane stays</h1>{TEXT}<p>Written by Ann Lee"
    assert extract_metadata(page).authors == ()


SIGNED = f"{HEAD}<p>By Ann Lee</p>{TEXT}"
DATES = [
    # text below the article, date of publication
    ("<p>Published On: 15 August 2025</p>", "2025-08-15"),
    ("<h4>Published</h4><p>July 8, 2025</p>", "2025-07-08"),
    ("<p>Published: 8 July 2025</p><p>Printed on 9 July 2025</p>", "2025-07-08"),
    ("<p>15 August 2025</p>", "2025-08-15"),
    ("<p>Joined: 3 May 2015</p>", None),
    ("<p>Last updated: 3 May 2015</p>", None),
    ("<p>Published: 15 August 2025</p><p>Published: 16 August 2025</p>", None),
    ("<aside>Published: 15 August 2025</aside>", None),
    ("<nav>15 August 2025</nav>", None),
]


@pytest.mark.parametrize(("html", "published"), DATES)
def test_the_date_of_a_signed_article_below_its_text(html: str, published: str | None) -> None:
    assert extract_metadata(SIGNED + html).published == published
    assert extract_metadata(HEAD + TEXT + html).published is None


PROFILE = (
    "<dl><dt><a class=username href=/u/1>annlee</a></dt><dd><b>Joined:</b> 24 July 2017</dd></dl>"
)
MENU = "<p><a href=/search>Search</a></p>" * 40
THREAD = (
    "<title>Which crane? - Harbour board</title><h2><a href=/t>Which crane?</a></h2>"
    f"{MENU}{PROFILE}"
    "<h3><a href=#p1>Which crane?</a></h3><p class=author>by <b>annlee</b> » 3 May 2024, 18:36</p>"
    f"<p>Hello again.</p>{TEXT}"
)


def test_the_start_of_a_thread_is_in_its_first_post() -> None:
    metadata = extract_metadata(THREAD)
    assert metadata.title == "Which crane?"
    assert metadata.published == "2024-05-03T18:36:00"
    assert metadata.authors == ("annlee",)


JOINED = ["Joined: 24 July 2017", "Member since 24 July 2017", "Founded: 24 July 2017"]


@pytest.mark.parametrize("text", JOINED)
def test_when_a_user_joined_is_not_the_date_of_the_page(text: str) -> None:
    assert extract_metadata(f"{HEAD}<p>{text}</p>{TEXT}").date is None
    label, _, day = text.rpartition(" 24")
    apart = f"<p><b>{label}</b> <time datetime=2017-07-24>24{day}</time></p>"
    assert extract_metadata(f"{HEAD}{apart}{TEXT}").date is None


def test_times_of_the_navigation_are_not_those_of_the_page() -> None:
    days = "<a href=/a>Other page <time datetime=2020-02-03>3 Feb</time></a>"
    title = "<h1>Crane stays</h1>"
    head = "<meta property=og:type content=article><title>Crane stays</title><body>"
    assert extract_metadata(f"{head}<nav>{days}</nav>{title}{TEXT}").date is None
    assert extract_metadata(f"{head}{title}<nav>{days}</nav>{TEXT}").date is None


URLS = [
    ("https://shore.example/2024/05/03/crane-stays/", "2024-05-03"),
    ("https://shore.example/articles/2024-05-03+Crane+stays", "2024-05-03"),
    # The list of a day has no name after the date.
    ("https://shore.example/2024/05/03/", None),
    ("https://shore.example/2024/05/03/index.html", None),
    ("https://shore.example/2024/05/crane-stays/", None),
]


@pytest.mark.parametrize(("url", "published"), URLS)
def test_a_date_only_in_the_url(url: str, published: str | None) -> None:
    page = f"<title>Crane stays</title><h1>Crane stays</h1>{TEXT}"
    assert extract_metadata(page, url=url).published == published


def test_hostile_pages_are_read_in_linear_time() -> None:
    for unit in ("<nav><p>3 May 2024</p>", "<p>Written by</p>", "<p>Published 3 May 2024</p>"):
        assert extract_metadata(HEAD + unit * 20_000).title == "Crane stays"
