"""Units, row rules and bodies: what is learned from the entries of a page."""

from __future__ import annotations

import pytest

from pagecore import Feed, Page, learn, parse
from pagecore.sites.feed_rules.body_rules import find_target, learn_body_rule
from pagecore.sites.feed_rules.collector import collect_items
from pagecore.sites.feed_rules.field_values import is_shortened
from pagecore.sites.feed_rules.page_view import PageView
from pagecore.sites.feed_rules.row_patterns import RowMatcher, write_pattern
from pagecore.sites.feed_rules.row_rules import RowPlace, RowRule, Sample, learn_row_rule
from pagecore.sites.feed_rules.units import UnitRule, find_occurrences, learn_units
from tests.sites.sample_blog import HOST, Entry, make_entries, make_feed, make_home, show_entry

ENTRIES = make_entries(6)


def learn_samples(page: Page, feed: bytes) -> tuple[UnitRule, list[Sample]]:
    view, matcher = PageView(page, "en"), RowMatcher(page)
    found = find_occurrences(view, collect_items(Feed.read(feed, HOST)), 60)
    rule, assigned = learn_units(view, matcher, found)
    assert rule is not None
    return rule, [
        Sample(view, matcher, unit, found[at].item) for at, unit in sorted(assigned.items())
    ]


def list_patterns(rule: RowRule) -> list[str]:
    return [write_pattern(of.pattern) for of in rule.places if isinstance(of, RowPlace)]


def test_a_unit_is_the_largest_element_with_one_entry() -> None:
    rule, samples = learn_samples(make_home(ENTRIES), make_feed(ENTRIES))
    assert (write_pattern(rule.pattern), rule.is_range) == ("article .post", False)
    assert len(samples) == len(ENTRIES)


def test_siblings_are_a_range() -> None:
    page = make_home(
        ENTRIES,
        lambda of: f"<h3><a href={of.path}>{of.title}</a></h3><p>{of.shown_day}</p>{of.body}",
    )
    rule, samples = learn_samples(page, make_feed(ENTRIES))
    assert (write_pattern(rule.pattern), rule.is_range) == ("h3", True)
    assert [page.text(sample.unit.first) for sample in samples] == [of.title for of in ENTRIES]


def test_a_text_that_links_to_another_entry_belongs_to_its_own() -> None:
    def show(entry: Entry) -> str:
        other = ENTRIES[entry.number % len(ENTRIES)]
        link = f'<p>See <a href="{other.path}">{other.title}</a></p>'
        return show_entry(entry).replace("</article>", f"{link}</article>")

    _, samples = learn_samples(make_home(ENTRIES, show), make_feed(ENTRIES))
    assert [sample.item.number for sample in samples] == list(range(6))
    starts = [sample.unit.first for sample in samples]
    assert starts == sorted(starts)


def test_the_least_ambiguous_pattern_wins() -> None:
    _, samples = learn_samples(make_home(ENTRIES), make_feed(ENTRIES))
    rule, is_right = learn_row_rule(samples, "date", "en")
    assert rule is not None
    assert list_patterns(rule) == ["#text < p .date"]
    assert all(is_right)


def test_further_places_are_for_entries_without_the_first() -> None:
    def show(entry: Entry) -> str:
        html = show_entry(entry)
        day = f'<p class="date">{entry.shown_day}</p>'
        other = f"<b>on {entry.shown_day}</b>"
        return html if entry.number > 2 else html.replace(day, other)

    _, samples = learn_samples(make_home(ENTRIES, show), make_feed(ENTRIES))
    rule, is_right = learn_row_rule(samples, "date", "en")
    assert rule is not None
    assert list_patterns(rule) == ["#text < p .date", "#text < b"]
    assert all(is_right)


def test_a_value_that_is_wrong_in_most_entries_has_no_rule() -> None:
    feed = make_feed(ENTRIES, date=lambda of: f"2024-0{1 + of.number}-28T09:00:00Z")
    _, samples = learn_samples(make_home(ENTRIES), feed)
    assert learn_row_rule(samples, "date", "en") == (None, [False] * 6)


def test_noise_is_what_several_entries_have_and_the_feed_has_not() -> None:
    def show(entry: Entry) -> str:
        html = show_entry(entry).replace('<div class="text">', '<div class="text"><i>Ad here</i>')
        # What one entry has alone is no noise of the template.
        return html.replace("</p></div>", "</p><u>Erratum</u></div>") if entry.number == 2 else html

    _, samples = learn_samples(make_home(ENTRIES, show), make_feed(ENTRIES))
    rule, scores = learn_body_rule(samples, [find_target(sample) for sample in samples])
    assert rule is not None
    assert [write_pattern(place.pattern) for place in rule.places] == ["div .text"]
    assert [write_pattern(pattern) for pattern in rule.noise] == ["i"]
    assert scores[0] == 1
    assert 0.9 < scores[1] < 1


def test_an_excerpt_of_a_long_text_is_the_body_of_its_entry() -> None:
    page = make_home(
        ENTRIES,
        lambda of: show_entry(of).replace(
            of.body, f"<p>{' '.join(of.paragraphs[0].split()[:12])} …"
        ),
    )
    wrapper = learn([page], method="wtm", feed=make_feed(ENTRIES))
    bodies = [item["body"] for item in wrapper.fields(page).texts()]
    assert [body.split()[:2] for body in bodies] == [["Day", f"{of.number}.0:"] for of in ENTRIES]


