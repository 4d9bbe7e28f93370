"""WTM: rules for the entries of a blog, learned from its feed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pagecore import Page, Wrapper, learn, parse
from pagecore.batch.tasks import ApplyTask
from pagecore.errors import BadInput, WrapperError
from pagecore.sites.feed_rules.collector import FeedItem
from pagecore.sites.feed_rules.rule_set import MAX_KNOWN
from pagecore.sources.feed_entry import FeedEntry
from pagecore.sources.source import Source
from tests.sites.sample_blog import (
    HOST,
    Entry,
    make_entries,
    make_feed,
    make_home,
    make_page,
    show_entry,
)

ENTRIES = make_entries(8)
OLDER = make_entries(4, first=20)


def learn_blog(pages: list[Page], feed: bytes | None = None, **options: str) -> Wrapper:
    return learn(pages, method="wtm", feed=feed or make_feed(ENTRIES), **options)  # type: ignore[arg-type]  # The parameters are words.


def read_texts(wrapper: Wrapper, page: Page) -> list[dict[str, str]]:
    return wrapper.fields(page).texts()


def expect(entry: Entry, **others: str) -> dict[str, str]:
    """The cells of an entry on a page that lists entries."""
    text = "\n\n".join(entry.paragraphs)
    cells = {"title": entry.title, "link": HOST + entry.path, "date": entry.day}
    return cells | {"body": text, "markdown": text} | others


def test_rules_of_the_homepage_read_entries_that_the_feed_no_longer_lists() -> None:
    wrapper = learn_blog([make_home(ENTRIES)])
    assert read_texts(wrapper, make_home(OLDER, path="/page2")) == [expect(of) for of in OLDER]
    assert {of.kind for of in wrapper.body.sets[0].fields.values()} == {"strings"}  # type: ignore[attr-defined]  # The body of wtm.


def test_pages_of_entries_have_rules_of_their_own() -> None:
    wrapper = learn_blog([make_home(ENTRIES), *map(make_page, ENTRIES[:5])])
    (item,) = read_texts(wrapper, make_page(OLDER[0]))
    text = "\n\n".join(OLDER[0].paragraphs)
    day = OLDER[0].day
    assert item == {"title": OLDER[0].title, "date": day, "body": text, "markdown": text}
    assert len(wrapper.fields(make_home(ENTRIES))) == len(ENTRIES)
    assert str(wrapper.fits(make_page(OLDER[1]))).startswith("fits (1.00): single entry: 1 entry")
    assert "list of entries: 8 entries" in wrapper.fits(make_home(ENTRIES)).reason


@pytest.mark.parametrize(("train", "kinds"), [("home", ["home"]), ("entries", ["entries"])])
def test_one_page_kind_is_learned_if_it_is_asked_for(train: str, kinds: list[str]) -> None:
    pages = [make_home(ENTRIES), *map(make_page, ENTRIES[:5])]
    wrapper = learn_blog(pages, train=train)
    assert [rules.kind for rules in wrapper.body.sets] == kinds  # type: ignore[attr-defined]  # As above.


def test_rules_of_the_homepage_do_not_fit_where_they_lose_values() -> None:
    def show(entry: Entry) -> str:
        old, new = 'class="text"', 'class="copy"'
        return show_entry(entry).replace(old, new).replace('class="date"', 'class="when"')

    wrapper = learn_blog([make_home(ENTRIES)])
    fit = wrapper.fits(make_home(OLDER[:1], show, OLDER[0].path))
    assert not fit
    assert "no entry has date or body, as nearly all learned ones have" in fit.reason
    # Some of the entries may lack a value.
    mixed = make_home(OLDER, lambda of: show(of) if of.number % 2 else show_entry(of))
    assert [item.get("date") for item in read_texts(wrapper, mixed)] == [
        None if of.number % 2 else of.day for of in OLDER
    ]


def test_a_page_that_no_rules_fit_is_explained_for_each_kind_nearest_first() -> None:
    wrapper = learn_blog([make_home(ENTRIES), *map(make_page, ENTRIES[:5])])
    show = '<li class="past"><a href="{0.path}">{0.title}</a></li>'.format
    fit = wrapper.fits(make_home(OLDER, show, "/archive"))
    assert not fit
    listed, single = fit.reason.split("; single entry: ")
    assert listed.startswith("list of entries: no entry found; the page has")
    assert single.endswith("of the signs of its template, 80% expected")
    # A page of an entry in another design has more of the signs of those.
    lost = parse(make_page(OLDER[0]).source.replace(b"h1", b"h4").replace(b"copy", b"text"))
    assert wrapper.fits(lost).reason.startswith("single entry: ")
    # Unless its address is that of no entry.
    archive = parse(lost.source, url=f"{HOST}/archive")
    assert wrapper.fits(archive).reason.startswith("list of entries: ")


def test_a_link_of_the_text_does_not_cost_the_other_fields_of_an_entry() -> None:
    def show(entry: Entry, link: str) -> Page:
        html = make_page(entry).source.decode()
        return parse(
            html.replace(
                '<span class="when">', f'<a class="own" href="{link}">#</a><span class="when">'
            ),
            url=HOST + entry.path,
        )

    wrapper = learn_blog([show(of, of.path) for of in ENTRIES], train="entries")
    (item,) = read_texts(wrapper, show(OLDER[0], OLDER[0].path))
    assert item["link"] == HOST + OLDER[0].path
    (other,) = read_texts(wrapper, show(OLDER[0], "https://radio.example/27.mp3"))
    assert other == {name: text for name, text in item.items() if name != "link"}
    # A list of pages links to others of the same host.
    fit = wrapper.fits(show(OLDER[0], "/topics/boats/new"))
    assert "it links to another page, whose address is not that of an entry" in fit.reason


def test_cells_know_their_rows_and_offsets() -> None:
    page = make_home(ENTRIES)
    item = learn_blog([page]).fields(page)[2]
    title = item["title"]
    assert page.source[title.start : title.stop].decode() == title.text
    assert page.name(item["link"].rows[0]) == "a"
    body = item["body"]
    assert page.source[body.start : body.stop].decode().startswith('<div class="text"><p>Day 3')


def test_bodies_are_in_the_largest_elements_that_hold_nothing_else() -> None:
    def show(entry: Entry) -> str:
        noise = '<p class="advert">Buy ropes and anchors in our shop today</p>'
        return show_entry(entry).replace("</p><p>", f"</p>{noise}<p>", 1)

    page = make_home(ENTRIES, show)
    cell = learn_blog([page]).fields(page)[1]["body"]
    assert [page.name(row) for row in cell.rows] == ["p"] * len(ENTRIES[1].paragraphs)
    whole = make_home(ENTRIES)
    (row,) = learn_blog([whole]).fields(whole)[1]["body"].rows
    assert whole.get(row, "class") == "text"


def test_the_page_is_not_summed_for_each_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    wrapper = learn_blog([make_home(ENTRIES)])
    n_calls: list[int] = []
    sum_below = Page.below

    def count(page: Page, *args: object) -> object:
        n_calls[-1] += 1
        return sum_below(page, *args)  # type: ignore[arg-type]  # Passed on.

    monkeypatch.setattr(Page, "below", count)
    for n in (5, 50):
        n_calls.append(0)
        assert len(wrapper.fields(make_home(make_entries(n)))) == n
    assert n_calls[0] == n_calls[1]


def test_cut_needs_no_parsed_page() -> None:
    wrapper = learn_blog([make_home(ENTRIES)])
    bodies = "\n".join(entry.body for entry in OLDER)
    assert wrapper.cut(make_home(OLDER).source).decode() == bodies
    latin = make_home(OLDER).source.replace(b"gull", b"g\xfcll")
    assert "güll" in wrapper.cut(latin, "iso-8859-1").decode()
    with pytest.raises(WrapperError, match="does not fit"):
        wrapper.cut(b"<p>another site")


def test_cut_tries_the_rules_of_single_entries_first() -> None:
    wrapper = learn_blog([make_home(ENTRIES), *map(make_page, ENTRIES[:5])])
    related = "".join(map(show_entry, ENTRIES[:2]))
    page = make_page(OLDER[0]).source.replace(b"</main>", f"{related}</main>".encode())
    assert wrapper.cut(page).decode() == OLDER[0].body
    bodies = "\n".join(entry.body for entry in OLDER)
    assert wrapper.cut(make_home(OLDER).source).decode() == bodies


def test_row_rules_cut_the_source_of_a_parsed_page() -> None:
    def show(entry: Entry) -> str:
        # The first end tag is that of a paragraph, and what follows differs: bodies have row rules.
        text = entry.body.replace("<p>", "<div>").replace("</p>", "<!-- end --></div>")
        name = ("p", "ul", "ol")[entry.number % 3]
        return (
            show_entry(entry).replace(entry.body, text).replace('p class="sh', f'{name} class="sh')
        )

    wrapper = learn_blog([make_home(ENTRIES, show)])
    page = make_home(OLDER, show)
    with pytest.raises(WrapperError, match=r"needs a parsed page: use cut_page\(page\)"):
        wrapper.cut(page.source)
    pieces = wrapper.cut_page(page).decode()
    assert pieces.count('<div class="text"><div>Day ') == len(OLDER)
    assert pieces.count("<!-- end --></div>") == sum(len(of.paragraphs) for of in OLDER)
    source = Source("a.html", content=page.source)
    record = ApplyTask(wrapper.xml().encode(), "source").make_record(source)
    assert (record.content, record.warnings) == (pieces, ())
    with pytest.raises(WrapperError, match="does not fit"):
        wrapper.cut_page(parse("<p>another site"))


def test_wrapper_survives_its_file_and_holds_no_page() -> None:
    wrapper = learn_blog([make_home(ENTRIES), *map(make_page, ENTRIES[:5])])
    xml = wrapper.xml()
    assert Wrapper.read(xml) == wrapper
    assert not any(entry.title in xml or entry.paragraphs[0][:20] in xml for entry in ENTRIES)


def test_notes_say_how_each_entry_was_matched_or_why_not() -> None:
    notes = learn_blog([make_home(ENTRIES[:6])]).notes
    matched = [note for note in notes if note.startswith("entry ")]
    assert len(matched) == 6
    assert matched[0] == f"entry 1 {ENTRIES[0].title!r}: matched title, link, date, body"
    assert notes[-1].startswith("2 of 8 entries of the feed are not matched, because neither")
    assert "pages that list entries: title: strings, right for 6 of 6 entries" in notes


def test_a_value_is_matched_if_it_is_on_the_homepage_or_on_the_page_of_the_entry() -> None:
    html = make_page(ENTRIES[0]).source.decode().replace(ENTRIES[0].shown_day, "")
    pages = [make_home(ENTRIES), *map(make_page, ENTRIES[1:5])]
    wrapper = learn_blog([*pages, parse(html, url=HOST + ENTRIES[0].path)])
    (note,) = [note for note in wrapper.notes if note.startswith("entry 1 ")]
    assert note.endswith(": matched title, link, date, body")


def test_notes_name_entries_beyond_the_limit() -> None:
    entries = make_entries(64)
    notes = learn_blog([make_home(entries[:63])], make_feed(entries)).notes
    beyond, absent = notes[-2:]
    assert beyond.startswith(
        "3 of 64 entries of the feed are not matched, because rules are learned from up to 60 "
        f"entries of a page and 30 pages of entries: 61 {entries[60].title!r}, "
    )
    assert absent == (
        "1 of 64 entries of the feed are not matched, because neither their title nor their link "
        f"is on the page: 64 {entries[63].title!r}"
    )
    pages = learn_blog(list(map(make_page, entries[:32])), make_feed(entries[:32])).notes
    assert pages[-1].startswith("2 of 32 entries of the feed are not matched, because rules are")


def test_notes_name_entries_that_are_no_entries_of_the_list() -> None:
    page = make_home(ENTRIES)
    link = f'<a href="{OLDER[0].path}">About</a>'
    beside = page.source.replace(b'<a href="/about">About</a>', link.encode())
    notes = learn_blog([parse(beside, url=f"{HOST}/")], make_feed(ENTRIES + OLDER[:1])).notes
    assert notes[-1] == (
        "1 of 9 entries of the feed are not matched, because their title or link is on the page, "
        f"but not as an entry of the list: 9 {OLDER[0].title!r}"
    )


# ---------------------------------------------------------------- the paper's rules


def test_end_rules_hold_on_raw_tokens() -> None:
    # A body of two paragraphs must not end at the first.
    title = '<h3 class="t"><a href="/p{0}">T{0}</a></h3>'
    item = title + "<p>One {0}</p><p>Two {0}</p><p>Posted by Ann</p>"
    page = parse("".join(item.format(at) for at in range(4)), url=f"{HOST}/")
    feed = "".join(
        f"<item><title>T{at}</title><link>{HOST}/p{at}</link><description>"
        f"&lt;p&gt;One {at}&lt;/p&gt;&lt;p&gt;Two {at}&lt;/p&gt;</description></item>"
        for at in range(4)
    )
    wrapper = learn_blog([page], f"<rss><channel>{feed}</channel></rss>".encode(), rules="printed")
    assert r"<end>&lt;p&gt;\s*Posted\ by\ Ann</end>" in wrapper.xml()
    assert [item["body"] for item in read_texts(wrapper, page)] == [
        f"One {at}\n\nTwo {at}" for at in range(4)
    ]
    assert wrapper.cut(page.source).startswith(b"<p>One 0</p><p>Two 0</p>\n<p>One 1")


def test_printed_rules_are_strings_only() -> None:
    wrapper = learn_blog([make_home(ENTRIES)], rules="printed")
    (rules,) = wrapper.body.sets  # type: ignore[attr-defined]  # As above.
    assert rules.unit is None
    assert {name: rule.kind for name, rule in rules.fields.items()} == dict.fromkeys(
        ("title", "date", "body"), "strings"
    )
    # Links of the page are relative, so none contains that of the feed.
    assert any(
        "link: no rule: no entry has its value there (code 8)" in note for note in wrapper.notes
    )
    first = read_texts(wrapper, make_home(OLDER))[0]
    assert (first["title"], first["date"]) == (OLDER[0].title, OLDER[0].day)


def test_printed_rules_are_learned_from_entries_with_a_title_or_a_body() -> None:
    # The dates of entries that the page does not have are those of other entries.
    feed = make_feed(ENTRIES + OLDER, text=lambda _: "")
    wrapper = learn_blog([make_home(ENTRIES)], feed, rules="printed")
    assert wrapper.body.sets[0].n_entries == len(ENTRIES)  # type: ignore[attr-defined]  # As above.
    assert wrapper.notes[-1].startswith("4 of 12 entries of the feed are not matched")
    days = {item["title"]: item["date"] for item in read_texts(wrapper, make_home(OLDER))}
    assert [days[of.title] for of in OLDER] == [of.day for of in OLDER]


# ---------------------------------------------------------------- the error codes of table 6


def test_abbreviated_titles() -> None:
    # Code 1.
    def short(entry: Entry) -> str:
        return entry.title[:22] + "…"

    page = make_home(ENTRIES, lambda entry: show_entry(entry).replace(entry.title, short(entry)))
    wrapper = learn_blog([page])
    assert [item["title"] for item in read_texts(wrapper, page)] == list(map(short, ENTRIES))
    assert any("title: abbreviated (1)" in note for note in wrapper.notes)


def test_several_entries_share_a_date() -> None:
    # Code 2: a heading with the date stands above the entries of a day.
    def show(entry: Entry) -> str:
        same = entry.number % 2 == 0
        article = show_entry(entry).replace(f'<p class="date">{entry.shown_day}</p>', "")
        return article if same else f'<h4 class="day">{entry.shown_day}</h4>{article}'

    def day(entry: Entry) -> str:
        return ENTRIES[entry.number - 1 - (entry.number % 2 == 0)].day

    page = make_home(ENTRIES, show)
    wrapper = learn_blog([page], make_feed(ENTRIES, date=lambda of: f"{day(of)}T09:00:00Z"))
    assert [item["date"] for item in read_texts(wrapper, page)] == [day(of) for of in ENTRIES]


def test_other_titles_than_in_the_feed() -> None:
    # Code 3: the link says which entry it is.
    page = make_home(ENTRIES)
    feed = make_feed(ENTRIES, title=lambda entry: f"{entry.title} (#{entry.number})")
    wrapper = learn_blog([page], feed)
    assert [item["title"] for item in read_texts(wrapper, page)] == [of.title for of in ENTRIES]
    assert any("title: another title than in the feed (3)" in note for note in wrapper.notes)


def test_partial_descriptions() -> None:
    # Code 4: the feed has the first paragraph, the pages have all.
    feed = make_feed(ENTRIES, text=lambda entry: f"<p>{entry.paragraphs[0]}</p>")
    wrapper = learn_blog(list(map(make_page, ENTRIES)), feed)
    (item,) = read_texts(wrapper, make_page(OLDER[2]))
    assert item["body"] == "\n\n".join(OLDER[2].paragraphs)
    assert any("the feed has the beginning of the text only (4)" in note for note in wrapper.notes)


def test_links_that_the_feed_writes_in_another_way() -> None:
    # Code 5: the links of the page are relative, those of the feed have another scheme and host.
    feed = make_feed(ENTRIES, link=lambda of: f"http://www.tides.example{of.path}")
    page = make_home(ENTRIES)
    items = read_texts(learn_blog([page], feed), page)
    assert [item["link"] for item in items] == [HOST + of.path for of in ENTRIES]


def test_noise_in_the_entry() -> None:
    # Code 6: what the feed does not have stands between the paragraphs.
    def show(entry: Entry) -> str:
        noise = '<div class="advert">Buy ropes and anchors in our shop today</div>'
        return show_entry(entry).replace("</p><p>", f"</p>{noise}<p>", 1)

    page = make_home(ENTRIES, show)
    wrapper = learn_blog([page])
    assert [item["body"] for item in read_texts(wrapper, page)] == [
        "\n\n".join(entry.paragraphs) for entry in ENTRIES
    ]


def show_flat(entry: Entry) -> str:
    """Entries whose parts are siblings, with the date before the title."""
    return f"<dt>{entry.shown_day}</dt><dd><a href='{entry.path}'>{entry.title}</a></dd>"


def show_without_year(entry: Entry) -> str:
    """Entries below a year."""
    year = "<h3>Entries of 2024</h3>" if entry.number == 1 else ""
    day = entry.shown_day.partition(",")[0]
    return f"{year}<ul><li><i>{day}</i> <a href='{entry.path}'>{entry.title}</a></li></ul>"


@pytest.mark.parametrize("show", [show_flat, show_without_year])
def test_unusual_layouts(show: object) -> None:
    # Code 7.
    page = make_home(ENTRIES, show)  # type: ignore[arg-type]  # Both are functions of an entry.
    items = read_texts(learn_blog([page]), page)
    assert [(item["title"], item["link"], item["date"]) for item in items] == [
        (of.title, HOST + of.path, of.day) for of in ENTRIES
    ]


def test_missing_values() -> None:
    # Code 8: neither a date nor a text.
    page = make_home(ENTRIES, lambda of: f"<li><a href='{of.path}'>{of.title}</a></li>")
    wrapper = learn_blog([page])
    assert read_texts(wrapper, page)[0] == {
        "title": ENTRIES[0].title,
        "link": HOST + ENTRIES[0].path,
    }
    (note,) = [note for note in wrapper.notes if note.startswith("entry 1 ")]
    assert "date: the page has no such date (8)" in note
    assert "body: the page does not have the feed's text (8)" in note


def test_titles_are_no_bodies() -> None:
    # The texts of the feed begin with the title, and the page lists titles only.
    page = make_home(ENTRIES, lambda of: f"<li><a href='{of.path}'>{of.title}</a></li>")
    wrapper = learn_blog([page], make_feed(ENTRIES, text=lambda of: f"<p>{of.title}</p>{of.body}"))
    assert read_texts(wrapper, page)[0].keys() == {"title", "link"}
    assert not any("body: strings" in note or "body: rows" in note for note in wrapper.notes)


def test_texts_that_are_titles_are_bodies() -> None:
    page = make_home(ENTRIES, lambda of: f"<p><a href='{of.path}'>{of.title}</a></p>")
    wrapper = learn_blog([page], make_feed(ENTRIES, text=lambda of: of.title))
    assert [item["body"] for item in read_texts(wrapper, page)] == [of.title for of in ENTRIES]


# ---------------------------------------------------------------- bad input


def test_no_feed() -> None:
    with pytest.raises(BadInput, match="'wtm' needs a feed"):
        learn([make_home(ENTRIES)], method="wtm")


def test_empty_feed() -> None:
    with pytest.raises(WrapperError, match="nothing was learned: the feed has no entries"):
        learn_blog([make_home(ENTRIES)], make_feed([]))


def test_relative_links_of_a_site_whose_address_is_not_known() -> None:
    feed = make_feed(ENTRIES, link=lambda of: of.path)
    source = make_home(ENTRIES).source
    wrapper = learn_blog([parse(source)], feed)
    assert [item["link"] for item in read_texts(wrapper, parse(source))] == [
        of.path for of in ENTRIES
    ]
    assert read_texts(wrapper, make_home(OLDER)) == [expect(of) for of in OLDER]


def test_feed_of_another_host_is_reported_even_if_rules_are_learned() -> None:
    moved = make_feed(ENTRIES, link=lambda of: f"https://moon.example{of.path}")
    notes = learn_blog([make_home(ENTRIES)], moved).notes
    assert any("moon.example" in note and "tides.example" in note for note in notes)


OTHER_SITE = make_feed(OLDER, link=lambda of: f"https://moon.example{of.path}")
EMPTY_ENTRIES = b"<rss version='2.0'><channel><item><author>x</author></item></channel></rss>"
BAD_FEEDS = [
    # what it shows       feed              message
    ("of another site",   OTHER_SITE,       "of moon.example, but the pages are of tides.example"),
    ("of other entries",  make_feed(OLDER), "4 entries of tides.example, but neither the title"),
    ("of empty entries",  EMPTY_ENTRIES,    "no entry of the feed has a title, a link or a text"),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "feed", "message"), BAD_FEEDS)
def test_feeds_that_do_not_help(shows: str, feed: bytes, message: str) -> None:
    with pytest.raises(WrapperError, match=f"^nothing was learned: .*{message}"):
        learn_blog([make_home(ENTRIES)], feed)


def test_homepage_without_the_entries() -> None:
    with pytest.raises(WrapperError, match="pass a page that lists the newest entries"):
        learn_blog([make_home([])])


def test_one_entry_only() -> None:
    wrapper = learn_blog([make_home(ENTRIES[:1])], make_feed(ENTRIES[:1]))
    assert "learned from one entry only; the rules may not hold for others" in wrapper.notes[0]
    assert read_texts(wrapper, make_home(ENTRIES)) == [expect(of) for of in ENTRIES]
    # Its confidence is low.
    fit = wrapper.fits(make_home(ENTRIES))
    assert fit.score == 0.6
    assert fit.reason.endswith("the rules were learned from one entry only")


def test_feed_with_ten_thousand_entries() -> None:
    entries = make_entries(8)
    items = (
        f"<item><title>Old {at}</title><link>{HOST}/old/{at}</link></item>" for at in range(10_000)
    )
    feed = make_feed(entries).replace(b"</channel>", "".join(items).encode() + b"</channel>")
    wrapper = learn_blog([make_home(entries)], feed)
    assert len(read_texts(wrapper, make_home(OLDER))) == len(OLDER)
    assert len(wrapper.notes) < 30


# ---------------------------------------------------------------- what is no entry


def test_headings_inside_a_text_begin_no_entry() -> None:
    """The entries are ranges of siblings, and a text has headings like those of entries."""

    def show(entry: Entry) -> str:
        middle = "<h3>In between</h3><p>More of the same.</p>" if entry.number == 21 else ""
        title = f'<h3><a href="{entry.path}">{entry.title}</a></h3>'
        return f"{title}<p>{entry.shown_day}</p>{entry.body}{middle}"

    page = make_home(ENTRIES, show)
    wrapper = learn_blog([page])
    assert wrapper.body.sets[0].unit.is_range  # type: ignore[attr-defined]  # The body of wtm.
    items = read_texts(wrapper, make_home(OLDER, show))
    assert [item["title"] for item in items] == [of.title for of in OLDER]
    assert items[1]["body"].endswith("More of the same.")


def test_menus_are_no_entries() -> None:
    """The units are lines like those of the menu; the forms of links tell them apart."""
    menu = "".join(f'<li><a href="/{name}">{name}</a></li>' for name in ("about", "tags", "shop"))

    def show(entry: Entry) -> str:
        return f'<li><a href="{entry.path}">{entry.title}</a></li>'

    def make_list(entries: list[Entry]) -> Page:
        lines = "".join(map(show, entries))
        return parse(f"<body><ul>{menu}{lines}{menu}</ul>", url=f"{HOST}/")

    wrapper = learn_blog([make_list(ENTRIES)])
    assert [item["title"] for item in read_texts(wrapper, make_list(OLDER))] == [
        of.title for of in OLDER
    ]


def test_an_entry_with_another_address_is_one_if_it_has_everything() -> None:
    def show(entry: Entry) -> str:
        return show_entry(entry).replace(entry.path, f"/old/blog/{entry.number}")

    wrapper = learn_blog([make_home(ENTRIES)])
    links = [item["link"] for item in read_texts(wrapper, make_home(OLDER, show))]
    assert links == [f"{HOST}/old/blog/{of.number}" for of in OLDER]
    # Without a date and a text, it is likely a line of a list of categories.
    bare = make_home(
        OLDER, lambda of: show(of).replace('class="date"', "").replace('class="text"', "")
    )
    assert not wrapper.fits(bare)


def test_lines_without_a_link_and_links_to_comments_are_no_entries() -> None:
    def show(entry: Entry) -> str:
        title = f"<li><a href='{entry.path}'>{entry.title}</a></li>"
        return f"{title}<li>A badge</li><li><a href='{entry.path}#c1'>Ann on it</a></li>"

    page = make_home(ENTRIES, lambda of: f"<li><a href='{of.path}'>{of.title}</a></li>")
    titles = [item["title"] for item in read_texts(learn_blog([page]), make_home(OLDER, show))]
    assert titles == [of.title for of in OLDER]


def test_the_list_with_most_values_is_that_of_a_page() -> None:
    """An archive has a list of recent entries too, and rules for it were learned from a page that
    has nothing else."""

    def show_recent(entry: Entry) -> str:
        return f'<li class="recent"><a href="{entry.path}">{entry.title}</a></li>'

    recent = "".join(map(show_recent, ENTRIES[:4]))
    home = make_home(ENTRIES)
    alone = make_home(ENTRIES[:4], show_recent, "/tags/x")
    wrapper = learn_blog([home, alone])
    assert len(wrapper.body.sets) == 2  # type: ignore[attr-defined]  # The body of wtm.
    source = make_home(OLDER).source.replace(b"</main>", f"{recent}</main>".encode())
    items = read_texts(wrapper, parse(source, url=f"{HOST}/page2"))
    assert items == [expect(of) for of in OLDER]


def test_entries_that_a_page_lists_twice_are_read_once() -> None:
    def show(entry: Entry) -> str:
        short = f'<article class="post"><h2 class="title"><a href="{entry.path}">{entry.title}</a>'
        return f"{show_entry(entry)}{short}</h2></article>"

    wrapper = learn_blog([make_home(ENTRIES)])
    assert read_texts(wrapper, make_home(OLDER, show)) == [expect(of) for of in OLDER]


def test_a_list_in_the_frame_of_an_entry_is_no_entry() -> None:
    wrapper = learn_blog(list(map(make_page, ENTRIES)))
    source = make_page(OLDER[0]).source.decode()
    lines = "".join(f'<p><a href="{of.path}">{of.title}</a></p>' for of in OLDER)
    start, stop = source.index('<div class="copy">') + 18, source.index('<div class="comments">')
    frame = source[:start] + lines + "</div>" + source[stop:]
    assert (
        "its text is a list of links" in wrapper.fits(parse(frame, url=f"{HOST}/tags/x/y")).reason
    )
    # Links are the text of some entries too.
    assert wrapper.fits(parse(frame, url=HOST + OLDER[0].path))
    bare = frame.replace(f"{OLDER[0].title}</h1>", "</h1>").replace(OLDER[0].shown_day, "")
    reason = wrapper.fits(parse(bare, url=HOST + OLDER[0].path)).reason
    assert "it has no title or date, as nearly all learned ones have" in reason


@pytest.mark.parametrize("suffix", ["", "?again=1"])
def test_entries_that_a_feed_lists_twice_are_one(suffix: str) -> None:
    once, again = make_feed(ENTRIES), make_feed(ENTRIES, link=lambda of: HOST + of.path + suffix)
    items = again[again.index(b"<item>") : again.index(b"</channel>")]
    wrapper = learn_blog([make_home(ENTRIES)], once.replace(b"</channel>", items + b"</channel>"))
    assert read_texts(wrapper, make_home(OLDER)) == [expect(of) for of in OLDER]


def test_warnings_of_the_feed_are_reported_if_nothing_is_learned() -> None:
    broken = make_feed(OLDER).replace(b"</title>", b"", 2)
    with pytest.raises(WrapperError, match=r"nothing was learned: .*; feed: "):
        learn_blog([make_home(ENTRIES)], broken)


# ---------------------------------------------------------------- excerpts


def show_excerpt(end: str, n_paragraphs: int = 1) -> Callable[[Entry], str]:
    """Show the beginning of the text of an entry, and an end."""

    def show(entry: Entry) -> str:
        body = "".join(f"<p>{text}</p>" for text in entry.paragraphs[:n_paragraphs])
        inside = body.removesuffix("</p>") + end.format(path=entry.path)
        return show_entry(entry).replace(entry.body, f"{inside}</p>")

    return show


EXCERPTS = [
    # end of the text                                      mark
    ('<a href="{path}">Read more</a>',                     "more-link"),
    ('</p><p><a href="{path}#more">…</a>',                 "more-link"),
    ('</p><p><a href="{path}" class="read-more">»</a>',    "more-link"),
    ('</p><p><a href="{path}">Weiterlesen →</a>',          "more-link"),
    ('</p><p><a href="{path}">続きを読む</a>',               "more-link"),
    (" […]",                                               "ellipsis"),
    (" ... <a href=/about>Contact</a>",                    "ellipsis"),
    ("",                                                   "shorter-than-feed"),
    ('</p><p><a href="/other">Read more</a>',              "shorter-than-feed"),
]  # fmt: skip


@pytest.mark.parametrize(("end", "mark"), EXCERPTS)
def test_excerpts_are_marked(end: str, mark: str) -> None:
    wrapper = learn_blog([make_home(ENTRIES, show_excerpt(end))])
    assert wrapper.columns[-1] == "partial"
    read = read_texts(wrapper, make_home(OLDER, show_excerpt(end)))
    assert [item["partial"] for item in read] == [mark] * len(OLDER)
    assert "records of excerpts are marked 'partial'" in "".join(wrapper.notes)
    written = Wrapper.read(wrapper.xml())
    assert written == wrapper
    assert read_texts(written, make_home(OLDER, show_excerpt(end))) == read


def test_whole_texts_are_not_marked() -> None:
    links = '<a href="{path}#comments">More comments</a> <a href="{path}">Permalink</a>'
    show = show_excerpt(links, n_paragraphs=9)
    wrapper = learn_blog([make_home(ENTRIES, show)])
    assert not any("partial" in item for item in read_texts(wrapper, make_home(OLDER, show)))
    assert "marked" not in "".join(wrapper.notes)


def test_whole_texts_between_excerpts_are_not_marked() -> None:
    more = show_excerpt('<a href="{path}">Read more</a>')
    wrapper = learn_blog([make_home(ENTRIES, more)])
    read = read_texts(wrapper, make_home(OLDER, lambda of: (more, show_entry)[of.number % 2](of)))
    assert ["partial" in item for item in read] == [of.number % 2 == 0 for of in OLDER]


def test_pages_of_entries_have_no_excerpts() -> None:
    wrapper = learn_blog(list(map(make_page, ENTRIES)))
    assert "partial" not in wrapper.columns


# ---------------------------------------------------------------- updates


def show_anew(entry: Entry) -> str:
    """The markup after a change of the template."""
    return (
        f'<section class="card"><h3><a href="{entry.path}">{entry.title}</a></h3>'
        f"<time>{entry.day}</time><div class='prose'>{entry.body}</div></section>"
    )


def test_update_keeps_rules_that_agree_with_the_feed() -> None:
    wrapper = learn_blog([make_home(ENTRIES)])
    updated = learn([make_home(OLDER)], feed=make_feed(OLDER), update=wrapper)
    assert updated == wrapper
    (note,) = updated.notes
    assert note == (
        "pages that list entries: kept; rules and feed agree on new entries: title 4 of 4, "
        "link 4 of 4, date 4 of 4, body 4 of 4"
    )


def get_known(wrapper: Wrapper) -> set[int]:
    return set(wrapper.body.sets[0].known)  # type: ignore[attr-defined]  # The body of wtm.


def show_changed(first: int) -> Callable[[Entry], str]:
    """The markup of a blog that shows the dates of entries from a number on in another way."""

    def show(entry: Entry) -> str:
        day = f'<p class="date">{entry.shown_day}</p>'
        new = f"<em>{entry.shown_day}</em>" if entry.number >= first else day
        return show_entry(entry).replace(day, new)

    return show


def test_drift_is_measured_on_new_entries() -> None:
    """One new entry of nine has no date by the old rules: eight of nine would be no drift."""
    wrapper = learn_blog([make_home(ENTRIES)])
    entries = make_entries(9)
    updated = learn(
        [make_home(entries, show_changed(9))],
        feed=make_feed(entries),
        update=Wrapper.read(wrapper.xml()),
    )
    assert "date: the old rules agree with the feed on 0 of 1 new entries" in updated.notes[0]


def test_known_entries_are_no_drift() -> None:
    """The feed has other dates of entries that were learned from, and the new one is right."""
    wrapper = learn_blog([make_home(ENTRIES)])
    entries = make_entries(9)
    feed = make_feed(entries, date=lambda of: f"{of.day if of.number > 8 else '2019-01-01'}")
    updated = learn([make_home(entries)], feed=feed, update=wrapper)
    assert updated == wrapper
    assert updated.notes[0].startswith(
        "pages that list entries: kept; rules and feed agree on new entries: title 1 of 1"
    )


def test_entries_that_were_compared_are_known() -> None:
    wrapper = learn_blog([make_home(ENTRIES)])
    assert len(get_known(wrapper)) == len(ENTRIES)
    assert get_known(Wrapper.read(wrapper.xml())) == get_known(wrapper)
    updated = learn([make_home(OLDER)], feed=make_feed(OLDER), update=wrapper)
    assert get_known(wrapper) < get_known(updated)
    assert len(get_known(updated)) == len(ENTRIES) + len(OLDER)
    again = learn([make_home(OLDER)], feed=make_feed(OLDER), update=updated)
    assert again.notes[0].endswith("body 4 of 4; no entry is new")
    assert "agree on known entries" in again.notes[0]


def test_known_entries_are_limited() -> None:
    rules = learn_blog([make_home(ENTRIES)]).body.sets[0]  # type: ignore[attr-defined]  # As above.
    new = [
        FeedItem(at, FeedEntry(None, f"Entry {at}", (), None, None, ""))
        for at in range(MAX_KNOWN - 2)
    ]
    added = rules.add_known(new)
    assert len(added.known) == MAX_KNOWN
    assert not any(map(added.is_new, new))


def test_a_changed_template_is_mended_without_new_entries() -> None:
    wrapper = learn_blog([make_home(OLDER)], make_feed(OLDER))
    page = make_home(OLDER, show_anew)
    updated = learn([page], feed=make_feed(OLDER), update=wrapper)
    assert "agree with the feed on 0 of 4 known entries, the new ones on 4" in updated.notes[0]
    assert read_texts(updated, page) == [expect(of) for of in OLDER]


def test_update_mends_drift() -> None:
    wrapper = learn_blog([make_home(ENTRIES), *map(make_page, ENTRIES[:5])])
    page = make_home(OLDER, show_anew)
    assert not wrapper.fits(page)
    updated = learn([page], feed=make_feed(OLDER), update=wrapper)
    assert updated.notes[0].startswith(
        "pages that list entries: replaced, because of drift: title: the old rules agree with the "
        "feed on 0 of 4 new entries, the new ones on 4 of 4; link: "
    )
    assert updated.notes[1] == "pages of single entries: kept; no new page of this kind"
    assert read_texts(updated, make_home(OLDER, show_anew)) == [expect(of) for of in OLDER]
    assert read_texts(updated, make_page(OLDER[0]))[0]["title"] == OLDER[0].title


def test_update_adds_a_page_kind() -> None:
    wrapper = learn_blog([make_home(ENTRIES)])
    updated = learn(list(map(make_page, OLDER)), feed=make_feed(OLDER), update=wrapper)
    assert updated.notes[0] == (
        "pages of single entries: learned; the old wrapper has no rules for them"
    )
    assert read_texts(updated, make_page(ENTRIES[0]))[0]["title"] == ENTRIES[0].title


def show_archived(entry: Entry) -> str:
    """The markup of an archive, without texts."""
    return (
        f'<li class="line"><b>{entry.shown_day}</b> <a href="{entry.path}">{entry.title}</a></li>'
    )


def make_archive(entries: list[Entry]) -> Page:
    return make_home(entries, show_archived, "/archive")


def show_untold(entry: Entry) -> str:
    return show_entry(entry).replace(f'<div class="text">{entry.body}</div>', "")


@pytest.mark.parametrize(
    ("show", "n_shown"),
    [
        pytest.param(show_untold, 5, id="same markup without texts"),
        pytest.param(show_untold, 2, id="same markup, two entries"),
        pytest.param(show_archived, 2, id="other markup, two entries"),
    ],
)
def test_an_archive_does_not_displace_the_homepage(
    show: Callable[[Entry], str], n_shown: int
) -> None:
    home, archive = make_home(ENTRIES[:n_shown]), make_home(ENTRIES, show, "/archive")
    wrapper = learn_blog([home, archive])
    assert read_texts(wrapper, home) == [expect(of) for of in ENTRIES[:n_shown]]
    assert len(read_texts(wrapper, archive)) == len(ENTRIES)


def test_lists_without_entries_of_the_feed_are_reported() -> None:
    pages = [make_home(ENTRIES), make_archive(OLDER)]
    assert (
        "1 of 2 pages that may list entries: no rules learned, because they have too few entries "
        "of the feed, or only a menu of them"
    ) in learn_blog(pages).notes


def test_update_compares_with_the_rules_of_the_same_pages() -> None:
    pages = [make_home(ENTRIES), make_archive(ENTRIES), *map(make_page, ENTRIES[:5])]
    wrapper = learn_blog(pages)
    assert [rules.kind for rules in wrapper.body.sets] == ["home", "home", "entries"]  # type: ignore[attr-defined]  # As above.
    updated = learn([make_home(OLDER)], feed=make_feed(OLDER), update=wrapper)
    assert updated == wrapper
    kept = [note.partition(";")[0] for note in updated.notes]
    assert kept == ["pages that list entries: kept"] * 2 + ["pages of single entries: kept"]
    drifted = learn([make_home(OLDER, show_anew)], feed=make_feed(OLDER), update=wrapper)
    assert read_texts(drifted, make_home(OLDER, show_anew)) == [expect(of) for of in OLDER]
    assert [item["title"] for item in read_texts(drifted, make_archive(OLDER))] == [
        of.title for of in OLDER
    ]


def test_update_with_an_archive_keeps_the_rules_of_the_homepage() -> None:
    wrapper = learn_blog([make_home(ENTRIES)])
    updated = learn([make_archive(OLDER)], feed=make_feed(OLDER), update=wrapper)
    assert updated.notes[0] == (
        "pages that list entries: added; the old rules are for other pages of this kind"
    )
    assert read_texts(updated, make_home(ENTRIES)) == [expect(of) for of in ENTRIES]
    assert [item["date"] for item in read_texts(updated, make_archive(OLDER))] == [
        of.day for of in OLDER
    ]


def test_update_of_printed_rules_compares_them_too() -> None:
    wrapper = learn_blog([make_home(ENTRIES)], rules="printed")
    updated = learn([make_home(OLDER)], feed=make_feed(OLDER), update=wrapper, rules="printed")
    assert updated == wrapper
    (note,) = updated.notes
    assert note.startswith("pages that list entries: kept; rules and feed agree on new entries: ")
    assert "title 4 of 4" in note
    page = make_home(OLDER, show_anew)
    mended = learn([page], feed=make_feed(OLDER), update=wrapper, rules="printed")
    changed = "body: the old rules agree with the feed on 0 of 4 new entries, the new ones on 4 of"
    assert changed in mended.notes[0]
    assert [item["title"] for item in read_texts(mended, page)] == [of.title for of in OLDER]


def show_edited(entry: Entry) -> str:
    """The markup after a change: the date of the entry gave way to that of the last edit."""
    day = f'<p class="date">{entry.shown_day}</p>'
    return show_entry(entry).replace(day, '<p class="date">August 9, 2025</p>')


def test_update_notices_dates_that_contradict_the_feed() -> None:
    wrapper = learn_blog([make_home(ENTRIES)])
    page = make_home(OLDER, show_edited)
    assert {item["date"] for item in read_texts(wrapper, page)} == {"2025-08-09"}
    updated = learn([page], feed=make_feed(OLDER), update=wrapper)
    assert updated.notes[0] == (
        "pages that list entries: replaced, because of drift: date: the old rules agree with the "
        "feed on 0 of 0 (4 contradict it) new entries, the new ones on 0 of 0"
    )
    assert all("date" not in item for item in read_texts(updated, page))


def test_update_notices_another_date_that_the_rules_read() -> None:
    def show(entry: Entry) -> str:
        edited = '<p class="date">Edited August 9, 2025</p>'
        return show_entry(entry).replace("</h2>", f"</h2>{edited}")

    wrapper = learn_blog([make_home(ENTRIES)])
    page = make_home(OLDER, show)
    updated = learn([page], feed=make_feed(OLDER), update=wrapper)
    assert "date: the old rules agree with the feed on 0 of 4 (4 contradict it)" in updated.notes[0]
    assert [item["date"] for item in read_texts(updated, page)] == [of.day for of in OLDER]


def test_update_notices_records_that_are_no_entries() -> None:
    def show(entry: Entry) -> str:
        teaser = (
            f'<article class="post ad"><h2 class="title"><a href="/{1900 + entry.number}/shop">'
            f'Buy now {entry.number}</a></h2><p class="date">May 1, 2024</p>'
            '<div class="text"><p>Cheap ropes and good nets for everyone.</p></div></article>'
        )
        return f'<div class="own">{show_entry(entry)}</div>{teaser}'

    wrapper = learn_blog([make_home(ENTRIES)])
    page = make_home(OLDER, show)
    assert len(wrapper.fields(page)) == 2 * len(OLDER)
    updated = learn([page], feed=make_feed(OLDER), update=wrapper)
    assert updated.notes[0] == (
        "pages that list entries: replaced, because of drift: the old rules read 4 records that "
        "are no entries of the feed, the new ones 0"
    )
    assert read_texts(updated, page) == [expect(of) for of in OLDER]


def test_update_notices_a_part_of_the_entries() -> None:
    """New entries have a new markup, which is less than a third of all."""

    def show(entry: Entry) -> str:
        day = f'<p class="date">{entry.shown_day}</p>'
        new = f"<em>{entry.shown_day}</em>"
        return show_entry(entry).replace(day, new) if entry.number > 8 else show_entry(entry)

    wrapper = learn_blog([make_home(ENTRIES)])
    entries = make_entries(11)
    page = make_home(entries, show)
    updated = learn([page], feed=make_feed(entries), update=wrapper)
    assert "date: the old rules agree with the feed on 0 of 3 new entries" in updated.notes[0]
    assert [item["date"] for item in read_texts(updated, page)] == [of.day for of in entries]


def test_update_needs_the_feed_and_its_entries() -> None:
    wrapper = learn_blog([make_home(ENTRIES)])
    with pytest.raises(BadInput, match="'wtm' needs a feed"):
        learn([make_home(OLDER)], update=wrapper)
    with pytest.raises(WrapperError, match="nothing was compared: the feed has 4 entries"):
        learn([make_home(ENTRIES)], feed=make_feed(OLDER), update=wrapper)


def test_rules_that_are_right_for_few_entries_are_dropped() -> None:
    """Two of eight dates are those of the feed, and one of eight entries has a text."""

    def show(entry: Entry) -> str:
        html = show_entry(entry)
        if entry.number > 2:
            html = html.replace(f'<p class="date">{entry.shown_day}</p>', "")
        return html if entry.number == 1 else html.replace(entry.body, "")

    wrapper = learn_blog([make_home(ENTRIES, show)])
    notes = "\n".join(wrapper.notes)
    assert "date: no rule: the best one is right for 2 of 8 entries only" in notes
    assert "body: no rule: the best one finds a text in 1 of 8 entries only" in notes
    assert {name for item in read_texts(wrapper, make_home(OLDER)) for name in item} == {
        "title",
        "link",
    }


def test_bodies_of_another_text_than_the_feed_has_are_kept_with_a_note() -> None:
    feed = make_feed(ENTRIES, text=lambda of: of.body if of.number == 1 else "")
    wrapper = learn_blog([make_page(of) for of in ENTRIES], feed)
    assert any("body: kept though it is right for few entries" in note for note in wrapper.notes)
    (item,) = read_texts(wrapper, make_page(OLDER[0]))
    assert item["body"] == "\n\n".join(OLDER[0].paragraphs)
