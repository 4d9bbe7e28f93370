"""The site method `rtdm`: template, data and body, against their definition and by example."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias
from xml.etree import ElementTree

import numpy as np
import pytest

from pagecore import Page, Wrapper, learn, parse
from pagecore._core import Tree
from pagecore.errors import BadOption, WrapperError
from pagecore.page import Mask
from pagecore.page.trees import build_tree
from pagecore.registry import find_method
from pagecore.site import Site
from pagecore.sites import rtdm as rtdm_module
from pagecore.sites.rtdm import TemplateTree, find_body
from tests.sites.sample_site import POST, SMALL_CHANGES

WORDS = [
    "anchor", "baker", "canal", "drizzle", "engine", "ferry", "garden", "harbour", "island",
    "jacket", "kettle", "lantern",
]  # fmt: skip
FOOT = "<footer>Imprint</footer>"


def learn_template(pages: Sequence[str | bytes | Page], **options: Any) -> TemplateTree:
    """The template that the method learns from pages."""
    body = learn(list(pages), method="rtdm", classes="one", **options).body
    assert isinstance(body, TemplateTree)
    return body


def read_columns(tree: Tree) -> tuple[list[int], list[int], list[int]]:
    """The parents, labels and rows of the nodes of a tree."""
    return (
        np.frombuffer(tree.parent, np.int32).tolist(),
        np.frombuffer(tree.label, np.uint64).tolist(),
        np.frombuffer(tree.row, np.uint32).tolist(),
    )


def list_names(pages: Sequence[str | Page]) -> dict[int, str]:
    """What the labels of pages stand for: elements, and texts in quotes."""
    names = {}
    for page in (parse(page) if isinstance(page, str) else page for page in pages):
        _, labels, rows = read_columns(build_tree(page, "shown", "text"))
        for row, label in zip(rows, labels, strict=True):
            is_text = page.tag[row] == 0
            names[label] = f"'{page.text(row).strip()}'" if is_text else page.name(row)
    return names


def write_template(template: TemplateTree, pages: Sequence[str | Page]) -> str:
    """The template below `body`, such as `p('Posted' .) footer('Imprint')`."""
    names, tree = list_names(pages), template.tree
    parents, labels, _ = read_columns(tree)

    def write(node: int) -> str:
        sign = tree.wildcards[node]
        below = " ".join(write(child) for child, of in enumerate(parents) if of == node)
        name = names[labels[node]] if sign == " " else sign
        return f"{name}({below})" if below else name

    return write(0).removeprefix("html(body(").removesuffix("))")


def read_texts(page: str | Page, rows: Mask | Callable[[Page], Mask]) -> list[str]:
    """The texts of some rows of a page."""
    parsed = parse(page) if isinstance(page, str) else page
    chosen = rows(parsed) if callable(rows) else rows
    found = np.flatnonzero(chosen & (parsed.tag == 0))
    return [parsed.text(int(row)).strip() for row in found]


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

STORY = (
    "<header><b>Courier</b><a>News</a><a>Sport</a></header><main><h1>{title}</h1>"
    "<p>by {author}</p>{text}</main>{links}<footer>Contact<a>Imprint</a></footer>"
)


def make_story(number: int) -> str:
    """A page of a paper. The paragraphs have as many words in common with each other as with the
    menu, so that only places in the tree tell them apart."""
    text = "".join(f"<p>News {at} of Sport {number}</p>" for at in range(2 + number % 3))
    links = "<nav><a>Sport</a></nav>" if number % 2 else ""
    return STORY.format(title=f"Day {number}", author="Contact", text=text, links=links)


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
    # A page with nothing but template has no content.
    (empty,) = wrapper.fields(
        parse(STORY.format(title="", author="Contact", text="<p></p><p></p>", links=""))
    )
    assert dict(empty) == {}


def test_images_belong_to_the_template_by_their_place() -> None:
    pages = [f"<p>Menu<img src=logo.png></p><p>{word}</p>" for word in WORDS[:3]]
    new = parse("<p>Menu<img src=other.png></p><p>kettle</p><p><img src=a.png></p>")
    is_data = learn_template(pages).find_data(new)
    assert is_data[new.is_tag("img")].tolist() == [False, True]


# ---------------------------------------------------------------- the definition


@dataclass
class Node:
    """A node of a page or of a template."""

    label: object
    sign: str = " "
    children: list[Node] = field(default_factory=list)
    row: int = -1

    def size(self) -> int:
        return 1 + sum(child.size() for child in self.children)

    def n_required(self) -> int:
        return (self.sign not in "?*") + sum(child.n_required() for child in self.children)

    def key(self) -> object:
        """Equal for equal subtrees."""
        return self.label, self.sign, tuple(child.key() for child in self.children)


#: A step, and the nodes of the template and of the page that it is about.
Edit: TypeAlias = tuple[str, Node | None, Node | None]


def read_node(page: Page, row: int = 0) -> Node:
    is_text = page.tag[row] == 0
    node = Node(("text", *page.text(row).split()) if is_text else page.name(row), row=row)
    for child in np.flatnonzero(page.parent == row).tolist():
        is_blank = page.tag[child] == 0 and not page.text(child).split()
        if page.visible[child] and not is_blank:
            node.children.append(read_node(page, child))
    return node


def measure(a: Node, b: Node) -> int:
    """The distance of two nodes: a wildcard costs nothing, and one that is optional may be left
    out for nothing."""
    if a.sign != " " or a.key() == b.key():
        return 0
    if a.label != b.label:
        return 1 + (a.n_required() - 1) + (b.size() - 1)
    return align_children(a, b)[0]


def align_children(a: Node, b: Node) -> tuple[int, list[Edit]]:
    """The distance of two nodes with equal labels, and what becomes of their children."""
    left, right = list(a.children), list(b.children)
    first: list[Edit] = []
    last: list[Edit] = []
    # Children that are identical at both ends belong together.
    while left and right and left[0].key() == right[0].key():
        first.append(("pair", left.pop(0), right.pop(0)))
    while left and right and left[-1].key() == right[-1].key():
        last.insert(0, ("pair", left.pop(), right.pop()))
    costs: dict[tuple[int, int], int] = {(0, 0): 0}
    steps: dict[tuple[int, int], str] = {}
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            options = {}
            if i and j:
                options["pair"] = costs[i - 1, j - 1] + measure(left[i - 1], right[j - 1])
                if left[i - 1].sign in "+*":
                    options["absorb"] = costs[i, j - 1]
            if j:
                options["insert"] = costs[i, j - 1] + right[j - 1].size()
            if i:
                options["delete"] = costs[i - 1, j] + left[i - 1].n_required()
            if options:
                # The first of equal ones.
                steps[i, j] = min(options, key=lambda name: options[name])
                costs[i, j] = options[steps[i, j]]
    middle: list[Edit] = []
    i, j = len(left), len(right)
    while i or j:
        step = steps[i, j]
        has_left, has_right = step != "insert", step != "delete"
        middle.insert(
            0, (step, left[i - 1] if has_left else None, right[j - 1] if has_right else None)
        )
        i -= step in ("pair", "delete")
        j -= has_right
    return costs[len(left), len(right)], [*first, *middle, *last]


def merge(a: Node, b: Node) -> Node:
    """The template of a template and a page."""
    merged = Node(a.label)
    is_after_wildcard = False
    for step, of_a, of_b in align_children(a, b)[1]:
        if step == "absorb":
            continue
        if step == "pair" and of_a and of_b and of_a.sign == " " and of_a.label == of_b.label:
            merged.children.append(merge(of_a, of_b))
            is_after_wildcard = False
            continue
        sign = "?" if of_a is None else of_a.sign.strip() or "."
        if step == "delete":
            sign = {".": "?", "+": "*"}.get(sign, sign)
        if is_after_wildcard:
            before = merged.children.pop().sign
            sign = "*" if before in "?*" and sign in "?*" else "+"
        merged.children.append(Node("", sign))
        is_after_wildcard = True
    return merged


def list_template_rows(a: Node, b: Node) -> list[int]:
    """The rows of a page that are in a template."""
    if a.sign != " " or a.label != b.label:
        return []
    rows = [b.row]
    for step, of_a, of_b in align_children(a, b)[1]:
        if step == "pair" and of_a and of_b:
            rows += list_template_rows(of_a, of_b)
    return rows


def write_node(node: Node) -> str:
    below = " ".join(map(write_node, node.children))
    name = node.sign if node.sign != " " else node.label
    name = f"'{' '.join(name[1:])}'" if isinstance(name, tuple) else name
    return f"{name}({below})" if below else f"{name}"


def define_body(page: Page, is_data: Mask, share: float) -> int:
    """The lowest element with a share of the characters of the data: from the root down."""
    total = int(page.chars[is_data].sum())
    row = 0
    while total:
        below = [
            child
            for child in np.flatnonzero((page.parent == row) & ~page.leaves).tolist()
            if page.chars[is_data & page.under(child)].sum() >= share * total
        ]
        if not below:
            break
        (row,) = below
    return row


def make_site(random: Random) -> list[Page]:
    """Pages that share some of their structure and words, each with a word of its own."""

    def write(depth: int) -> str:
        parts = []
        for _ in range(random.randint(1, 3)):
            tag = random.choice(("div", "section", "b"))
            inside = write(depth - 1) if depth and random.random() < 0.6 else ""
            parts.append(f"<{tag}>{random.choice(WORDS[:4])}{inside}</{tag}>")
        return "".join(parts)

    fixed = [write(2) for _ in range(3)]
    pages = []
    for number in range(random.randint(2, 5)):
        parts = []
        for part in fixed:
            if random.random() < 0.8:
                parts.append(part if random.random() < 0.6 else f"<div>{write(1)}</div>")
            if random.random() < 0.4:
                parts.append(write(1))
        pages.append(parse(f"<i>Menu</i>{''.join(parts)}<i>{WORDS[5 + number]}</i>"))
    return pages


@pytest.mark.parametrize("seed", range(60))
def test_template_data_and_body_are_those_of_the_definition(seed: int) -> None:
    random = Random(seed)
    *pages, new = make_site(random) + make_site(random)[:1]
    expected, *others = [read_node(page) for page in pages]
    for other in others:
        expected = merge(expected, other)
    template = learn_template(pages)
    outline = write_node(expected).removeprefix("html(body(").removesuffix("))")
    assert write_template(template, pages) == outline
    for page in (*pages, new):
        rows = list_template_rows(expected, read_node(page))
        is_data = page.leaves & page.visible
        is_data[rows] = False
        assert np.flatnonzero(template.find_data(page)).tolist() == np.flatnonzero(is_data).tolist()
        for share in (0.6, 0.7, 0.9):
            assert find_body(page, is_data, share) == define_body(page, is_data, share)


def test_generated_sites_have_all_wildcards() -> None:
    """What the comparison above is worth."""
    signs = "".join(learn_template(make_site(Random(seed))).tree.wildcards for seed in range(60))
    assert all(signs.count(sign) > 10 for sign in ".?+* ")


# ---------------------------------------------------------------- the pages that are aligned


@pytest.mark.parametrize(
    ("n_pages", "n_given", "chosen"),
    [
        (2, 10, [0, 9]),
        (3, 9, [0, 4, 8]),
        (5, 5, [0, 1, 2, 3, 4]),
        (5, 3, [0, 1, 2]),
        (4, 10, [0, 3, 6, 9]),
    ],
)
def test_pages_at_equal_distances_are_aligned(
    n_pages: int, n_given: int, chosen: list[int]
) -> None:
    pages = [make_story(number) for number in range(n_given)]
    learned = learn_template(pages, n_pages=n_pages)
    # One more page than are chosen, so that the choice is not made again.
    assert learned == learn_template([pages[at] for at in chosen], n_pages=100)


def test_pages_that_teach_nothing_are_not_chosen() -> None:
    """Every second page is empty, and the others are there three times."""
    pages = [make_story(number) for number in range(4)]
    given = [html for page in pages for html in (page, "<p></p>", page, "", page, "<p> </p>")]
    learned = learn(given, method="rtdm", classes="one", n_pages=3)
    assert learned.notes == (
        "12 of 24 pages have no text and were left out",
        "8 of 24 pages have the text of another page and were left out",
    )
    assert learned.body == learn_template([pages[0], pages[1], pages[3]])


def test_pages_are_iterated_twice_and_not_kept() -> None:
    opened = []

    def open_pages() -> list[str]:
        opened.append(1)
        return [make_story(number) for number in range(30)]

    find_method("rtdm", "site")(Site.of(open_pages))
    assert len(opened) == 2


# ---------------------------------------------------------------- how well it fits


def make_post(number: int) -> str:
    some = [f"{word}{number}" for word in WORDS]
    return POST.format(" ".join(some[:2]), number + 1, " ".join(some[2:]))


@pytest.fixture
def wrapper() -> Wrapper:
    return learn(map(make_post, range(6)), method="rtdm", classes="one")


@pytest.mark.parametrize(("before", "after"), SMALL_CHANGES)
def test_wrapper_fits_pages_of_the_template(wrapper: Wrapper, before: str, after: str) -> None:
    page = parse(make_post(7).replace(before, after) if before else make_post(7))
    assert wrapper.fits(page).score >= (0.8 if "Sports" in after else 1)
    text = wrapper.fields(page)[0]["content"].text
    assert "canal7 drizzle7" in text
    assert "News" not in text


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda html: html.replace("header", "nav").replace("article", "section")
                     .replace("footer", "div").replace("main", "div"),
                     id="a redesign with the same words"),
        pytest.param(lambda html: html.replace("Home", "Start").replace("News", "World")
                     .replace("Sport", "Games").replace("Contact", "Write to us"),
                     id="another site with the same elements"),
        pytest.param(lambda html: "<table><tr><td>Archive<tr><td>2024<tr><td>2025</table>",
                     id="another template"),
        pytest.param(lambda html: "", id="an empty page"),
    ],
)  # fmt: skip
def test_wrapper_does_not_fit_other_pages(wrapper: Wrapper, change: Callable[[str], str]) -> None:
    page = parse(change(make_post(7)))
    fit = wrapper.fits(page)
    assert fit.score < 0.5
    assert fit.reason.endswith("of 5 leaves of the template (texts, images) are on the page")
    with pytest.raises(WrapperError, match="of 5 leaves of the template"):
        wrapper.content(page)
    with pytest.raises(WrapperError, match="of 5 leaves of the template"):
        wrapper.fields(page)


def test_score_is_the_share_of_the_leaves(wrapper: Wrapper) -> None:
    page = parse(make_post(7).replace("<a>News</a><a>Sport</a>", ""))
    fit = wrapper.fits(page)
    assert fit.score == 0.6
    assert fit.reason == "3 of 5 leaves of the template (texts, images) are on the page"


# ---------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("pages", "problem"),
    [
        ([], "there are no pages; "),
        ([make_post(1)], "there is only one page; "),
        (["<p></p>", "", "<hr>"], "none of 3 pages has text; "),
        ([make_post(1)] * 3, "the texts of the 3 pages with text are identical; "),
        (
            [make_post(1), f"<script>1</script>{make_post(1)}"],
            "the texts of the 2 pages with text are identical; ",
        ),
        ([make_post(1), ""], "only one of 2 pages has text; "),
        (
            ["<p>anchor", "<ul><li><b>baker</b></ul>"],
            "2 pages have no text in common; pass pages of one template",
        ),
        # A wildcard is nothing in common.
        (["<div><p>anchor", "<div><p>baker"], "2 pages have no text in common; "),
    ],
)
def test_pages_that_teach_nothing_are_refused(pages: list[str], problem: str) -> None:
    with pytest.raises(WrapperError, match=f"^nothing was learned: {problem}"):
        learn(pages, method="rtdm", classes="one")


def test_template_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rtdm_module, "MAX_NODES", 20)
    with pytest.raises(WrapperError, match=r"the template has \d+ nodes, more than 20"):
        learn([make_post(1), make_post(2)], method="rtdm", classes="one")


def test_deep_pages() -> None:
    depth = 3000
    pages = [f"{FOOT}{'<div>' * depth}<p>{word}</p>" for word in WORDS[:3]]
    learned = learn(pages, method="rtdm", classes="one")
    assert Wrapper.read(learned.xml()) == learned
    page = parse(f"{FOOT}{'<div>' * depth}<p>kettle</p>")
    choice = learned.content(page)
    assert read_texts(page, choice.content) == ["kettle"]


def test_long_lists_that_are_not_compared_are_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the limit of compared pairs is reached, children become one wildcard."""
    monkeypatch.setattr(rtdm_module, "_MAX_CELLS", 300)
    pages = [
        f"<p>Menu</p><ul>{''.join(f'<li>{word}{at}</li>' for at in range(20))}</ul>"
        for word in WORDS[:3]
    ]
    assert write_template(learn_template(pages), pages) == "p('Menu') ul(*)"


