"""Repeats: the items of pages written for this test, and what holds for all pages."""

from __future__ import annotations

import pytest

import pagecore
from pagecore import Listing, parse
from tests.listings import listing_pages as pages

URL = "https://towns.example/"


def find(html: str, **options: int) -> Listing:
    return pagecore.records(parse(html, url=URL), **options)  # type: ignore[arg-type]  # No option is called method.


CASES = [
    # what it shows          page                 columns of the main group
    ("items side by side", pages.PLAIN, ("title", "link", "text", "price")),
    ("ads between items", pages.ADS, ("title", "link", "text", "price")),
    ("two rows per item", pages.TWO_ROWS, ("title", "link", "number", "text", "field")),
    ("items in sections", pages.SECTIONS, ("title", "link", "text", "price")),
    ("rows of a grid", pages.GRID, ("title", "link", "text", "price")),
    ("table with headings", pages.TABLE, ("link", "town", "ferries", "founded")),
    ("definition list", pages.DEFINITIONS, ("title", "link", "text", "field")),
    ("heading and paragraphs", pages.RUNS, ("title", "link", "text", "field")),
    ("missing cells", pages.MISSING, ("title", "link", "text", "price", "date")),
    ("pager and facets", pages.PAGER, ("title", "link", "text", "price")),
]


