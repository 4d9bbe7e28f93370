"""The matcher as printed: the rules of table 2 on the tokens of a page."""

from __future__ import annotations

import time

from pagecore import Feed
from pagecore.sites.feed_rules.collector import collect_items
from pagecore.sites.feed_rules.matcher import EntryLabels, match_printed
from tests.sites.sample_blog import make_entries, make_feed, make_home

LINK = "https://a.example/7"


def match(html: str, *, title: str = "Tides", date: str = "", text: str = "") -> EntryLabels:
    feed = (
        f"<rss version='2.0'><channel><item><title>{title}</title><link>{LINK}</link>"
        f"<pubDate>{date}</pubDate><description><![CDATA[{text}]]></description></item></channel></rss>"
    )
    (labels,) = match_printed(collect_items(Feed.read(feed.encode())), html.encode())
    return labels


def show(labels: EntryLabels, field: str) -> list[str]:
    first, stop = labels.places[field]
    return [token.text for token in labels.tokens[first:stop]]


def test_of_several_titles_the_nearest_to_the_body_is_taken() -> None:
    html = "<b>Tides</b><i>x</i><i>y</i><h2>Tides</h2><p>High &amp; low</p>"
    labels = match(html, text="<p>High\n &amp; low</p>")
    assert show(labels, "body") == ["<p>", "High & low", "</p>"]
    assert labels.places["title"] == (10, 11)
    # Without a body, the first one is.
    assert match(html).places["title"] == (1, 2)


def test_a_title_is_a_whole_text() -> None:
    labels = match("<h2>The Tides</h2>")
    assert "title" not in labels.places
    assert "code 1, 3 or 8" in labels.reasons["title"]


DATE = "Fri, 22 Jul 2005 16:24:55 -0400"


def test_dates_are_tried_in_the_order_of_the_table() -> None:
    formats = [DATE, "22 Jul 2005", "July 22, 2005", "7 22 05", "07/22/05"]
    for at in range(len(formats)):
        # The later formats stand first.
        rest = formats[at:]
        html = "".join(f"<p>{text}</p>" for text in reversed(rest))
        assert show(match(html, date=DATE), "date") == [rest[0]]


def test_dates_whose_parts_are_no_words() -> None:
    for text in ("2005-07-22", "on 22Jul2005", "22.07.2005"):
        assert show(match(f"<p>{text}</p>", date=DATE), "date") == [text]
    long = "In July we went to 3 harbours in the north; that was in 2005, a good year."
    assert "date" not in match(f"<p>{long}</p>", date=DATE).places


def test_of_several_dates_the_nearest_to_the_title_is_taken() -> None:
    html = "<p>July 2005</p><i>a</i><i>b</i><h2>Tides</h2><p>22 July 2005</p>"
    assert show(match(html, date=DATE), "date") == ["22 July 2005"]
    assert "code 7" in match("<p>22. Juli</p>", date=DATE).reasons["date"]
    assert match("<p>x</p>").reasons["date"] == "the feed has no date (code 8)"


def test_links_before_the_title_are_ignored() -> None:
    one, two = f'<a href="{LINK}#top">', f"<a href='{LINK}'>"
    html = f"{one}up</a><h2>Tides</h2>{two}more</a>"
    assert show(match(html), "link") == [two]
    assert show(match(f"{one}up</a>"), "link") == [one]
    # One tag alone may be before the title, as one around it is; of several, none is taken.
    assert show(match(f"{two}Tides</a>"), "link") == [two]
    labels = match(f"{one}up</a>{two}Tides</a>")
    assert "link" not in labels.places
    assert "before the title (code 7)" in labels.reasons["link"]
    assert "code 5 or 8" in match('<a href="/7">Tides</a>').reasons["link"]


def test_many_entries_take_little_time() -> None:
    entries = make_entries(200) * 5
    home, feed = make_home(entries), Feed.read(make_feed(entries))
    began = time.process_time()
    labelled = match_printed(collect_items(feed), home.source)
    assert time.process_time() - began < 5
    assert all(of.places.keys() == {"title", "date", "body"} for of in labelled)
