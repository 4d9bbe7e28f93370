"""Updates: pages that are added to a wrapper."""

from __future__ import annotations

import pytest

from pagecore import Site, Wrapper, apply, learn, parse
from pagecore.classes.body import MIN_SIMILARITY, ClassedBody
from pagecore.classes.outline import Outline
from pagecore.classes.place_pages import PlacedPages, place_pages
from pagecore.errors import BadOption, WrapperError
from tests.sites.sample_site import make_html, make_list, make_redesign, make_story

OLD = [make_html(seed) for seed in range(6)]
LISTS = [make_list(seed) for seed in range(4)]
TAG = '<article class="post">'


def make_changed(seed: int) -> str:
    """A page of the old template whose story has another element around it."""
    html = make_html(seed).replace(TAG, '<section class="entry">')
    return html.replace("</article>", "</section>")


@pytest.fixture(scope="module")
def wrapper() -> Wrapper:
    """Of stories and lists."""
    return learn([*OLD, *LISTS], learner="default", host="courier.example")


def read_classes(wrapper: Wrapper) -> ClassedBody:
    assert isinstance(wrapper.body, ClassedBody)
    return wrapper.body


# ---------------------------------------------------------------- the rule

CASES = [
    # what it shows                 class of each page  fits          replaced  pages to learn from
    ("all fit",                     [0, 0, 1],          [1, 1, 1],    set(),    []),
    ("a third does not fit",        [0, 0, 0],          [1, 1, 0],    set(),    [2]),
    ("half do not fit",             [0, 0, 1],          [1, 0, 1],    {0},      [0, 1]),
    ("none fits, another is kept",  [1, 1, 0],          [0, 0, 1],    {1},      [0, 1]),
    ("like no class",               [-1, -1, 0],        [0, 0, 1],    set(),    [0, 1]),
    ("no page",                     [],                 [],           set(),    []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("numbers", "fits", "replaced", "chosen"),
    [case[1:] for case in CASES],
    ids=[c[0] for c in CASES],
)
def test_rules_are_replaced_if_half_of_the_pages_do_not_fit(
    wrapper: Wrapper, numbers: list[int], fits: list[int], replaced: set[int], chosen: list[int]
) -> None:
    names = [f"{at}.html" for at in range(len(numbers))]
    placed = PlacedPages(read_classes(wrapper), names, numbers, [bool(fit) for fit in fits])
    assert placed.find_replaced() == replaced
    assert placed.find_unexplained() == chosen


# ---------------------------------------------------------------- learn with update


def test_pages_like_none_get_a_class_and_the_others_stay(wrapper: Wrapper) -> None:
    pages = [make_redesign(1), make_html(51), make_redesign(2), make_html(52), make_redesign(3)]
    updated = learn(pages, update=wrapper, learner="default", date="2026-11-17")
    assert updated.notes == (
        "page class 1: learned from 3 pages: page 1, page 3, page 5",
        "page class 2: kept; it fits 2 pages: page 2, page 4",
        "page class 3: kept; no new page is like it",
    )
    assert (updated.site, updated.date) == ("courier.example", "2026-11-17")
    old, new = read_classes(wrapper), read_classes(updated)
    # The rules are those of before; the pages that fit count in the profile.
    assert [of.body for of in new.classes[1:]] == [of.body for of in old.classes]
    assert [of.n_pages for of in new.classes] == [3, 6 + 2, 4]
    assert new.classes[1].profile == old.classes[0].profile
    assert new.classes[2] == old.classes[1]
    assert Wrapper.read(updated.xml()) == updated
    # The classes of elements of the new template count for its class alone.
    assert new.names == old.names
    assert new.classes[0].names is not None
    assert "body-text" in new.classes[0].names - old.names


def test_rules_that_fit_no_more_are_replaced(wrapper: Wrapper) -> None:
    changed = [make_changed(seed) for seed in range(3)]
    body = read_classes(wrapper)
    for html in changed:
        number, similarity = body.find_class(parse(html))
        assert number == 0
        assert similarity >= MIN_SIMILARITY
        assert not wrapper.fits(parse(html))
    updated = learn(changed, update=wrapper, learner="default")
    assert updated.notes == (
        "page class 1: learned from 3 pages: page 1, page 2, page 3",
        "page class 2: kept; no new page is like it",
        "page class 1 of the old wrapper: replaced, because its rules do not fit 3 of 3 new pages "
        "like it",
    )
    assert read_classes(updated).classes[1:] == body.classes[1:]
    document = apply(updated, make_changed(9))
    assert document.method == "site/hybrid"
    assert make_story(9) in document.text


def test_a_minority_that_does_not_fit_gets_a_class_of_its_own(wrapper: Wrapper) -> None:
    pages = [make_html(seed) for seed in range(50, 53)] + [make_changed(1), make_changed(2)]
    updated = learn(pages, update=wrapper, learner="default")
    assert updated.notes == (
        "page class 1: kept; it fits 3 pages: page 1, page 2, page 3; 2 like it do not fit",
        "page class 2: learned from 2 pages: page 4, page 5",
        "page class 3: kept; no new page is like it",
    )
    for html in (make_html(9), make_changed(9), make_list(9)):
        assert apply(updated, html).method == "site/hybrid"


def test_rules_stay_if_nothing_was_learned_in_their_place(wrapper: Wrapper) -> None:
    updated = learn([make_changed(1)], update=wrapper, learner="default")
    assert updated == wrapper
    assert updated.notes == (
        "page class 1: kept; it fits no new page; 1 like it does not fit",
        "page class 2: kept; no new page is like it",
        "without another page of the same template, and not used: 1 page: page 1",
    )
    empty = make_changed(1).split("<section")[0] + "</main>"
    updated = learn([empty, empty], update=wrapper, learner="default")
    assert updated == wrapper
    assert "2 pages: page 1, page 2: nothing was learned" in updated.notes[-1]


def test_a_wrapper_without_classes_becomes_a_class() -> None:
    old = learn(OLD, method="cst")
    assert not isinstance(old.body, ClassedBody)
    pages = [make_html(50), make_list(1), make_list(2), make_list(3)]
    updated = learn(pages, update=old)
    assert updated.notes == (
        "page class 1: learned from 3 pages: page 2, page 3, page 4",
        "page class 2: kept; it fits 1 page: page 1; added to its rules",
    )
    kept = read_classes(updated).classes[1]
    assert (kept.body, kept.n_pages) == (learn(pages[:1], update=old).body, 0)
    # Its profile is that of the page that it fits.
    paths = Outline.of(parse(make_html(51))).paths(read_classes(updated).names)
    assert kept.profile.compare(paths) == 1


def test_a_class_without_a_profile_is_tried_if_the_others_do_not_fit() -> None:
    old = learn(OLD, method="cst")
    updated = learn([make_list(seed) for seed in range(3)], update=old)
    assert updated.notes[1] == "page class 2: kept; no new page is like it"
    kept = read_classes(updated).classes[1]
    assert kept.profile.paths.size == 0
    assert Wrapper.read(updated.xml()) == updated
    story = parse(make_html(9))
    fit = updated.fits(story)
    assert fit
    assert fit.reason.startswith("page class 2 of 2: ")
    assert apply(updated, story).text == apply(old, story).text
    assert updated.fields(story)
    assert updated.fits(parse(make_list(9))).reason.startswith("page class 1 of 2, similarity ")
    # A page of neither, and an update of an update.
    assert not updated.fits(parse(make_redesign(9)))
    again = learn([make_html(60), make_html(61)], update=updated)
    assert read_classes(again).classes[0] == read_classes(updated).classes[0]
    assert again.notes == (
        "page class 1: kept; no new page is like it",
        "page class 2: kept; it fits 2 pages: page 1, page 2; added to its rules",
    )


def test_classes_that_are_divided_otherwise(wrapper: Wrapper) -> None:
    pages = [make_redesign(1), make_redesign(2), "<dl><dt>" + make_story(3) + "<dd>x</dl>"]
    together = learn(pages, update=wrapper, classes="one", learner="default")
    assert together.notes[0] == "page class 1: learned from 3 pages: page 1, page 2, page 3"
    apart = learn(pages, update=wrapper, classes="rtdm", learner="default")
    assert apart.notes[0] == "page class 1: learned from 2 pages: page 1, page 2"


def test_the_host_is_that_of_the_wrapper(wrapper: Wrapper) -> None:
    page = parse(make_html(50), url="https://www.courier.example/a")
    assert learn([page], update=wrapper).site == "courier.example"
    other = parse(make_html(50), url="https://tide.example/a")
    updated = learn([other], update=wrapper)
    assert updated.site == "courier.example"
    assert updated.notes[-1] == "the wrapper is of courier.example, but pages are of tide.example"
    assert learn([other], update=wrapper, host="tide.example").site == "tide.example"


def test_bad_updates(wrapper: Wrapper) -> None:
    with pytest.raises(BadOption, match=r"^update='w\.xml': expected a Wrapper$"):
        learn(OLD, update="w.xml")  # type: ignore[arg-type]  # That is what is tested.
    with pytest.raises(BadOption, match="the wrapper to update was learned by 'hybrid'"):
        learn(OLD, update=wrapper, method="cst")
    assert learn(OLD, update=wrapper, method="hybrid").method == "hybrid"
    with pytest.raises(WrapperError, match="nothing was learned: there is no page"):
        learn([], update=wrapper)


def test_pages_are_placed_by_what_fits(wrapper: Wrapper) -> None:
    pages = [make_list(7), make_html(7), make_redesign(7), make_changed(7)]
    placed = place_pages(wrapper.body, Site.of(pages))
    assert (placed.numbers, placed.is_fit) == ([1, 0, -1, 0], [True, True, False, False])