@pytest.mark.parametrize(
    ("html", "columns"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_items_are_found(html: str, columns: tuple[str, ...]) -> None:
    listing = find(html)
    assert listing.records.columns == columns
    names = [item.get("title", item.get("town")) for item in listing.records]
    assert [cell.text.split(" at ")[0] for cell in names if cell] == list(pages.TOWNS)
    links = [item["link"].text for item in listing.records]
    assert links == [f"{URL}t/{at}" for at in range(6)]


def test_lists_inside_items_are_cells() -> None:
    listing = find(pages.LISTS_INSIDE)
    assert len(listing) == 6
    assert listing.records.texts()[2] == {
        "title": "Cuxhaven", "link": f"{URL}t/2", "text": pages.describe(2),
        "field": "sea", "field_2": "ferry 2", "field_3": "market",
    }  # fmt: skip


def test_missing_cells_are_kept_apart() -> None:
    items = find(pages.MISSING).records.texts()
    assert "date" not in items[1]
    assert items[1]["price"] == "€ 2.50"
    assert "price" not in items[2]
    assert items[2]["date"] == "3 May 2024"


def test_types_are_recognised() -> None:
    group = find(pages.MISSING).groups[0]
    assert dict(group.types) == {
        "title": "text", "link": "url", "text": "text", "price": "price", "date": "date",
    }  # fmt: skip
    assert find(pages.TABLE).groups[0].types["ferries"] == "number"
    assert find(pages.TABLE).groups[0].types["founded"] == "date"


def test_one_item_alone_is_not_a_group() -> None:
    """Nor is a menu, which is repeated, a list of items."""
    listing = find(pages.ONE)
    assert (len(listing), listing.groups, listing.confidence) == (0, (), 0.0)
    assert listing.records.texts() == []


def test_groups_are_ranked_and_apart() -> None:
    listing = find(pages.PAGER, max_groups=5)
    assert [len(group) for group in listing.groups][:2] == [6, 12]
    rows = [row for group in listing.groups for span in group.spans for row in range(*span)]
    assert len(rows) == len(set(rows))
    assert "siblings with the same name and class" in listing.groups[0].recognised_by


def test_few_items_can_be_left_out() -> None:
    assert len(find(pages.PLAIN, min_items=7)) == 0
    assert [len(group) for group in find(pages.PAGER, min_items=7).groups] == [12, 10]


def test_cells_point_into_the_source() -> None:
    page = parse(pages.PLAIN, url=URL)
    for item in pagecore.records(page).records:
        cell = item["price"]
        assert page.source[cell.start : cell.stop].decode() == cell.text


HIDDEN = [
    ("hidden", '<span class="sr-only">for readers</span>'),
    ("choices", "<select><option>red<option>blue</select>"),
    ("buttons in a row", "<p>Save</p><p>Share</p><p>Print</p>"),
]


@pytest.mark.parametrize("part", [case[1] for case in HIDDEN], ids=[case[0] for case in HIDDEN])
def test_interface_is_left_out(part: str) -> None:
    cards = "".join(pages.card(at, inside=f"<div>{part}</div>") for at in range(6))
    listing = find(pages.wrap(f"<div>{cards}</div>"))
    assert listing.records.columns == ("title", "link", "text", "price")


def test_text_for_narrow_screens_counts_once() -> None:
    cards = "".join(
        pages.card(at, inside=f"<div class=narrow>{pages.describe(at)}</div>") for at in range(6)
    )
    assert "field" not in find(pages.wrap(f"<div>{cards}</div>")).records.columns


def test_listing_goes_before_longer_prose() -> None:
    answers = "".join(
        f"<div class=answer><h3>How is {town}?</h3><p>{pages.describe(at) * 9}</p></div>"
        for at, town in enumerate(pages.TOWNS)
    )
    listing = find(pages.wrap(f"<div class=list>{pages.cards()}</div><div>{answers}</div>"))
    assert listing.records[0]["title"].text == "Aurich"


def test_image_that_is_loaded_later_has_its_real_address() -> None:
    cards = "".join(
        pages.card(at, inside=f"<img src='data:,' data-src=/i/{at}.jpg>") for at in range(6)
    )
    items = find(pages.wrap(f"<div>{cards}</div>")).records.texts()
    assert items[3]["image"] == f"{URL}i/3.jpg"


TEXTS = [
    # what it shows         part of each card                                    column, value
    ("space of its own", "<p><b>ferry</b> <b>{} at</b> sea</p>", ("field", "ferry 3 at sea")),
    ("line break", "<p>Harbour {}<br>Norden</p>", ("field", "Harbour 3 Norden")),
    ("cents after a point", "<p><b>$1,89{}.</b><span>50</span></p>", ("price_2", "$1,893.50")),
    ("raised cents", "<p><span>$</span>1{}<span>50</span></p>", ("price_2", "$13.50")),
    ("sign of its own", "<p><s>$3{}</s> <b>$</b><i>2</i></p>", ("price_2", "$33")),
    (
        "sign before its number",
        "<p><span>$3{}</span> <span>$</span><span>21</span></p>",
        ("price_3", "$21"),
    ),
    ("range of prices", "<p><span>$3{}</span> - <span>$45</span></p>", ("price_2", "$33 - $45")),
    ("range with a sign", "<p><span>$3{} </span><i>- $45</i></p>", ("price_2", "$33 - $45")),
    ("separator", "<p><span>boat {}</span> | <span>coach</span></p>", ("field", "boat 3")),
    ("price with a plus", "<p>$9{}+</p>", ("price_2", "$93+")),
    ("date without a year", "<p>Mar {}</p>", ("date", "Mar 3")),
    ("date in figures", "<p>{}/7/2026</p>", ("date", "3/7/2026")),
    ("label before its value", "<p><b>Seasons:</b></p><p>{} months</p>", ("seasons", "3 months")),
]


@pytest.mark.parametrize(
    ("part", "cell"), [case[1:] for case in TEXTS], ids=[case[0] for case in TEXTS]
)
def test_texts_are_read_as_displayed(part: str, cell: tuple[str, str]) -> None:
    cards = "".join(pages.card(at, inside=f"<div>{part.format(at)}</div>") for at in range(6))
    items = find(pages.wrap(f"<div>{cards}</div>")).records.texts()
    assert cell in items[3].items()


def test_image_of_all_items_is_an_icon() -> None:
    cards = "".join(
        pages.card(at, inside=f"<img src=/star.svg><img src=/i/{at}.jpg>") for at in range(6)
    )
    items = find(pages.wrap(f"<div>{cards}</div>")).records.texts()
    assert [item["image"] for item in items] == [f"{URL}i/{at}.jpg" for at in range(6)]


def test_image_can_be_in_a_set() -> None:
    cards = "".join(
        pages.card(at, inside=f"<img srcset='/s/{at}.jpg 1x, /l/{at}.jpg 2x'>") for at in range(6)
    )
    items = find(pages.wrap(f"<div>{cards}</div>")).records.texts()
    assert items[3]["image"] == f"{URL}s/3.jpg"


def test_call_to_action_is_not_the_title() -> None:
    cards = "".join(
        f"<div class=town><p><b>{town} at sea</b></p><p>{pages.describe(at)}</p>"
        f"<a href=/t/{at}>{'Explore' if at % 2 else 'Learn more'}</a></div>"
        for at, town in enumerate(pages.TOWNS)
    )
    items = find(pages.wrap(f"<div>{cards}</div>")).records.texts()
    assert items[0]["title"] == "Aurich at sea"
    assert items[0]["link"] == f"{URL}t/0"


def test_first_item_in_another_layout_has_the_same_columns() -> None:
    """As the first story of a page, which has a larger heading and one more element around it."""
    first = (
        f"<div class=town><div class=lead><h2><a href=/t/0>Aurich</a></h2><p>{pages.describe(0)}"
        "</p></div><b class=big>€ 1.50</b></div>"
    )
    items = find(pages.wrap(f"<div>{first}{pages.cards('', range(1, 6))}</div>")).records
    assert items.columns == ("title", "link", "text", "price")
    assert [item["title"].text for item in items] == list(pages.TOWNS)


def test_price_of_most_items_is_the_first_price() -> None:
    """The price before a sale, which few items have, is the second one."""
    cards = "".join(
        f"<div class=town><h3><a href=/t/{at}>{town}</a></h3><p>{pages.describe(at)}</p>"
        f"{'<s class=old>€ 99</s>' if at == 2 else ''}<b class=cost>€ {at + 1}.50</b></div>"
        for at, town in enumerate(pages.TOWNS)
    )
    items = find(pages.wrap(f"<div>{cards}</div>")).records.texts()
    assert [item["price"] for item in items] == [f"€ {at + 1}.50" for at in range(6)]
    assert items[2]["price_2"] == "€ 99"


def test_label_of_few_items_is_not_the_name_of_a_column() -> None:
    cards = "".join(
        pages.card(at, inside=f"{'<p>Maker:</p>' if at == 2 else ''}<p>boat {at} of oak</p>")
        for at in range(6)
    )
    assert "maker" not in find(pages.wrap(f"<div>{cards}</div>")).records.columns
