"""The site method `cst`: importance, weights and content, against its definition and by example."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from pagecore import Page, Wrapper, learn, parse
from pagecore.errors import BadOption, WrapperError
from pagecore.page import Array
from pagecore.sites import cst as cst_module
from pagecore.sites.cst import TreeTally, compute_entropy
from pagecore.sites.element_nodes import DISPLAY_ATTRIBUTES
from pagecore.sites.structure_tree import StructureTree
from tests.sites.sample_site import POST, SMALL_CHANGES
from tests.trees import random_soup

WORDS = [
    "anchor", "baker", "canal", "drizzle", "engine", "ferry", "garden", "harbour", "island",
    "jacket", "kettle", "lantern", "meadow", "needle", "orchard", "pepper", "quarry", "ribbon",
    "saddle", "timber", "umbrella", "velvet", "walnut", "yarrow", "zephyr",
]  # fmt: skip


def learn_tree(pages: Sequence[str | Page], **options: Any) -> StructureTree:
    """The tree that the method learns from pages."""
    body = learn(list(pages), method="cst", classes="one", **options).body
    assert isinstance(body, StructureTree)
    return body


def read_importance(tree: StructureTree, page: str | Page) -> dict[str, float]:
    """The importance of each text of a page, by the text."""
    page = parse(page) if isinstance(page, str) else page
    path = tree.importance(page)
    rows = np.flatnonzero((page.tag == 0) & page.visible)
    return {page.text(int(row)).strip(): float(path[row]) for row in rows}


def read_content(pages: Sequence[str | Page], page: str, **options: Any) -> list[str]:
    """The texts that a tree learned from pages chooses in another page."""
    parsed = parse(page)
    content = learn(list(pages), method="cst", classes="one", **options).content(parsed).content
    rows = np.flatnonzero(content & (parsed.tag == 0))
    return " ".join(parsed.text(int(row)) for row in rows).split()


# ---------------------------------------------------------------- the equations

ENGLISH = "<html lang=en>"
MENU = "<div class=menu><a href=/>Home</a></div>"


def test_text_beside_elements_is_a_leaf_of_its_own() -> None:
    pages = [f"{MENU}<p>{word} <a>more</a></p>" for word in ("alpha", "beta")]
    found = read_importance(learn_tree(pages), pages[0])
    assert found == {"Home": 0, "alpha": 1, "more": 0}


def test_texts_between_other_elements_are_other_leaves() -> None:
    pages = [f"{MENU}<p>Posted <b>x</b> {word}</p>" for word in WORDS[:3]]
    found = read_importance(learn_tree(pages), pages[0])
    assert found == {"Home": 0, "Posted": 0, "x": 0, "anchor": 1}


def test_importance_of_an_element_is_the_entropy_of_its_styles() -> None:
    # The styles of body are 4:1; entropy in base 5 is .3109.
    pages = [f"{MENU}<p>{word}</p>" for word in WORDS[:4]] + [f"{MENU}<p>{WORDS[4]}</p><hr>"]
    tree = learn_tree(pages)
    page = parse(pages[0])
    row = int(np.flatnonzero(page.is_tag("body"))[0])
    assert tree.importance(page)[row] == pytest.approx(0.3109, abs=5e-5)
    choice = learn(pages, method="cst", classes="one").content(page)
    assert choice.evidence["NodeImp"][row] == pytest.approx(0.3109, abs=5e-5)
    # The menu is the same on the pages that have this style, so all of it is that of body.
    assert read_importance(tree, page)["Home"] == pytest.approx(0.3109, abs=5e-5)


@pytest.mark.parametrize(
    ("texts", "importance"),
    [
        # terms on pages                              1 - mean of the entropies, in base 5
        (["a1", "a2", "a3", "a4", "a5"], 1.0),
        (["a1"] * 5, 0.0),
        (["a1", "a1", "a2", "a3", "a4"], 1 - 0.4307 / 4),
        (["a1"] * 4 + ["a2"], 1 - 0.8614 / 2),
        (["a1 a1 a1", "a1", "a2", "a3", "a4"], 1 - 0.3494 / 4),
        (["a1 b1", "a1 b2", "a1 b3", "a1 b4", "a1 b5"], 1 - 1 / 6),
        # An empty element is a merged tag node without terms.
        (["a1", "a1", "", "", ""], 1 - 0.4307),
    ],
)
def test_importance_of_a_leaf_is_that_of_its_terms(texts: list[str], importance: float) -> None:
    # A word keeps the pages apart.
    pages = [
        f"{MENU}<p>{text}</p><div>{word}</div>" for text, word in zip(texts, WORDS, strict=False)
    ]
    found = read_importance(learn_tree(pages), pages[0])
    assert found[texts[0]] == pytest.approx(importance, abs=1e-4)


def test_importance_of_a_path_joins_those_of_its_nodes() -> None:
    # Styles of body 4:1; below the frequent one the terms a1, a1, a2, a3 on four pages.
    texts = ["a1", "a1", "a1", "a2", "a3"]
    pages = [
        f"{MENU}<i>{word}</i><p>{text}</p>{'<hr>' if at else ''}"
        for at, (text, word) in enumerate(zip(texts, WORDS, strict=False))
    ]
    leaf = 1 - 0.5 / 3
    found = read_importance(learn_tree(pages), pages[1])
    assert found["a1"] == pytest.approx(1 - (1 - 0.3109) * (1 - leaf), abs=1e-4)


def test_node_of_one_page_has_the_importance_one() -> None:
    pages = [
        f"{MENU}<p>{word}</p>" + "<section>news</section>" * at for at, word in enumerate("ab")
    ]
    assert set(read_importance(learn_tree(pages), pages[1]).values()) == {1.0}


def test_node_that_is_not_in_the_tree_has_the_importance_one() -> None:
    pages = [f"{MENU}<p>{word}</p>" for word in WORDS[:3]]
    tree = learn_tree(pages, compare="places")
    assert read_importance(tree, pages[0])["Home"] == 0
    assert read_importance(tree, f"<h1>News</h1>{pages[0]}")["Home"] == 1


def test_weights_are_sums_over_leaves() -> None:
    pages = [
        f"{ENGLISH}{MENU}<p>{word} harbour</p><div>harbour harbour</div><i>{word} boats, a boat</i>"
        for word in WORDS[:3]
    ]
    weights = learn_tree(pages).weights(parse(pages[0]))
    # A leaf with four terms of which one is on all pages, and leaves with "harbour" alone.
    leaf = 1 - 1 / 4
    assert weights == pytest.approx(
        {"anchor": 2 * leaf, "boat": 2 * leaf, "harbour": leaf, "home": 0}, abs=1e-3
    )
    assert list(weights) == ["anchor", "boat", "harbour", "home"]


def test_entropy_has_the_base_m() -> None:
    counts = np.array([4.0, 1.0])
    total = np.array([counts.sum()])
    n_log_n = np.array([(counts * np.log(counts)).sum()])
    assert compute_entropy(total, n_log_n, np.array([5.0]))[0] == pytest.approx(0.3109, abs=5e-5)
    assert compute_entropy(np.array([3.0]), np.array([3 * math.log(3)]), np.array([1.0]))[0] == 0


# ---------------------------------------------------------------- display attributes


def test_class_of_few_pages_is_no_display_attribute() -> None:
    html = "<body class='post postid-{0}'>{1}<p>{0}</p>"
    pages = [html.format(number, MENU) for number in range(5)]
    tree = learn_tree(pages)
    assert read_importance(tree, pages[0])["Home"] == 0
    assert tree.classes == ("menu", "post")


def test_class_of_half_of_the_pages_is_one() -> None:
    pages = [
        f"<body class='{'red' if at < 2 else ''}'>{MENU}<p>{word}</p>"
        for at, word in enumerate(WORDS[:4])
    ]
    # html has two styles with two pages each, of four.
    assert read_importance(learn_tree(pages), pages[0])["Home"] == pytest.approx(0.5)
    assert learn_tree(pages[1:]).classes == ("menu",)


def test_class_of_one_of_two_pages_is_none() -> None:
    pages = [f"<body class=postid-{word}>{MENU}<p>{word}</p>" for word in WORDS[:2]]
    assert read_importance(learn_tree(pages), pages[0])["Home"] == 0


def test_order_of_attributes_and_classes_makes_no_difference() -> None:
    tags = ["<p width=1 align=left class='a b'>", "<p class='b  a a' align=left width=1>"]
    pages = [f"{MENU}{tag}same</p><i>{word}</i>" for tag, word in zip(tags, WORDS, strict=False)]
    assert read_importance(learn_tree(pages), pages[0])["same"] == 0


@pytest.mark.parametrize("attribute", DISPLAY_ATTRIBUTES)
def test_display_attributes_are_of_the_style(attribute: str) -> None:
    pages = [f"{MENU}<p {attribute}={at}>same</p><i>{at}</i>" for at in range(2)]
    assert read_importance(learn_tree(pages), pages[0])["same"] == 1
    pages = [f"{MENU}<p data-{attribute}={at}>same</p><i>{at}</i>" for at in range(2)]
    assert read_importance(learn_tree(pages), pages[0])["same"] == 0


def test_id_is_no_display_attribute() -> None:
    pages = [f"{MENU}<p id=post-{at}>same</p><i>{at}</i>" for at in range(2)]
    assert read_importance(learn_tree(pages), pages[0])["same"] == 0


def test_hidden_rows_count_nothing() -> None:
    scripts = ("<script>a</script>", "", "<p hidden>b</p><script>a</script>")
    pages = [
        f"{MENU}{script}<p>same</p><i>{word}</i>"
        for script, word in zip(scripts, WORDS, strict=False)
    ]
    assert read_importance(learn_tree(pages), pages[0])["same"] == 0


def test_image_is_a_leaf_whose_term_is_its_source() -> None:
    pages = [f"{MENU}<img src=logo.png><img src={word}.png><p>{word}" for word in WORDS[:3]]
    page = parse(pages[0])
    images = np.flatnonzero(page.is_tag("img"))
    assert learn_tree(pages).importance(page)[images].tolist() == [0, 1]
    content = learn(pages, method="cst", classes="one").content(page).content
    assert content[images].tolist() == [False, True]


# ---------------------------------------------------------------- the content


def test_threshold_decides() -> None:
    # The importance of the paragraph is 5/6.
    pages = [f"{MENU}<p>shared {word}</p>" for word in WORDS[:5]]
    assert read_content(pages, pages[0], threshold=0.9) == []
    assert read_content(pages, pages[0], threshold=0.8333) == ["shared", "anchor"]
    assert read_content(pages, pages[0], threshold=0.0, compare="places")[0] == "Home"
    with pytest.raises(BadOption, match="threshold=2"):
        learn(pages, method="cst", classes="one", threshold=2)


def test_list_that_shifts_stays_in() -> None:
    """Merging is by position: a text that moves is compared with others."""
    links = ["<li>one", "<li>two", "<li>three", "<li>four"]
    pages = [
        f"{MENU}<p>{word}</p><ul>{''.join(links[at:] + links[:at])}</ul>"
        for at, word in enumerate(WORDS[:4])
    ]
    assert "two" in read_content(pages, pages[0], compare="places")
    assert read_content(pages, pages[0]) == ["anchor"]


def test_text_of_the_template_is_found_where_it_moves() -> None:
    """A new banner moves everything, and the importance of a new place is 1."""
    pages = [f"{MENU}<p>{word}</p><div>about us</div>" for word in WORDS[:4]]
    new = f"<h2>velvet</h2>{MENU}<p>walnut</p><div>about us</div>"
    assert read_content(pages, new) == ["velvet", "walnut"]
    everything = ["velvet", "Home", "walnut", "about", "us"]
    assert read_content(pages, new, compare="places") == everything


def test_same_text_in_other_elements_is_not_of_the_template() -> None:
    footer = "<footer><b>Imprint</b></footer>"
    pages = [f"{MENU}<p>{word}</p><div>about us</div>{footer}" for word in WORDS[:4]]
    new = f"{MENU}<p>walnut</p><section><p>about us</p></section>{footer}"
    assert read_content(pages, new) == ["walnut", "about", "us"]


def test_text_without_terms_belongs_to_the_text_around_it() -> None:
    pages = [
        f"{ENGLISH}{MENU}<p><b>{word}</b> and <i>{word}s</i><br>!</p><div>and</div>"
        for word in WORDS[:3]
    ]
    assert read_content(pages, pages[0]) == ["anchor", "and", "anchors", "!"]


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


# ---------------------------------------------------------------- the definition


def make_site(random: Random, n_pages: int) -> list[Page]:
    """Pages that share much of their structure and their words."""
    pages = []
    skeleton = [random_soup(random, 6) for _ in range(4)]
    for _ in range(n_pages):
        parts = []
        for part in skeleton:
            word = random.choice(WORDS[:6])
            extra = random_soup(random, 3) if random.random() < 0.2 else ""
            attribute = random.choice(("", "", " class=a", " class='b a'", f" class={word}"))
            parts.append(f"<div{attribute}>{part} {word} {extra}</div>")
        pages.append(parse(f"{''.join(parts)}<img src={random.choice('ab')}>"))
    return pages


def read_terms(page: Page) -> tuple[Array, Array]:
    """The rows and the terms of the visible texts."""
    return page.term_digests(page.visible, "en")


def define_importance(pages: Sequence[Page]) -> list[dict[int, float]]:
    """PathImp of each row by the definition: build the tree, node by node."""
    tokens: Counter[str] = Counter()
    for page in pages:
        values = (page.get(row, "class") or "" for row in range(len(page)) if page.visible[row])
        tokens.update(set(itertools.chain(*(value.split() for value in values))))
    classes = {token for token, n in tokens.items() if n >= max(2, len(pages) / 2)}
    found: list[dict[int, float]] = [{} for _ in pages]
    terms: list[dict[int, list[int]]] = [{} for _ in pages]
    for page, of_rows in zip(pages, terms, strict=True):
        for row, term in zip(*map(np.ndarray.tolist, read_terms(page)), strict=True):
            of_rows.setdefault(row, []).append(term)

    def describe(page: Page, row: int) -> tuple[str, frozenset[tuple[str, str]]]:
        names = ("width", "height", "bgcolor", "align", "style")
        attributes = {(name, page.get(row, name) or "") for name in names}
        attributes = {pair for pair in attributes if page.get(row, pair[0]) is not None}
        own = set((page.get(row, "class") or "").split()) & classes
        return page.name(row), frozenset(attributes | {("class", token) for token in own})

    def children(page: Page, row: int) -> list[int]:
        rows = range(row + 1, int(page.end[row]))
        return [child for child in rows if page.parent[child] == row and page.visible[child]]

    def elements(page: Page, row: int) -> list[int]:
        return [child for child in children(page, row) if page.tag[child] != 0]

    def entropy(counts: Sequence[int], m: int) -> float:
        shares = [count / sum(counts) for count in counts]
        return -sum(share * math.log(share, m) for share in shares)

    def weigh_leaf(leaves: list[tuple[int, list[int], list[list[int]]]], rest: float) -> None:
        """Each tag node of the element around: its page, the rows of the leaf, and their terms."""
        m = len(leaves)
        by_term: dict[int, list[int]] = {}
        for _, _, of_rows in leaves:
            for term, n in Counter(itertools.chain(*of_rows)).items():
                by_term.setdefault(term, []).append(n)
        if not by_term:
            importance = 0.0
        elif m == 1:
            importance = 1.0
        else:
            importance = 1 - sum(entropy(of, m) for of in by_term.values()) / len(by_term)
        for number, rows, of_rows in leaves:
            for row, own in zip(rows, of_rows, strict=True):
                found[number][row] = 1 - rest * (1 - importance if own else 1)

    def merge(tags: list[tuple[int, int]], rest: float) -> None:
        by_style: dict[object, list[tuple[int, int]]] = {}
        for number, row in tags:
            page = pages[number]
            style = tuple(describe(page, child) for child in elements(page, row))
            by_style.setdefault(style, []).append((number, row))
        m = len(tags)
        rest *= 1 - (1 if m == 1 else entropy([len(of) for of in by_style.values()], m))
        for number, row in tags:
            found[number][row] = 1 - rest
        for same in by_style.values():
            n_children = len(elements(pages[same[0][0]], same[0][1]))
            for at in range(n_children):
                merge([(number, elements(pages[number], row)[at]) for number, row in same], rest)
            for gap in range(n_children + 1):
                leaves = []
                for number, row in same:
                    texts = list(find_gap(pages[number], children(pages[number], row), gap))
                    leaves.append((number, texts, [terms[number].get(text, []) for text in texts]))
                weigh_leaf(leaves, rest)
            if pages[same[0][0]].name(same[0][1]) == "img":
                sources = [pages[number].get(row, "src") for number, row in same]
                images = [
                    (number, [row], [[] if source is None else [hash(source)]])
                    for (number, row), source in zip(same, sources, strict=True)
                ]
                weigh_leaf(images, rest)

    def find_gap(page: Page, rows: list[int], gap: int) -> Iterator[int]:
        n_before = 0
        for row in rows:
            if page.tag[row] != 0:
                n_before += 1
            elif n_before == gap:
                yield row

    merge([(number, 0) for number in range(len(pages))], 1.0)
    return found


@pytest.mark.parametrize("seed", range(40))
def test_importance_is_that_of_the_definition(seed: int) -> None:
    random = Random(seed)
    pages = make_site(random, random.randint(2, 6))
    tokens = Counter(
        token
        for page in pages
        for token in {
            token
            for row in np.flatnonzero(page.visible).tolist()
            for token in (page.get(row, "class") or "").split()
        }
    )
    classes = tuple(sorted(token for token, n in tokens.items() if n >= max(2, len(pages) / 2)))
    tally = TreeTally(classes)
    for page in pages:
        tally.add(page, *read_terms(page))
    tree = StructureTree(len(pages), "en", 0.5, "places", classes, *tally.weigh_nodes(),
                         *tally.select_pieces(len(pages)))  # fmt: skip
    for page, expected in zip(pages, define_importance(pages), strict=True):
        rows = list(expected)
        assert sorted(rows) == np.flatnonzero(page.visible).tolist()
        path = tree.importance(page)
        assert path[rows] == pytest.approx(np.array(list(expected.values())), abs=1e-4)
        assert not path[~page.visible].any()
        texts = page.term_texts(page.visible, "en")
        weights: Counter[str] = Counter()
        for row, term in zip(*map(np.ndarray.tolist, read_terms(page)), strict=True):
            weights[texts[term]] += expected[row]  # type: ignore[assignment]  # They are reals.
        assert tree.weights(page) == pytest.approx(dict(weights), abs=1e-2)


def test_generated_sites_have_merged_and_varying_nodes() -> None:
    """What the comparison above is worth: nodes of all kinds."""
    values = [
        value
        for seed in range(40)
        for of in define_importance(make_site(Random(seed), 4))
        for value in of.values()
    ]
    assert min(values) == 0
    assert max(values) == 1
    assert sum(0 < value < 1 for value in values) > 100


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
