"""How well navigation is found: shares of links, and values chosen without the site."""

from __future__ import annotations

from pathlib import Path

import pytest

from pagecore import parse
from pagecore.corpora.corpus import Corpus, Gold, Item
from tools.navigation_figures import (
    FEATURES,
    MAX_PAGES,
    VALUES,
    WHOLE,
    MeasuredPage,
    Shares,
    average,
    compute_shares,
    find_links,
    measure_pages,
    read_site,
    split_sites,
    summarise_pages,
)

MENU = "<nav><ul><li><a href=/a>Tide tables</a><li><a href=/b>Harbour news</a></ul></nav>"
STORY = f"<p>{'word ' * 30}<a href=/elsewhere>link</a></p>"


def test_links_that_are_navigation() -> None:
    page = parse(f"{MENU}<a>x</a>{STORY}<nav hidden><a href=/>y</a></nav>")
    links, navigation = find_links(page)
    assert (links.sum(), navigation.sum()) == (3, 2)


def test_shares() -> None:
    page = parse(MENU + STORY)
    links, navigation = find_links(page)
    in_list = page.above(page.is_tag("li")) >= 0
    first = in_list & (page.above(page.is_tag("p")) < 0)
    assert compute_shares(links, navigation, first) == Shares(1.0, 1.0)
    assert compute_shares(links, navigation, page.visible) == Shares(1.0, 2 / 3)
    assert compute_shares(links, navigation, page.is_tag("p")) == Shares(0.0, 0.0)
    assert Shares(1.0, 0.5).f1 == pytest.approx(2 / 3)
    assert Shares(0.0, 0.0).f1 == 0.0


def site(name: str, n: int) -> list[Item]:
    url = f"https://{name}.example/"
    pages = {url: MENU + STORY, f"{url}a": f"<h1>Tide tables</h1>{MENU}"}
    pages[f"{url}b"] = "<h1>Harbour news</h1>"
    pages |= {f"{url}{at}": MENU for at in range(n - len(pages))}
    return [
        Item(f"{name}{at}", html.encode(), Gold(), url=address, group=name)
        for at, (address, html) in enumerate(pages.items())
    ]


def test_pages_with_navigation_are_measured_and_all_are_compared_with() -> None:
    pages, linked = read_site(site("x", 3))
    assert (len(pages), len(linked)) == (2, 3)
    pages, _ = read_site(site("x", 100))
    assert len(pages) == MAX_PAGES
    corpus = Corpus("sites", Path(), (*site("x", 3), *site("y", 3)), (), "d1", "words")
    assert [(name, len(items)) for name, items in split_sites(corpus)] == [("x", 3), ("y", 3)]


def test_features_find_the_menu() -> None:
    every = list(measure_pages([("x", site("x", 3))]))
    first = every[0].shares
    assert set(first) == {*FEATURES, WHOLE}
    assert all(len(of) == len(VALUES) for of in first.values())
    at = VALUES.index((1, 0.9))
    assert (first["ALEN"][at], first["API"][at]) == (Shares(1.0, 1.0), Shares(1.0, 1.0))
    assert first["CLEN"][at].found == 0.0
    assert first[WHOLE][0] == Shares(1.0, 2 / 3)


def measured(name: str, best: int) -> MeasuredPage:
    """A page that one combination finds whole, and others half."""
    shares = [Shares(1.0, 1.0) if at == best else Shares(0.5, 0.5) for at in range(len(VALUES))]
    return MeasuredPage(name, dict.fromkeys((*FEATURES, WHOLE), shares))


def test_values_are_chosen_without_the_site() -> None:
    pages = [measured("x", 3), measured("x", 3), measured("y", 3), measured("z", 7)]
    figures = summarise_pages(pages)
    assert (figures["pages"], figures["sites"]) == (4, 3)
    row = figures["rows"][0]
    # x and y have their combination by each other, and z has theirs.
    assert (row["k"], row["threshold"]) == VALUES[3]
    assert row["found"] == row["right"] == pytest.approx((1 + 1 + 0.5) / 3, abs=1e-5)
    assert "k" not in figures["rows"][-1]


def test_sites_count_alike() -> None:
    pages = [measured("x", 3)] * 9 + [measured("y", 7)]
    assert average(pages, "ALEN", 3) == Shares(0.75, 0.75)
    assert average(pages, "ALEN", {"x": 3, "y": 7}) == Shares(1.0, 1.0)
