"""The site method `rtdm`: template, data and body, by example."""

from __future__ import annotations

import numpy as np
import pytest

from pagecore import Wrapper, learn, parse
from pagecore.errors import BadOption, WrapperError
from pagecore.page.trees import build_tree
from pagecore.sites.rtdm import find_body
from tests.sites.learned_templates import (
    FOOT,
    STORY,
    WORDS,
    learn_template,
    make_story,
    read_texts,
    write_template,
)

# ---------------------------------------------------------------- the template


@pytest.mark.parametrize(
    ("bodies", "template"),
    [
        pytest.param(["<p>a</p>", "<p>b</p>"], "p(.)", id="one"),
        pytest.param(["<p>a</p><hr>", "<hr>"], "? hr", id="one or none"),
        pytest.param(["<hr>", "<p>a</p><hr>"], "? hr", id="none or one"),
        pytest.param(["<div><p>a</p>x</div>", "<div><ul></ul>y</div>"], "div(+)", id="many"),
        pytest.param(["<hr>", "<p>a</p><p>b</p><hr>"], "* hr", id="any number"),
        pytest.param(["<p>a</p>", "<ul><li>b</li></ul>"], ".", id="a wildcard is a leaf"),
        pytest.param(["<p>a <b>x</b></p>", "<p>b <b>x</b></p>"], "p(. b('x'))", id="equal stays"),
        # Three pages: a wildcard stays, or changes with the third page.
        pytest.param(["<p>a</p>", "<p>b</p>", "<p>c</p>"], "p(.)", id="one of three"),
        pytest.param(["<p>a</p>", "<p>b</p>", "<p></p>"], "p(?)", id="one, then none"),
        pytest.param(["<p>a</p>", "<p></p>", "<p>b</p>"], "p(?)", id="none, then one"),
        pytest.param(
            ["<div><p>a</p>x</div>", "<div><ul></ul>y</div>", "<div><ol></ol>z</div>"],
            "div(+)",
            id="many of three",
        ),
        pytest.param(
            ["<div><p>a</p>x</div>", "<div><ul></ul>y</div>", "<div></div>"],
            "div(*)",
            id="many, then none",
        ),
        pytest.param(
            ["<hr>", "<p>a</p><p>b</p><hr>", "<p>c</p><p>d</p><p>e</p><hr>"],
            "* hr",
            id="any number of three",
        ),
    ],
)  # fmt: skip
def test_what_differs_becomes_a_wildcard(bodies: list[str], template: str) -> None:
    # The last text keeps the pages apart, also where their bodies have no text.
    pages = [f"{body}{FOOT}<i>{word}</i>" for body, word in zip(bodies, WORDS, strict=False)]
    found = write_template(learn_template(pages), pages)
    assert found == f"{template} footer('Imprint') i(.)"


def test_neighbouring_wildcards_join() -> None:
    """One subtree beside an optional one is many, since one of them is always there."""
    pages = [f"<div>{text}</div>{FOOT}" for text in ("a", "b<ul></ul>")]
    assert write_template(learn_template(pages), pages) == "div(+) footer('Imprint')"
    apart = [f"<div>{text}</div>{FOOT}" for text in ("a<hr>", "b<hr><ul></ul>")]
    assert write_template(learn_template(apart), apart) == "div(. hr ?) footer('Imprint')"


def test_text_is_a_label() -> None:
    """Otherwise all pages with the same elements would be the same."""
    pages = ["<p>Tide tables</p><p>a</p>", "<p>Tide tables</p><p>b</p>"]
    template = learn_template(pages)
    assert write_template(template, pages) == "p('Tide tables') p(.)"
    assert read_texts("<p>Tide  tables </p><p>c</p>", template.find_data) == ["c"]
    assert read_texts("<p>Tide table</p><p>c</p>", template.find_data) == ["Tide table", "c"]


def test_white_space_and_hidden_rows_are_not_in_the_template() -> None:
    pages = [
        "<script>1</script><p> Menu </p>\n<p>a</p>",
        "<p>Menu</p><p hidden>x</p><p>b</p><style>p {}</style>",
    ]
    assert write_template(learn_template(pages), pages) == "p('Menu') p(.)"


def test_attributes_make_no_difference() -> None:
    pages = [f"<p id={word} class={word}>Menu</p><p>{word}</p>" for word in WORDS[:3]]
    assert write_template(learn_template(pages), pages) == "p('Menu') p(.)"


def test_text_that_some_pages_share_is_data() -> None:
    """The template is what all have."""
    pages = [f"<p>{text}</p>{FOOT}" for text in ("Sport", "Sport", "News")]
    pages = [f"{page}<i>{word}</i>" for page, word in zip(pages, WORDS, strict=False)]
    assert read_texts(pages[0], learn_template(pages).find_data) == ["Sport", "anchor"]
    assert read_texts(pages[0], learn_template(pages[:2]).find_data) == ["anchor"]


# ---------------------------------------------------------------- a new page


@pytest.mark.parametrize(
    ("bodies", "new", "data"),
    [
        (["<p>a</p>", ""], "", []),
        (["<p>a</p>", ""], "<p>c</p>", ["c"]),
        (["<div>a</div>", "<div>b</div>"], "<div><p>c</p><p>d</p></div>", ["c", "d"]),
        (["", "<p>a</p><p>b</p>"], "<p>c</p><ul><li>d</li></ul><p>e</p>", ["c", "d", "e"]),
        (["", "<p>a</p><p>b</p>"], "", []),
    ],
)
def test_wildcards_stand_for_any_subtrees(bodies: list[str], new: str, data: list[str]) -> None:
    pages = [f"{body}{FOOT}<i>{word}</i>" for body, word in zip(bodies, WORDS, strict=False)]
    template = learn_template(pages)
    assert read_texts(f"{new}{FOOT}<i>kettle</i>", template.find_data) == [*data, "kettle"]