def test_pages_of_several_hosts_are_reported() -> None:
    pages = [parse(make_post(at), url=f"https://{at}.example/") for at in (1, 2)]
    (note,) = learn(pages, method="rtdm", classes="one").notes
    assert note == "the pages are from several hosts: 1.example, 2.example"


def test_languages_and_encodings_may_differ() -> None:
    pages = [f"<p>Menü</p><p>{text}</p>" for text in ("Fähre", "паром", "渡し船")]
    encoded = [page.encode(of) for page, of in zip(pages, ("utf-16", "utf-8", "utf-16"))]  # noqa: B905 - they have the same length
    assert read_texts("<p>Menü</p><p>bac</p>", learn_template(encoded).find_data) == ["bac"]


# ---------------------------------------------------------------- as XML


def test_wrapper_survives_the_file(wrapper: Wrapper) -> None:
    again = Wrapper.read(wrapper.xml())
    assert again == wrapper
    assert hash(again.body) == hash(wrapper.body)
    assert again.xml() == wrapper.xml()
    page = parse(make_post(8))
    assert again.fields(page)[0]["content"].text == wrapper.fields(page)[0]["content"].text
    other = learn(map(make_post, range(6)), method="rtdm", classes="one", keep="data")
    assert other.body != wrapper.body
    assert Wrapper.read(other.xml()) == other


