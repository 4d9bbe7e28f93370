"""Which pages list entries and which are single entries, if their addresses do not say so."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pagecore import Page, Wrapper, learn, parse
from tests.sites.sample_blog import HOST, Entry, make_entries, make_feed

ENTRIES = make_entries(8)
OLDER = make_entries(6, first=20)


def make_menu(entries: Sequence[Entry] = (*ENTRIES, *OLDER)) -> str:
    items = "".join(f'<li class="item"><a href="{of.path}">{of.title}</a></li>' for of in entries)
    return f'<ul class="menu">{items}</ul>'


def make_plain_page(entry: Entry, beside: str = "", head: str = "") -> Page:
    """The page of an entry, without a URL."""
    return parse(
        f"<html><head><title>{entry.title} - Tides</title>{head}</head><body>{beside}"
        f'<main class="entry"><h1 class="headline">{entry.title}</h1><i class="when">'
        f'{entry.shown_day}</i><div class="copy">{entry.body}</div></main>'
    )


def make_plain_home(inside: str, name: str = "home") -> Page:
    return parse(
        f'<html><head><title>Tides</title></head><body>{inside}<main class="{name}"><div '
        f'class="{name}-text">Welcome to <b class="{name}-name">Tides</b></div></main>'
    )


def list_kinds(wrapper: Wrapper, pages: Sequence[Page]) -> list[str]:
    """The kind of the rules that read each page."""
    return [wrapper.body.read_page(page).rules.kind for page in pages]  # type: ignore[attr-defined]  # The body of wtm.


def test_a_menu_on_all_pages_makes_no_lists_of_entries_that_the_feed_does_not_list() -> None:
    home = make_plain_home(make_menu())
    single = [make_plain_page(of, make_menu()) for of in (*ENTRIES, *OLDER)]
    wrapper = learn([home, *single], method="wtm", feed=make_feed(ENTRIES))
    assert list_kinds(wrapper, [home, *single]) == ["home", *["entries"] * len(single)]
    texts = wrapper.fields(single[-1]).texts()
    assert [of["title"] for of in texts] == [OLDER[-1].title]
    assert wrapper.notes[0] == (
        "6 pages that the feed does not list: read by the rules of single entries, and not learned "
        "from"
    )


def test_a_page_with_the_text_of_another_entry_is_not_the_page_of_that_entry() -> None:
    feed = make_feed(ENTRIES, text=lambda of: f"<p>{of.paragraphs[0]}</p>")
    pages = []
    for at, of in enumerate(OLDER):
        near = ENTRIES[at % 2]
        beside = f'<aside><a href="{near.path}">{near.title}</a><p>{near.paragraphs[0]}</p></aside>'
        pages.append(make_plain_page(of, beside))
    home = make_plain_home(make_menu(ENTRIES))
    wrapper = learn([home, *pages], method="wtm", feed=feed)
    assert {rules.kind for rules in wrapper.body.sets} == {"home"}  # type: ignore[attr-defined]  # As above.
    own = learn([home, *map(make_plain_page, ENTRIES[:5])], method="wtm", feed=feed)
    assert {rules.kind for rules in own.body.sets} == {"home", "entries"}  # type: ignore[attr-defined]  # As above.


def test_a_feed_without_texts_names_pages_by_title_and_heading() -> None:
    pages = [make_plain_home(make_menu(ENTRIES)), *map(make_plain_page, ENTRIES)]
    wrapper = learn(pages, method="wtm", feed=make_feed(ENTRIES, text=lambda of: ""))
    assert list_kinds(wrapper, pages) == ["home", *["entries"] * len(ENTRIES)]


@pytest.mark.parametrize(
    ("shows", "address"),
    [
        ("without .html", lambda of: HOST + of.path.removesuffix(".html")),
        ("another host", lambda of: f"https://old.example{of.path}"),
        ("escapes", lambda of: HOST + of.path.replace("-", "%2d")),
    ],
)
def test_declared_addresses_are_compared_with_links(shows: str, address: object) -> None:
    assert callable(address)
    heads = [f'<link rel="canonical" href="{address(of)}">' for of in ENTRIES]
    pages = [make_plain_page(of, "", head) for of, head in zip(ENTRIES, heads, strict=True)]
    # Titles and texts do not say which entry it is.
    feed = make_feed(ENTRIES, title=lambda of: f"x{of.number}", text=lambda of: "")
    wrapper = learn(pages, method="wtm", feed=feed)
    assert list_kinds(wrapper, pages) == ["entries"] * len(ENTRIES)


def test_a_page_with_more_entries_than_single_ones_is_a_list() -> None:
    recent = make_menu(ENTRIES[:3])
    single = [make_plain_page(of, recent) for of in ENTRIES]
    # The homepage has the frame of an entry, with another one in it.
    for n_listed, kinds in ((8, {"home", "entries"}), (3, {"entries"})):
        home = make_plain_page(OLDER[0], make_menu(ENTRIES[:n_listed]))
        wrapper = learn([home, *single], method="wtm", feed=make_feed(ENTRIES))
        assert {rules.kind for rules in wrapper.body.sets} == kinds  # type: ignore[attr-defined]  # As above.


def test_a_further_list_that_single_entries_have_too_is_a_menu() -> None:
    def make_box(of: Entry) -> str:
        return f'<div class="box"><a href="{of.path}">{of.title}</a><i>{of.shown_day}</i></div>'

    home = make_plain_home("".join(map(make_box, ENTRIES)))
    single = [make_plain_page(of, make_menu(ENTRIES[:4])) for of in ENTRIES]
    other = make_plain_home(make_menu(ENTRIES[:4]), "other")
    wrapper = learn([home, *single, other], method="wtm", feed=make_feed(ENTRIES))
    assert [rules.kind for rules in wrapper.body.sets] == ["home", "entries"]  # type: ignore[attr-defined]  # As above.
    # A list that single entries have the beginning of is none.
    near = [make_plain_page(of, make_menu(ENTRIES[:1])) for of in ENTRIES]
    wrapper = learn([home, *near, other], method="wtm", feed=make_feed(ENTRIES))
    assert [rules.kind for rules in wrapper.body.sets] == ["home", "home", "entries"]  # type: ignore[attr-defined]  # As above.
    # Without pages of single entries, it may be a list.
    wrapper = learn([home, other], method="wtm", feed=make_feed(ENTRIES))
    assert [rules.kind for rules in wrapper.body.sets] == ["home", "home"]  # type: ignore[attr-defined]  # As above.


def test_links_to_the_entries_before_and_after_make_no_list() -> None:
    def make_linked_page(own: Entry, listed: Sequence[Entry], more: str = "") -> str:
        link = f'headline"><a href="{own.path}">{own.title}</a>'
        page = make_plain_page(own, make_menu(listed)).source.decode()
        return page.replace(f'headline">{own.title}', link).replace("</main>", f"</main>{more}")

    near = [[ENTRIES[at - 1], ENTRIES[at + 1]] for at in range(7)]
    single = [parse(make_linked_page(*of)) for of in zip(ENTRIES, near, strict=False)]
    # An archive in the frame of an entry has all signs of the pages of entries.
    frame = make_linked_page(OLDER[0], ENTRIES, '<p class="more">All</p>')
    archive = parse(frame, url=f"{HOST}/all")
    wrapper = learn([archive, *single], method="wtm", feed=make_feed(ENTRIES))
    assert list_kinds(wrapper, [archive, *single]) == ["home", *["entries"] * len(single)]


def test_kinds_that_look_alike_are_reported() -> None:
    single = [make_plain_page(of, make_menu()) for of in ENTRIES]
    # The homepage has everything that the pages of entries have, and a URL that is no entry.
    frame = make_plain_page(OLDER[0], make_menu()).source
    home = parse(frame.replace(b"</main>", b"</main><p class=more>All</p>"), url=f"{HOST}/")
    wrapper = learn([home, *single], method="wtm", feed=make_feed(ENTRIES))
    assert list_kinds(wrapper, single) == ["home"] * len(single)
    assert (
        "warning: 8 of 8 pages of single entries are read by the rules of pages that list entries, "
        "because both kinds look alike; `--set train=entries` learns the rules of one kind only"
    ) in wrapper.notes