def add_side_list(page: Page, entries: list[Entry]) -> Page:
    side = "".join(f'<li class="r"><a href="{of.path}">{of.title}</a></li>' for of in entries)
    html = page.source.decode().replace("<footer", f'<ul class="recent">{side}</ul><footer')
    return parse(html, url=page.url)


def test_a_second_list_has_entries_that_are_nowhere_else() -> None:
    page = add_side_list(make_home(ENTRIES[:4]), ENTRIES)
    wrapper = learn([page], method="wtm", feed=make_feed(ENTRIES))
    items = wrapper.fields(page).texts()
    assert [item["title"] for item in items] == [of.title for of in ENTRIES]
    assert [sorted(item) for item in items[4:]] == [["link", "title"]] * 2
    assert "<Side>" in wrapper.xml()


@pytest.mark.parametrize(
    ("shows", "n_main", "listed", "n_items"),
    [
        ("one entry that is nowhere else",       4, [1, 2, 3, 4, 5],             5),
        ("half of the list is in the feed",      4, [1, 2, 3, 4, 5, 20, 21, 22], 8),
        ("less than half of it is in the feed",  4, [5, 20, 21, 22, 23, 24],     4),
        ("one entry in a short list",            4, [4, 5],                      4),
    ],
)  # fmt: skip
def test_a_second_list_is_mostly_entries_of_the_feed(
    shows: str, n_main: int, listed: list[int], n_items: int
) -> None:
    known = {of.number: of for of in (*ENTRIES, *make_entries(5, first=20))}
    page = add_side_list(make_home(ENTRIES[:n_main]), [known[number] for number in listed])
    wrapper = learn([page], method="wtm", feed=make_feed(ENTRIES))
    assert len(wrapper.fields(page)) == n_items


def test_a_link_that_opens_a_menu_is_no_link_of_an_entry() -> None:
    def show(entry: Entry) -> str:
        return f'<li class="e"><a href="#">More</a> <a href="{entry.path}">{entry.title}</a></li>'

    page = make_home(ENTRIES, lambda of: show(of).replace('<a href="#">More</a> ', ""))
    wrapper = learn([page], method="wtm", feed=make_feed(ENTRIES))
    links = [item["link"] for item in wrapper.fields(make_home(ENTRIES, show)).texts()]
    assert links == [HOST + of.path for of in ENTRIES]


def test_an_empty_link_leads_to_the_page_itself() -> None:
    pages = [
        parse(f"<h1><a href=''>{of.title}</a></h1>{of.body}", url=HOST + of.path) for of in ENTRIES
    ]
    wrapper = learn(pages, method="wtm", feed=make_feed(ENTRIES))
    assert wrapper.fields(pages[2])[0]["link"].text == HOST + ENTRIES[2].path


def test_shortened_titles_are_beginnings_with_an_ellipsis() -> None:
    assert is_shortened("Notes on the tide…", "Notes on the tide and the moon")
    assert is_shortened("Notes on the tide [...]", "Notes on the tide and the moon")
    assert not is_shortened("Notes on the tide", "Notes on the tide and the moon")
    assert not is_shortened("Notes…", "Notes on the tide")


DATES = [
    # language   text on the page
    ("en",       "Posted by Ann on July 22nd, 2005 at 4:24 pm"),
    ("en-GB",    "22/07/2005"),
    ("en",       "07/22/2005"),
    ("de",       "Freitag, 22. Juli 2005"),
    ("fr",       "le 22 juillet 2005"),
    ("es",       "22 de julio de 2005"),
    ("no",       "fredag 22. juli 2005"),
    ("ru",       "22 июля 2005 г."),
    ("bg",       "22 юли 2005"),
    ("ja",       "2005年7月22日"),
    ("ko",       "2005년 7월 22일"),
    ("zh",       "发表于 2005-07-22"),
]  # fmt: skip


def test_dates_of_many_languages_are_read() -> None:
    for language, text in DATES:
        view = PageView(parse(f"<p>{text}</p>"), language)
        assert list(view.dates.values()) == ["2005-07-22"], text


def test_a_day_has_the_year_of_the_heading_above_and_not_of_a_title() -> None:
    page = parse(
        "<h3>Posts in 2020</h3><p>March 12</p><p><a href=/a>The survey of 2019</a></p>"
        "<p>March 11</p><p><a href=/2018>2018</a></p><p>March 10</p>"
    )
    assert list(PageView(page, "en").dates.values()) == ["2020-03-12", "2020-03-11", "2018-03-10"]


def test_one_page_of_many_decides_the_order_of_day_and_month() -> None:
    # The days of the others are beyond 12, so both orders give the same date.
    entries = [*make_entries(8, first=14), *make_entries(1, first=2)]
    pages = []
    for of in entries:
        year, month, day = of.day.split("-")
        html = f"<html lang=en><h1>{of.title}</h1><i>{day}/{month}/{year}</i><div>{of.body}</div>"
        pages.append(parse(html, url=HOST + of.path))
    wrapper = learn(pages, method="wtm", feed=make_feed(entries))
    assert [wrapper.fields(page)[0]["date"].text for page in pages] == [of.day for of in entries]


def test_dates_in_several_elements_and_attributes_are_read() -> None:
    page = parse(
        '<div><b>22</b> <i>Jul</i> <u>2005</u></div><time datetime="2005-07-23">Sat</time>'
    )
    assert set(PageView(page, "en").dates.values()) == {"2005-07-22", "2005-07-23"}
