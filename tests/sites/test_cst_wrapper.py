"""Wrappers of the site method `cst`: fit, bad input, and many pages."""

from __future__ import annotations

from random import Random

import pytest

from pagecore import Wrapper, learn, parse
from pagecore.errors import WrapperError
from pagecore.sites import cst as cst_module
from pagecore.sites.cst import TreeTally
from tests.sites.learned_trees import ENGLISH, WORDS, learn_tree, read_importance
from tests.sites.sample_site import POST, SMALL_CHANGES

# ---------------------------------------------------------------- how well it fits


def make_post(number: int) -> str:
    """A page with words of its own, except for two."""
    some = [f"{word}{number}" for word in WORDS]
    return POST.format(" ".join(some[:2]), number + 1, f"needle orchard {' '.join(some[2:])}")


@pytest.fixture
def wrapper() -> Wrapper:
    return learn(map(make_post, range(6)), method="cst", classes="one")


@pytest.mark.parametrize(("before", "after"), SMALL_CHANGES)
def test_wrapper_fits_pages_of_the_template(wrapper: Wrapper, before: str, after: str) -> None:
    page = parse(make_post(7).replace(before, after) if before else make_post(7))
    assert wrapper.fits(page)
    text = wrapper.fields(page)[0]["content"].text
    assert "needle orchard canal7" in text
    assert "News" not in text


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda html: html.replace("<header", "<nav").replace("article", "section")
                     .replace("<footer>", "<div class=foot><div>").replace("main", "div"),
                     id="a redesign with the same words"),
        pytest.param(lambda html: "<table><tr><td>Archive<tr><td>2024<tr><td>2025</table>",
                     id="another template"),
        pytest.param(lambda html: "", id="an empty page"),
    ],
)  # fmt: skip
def test_wrapper_does_not_fit_other_pages(wrapper: Wrapper, change: object) -> None:
    page = parse(change(make_post(7)))  # type: ignore[operator]  # It is one of the above.
    fit = wrapper.fits(page)
    assert not fit
    assert "of what pages of the template have in common" in fit.reason
    with pytest.raises(WrapperError, match="have in common"):
        wrapper.content(page)


def test_pages_of_another_template_do_not_hide_the_most_frequent_one() -> None:
    errors = [f"<h1>Not found</h1><div><b>{word}</b></div>" for word in WORDS[:5]]
    learned = learn([*errors, *map(make_post, range(6))], method="cst", classes="one")
    assert learned.fits(parse(make_post(7)))


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("pages", "problem"),
    [
        ([], "there are no pages; "),
        ([make_post(1)], "there is only one page; "),
        (["<p></p>", ""], "none of 2 pages has text; "),
        ([make_post(1)] * 3, "the texts of the 3 pages with text are identical; "),
        ([make_post(1), ""], "only one of 2 pages has text; "),
        (
            ["<p>anchor", "<ul><li><b>baker</b></ul>"],
            "2 pages have no text and no place of a text in common; pass pages of one template",
        ),
    ],
)
def test_pages_that_teach_nothing_are_refused(pages: list[str], problem: str) -> None:
    with pytest.raises(WrapperError, match=f"^nothing was learned: {problem}"):
        learn(pages, method="cst", classes="one")


def test_pages_that_are_not_used_are_reported() -> None:
    pages = [make_post(1), make_post(2), make_post(2), ""]
    learned = learn(pages, method="cst", classes="one")
    assert learned.notes == (
        "1 of 4 pages have no text and were left out",
        "1 of 4 pages have the text of another page and were left out",
    )
    assert learned.body == learn(pages[:2], method="cst", classes="one").body


def test_pages_of_several_hosts_are_reported() -> None:
    pages = [parse(make_post(at), url=f"https://{at}.example/") for at in (1, 2)]
    (note,) = learn(pages, method="cst", classes="one").notes
    assert note == "the pages are from several hosts: 1.example, 2.example"


def test_languages_and_encodings_may_differ() -> None:
    german = (
        "<p>Die Boote verließen den Hafen vor der Dämmerung, weil sich die Flut früh wendete, und "
        "niemand wollte auf besseres Wetter warten. Am Abend kamen sie mit leeren Netzen zurück."
    )
    pages = [
        f"{ENGLISH}{make_post(number)}<p>The boats left the harbour before dawn, because the tide "
        f"was turning early, and nobody wanted to wait for day {number}.".encode("latin-1")
        for number in range(4)
    ]
    learned = learn(
        [*pages, f"{make_post(4)}{german}".encode("utf-16")], method="cst", classes="one"
    )
    assert learned.notes == (
        "the pages are in several languages: en (4), de (1); words are stemmed as in en",
    )
    text = learned.fields(parse(make_post(7)))[0]["content"].text
    assert "Imprint" not in text
    assert "needle orchard canal7" in text


# ---------------------------------------------------------------- many pages


def test_tables_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one page alone has is dropped when there is much of it, and what is left says the same
    of the template."""
    random = Random(1)

    def write(number: int) -> str:
        story = " ".join(random.choices(WORDS, k=5) + [f"word{number}x{at}" for at in range(30)])
        return POST.format(f"title{number}", number, f"<b>{story}</b>" * random.randint(1, 9))

    pages = [parse(write(number)) for number in range(60)]
    whole = learn_tree(pages)
    sizes = []
    drop = TreeTally._drop_single

    def drop_and_count(tally: TreeTally) -> None:
        drop(tally)
        sizes.append(len(tally._terms) + len(tally._styles))

    monkeypatch.setattr(TreeTally, "_drop_single", drop_and_count)
    monkeypatch.setattr("pagecore.sites.tally._MIN_ADDED", 500)
    monkeypatch.setattr(cst_module, "MAX_ENTRIES", 1000)
    limited = learn_tree(pages)
    assert sizes
    assert max(sizes) < 1000
    assert limited.pieces.tolist() == whole.pieces.tolist()
    new = parse(write(100))
    for tree in (whole, limited):
        found = read_importance(tree, new)
        assert [found[text] for text in ("Home", "News", "Sport", "Contact", "Imprint")] == [0] * 5
        assert found["title100"] > 0.9
        assert min(value for text, value in found.items() if "word100" in text) > 0.7