@pytest.mark.parametrize("seed", range(20))
def test_generated_templates_survive_the_file(seed: int) -> None:
    template = learn_template(make_site(Random(seed)), share=0.65)
    assert TemplateTree.read(template.write()) == template


def test_file_holds_no_words(wrapper: Wrapper) -> None:
    for word in ("Home", "Imprint", "article", "anchor"):
        assert word not in wrapper.xml()


def read_template(**changes: str | None) -> TemplateTree:
    """Read a small template with changed attributes: html(body(text .))."""
    attributes: dict[str, str | None] = {
        "content": "body", "share": "0.7", "depths": "0 1 2 2",
        "labels": "00000000000000ab 00000000000000cd 00000000000000ef", "wildcards": "---.",
    }  # fmt: skip
    known = {name: value for name, value in (attributes | changes).items() if value is not None}
    return TemplateTree.read([ElementTree.Element("template", known)])


def test_small_template_is_read() -> None:
    template = read_template()
    parents, labels, _ = read_columns(template.tree)
    assert parents == [-1, 0, 1, 1]
    assert labels[:3] == [0xAB, 0xCD, 0xEF]
    assert template.tree.wildcards == "   ."
    assert (template.choice, template.share) == ("body", 0.7)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"content": None}, "'template' lacks the attribute 'content'"),
        ({"labels": None}, "'template' lacks the attribute 'labels'"),
        ({"colour": "red"}, "'template' has an unknown attribute 'colour'"),
        ({"content": "title"}, "content='title': expected one of body, data"),
        ({"share": "much"}, "share='much'"),
        ({"share": "1.1"}, "share='1.1'"),
        ({"share": "nan"}, "share='nan'"),
        ({"depths": ""}, "depths='': expected numbers"),
        ({"depths": "0 1 2 x"}, "depths='0 1 2 x': expected numbers"),
        ({"depths": "0 1 2 -1"}, "depths='0 1 2 -1': expected numbers"),
        ({"depths": "0 1 2 ٢"}, "expected numbers"),
        ({"depths": "0 1  2 2"}, "expected numbers"),
        ({"depths": "0 1 2 3 "}, "expected numbers"),
        ({"labels": ""}, "labels='': expected hashes of 16 hexadecimal digits"),
        ({"labels": "ab cd ef"}, "labels='ab cd ef': expected hashes"),
        ({"labels": "0x000000000000ab 00000000000000cd 00000000000000ef"}, "expected hashes"),
        ({"labels": "00000000000000ab 00000000000000cd"}, "'template' has 2 labels: expected one "
         "for each of 3 nodes that are no wildcards"),
        ({"wildcards": ""}, "'template' has 4 depths and the wildcards ''"),
        ({"wildcards": "---"}, "'template' has 4 depths and the wildcards '---'"),
        ({"wildcards": "---x"}, "the wildcards '---x': expected 1 to 50000 nodes, and one of"),
        ({"wildcards": "--- "}, "the wildcards '--- '"),
        ({"wildcards": "----"}, "'template' has 3 labels: expected one for each of 4"),
        ({"depths": "0 1 3 2"}, "'template' has no node above node 2"),
        ({"depths": "0 1 0 1"}, "'template' has no node above node 2"),
        ({"depths": "1 1 2 2"}, "'template' has no node above node 0"),
        ({"wildcards": "-.--"}, "'template': a wildcard is the root or has nodes below it"),
        ({"wildcards": ".---"}, "'template': a wildcard is the root or has nodes below it"),
    ],
)  # fmt: skip
def test_bad_templates_are_refused(changes: dict[str, str | None], problem: str) -> None:
    with pytest.raises(WrapperError) as raised:
        read_template(**changes)
    assert problem in str(raised.value)


def test_nodes_of_a_file_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rtdm_module, "MAX_NODES", 3)
    with pytest.raises(WrapperError, match="expected 1 to 3 nodes"):
        read_template()


def test_other_elements_are_refused() -> None:
    (template,) = learn_template([make_post(1), make_post(2)]).write()
    for elements in ([], [template, template], [ElementTree.Element("tree")]):
        with pytest.raises(WrapperError, match="must contain exactly one element 'template'"):
            TemplateTree.read(elements)
    ElementTree.SubElement(template, "node")
    with pytest.raises(WrapperError, match="'template' has an unknown element 'node'"):
        TemplateTree.read([template])
    template.remove(template[0])
    template.text = "words"
    with pytest.raises(WrapperError, match="'template' contains text: expected none"):
        TemplateTree.read([template])


def test_template_of_a_file_without_leaves_fits_no_page() -> None:
    template = read_template(wildcards="--.?", labels="00000000000000ab 00000000000000cd")
    assert template.fit(parse(make_post(1))).score == 0