def test_wildcards_cost_nothing() -> None:
    """The list of the template is mapped to the second list of a page: its five items are in a
    wildcard. If a wildcard cost as much as what it stands for, the first list were nearer."""
    pages = [
        f"<ul>{items}</ul>{FOOT}"
        for items in ("<hr>", "<li>a</li><li>b</li><hr>", "<li>a</li><hr>")
    ]
    pages = [f"{page}<i>{word}</i>" for page, word in zip(pages, WORDS, strict=False)]
    template = learn_template(pages)
    assert write_template(template, pages).startswith("ul(* hr)")
    five = "".join(f"<li>{word}</li>" for word in WORDS[:5])
    page = parse(f"<ul></ul><ul>{five}<hr></ul>{FOOT}<i>kettle</i>")
    distance, *_ = template.tree.align(
        build_tree(page, "shown", "text"),
        delete=1, insert=1, replace=1, epsilon=np.inf, max_cells=1 << 20,
    )  # fmt: skip
    # The first list is inserted, and nothing else.
    assert distance == 1
    lists = np.flatnonzero(page.is_tag("ul"))
    assert np.flatnonzero(template.align(page).is_template & page.is_tag("ul")) == lists[1:]
    assert read_texts(page, template.find_data) == [*WORDS[:5], "kettle"]


# ---------------------------------------------------------------- the body


def make_article(number: int, *, n_noise: int) -> str:
    """A page with 70 characters of data in the article, and some outside."""
    word = WORDS[number]
    text = f"{word}" + "x" * (35 - len(word))
    return (
        f"{FOOT}<main><article><p>{text}</p><p>{text}</p></article></main>"
        f"<aside>{str(number) * n_noise}</aside>"
    )


@pytest.mark.parametrize(("n_noise", "n_texts"), [(30, 2), (31, 3)])
def test_body_has_seven_tenths_of_the_data(n_noise: int, n_texts: int) -> None:
    """The article has 70 of 100 characters, or of 101: then `body` is the lowest element."""
    pages = [make_article(number, n_noise=n_noise) for number in range(4)]
    wrapper = learn(pages, method="rtdm", classes="one")
    page = parse(pages[0])
    choice = wrapper.content(page)
    assert len(read_texts(page, choice.content)) == n_texts
    assert len(read_texts(page, choice.evidence["data"].astype(np.bool_))) == 3
    body = np.flatnonzero(choice.evidence["body"])[0]
    assert page.name(int(body)) == ("article" if n_texts == 2 else "body")


def test_share_decides() -> None:
    pages = [make_article(number, n_noise=31) for number in range(4)]
    page = parse(pages[0])
    for share, n_texts in ((0.69, 2), (0.7, 3), (1.0, 3)):
        choice = learn(pages, method="rtdm", classes="one", share=share).content(page)
        assert len(read_texts(page, choice.content)) == n_texts
    with pytest.raises(BadOption, match="share=2"):
        learn(pages, method="rtdm", classes="one", share=2)


def test_all_data_are_content_on_request() -> None:
    pages = [make_article(number, n_noise=10) for number in range(4)]
    page = parse(pages[0])
    texts: dict[str, list[str]] = {}
    for keep in ("body", "data"):
        content = learn(pages, method="rtdm", classes="one", keep=keep).content(page).content
        texts[keep] = read_texts(page, content)
    assert texts["data"] == [*texts["body"], "0" * 10]


def test_body_of_two_halves_is_around_both() -> None:
    page = parse("<div>abcde</div><div>fghij</div>")
    is_data = page.leaves & page.visible
    assert page.name(find_body(page, is_data, 0.5)) == "body"
    assert find_body(page, np.zeros(len(page), np.bool_), 0.7) == 0


# ---------------------------------------------------------------- a site on which it decides


def test_template_and_body_of_a_paper() -> None:
    pages = [make_story(number) for number in range(5)]
    template = learn_template(pages)
    assert write_template(template, pages) == (
        "header(b('Courier') a('News') a('Sport')) main(h1(.) p('by Contact') * p(.) p(.)) ? "
        "footer('Contact' a('Imprint'))"
    )
    page = parse(make_story(11))
    paragraphs = [f"News {at} of Sport 11" for at in range(4)]
    assert read_texts(page, template.find_data) == ["Day 11", *paragraphs, "Sport"]
    choice = Wrapper("rtdm", template).content(page)
    assert read_texts(page, choice.content) == ["Day 11", *paragraphs]


def test_fields_have_the_content() -> None:
    wrapper = learn([make_story(number) for number in range(5)], method="rtdm", classes="one")
    (item,) = wrapper.fields(parse(make_story(9)))
    assert item["content"].text.split("\n\n")[-1] == "News 1 of Sport 9"
    # A page with nothing but template is left to another method.
    empty = parse(STORY.format(title="", author="Contact", text="<p></p><p></p>", links=""))
    with pytest.raises(WrapperError, match="the rules choose none of its text, although 6 of 6"):
        wrapper.fields(empty)


def test_images_belong_to_the_template_by_their_place() -> None:
    pages = [f"<p>Menu<img src=logo.png></p><p>{word}</p>" for word in WORDS[:3]]
    new = parse("<p>Menu<img src=other.png></p><p>kettle</p><p><img src=a.png></p>")
    is_data = learn_template(pages).find_data(new)
    assert is_data[new.is_tag("img")].tolist() == [False, True]
