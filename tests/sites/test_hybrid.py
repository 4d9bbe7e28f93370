"""The site method `hybrid`: what is learned from pages, and from whom."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import Wrapper, learn, parse
from pagecore.errors import BadInput, BadOption, WrapperError
from pagecore.page import Mask, Page
from pagecore.sites.hybrid import LEARNERS
from pagecore.sites.rules import Rule, Rules

TEXT = " ".join(["The tide comes in at six, and the boats go out."] * 6)
OTHER = " ".join(["The harbour was rebuilt in two summers, as nobody had expected."] * 6)
MENU = "<div id=menu><a href=/>Home</a> <a href=/news>News</a></div>"


def marked(page: Page) -> Mask:
    """The texts about the tide are content."""
    texts = [row for row in range(len(page)) if page.tag[row] == 0 and "tide" in page.text(row)]
    return np.isin(np.arange(len(page)), texts)


def list_rules(learned: Wrapper) -> list[tuple[str, str, int]]:
    """The kind, the tag, and which element is meant, of each rule."""
    assert isinstance(learned.body, Rules)
    return [(rule.kind, rule.open, rule.at) for rule in learned.body.rules]


# ---------------------------------------------------------------- the rules of a site

LEARNED = [
    # what it shows      pages of the site                       kind, tag and number of each rule
    ("the block",        "<div id=a><p>{n}</div><div\n CLASS='b  c'><p>{t}</div>",
     [("content", "<div\n CLASS='b  c'>", 1)]),
    ("repeated blocks",  "<div class=post><p>{t}</div><p>{n}</p><div class=post><p>{t}</div>",
     [("content", "<div class=post>", 0)]),
    ("several blocks",   "<div id=a><p>{t}</div><p>{n}</p><section id=b><p>{t} {t}</section>",
     [("content", "<section id=b>", 1), ("content", "<div id=a>", 1)]),
    ("noise inside",     "<p>{n}</p><div id=a><p>{t}</p><ul class=tags><li>{n}</ul>"
                         "<pre>{t}</pre></div>",
     [("content", "<div id=a>", 1), ("noise", "<ul class=tags>", 0)]),
    ("noise to the end", "<p>{n}</p><div id=a><p>{t}</p><pre>{t}</pre>"
                         "<h3>Related</h3><li>{n}</div>",
     [("content", "<div id=a>", 1), ("end", "<h3>Related", 0)]),
    ("no id, no class",  "<main><p>{n}</p></main><article><p>{t}</article>",
     [("content", "<article>", 1)]),
    ("which of several", "<td><p>{n}</td><td><p>{t}</td><td><p>{n}</td>",
     [("content", "<td>", 2)]),
]  # fmt: skip


@pytest.mark.parametrize(("html", "rules"), [c[1:] for c in LEARNED], ids=[c[0] for c in LEARNED])
def test_rules_cut_what_is_labelled(html: str, rules: list[tuple[str, str, int]]) -> None:
    before, after = ("<table>", "</table>") if html.startswith("<td") else ("", "")
    pages = [
        f"{before}{html.format(t=f'{word} {TEXT}', n=f'{word} {OTHER}')}{after}"
        for word in ("one", "two")
    ]
    learned = learn(pages, labels=marked)
    assert list_rules(learned) == rules
    for page in map(parse, pages):
        leaves = page.leaves & page.visible
        assert (learned.content(page).content & leaves).tolist() == (marked(page) & leaves).tolist()
    assert Wrapper.read(learned.xml()) == learned


def test_an_id_that_differs_from_page_to_page_is_left_out() -> None:
    pages = [f"{MENU}<div id=post-{at} class=post><p>{TEXT}</div>" for at in (1, 2)]
    learned = learn(pages, labels=marked)
    assert isinstance(learned.body, Rules)
    (rule,) = learned.body.rules
    assert (rule.id, rule.class_, rule.pages) == ("", "post", 2)
    assert learned.cut(pages[0].replace("post-1", "post-3").encode()).startswith(b"<div id=post-3")


def test_the_most_frequent_literal_tag_is_kept() -> None:
    pages = [
        f"<div class=a data-page=1><p>{TEXT}</div>",
        f"<div class='a'><p>{TEXT}</div>",
        f"<div class='a'><p>{TEXT}</div>",
    ]
    assert learn(pages, labels=marked).body == Rules(
        (Rule("div", "", "a", "<div class='a'>", pages=3),), 25
    )


def test_the_rule_of_most_pages_comes_first() -> None:
    pages = [f"<div class=a><p>{TEXT}</div>", *[f"<div class=b id=x><p>{TEXT}</div>"] * 2]
    learned = learn(pages, labels=marked, classes="one")
    assert list_rules(learned) == [
        ("content", "<div class=b id=x>", 1),
        ("content", "<div class=a>", 1),
    ]


def test_values_are_kept_as_they_are_written() -> None:
    learned = learn([f"<div class='a&amp;b' data-n=1><p>{TEXT}</div>"], labels=marked)
    other = f"<div data-n=2 class='a&amp;b'><p>{TEXT}</div>".encode()
    assert learned.cut(other) == other


@pytest.mark.parametrize("odd", ["\x0c", "\x01", "\ufffe", "y" * 9000])
def test_tag_that_a_wrapper_cannot_hold_gives_no_rule(odd: str) -> None:
    page = f"<article id=m><div class='a' title='{odd}'><p class=x>{TEXT}</p></div></article>"
    learned = learn([page], labels=marked)
    assert list_rules(learned) == [("content", "<p class=x>", 1)]
    assert Wrapper.read(learned.xml()) == learned


# ---------------------------------------------------------------- who labels

NOISY = f"{MENU}<div id=text><p>{{}} {TEXT}</p></div>"


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_learner_labels_the_pages(learner: str) -> None:
    pages = [NOISY.format(word) for word in ("one", "two")]
    learned = learn(pages, learner=learner)
    assert learned.cut(NOISY.format("three").encode()).count(b"<p>three The tide") == 1
    assert b"Home" not in learned.cut(NOISY.format("three").encode())


def test_the_learner_decides() -> None:
    # The decision tree knows no text outside of `div` and `td`.
    page = f"<article><p>{TEXT}</p><p>{TEXT}</p></article><div id=note><p>{OTHER}</p></div>"
    of_paper = learn([page] * 2, candidates="div-td").cut(page.encode())
    assert b"harbour" in of_paper
    assert b"tide" not in of_paper
    assert b"tide" in learn([page] * 2).cut(page.encode())
    assert b"tide" in learn([page] * 2, learner="default").cut(page.encode())
    with pytest.raises(BadOption, match="learner='forest'"):
        learn([page], learner="forest")


def test_pages_without_an_element_teach_nothing() -> None:
    with pytest.raises(WrapperError, match="nothing was learned: none of 2 pages yielded"):
        learn([f"<p>{TEXT}", ""], learner="default")


def test_pages_that_taught_nothing_are_reported() -> None:
    pages = [f"<div id=a><p>{TEXT}</div>", f"<p>{TEXT}", f"<main><p>{TEXT}"]
    (note,) = learn(pages, learner="default", classes="one").notes
    assert note == (
        "2 of 3 pages yielded no rule, because the learner chose nothing there, or no element "
        "around its choice has both tags in the source: page 2, page 3"
    )
    many = [parse(f"<p>{TEXT}", url=f"https://a.example/{at}") for at in range(7)]
    (note,) = learn([f"<div id=a><p>{TEXT}</div>", *many], classes="one").notes
    assert note.endswith(": " + ", ".join(page.url or "" for page in many[:5]) + " and 2 more")
    assert learn([f"<div id=a><p>{TEXT}</div>"]).notes == ()


def test_pages_of_several_hosts_are_reported() -> None:
    pages = [parse(f"<div id=a><p>{TEXT}</div>", url=f"https://{at}.example/") for at in "ab"]
    learned = learn(pages)
    assert learned.site == "a.example"
    assert learned.notes[1:] == ("the pages are from several hosts: a.example, b.example",)


def test_labels_have_a_value_for_every_row() -> None:
    with pytest.raises(BadInput, match="labels"):
        learn([f"<div id=a><p>{TEXT}</div>"], labels=lambda page: np.ones(3, np.bool_))


def test_min_words_are_the_papers_reading() -> None:
    learned = learn([f"<div id=a><p>{TEXT}</div>"], labels=marked)
    with pytest.raises(WrapperError):
        learned.cut(f"<div id=a>{'word ' * 24}</div>".encode())
    assert learned.cut(f"<div id=a>{'word ' * 25}</div>".encode())
